"""Chances of first place from expected places."""

import pytest

from taku.bots.chances import first, in_chances, standings


def test_two_sides_win_as_often_as_they_expect():
    assert first(0.7, [0.3]) == 0.7


@pytest.mark.parametrize("sides", [3, 4, 10])
def test_equal_sides_share_the_first_place(sides):
    assert first(0.5, [0.5] * (sides - 1)) == pytest.approx(1 / sides, abs=0.002)


@pytest.mark.parametrize("places", [(0.6, 0.5, 0.4), (0.9, 0.35, 0.25), (0.8, 0.7, 0.3, 0.2), (1.0, 0.25, 0.25)])
def test_chances_of_all_sides_add_up(places):
    chances = [first(mine, [*places[:i], *places[i + 1 :]]) for i, mine in enumerate(places)]
    assert sum(chances) == pytest.approx(1, abs=0.03)
    assert list(chances) == sorted(chances, reverse=True)


@pytest.mark.parametrize("certain", [0.0, 1.0])
def test_what_is_certain_stays_so(certain):
    assert first(certain, [0.5, 0.5, 0.1]) == certain


def test_a_decision_is_told_with_what_the_others_expected_then():
    """Seats 0 and 1 are one side; three equal sides stand at a third each, not at a half."""
    made = [{"step": n, "seat": seat, "before": 0.5, "after": 0.5, "lines": [{"value": 1.0}]}
            for n, seat in enumerate((0, 2, 3, 1), 1)]  # fmt: skip
    others = standings(made, [0, 0, 1, 2])
    told = [in_chances(d, others[d["step"]]) for d in made]
    assert [round(d["after"], 2) for d in told] == [0.33] * 4
    assert told[0]["lines"] == [{"value": 1.0}]
