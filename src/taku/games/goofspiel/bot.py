"""Goofspiel: which bids deserve a look, and the numbers of the bots' levels."""

from typing import Any

from taku.bots.contract import Bots
from taku.engine import rule, table
from taku.games.goofspiel.state import BID, CARDS

NEAR = table([24, 20, 10, 4, 2] + [1] * (CARDS - 4))
"""The weight of a bid so far from the worth of the prize. 600 simulations with it score 66 % against 1,000
without (docs/bots.md)."""


@rule
def prefer(s, seat, action):
    """Bid about what the prize is worth."""
    return 0 + NEAR[abs(BID.bid.card(action) - s.prize[s.round])]


# Half of the game is luck, and good play is soon as good as can be: the lower levels search very little and slip more,
# and a beginner does not know what a prize is worth.
LEVELS: dict[str, dict[str, Any]] = {
    "beginner": {"simulations": 12, "slip": 0.30, "reach": 1.00, "prefer": False},
    "casual": {"simulations": 50, "slip": 0.10, "reach": 0.50},
    "club": {"simulations": 200, "slip": 0.02, "reach": 0.20},
    "expert": {"simulations": 900},
    "master": {"simulations": 9_000},
}

BOTS = Bots(levels=LEVELS)
