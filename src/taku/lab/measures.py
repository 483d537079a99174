"""Measures: what many matches tell of a game, each with its interval, beside its target or beside another run.

Every measure is a ratio of two sums over matches: wins over matches for a win rate, uses over teams for a skill, rounds
over matches for a length. Matches are independent of each other and nothing within one is, so the interval comes from
how much the matches differ (the linearised variance of a ratio), whatever is counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from taku.bots.statistics import Interval, t95
from taku.engine.part import Part, takes

Counts = dict[str, tuple[float, float]]
"""What one match adds to each measure: to the sum above the line and to the one below."""


@dataclass(frozen=True)
class Measure:
    """Something a game is measured by."""

    name: str
    """Its key. ``field.*`` is a family: one measure for each member, and the target holds for every one of them."""
    title: str
    low: float | None = None
    high: float | None = None
    """The target; None where it is open, or where there is none."""
    share: bool = True
    """Shares are between 0 and 1 and are written as percentages."""

    @property
    def family(self) -> str:
        """What the names of its members begin with; empty if it stands alone."""
        return self.name.removesuffix("*") if self.name.endswith(".*") else ""

    def write(self, x: float) -> str:
        return f"{100 * x:.1f} %" if self.share else f"{x:.2f}"

    @property
    def target(self) -> str:
        """The target in words: ``48–52 %``, ``< 3 %``, ``> 0.15``."""
        low, high = (f"{100 * x:g}" if self.share else f"{x:g}" for x in (self.low or 0, self.high or 0))
        unit = " %" if self.share else ""
        if self.low is None:
            return "" if self.high is None else f"< {high}{unit}"
        return f"> {low}{unit}" if self.high is None else f"{low}–{high}{unit}"

    def judge(self, found: Interval) -> str:
        """Whether the target is met: yes, no, or unsure while the interval reaches across its edge."""
        if self.low is None and self.high is None:
            return ""
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        if low <= found.mean <= high:
            return "yes"
        return "no" if found.high < low or found.low > high else "unsure"


@dataclass(frozen=True, kw_only=True)
class Balance(Part):
    """What a game counts in matches of bots."""

    measures: Sequence[Measure] = ()
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What measures are called, by language; where one has no other, its title."""
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What the members of its families are called, by language."""
    watcher: Callable[[Any], Any] | None = field(default=None, metadata=takes("count"))
    """Makes what is shown every move of a match and counts: ``count("exclusions", 2)``."""


@dataclass
class Ratio:
    """A ratio of two sums over matches, with the sums of squares that its error needs."""

    x: float = 0.0
    n: float = 0.0
    xx: float = 0.0
    xn: float = 0.0
    nn: float = 0.0

    def add(self, x: float, n: float) -> None:
        """One match."""
        self.x += x
        self.n += n
        self.xx += x * x
        self.xn += x * n
        self.nn += n * n

    @property
    def mean(self) -> float:
        return self.x / self.n if self.n else 0.0

    def error(self, matches: int) -> float:
        """The standard error of the ratio; infinite while it cannot be known."""
        if matches < 2 or not self.n:
            return math.inf
        r = self.mean
        spread = max(0.0, self.xx - 2 * r * self.xn + r * r * self.nn)
        # Half a match's weight off the mean: a run of equal results claims no certainty.
        spread += (self.n / matches / 2) ** 2
        return math.sqrt(spread * matches / (matches - 1)) / self.n


@dataclass
class Run:
    """What a number of matches told."""

    about: dict[str, Any] = field(default_factory=dict)
    """Game, content, options, bots, seed: what was played."""
    matches: int = 0
    ratios: dict[str, Ratio] = field(default_factory=dict)

    def add(self, counts: Mapping[str, tuple[float, float]]) -> None:
        """One match."""
        self.matches += 1
        for name, (x, n) in counts.items():
            self.ratios.setdefault(name, Ratio()).add(x, n)

    def members(self, measure: Measure) -> list[str]:
        """The names behind a measure: its own, or those of its family."""
        if not measure.family:
            return [measure.name] if measure.name in self.ratios else []
        return [name for name in self.ratios if name.startswith(measure.family)]

    def interval(self, name: str) -> Interval:
        """A measured value with its 95 % interval."""
        found = self.ratios.get(name, Ratio())
        half = t95(max(1, self.matches - 1)) * found.error(self.matches)
        return Interval(found.mean, found.mean - half, found.mean + half)

    def json(self) -> dict[str, Any]:
        ratios = {name: [ratio.x, ratio.n, ratio.xx, ratio.xn, ratio.nn] for name, ratio in self.ratios.items()}
        values = {name: _rounded(self.interval(name)) for name in self.ratios}
        return {**self.about, "matches": self.matches, "values": values, "sums": ratios}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Run:
        """A run from its JSON."""
        about = {key: value for key, value in data.items() if key not in ("matches", "values", "sums")}
        return cls(about, int(data["matches"]), {name: Ratio(*sums) for name, sums in data["sums"].items()})


def _rounded(found: Interval) -> dict[str, float | None]:
    return {key: round(x, 5) if math.isfinite(x) else None for key, x in asdict(found).items()}


def difference(before: Run, after: Run, name: str) -> Interval:
    """How much higher a measure is in the second run, with its 95 % interval."""
    a, b = before.ratios.get(name, Ratio()), after.ratios.get(name, Ratio())
    error = math.hypot(a.error(before.matches), b.error(after.matches))
    half = t95(max(1, before.matches + after.matches - 2)) * error
    return Interval(b.mean - a.mean, b.mean - a.mean - half, b.mean - a.mean + half)


# ---------------------------------------------------------------- tables for people


def markdown(run: Run, measures: Sequence[Measure], names: Mapping[str, str]) -> str:
    """All measures beside their targets, then each family in full. ``names`` says what members are called."""
    rows = [["figure", "target", "measured", "95 % interval", "met"]]
    for measure in measures:
        found = {name: run.interval(name) for name in run.members(measure)}
        if not found:
            continue
        if not measure.family:
            one = found[measure.name]
            rows.append(
                [measure.title, measure.target, measure.write(one.mean), _span(measure, one), measure.judge(one)]
            )
            continue
        lowest, highest = (pick(found, key=lambda name: found[name].mean) for pick in (min, max))
        ends = " to ".join(f"{measure.write(found[name].mean)} ({_called(name, names)})" for name in (lowest, highest))
        rows.append([measure.title, measure.target, ends, "below", _all_met(measure, found)])
    parts = [table(rows)]
    parts += [_family(run, measure, names) for measure in measures if measure.family and run.members(measure)]
    return "\n".join(parts)


def _family(run: Run, measure: Measure, names: Mapping[str, str]) -> str:
    rows = [[measure.title, "measured", "95 % interval", *(["met"] if measure.target else [])]]
    for name in sorted(run.members(measure), key=lambda name: -run.interval(name).mean):
        found = run.interval(name)
        row = [_called(name, names), measure.write(found.mean), _span(measure, found)]
        rows.append([*row, *([measure.judge(found)] if measure.target else [])])
    return table(rows)


def compared(before: Run, after: Run, measures: Sequence[Measure], names: Mapping[str, str]) -> str:
    """Two runs side by side; what changed for certain is marked."""
    rows = [["figure", "target", "before", "after", "difference", "95 % interval", "changed"]]
    for measure in measures:
        for name in dict.fromkeys([*before.members(measure), *after.members(measure)]):
            title = f"{measure.title}: {_called(name, names)}" if measure.family else measure.title
            values = [measure.write(run.interval(name).mean) for run in (before, after)]
            d = difference(before, after, name)
            change = ("+" if d.mean >= 0 else "−") + measure.write(abs(d.mean))
            sure = "yes" if d.low > 0 or d.high < 0 else ""
            rows.append([title, measure.target, *values, change, _span(measure, d, -math.inf), sure])
    return table(rows)


def _span(measure: Measure, found: Interval, least: float = 0.0) -> str:
    """An interval in words; nothing that is counted is less than 0, but a difference may be."""
    if not math.isfinite(found.half):
        return "?"
    scale, digits = (100, 1) if measure.share else (1, 2)
    most = 1.0 if measure.share else math.inf
    low, high = (f"{scale * x:.{digits}f}" for x in (max(least, found.low), min(most, found.high)))
    low, high = low.replace("-", "−"), high.replace("-", "−")
    return f"{low} to {high}{' %' if measure.share else ''}"


def _all_met(measure: Measure, found: Mapping[str, Interval]) -> str:
    said = [measure.judge(one) for one in found.values()]
    for what in ("no", "unsure"):
        if what in said:
            return f"{what} ({said.count(what)} of {len(said)})"
    return said[0]


def _called(name: str, names: Mapping[str, str]) -> str:
    return names.get(name) or name.partition(".")[2] or name


def table(rows: Iterable[Sequence[str]]) -> str:
    """Rows as a Markdown table; the first is its head."""
    head, *rest = rows
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rest]
    return "\n".join(lines) + "\n"
