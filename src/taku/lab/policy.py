"""Players that are rules, in compiled code: random, by the game's `prefer`, one step ahead by its `value`, and the
scripted players of a game (``taku.bots.scripts``).

`prefer` is what the search of every level believes of all players. Such players play a thousand times faster than a
level, so they tell precisely what a few hundred matches of a level can only suggest.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"
# ruff: noqa: SIM102

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from taku.bots.playout import draw, forward
from taku.bots.scripts import Room, no_script, script_of, scripts_of
from taku.compile.kernels import digest, first_of, kernel, random_decision
from taku.engine.chance import key, seed, word
from taku.engine.contract import (
    CORE_WORDS,
    DECISIONS,
    HAS_VALUE,
    SEATS,
    act,
    actors,
    guess,
    scores,
    start,
    value,
    view,
)
from taku.engine.game import Game, GameError
from taku.engine.rule import rule

POLICIES = ("random", "prefer", "value")
"""Players by their number in a kernel; a game's scripted players have the numbers after these, in their order."""

VALUE, SCRIPT = 2, 3
"""The numbers of who looks one step ahead, and of the first scripted player."""


@kernel("int64(State[::1], uint64[:, ::1], int64, int32[::1], int32[::1], int64)")
def ahead(states, words, seat, out, ranks, n):
    """The place of the action after which the seat stands best, in one world that fits what it sees; ties by chance.

    Row 0 is the match, row 2 the guessed world, row 3 what an action makes of it."""
    s, world, after = states[0], states[2], states[3]
    for w in range(CORE_WORDS):
        words[2, w] = words[0, w]
    view(world, seat)
    key(world, word(s), word(s), word(s), word(s))
    guess(world, seat)
    best = -1
    ties = 0
    chosen = 0
    for i in range(n):
        for w in range(CORE_WORDS):
            words[3, w] = words[2, w]
        act(after, seat, out[i])
        if actors(after):
            worth = value(after, seat)
        else:
            scores(after, ranks)
            worth = 0
            for q in range(after.seats):
                if ranks[q] > ranks[seat]:
                    worth += 2
                elif ranks[q] == ranks[seat] and q != seat:
                    worth += 1
            worth = worth * 500 // max(1, after.seats - 1)
        if worth > best:
            best = worth
            ties = 1
            chosen = i
        elif worth == best:
            ties += 1
            if ties * (word(s) & 0xFFFFFF) < 0x1000000:
                chosen = i
    return chosen


@rule
def drawn(s, seat, out, policy):
    """The action of a seat that draws it: any, or by the game's preference."""
    n = forward(s, seat, out)
    return out[draw(s, seat, out, n, policy)]


@kernel(
    "int64(State[::1], uint64[:, ::1], int64, int32[::1], int64, State[::1], uint64[:, ::1], int64[:, ::1], int64[::1])"
)
def scripted(states, words, seat, out, which, seen, seen_words, numbers, chosen):
    """The action of a scripted player, who sees what its seat sees, with a stream of its own from the match's."""
    s = states[0]
    for w in range(CORE_WORDS):
        seen_words[0, w] = words[0, w]
    view(seen[0], seat)
    key(seen[0], word(s), word(s), word(s), word(s))
    for i in range(numbers.shape[1]):
        chosen[i] = numbers[which, i]
    return no_script(seen, seen_words, seat, chosen, out)


