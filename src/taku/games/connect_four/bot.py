"""Connect four: the numbers of the bots' search and levels."""

SEARCH = {"uct": 0.65}
"""Against OpenSpiel's search, moving first with 12,000 simulations, 0.6 to 0.8 lost 3 % of the matches, 0.4 lost 20 %
and 1.0 lost 15 % (docs/bots.md). Playouts that never miss a line were tried: dearer, and they lost 12 %."""

LEVELS = {
    "beginner": {"simulations": 150},
    "casual": {"simulations": 550},
    "club": {"simulations": 2_000},
    "expert": {"simulations": 8_000},
    "master": {"simulations": 40_000},
}
