"""Destroy Them All!!! by its playout policy: the rulebook's balance figures from many thousand matches.

    python3 run.py bench policy [--matches 40000] [--option team_mode=choose]

Both seats draw every action by the game's `prefer` (`taku.lab.policy`); teams are random ones unless said otherwise, as
in the trials of the rulebook's section 13. Intervals are 95 %.
"""

from __future__ import annotations

import argparse
import math
import sys

import numpy as np

from taku.games.destroy import game
from taku.games.destroy.content import CONTENT
from taku.games.destroy.state import DRAW, OUT, PLACES, SEATS
from taku.lab.policy import policy_matches


def share(x: float, n: int) -> str:
    """A share with its interval."""
    return f"{100 * x:.1f} ± {196 * math.sqrt(max(x * (1 - x), 1e-9) / max(n, 1)):.1f} %"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40_000)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    args = parser.parse_args()
    n = args.matches
    options = {"team_mode": "random"} | dict(one.split("=", 1) for one in args.option)
    finals = policy_matches(game, n, options=options)
    who, cell, rounds = (finals.field(name) for name in ("who", "cell", "round"))
    who, cell = who.reshape(n, SEATS, PLACES), cell.reshape(n, SEATS, PLACES)
    winner, rounds = finals.field("winner").reshape(n), rounds.reshape(n).astype(int)
    won = np.stack([np.where(winner == DRAW, 0.5, winner == 1 + seat) for seat in range(SEATS)], 1)
    half = 1.96 * rounds.std() / math.sqrt(n)
    print("| figure | measured |\n|---|---|")
    print(f"| seat 0 wins (draws half) | {share(won[:, 0].mean(), n)} |")
    print(f"| draws | {share((winner == DRAW).mean(), n)} |")
    print(f"| rounds a match | {rounds.mean():.2f} ± {half:.2f} |")
    print(f"| matches of 3 to 12 rounds | {share(((rounds >= 3) & (rounds <= 12)).mean(), n)} |")
    limit = int(game.read_options(options)["round_limit"])
    print(f"| matches in the last round | {share((rounds >= limit).mean(), n)} |")
    print(f"| exclusions a match | {(cell == OUT).sum() / n:.2f} |")
    print("\n| character | wins on the field | rounds | wins as sub | rounds |\n|---|---|---|---|---|")
    for i, character in enumerate(CONTENT.characters, 1):
        parts = []
        for there in ((who[:, :, :-1] == i).any(2), who[:, :, -1] == i):
            wins = won[there]
            parts += [share(wins.mean() if wins.size else 0.0, wins.size), f"{rounds[there.any(1)].mean():.2f}"]
        print(f"| {character.name['en']} | {' | '.join(parts)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
