"""Statistics: intervals cover, tests err as seldom as they promise."""

import math
from random import Random

import pytest

from taku.bots.statistics import Gsprt, elo, interval, score_of, t95


def test_intervals_cover_the_truth_nineteen_times_of_twenty() -> None:
    rng = Random(1)
    for n in (8, 30, 200):
        hits = 0
        for _ in range(1000):
            found = interval([(rng.random() < 0.7) / 2 + (rng.random() < 0.7) / 2 for _ in range(n)])
            hits += found.low <= 0.7 <= found.high
        assert 0.93 <= hits / 1000 <= 1.0


def test_equal_results_do_not_claim_certainty() -> None:
    found = interval([1.0] * 20)
    assert found.mean == 1.0
    assert 0.8 < found.low < 0.95
    assert interval([0.5]).low == 0.0


def test_students_t() -> None:
    for freedom, quantile in ((1, 12.706), (4, 2.776), (10, 2.228), (30, 2.042), (1000, 1.962)):
        assert t95(freedom) == pytest.approx(quantile, rel=1e-3)


def test_elo_and_score_are_inverse() -> None:
    assert elo(0.5) == 0
    assert elo(score_of(123.0)) == pytest.approx(123.0)
    assert elo(1.0) == math.inf


@pytest.mark.parametrize(("truth", "verdict"), [(0.5, "H0"), (0.62, "H1")])
def test_the_sequential_test_errs_seldom(truth: float, verdict: str) -> None:
    rng = Random(2)
    right, used = 0, 0
    for _ in range(200):
        test = Gsprt(0.5, 0.62)
        said = ""
        while not said:
            said = test.add(((rng.random() < truth) + (rng.random() < truth)) / 2)
        right += said == verdict
        used += len(test.blocks)
    assert right / 200 >= 0.92
    assert used / 200 < 150


def test_hypotheses_are_checked() -> None:
    with pytest.raises(ValueError, match="0 ≤ h0 < h1 ≤ 1"):
        Gsprt(0.6, 0.5)
