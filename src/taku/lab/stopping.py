"""When a study may stop: as soon as its question is answered, or a limit is reached.

It is asked after every round of blocks. That costs nothing in certainty, because the intervals hold however often one
looks (``taku.lab.statistics``).
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from taku.lab.comparisons import holm
from taku.lab.statistics import ALPHA, Evidence, bounded, linearised, normal

Column = tuple[Any, Any]
"""A measure's two sums, match by match: above and below the line."""


class Study(Protocol):
    """What must be known of a study to end it (``taku.lab.study``)."""

    @property
    def variants(self) -> Sequence[Any]: ...
    @property
    def primary(self) -> str: ...
    @property
    def until(self) -> str: ...
    @property
    def matches(self) -> int: ...
    @property
    def minutes(self) -> float: ...
    @property
    def matters(self) -> float: ...
    @property
    def alpha(self) -> float: ...


class Results(Protocol):
    """What has been played so far (``taku.lab.results``)."""

    @property
    def study(self) -> Study: ...
    def matches(self, variant: int) -> int: ...
    def column(self, measure: str, variant: int) -> Column: ...
    def paired(self, measure: str, a: int, b: int) -> tuple[Any, Any, Any, Any]: ...


SHARES = (
    "seat.",
    "first.",
    "team_first.",
    "player.",
    "draws",
    "order.",
    "order_first.",
    "generic.comeback",
    "generic.settled",
    "generic.ahead.",
)
"""Columns that lie between 0 and 1 in every match, beginning with these words."""


def is_share(measure: str) -> bool:
    """Whether a column lies between 0 and 1 in every match, so that its intervals are exact."""
    return measure.startswith(SHARES)


@dataclass(frozen=True)
class Until:
    """The question that ends a study."""

    kind: str = "matches"
    """``decided``, ``precise`` or ``matches``: as many as were asked for."""
    half: float = 0.0
    """For ``precise``: how far the interval of every variant may reach to either side."""

    @classmethod
    def read(cls, text: str, share: bool = True) -> Until:
        """``decided``, ``matches``, or ``± 1``: points of a share, units of anything else."""
        plain = text.strip().lower()
        if plain in ("decided", "matches"):
            return cls(plain)
        match = re.fullmatch(r"(?:±|\+-|\+/-)\s*(\d+(?:\.\d+)?)\s*(?:points?|%)?", plain)
        if not match or float(match[1]) == 0:
            raise ValueError(f"until = {text!r}: this is 'matches', 'decided' or a precision such as '± 1'")
        return cls("precise", float(match[1]) / (100 if share else 1))


def compared(columns: tuple[Any, Any, Any, Any], measure: str, alpha: float = ALPHA) -> Evidence:
    """How much higher a measure is in the second variant than in the first, on the same luck."""
    import numpy as np

    x_a, n_a, x_b, n_b = columns
    if is_share(measure) and bool((n_a == 1).all()) and bool((n_b == 1).all()):
        return bounded(x_b - x_a, -1.0, 1.0, alpha=alpha)
    a, b = linearised(x_a, n_a), linearised(x_b, n_b)
    return normal(b - a, alpha=alpha, pad=float(np.std(a)) if len(a) else 0.0)


def measured(column: Column, measure: str, alpha: float = ALPHA, null: float = 0.0) -> Evidence:
    """A measure of one variant."""
    import numpy as np

    x, n = column
    if is_share(measure) and bool((n == 1).all()):
        return bounded(x, null=null, alpha=alpha)
    made = linearised(x, n)
    # A figure that never varied may be a little off all the same: by half of itself in one block.
    pad = max(float(np.std(made)), abs(float(made.mean())) / 2) if len(made) else 0.0
    return normal(made, alpha=alpha, null=null, pad=pad)


@dataclass(frozen=True)
class Verdict:
    """What is known of one variant against the first."""

    variant: int
    evidence: Evidence
    word: str
    """``more``, ``less``, ``same`` (no difference that matters) or ``open``."""


def verdicts(results: Results, measure: str = "") -> list[Verdict]:
    """Each variant against the first, corrected for their number (Holm)."""
    study = results.study
    measure = measure or study.primary
    others, alpha = range(1, len(study.variants)), study.alpha
    # The interval that must lie within what does not matter is one of as many as there are variants.
    level = alpha / max(1, len(others))
    found = {v: compared(results.paired(measure, 0, v), measure, level) for v in others}
    certain = holm({str(v): one.p for v, one in found.items()}, alpha)
    for place, name in enumerate(certain):  # what is found has the interval of its step, which excludes no difference
        if place:
            v = int(name)
            found[v] = compared(results.paired(measure, 0, v), measure, alpha / (len(others) - place))
    return [Verdict(v, one, _word(one, str(v) in certain, study.matters)) for v, one in found.items()]


def _word(one: Evidence, certain: bool, matters: float) -> str:
    if matters and -matters <= one.found.low and one.found.high <= matters:
        return "same"
    if certain:
        return "more" if one.found.mean > 0 else "less"
    return "open"


def judge_of(study: Study, clock: Callable[[], float] = time.monotonic) -> Callable[[Results], str]:
    """What says, after each round, why a study is over: ``decided``, ``precise``, ``matches``, ``time``, or nothing."""
    until = Until.read(study.until, is_share(study.primary))
    begun = clock()

    def judge(results: Results) -> str:
        if until.kind == "decided" and len(study.variants) > 1:
            if all(one.word != "open" for one in verdicts(results)):
                return "decided"
        elif until.kind == "precise" and precise(results, until.half):
            return "precise"
        if study.matches and min(map(results.matches, range(len(study.variants)))) >= study.matches:
            return "matches"
        if study.minutes and clock() - begun >= 60 * study.minutes:
            return "time"
        return ""

    return judge


def precise(results: Results, half: float) -> bool:
    """Whether every variant, and every difference from the first, is known to that precision."""
    study = results.study
    measure, alpha = study.primary, study.alpha
    known = [measured(results.column(measure, v), measure, alpha) for v in range(len(study.variants))]
    known += [compared(results.paired(measure, 0, v), measure, alpha) for v in range(1, len(study.variants))]
    return all(math.isfinite(one.found.half) and one.found.half <= half for one in known)
