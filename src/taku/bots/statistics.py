"""Statistics of matches: intervals over blocks, Elo, and a sequential test that stops as soon as it may.

A *block* is a set of matches on the same luck with the seats rotated, so its mean score is free of most of the luck and
of the advantage of a seat. Blocks are independent of each other; matches within one are not. Everything here therefore
counts blocks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

Z95 = 1.959964


@dataclass(frozen=True)
class Interval:
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


def t95(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t (Cornish–Fisher expansion; 0.1 % exact from 10 degrees on)."""
    if freedom < 1:
        return math.inf
    if freedom < 10:
        return (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)[freedom - 1]
    z, n = Z95, freedom
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + g1 / n + g2 / n**2 + g3 / n**3


def interval(means: Sequence[float], low: float = 0.0, high: float = 1.0) -> Interval:
    """The mean of block means and its 95 % interval, kept within what a score can be."""
    n = len(means)
    mean = sum(means) / n if n else (low + high) / 2
    if n < 2:
        return Interval(mean, low, high)
    # Half a block on either side: without them a run of equal results would claim certainty.
    padded = [*means, low, high]
    weights = [1.0] * n + [0.5, 0.5]
    centre = sum(w * x for w, x in zip(weights, padded, strict=True)) / sum(weights)
    spread = sum(w * (x - centre) ** 2 for w, x in zip(weights, padded, strict=True)) / n
    half = t95(n - 1) * math.sqrt(spread / n)
    return Interval(mean, max(low, mean - half), min(high, mean + half))


def elo(score: float) -> float:
    """The difference in Elo points that gives this score; infinite for 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of(elo_points: float) -> float:
    """The score expected from a difference in Elo points."""
    return 1 / (1 + 10 ** (-elo_points / 400))


@dataclass
class Gsprt:
    """A generalised sequential probability ratio test of two scores, with the blocks' own variance.

    After each block it says "H1" (the score is rather ``h1`` than ``h0``), "H0", or "" to go on. As in engine testing
    the log-likelihood ratio is that of a normal mean with the variance estimated from the blocks.
    """

    h0: float
    h1: float
    alpha: float = 0.05
    beta: float = 0.05
    least: int = 10
    """Blocks before the first verdict: an estimated variance needs some."""
    blocks: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not 0 <= self.h0 < self.h1 <= 1:
            raise ValueError(f"the test needs scores 0 ≤ h0 < h1 ≤ 1, not {self.h0} and {self.h1}")

    def add(self, block: float) -> str:
        """Take one block's mean score; the verdict so far."""
        self.blocks.append(block)
        return self.verdict

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 to H0."""
        n = len(self.blocks)
        if n < 2:
            return 0.0
        mean = sum(self.blocks) / n
        # One more block as far from the mean as scores go: the variance is never 0 and shrinks to the true one.
        spread = (sum((x - mean) ** 2 for x in self.blocks) + 0.25) / n
        return n * (self.h1 - self.h0) * (2 * mean - self.h0 - self.h1) / (2 * spread)

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratio below which H0, and that above which H1 is accepted (Wald)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def verdict(self) -> str:
        if len(self.blocks) < self.least:
            return ""
        low, high = self.bounds
        return "H0" if self.llr <= low else "H1" if self.llr >= high else ""
