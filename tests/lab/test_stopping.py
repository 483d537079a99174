"""When a study stops: decided, precise enough, or at a limit."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from taku.lab.stopping import Until, judge_of, verdicts


@dataclass
class Study:
    variants: tuple[str, ...] = ("as it is", "changed")
    primary: str = "seat.1"
    until: str = "decided"
    matches: int = 0
    minutes: float = 0.0
    matters: float = 0.0
    alpha: float = 0.05


@dataclass
class Results:
    study: Study
    columns: list[np.ndarray] = field(default_factory=list)

    def matches(self, variant):
        return len(self.columns[variant])

    def column(self, measure, variant):
        x = self.columns[variant]
        return x, np.ones(len(x))

    def paired(self, measure, a, b):
        return *self.column(measure, a), *self.column(measure, b)


def played(study, n, *shares, seed=1):
    rng = np.random.default_rng(seed)
    luck = rng.random(n)
    return Results(study, [(luck < share).astype(float) for share in shares])


def test_a_difference_ends_a_study_and_says_which_way():
    study = Study()
    judge = judge_of(study)
    assert judge(played(study, 60, 0.5, 0.53)) == ""
    results = played(study, 2_000, 0.5, 0.53)
    assert judge(results) == "decided"
    assert [v.word for v in verdicts(results)] == ["more"]
    assert [v.word for v in verdicts(played(study, 2_000, 0.53, 0.5))] == ["less"]


def test_no_difference_that_matters_ends_a_study_too():
    results = played(Study(matters=0.05), 2_000, 0.5, 0.5)
    assert [v.word for v in verdicts(results)] == ["same"]
    assert judge_of(results.study)(results) == "decided"
    assert judge_of(Study())(played(Study(), 2_000, 0.5, 0.5)) == ""


def test_all_variants_must_be_decided():
    study = Study(variants=("a", "b", "c"))
    results = played(study, 2_000, 0.5, 0.55, 0.5)
    assert [v.word for v in verdicts(results)] == ["more", "open"]
    assert judge_of(study)(results) == ""


def test_what_is_found_has_an_interval_that_says_so():
    """Holm finds more than all intervals at the first one's level would show: each has the level of its step."""
    close = 0
    for seed in range(60):
        found = verdicts(played(Study(("a", "b", "c", "d")), 420, 0.5, 0.6, 0.53, 0.535, seed=seed))
        for one in found:
            if one.word == "more":
                assert one.evidence.found.low > 0
        close += sum(one.word == "more" and one.evidence.p > 0.05 / 3 for one in found)
    assert close > 3, "some were found in a later step of Holm's"


def test_a_precision_ends_a_study():
    study = Study(until="± 2")
    assert judge_of(study)(played(study, 2_000, 0.5, 0.5)) == ""
    assert judge_of(study)(played(study, 20_000, 0.5, 0.5)) == "precise"
    study = Study(until="±0.5", primary="decisions")
    results = played(study, 400, 0.5, 0.5)
    assert judge_of(study)(results) == "precise"


def test_limits_end_a_study():
    study = Study(matches=500, minutes=10)
    now = [0.0]
    judge = judge_of(study, lambda: now[0])
    assert judge(played(study, 499, 0.5, 0.5)) == ""
    assert judge(played(study, 500, 0.5, 0.5)) == "matches"
    now[0] = 601.0
    assert judge(played(study, 499, 0.5, 0.5)) == "time"


@pytest.mark.parametrize("text", ["soon", "± 0", "±", "1", "± one"])
def test_what_is_no_question_is_told(text):
    with pytest.raises(ValueError, match="'matches', 'decided' or a precision"):
        Until.read(text)


def test_precisions_are_points_of_a_share_and_units_of_other_figures():
    assert Until.read("± 1.5 points").half == 0.015
    assert Until.read("+-2", share=False).half == 2
