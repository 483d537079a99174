"""One-idea players of Banners over the Plain, against the levels, the commanders and the battles of the campaign.

    python bench/stubborn.py levels -n 60            # every idea against master and expert
    python bench/stubborn.py levels --who club
    python bench/stubborn.py commanders --ideas never,block
    python bench/stubborn.py campaign -n 20          # the idea plays the person's side
    python bench/stubborn.py campaign --ideas club   # or a level plays it: how hard each battle is
    python bench/stubborn.py pair master expert club casual beginner --ladder --workers 16 --seconds 300
    python bench/stubborn.py pair plan:700,horizon=1 plan:700,horizon=3
    python bench/stubborn.py pair master master@a3938da      # the one of an earlier commit

A table gives the *opponent's* score, draws half, with its 95 % interval. No strong player may lose to a single idea.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from taku.bots import Budget, find_bot, scripts
from taku.bots.arena import prepare
from taku.bots.search import scramble
from taku.bots.statistics import interval
from taku.bots.table import play_match
from taku.compile.kernels import kernel
from taku.compile.native import Build
from taku.engine import Names
from taku.engine.struct import dtype_of
from taku.games.warring import game
from taku.games.warring.bot.commanders import PLAIN, Manner, Strategist
from taku.games.warring.bot.ground import (
    FAR,
    FOOT,
    HORSE,
    best_front,
    find_ways,
    reach_towards,
    spread,
    way_of,
)
from taku.games.warring.content import CONTENT, HEIGHT, KIND_OF, STEP, UP
from taku.games.warring.rules.ground import cell_at
from taku.games.warring.state import ARMIES, ARMY_BRUSH, CELLS, DEPLOY, LARGEST, ORDER, STAGE, TROOPS

SEED = 1473
IDEA = Names("never", "block", "march", "hills", "corner", "horse", "general", "retreat")
"""Never an order; all in one army that only turns; the same that marches; to the hills and stay; into the own corner
and stay; the horse rushes and the others stay; everybody at the general; away from the enemy."""
ABOUT = {
    "never": "never an order",
    "block": "thirty in one army that only turns",
    "march": "thirty in one army that marches",
    "hills": "to the nearest hills, and stay",
    "corner": "into the own corner, and stay",
    "horse": "the horse rushes, the others stay",
    "general": "everybody at the general",
    "retreat": "away from the enemy, always",
}


@kernel("int64(State, int64, int64)")
def is_horse(s, side, k):  # type: ignore[no-untyped-def]
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t] and s.kind[side, t] != KIND_OF.cavalry:
            return 0
    return 1


@kernel("none(State, int64, int64)")
def find_goal(s, side, idea):  # type: ignore[no-untyped-def]
    """The ways that an idea follows."""
    if idea == IDEA.hills or idea == IDEA.corner:
        for row in range(2):
            for cell in range(CELLS):
                s.ways[row, cell] = FAR
            n = 0
            if idea == IDEA.hills:
                for cell in range(CELLS):
                    if s.terrain[cell] and HEIGHT[s.terrain[cell]] > 0 and n < CELLS // 2:
                        s.ways[row, cell] = 0
                        s.queue[n] = cell
                        n += 1
            if n == 0:
                corner = cell_at(0, s.size - 1 if side == 0 else 0)
                s.ways[row, corner] = 0
                s.queue[0] = corner
                n = 1
            spread(s, row, n)
    else:
        find_ways(s, side, 99 if idea == IDEA.general else 0)


@kernel("int64(State, int64, int64, int64)")
def step_of(s, side, k, idea):  # type: ignore[no-untyped-def]
    """1 + 4 × (cells − 1) + direction of the march that an idea wants; 0 to stay."""
    row = HORSE if is_horse(s, side, k) else FOOT
    sign = -1 if idea == IDEA.retreat else 1
    best = 0
    least = sign * way_of(s, s, side, k)
    if sign < 0 and least < -8:
        return 0
    for i in range(4):
        d = (UP[side] + i) % 4
        for n in range(reach_towards(s, side, k, d)):
            near = FAR
            for t in range(s.count[side]):
                if s.army[side, t] == k and s.cell[side, t]:
                    near = min(near, s.ways[row, s.cell[side, t] + (n + 1) * STEP[d]])
            if sign * near < least and near < FAR:
                least = sign * near
                best = 1 + 4 * n + d
    return best


@kernel("int64(State, int64, int64)")
def stubborn(s, side, idea):  # type: ignore[no-untyped-def]
    """The next click of one who has a single idea."""
    if idea == IDEA.never:
        return ORDER.end
    if idea != IDEA.block:
        find_goal(s, side, idea)
        for k in range(1, ARMIES + 1):
            able = s.facing[side, k] and not s.acted[side, k] and not s.moved[side, k]
            if able and (idea != IDEA.horse or is_horse(s, side, k)):
                order = step_of(s, side, k, idea)
                if order:
                    d = (order - 1) % 4
                    if s.facing[side, k] != 1 + d:
                        return ORDER.face(k, d)
                    return ORDER.march(k, 1 + (order - 1) // 4)
    for k in range(1, ARMIES + 1):
        if s.facing[side, k] and not s.acted[side, k]:
            front = best_front(s, side, k)
            if s.facing[side, k] != front:
                return ORDER.face(k, front - 1)
    return ORDER.end


class Stubborn:
    """Plays one idea, from what its seat sees."""

    def __init__(self, idea: str) -> None:
        self.name = idea
        self.idea = list(IDEA).index(idea)
        self.step = _kernel()
        self.seen = np.zeros(1, dtype_of(game.state))
        self.bytes = self.seen.view(np.uint8).reshape(1, -1)[0]
        self.core = game.state.core()

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        if seen.stage == STAGE.deploy:
            return self.deploy(seen, seat, legal, budget)
        self.bytes[: self.core] = seen.memory[: self.core]
        action = int(self.step(self.seen.ctypes.data, seat, self.idea))
        return action if action in legal else ORDER.end

    def deploy(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        """A formation of the largest that are offered; the block paints one army over it."""
        sizes = {f.id: (DEPLOY.preset(i), f.size) for i, f in enumerate(CONTENT.formations)}
        offered = {id: a for id, (a, _) in sizes.items() if a in legal}
        most = max(sizes[id][1] for id in offered)
        one = self.name in ("block", "march") and most == TROOPS
        if not seen.clicks[seat]:
            if one:
                return offered["fish_scale"]
            return Random(budget.seed).choice([a for id, a in offered.items() if sizes[id][1] == most])
        if one:
            brush = 1 + ARMY_BRUSH
            for place in range(LARGEST * 10):
                if seen.plan[seat, place] and seen.plan[seat, place] // 8 != 1:
                    return DEPLOY.place(place) if seen.brush[seat] == brush else DEPLOY.brush(brush - 1)
        return DEPLOY.ready


def _kernel() -> Any:
    return Build(game, [stubborn]).functions["stubborn"]


# ---------------------------------------------------------------- battles


@dataclass(frozen=True)
class Match:
    """One battle: what is counted is the result of ``who`` against ``foe``."""

    group: str
    who: str
    foe: str
    number: int
    place: int
    """The side of ``who``."""
    luck: int
    options: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Fought:
    """How a battle went."""

    group: str
    number: int
    score: float
    rounds: int
    how: str
    seconds: float
    """What ``who`` thought in all."""
    longest: float
    """Its longest turn."""


class Rounds:
    """Remembers how long a battle was and how it ended."""

    def __init__(self, place: int) -> None:
        self.rounds = 0
        self.how = ""
        self.place = place
        self.turn, self.longest, self.last = 0.0, 0.0, 0.0

    def before(self, s: Any, seat: int, action: int) -> None: ...

    def after(self, s: Any, seat: int, action: int) -> None: ...

    def end(self, s: Any, rewards: Sequence[float]) -> None:
        self.rounds = s.round
        generals = [any(s.kind[q, t] == KIND_OF.general and s.cell[q, t] for t in range(TROOPS)) for q in (0, 1)]
        self.how = "limit" if all(generals) else "general"


class Timed:
    """A player whose longest turn is noted: the clicks between two of the other side."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.round, self.spent, self.longest = -1, 0.0, 0.0

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        begun = time.perf_counter()
        action = int(self.bot(seen, seat, legal, budget))
        if seen.stage != STAGE.deploy:
            self.spent = (self.spent if seen.round == self.round else 0.0) + time.perf_counter() - begun
            self.round = seen.round
            self.longest = max(self.longest, self.spent)
        return action


