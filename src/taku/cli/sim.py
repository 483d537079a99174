"""``taku sim``: many matches of random players, counted."""

from __future__ import annotations

import json
import math
import os
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from taku.cli.parser import BAD, OK, Fault, Parser, one_of, whole
from taku.cli.request import Table, game_arguments, game_named, seed_argument, table_of
from taku.cli.terminal import Progress
from taku.page.terminal import columns

if TYPE_CHECKING:
    from taku.compile.batch import Batch

SPEEDS = ("native", "interpreted", "gpu")
SLICE = {"native": 1 << 20, "interpreted": 1 << 9, "gpu": 1 << 24}
"""Matches whose results are in memory at once: a run of any length fits, and the bar moves every second."""

Z = 1.959964
"""Standard deviations on either side of a 95 % interval."""


def arguments(parser: Parser) -> None:
    game_arguments(parser)
    parser.add_argument("-n", "--games", type=whole(1, 10**12), default=10_000, metavar="N", help="default: 10,000")
    speeds = "|".join(SPEEDS)
    parser.add_argument(
        "--speed", type=one_of("speed", SPEEDS), default="native", metavar=speeds, help="default: native"
    )
    parser.add_argument("--threads", type=whole(1, 1024), metavar="N", help="default: one for each core (native only)")
    seed_argument(parser, "the same seed gives the same matches at every speed; default: a new one")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def run(args: Any) -> int:
    table = table_of(game_named(args.game), args)
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    threads = (args.threads or cores()) if args.speed == "native" else 1
    tally = simulate(table, args.games, seed, args.speed, threads)
    result = tally.result(table, seed, args.speed, threads)
    print(json.dumps(result, ensure_ascii=False) if args.json else report(result))
    if tally.endless:
        bound = f"the {table.game.decisions:,} decisions that {table.game.id} declares"
        raise Fault(f"{tally.endless:,} matches did not end within {bound}", BAD)
    return OK


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass
class Tally:
    """What was counted so far."""

    seats: int
    team: int = 1
    """How many seats the largest team has: so many may be first without sharing."""
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: list[int] = field(default_factory=list)
    """For each seat: matches in which it (or its team) alone was first."""
    firsts: list[int] = field(default_factory=list)
    """For each seat: matches in which it was first, alone or not."""
    ranks: list[int] = field(default_factory=list)
    """For each seat: the sum of its ranks."""
    draws: int = 0
    shortest: int = 0
    longest: int = 0
    endless: int = 0

    def add(self, batch: Batch) -> None:
        """Count the matches of a batch; one that did not end has no result."""
        import numpy as np

        ended = batch.decisions >= 0
        first = batch.ranks[ended] == 1
        alone = first.sum(axis=1) <= self.team
        lengths = batch.decisions[ended]
        zero = [0] * self.seats
        self.games += len(batch.decisions)
        self.endless += int((~ended).sum())
        self.decisions += batch.total
        self.seconds += batch.seconds
        self.wins = _added(self.wins or zero, (first & alone[:, None]).sum(axis=0))
        self.firsts = _added(self.firsts or zero, first.sum(axis=0))
        self.ranks = _added(self.ranks or zero, batch.ranks[ended].sum(axis=0, dtype=np.int64))
        self.draws += int((~alone).sum())
        if len(lengths):
            self.shortest = min(self.shortest or int(lengths.min()), int(lengths.min()))
            self.longest = max(self.longest, int(lengths.max()))

    def result(self, table: Table, seed: int, speed: str, threads: int) -> dict[str, Any]:
        """The run as one object."""
        ended = self.games - self.endless
        return {
            "game": table.game.id,
            "version": table.game.version,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else None,
            "games_per_second": round(self.games / self.seconds) if self.seconds else None,
            "seats": table.seats,
            "options": table.written,
            "seed": seed,
            "speed": speed,
            "threads": threads,
            "team": self.team,
            "wins": self.wins,
            "wins_interval": [wilson(k, ended) for k in self.wins],
            "draws": self.draws,
            "draws_interval": wilson(self.draws, ended),
            "firsts": self.firsts,
            "mean_rank": [round(total / ended, 6) if ended else None for total in self.ranks],
            "decisions_per_game": round(self.decisions / ended, 3) if ended else None,
            "shortest": self.shortest,
            "longest": self.longest,
            "endless": self.endless,
        }


