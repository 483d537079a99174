"""What good play looks like: weights for choices, what positions are worth, and the five levels."""

from typing import Any

from taku.engine import Bots
from taku.games.synegier.bot.prefer import prefer
from taku.games.synegier.bot.worth import plan_value, value
from taku.games.synegier.sparring import players

__all__ = ["BOTS", "plan_value", "prefer", "value"]

SEARCH: dict[str, Any] = {"uct": 0.15, "cut": 24, "drawn": ("draft", "soldier")}
"""A turn is about eleven decisions: 24 reach past the next player's. Decks are drawn by `prefer`, so that they vary."""
LEVELS: dict[str, dict[str, Any]] = {
    "beginner": {"simulations": 20, "slip": 0.10, "reach": 0.5},
    "casual": {"simulations": 60, "slip": 0.05, "reach": 0.3},
    "club": {"simulations": 200, "slip": 0.02, "reach": 0.1},
    "expert": {"simulations": 800, "slip": 0.008, "reach": 0.05},
    "master": {"simulations": 4_000},
}

BOTS = Bots(search=SEARCH, levels=LEVELS, players=players, plans={"master": {}})

