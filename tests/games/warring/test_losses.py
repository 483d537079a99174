"""W-14: what losses do to armies."""

from tests.conftest import clause
from tests.games.warring.battle import battle


@clause("W-14.1", "W-14.2")
def test_one_part_of_two_or_more_goes_on():
    b = battle({2: "I5,9 I6,9"}, {2: "I5,8/100 I6,8 I7,8"}).end()
    assert b.north.cells(2) == {(6, 8), (7, 8)}
    assert not b.told("army_broken")
    assert not b.told("army_cut")


@clause("W-14.1")
def test_armies_are_checked_in_order_of_their_numbers():
    b = battle({2: "I4,9 I5,9 I6,9 I7,9"}, {3: "I4,8/100 I4,7", 2: "I7,8/100 I7,7"}).end()
    assert [t[1] for t in b.told("army_broken")] == [2, 3]


@clause("W-14.3")
def test_a_broken_army_frees_its_number():
    b = battle({2: "I5,9 I6,9"}, {2: "I5,8/100 I5,7"}).end()
    assert b.told("army_broken") == [(1, 2, 0, 2)]
    assert 2 not in b.north.armies
    assert b.north[5, 7].lone
    gone = battle({2: "I5,9 I6,9"}, {2: "I5,8/100 I6,8/100"}).end()
    assert gone.told("army_broken") == [(1, 2, 0, 2)]
    apart = battle({2: "A6,10 A6,11"}, {2: "I5,8 I6,8/100 I7,8"}).end()
    assert apart.told("army_broken")
    assert apart.north[5, 8].lone
    assert apart.north[7, 8].lone


@clause("W-14.4")
def test_the_largest_part_keeps_the_number():
    b = battle({2: "A6,11 S6,12"}, {2: "I3,8 I4,8 I5,8 I6,8/100 I7,8 I8,8"})
    b.north.set(2, morale=3, acted=True)
    b.north.turn(2, "S")
    b.end()
    assert b.north.cells(2) == {(3, 8), (4, 8), (5, 8)}
    assert b.north.cells(3) == {(7, 8), (8, 8)}
    assert (b.north.facing(3), b.north.morale(3)) == ("S", 3)
    assert b.told("army_cut") == [(1, 2, 3)]


@clause("W-14.4")
def test_flags_are_inherited_in_the_own_turn():
    # South's army marches into arrows and is cut: both parts have moved.
    b = battle({2: "I4,12 I5,12 I6,12/100 I7,12 I8,12"}, {2: "A6,7 S6,6"}).march(2, 1)
    assert b.south.armies >= {2, 3}
    assert b.south.moved(2)
    assert b.south.moved(3)
    assert b.marches(3) == []


@clause("W-14.4")
def test_of_equal_parts_the_general_decides():
    b = battle({2: "A5,11 S5,12"}, {1: "I3,8 G4,8 I5,8/100 I6,8 I7,8"}).end()
    assert b.north.cells(1) == {(3, 8), (4, 8)}
    assert b.north.cells(2) == {(6, 8), (7, 8)}


@clause("W-14.4")
def test_other_parts_of_equal_size_go_by_their_lowest_number():
    # North reads its rows from the east: the part with the general has the higher numbers.
    north = "G1,8 I2,8 I3,8/100 I4,8 I5,8 I6,8/100 I7,8 I8,8 I9,8"
    b = battle({2: "A3,11 S4,11 S5,11 A6,11"}, {1: north}).end()
    assert b.north.cells(1) == {(7, 8), (8, 8), (9, 8)}
    assert b.north.cells(2) == {(4, 8), (5, 8)}
    assert b.north.cells(3) == {(1, 8), (2, 8)}


@clause("W-14.4")
def test_single_troops_and_parts_without_a_number_become_lone():
    b = battle({2: "A6,11 S6,12"}, {2: "I5,8 I6,8/100 I7,8 I8,8"}).end()
    assert b.north[5, 8].lone
    assert b.north.cells(2) == {(7, 8), (8, 8)}
    full = {k: f"I{2 * k - 4},4 I{2 * k - 3},4" for k in range(3, 10)}
    b = battle({2: "A6,11 S6,12"}, {2: "I4,8 I5,8 I6,8/100 I7,8 I8,8", **full}).end()
    assert b.north.cells(2) == {(7, 8), (8, 8)}
    assert b.north[4, 8].lone
    assert b.north[5, 8].lone


@clause("W-14.5")
def test_felling_a_lone_troop_raises_nobodys_morale():
    b = battle({2: "I5,9 I6,9"}, {0: "I5,8/100"}).end()
    assert b.told("fallen")
    assert b.south.morale(2) == 1
