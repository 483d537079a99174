"""Watching: what happened in a match of bots is counted.

What is worth counting only the game knows: its ``Balance`` says it. Without one seats, draws and length are measured,
as for every game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taku.bots.players import Bot
from taku.bots.search import scramble
from taku.bots.table import play_match
from taku.engine.game import Game
from taku.engine.part import load
from taku.lab.measures import Balance, Counts, Measure


class Count:
    """The sums of one match: ``count("exclusions", 2)``, ``count("card.trump", 1, 0)`` above the line only."""

    def __init__(self) -> None:
        self.counts: Counts = {}

    def __call__(self, name: str, x: float, n: float = 1.0) -> None:
        above, below = self.counts.get(name, (0.0, 0.0))
        self.counts[name] = (above + x, below + n)


def balance_of(game: Game) -> Balance:
    """What a game is measured by, of its own."""
    return load(game.balance, Balance) if game.balance else Balance()


def measures_of(game: Game) -> tuple[Measure, ...]:
    """What a game is measured by: what every game is, and its own."""
    own = balance_of(game).measures
    known = {m.name for m in own}
    common = (
        Measure("seat.*", "wins of each seat (draws half)"),
        Measure("draws", "first place shared"),
        Measure("decisions", "decisions a match", share=False),
    )
    return (*(m for m in common if m.name not in known), *own)


def names_of(game: Game) -> Mapping[str, str]:
    """What the members of the game's families are called in English."""
    return balance_of(game).names.get("en", {})


def watch_match(
    game: Game, bots: Sequence[Bot], options: Mapping[str, int], seed: int, number: int
) -> dict[str, tuple[float, float]]:
    """One match of a run, counted."""
    count = Count()
    make = balance_of(game).watcher
    watcher = make(count) if make else None
    played = play_match(game, bots, options, luck=seed, index=number, seed=scramble(seed, number), watcher=watcher)
    for seat, reward in enumerate(played.rewards):
        count(f"seat.{seat + 1}", reward)
    count("draws", played.ranks.count(1) == len(played.ranks))
    count("decisions", played.decisions)
    return count.counts
