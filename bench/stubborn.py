"""One-idea players of Banners over the Plain, against the levels, the commanders and the battles of the campaign.

    python bench/stubborn.py levels -n 60            # every idea against master and expert
    python bench/stubborn.py levels --who club
    python bench/stubborn.py commanders --ideas never,block
    python bench/stubborn.py campaign -n 20          # the idea plays the person's side
    python bench/stubborn.py pair master old_master -n 200

A table gives the *opponent's* score, draws half, with its 95 % interval. No strong player may lose to a single idea.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from taku.bots import Budget, find_bot
from taku.bots.search import scramble
from taku.bots.statistics import interval
from taku.bots.table import play_match
from taku.compile.kernels import kernel
from taku.compile.loader import array_parts
from taku.compile.native import Build
from taku.engine import Names
from taku.engine.struct import dtype_of
from taku.games.warring import game
from taku.games.warring.bot.ground import (
    FAR,
    FOOT,
    HORSE,
    QUEUE,
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


@kernel("none(State, int64, int64, int16[:, ::1], int16[::1])")
def find_goal(s, side, idea, ways, queue):  # type: ignore[no-untyped-def]
    """The ways that an idea follows."""
    if idea == IDEA.hills or idea == IDEA.corner:
        for row in range(2):
            for cell in range(CELLS):
                ways[row, cell] = FAR
            n = 0
            if idea == IDEA.hills:
                for cell in range(CELLS):
                    if s.terrain[cell] and HEIGHT[s.terrain[cell]] > 0 and n < QUEUE // 2:
                        ways[row, cell] = 0
                        queue[n] = cell
                        n += 1
            if n == 0:
                corner = cell_at(0, s.size - 1 if side == 0 else 0)
                ways[row, corner] = 0
                queue[0] = corner
                n = 1
            spread(s, row, n, ways, queue)
    else:
        find_ways(s, side, 99 if idea == IDEA.general else 0, ways, queue)


@kernel("int64(State, int64, int64, int64, int16[:, ::1])")
def step_of(s, side, k, idea, ways):  # type: ignore[no-untyped-def]
    """1 + 4 × (cells − 1) + direction of the march that an idea wants; 0 to stay."""
    row = HORSE if is_horse(s, side, k) else FOOT
    sign = -1 if idea == IDEA.retreat else 1
    best = 0
    least = sign * way_of(s, side, k, ways)
    if sign < 0 and least < -8:
        return 0
    for i in range(4):
        d = (UP[side] + i) % 4
        for n in range(reach_towards(s, side, k, d)):
            near = FAR
            for t in range(s.count[side]):
                if s.army[side, t] == k and s.cell[side, t]:
                    near = min(near, ways[row, s.cell[side, t] + (n + 1) * STEP[d]])
            if sign * near < least and near < FAR:
                least = sign * near
                best = 1 + 4 * n + d
    return best


@kernel("int64(State, int64, int64, int16[:, ::1], int16[::1])")
def stubborn(s, side, idea, ways, queue):  # type: ignore[no-untyped-def]
    """The next click of one who has a single idea."""
    if idea == IDEA.never:
        return ORDER.end
    if idea != IDEA.block:
        find_goal(s, side, idea, ways, queue)
        for k in range(1, ARMIES + 1):
            able = s.facing[side, k] and not s.acted[side, k] and not s.moved[side, k]
            if able and (idea != IDEA.horse or is_horse(s, side, k)):
                order = step_of(s, side, k, idea, ways)
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
        ways, queue = np.zeros((2, CELLS), np.int16), np.zeros(QUEUE, np.int16)
        self.kept = [self.seen, ways, queue]
        self.parts = [array_parts(a) for a in (ways, queue)]

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        if seen.stage == STAGE.deploy:
            return self.deploy(seen, seat, legal, budget)
        self.bytes[: self.core] = seen.memory[: self.core]
        action = int(self.step(self.seen.ctypes.data, seat, self.idea, *self.parts))
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


def battles(idea: str, who: str, n: int, options: dict[str, int], seed: int = SEED, side: int | None = None) -> Any:
    """n battles on fresh luck, the opponent on either side (or always on one); its scores and rounds."""
    scores, rounds = [], []
    foe, own = find_bot(game, who), Stubborn(idea) if idea in ABOUT else find_bot(game, idea)
    for number in range(n):
        place = number % 2 if side is None else side
        seats = [foe, own] if place == 0 else [own, foe]
        watch = Rounds()
        luck = scramble(seed, number) >> 3
        played = play_match(game, seats, options, luck=luck, index=0, seed=luck ^ 77, watcher=watch)
        scores.append(played.rewards[place])
        rounds.append(watch.rounds)
        clicks = played.asked[place]
        LOG.append({"idea": idea, "who": who, "n": number, "score": scores[-1], "rounds": watch.rounds,
                    "how": watch.how, "s": round(played.thought[place], 2), "clicks": clicks})  # fmt: skip
        if KEEP:
            with KEEP[0].open("a") as out:
                out.write(json.dumps(LOG[-1]) + "\n")
    return scores, rounds


LOG: list[dict[str, Any]] = []
KEEP: list[Path] = []


class Rounds:
    """Remembers how long a battle was and how it ended."""

    def __init__(self) -> None:
        self.rounds = 0
        self.how = ""

    def before(self, s: Any, seat: int, action: int) -> None: ...

    def after(self, s: Any, seat: int, action: int) -> None: ...

    def end(self, s: Any, rewards: Sequence[float]) -> None:
        self.rounds = s.round
        generals = [any(s.kind[q, t] == KIND_OF.general and s.cell[q, t] for t in range(TROOPS)) for q in (0, 1)]
        self.how = "limit" if all(generals) else "general"


def tell(what: str, scores: list[float], rounds: list[int], begun: float) -> None:
    found = interval(scores)
    limit = sum(1 for r in LOG[-len(scores) :] if r["how"] == "limit")
    spent = sum(r["s"] for r in LOG[-len(scores) :]) / max(1, sum(rounds))
    print(
        f"| {what} | {100 * found.mean:.1f} % | {100 * found.low:.0f}–{100 * found.high:.0f} | {len(scores)} "
        f"| {sum(rounds) / len(rounds):.1f} | {limit} | {1000 * spent:.0f} |",
        flush=True,
    )


HEAD = "| who against whom | score | 95 % | battles | rounds | limit | ms a turn |\n|---|---:|---:|---:|---:|---:|---:|"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("levels", "commanders", "campaign", "pair"))
    parser.add_argument("names", nargs="*", help="pair: two players")
    parser.add_argument("-n", type=int, default=60, help="battles")
    parser.add_argument("--ideas", default=",".join(IDEA))
    parser.add_argument("--who", default="")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    if args.keep:
        KEEP.append(args.keep)
    ideas = args.ideas.split(",")
    print(HEAD)
    plain = game.read_options({}, 2)
    who = args.who.split(",") if args.who else []
    if args.part == "pair":
        one, other = args.names
        begun = time.perf_counter()
        scores, rounds = battles(other, one, args.n, plain, args.seed)
        tell(f"{one} against {other}", scores, rounds, begun)
    elif args.part == "campaign":
        for id, preset in game.presets.items():
            if who and id not in who:
                continue
            options = game.read_options(preset.options, 2)
            for idea in ideas:
                begun = time.perf_counter()
                scores, rounds = battles(idea, preset.bot, args.n, options, args.seed, side=1)
                tell(f"{id} ({preset.bot}) against {ABOUT.get(idea, idea)}", scores, rounds, begun)
    else:
        names = who or (["master", "expert"] if args.part == "levels" else [c.id for c in CONTENT.bots])
        for name in names:
            for idea in ideas:
                begun = time.perf_counter()
                scores, rounds = battles(idea, name, args.n, plain, args.seed)
                tell(f"{name} against {ABOUT[idea]}", scores, rounds, begun)


if __name__ == "__main__":
    main()
