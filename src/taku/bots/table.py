"""Bots at a table: what a seat is asked from, and whole matches between bots."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from taku.bots.players import Bot, Budget, rewards
from taku.bots.search import scramble, teams_of
from taku.compile.speed import rules_of
from taku.engine.chance import seed as key_chance
from taku.engine.game import Game, GameError
from taku.engine.match import Match
from taku.engine.rules import Rules
from taku.engine.state import GameState

CLICKS = 64
"""Clicks of one seat in a simultaneous choice before the others are let in between."""


class IllegalAction(GameError):
    """A bot answered with something that its seat may not do."""


@dataclass(frozen=True)
class Played:
    """A finished match between bots."""

    ranks: list[int]
    rewards: list[float]
    decisions: int
    thought: list[float]
    """Seconds each seat's bot spent."""
    asked: list[int]
    """Decisions each seat's bot was asked for."""


class Watcher(Protocol):
    """Somebody who sees a whole match of bots go by, secrets and events included."""

    def before(self, s: GameState, seat: int, action: int) -> None:
        """A seat is about to act; the stream is what it acts with."""

    def after(self, s: GameState, seat: int, action: int) -> None:
        """It has acted; the events of that are in the buffer."""

    def end(self, s: GameState, rewards: Sequence[float]) -> None:
        """The match is over; each seat's result is from 0 to 1."""


def play_match(
    game: Game,
    bots: Sequence[Bot],
    options: Mapping[str, int] | None = None,
    *,
    luck: int = 0,
    index: int = 0,
    seed: int = 0,
    watcher: Watcher | None = None,
) -> Played:
    """Play one match between bots, one for each seat.

    ``luck`` and ``index`` fix the deal and all chance, ``seed`` the bots' own. Seats that choose at the same time are
    all asked before any of them has chosen, so it makes no difference who answers first; only a partner's choice is
    known to those after it. Events are told only if there is a ``watcher``; it changes nothing.
    """
    rules = rules_of(game)
    s = game.new(len(bots), options)
    s.log.mute = watcher is None
    key_chance(s, luck, index << 20)
    rules.start(s)
    record = _Record(rules, bots, luck, index, seed)
    while waiting := rules.acting(s):
        for seat, actions in record.ask(s, waiting):
            for action in actions:
                record.move(s, seat, action, watcher)
    ranks = rules.scores(s)
    result = rewards(ranks, teams_of(s))
    if watcher:
        watcher.end(s, result)
    return Played(ranks, result, record.step, record.thought, record.asked)


@dataclass
class _Record:
    """A match in play: asks bots and keeps count."""

    rules: Rules
    bots: Sequence[Bot]
    luck: int
    index: int
    seed: int

    def __post_init__(self) -> None:
        self.step = 0
        self.questions = 0
        self.thought = [0.0] * len(self.bots)
        self.asked = [0] * len(self.bots)

    def ask(self, s: GameState, waiting: Sequence[int]) -> list[tuple[int, list[int]]]:
        """What the waiting seats do: one action of a seat that is alone, a whole sealed choice of each of several."""
        if len(waiting) == 1:
            return [(waiting[0], [self.choose(s, waiting[0])])]
        answers: list[tuple[int, list[int]]] = []
        teams = teams_of(s)
        for seat in waiting:
            alone = s.copy()
            for partner, chosen in answers:
                if teams[partner] == teams[seat]:  # partners see each other's choices
                    for action in chosen:
                        self.rules.act(alone, partner, action)
            if self.rules.actors(alone) == 1 << seat:
                break  # all the others are partners who have chosen: its own choice carries the step out
            clicks: list[int] = []
            while self.rules.actors(alone) >> seat & 1 and len(clicks) < CLICKS:
                clicks.append(self.choose(alone, seat))
                key_chance(alone, self.luck, (self.index << 20) + self.step + 1)
                self.rules.act(alone, seat, clicks[-1])
            answers.append((seat, clicks))
        return answers

    def choose(self, s: GameState, seat: int) -> int:
        seen = self.rules.view(s, seat)
        legal = self.rules.legal(seen, seat)
        self.questions += 1
        begun = time.perf_counter()
        action = self.bots[seat](seen, seat, legal, Budget(scramble(self.seed, self.questions)))
        self.thought[seat] += time.perf_counter() - begun
        self.asked[seat] += 1
        if action not in legal:
            raise IllegalAction(f"seat {seat}: {action!r} is not one of the legal actions {legal[:20]}")
        return action

    def move(self, s: GameState, seat: int, action: int, watcher: Watcher | None) -> None:
        if self.step > self.rules.game.decisions:
            raise GameError(f"{self.rules.game.id}: a match passed its declared {self.rules.game.decisions} decisions")
        if action not in self.rules.legal(s, seat):
            raise IllegalAction(f"seat {seat}: {action!r} is not legal any more when its turn comes")
        self.step += 1
        key_chance(s, self.luck, (self.index << 20) + self.step)
        if watcher:
            watcher.before(s, seat, action)
        self.rules.act(s, seat, action)
        if watcher:
            watcher.after(s, seat, action)


def asked_view(match: Match, seat: int, at: int | None = None) -> GameState:
    """What a bot at a live table is asked from (now or after step ``at``): the seat's view, less what others sealed.

    In a simultaneous choice the seat sees who is ready. A search would then fill their sealed choices in at random,
    though they were made with a purpose. So the view is taken from the moment when the choice began, with the clicks
    of the seat and its partners since: the same knowledge, less the others' being ready.
    """
    end = match.step if at is None else at
    rules, begin = match.rules, end
    now = match.at(end)
    after = rules.actors(now)
    while begin > 0 and match.entries[begin - 1].kind in ("move", "timeout"):
        before = rules.actors(match.at(begin - 1))
        if not before >> seat & 1 or after & ~before:
            break
        begin, after = begin - 1, before
    teams = teams_of(now)
    since = match.entries[begin:end]
    if all(teams[e.seat] == teams[seat] for e in since):
        return rules.view(now, seat)
    s = match.at(begin)
    for entry in since:
        if teams[entry.seat] == teams[seat]:
            if not rules.actors(s) >> entry.seat & 1:
                return rules.view(now, seat)  # it had sealed: without the others' seals the next choice never began
            if entry.kind == "move":
                rules.act(s, entry.seat, entry.value)
            else:
                rules.timeout(s, entry.seat)
    # If the seat sealed last and is asked again at once, the choice that began there is over: it is asked from now.
    same = rules.actors(s) >> seat & 1 and rules.kind(s, seat) == rules.kind(now, seat)
    same = same and rules.legal(s, seat) == rules.legal(now, seat)
    return rules.view(s if same else now, seat)
