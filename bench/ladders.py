"""Ladders by the clock: each level against the one below, with scores and shares of first places.

    python bench/ladders.py oneiron --seats 4,8 --seconds 300 --workers 2
    python bench/ladders.py campus --set length=taster --seats 2,4 --pairs master:expert,expert:club
    python bench/ladders.py oneiron --pairs search:1500:expert --keep results.jsonl

One side plays the upper level and all others the lower one; each deal is played from every side on the same luck, and
such a block counts once. `taku ladder` stops when a step is certain; this one plays all steps in turn until the time is
over. A fair share of first places is 1; a tie is shared.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import count, pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from taku.bots import find_bot
from taku.bots.arena import prepare
from taku.bots.levels import LEVEL_NAMES
from taku.bots.search import scramble, teams_of
from taku.bots.statistics import interval
from taku.bots.table import play_match
from taku.compile.speed import rules_of
from taku.engine import find_game
from taku.engine.chance import seed as key_chance

SEED = 2030


@dataclass(frozen=True)
class Step:
    """Two players at a table of so many seats."""

    game: str
    upper: str
    lower: str
    seats: int
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Block:
    """One deal, played from every side."""

    step: Step
    number: int
    first: float
    """The upper's share of first places, as a multiple of a fair share."""
    score: float
    matches: int
    milliseconds: float
    """A decision of the upper, on average."""


@lru_cache(maxsize=64)
def player(game: str, name: str) -> Any:
    return find_bot(find_game(game), name)


def play(step: Step, number: int, seed: int) -> Block:
    """A block of a step."""
    game = find_game(step.game)
    options = game.read_options(dict(step.options), step.seats)
    s = game.new(step.seats, options)
    key_chance(s, seed, number << 20)
    rules_of(game).start(s)
    teams = teams_of(s)
    sides = sorted(set(teams))
    first = score = thought = 0.0
    asked = 0
    for rotation, mine in enumerate(sides):
        bots = [player(step.game, step.upper if team == mine else step.lower) for team in teams]
        played = play_match(
            game, bots, options, luck=seed, index=number, seed=scramble(seed, number * len(sides) + rotation)
        )
        seats = [seat for seat, team in enumerate(teams) if team == mine]
        won = {team for team, rank in zip(teams, played.ranks, strict=True) if rank == min(played.ranks)}
        first += len(sides) * (mine in won) / len(won)
        score += sum(played.rewards[seat] for seat in seats) / len(seats)
        thought += sum(played.thought[seat] for seat in seats)
        asked += sum(played.asked[seat] for seat in seats)
    n = len(sides)
    return Block(step, number, first / n, score / n, n, 1000 * thought / max(1, asked))


def run(steps: list[Step], seconds: float, workers: int, seed: int, keep: Path | None) -> Iterator[Block]:
    """Blocks of all steps in turn, as they are finished, until the time is over."""
    for name in {step.game for step in steps}:
        prepare(find_game(name))
    begun = time.perf_counter()
    order = ((step, number, seed) for number in count() for step in steps)
    # Fresh processes, not forked ones: this one may have threads and loaded object code.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    waiting = {pool.submit(play, *next(order)) for _ in range(2 * workers)}
    while (left := seconds - (time.perf_counter() - begun)) > 0:
        done, waiting = wait(waiting, timeout=left, return_when=FIRST_COMPLETED)
        for future in done:
            block = future.result()
            if keep:
                with keep.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(asdict(block)) + "\n")
            yield block
            waiting.add(pool.submit(play, *next(order)))
    for process in list(pool._processes.values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def tell(steps: list[Step], blocks: list[Block]) -> None:
    """The table for the documentation."""
    print("| level | against | seats | score (95 %) | first places (95 %) | matches | ms |")
    print("|---|---|---:|---|---|---:|---:|")
    for step in steps:
        mine = [b for b in blocks if b.step == step]
        if not mine:
            print(f"| {step.upper} | {step.lower} | {step.seats} | not played |")
            continue
        score = interval([b.score for b in mine])
        # An interval is of scores from 0 to 1: first places are a share of the most there can be.
        first = interval([b.first / b.matches for b in mine])
        places = [mine[0].matches * x for x in (first.mean, first.low, first.high)]
        print(
            f"| {step.upper} | {step.lower} | {step.seats} "
            f"| {100 * score.mean:.1f} % ({100 * score.low:.1f}–{100 * score.high:.1f}) "
            f"| {places[0]:.2f} ({places[1]:.2f}–{places[2]:.2f}) "
            f"| {sum(b.matches for b in mine)} | {sum(b.milliseconds for b in mine) / len(mine):.1f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", default="2")
    parser.add_argument("--pairs", default="", help="UPPER:LOWER, several with commas; else the five levels and random")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--keep", type=Path, help="every block as a line of JSON")
    args = parser.parse_args()
    options = tuple(tuple(text.split("=", 1)) for text in args.set)
    named = [tuple(pair.rsplit(":", 1)) for pair in args.pairs.split(",")] if args.pairs else []
    pairs = named or [(upper, lower) for lower, upper in pairwise(("random", *LEVEL_NAMES))]
    steps = [
        Step(args.game, upper, lower, int(seats), options) for seats in args.seats.split(",") for upper, lower in pairs
    ]
    tell(steps, list(run(steps, args.seconds, args.workers, args.seed, args.keep)))


if __name__ == "__main__":
    main()