@lru_cache(maxsize=32)
def player(name: str) -> Any:
    """An idea, a player of the game, a level of a commit before whole turns were planned (``master@a3938da``), or
    ``plan:700,horizon=3,w.push=8``: a planner with numbers given by hand."""
    if name in ABOUT:
        return Stubborn(name)
    if "@" in name:
        level, _, revision = name.partition("@")
        earlier = players_of(revision)
        return earlier.Commander(earlier.LEVELS[level], game)
    if not name.startswith("plan:"):
        return find_bot(game, name)
    simulations, *rest = name.removeprefix("plan:").split(",")
    numbers = {key: int(number) for key, _, number in (part.partition("=") for part in rest)}
    weights = PLAIN | {key[2:]: number for key, number in numbers.items() if key.startswith("w.")}
    more = {key: number for key, number in numbers.items() if not key.startswith("w.")}
    return Strategist(Manner(weights, simulations=int(simulations), **more), game)


EARLIER = Path(__file__).parent.parent / "build" / "players"
"""Players of earlier commits, taken out of git once; whoever has no git brings this folder along."""


@lru_cache(maxsize=4)
def players_of(revision: str) -> Any:
    """The module `commanders` of an earlier commit, under a name of its own: its commanders, today's rules."""
    package = f"warring_{revision}"
    folder = EARLIER / package
    if not folder.exists():
        bot = "src/taku/games/warring/bot"
        folder.mkdir(parents=True)
        for name in git("ls-tree", "--name-only", f"{revision}:{bot}").split():
            text = git("show", f"{revision}:{bot}/{name}").replace("taku.games.warring.bot", package)
            (folder / name).write_text("" if name == "__init__.py" else text)  # what the game takes is not needed
    if str(EARLIER) not in sys.path:
        sys.path.insert(0, str(EARLIER))
    return import_module(f"{package}.commanders")


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=EARLIER.parent.parent, check=True, capture_output=True, text=True).stdout


