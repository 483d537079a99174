"""Plays a piece of a study: consecutive matches of one variant, in compiled code or beside watchers.

A match depends on the study's seed, its number and its variant alone: not on who plays it, in which order, or with
which other matches. Players that are rules draw from the match's own stream, as one compiled loop; watched, the same
match is played decision by decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from taku.bots.players import Bot, find_bot, rewards
from taku.bots.search import scramble, search_build, teams_of
from taku.bots.table import Watcher, play_match
from taku.compile.speed import native_build, rules_of
from taku.engine.chance import seed as key_chance
from taku.engine.game import Game, GameError
from taku.lab import counting, policy
from taku.lab.columns import Chunk, Column, seated
from taku.lab.measures_generic import Watcher as GenericWatcher
from taku.lab.measures_generic import columns_of
from taku.lab.study import Variant
from taku.lab.watch import Count, balance_of


@dataclass(frozen=True)
class Piece:
    """What one worker plays at a time; small enough to be sent anywhere."""

    variant: Variant
    place: int
    """Which variant of the study it is."""
    seed: int
    turns: int
    """How often a deal is played, with players on other seats (``Study.turns``)."""
    groups: tuple[str, ...]
    """What is looked at besides the end: ``game``, ``generic``."""
    first: int
    n: int
    speed: str = "native"
    """Or ``gpu``, for players that are rules."""


def in_threads(variant: Variant, groups: Sequence[str]) -> bool:
    """Whether all of it happens in compiled code, which lets threads run side by side."""
    return variant.by_policy and (not groups or (set(groups) == {"generic"} and counting.countable(variant.players)))


def builds(variant: Variant, groups: Sequence[str]) -> dict[str, Any]:
    """What must be compiled before a variant can be played."""
    game, needed = variant.found, dict[str, Any]()
    if variant.by_policy:
        needed["simulations"] = policy.policy_build(game)
        if "generic" in groups and counting.countable(variant.players):
            needed["counting"] = counting.counting_build(game)
    if not in_threads(variant, groups):
        needed["tables"] = native_build(game)
    if not variant.by_policy:
        needed["bots"] = search_build(game)
    return needed


def play(piece: Piece) -> Chunk:
    """The matches of a piece."""
    variant, groups = piece.variant, set(piece.groups)
    if not variant.by_policy:
        return _watched(piece, groups)
    chunk = _compiled(piece)
    if "generic" in groups and counting.countable(variant.players):
        chunk.counts |= _counted(piece)
        groups.discard("generic")
    if groups:
        chunk.counts |= _watched(piece, groups).counts
    return chunk


@lru_cache(maxsize=256)
def _template(game: Game, seats: int, options: tuple[tuple[str, int], ...]) -> Any:
    return policy.muted(game, seats, dict(options))


def policies_of(variant: Variant, turns: int) -> list[list[int]]:
    """The players of a variant as kernels take them, for each turn of a deal."""
    return [policy.numbered(variant.found, seated(variant, turn, turns)) for turn in range(turns)]


def _compiled(piece: Piece) -> Chunk:
    variant, game = piece.variant, piece.variant.found
    template = _template(game, variant.seats, tuple(variant.options.items()))
    teams = counting.team_offset(game) >= 0
    what = game, template, policies_of(variant, piece.turns), piece.seed, piece.first, piece.n
    if piece.speed == "gpu":
        from taku.lab.gpu import play_on_gpu

        made, found = play_on_gpu(*what)
    else:
        made = policy.play_by_policy(*what, finals=teams)
        found = made.finals.field("team")[:, : variant.seats] if teams and made.finals else None
    _all_ended(game, made.decisions, piece.first)
    return Chunk(piece.place, piece.first, made.ranks, made.decisions, found)


def _all_ended(game: Game, decisions: Any, first: int) -> None:
    endless = np.flatnonzero(decisions < 0)
    if len(endless):
        number = first + int(endless[0])
        raise GameError(f"{game.id}: match {number} did not end within the {game.decisions:,} decisions it declares")


def _counted(piece: Piece) -> dict[str, Column]:
    """The generic figures, from compiled code; each turn of a deal is a run of its own."""
    variant, turns = piece.variant, piece.turns
    parts = []
    for turn in range(turns):
        counted = counting.count(
            variant.found, piece.n // turns, seats=variant.seats, options=variant.options,
            players=seated(variant, turn, turns), number=piece.seed, first=piece.first // turns,
        )  # fmt: skip
        parts.append(columns_of(variant.found, counted, variant.seats))
    made: dict[str, Column] = {}
    for name in dict.fromkeys(name for part in parts for name in part):
        x, n = np.zeros(piece.n), np.zeros(piece.n)
        for turn, part in enumerate(parts):
            if name in part:
                x[turn::turns], n[turn::turns] = part[name]
        made[name] = x, n
    return made


# ---------------------------------------------------------------- watched


class _All:
    """Several watchers as one."""

    def __init__(self, watchers: Sequence[Watcher]) -> None:
        self.watchers = watchers
        self.teams: list[int] = []

    def before(self, s: Any, seat: int, action: int) -> None:
        for w in self.watchers:
            w.before(s, seat, action)

    def after(self, s: Any, seat: int, action: int) -> None:
        for w in self.watchers:
            w.after(s, seat, action)

    def end(self, s: Any, rewards: Sequence[float]) -> None:
        self.teams = teams_of(s)
        for w in self.watchers:
            w.end(s, rewards)


def watcher(game: Game, groups: Sequence[str] | set[str], count: Count) -> _All:
    """What looks on at a match and counts what was asked for."""
    watchers: list[Watcher] = []
    own = balance_of(game).watcher
    if "game" in groups and own:
        watchers.append(own(count))
    if "generic" in groups:
        watchers.append(GenericWatcher(game, count))
    return _All(watchers)


def _watched(piece: Piece, groups: set[str]) -> Chunk:
    variant, game = piece.variant, piece.variant.found
    ranks = np.zeros((piece.n, variant.seats), np.int8)
    teams, decisions = np.zeros((piece.n, variant.seats), np.int8), np.zeros(piece.n, np.int32)
    counts: list[Mapping[str, tuple[float, float]]] = []
    for k in range(piece.n):
        count = Count()
        look = watcher(game, groups, count)
        ranks[k], decisions[k] = watched_match(variant, piece.seed, piece.first + k, piece.turns, look)
        teams[k] = look.teams
        counts.append(count.counts)
    made = Chunk(piece.place, piece.first, ranks, decisions, teams if _has_teams(teams) else None)
    for name in dict.fromkeys(name for one in counts for name in one):
        pairs = np.array([one.get(name, (0.0, 0.0)) for one in counts], float)
        made.counts[name] = pairs[:, 0], pairs[:, 1]
    return made


def _has_teams(teams: Any) -> bool:
    """Whether any two seats of a match are on one side."""
    ordered = np.sort(teams, axis=1)
    return bool((ordered[:, 1:] == ordered[:, :-1]).any())


@lru_cache(maxsize=64)
def _bot(game: Game, name: str) -> Bot:
    return _Policy(game, name) if name in policy.POLICIES else find_bot(game, name)


class _Policy:
    """A player that is a rule, at a table with players that think; its chance is the budget's."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name, self.number = game, name, policy.numbered(game, [name])[0]

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Any, /) -> int:
        alone = seen.copy()
        key_chance(alone, budget.seed, 0)
        return _Step(self.game, alone).decide(seat, self.number)


