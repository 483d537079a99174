"""Columns: what each match of a variant says, as arrays, one number above and one below the line for every match.

A measure's value is the sum above over the sum below. What depends on ranks and lengths alone is worked out here; what
was counted while the match was played comes with the chunk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from taku.engine.game import Game
from taku.engine.options import nearest
from taku.lab.measures import Measure
from taku.lab.measures_generic import GENERIC
from taku.lab.study import Study, StudyError, Variant
from taku.lab.watch import balance_of

Column = tuple[Any, Any]
"""Above and below the line, match by match."""

PLAIN = (
    Measure("seat.*", "results of each seat (draws half)"),
    Measure("first.*", "first place of each seat, alone or with its team"),
    Measure("player.*", "results of each player"),
    Measure("team_first.*", "first place of each team of several seats"),
    Measure("draws", "first place shared"),
    Measure("decisions", "decisions a match", share=False),
)
"""What every match says without being looked at."""

GROUPS = ("plain", "game", "generic")


@dataclass
class Chunk:
    """Consecutive matches of one variant. A match's number means the same luck in every variant."""

    variant: int
    first: int
    ranks: Any
    """Shape (matches, seats), 1 is best."""
    decisions: Any
    teams: Any = None
    """Shape (matches, seats); None where everybody plays alone."""
    counts: dict[str, Column] = field(default_factory=dict)

    @property
    def n(self) -> int:
        return len(self.decisions)


def rewards(ranks: Any, teams: Any = None) -> Any:
    """Each seat's result from 0 to 1, match by match: the opponents left behind, ties half (``taku.bots.players``)."""
    ranks = np.asarray(ranks, np.int16)
    better = (ranks[:, None, :] > ranks[:, :, None]) + 0.5 * (ranks[:, None, :] == ranks[:, :, None])
    if teams is None:
        others = ~np.eye(ranks.shape[1], dtype=bool)[None]
    else:
        others = teams[:, None, :] != teams[:, :, None]
    count = np.broadcast_to(others, better.shape).sum(axis=2)
    return np.where(count > 0, (better * others).sum(axis=2) / np.maximum(count, 1), 0.5)


def columns(chunk: Chunk, variant: Variant, turns: int = 1) -> dict[str, Column]:
    """Everything that a chunk says; ``turns``: how often a deal is played with players moved on (``Study.turns``)."""
    found = rewards(chunk.ranks, chunk.teams)
    one = np.ones(chunk.n)
    first = chunk.ranks == 1
    if chunk.teams is None:
        alone = first.sum(axis=1) == 1
    else:
        alone = np.array([len(set(t[f].tolist())) == 1 for t, f in zip(chunk.teams, first, strict=True)], bool)
    made: dict[str, Column] = {}
    for seat in range(variant.seats):
        made[f"seat.{seat + 1}"] = found[:, seat], one
        made[f"first.{seat + 1}"] = (first[:, seat] & alone).astype(float), one
    if chunk.teams is not None:
        for team in np.unique(chunk.teams):
            mine = chunk.teams == team
            if (mine.sum(axis=1) > 1).any():
                won = (first & mine).any(axis=1) & alone
                made[f"team_first.{int(team) + 1}"] = won.astype(float), mine.any(axis=1).astype(float)
    if len(set(variant.players)) > 1:
        moved = np.arange(chunk.first, chunk.first + chunk.n) % turns
        seats = np.arange(variant.seats)
        who = np.array(variant.players)[(seats[None, :] - moved[:, None]) % variant.seats]
        for player in dict.fromkeys(variant.players):
            mine = who == player
            made[f"player.{player}"] = (found * mine).sum(axis=1) / mine.sum(axis=1), one
    made["draws"] = (~alone).astype(float), one
    made["decisions"] = chunk.decisions.astype(float), one
    return made | chunk.counts


def seated(variant: Variant, number: int, turns: int) -> tuple[str, ...]:
    """Who sits where in a match: with several turns the players move on by one seat in each."""
    by = number % turns
    return tuple(variant.players[(seat - by) % variant.seats] for seat in range(variant.seats))


# ---------------------------------------------------------------- what can be asked for


def measures_of(game: Game) -> tuple[Measure, ...]:
    """Everything that can be measured of a game: plain, its own, generic."""
    own = balance_of(game).measures
    known = {m.name for m in own}
    return (*(m for m in PLAIN if m.name not in known), *own, *(m for m in GENERIC if m.name not in known))


def _named(name: str, among: Iterable[Measure]) -> Measure | None:
    return next((m for m in among if m.name == name or (m.family and name.startswith(m.family))), None)


def groups_of(study: Study) -> set[str]:
    """What of a match must be looked at: nothing beyond its end, the game's own figures, the generic ones."""
    game = study.variants[0].found
    own, groups = balance_of(game).measures, set()
    for name in (*study.measures, study.primary):
        if name in GROUPS:
            groups.add(name)
        elif name == "all":
            groups |= {"generic"} | ({"game"} if own else set())
        elif _named(name, PLAIN):
            groups.add("plain")
        else:
            groups.add("game" if _named(name, own) else "generic")
    return groups - {"plain"}


def check_measures(study: Study) -> None:
    """Every name that a study asks for is a measure, or a StudyError tells the nearest."""
    game = study.variants[0].found
    known = measures_of(game)
    for name in study.measures:
        if name not in (*GROUPS, "all") and _named(name, known) is None:
            raise StudyError(_unknown(name, [*(m.name for m in known), *GROUPS, "all"]))
    if "game" in study.measures and not balance_of(game).measures:
        raise StudyError(f"{game.id} has no measures of its own (balance.py); ask for 'generic'")
    primary, of = study.primary, _named(study.primary, known)
    if of is None or primary in GROUPS:
        raise StudyError(_unknown(primary, [m.name for m in known]))
    members = [f"{of.family}{n + 1}" for n in range(min(v.seats for v in study.variants))]
    if of.name in ("seat.*", "first.*") and primary not in members:
        raise StudyError(_unknown(primary, members))
    players = sorted({f"player.{p}" for v in study.variants for p in v.players if len(set(v.players)) > 1})
    if of.name == "player.*" and primary not in players:
        raise StudyError(_unknown(primary, players))


def _unknown(name: str, known: list[str]) -> str:
    listed = ", ".join(known[:24]) + (f" and {len(known) - 24} more" if len(known) > 24 else "")
    return f"unknown measure {name!r}{nearest(name, known)} ({listed or 'the players of all seats are the same'})"
