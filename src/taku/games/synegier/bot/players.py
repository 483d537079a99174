"""The five levels: players that draft for links and plan whole turns (rulebook, "Bots")."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from taku.bots.planner import PlanningBot, Thinking
from taku.compile.speed import rules_of
from taku.games.synegier.sparring import partner
from taku.games.synegier.state import ASK

if TYPE_CHECKING:
    from taku.engine import Game


@dataclass(frozen=True)
class Strength:
    """What tells the levels apart."""

    simulations: int
    """For the plan of a turn."""
    worlds: int
    """Guessed worlds in which a plan is judged."""
    taste: float
    """Picks of the draft: how much more than by `prefer` the better card is taken; 0 takes any."""


LEVELS = {
    "beginner": Strength(6, 1, 0.0),
    "casual": Strength(40, 2, 0.25),
    "club": Strength(400, 3, 0.5),
    "expert": Strength(2_000, 4, 1.0),
    "master": Strength(40_000, 6, 4.0),
}


class Tactician(PlanningBot):
    """Picks cards whose bands meet, and plans every turn from its first card to the one that is kept."""

    def __init__(self, strength: Strength, game: Game) -> None:
        thinking = Thinking(strength.simulations, worlds=strength.worlds, horizon=0)
        super().__init__(game, thinking)
        self.strength = strength
        self.rules = rules_of(game)

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Any) -> int:
        if seen.ask in (ASK.draft, ASK.soldier):
            weights = [self.rules.prefer(seen, seat, a) ** self.strength.taste for a in legal]
            return Random(budget.seed).choices(legal, weights)[0]
        return super().__call__(seen, seat, legal, budget)


def players() -> Mapping[str, Callable[[Game], Any]]:
    """By their names; the partner of the guided first game among them."""
    return {"sparring": partner, **{name: partial(Tactician, strength) for name, strength in LEVELS.items()}}
