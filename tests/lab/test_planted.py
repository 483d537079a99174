"""Planted studies, from their matches to the verdict: looked at after every round, as real ones are.

The matches are made up, all the rest is what a study does: rounds, columns, paired differences, the judge.
"""

from __future__ import annotations

import numpy as np
import pytest

from taku.lab.columns import Chunk
from taku.lab.declare import make_study
from taku.lab.results import Results
from taku.lab.run import rounds
from taku.lab.stopping import judge_of, verdicts

STUDIES = 400
MATCHES = 4_000


@pytest.fixture(scope="module")
def study():
    asked = {"game": "goofspiel", "level": "random", "vary": {"cards": [5, 13]}, "sample": 0}
    return make_study(asked | {"until": "decided", "matches": MATCHES})


def ended(study, rng, difference):
    """A study of two variants on the same luck, played until it is decided; its verdict."""
    results, judge = Results.begin(study), judge_of(study)
    for first, end in rounds(study, "compiled"):
        n = end - first
        before, turned = rng.random(n) < 0.5, rng.random(n)
        # A tenth of the wins is lost and a tenth of the losses won, a little less and a little more with a difference.
        after = np.where(before, turned >= 0.1 - difference, turned < 0.1 + difference)
        for place, won in enumerate((before, after)):
            ranks = np.where(won, 1, 2).astype(np.int8)
            results.add(Chunk(place, first, np.stack([ranks, 3 - ranks], axis=1), np.full(n, 8, np.int32)))
        if judge(results):
            break
    return verdicts(results)[0]


def test_no_difference_is_found_in_at_most_5_percent_of_400_studies(study):
    rng = np.random.default_rng(7)
    found = [ended(study, rng, 0.0).word for _ in range(STUDIES)]
    assert sum(word != "open" for word in found) <= 0.05 * STUDIES


def test_3_points_are_found_in_at_least_90_percent_of_400_studies(study):
    rng = np.random.default_rng(8)
    found = [ended(study, rng, 0.03) for _ in range(STUDIES)]
    assert sum(one.word == "more" for one in found) >= 0.9 * STUDIES
    assert sum(one.word == "less" for one in found) <= 0.025 * STUDIES
    within = [one.evidence.found.low <= 0.03 <= one.evidence.found.high for one in found]
    assert sum(within) >= 0.95 * STUDIES
