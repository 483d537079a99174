"""Banners over the Plain: how fast it is played, and what docs/games/warring.md says of kinds, waiting and search.

python bench/warring.py speed            decisions a second in uniform random play on 18×18, one core's CPU time
python bench/warring.py turns            milliseconds that each level needs for a turn
python bench/warring.py kinds -n 400     formation "square" with other troops in it against "square" itself
python bench/warring.py waiting -n 400   a side that never marches, against each level
python bench/warring.py search -n 60     the tree search against the levels
python bench/warring.py manners -n 200   what every commander does, against the level that thinks as far
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from taku.bots import Budget, find_bot
from taku.bots.arena import arena
from taku.bots.levels import LEVEL_NAMES
from taku.bots.search import scramble
from taku.bots.table import play_match
from taku.compile.kernels import kernel, random_match
from taku.compile.loader import array_parts
from taku.compile.native import Build
from taku.compile.speed import rules_of
from taku.engine.chance import seed as key_chance
from taku.engine.contract import CORE_WORDS
from taku.engine.struct import dtype_of
from taku.games.warring import game
from taku.games.warring.balance import STRIKES, kind_of
from taku.games.warring.content import CONTENT, KIND_OF
from taku.games.warring.rules.ground import distance, muster_column
from taku.games.warring.state import (
    AREA,
    ARMIES,
    DEPLOY,
    ERASE,
    EVENT,
    KIND,
    LARGEST,
    MUSTER_COLUMNS,
    ORDER,
    SIDES,
    STAGE,
    TROOPS,
)

OPTIONS = game.read_options({}, 2)
SEED = 61


# ---------------------------------------------------------------- speed


@kernel("int64(State[::1], uint64[:, ::1], int32[::1], int64)")
def battles(states, words, out, n):  # type: ignore[no-untyped-def]
    """Play n battles from the deployment in row 1; the decisions they took."""
    total = 0
    for k in range(n):
        for w in range(CORE_WORDS):
            words[0, w] = words[1, w]
        key_chance(states[0], 7, k)
        total += random_match(states[0], out)
    return total


def speed(_: int) -> None:
    """Uniform random play, both sides in their first formation and ready."""
    play = Build(game, [battles]).functions["battles"]
    s = game.new(2, OPTIONS)
    rules = rules_of(game)
    key_chance(s, 1, 0)
    rules.start(s)
    for seat in (0, 1):
        rules.act(s, seat, DEPLOY.ready)
    states = np.zeros(2, dtype_of(game.state))
    states["log"]["mute"] = 1
    core = game.state.core()
    states.view(np.uint8).reshape(2, -1)[1, :core] = s.memory[:core]
    arrays = [states, states.view(np.uint64).reshape(2, -1), np.zeros(game.most_legal, np.int32)]
    parts = [array_parts(a) for a in arrays]
    play(*parts, 20)
    for _ in range(3):
        begun = time.process_time()
        total = play(*parts, 400)
        spent = time.process_time() - begun
        print(f"{total / spent / 1e6:.2f} M decisions/s ({total / 400:.0f} a battle)")


def turns(n: int) -> None:
    """Thinking time of whole turns, CPU time of one core, in battles of a level against itself."""
    rules = rules_of(game)
    for name in LEVEL_NAMES:
        bot = find_bot(game, name)
        times: list[float] = []
        for number in range(max(1, n // 20)):
            s = game.new(2, OPTIONS)
            s.log.mute = True
            key_chance(s, 5, number << 20)
            rules.start(s)
            clicks, turn, spent = 0, (-1, -1), 0.0
            while acting := rules.acting(s):
                seat = acting[0]
                seen = rules.view(s, seat)
                legal = rules.legal(seen, seat)
                if (s.round, seat) != turn:
                    if turn[0] > 0:
                        times.append(spent)
                    turn, spent = (s.round, seat), 0.0
                begun = time.process_time()
                action = bot(seen, seat, legal, Budget(clicks))
                spent += time.process_time() - begun
                clicks += 1
                rules.act(s, seat, action)
        times.sort()
        p99 = times[int(0.99 * len(times))]
        mean = sum(times) / len(times)
        print(f"{name}: mean {1000 * mean:.1f} ms, 99th {1000 * p99:.0f} ms, longest {1000 * times[-1]:.0f} ms a turn")


# ---------------------------------------------------------------- who is worth what


class Waiting:
    """Takes the formation that is laid out, and never gives an order."""

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        return DEPLOY.ready if rules_of(game).kind(seen, seat) == "deploy" else ORDER.end


@dataclass
class Arranged:
    """A level that deploys "square" with some troops replaced; `changes` are (row, column, kind or 0)."""

    level: str
    changes: tuple[tuple[int, int, int], ...] = ()

    def __post_init__(self) -> None:
        self.bot = find_bot(game, self.level)

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Budget) -> int:
        if rules_of(game).kind(seen, seat) != "deploy":
            return self.bot(seen, seat, legal, budget)
        if not seen.clicks[seat]:
            return DEPLOY.preset([f.id for f in CONTENT.formations].index("square"))
        for row, column, kind in self.changes:
            place = LARGEST * row + muster_column(seen) + column
            if seen.plan[seat, place] % 8 != kind:
                brush = kind - 1 if kind else ERASE
                return DEPLOY.place(place) if seen.brush[seat] == 1 + brush else DEPLOY.brush(brush)
        return DEPLOY.ready


INFANTRY = 1
SQUARE = {
    "three archers replaced by infantry": tuple((1, c, INFANTRY) for c in (3, 5, 7)),
    "three shields replaced by infantry": tuple((0, c, INFANTRY) for c in (3, 5, 7)),
    "four cavalry replaced by infantry": tuple((r, c, INFANTRY) for r in (0, 1) for c in (10, 11)),
    "three infantry left out": tuple((2, c, 0) for c in (3, 4, 5)),
}


def compare(what: str, first: Any, second: Any, n: int) -> None:
    found = arena(game, [first, second], games=n, workers=1)
    score = found.score
    print(f"{what}: {100 * score.mean:.1f} % ({100 * score.low:.1f} to {100 * score.high:.1f}), {found.games} battles")


def kinds(n: int) -> None:
    for what, changes in SQUARE.items():
        compare(f"square with {what}, at club", Arranged("club", changes), Arranged("club"), n)


def waiting(n: int) -> None:
    for level in ("casual", "club", "expert"):
        compare(f"never marching against {level}", Waiting(), find_bot(game, level), n if level != "expert" else n // 3)


def search(n: int) -> None:
    for name, against in (("greedy", "casual"), ("search:1000", "casual"), ("search:1000", "club")):
        compare(f"{name} against {against}", name, against, n)


# ---------------------------------------------------------------- manners


HABITS = {
    "score": "score",
    "gap": "cells to the nearest enemy",
    "spread": "cells between own armies",
    "still": "armies that stand still",
    "flank": "strikes from the flank",
    "general": "strikes at the general",
    "hunt": "cells to the enemy general",
    "guard": "enemy strikes at the own general",
    "intercepts": "interceptions a battle",
    "broken": "armies broken a battle",
}
"""What a manner is recognised by; the cells are means over the ends of the side's turns."""
SHARES = ("score", "still", "flank", "general", "guard")


