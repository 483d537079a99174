"""W-15: how a battle ends."""

import pytest

from tests.conftest import clause
from tests.games.warring.battle import RULES, Deployment, battle


@clause("W-15.1")
def test_the_generals_fall_wins_at_once():
    b = battle({2: "I5,9 I6,9"}, {1: "G5,8/40 I5,7"}).end()
    assert b.result == "south"
    b = battle({2: "I5,9 I6,9"})
    RULES.resign(b.s, 0)
    assert b.result == "north"
    d = Deployment()
    RULES.resign(d.s, 1)
    assert RULES.scores(d.s) == [1, 2]


@clause("W-15.2")
def test_armies_and_troops_may_all_be_lost():
    b = battle({2: "I5,9 I6,9"}, {1: "G5,7 I5,8/100"}).end()
    assert b.north.armies == set()
    assert not b.over
    assert len(b.north.troops) == 1
    b.end()
    assert not b.over


def last_round(south, north, points=(0, 0), **options):
    b = battle({0: south}, {0: north}, round_limit=10, **options)
    b.s.round = 10
    b.s.points[0], b.s.points[1] = points
    return b.end().end()


@clause("W-15.3")
@pytest.mark.parametrize(
    ("limit_result", "result"),
    [("strength", "south"), ("field", "north"), ("draw", "draw")],
)
def test_the_limit(limit_result, result):
    b = last_round("I3,13", "I3,3/900", (3, 5), limit_result=limit_result)
    assert b.result == result
    if result == "draw":
        assert b.told("draw") == [(3000, 2900, 3, 5)]
    else:
        assert b.told("win_limit") == [(["south", "north"].index(result), 3000, 2900, 3, 5)]


@clause("W-15.3")
def test_ties_at_the_limit():
    assert last_round("I3,13", "I3,3", (3, 2)).result == "south"
    assert last_round("I3,13", "I3,3", (3, 3)).result == "draw"
    assert last_round("I3,13", "I3,3/990", (3, 3), limit_result="field").result == "south"
    b = battle({0: "I3,13"}, round_limit=11)
    b.s.round = 10
    assert not b.end().end().over


@clause("W-15.4")
@pytest.mark.parametrize(
    ("south", "north", "points"),
    [("I3,11", "I3,5", (1, 0)), ("I3,12", "I3,6", (0, 1)), ("I3,10", "I3,6", (0, 0)), ("I3,10/990", "I3,6", (0, 1))],
)
def test_field_points(south, north, points):
    b = battle({0: south}, {0: north})
    b.end()
    assert not b.told("field_point")  # only when the round is over
    b.end()
    assert (b.s.points[0], b.s.points[1]) == points
    assert b.told("field_point") == ([(points.index(1), *points)] if any(points) else [])
    assert [RULES.view(b.s, seat).points[1] for seat in (-1, 0, 1)] == [points[1]] * 3


@clause("W-15.5")
def test_after_the_end_everything_is_revealed():
    b = battle({2: "I5,16 I6,16"}, {2: "I5,1 I6,1", 0: "A9,2"})
    assert not b.seen(0).north.troops
    RULES.resign(b.s, 1)
    for seat in (-1, 0, 1):
        seen = b.seen(seat)
        assert {t.cell for t in seen.north.troops} == {t.cell for t in b.north.troops}
        assert seen.north.facing(2) == "S"