def fight(match: Match) -> Fought:
    """Play one battle."""
    timed, foe = Timed(player(match.who)), player(match.foe)
    watch = Rounds(match.place)
    seats = [timed, foe] if match.place == 0 else [foe, timed]
    options, luck = dict(match.options), match.luck
    played = play_match(game, seats, options, luck=luck, index=0, seed=luck ^ 77 ^ match.number, watcher=watch)
    spent = played.thought[match.place]
    return Fought(
        match.group,
        match.number,
        played.rewards[match.place],
        watch.rounds,
        watch.how,
        round(spent, 3),
        round(timed.longest, 3),
    )


def matches(group: str, who: str, foe: str, n: int, options: dict[str, int], seed: int, side: int = -1) -> list[Match]:
    """Battles on fresh luck, with the one on either side in turn (or always on ``side``).

    Two planners meet twice on the same map, once on each side; against an idea every battle has a map of its own.
    """
    same = 1 if foe in ABOUT or side >= 0 else 2
    return [
        Match(
            group,
            who,
            foe,
            number,
            number % 2 if side < 0 else side,
            scramble(seed, number // same) >> 3,
            tuple(options.items()),
        )
        for number in range(n)
    ]


def play(groups: dict[str, list[Match]], workers: int, limit: float, keep: Path | None) -> dict[str, list[Fought]]:
    """All battles, the first of every group first; those that are not done in time are left out."""
    found: dict[str, list[Fought]] = {group: [] for group in groups}
    order = sorted((m for group in groups.values() for m in group), key=lambda m: m.number)
    begun = time.perf_counter()

    def note(fought: Fought) -> None:
        found[fought.group].append(fought)
        if keep:
            with keep.open("a") as out:
                out.write(json.dumps(asdict(fought)) + "\n")

    prepare(game)
    earlier = {name.partition("@")[2] for m in order for name in (m.who, m.foe) if "@" in name}
    builds = [module._build(game) for module in (scripts, *map(players_of, sorted(earlier)))]
    for build in (*builds, Build(game, [stubborn])):
        if not build.ready:
            build.compile()
    if workers <= 1:
        for match in order:
            if time.perf_counter() - begun > limit:
                break
            note(fight(match))
        return found
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    waiting = {pool.submit(fight, match) for match in order}
    try:
        for done in as_completed(waiting, timeout=limit):
            note(done.result())
    except TimeoutError:
        print(f"stopped after {limit:.0f} s", flush=True)
        for process in list(pool._processes.values()):
            process.kill()
    pool.shutdown(wait=False, cancel_futures=True)
    return found


def tell(group: str, fought: Sequence[Fought]) -> None:
    """A row of the table."""
    if not fought:
        print(f"| {group} | not played |", flush=True)
        return
    score = interval([f.score for f in fought])
    rounds = sum(f.rounds for f in fought)
    print(
        f"| {group} | {100 * score.mean:.1f} % | {100 * score.low:.0f}–{100 * score.high:.0f} | {len(fought)} "
        f"| {rounds / len(fought):.1f} | {sum(1 for f in fought if f.how == 'limit')} "
        f"| {1000 * sum(f.seconds for f in fought) / max(1, rounds):.0f} | {max(f.longest for f in fought):.2f} |",
        flush=True,
    )


HEAD = (
    "| who against whom | score | 95 % | battles | rounds | limit | ms a turn | longest turn, s |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|"
)


def chosen(args: argparse.Namespace) -> dict[str, list[Match]]:
    """The battles that are asked for, by their rows of the table."""
    given = dict(part.split("=", 1) for part in args.option)
    plain = game.read_options({key: int(v) if v.isdigit() else v for key, v in given.items()}, 2)
    ideas = args.ideas.split(",")
    who = args.who.split(",") if args.who else []
    found: dict[str, list[Match]] = {}

    def add(group: str, *rest: Any) -> None:
        found[group] = matches(group, *rest)

    if args.part == "pair":
        for one, other in pairwise(args.names) if args.ladder else zip(args.names[::2], args.names[1::2], strict=True):
            add(f"{one} against {other}", one, other, args.n, plain, args.seed)
    elif args.part == "campaign":
        for id, preset in game.presets.items():
            if not who or id in who:
                for idea in ideas:
                    group = f"{id} ({preset.bot}) against {ABOUT.get(idea, idea)}"
                    add(group, preset.bot, idea, args.n, game.read_options(preset.options, 2), args.seed, 1)
    else:
        names = who or (["master", "expert"] if args.part == "levels" else [c.id for c in CONTENT.bots])
        for name in names:
            for idea in ideas:
                add(f"{name} against {ABOUT[idea]}", name, idea, args.n, plain, args.seed)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("levels", "commanders", "campaign", "pair"))
    parser.add_argument("names", nargs="*", help="pair: two players, or several pairs")
    parser.add_argument("-n", type=int, default=60, help="battles")
    parser.add_argument("--ideas", default=",".join(IDEA))
    parser.add_argument("--who", default="")
    parser.add_argument("--option", action="append", default=[], help="not for campaign: limit_result=field, …")
    parser.add_argument("--ladder", action="store_true", help="pair: each of the names against the next one")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="what is not played by then is left out")
    parser.add_argument("--keep", type=Path, help="every battle as a line of JSON")
    args = parser.parse_args()
    groups = chosen(args)
    found = play(groups, args.workers, args.seconds, args.keep)
    print(HEAD)
    for group in groups:
        tell(group, found[group])


if __name__ == "__main__":
    main()
