"""W-2 and W-3: troops, their numbers, and armies."""

import pytest

from taku.games.warring.content import CONTENT
from taku.games.warring.state import DEPLOY
from tests.conftest import clause
from tests.games.warring.battle import BRUSHES, Deployment, battle

EACH = {2: "I5,9 A6,9 S7,9 C8,9 G9,9"}


def numbers(ground="", **options):
    b = battle(EACH, ground={ground: "5..9,9"} if ground else None, **options)
    return [b.south[x, 9].numbers for x in range(5, 10)]


@clause("W-2.1")
def test_base_values():
    assert numbers() == [(2, 2, 1, 1), (3, 1, 4, 1), (1, 4, 1, 1), (3, 3, 2, 3), (5, 5, 2, 2)]
    assert [k.priority for k in CONTENT.kinds] == [4, 2, 5, 3, 1]
    assert [k.limit for k in CONTENT.kinds] == ["", "max_archers", "max_shields", "max_cavalry", "one"]


@clause("W-2.2")
def test_strength_is_lost_and_at_0_the_troop_is_gone():
    b = battle({2: "I5,9/400 I6,9"}, {2: "I5,8/200 I6,8"})
    assert b.south[5, 9].numbers == b.south[6, 9].numbers  # strength changes neither attack nor defence
    fallen = b.north[5, 8].number
    b.end()
    assert b.north[fallen].cell is None
    assert b.s.at[b.s.cell[0, 0]] == 1
    assert b.told("fallen") == [(b.north[fallen].code, 32 * 9 + 6)]


@clause("W-2.2")
def test_strength_of_the_sides_is_an_option():
    b = Deployment(map="chengpu", strength_south=1200, strength_north=700).ready(0, 1).battle
    assert {t.strength for t in b.south.troops} == {1200}
    assert {t.strength for t in b.north.troops} == {700}


@clause("W-2.3", "W-2.4", "W-13.2")
def test_morale_is_added_and_there_is_no_upper_bound():
    b = battle(EACH)
    b.south.set(2, morale=3)
    assert b.south[9, 9].numbers == (7, 7, 2, 2)
    assert b.south[7, 9].numbers == (3, 6, 1, 1)


@clause("W-2.5", "W-2.4")
def test_terrain_under_the_troop():
    assert numbers("f") == [(3, 3, 1, 1), (3, 1, 2, 1), (1, 4, 1, 1), (2, 2, 2, 1), (4, 4, 2, 1)]
    water = numbers("~")
    assert [water[i] for i in (0, 1, 2, 4)] == [(1, 1, 1, 1), (1, 1, 2, 1), (1, 2, 1, 1), (3, 3, 1, 1)]
    assert numbers("1") == numbers("2") == numbers("3") == numbers()


@clause("W-2.6")
def test_a_lone_troop_has_morale_1():
    b = battle({0: "I5,9", 2: "I7,9 I8,9"})
    b.south.set(2, morale=3)
    assert b.south[5, 9].numbers[:2] == (2, 2)
    assert b.south[7, 9].numbers[:2] == (4, 4)


@clause("W-2.7")
def test_numbers_are_in_reading_order_of_the_owner():
    b = Deployment(map="chengpu").preset("fish_scale").preset("fish_scale", 1).ready(0, 1).battle
    south = [b.south[n].cell for n in range(30)]
    assert south == sorted(south, key=lambda c: (c[1], c[0]))
    assert [b.north[n].cell for n in range(30)] == [(17 - x, 17 - y) for x, y in south]


@clause("W-3.1", "W-3.7")
@pytest.mark.parametrize("n", [2, 30])
def test_an_army_has_two_to_thirty_connected_troops(n):
    d = Deployment(map="chengpu").clear().paint("general", (0, 0))
    cells = [(x, y) for y in range(2) for x in range(15)][1:n]
    d.paint("infantry", *cells).auto()
    assert d.can_ready()
    b = d.ready(0, 1).battle
    assert len(b.south.cells(1)) == n


@clause("W-3.2", "W-3.4")
def test_a_new_army_faces_up_with_morale_1_and_clear_flags():
    b = Deployment(map="chengpu", first_turn="south").ready(0, 1).battle
    for side in b.sides:
        for k in side.armies:
            assert (side.morale(k), side.acted(k), side.moved(k)) == (1, False, False)
    assert {b.south.facing(k) for k in b.south.armies} == {"N"}
    assert {b.north.facing(k) for k in b.north.armies} == {"S"}


@clause("W-3.3")
def test_never_more_armies_than_allowed():
    d = Deployment(map="chengpu", max_armies=4)
    assert d.open("army 4")
    assert DEPLOY.brush(BRUSHES.index("army 5")) not in d.legal()
    b = battle({2: "I3,9 I4,9 I5,9 I6,9", 3: "I9,9 I10,9", 4: "I12,9 I13,9"}, max_armies=4)
    assert not b.can_split(2)
    assert battle({2: "I3,9 I4,9 I5,9 I6,9", 3: "I9,9 I10,9"}, max_armies=4).can_split(2)


@clause("W-3.6")
def test_a_lone_troop_sees_blocks_and_strikes_but_takes_no_orders():
    b = battle({0: "I5,9", 2: "I5,11 I5,10"}, {2: "I5,8 I6,8"})
    assert (5, 8) in b.south.sees
    assert b.marches(2) == []
    assert b.south.armies == {1, 2}
    b.end()
    assert b.north[5, 8].strength == 800
    b.end()
    assert b.south[5, 9].strength == 800
    assert not battle({0: "I5,9"}, {2: "I5,7 I5,6"}, turn="north").march(2, 1).told("intercept")
    quiet = battle({0: "I5,9"}, {2: "I5,8 I6,8"}, lone_strike=False).end()
    assert quiet.north[5, 8].strength == 1000
