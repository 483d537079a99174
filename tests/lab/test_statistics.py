"""Statistics that hold under repeated looks, on planted cases: nothing is found where nothing is, and 3 points are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from taku.lab.comparisons import alpha_of, confirmed, discoveries, holm
from taku.lab.statistics import LEAST, against, bounded, linearised, normal

STUDIES = 400


def paired(rng, n, difference):
    """Paired differences of a result (0, ½, 1) between two variants on the same luck, half of which end alike."""
    values = (-1.0, -0.5, 0.0, 0.5, 1.0)
    return rng.choice(values, p=(0.17 - difference / 2, 0.08, 0.5, 0.08, 0.17 + difference / 2), size=n)


def looks(n):
    return range(100, n + 1, 100)


def test_no_difference_is_found_in_at_most_5_percent_of_400_studies_that_look_100_times():
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(STUDIES):
        d = paired(rng, 10_000, 0.0)
        found += any(against(d[:n], -1, 1) >= 20 for n in looks(10_000))
    assert found <= 0.05 * STUDIES


def test_3_points_are_found_in_at_least_90_percent_of_400_studies():
    rng = np.random.default_rng(2)
    found = wrong = 0
    needed = []
    for _ in range(STUDIES):
        d = paired(rng, 20_000, 0.03)
        for n in looks(20_000):
            if against(d[:n], -1, 1) >= 20:
                found += d[:n].mean() > 0
                wrong += d[:n].mean() < 0
                needed.append(n)
                break
    assert found >= 0.9 * STUDIES
    assert wrong <= 0.025 * STUDIES
    assert np.median(needed) <= 10_000


@pytest.mark.parametrize("truth", [0.5, 0.9, 0.02])
def test_intervals_of_shares_cover_the_truth_at_all_looks_together(truth):
    rng = np.random.default_rng(3)
    missed = 0
    for _ in range(STUDIES):
        x = (rng.random(2_000) < truth).astype(float)
        # The interval excludes the truth where the evidence against it is 20 (see the test below).
        missed += any(against(x[:n], null=truth) >= 20 for n in (5, 10, 20, 50, *range(100, 2_001, 100)))
    assert missed <= 0.05 * STUDIES


@pytest.mark.parametrize("skew", ["normal", "lognormal", "ratio"])
def test_intervals_of_lengths_cover_the_truth_after_every_block(skew):
    rng = np.random.default_rng(4)
    missed = 0
    for _ in range(STUDIES):
        n = np.arange(LEAST, 2_001)
        if skew == "ratio":
            below = rng.integers(1, 8, 2_000).astype(float)
            above = rng.binomial(below.astype(int), 0.3) * 1.0
            missed += any(not span.low <= 0.3 <= span.high for span in ratios(above, below))
            continue
        x = rng.normal(0, 1, 2_000) if skew == "normal" else rng.lognormal(0, 0.8, 2_000)
        truth = 0.0 if skew == "normal" else math.exp(0.32)
        # The same figures as ``normal`` gives, for all numbers of blocks at once.
        means, squares = np.cumsum(x)[n - 1] / n, np.cumsum(x * x)[n - 1]
        deviations = np.sqrt((squares - n * means**2) / (n - 1))
        last = normal(x)
        halves = deviations * half_per_deviation()[n - LEAST]
        assert halves[-1] == pytest.approx(last.found.half, rel=1e-6)
        missed += bool((np.abs(means - truth) > halves).any())
    assert missed <= 0.05 * STUDIES


def ratios(above, below):
    return [normal(linearised(above[:n], below[:n])).found for n in range(LEAST, 2_001, 50)]


def half_per_deviation(made={}):  # noqa: B006
    """Half the interval for a standard deviation of 1, for each number of blocks from ``LEAST`` on."""
    if not made:
        halves = []
        for n in range(LEAST, 2_001):
            x = np.tile((-1.0, 1.0), n)[:n]
            halves.append(normal(x).found.half / x.std(ddof=1))
        made[0] = np.array(halves)
    return made[0]


def test_an_ordinary_interval_would_not_have_held():
    """The planted case is hard enough to tell: a fixed-sample test finds what is not there in far more studies."""
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(STUDIES):
        d = paired(rng, 10_000, 0.0)
        n = np.array(looks(10_000))
        means = np.cumsum(d)[n - 1] / n
        found += bool((np.abs(means) > 1.96 * d.std() / np.sqrt(n)).any())
    assert found > 0.2 * STUDIES


def test_interval_and_evidence_say_the_same():
    rng = np.random.default_rng(5)
    for shift in (0.0, 0.05, 0.1, 0.2, 0.5):
        for kind in (lambda x: bounded(x, -1, 1), normal):
            one = kind(np.clip(rng.normal(shift, 0.5, 400), -1, 1))
            assert (one.e >= 20) == (not one.found.low <= 0 <= one.found.high)
            assert one.p == min(1, 1 / one.e)
    x = rng.choice((-1.0, 0.0, 0.5), size=300)
    span = bounded(x, -1, 1).found
    assert against(x, -1, 1, null=span.low) == pytest.approx(20, rel=1e-2)
    assert against(x, -1, 1, null=span.high) == pytest.approx(20, rel=1e-2)
    assert against(x, -1, 1, null=0.0) == bounded(x, -1, 1).e


def test_equal_values_claim_no_certainty_too_early():
    assert bounded([0.0] * 20).found.high > 0.1
    assert bounded([1.0] * 20).found.low < 0.9
    assert bounded([], 0, 1).found.half == 0.5
    assert normal([3.0] * 20).found.half == math.inf
    assert normal([3.0] * 100, pad=1.5).found.half > 0.05
    assert normal([0.0] * 100).e == 1


def test_a_ratio_of_sums_is_what_it_was():
    above, below = [1.0, 0.0, 3.0], [2.0, 0.0, 4.0]
    assert linearised(above, below).mean() == pytest.approx(4 / 6)
    assert linearised([0.0], [0.0]).tolist() == [0.0]


def test_holm_keeps_the_chance_of_any_false_finding():
    rng = np.random.default_rng(6)
    false = 0
    for _ in range(STUDIES):
        base = rng.choice((0.0, 1.0), size=2_000)
        p = {str(k): 1 / against(rng.permutation(base) - base, -1, 1) for k in range(8)}
        false += bool(holm(p))
    assert false <= 0.05 * STUDIES
    assert holm({"a": 0.001, "b": 0.02, "c": 0.03, "d": 0.5}) == ["a"]
    assert holm({"a": 0.001, "b": 0.016, "c": 0.024, "d": 0.5}) == ["a", "b", "c"]
    assert holm({}) == []


def test_what_is_looked_through_holds_few_false_findings():
    rng = np.random.default_rng(7)
    shares, hits = [], 0
    for _ in range(100):
        e = {}
        for k in range(60):
            true = 0.65 if k < 6 else 0.5
            e[str(k)] = against((rng.random(600) < true).astype(float), null=0.5)
        named = discoveries(e)
        hits += sum(int(name) < 6 for name in named)
        shares.append(sum(int(name) >= 6 for name in named) / max(1, len(named)))
    assert np.mean(shares) <= 0.05
    assert hits >= 0.9 * 600
    assert discoveries({"a": 19.0}) == []
    assert discoveries({"a": 41.0, "b": 1.0}) == ["a"]
    assert alpha_of(6, 60) == pytest.approx(0.005)


def test_a_lucky_finding_of_a_search_is_not_confirmed():
    """The best of 40 variants that do not differ looks better than the first; on fresh blocks it does not."""
    rng = np.random.default_rng(8)
    looked_better = kept = 0
    for _ in range(100):
        searched = [paired(rng, 400, 0.0).mean() for _ in range(40)]
        looked_better += max(searched) > 0.04
        kept += confirmed([bounded(paired(rng, 4_000, 0.0), -1, 1).p])[0]
    assert looked_better > 90
    assert kept <= 5
    assert confirmed([0.001, 0.9]) == [True, False]
