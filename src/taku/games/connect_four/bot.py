"""Connect four: the numbers of the bots' search and levels."""

from taku.bots.contract import Bots

SEARCH = {"uct": 0.65}
"""Against OpenSpiel's search 0.6 to 0.8 do best; 0.4 and 1.0 lost five times as often when moving first. Playouts that
never miss a line were tried: dearer, and weaker."""

LEVELS = {
    "beginner": {"simulations": 150},
    "casual": {"simulations": 510},
    "club": {"simulations": 1_750},
    "expert": {"simulations": 6_000},
    "master": {"simulations": 20_000},
}

BOTS = Bots(search=SEARCH, levels=LEVELS)
