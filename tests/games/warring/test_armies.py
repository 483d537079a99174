"""W-7: splitting, rallying and mustering."""

from tests.conftest import clause
from tests.games.warring.battle import RULES, battle

ROW = "I3,12 I4,12 I5,12 I6,12"


@clause("W-7.1")
def test_who_may_split():
    assert battle({2: ROW}).can_split(2)
    assert not battle({2: "I3,12 I4,12 I5,12"}).can_split(2)
    for flag in ("acted", "moved"):
        b = battle({2: ROW})
        b.south.set(2, **{flag: True})
        assert not b.can_split(2)
    full = {k: f"I{2 * k - 2},9 I{2 * k - 1},9" for k in range(3, 10)}
    assert not battle({2: ROW, **full}).can_split(2)
    full.pop(9)
    assert battle({2: ROW, **full}).can_split(2)


@clause("W-7.2")
def test_marks_are_toggled_until_both_parts_are_armies():
    b = battle({2: ROW}).split(2)
    assert b.kind == "split"
    assert not b.can_confirm
    b.pick(3, 12)
    assert not b.can_confirm
    b.pick(5, 12)
    assert not b.can_confirm  # not connected
    b.pick(5, 12).pick(4, 12)
    assert b.can_confirm
    before = b.south.acted(2), b.south.moved(2)
    b.cancel()
    assert b.kind == "orders"
    assert (b.south.acted(2), b.south.moved(2)) == before
    assert b.marches(2)


@clause("W-7.2")
def test_half_made_marks_are_nobody_elses_business():
    b = battle({2: ROW}, fog=False)
    before = [RULES.view(b.s, seat).core_bytes() for seat in (1, -1)]
    b.split(2).pick(3, 12).pick(4, 12)
    assert [RULES.view(b.s, seat).core_bytes() for seat in (1, -1)] == before


@clause("W-7.3")
def test_the_new_army_takes_the_lowest_free_number_facing_and_morale():
    b = battle({2: ROW, 4: "I9,9 I10,9"})
    b.south.set(2, morale=2)
    b.face(2, "W").split(2, (5, 12), (6, 12))
    assert b.south.cells(3) == {(5, 12), (6, 12)}
    assert b.south.cells(2) == {(3, 12), (4, 12)}
    assert (b.south.facing(3), b.south.morale(3)) == ("W", 2)
    assert b.south.acted(2)
    assert b.south.acted(3)


@clause("W-7.4")
def test_armies_cannot_be_merged():
    b = battle({2: "I3,12 I4,12", 3: "I5,12 I6,12"})
    assert not b.can_rally(2)
    assert b.musters == set()


@clause("W-7.5")
def test_rally_takes_in_connected_lone_troops():
    b = battle({2: "I3,12 I4,12", 0: "I5,12 I6,12 I6,11 I9,12"})
    b.south.set(2, morale=2)
    b.face(2, "E").rally(2)
    assert b.south.cells(2) == {(3, 12), (4, 12), (5, 12), (6, 12), (6, 11)}
    assert b.south[9, 12].lone
    assert (b.south.facing(2), b.south.morale(2), b.south.moved(2), b.south.acted(2)) == ("E", 2, True, False)
    assert b.told("rally") == [(0, 2, 3)]
    after_march = battle({2: "I3,13 I4,13", 0: "I5,12"}).march(2, 1)
    assert after_march.can_rally(2)
    assert not battle({2: "I3,12 I4,12", 0: "I5,11"}).can_rally(2)  # diagonal
    assert not battle({2: "I3,12 I4,12", 0: "I5,12"}, rally=False).can_rally(2)


@clause("W-7.6")
def test_muster_makes_an_army_of_lone_troops():
    b = battle({0: "I5,12 I6,12 I9,12 I12,12 I12,13"}, {0: "I5,3 I5,4"})
    groups = {b.south[5, 12].number, b.south[12, 12].number}
    assert b.musters == groups
    b.muster(5, 12)
    assert b.south.cells(2) == {(5, 12), (6, 12)}
    assert (b.south.facing(2), b.south.morale(2), b.south.moved(2), b.south.acted(2)) == ("N", 1, True, False)
    assert b.marches(2) == []
    assert b.faces(2)
    assert b.told("muster") == [(0, 2, 2)]
    b.end().muster(5, 4)
    assert b.north.facing(2) == "S"
    assert battle({0: "I5,12 I6,12"}, rally=False).musters == set()
    full = {k: f"I{2 * k - 2},9 I{2 * k - 1},9" for k in range(2, 10)}
    assert battle({0: "I5,12 I6,12", **full}).musters == set()