class _Step:
    """A match between policies, decision by decision: what the compiled loop does, with time to look on."""

    def __init__(self, game: Game, start: Any) -> None:
        self.board = policy.Board(game, start)
        self.choose = policy.policy_build(game).functions["decide"]
        self.state = game.state(memoryview(self.board.words[0]).cast("B"))

    def decide(self, seat: int, policy: int) -> int:
        b = self.board
        return int(self.choose(b.states, b.words, seat, b.out, b.ranks, policy, *b.scripts))


def watched_match(variant: Variant, seed: int, number: int, turns: int, look: Watcher) -> tuple[list[int], int]:
    """One match with somebody who looks on; ranks and decisions."""
    game, deal, players = variant.found, number // turns, seated(variant, number, turns)
    if not variant.by_policy:
        bots = [_bot(game, name) for name in players]
        played = play_match(
            game, bots, variant.options, luck=seed, index=deal, seed=scramble(seed, number), watcher=look
        )
        return played.ranks, played.decisions
    rules, policies = rules_of(game), policy.numbered(game, players)
    step = _Step(game, game.new(variant.seats, variant.options))
    s = step.state
    key_chance(s, seed, deal)
    rules.start(s)
    done = 0
    while who := rules.actors(s):
        if done >= game.decisions:
            _all_ended(game, np.array([-1]), number)
        seat = (who & -who).bit_length() - 1
        action = step.decide(seat, policies[seat])
        look.before(s, seat, action)
        rules.act(s, seat, action)
        look.after(s, seat, action)
        done += 1
    ranks = rules.scores(s)
    look.end(s, rewards(ranks, teams_of(s)))
    return ranks, done
