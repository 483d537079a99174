"""Chances of first place, where a search says what place a side may expect.

A search counts places: 1 for the first, 0 for the last, evenly between. Two sides' figures add up to 1 and are their
chances to win. Of three equal sides each expects a half, and wins one time in three. With more than two sides the
chances are those of the Plackett–Luce model: each side has a strength, the first place is drawn by the strengths, then
the second among the others, and so on; the strengths are those that give the expected places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taku.engine.match import Match

ENOUGH, MOST = 0.0005, 100
"""The fit ends when a step changes no strength by more, or after so many steps."""
EDGE = 0.002
"""Expected places are kept so far from certainty, where strengths would be endless."""


def first(mine: float, others: Sequence[float]) -> float:
    """A side's chance of first place from what it expects now, and what the others expected when they last moved.

    The others' figures are older, and are scaled so that all fit together.
    """
    n = 1 + len(others)
    if n == 2 or mine <= 0 or mine >= 1:
        return mine
    left, sum_ = n / 2 - mine, sum(others) or 1.0
    places = [mine, *(min(1 - EDGE, max(EDGE, left * one / sum_)) for one in others)]
    strengths = _shares([place / (1 - place) for place in places])
    for _ in range(MOST):
        before = strengths
        strengths = _shares(
            [
                place * (n - 1) / sum(1 / (before[i] + before[j]) for j in range(n) if j != i)
                for i, place in enumerate(places)
            ]
        )
        if max(abs(a - b) for a, b in zip(strengths, before, strict=True)) < ENOUGH:
            break
    return strengths[0]


def _shares(strengths: Sequence[float]) -> list[float]:
    all_ = sum(strengths)
    return [max(EDGE**3, one / all_) for one in strengths]


def standings(decisions: Sequence[Mapping[str, Any]], sides: Sequence[int]) -> dict[int, list[float]]:
    """For each step what the other sides expected; decisions are in their order, ``sides`` has each seat's."""
    expects = dict.fromkeys(sides, 0.5)
    found = {}
    for d in decisions:
        side = sides[d["seat"]]
        found[d["step"]] = [value for other, value in expects.items() if other != side]
        expects[side] = d["after"]
    return found


def in_chances(d: Mapping[str, Any], others: Sequence[float]) -> dict[str, Any]:
    """One decision, as data, with chances in the place of expected places."""
    lines = [{**line, "value": first(line["value"], others)} for line in d["lines"]]
    return {**d, "before": first(d["before"], others), "after": first(d["after"], others), "lines": lines}


def sides_of(match: Match) -> list[int]:
    """Each seat's side: its team, where the game has teams."""
    teams = "team" in match.game.state.layout.fields
    return [int(match.state.team[seat]) if teams else seat for seat in range(match.seats)]  # type: ignore[attr-defined]
