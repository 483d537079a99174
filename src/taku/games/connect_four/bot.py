"""Connect four: the numbers of the bots' search and levels."""

SEARCH = {"uct": 0.65}
"""Against OpenSpiel's search, moving first with 12,000 simulations, 0.6 to 0.8 lost 3 % of the matches, 0.4 lost 20 %
and 1.0 lost 15 % (docs/bots.md). Playouts that never miss a line were tried: dearer, and they lost 12 %."""

LEVELS = {
    "beginner": {"simulations": 110, "slip": 0.075},
    "casual": {"simulations": 350},
    "club": {"simulations": 1_200},
    "expert": {"simulations": 4_500},
    "master": {"simulations": 20_000},
}
