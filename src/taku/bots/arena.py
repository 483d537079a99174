"""The arena: bots play each other in seat-rotated blocks on the same luck, until the question is decided."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from taku.bots.levels import LEVEL_NAMES, level_of
from taku.bots.players import Bot, find_bot, scripted
from taku.bots.search import scramble, search_build, teams_of
from taku.bots.statistics import Gsprt, Interval, elo, interval
from taku.bots.table import play_match
from taku.compile.speed import native_build, rules_of
from taku.engine.chance import seed as key_chance
from taku.engine.game import Game, GameError, find_game


@dataclass(frozen=True)
class Line:
    """One match of an arena, as it is kept in the file of raw results."""

    block: int
    rotation: int
    seats: list[int]
    """Which bot sat where, by its number."""
    ranks: list[int]
    rewards: list[float]
    decisions: int
    thought: list[float]
    """Seconds of thinking for each bot."""
    asked: list[int]


@dataclass(frozen=True)
class Standing:
    """How an arena stands: for progress bars, and in the end the result."""

    game: str
    bots: tuple[str, ...]
    seats: int
    options: Mapping[str, Any]
    blocks: int
    games: int
    limit: int
    """The most games that will be played."""
    score: Interval
    """Of the first bot, 0 to 1."""
    scores: tuple[float, ...]
    """The mean result of each bot."""
    milliseconds: tuple[float, ...]
    """Mean thinking time of each bot for one decision."""
    seconds: float
    verdict: str = ""
    """What the sequential test says: "H1", "H0", or "" if it was not decided or not asked."""
    llr: float = 0.0

    @property
    def elo(self) -> Interval | None:
        """The first bot's lead in Elo points, for two bots on two sides."""
        if len(self.bots) != 2:
            return None
        return Interval(elo(self.score.mean), elo(self.score.low), elo(self.score.high))

    def json(self) -> dict[str, Any]:
        """Plain data, as ``taku arena --json`` prints it; infinite Elo is null."""
        lead = self.elo

        def finite(x: float) -> float | None:
            return round(x, 1) if abs(x) < 1e6 else None

        return {
            "game": self.game,
            "bots": list(self.bots),
            "seats": self.seats,
            "options": dict(self.options),
            "games": self.games,
            "blocks": self.blocks,
            "score": round(self.score.mean, 5),
            "interval": [round(self.score.low, 5), round(self.score.high, 5)],
            "scores": [round(x, 5) for x in self.scores],
            "elo": finite(lead.mean) if lead else None,
            "elo_interval": [finite(lead.low), finite(lead.high)] if lead else None,
            "milliseconds": [round(x, 3) for x in self.milliseconds],
            "verdict": self.verdict,
            "llr": round(self.llr, 3),
            "seconds": round(self.seconds, 2),
        }