@kernel(
    "int64(State[::1], uint64[:, ::1], int64, int32[::1], int32[::1], int64, State[::1], uint64[:, ::1],"
    " int64[:, ::1], int64[::1])"
)
def decide(states, words, seat, out, ranks, policy, seen, seen_words, numbers, chosen):
    """The action that a seat's policy chooses; only the stream of the match changes."""
    if policy >= SCRIPT:
        return scripted(states, words, seat, out, policy - SCRIPT, seen, seen_words, numbers, chosen)
    if HAS_VALUE:  # without `value` there is nothing to compile
        if policy == VALUE:
            return out[ahead(states, words, seat, out, ranks, forward(states[0], seat, out))]
    return drawn(states[0], seat, out, policy)


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[::1], int8[:, ::1], State[::1], uint64[:, ::1],"
    " int64[:, ::1], int64[::1], int64, int64, int64, int8[:, ::1], int32[::1], uint64[::1], uint64[:, ::1])"
)
def play_policies(
    states, words, out, ranks, policies, seen, seen_words, numbers, chosen, number, first, n,
    to_ranks, to_decisions, to_hashes, finals,
):  # fmt: skip
    """Play matches first … first + n − 1 of run `number`; row 0 is the match in play, row 1 seats and options.

    With several rows of policies a deal is played once with each, and the match's number counts both."""
    s = states[0]
    turns = policies.shape[0]
    total = 0
    for k in range(n):
        for w in range(CORE_WORDS):
            words[0, w] = words[1, w]
        seed(s, number, (first + k) // max(1, turns))
        start(s)
        turn = (first + k) % max(1, turns)
        thinks = 0
        for seat in range(policies.shape[1]):
            thinks |= policies[turn, seat]
        done = 0
        while True:
            who = actors(s)
            if who == 0:
                break
            if done >= DECISIONS:
                done = -1
                break
            seat = first_of(who)
            if thinks:
                policy = policies[turn, seat]
                act(s, seat, decide(states, words, seat, out, ranks, policy, seen, seen_words, numbers, chosen))
            else:  # all play at random: a tenth quicker without the call
                random_decision(s, seat, out)
            done += 1
        to_decisions[k] = done
        total += max(done, 0)
        scores(s, out)
        for seat in range(SEATS):
            to_ranks[k, seat] = out[seat]
        if to_hashes.shape[0]:
            to_hashes[k] = digest(words[0])
        if finals.shape[0]:
            for w in range(CORE_WORDS):
                finals[k, w] = words[0, w]
    return total


class Finals:
    """The final states of many matches, field by field."""

    def __init__(self, game: Game, states: Any) -> None:
        self.layout, self.bytes = game.state.layout, states

    def field(self, name: str) -> Any:
        """All values of a field of integers, match by match."""
        offset, field = self.layout.offsets[name], self.layout.fields[name]
        raw = np.ascontiguousarray(self.bytes[:, offset : offset + field.size])
        return raw.view(np.dtype(field.of.name)).reshape(len(raw), *field.shape)


@dataclass(frozen=True)
class PolicyMatches:
    """The results of matches between policies, match by match."""

    ranks: Any
    decisions: Any
    hashes: Any
    finals: Finals | None
    total: int


@lru_cache(maxsize=256)
def policy_build(game: Game) -> Any:
    """The build with the kernels of policy play."""
    from taku.compile.native import Build

    return Build(game, [play_policies, decide], instead={no_script: script_of(game)})


def is_rule(game: Game, player: str) -> bool:
    """Whether a player of a game is a rule, so that compiled code plays its matches."""
    return player in POLICIES or player in scripts_of(game)


def numbered(game: Game, players: Sequence[str]) -> list[int]:
    """The players of all seats by their numbers in a kernel."""
    known = [*POLICIES, *scripts_of(game)]
    return [known.index(p) for p in players]


def script_numbers(game: Game) -> Any:
    """The numbers of all scripted players of a game, a row for each."""
    rows = list(scripts_of(game).values())
    return np.array(rows, np.int64) if rows else np.zeros((1, 1), np.int64)


def fits(game: Game, players: Sequence[str]) -> str:
    """Why these policies cannot play a game; empty if they can."""
    for name in ("prefer", "value"):
        if name in players and name not in game.contract:
            return f"{game.id} has no rule {name!r}, so no player {name!r}"
    return ""


class Board:
    """The rows of states that the kernels play in."""

    def __init__(self, game: Game, template: Any) -> None:
        memory = np.frombuffer(template.memory, np.uint64)
        self.words = np.zeros((4, len(memory)), np.uint64)
        self.words[:] = memory
        self.states = self.words.view(template.native.dtype)[:, 0]
        most = max(game.most_legal, game.seats[-1])
        self.out, self.ranks = np.empty(most, np.int32), np.empty(game.seats[-1], np.int32)
        numbers, room = script_numbers(game), Room(template)
        self.scripts = room.states, room.words, numbers, np.zeros(numbers.shape[1], np.int64)


def play_by_policy(
    game: Game,
    template: Any,
    policies: Any,
    number: int,
    first: int,
    n: int,
    *,
    hashes: bool = False,
    finals: bool = False,
) -> PolicyMatches:
    """Play matches first … first + n − 1 from a template of seats and options; ``policies`` has a row of players for
    each time that a deal is played, ``numbered``."""
    play = policy_build(game).functions["play_policies"]
    board, core = Board(game, template), game.state.core()
    ranks, decisions = np.zeros((n, game.seats[-1]), np.int8), np.zeros(n, np.int32)
    digests = np.zeros(n if hashes else 0, np.uint64)
    states = np.zeros((n if finals else 0, core // 8), np.uint64)
    mine = np.asarray(policies, np.int8)
    total = play(
        board.states, board.words, board.out, board.ranks, mine, *board.scripts, number, first, n,
        ranks, decisions, digests, states,
    )  # fmt: skip
    kept = Finals(game, states.view(np.uint8)) if finals else None
    return PolicyMatches(ranks[:, : template.seats], decisions, digests, kept, total)


def muted(game: Game, seats: int, options: Mapping[str, int]) -> Any:
    """A template for matches that nobody listens to."""
    template = game.new(seats, options)
    template.log.mute = 1
    return template


def policy_matches(
    game: Game, n: int, *, seats: int | None = None, options: Mapping[str, object] | None = None, number: int = 1
) -> Finals:
    """The final states of n matches in which all play by `prefer`; the same number gives the same matches."""
    seats = game.read_seats(seats)
    template = muted(game, seats, game.read_options(options or {}, seats))
    played = play_by_policy(game, template, [numbered(game, ["prefer"] * seats)], number, 0, n, finals=True)
    if (endless := int((played.decisions < 0).sum())) > 0:
        raise GameError(f"{endless} of {n} matches of {game.id} did not end within {game.decisions} decisions")
    assert played.finals is not None
    return played.finals
