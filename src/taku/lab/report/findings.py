"""What a study found, ordered by weight: differences between variants, and what stands out in each of them.

What the study was made to decide is judged by itself (``taku.lab.stopping.verdicts``, Holm). All the rest was looked
through; what is named of it holds together (e-BH), and the intervals shown are as wide as that demands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from taku.bots.statistics import Interval
from taku.lab.comparisons import alpha_of, discoveries
from taku.lab.measures import Measure
from taku.lab.statistics import Evidence
from taku.lab.stopping import Study, compared, is_share, measured

POINTS = 0.05
"""A difference of 5 points of a share weighs 1, as much as a tenth of any other figure."""
PART = 0.10
AGAIN = ("offered.", "order_first.")
"""What says again what others say, and would make findings among them rarer: it stands in the table alone."""
OFFERS = 200
"""Offers from which something that was never taken is worth telling."""
EVERY = -1
"""Stands for all variants together."""
MOST = 12
"""Findings that are told; the table holds the rest."""


class Results(Protocol):
    """What a report reads (``taku.lab.results``)."""

    @property
    def study(self) -> Study: ...
    def matches(self, variant: int) -> int: ...
    def names(self, variant: int = 0) -> list[str]: ...
    def column(self, measure: str, variant: int) -> tuple[Any, Any]: ...
    def paired(self, measure: str, a: int, b: int) -> tuple[Any, Any, Any, Any]: ...


@dataclass(frozen=True)
class Finding:
    """One thing that is known."""

    kind: str
    """``difference`` between variants; ``uneven`` (not what is fair), ``target`` (missed), ``never`` (taken)."""
    measure: str
    variant: int
    found: Interval
    base: float
    """What it differs from: the first variant's value, what is fair, the edge of the target."""
    e: float
    blocks: int
    exact: bool

    @property
    def weight(self) -> float:
        """How much it matters, to sort by."""
        if self.kind == "never":
            return 0.5
        off = abs(self.found.mean if self.kind == "difference" else self.found.mean - self.base)
        return off / POINTS if is_portion(self.measure) else off / max(1e-9, abs(self.base)) / PART


def is_portion(measure: str) -> bool:
    """Whether a figure is told in per cent."""
    counted = ("decisions", "generic.minutes", "generic.rounds", "generic.choices", "generic.lead_changes")
    families = ("generic.", "taken.", "right.", "holders.")
    return is_share(measure) or (measure.startswith(families) and measure not in counted)


def fair(measure: str) -> float | None:
    """What a figure would be if nothing had an advantage."""
    return 0.5 if measure.startswith(("seat.", "order.", "player.", "holders.")) else None


def findings(results: Results, targets: Sequence[Measure] = ()) -> list[Finding]:
    """Everything that stands out, heaviest first; the study's own question is not among it."""
    asked = list(_asked(results, targets))
    e_values = {str(i): make(0.05).e for i, (_, _, _, _, make) in enumerate(asked)}
    named = discoveries(e_values)
    alpha = alpha_of(len(named), len(asked))
    made = []
    for i in named:
        kind, measure, variant, base, make = asked[int(i)]
        one = make(alpha)
        made.append(Finding(kind, measure, variant, one.found, base, one.e, one.blocks, one.exact))
    made += _never(results)
    return sorted(made, key=lambda f: -f.weight)


def names_of(results: Results) -> list[str]:
    """The measures that any variant has."""
    variants = range(len(results.study.variants))
    return list(dict.fromkeys(name for v in variants for name in results.names(v)))


def distinct(results: Results) -> list[str]:
    """The measures less those that say again what another one says: the second of two seats, an order that is fixed."""
    import numpy as np

    kept: list[str] = []
    seen: list[Any] = []
    variants = range(len(results.study.variants))
    names = [n for n in names_of(results) if n == results.study.primary or not n.startswith(AGAIN)]
    for name in sorted(names, key=lambda n: n != results.study.primary):
        if fair(name) is None or name.startswith("holders."):
            kept.append(name)
            continue
        whole = np.concatenate([results.column(name, v)[0] for v in variants])
        if not any(len(whole) == len(x) and (np.allclose(whole, x) or np.allclose(whole, 1 - x)) for x in seen):
            kept.append(name)
            seen.append(whole)
    return kept