def arena(
    game: Game,
    bots: Sequence[str | Bot],
    *,
    seats: int | None = None,
    options: Mapping[str, int] | None = None,
    games: int = 400,
    stop: Gsprt | None = None,
    seed: int = 1,
    workers: int | None = None,
    keep: Path | None = None,
    progress: Callable[[Standing], None] | None = None,
) -> Standing:
    """Let bots play each other; the result counts for the first of them.

    Two bots: the first takes each side in turn, the second all others. More: they take the sides in turn, rotated.
    ``games`` bounds the matches; ``stop`` ends earlier. Results depend on ``seed`` alone, not on the number of workers.
    ``keep`` gets every match as a line of JSON.
    """
    prepare(game)
    job = _Job.make(game, bots, seats, options, seed)
    limit = max(1, games // job.rotations)
    tally = _Tally(job, limit * job.rotations, stop)
    out = keep.open("w", encoding="utf-8") if keep else None
    try:
        if out:
            out.write(json.dumps(job.header()) + "\n")
        for lines in _blocks(job, limit, workers):
            for line in lines:
                if out:
                    out.write(json.dumps(asdict(line)) + "\n")
            standing = tally.add(lines)
            if progress:
                progress(standing)
            if standing.verdict:
                break
    finally:
        if out:
            out.close()
    return tally.standing()


@dataclass(frozen=True)
class _Job:
    """What is played, small enough to be sent to a worker process."""

    game: Game
    bots: tuple[str | Bot, ...]
    seats: int
    options: dict[str, int]
    seed: int
    rotations: int

    @classmethod
    def make(
        cls, game: Game, bots: Sequence[str | Bot], seats: int | None, options: Mapping[str, int] | None, seed: int
    ) -> _Job:
        seats = game.read_seats(seats)
        values = dict(options) if options is not None else game.read_options({}, seats)
        s = game.new(seats, values)
        key_chance(s, seed, 0)
        rules_of(game).start(s)
        sides = len(set(teams_of(s)))
        if not 2 <= len(bots) <= sides:
            raise GameError(f"{game.id} with {seats} seats has {sides} sides: name 2 to {sides} bots, not {len(bots)}")
        for bot in bots:
            if isinstance(bot, str):
                find_bot(game, bot)
        return cls(game, tuple(bots), seats, values, seed, sides)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(b if isinstance(b, str) else type(b).__name__ for b in self.bots)

    @property
    def travels(self) -> bool:
        """Whether worker processes can make the same game and bots by their names."""
        return all(isinstance(b, str) for b in self.bots) and self.game.travels

    def header(self) -> dict[str, Any]:
        return {
            "game": self.game.reference,
            "version": self.game.version,
            "content": self.game.content_hash,
            "bots": list(self.names),
            "seats": self.seats,
            "options": self.options,
            "seed": self.seed,
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }

    def sides(self, block: int) -> list[int]:
        """Which side each seat is on in a block: its team's number in order, or its own."""
        s = self.game.new(self.seats, self.options)
        key_chance(s, self.seed, block << 20)
        rules_of(self.game).start(s)
        teams = teams_of(s)
        order = sorted(set(teams))
        return [order.index(t) for t in teams]

    def block(self, number: int, players: Sequence[Bot]) -> list[Line]:
        """All rotations of one deal."""
        sides = self.sides(number)
        count = max(sides) + 1
        lines = []
        for rotation in range(count):
            two = len(self.bots) == 2
            places = [(side - rotation) % count for side in sides]
            seated = [min(p, 1) if two else p % len(self.bots) for p in places]
            played = play_match(
                self.game,
                [players[b] for b in seated],
                self.options,
                luck=self.seed,
                index=number,
                seed=scramble(self.seed, number * 64 + rotation),
            )
            thought, asked = [0.0] * len(self.bots), [0] * len(self.bots)
            for b, t, a in zip(seated, played.thought, played.asked, strict=True):
                thought[b] += t
                asked[b] += a
            thought = [round(t, 6) for t in thought]
            lines.append(Line(number, rotation, seated, played.ranks, played.rewards, played.decisions, thought, asked))
        return lines


@dataclass
class _Tally:
    """Adds blocks up."""

    job: _Job
    limit: int
    stop: Gsprt | None
    blocks: list[float] = field(default_factory=list)
    games: int = 0
    begun: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        n = len(self.job.bots)
        self.points, self.counts = [0.0] * n, [0] * n
        self.thought, self.asked = [0.0] * n, [0] * n

    def add(self, lines: Sequence[Line]) -> Standing:
        mine = [r for line in lines for b, r in zip(line.seats, line.rewards, strict=True) if b == 0]
        self.blocks.append(sum(mine) / len(mine))
        self.games += len(lines)
        for line in lines:
            for b, r in zip(line.seats, line.rewards, strict=True):
                self.points[b] += r
                self.counts[b] += 1
            for b in range(len(self.job.bots)):
                self.thought[b] += line.thought[b]
                self.asked[b] += line.asked[b]
        if self.stop:
            self.stop.add(self.blocks[-1])
        return self.standing()

    def standing(self) -> Standing:
        job = self.job
        return Standing(
            job.game.id,
            job.names,
            job.seats,
            job.game.options.write(job.options),
            len(self.blocks),
            self.games,
            self.limit,
            interval(self.blocks),
            tuple(p / max(1, c) for p, c in zip(self.points, self.counts, strict=True)),
            tuple(1000 * t / max(1, a) for t, a in zip(self.thought, self.asked, strict=True)),
            time.perf_counter() - self.begun,
            self.stop.verdict if self.stop else "",
            self.stop.llr if self.stop else 0.0,
        )


def _blocks(job: _Job, limit: int, workers: int | None) -> Iterator[list[Line]]:
    """The blocks in order, played here or in worker processes."""
    if workers is None:
        workers = os.cpu_count() or 1
    if workers <= 1 or not job.travels:
        players = [b if not isinstance(b, str) else find_bot(job.game, b) for b in job.bots]
        for number in range(limit):
            yield job.block(number, players)
        return
    plan = (job.game.reference, tuple(str(b) for b in job.bots), job.seats, tuple(job.options.items()), job.seed)
    # Fresh processes, not forked ones: this one may have threads and loaded object code.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        ahead = 2 * workers
        waiting: list[Future[list[Line]]] = []
        try:
            for number in range(limit + ahead):
                if number < limit:
                    waiting.append(pool.submit(_play_block, plan, number))
                if number >= ahead or number >= limit:
                    if not waiting:
                        break
                    yield waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()


def prepare(game: Game) -> None:
    """Compile what bots need of a game, if it is not compiled yet."""
    for build in (native_build(game), search_build(game)):
        if not build.ready:
            build.compile()


@lru_cache(maxsize=4)
def _job_here(plan: tuple[Any, ...]) -> tuple[_Job, list[Bot]]:
    name, bots, seats, options, seed = plan
    game = find_game(name)
    job = _Job.make(game, bots, seats, dict(options), seed)
    return job, [find_bot(game, b) for b in bots]


def _play_block(plan: tuple[Any, ...], number: int) -> list[Line]:
    job, players = _job_here(plan)
    return job.block(number, players)


@dataclass(frozen=True)
class Ladder:
    """The levels of a game, each against the one below."""

    game: Game
    steps: tuple[Standing, ...]

    def json(self) -> dict[str, Any]:
        return {"game": self.game.id, "steps": [s.json() for s in self.steps]}

    def markdown(self) -> str:
        """The table for the documentation."""
        rows = [
            "| level | simulations | ms a decision | against | score | 95 % interval | Elo | games | |",
            "|---|---:|---:|---|---:|---:|---:|---:|---|",
        ]
        for step in self.steps:
            upper, lower = step.bots
            lead = step.elo
            gain = f"{lead.mean:+.0f}" if lead and abs(lead.mean) < 1e6 else "–"
            searching = upper in LEVEL_NAMES and upper not in scripted(self.game)
            simulations = f"{level_of(self.game, upper).settings.simulations:,}" if searching else ""
            told = {"H1": "stronger", "H0": "not told apart"}.get(step.verdict, "undecided")
            rows.append(
                f"| {upper} | {simulations} | {step.milliseconds[0]:.1f} | {lower} | {100 * step.score.mean:.1f} % | "
                f"{100 * step.score.low:.1f}–{100 * step.score.high:.1f} % | {gain} | {step.games} | {told} |"
            )
        return "\n".join(rows) + "\n"


def ladder(
    game: Game,
    *,
    seats: int | None = None,
    options: Mapping[str, int] | None = None,
    names: Sequence[str] = ("random", *LEVEL_NAMES),
    games: int = 400,
    least: int = 60,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[Standing], None] | None = None,
) -> Ladder:
    """Each level against the one below, until it is certain that it is the stronger one (62 % rather than 50 %).

    ``least`` blocks are played in any case, so that the score has a useful interval.
    """
    steps = [
        arena(
            game,
            [upper, lower],
            seats=seats,
            options=options,
            games=games,
            stop=Gsprt(0.5, 0.62, least=least),
            seed=seed,
            workers=workers,
            progress=progress,
        )
        for lower, upper in pairwise(names)
    ]
    return Ladder(game, tuple(steps))
