"""Matches that are played click by click, so that every page of them can be looked at."""

from collections.abc import Iterator, Mapping
from random import Random

from taku.engine import Game
from taku.engine.match import Match
from taku.page.motion import Effects, Motion


def moments(
    game: Game,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    seed: int = 1,
    most: int = 5000,
) -> Iterator[Match]:
    """A match, decision by decision, and its end; what the game prefers is played more often."""
    match = Match.create(game, seats, options, secret=bytes([seed] * 32), id=f"match {seed}")
    chance = Random(seed)
    for _ in range(most):
        yield match
        acting = match.rules.acting(match.state)
        if not acting:
            return
        seat = chance.choice(acting)
        legal = match.legal(seat)
        match.act(seat, chance.choices(legal, [1 + 2 * match.rules.prefer(match.state, seat, a) for a in legal])[0])


def world(match: Match, seat: int, *actions: int) -> Match:
    """The same match with a seat's next actions played."""
    other = match.branch(match.step)
    for action in actions:
        other.act(seat, action)
    return other


def moves(effects: Effects) -> Iterator[Motion]:
    """What an event moves, also in the stages of its moment."""
    yield from effects.get("anim", ())
    if moment := effects.get("moment"):
        for stage in moment.stages:
            yield from stage
