"""Goofspiel: the numbers of the bots' levels.

Half of the game is luck, and against sealed bids good play is soon as good as can be: the levels differ less than in
other games, so the lower ones search much less and slip more (measured in docs/bots.md).
"""

LEVELS = {
    "beginner": {"simulations": 12, "slip": 0.40, "reach": 1.00},
    "casual": {"simulations": 25, "slip": 0.10, "reach": 0.40},
    "club": {"simulations": 80, "slip": 0.03, "reach": 0.20},
    "expert": {"simulations": 400},
    "master": {"simulations": 10_000},
}
