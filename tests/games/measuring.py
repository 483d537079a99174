"""Matches between bots, counted once for all tests of a run."""

from functools import cache

from taku.bots import find_bot
from taku.engine import find_game
from taku.lab.measures import Run
from taku.lab.watch import watch_match

LUCK = 3
PLAYED: dict[str, tuple[str, int, int, dict[str, object]]] = {
    "campus": ("diligent", 4, 6, {"length": "taster"}),
    "destroy": ("random", 2, 12, {"team_mode": "random"}),
    "oneiron": ("random", 13, 10, {}),
    "warring": ("club", 2, 24, {}),
}
"""Who plays, at how many seats, how many matches, and with which options."""


@cache
def measured(name: str) -> Run:
    """What some matches of a game count."""
    game = find_game(name)
    bot, seats, matches, options = PLAYED.get(name, ("random", game.usual_seats, 8, {}))
    run = Run()
    for number in range(matches):
        run.add(watch_match(game, [find_bot(game, bot)] * seats, game.read_options(options, seats), LUCK, number))
    return run


def total(run: Run, family: str) -> float:
    """The sum over the members of a family."""
    return sum(r.x for name, r in run.ratios.items() if name.startswith(family))
