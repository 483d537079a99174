"""Balance: bots play many matches of a game against themselves, and what happened in them is counted.

What is worth counting only the game knows: its ``Balance`` says it. Without one seats, draws and length are measured,
as for every game. Results depend on the seed alone, not on the number of workers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from typing import Any

from taku.bots.arena import prepare
from taku.bots.players import Bot, find_bot
from taku.bots.search import scramble
from taku.bots.table import play_match
from taku.engine.game import Game, find_game
from taku.engine.part import load
from taku.lab.measures import Balance, Counts, Measure, Run

CHUNK = 4
"""Matches a worker plays between two reports: enough for the call to cost nothing, few enough for a lively bar."""


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


def balance(
    game: Game,
    bot: str,
    matches: int,
    *,
    seats: int | None = None,
    options: Mapping[str, int] | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Run:
    """Let a bot play matches against itself and count."""
    seats = game.read_seats(seats)
    values = dict(options) if options is not None else game.read_options({}, seats)
    run = Run(
        {
            "game": game.id,
            "version": game.version,
            "content": game.content_hash,
            "bot": bot,
            "seats": seats,
            "options": game.options.write(values),
            "seed": seed,
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }
    )
    plan = (game.reference, bot, seats, tuple(values.items()), seed)
    for counts in _played(game, plan, matches, workers):
        run.add(counts)
        if progress:
            progress(run.matches)
    return run


def _played(game: Game, plan: tuple[Any, ...], matches: int, workers: int | None) -> Iterator[Counts]:
    """What the matches count, in their order, played here or in worker processes."""
    workers = workers or os.cpu_count() or 1
    if workers <= 1 or not game.travels:
        _, bot, seats, options, seed = plan
        bots = [find_bot(game, bot)] * seats
        for number in range(matches):
            yield watch_match(game, bots, dict(options), seed, number)
        return
    prepare(game)
    # Fresh processes, not forked ones: this one may have threads and loaded object code.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: list[Future[list[Counts]]] = []
        starts = iter(range(0, matches, CHUNK))
        try:
            while True:
                while len(waiting) < 2 * workers and (first := next(starts, None)) is not None:
                    waiting.append(pool.submit(_play, plan, first, min(first + CHUNK, matches)))
                if not waiting:
                    return
                yield from waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()


@lru_cache(maxsize=4)
def _table(game: str, bot: str, seats: int) -> tuple[Game, list[Bot]]:
    found = find_game(game)
    return found, [find_bot(found, bot)] * seats


def _play(plan: tuple[Any, ...], first: int, end: int) -> list[Counts]:
    name, bot, seats, options, seed = plan
    game, bots = _table(name, bot, seats)
    return [watch_match(game, bots, dict(options), seed, number) for number in range(first, end)]
