"""W-8: sight and fog."""

import pytest

from taku.games.warring.rules.ground import cell_at
from taku.games.warring.rules.sight import sees
from tests.conftest import clause
from tests.games.warring.battle import RULES, Deployment, battle


@clause("W-8.1")
def test_both_sides_see_all_round_and_over_mountains():
    b = battle({0: "I9,9"}, {0: "I9,5 I5,9 I13,9 I9,13"}, {"1": "8..10,6..8"})
    assert {(9, 5), (5, 9), (13, 9), (9, 13)} <= b.south.sees
    assert (9, 9) in b.north.sees


@clause("W-8.2")
@pytest.mark.parametrize(("ground", "n"), [(".", 5), ("~", 2), ("f", 1), ("1", 5), ("2", 7), ("3", 10)])
def test_how_far_one_sees(ground, n):
    s = battle(size=30, ground={ground: "14,14"}).s
    here = cell_at(14, 14)
    assert sees(s, here, cell_at(14, 14 - n))
    assert sees(s, here, cell_at(14 + n // 2, 14 + n - n // 2))
    assert not sees(s, here, cell_at(14 + n + 1, 14))


@clause("W-8.3")
def test_the_square_is_an_option():
    for shape, corner in (("diamond", 0), ("square", 1)):
        s = battle(sight_shape=shape).s
        assert sees(s, cell_at(9, 9), cell_at(14, 14)) == corner
        assert not sees(s, cell_at(9, 9), cell_at(15, 9))


@clause("W-8.4")
def test_water_and_forest_hide_from_their_like():
    woods = battle(ground={"f": "5..8,5..8"}, sight_shape="square").s
    assert not sees(woods, cell_at(5, 5), cell_at(6, 6))  # distance 2, though the square reaches it
    assert sees(woods, cell_at(5, 5), cell_at(5, 6))
    assert sees(woods, cell_at(5, 5), cell_at(4, 4))  # somebody on grass
    pond = battle(ground={"~": "5..8,5..8"}, sight_shape="square").s
    assert not sees(pond, cell_at(5, 5), cell_at(7, 6))
    assert sees(pond, cell_at(5, 5), cell_at(7, 5))


@clause("W-8.5")
def test_friends_share_their_sight():
    scout = {2: "A5,9 A6,9", 3: "I8,9 I9,9"}
    woods = {"f": "5..6,9..10"}
    assert battle(scout, {0: "I5,7"}, woods).end().north[5, 7].strength < 1000
    alone = battle(scout, {0: "I5,7"}, woods, sight_sharing="army").end()
    assert alone.north[5, 7].strength == 1000
    assert (5, 7) in alone.south.sees  # narrowed for strikes only
    together = battle({2: "A5,9 A6,9 I7,9"}, {0: "I5,7"}, woods, sight_sharing="army").end()
    assert together.north[5, 7].strength < 1000


@clause("W-8.6")
def test_the_limits_bind_the_striker():
    pond = {"~": "4..9,8..9"}
    b = battle({0: "A5,8 I5,12"}, {0: "I8,8"}, pond)
    assert b.south[5, 8].range == 2
    assert (8, 8) not in b.south.sees
    general = battle({1: "A5,8 G5,9", 0: "I8,12"}, {0: "I7,8"}, {"f": "5..8,8"})
    assert (7, 8) in general.south.sees
    assert general.end().north[7, 8].strength == 1000  # forest to forest, distance 2
    assert not general.told("strike_lone")


@clause("W-8.7")
def test_a_striker_is_revealed_until_the_other_sides_turn_is_over():
    woods = {"f": "5..6,9..10"}
    b = battle({2: "A5,9 A6,9"}, {2: "C5,7 C6,7"}, woods, turn="north")
    assert b.south.sees == set()
    b.end()
    assert b.south.sees == {(5, 7), (6, 7)}
    b.end()
    assert b.south.sees == set()
    # An interceptor is revealed until the end of the turn in which it struck.
    b = battle({2: "I5,12 I6,12"}, {2: "A5,7 A6,7"}, {"f": "4..7,11"}).march(2, 1)
    assert b.told("intercept")
    assert {(5, 7), (6, 7)} <= b.south.sees
    b.end()
    assert b.south.sees == set()


@clause("W-8.8", "W-8.10")
def test_sightings_are_told_when_they_change():
    b = battle({2: "I5,12 I6,12"}, {2: "I5,6 I6,6"})
    assert b.south.sees == set()
    b.march(2, 1)
    assert b.heard(0, "sighted") == [(b.north[6, 6].code, cell_at(6, 6)), (b.north[5, 6].code, cell_at(5, 6))]
    assert b.heard(1, "sighted") == [(b.south[5, 11].code, cell_at(5, 11)), (b.south[6, 11].code, cell_at(6, 11))]
    assert b.heard(-1, "sighted") == []


@clause("W-8.9")
def test_what_a_player_sees_of_an_enemy_army():
    b = battle({2: "I5,11 I6,11"}, {2: "I5,6 I5,5", 3: "C9,3 C10,3"})
    b.north.set(2, morale=2, acted=True, moved=True)
    b.north.turn(2, "E")
    seen = b.seen(0)
    (troop,) = seen.north.troops
    assert (troop.cell, troop.kind, troop.strength, troop.number) == ((5, 6), "I", 1000, b.north[5, 6].number)
    assert (seen.north.facing(2), seen.north.morale(2), seen.north.acted(2)) == ("E", 2, True)
    assert not seen.north.moved(2)
    assert seen.north.armies == {2}
    assert seen.s.count[1] == 0


@clause("W-8.10")
def test_memory_of_what_was_seen():
    b = battle({2: "C5,11 C6,11"}, {2: "I5,6 I6,6", 3: "I12,3 I13,3"})
    b.s.round = 4
    b.face(2, "S").march(2, 3)
    assert b.south.sees == set()
    assert b.south.remembers == {(5, 6): 4, (6, 6): 4}
    assert b.heard(0, "lost_sight")
    seen = b.seen(0)
    number = b.north[5, 6].number
    assert (seen.north[number].kind, seen.north[number].strength, seen.north[number].cell) == ("I", 1000, None)
    assert seen.north[b.north[12, 3].number].kind == ""
    b.end().face(2, "E").march(2, 1).end()  # the enemy walks on, unseen
    assert set(b.south.remembers) == {(5, 6), (6, 6)}
    b.face(2, "N").march(2, 3)  # now the cells are seen again: one is empty, and both troops stand elsewhere
    assert b.south.remembers == {}
    assert (6, 6) in b.south.sees


@clause("W-8.10")
def test_an_enemy_that_walks_out_of_sight_is_forgotten_where_it_stood():
    b = battle({2: "I5,11 I6,11"}, {2: "C5,6 C6,6"}, turn="north")
    assert b.south.sees
    b.face(2, "N").march(2, 3)
    assert b.south.sees == set()
    assert b.south.remembers == {}
    assert b.s.known[0] == 1 << b.north[5, 3].number | 1 << b.north[6, 3].number


@clause("W-8.10", "W-9.9")
def test_strength_stays_up_to_date():
    b = battle({2: "C5,9 C6,9"}, {2: "I5,8 I6,8"}).end()
    b.end().face(2, "S").march(2, 3).end()
    b.end()
    number = b.north[5, 8].number
    assert b.seen(0).north[number].strength == b.north[5, 8].strength == 700


@clause("W-8.11")
def test_without_fog_everything_is_seen_and_strikes_still_need_sight():
    b = battle({2: "A5,9 A6,9"}, {2: "C5,7 C6,7"}, {"f": "5..6,9..10"}, fog=False)
    for seat in (-1, 0, 1):
        assert len(b.seen(seat).north.troops) == len(b.seen(seat).south.troops) == 4
    b.end()
    assert b.north.strength == 4000
    assert Deployment(fog=False).s.plan.tobytes()[:300] != b"\0" * 300
    assert not any(RULES.view(Deployment(fog=False).s, 1).plan[0, p] for p in range(300))
