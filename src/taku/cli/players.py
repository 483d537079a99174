"""Who sits at the seats that nobody at the keyboard plays."""

from __future__ import annotations

import random
from collections.abc import Callable

from taku.cli.parser import Fault, nearest
from taku.engine.match import Match

Player = Callable[[Match, int], int]
"""Chooses an action for a seat; it looks only at the seat's view."""

RANDOM = "random"


def levels() -> list[str]:
    """The names of all players: random, and the levels of the bots where there are any."""
    return [RANDOM]


def player(level: str, seed: int | None) -> Player:
    """A player of that level."""
    if level not in levels():
        raise Fault(f"unknown bot {level!r}{nearest(level, levels())} (bots: {', '.join(levels())})")
    return random_player(random.Random(seed))


def random_player(dice: random.Random) -> Player:
    """Any legal action; one that only takes an own click back if there is no other."""

    def choose(match: Match, seat: int) -> int:
        seen = match.view(seat)
        actions = match.rules.legal(seen, seat)
        forward = [a for a in actions if not match.rules.takes_back(seen, seat, a)]
        return dice.choice(forward or actions)

    return choose