Asked = tuple[str, str, int, float, Callable[[float], Evidence]]


def _asked(results: Results, targets: Sequence[Measure]) -> Iterable[Asked]:
    """All that is looked at: kind, measure, variant, what it is compared with, and how its evidence is made."""
    study = results.study
    names = distinct(results)
    players: list[tuple[str, ...]] = [tuple(getattr(v, "players", ())) for v in study.variants]
    for measure in names:
        for v in range(1, len(study.variants)):
            if measure == study.primary or (measure.startswith("player.") and players[v] != players[0]):
                continue
            columns = results.paired(measure, 0, v)
            if len(columns[0]) and columns[1].sum() and columns[3].sum():
                base = float(columns[0].sum() / columns[1].sum())
                yield "difference", measure, v, base, _compare(columns, measure)
    for measure in names:
        middle = fair(measure)
        for v in range(len(study.variants)) if middle is not None else ():
            if measure.startswith("player.") and measure != f"player.{players[v][0]}" and len(set(players[v])) == 2:
                continue  # the other one of two players
            column = results.column(measure, v)
            if len(column[0]) and column[1].sum():
                yield "uneven", measure, v, middle or 0.0, _measure(column, measure, middle or 0.0)
    for target in targets:
        members = [n for n in names if n.startswith(target.family)] if target.family else [target.name]
        for measure in members:
            if measure in names and fair(measure) is None:
                for v in range(len(study.variants)):
                    yield from _missed(results, target, measure, v)


def _missed(results: Results, target: Measure, measure: str, v: int) -> Iterable[Asked]:
    """A target that is missed: evidence against the edge that lies nearer."""
    x, n = results.column(measure, v)
    if not len(x) or not n.sum():
        return
    mean = float(x.sum() / n.sum())
    for edge, beyond in ((target.low, -1), (target.high, 1)):
        if edge is not None and (mean - edge) * beyond > 0:
            yield "target", measure, v, edge, _measure((x, n), measure, edge)


def _compare(columns: tuple[Any, Any, Any, Any], measure: str) -> Callable[[float], Evidence]:
    return lambda alpha: compared(columns, measure, alpha)


def _measure(column: tuple[Any, Any], measure: str, null: float) -> Callable[[float], Evidence]:
    return lambda alpha: measured(column, measure, alpha, null)


def _never(results: Results) -> Iterable[Finding]:
    """What was often offered and never taken: once for all variants, or for the one in which it is so."""
    variants = range(len(results.study.variants))
    for measure in names_of(results):
        if not measure.startswith(("taken.", "right.")):
            continue
        columns = [results.column(measure, v) for v in variants]
        offers = [float(n.sum()) if len(n) else 0.0 for _, n in columns]
        never = [v for v in variants if offers[v] >= OFFERS and float(columns[v][0].sum()) == 0]
        if len(never) == len(variants) > 1:
            yield Finding("never", measure, EVERY, Interval(0.0, 0.0, 0.0), 0.0, math.inf, int(sum(offers)), True)
        else:
            for v in never:
                yield Finding("never", measure, v, Interval(0.0, 0.0, 0.0), 0.0, math.inf, int(offers[v]), True)


def shows(results: Results, finding: Finding, lengths: Any = None) -> int | None:
    """The number, within its variant's matches, of the one that shows a finding best; the shortest of several."""
    import numpy as np

    v = finding.variant
    if finding.kind == "never":  # no match shows best what never happens
        return None
    if finding.kind == "difference":
        x_a, n_a, x_b, n_b = results.paired(finding.measure, 0, v)
        off = x_b / np.maximum(1e-9, n_b) - x_a / np.maximum(1e-9, n_a)
        off = np.where((n_a > 0) & (n_b > 0), off, 0.0)
        way = 1.0 if finding.found.mean > 0 else -1.0
    else:
        x, n = results.column(finding.measure, v)
        off = x - finding.base * n
        way = 1.0 if finding.found.mean >= finding.base else -1.0
    if not len(off):
        return None
    most = (off * way).max()
    if most <= 0:
        return None
    best = np.flatnonzero(off * way >= most - 1e-9)
    if lengths is not None and len(lengths) > best.max():
        best = best[np.argsort(lengths[best], kind="stable")]
    return int(best[0])
