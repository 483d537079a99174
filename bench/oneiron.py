"""Dream Duels, played by its own preferences at native speed: what thousands of matches say of its options.

    python bench/oneiron.py                                  2 to 20 players with the defaults
    python bench/oneiron.py --set exchanges=3 --set copies=4 the same with other options
    python bench/oneiron.py --seats 12 --matches 50000 --random

Every seat draws its actions by the game's `prefer` (or all alike, with --random). `taku balance oneiron` tells more of
each match and takes bots that think, but a thousand times as long. Intervals are 95 %.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

import argparse
import math
import time
from importlib import import_module
from typing import Any

import numpy as np

from taku.bots.playout import draw, forward
from taku.compile.kernels import first_of, kernel
from taku.compile.loader import array_parts
from taku.compile.native import Build
from taku.engine.chance import seed
from taku.engine.contract import CORE_WORDS, act, actors, scores, start
from taku.engine.game import Game
from taku.engine.struct import dtype_of

SEATS = "2,3,4,5,6,7,8,10,11,12,15,16,20"
ROUNDS, OUT, FREE, DECISIONS, ALIVE = range(5)


@kernel("int64(State[::1], uint64[:, ::1], int32[::1], int64, int64, int64, int64, int8[:, ::1], int32[:, ::1])")
def play_on(states, words, out, number, first, n, policy, ranks, found):
    """Play matches; ranks of the seats, and of each match its rounds, teams out in the first, fewest free cards."""
    s = states[0]
    for k in range(n):
        for w in range(CORE_WORDS):
            words[0, w] = words[1, w]
        seed(s, number, first + k)
        start(s)
        done = 0
        free = s.pile.size
        gone = 0
        while True:
            who = actors(s)
            if who == 0:
                break
            seat = first_of(who)
            m = forward(s, seat, out)
            act(s, seat, out[draw(s, seat, out, m, policy)])
            done += 1
            free = min(free, s.pile.size + s.graveyard.size)
            if s.round <= 1:
                gone = 0
                for team in range(s.teams):
                    gone += s.rank[team] > 0
        scores(s, out)
        alive = 0
        for seat in range(s.seats):
            ranks[k, seat] = out[seat]
            alive += out[seat] == 1 and s.lives[seat] > 0
        found[k, ROUNDS] = s.round
        found[k, OUT] = gone - (s.round <= 1)
        found[k, FREE] = free
        found[k, DECISIONS] = done
        found[k, ALIVE] = alive
    return n


class Player:
    """Matches of one game at native speed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.run = Build(game, [play_on]).functions["play_on"]
        self.states = np.zeros(2, dtype_of(game.state))
        self.words = self.states.view(np.uint64).reshape(2, -1)
        self.out = np.empty(max(game.most_legal, game.seats[-1]), np.int32)

    def play(self, seats: int, options: dict[str, str], matches: int, policy: int) -> tuple[Any, Any]:
        template = self.game.new(seats, self.game.read_options(options, seats))
        template.log.mute = 1
        self.states.view(np.uint8).reshape(2, -1)[1, : len(template.memory)] = np.frombuffer(template.memory, np.uint8)
        ranks, found = np.zeros((matches, self.game.seats[-1]), np.int8), np.zeros((matches, 5), np.int32)
        arrays = [array_parts(a) for a in (self.states, self.words, self.out)]
        self.run(*arrays, 1, 0, matches, policy, array_parts(ranks), array_parts(found))
        return ranks[:, :seats], found


def around(x: Any) -> str:
    """A mean with its interval."""
    return f"{x.mean():.3f} ± {1.96 * x.std() / math.sqrt(len(x)):.3f}"


def share(x: Any) -> str:
    return f"{100 * x.mean():.1f} ± {196 * x.std() / math.sqrt(len(x)):.1f} %"


def line(seats: int, ranks: Any, found: Any) -> list[str]:
    """What one number of players shows."""
    teams = 2 if seats == 2 else (seats + 1) // 2
    head = np.arange(seats) if seats == 2 else np.arange(0, seats, 2)
    shared = (ranks[:, head] == 1).sum(1)
    wins = (ranks[:, head] == 1) / np.maximum(1, shared)[:, None]
    pairs = wins[:, : seats // 2] if seats > 2 else wins
    edge = teams * wins[:, -1] if seats % 2 else None
    expected = pairs.sum() / pairs.shape[1]
    spread = pairs.sum(0)
    # How far the teams' wins are from equal, in standard deviations, added up: the chi-square test of fairness.
    chi = float(((spread - expected) ** 2 / max(1e-9, expected)).sum()) / max(1, pairs.shape[1] - 1)
    rounds = found[:, ROUNDS]
    low, high = np.percentile(rounds, [10, 90]).astype(int)
    return [
        str(seats), f"{rounds.mean():.2f}", f"{low}–{high}", share(found[:, OUT] / teams),
        around(edge) if edge is not None else "", f"{spread.min() / expected:.2f}–{spread.max() / expected:.2f}",
        f"{chi:.2f}", f"{100 * (found[:, ALIVE] == 0).mean():.2f} %", f"{100 * (shared > 1).mean():.2f} %",
        f"{found[:, FREE].min()}",
        f"{100 * (rounds >= rounds.max()).mean():.2f} % at {rounds.max()}", f"{found[:, DECISIONS].mean() / seats:.1f}",
    ]  # fmt: skip


HEAD = (
    "players", "rounds", "10–90 %", "out in round 1", "solo edge", "wins of pairs", "χ²/df", "nobody left", "shared",
    "fewest free cards", "longest", "decisions a player",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Dream Duels at native speed.")
    parser.add_argument("--seats", default=SEATS)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--random", action="store_true", help="all actions alike instead of by preference")
    wanted = parser.parse_args()
    options = dict(text.split("=", 1) for text in wanted.set)
    player = Player(import_module("taku.games.oneiron").game)
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    begun, decisions = time.process_time(), 0
    for seats in map(int, wanted.seats.split(",")):
        ranks, found = player.play(seats, options, wanted.matches, 0 if wanted.random else 1)
        decisions += int(found[:, DECISIONS].sum())
        print("| " + " | ".join(line(seats, ranks, found)) + " |", flush=True)
    print(f"\n{decisions / (time.process_time() - begun) / 1e6:.2f} M decisions a second of one core")


if __name__ == "__main__":
    main()