def _added(before: list[int], more: Any) -> list[int]:
    return [a + int(b) for a, b in zip(before, more, strict=True)]


def wilson(k: int, n: int) -> list[float]:
    """Wilson's 95 % interval of a share: it holds also for shares near 0 and 1, where the textbook's does not."""
    if n == 0:
        return [0.0, 1.0]
    share, z2 = k / n, Z * Z
    middle = share + z2 / (2 * n)
    reach = Z * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    low, high = (middle - reach) / (1 + z2 / n), (middle + reach) / (1 + z2 / n)
    return [max(0.0, round(low, 8)), min(1.0, round(high, 8))]


def simulate(table: Table, games: int, seed: int, speed: str, threads: int) -> Tally:
    """Play the matches, slice by slice, with a progress bar."""
    from taku.compile.batch import play_batch, play_build

    if speed == "native":
        from taku.cli.compile import make_ready

        make_ready(table.game, play_build(table.game), "simulations")
    tally = Tally(table.seats, largest_team(table))
    with Progress(table.game.id, games) as progress:
        while tally.games < games:
            before = tally.games
            tally.add(
                play_batch(
                    table.game,
                    min(SLICE[speed], games - before),
                    seats=table.seats,
                    options=table.options,
                    number=seed,
                    first=before,
                    speed=speed,
                    threads=threads,
                    progress=lambda done, before=before: progress(before + done),  # type: ignore[misc]
                )
            )
    return tally


def largest_team(table: Table) -> int:
    """The seats of the largest team; 1 where everybody plays alone."""
    from taku.bots.search import teams_of
    from taku.compile.speed import rules_of

    s = table.game.new(table.seats, table.options)
    if not hasattr(s, "team"):
        return 1
    rules_of(table.game, "interpreted").start(s)
    teams = teams_of(s)
    return max(teams.count(team) for team in teams)


def report(result: dict[str, Any]) -> str:
    """The result for people."""
    games, seats = result["games"], result["seats"]
    options = ", ".join(f"{k} {v}" for k, v in result["options"].items())
    head = f"{result['game']}: {games:,} matches of random players, {seats} seats, seed {result['seed']}"
    rows = [["", "matches", "share", "95 % interval"]]
    labels = [
        *(f"seat {i + 1} {'alone' if result['team'] == 1 else 'with its team'} first" for i in range(seats)),
        "first place shared",
    ]
    counts = [*result["wins"], result["draws"]]
    intervals = [*result["wins_interval"], result["draws_interval"]]
    ended = max(1, games - result["endless"])
    for what, k, (low, high) in zip(labels, counts, intervals, strict=True):
        rows.append([what, f"{k:,}", f"{100 * k / ended:.2f} %", f"{100 * low:.2f} – {100 * high:.2f} %"])
    if seats > 2:
        rows[0].append("mean rank")
        for row, mean in zip(rows[1:], [*result["mean_rank"], None], strict=True):
            row.append("" if mean is None else f"{mean:.3f}")
    where = result["speed"] + (f" on {result['threads']} threads" if result["threads"] > 1 else "")
    rate = result["decisions_per_second"] or 0
    lines = [head, *([f"options: {options}"] if options else []), "", columns(rows), ""]
    lines.append(
        f"{result['decisions_per_game'] or 0:,.1f} decisions a match ({result['shortest']} to {result['longest']});"
        f" {result['decisions']:,} in {result['seconds']:.2f} s, {where}: {rate:,} a second"
    )
    return "\n".join(lines)