class Habits:
    """Counts what one side does in a battle, into (sum, number) of each habit."""

    def __init__(self, side: int, sums: dict[str, list[float]]) -> None:
        self.side = side
        self.sums = sums

    def count(self, name: str, x: float, n: float = 1.0) -> None:
        self.sums[name][0] += x
        self.sums[name][1] += n

    def before(self, s: Any, seat: int, action: int) -> None:
        if seat == self.side and s.stage == STAGE.orders and not s.splitting[seat] and action == ORDER.end:
            self.look(s)

    def look(self, s: Any) -> None:
        """How the side stands at the end of its orders."""
        own, theirs = (
            [(s.cell[side, t], s.army[side, t], s.kind[side, t]) for t in range(TROOPS) if s.cell[side, t]]
            for side in (self.side, 1 - self.side)
        )
        armies = {
            k: [cell for cell, army, _ in own if army == k] for k in range(1, ARMIES + 1) if s.facing[self.side, k]
        }
        for k, cells in armies.items():
            self.count("gap", min(distance(a, b) for a in cells for b, _, _ in theirs))
            self.count("still", not s.moved[self.side, k])
        for a, b in combinations(armies.values(), 2):
            self.count("spread", min(distance(x, y) for x in a for y in b))
        prey = next(cell for cell, _, kind in theirs if kind == KIND_OF.general)
        self.count("hunt", min(distance(a, prey) for a, _, _ in own))

    def after(self, s: Any, seat: int, action: int) -> None:
        for _, number, *a in s.events():
            if number in STRIKES:
                own = a[0] // TROOPS % SIDES == self.side
                self.count("general" if own else "guard", 1 + kind_of(a[1]) == KIND_OF.general)
                if own and number != EVENT.strike_lone:
                    self.count("flank", number == EVENT.strike_flank)
            elif number == EVENT.intercept and a[0] == self.side:
                self.count("intercepts", 1, 0)
            elif number == EVENT.army_broken and a[2] == self.side:
                self.count("broken", 1, 0)

    def end(self, s: Any, rewards: Sequence[float]) -> None:
        self.count("score", rewards[self.side])
        self.count("intercepts", 0)
        self.count("broken", 0)


def habits(who: str, against: str, n: int) -> dict[str, float]:
    """What a player does in n battles against another, from either side on the same maps."""
    bots = [find_bot(game, who), find_bot(game, against)]
    sums = {name: [0.0, 0.0] for name in HABITS}
    for number in range(n):
        side = number % 2
        seats = bots if side == 0 else bots[::-1]
        seed = scramble(SEED, number // 2)
        play_match(game, seats, OPTIONS, luck=SEED, index=number // 2, seed=seed, watcher=Habits(side, sums))
    return {name: x / max(1.0, m) for name, (x, m) in sums.items()}


def manners(n: int) -> None:
    """Every commander, and the level that thinks as far, against that level."""
    print("| who | " + " | ".join(HABITS.values()) + " |")
    print("|---|" + "---:|" * len(HABITS))
    for depth, level in enumerate(("beginner", "club", "expert"), 1):
        for who, name in ((level, level), *((c.id, c.name["en"]) for c in CONTENT.bots if c.level == depth)):
            found = habits(who, level, n)
            shown = (f"{100 * x:.1f} %" if habit in SHARES else f"{x:.1f}" for habit, x in found.items())
            print(f"| {name} | " + " | ".join(shown) + " |", flush=True)


PARTS = {f.__name__: f for f in (speed, turns, kinds, waiting, search, manners)}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=PARTS, nargs="?", default="speed")
    parser.add_argument("-n", type=int, default=100, help="battles")
    args = parser.parse_args()
    PARTS[args.part](args.n)

assert AREA == LARGEST * 10
assert KIND.deploy == 0
assert MUSTER_COLUMNS == 12
