"""What a law found, and the report of all of them."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

PASSED, FAILED, NOT_APPLICABLE = "passed", "FAILED", "not applicable"
WIDTH = 100


class Broken(Exception):
    """A law does not hold; the message is the counterexample. ``step`` is the move after which it shows."""

    def __init__(self, text: str, step: int | None = None) -> None:
        super().__init__(text)
        self.step = step


@dataclass(frozen=True)
class Result:
    """How one law fared: what was tried, and the first counterexample."""

    law: str
    verdict: str
    meaning: str = ""
    count: int = 0
    tried: str = ""
    """What was counted: "moves", "views" …"""
    where: str = ""
    """The match in which the counterexample shows: seats, options, seed and step."""
    text: str = ""
    """The counterexample, or why the law does not apply."""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return self.verdict != FAILED

    def __str__(self) -> str:
        head = f"{self.law:<8} {self.verdict}"
        if self.verdict == NOT_APPLICABLE:
            return _wrap(f"{head}: {self.text}", 9)
        head += f"  {self.count:,} {self.tried}" if self.count else ""
        lines = [head + "".join(f"; {note}" for note in self.notes)]
        if self.verdict == FAILED:
            lines = [head, f"  the law: {self.meaning}"]
            lines += [f"  {self.where}"] if self.where else []
            lines += ["  " + line for line in self.text.splitlines()]
        return "\n".join(_wrap(line, 9 if i == 0 else 6) for i, line in enumerate(lines))


def _wrap(line: str, indent: int) -> str:
    return textwrap.fill(
        line,
        WIDTH,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )


@dataclass(frozen=True)
class Report:
    """What the laws found about a game."""

    game: str
    version: int
    seed: int
    settings: int
    results: list[Result] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return all(r.ok for r in self.results)

    def __getitem__(self, law: str) -> Result:
        return next(r for r in self.results if r.law == law)

    @property
    def failed(self) -> list[str]:
        return [r.law for r in self.results if not r.ok]

    @property
    def head(self) -> str:
        """Which game, and over how many tables the laws are tried."""
        tables = f"{self.settings} tables (seats and pairs of options)"
        return f"{self.game}, version {self.version}: {tables}, seed {self.seed}"

    @property
    def foot(self) -> str:
        """The verdict in one line."""
        verdict = "all laws hold" if self.ok else f"{len(self.failed)} broken: {', '.join(self.failed)}"
        return f"{self.game}: {verdict} ({self.seconds:.1f} s)"

    def __str__(self) -> str:
        return "\n".join([self.head, *map(str, self.results), self.foot])
