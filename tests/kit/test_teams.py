"""Bit sets of seats, and ranks from points."""

from hypothesis import given
from hypothesis import strategies as st

from tests.kit.toys import Toy, scores, sets, team_scores

points = st.lists(st.integers(-3, 3), min_size=4, max_size=4)


@given(points, st.integers(2, 4))
def test_equal_points_share_the_better_rank(points: list[int], seats: int) -> None:
    toy = Toy(seats=seats)
    for s in (toy.slow, toy.fast):
        for seat in range(4):
            s.points[seat] = points[seat]
    table = sorted(points[:seats], reverse=True)
    assert toy.out(scores) == [1 + table.index(p) for p in points[:seats]]


def test_members_of_a_team_share_its_rank() -> None:
    toy = Toy()
    for s in (toy.slow, toy.fast):
        for seat, team in enumerate((0, 1, 1, 0)):
            s.team[seat] = team
        s.points[0], s.points[1] = 3, 8
    assert toy.out(team_scores) == [2, 1, 1, 2]


def test_sets_of_seats() -> None:
    toy = Toy(seats=3)
    for s in (toy.slow, toy.fast):
        s.team[1] = 1
    answer = toy.call(sets, 1)
    assert answer & 255 == 0b010, "members of team 1"
    assert answer >> 8 & 15 == 1, "one seat in the set"
    assert answer >> 12 & 15 == 2, "after seat 1 comes seat 2"
    assert answer >> 16 == 1, "seat 1 is among the first two"
    assert toy.call(sets, 2) >> 12 & 15 == 0, "and after seat 2 comes seat 0"
