"""Measures of matches: ratios with intervals, targets, tables, differences."""

from __future__ import annotations

import json
import math
from random import Random

import pytest

from taku.lab.measures import Measure, Ratio, Run, compared, difference, markdown

WINS = Measure("wins", "wins", 0.48, 0.52)
FIELD = Measure("field.*", "on the field", 0.44, 0.56)
LENGTH = Measure("rounds", "rounds", 6, 8, share=False)


def run_of(values: list[float], name: str = "wins") -> Run:
    run = Run({"game": "toy"})
    for x in values:
        run.add({name: (x, 1)})
    return run


def test_a_share_has_the_binomial_error() -> None:
    run = run_of([1.0, 0.0] * 200)
    found = run.interval("wins")
    assert found.mean == 0.5
    assert found.half == pytest.approx(1.96 * math.sqrt(0.25 / 400), rel=0.02)


def test_what_hangs_together_within_a_match_widens_the_interval() -> None:
    """Ten phases of a match that all tie or none are worth one observation, not ten."""
    run = Run()
    for k in range(100):
        run.add({"ties": (10.0 * (k % 4 == 0), 10)})
    assert run.interval("ties").mean == 0.25
    assert run.interval("ties").half == pytest.approx(1.984 * math.sqrt(0.25 * 0.75 / 100), rel=0.03)


def test_the_interval_covers_the_truth_in_nineteen_of_twenty_runs() -> None:
    rng, covered = Random(5), 0
    for _ in range(400):
        run = Run()
        for _ in range(60):
            n = rng.randrange(0, 4)
            run.add({"x": (sum(rng.random() < 0.3 for _ in range(n)), n)})
        found = run.interval("x")
        covered += found.low <= 0.3 <= found.high
    assert 0.92 <= covered / 400 <= 0.98


def test_a_run_of_equal_results_claims_no_certainty() -> None:
    found = run_of([0.0] * 50).interval("wins")
    assert found.mean == 0.0
    assert found.high > 0.01


def test_too_little_is_told_as_such() -> None:
    assert Ratio().error(10) == math.inf
    assert "?" in markdown(run_of([1.0]), [WINS], {})


@pytest.mark.parametrize(
    ("values", "judged"), [([1.0, 0.0] * 100, "yes"), ([1.0, 1.0, 0.0] * 100, "no"), ([1.0, 1.0, 0.0] * 4, "unsure")]
)
def test_targets_are_met_missed_or_open(values: list[float], judged: str) -> None:
    assert WINS.judge(run_of(values).interval("wins")) == judged


def test_targets_in_words() -> None:
    assert WINS.target == "48–52 %"
    assert Measure("d", "draws", None, 0.03).target == "< 3 %"
    assert Measure("u", "uses", 0.15, None, share=False).target == "> 0.15"
    assert Measure("p", "picked").target == ""
    assert Measure("p", "picked").judge(run_of([1.0, 0.0]).interval("wins")) == ""


def test_a_family_is_judged_by_its_worst_member() -> None:
    run = Run()
    for k in range(300):
        run.add({"field.fairy": (k % 2, 1), "field.saint": (float(k % 10 == 0), 1), "rounds": (7, 1)})
    text = markdown(run, [FIELD, LENGTH], {"field.fairy": "Fairy"})
    assert "10.0 % (saint) to 50.0 % (Fairy)" in text
    assert "no (1 of 2)" in text
    assert "| rounds | 6–8 | 7.00 |" in text
    assert text.index("| Fairy |") < text.index("| saint |")


def test_what_changed_between_two_runs() -> None:
    before, after = run_of([1.0, 0.0] * 300), run_of([1.0, 1.0, 1.0, 0.0] * 150)
    d = difference(before, after, "wins")
    assert d.mean == 0.25
    assert 0.04 < d.half < 0.06
    text = compared(before, after, [WINS], {})
    assert "| 50.0 % | 75.0 % | +25.0 % |" in text
    assert text.rstrip().endswith("| yes |")
    back = compared(after, before, [WINS], {})
    assert "| −25.0 % | −30" in back


def test_a_run_survives_being_written() -> None:
    run = run_of([1.0, 0.5, 0.0, 0.0])
    again = Run.read(json.loads(json.dumps(run.json())))
    assert again.matches == 4
    assert again.about == {"game": "toy"}
    assert again.interval("wins") == run.interval("wins")
