"""Matches with a fixed course, so that what is tested in a browser goes the same way on every machine.

A host's own seed deals the cards. A seat's move follows from the course's name, the seat and the number of its own
moves, and from nothing that depends on who is faster: however moves meet, the match goes the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast

from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.engine.rules import Rules
from taku.engine.state import GameState
from taku.games.oneiron import game
from taku.games.oneiron.page import gesture
from taku.games.oneiron.state import SPLIT, State
from taku.server.bots import Pool
from taku.server.deals import own

Chooser = Callable[[Rules, GameState, int, int], int]
"""What a seat does, from what it sees and the number of its move."""


@dataclass(frozen=True)
class Step:
    """One move of a seat: what it is asked, what it taps, and whether the server answers, since there is no choice."""

    kind: str
    action: int
    tap: str
    alone: bool


def dealt(seed: str, seats: int, **options: object) -> Match:
    """The match that a server deals for a host's own seed."""
    return Match.create(game, seats, options, secret=own(seed), id="seed", rules=rules_of)


def at_random(name: str) -> Chooser:
    """Any move of the first nine, which have keys of their own. Nothing is taken back, splits stay as proposed."""

    def choose(rules: Rules, seen: GameState, seat: int, number: int) -> int:
        kept = [a for a in rules.legal(seen, seat) if not rules.takes_back(seen, seat, a)]
        return SPLIT.confirm if SPLIT.confirm in kept else Random(f"{name} {seat} {number}").choice(kept[:9])

    return choose


def step(match: Match, seat: int, action: int) -> Step:
    seen = match.view(seat)
    (tap,) = gesture(cast(State, seen), seat, match.rules.asked(seen, seat).read(action))
    return Step(match.rules.kind(seen, seat), action, tap, len(match.legal(seat)) == 1)


def course(match: Match, choose: Chooser, order: Random | None = None) -> list[list[Step]]:
    """Plays the match and tells everybody's moves; who comes first of several that may, or whom ``order`` says."""
    made = [list[Step]() for _ in range(match.seats)]
    while acting := match.rules.acting(match.state):
        seat = order.choice(acting) if order else acting[0]
        action = choose(match.rules, match.view(seat), seat, len(made[seat]))
        made[seat].append(step(match, seat, action))
        match.act(seat, action)
    return made


def bots_follow(monkeypatch, choose: Chooser) -> None:
    """The bots of a server in this process make the moves of a course."""

    async def told(pool, table, seat, *_, **__) -> int:
        return choose(table.match.rules, table.history.past[seat].seen, seat, table.history.moves[seat])

    monkeypatch.setattr(Pool, "choose", told)
