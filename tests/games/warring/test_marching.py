"""W-6: facing and marching."""

import pytest

from tests.conftest import clause
from tests.games.warring.battle import RULES, battle


@clause("W-6.1")
def test_turning_is_free_and_causes_nothing():
    b = battle({2: "I5,9 I6,9"}, {2: "I5,8 I6,8"})
    assert b.faces(2) == {"E", "S", "W"}
    b.face(2, "W")
    assert b.south.facing(2) == "W"
    assert b.south.cells(2) == {(5, 9), (6, 9)}
    assert not b.told("intercept")
    alone = battle({2: "I5,9 I6,9"}).face(2, "W").march(2, 1).face(2, "N")
    assert alone.told("face") == [(0, 2, 3), (0, 2, 0)]


@clause("W-6.2")
@pytest.mark.parametrize(("way", "dx", "dy"), [("N", 0, -1), ("E", 1, 0), ("S", 0, 1), ("W", -1, 0)])
def test_the_whole_shape_moves_ahead(way, dx, dy):
    shape = {(8, 8), (9, 8), (9, 9)}
    b = battle({2: "C8,8 C9,8 C9,9"})
    if way != "N":
        b.face(2, way)
    b.march(2, 2)
    assert b.south.cells(2) == {(x + 2 * dx, y + 2 * dy) for x, y in shape}
    assert all(b.s.at[32 * (y + 1) + x + 1] for x, y in b.south.cells(2))


@clause("W-6.3")
def test_only_the_terrain_at_the_start_slows():
    b = battle({2: "C5,12 C6,12"}, ground={"f": "5..6,10..11"})
    assert b.marches(2) == [1, 2, 3]
    b.march(2, 2).end().end()
    assert b.marches(2) == [1]
    mixed = battle({2: "C5,12 I6,12"})
    assert mixed.marches(2) == [1]


@clause("W-6.4")
def test_what_stops_a_march():
    assert battle({2: "C5,1 C6,1"}).marches(2) == [1]  # the edge
    assert battle({2: "C5,12 C6,12", 0: "I6,10"}).marches(2) == [1]  # a friend of another army
    assert battle({2: "C5,12 C6,12"}, {2: "I6,9 I7,9"}).marches(2) == [1, 2]  # an enemy
    assert battle({2: "C5,12 C5,11"}).marches(2) == [1, 2, 3]  # not the own army
    assert battle({2: "C5,12 C6,12"}, ground={"~": "6..7,9..10"}).marches(2) == [1]
    assert battle({2: "C5,12 C6,12"}, ground={"1": "5,9", "2": "5,10"}).marches(2) == [1]


@clause("W-6.5")
def test_one_march_climbs_one_level_and_descends_any():
    slope = {"1": "0..17,11", "2": "0..17,10", "3": "0..17,9"}
    assert battle({2: "C5,12 C6,12"}, ground=slope).marches(2) == [1]
    assert battle({2: "C5,8 C6,8"}, ground=slope).marches(2) == [1, 2, 3]
    down = battle({2: "C5,9 C6,9"}, ground=slope)
    assert down.face(2, "S").marches(2) == [1, 2, 3]


@clause("W-6.6")
def test_nobody_jumps():
    b = battle({2: "C5,12 C6,12"}, {2: "I5,10 I4,10"})
    assert b.marches(2) == [1]  # behind the enemy everything is free


@clause("W-6.7")
def test_a_march_sets_the_moved_flag():
    b = battle({2: "C5,12 C6,12 I7,12 I8,12", 0: "I9,11"})
    b.march(2, 1)
    assert b.south.moved(2)
    assert not b.south.acted(2)
    assert b.faces(2)
    assert b.can_rally(2)


@clause("W-6.8")
@pytest.mark.parametrize("ground", [".", "f", "~", "1"])
def test_whoever_marches_sees_the_way(ground):
    """An enemy in the way is always visible, so that legal marches tell nothing."""
    for ahead in (1, 2, 3):
        b = battle({2: "I5,12 I6,12"}, {0: f"I5,{12 - ahead}"}, {ground: "4..7,9..13"})
        speed = min(t.speed for t in b.south.troops if t.army == 2)
        if ahead <= speed:
            assert (5, 12 - ahead) in b.south.sees
        assert RULES.legal(b.s, 0) == RULES.legal(RULES.view(b.s, 0), 0)


@clause("W-6.9", "W-8.8")
def test_interception_is_checked_at_the_end_of_the_way():
    # The cavalry passes within reach of the infantry and stops beyond it.
    b = battle({2: "C5,9 C5,10"}, {2: "I6,8 I7,8"})
    b.march(2, 3)
    assert not b.told("intercept")
    stops = battle({2: "C5,9 C5,10"}, {2: "I6,8 I7,8"}).march(2, 1)
    assert len(stops.told("intercept")) == 1
