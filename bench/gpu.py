"""The GPU part of the measurements: every game of Taku beside Pgx's connect four, on this machine's GPU.

    python bench/gpu.py [--seconds 5] [--games connect_four,destroy] [--hashes FILE]

Needs ``taku[gpu]``, and JAX with Pgx for the peer's row. Random play, one thread a table; wall time from an idle device
to an idle device, compiling and the copying of results excluded (the copying is shown beside it). With --hashes, the
final states are compared with those that `taku check GAME --hashes FILE` wrote at native speed elsewhere: a file a
game, FILE with {} standing for the game.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

import peers

from taku.check import compare_hashes
from taku.compile.batch import play_batch
from taku.engine import Game

TARGETS = {
    "campus": 150e6, "connect_four": 8e9, "destroy": 300e6, "oneiron": 200e6, "synegier": 200e6, "warring": 50e6,
}  # fmt: skip
"""Decisions a second on an H200, from the issues."""

SEATS = {"campus": 4, "oneiron": 12, "synegier": 3}
"""What the targets are about, where it is not the most seats."""

FEWEST = 1 << 19
"""Matches at a time: four tables for each of an H200's threads. With fewer the long games leave it half empty."""


def rate(game: Game, seats: int, seconds: float) -> tuple[float, float, int]:
    """Decisions a second, the share of time that copying results would add, and the matches played."""
    n, batch = FEWEST, play_batch(game, FEWEST, seats=seats, speed="gpu")
    while batch.seconds < seconds / 4 and n < 1 << 26:
        n *= 4 if batch.seconds < seconds / 16 else 2
        batch = play_batch(game, n, seats=seats, speed="gpu")
    again = play_batch(game, n, seats=seats, speed="gpu", first=n)
    best = max(batch, again, key=lambda b: b.total / b.seconds)
    return best.total / best.seconds, best.copying / best.seconds, n


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure on the GPU.")
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each row (5)")
    parser.add_argument("--games", default="connect_four,goofspiel", help="which of our games")
    parser.add_argument("--hashes", default="", help="files of hashes to compare with, {} stands for the game")
    wanted = parser.parse_args()
    missed = 0
    rates = {}
    for name in wanted.games.split(","):
        game: Game = import_module(f"taku.games.{name}").game  # by module: the package need not be installed here
        if wanted.hashes:
            print(f"{name}: {compare_hashes(game, Path(wanted.hashes.format(name)), speed='gpu')}", flush=True)
        for seats in sorted({game.seats[0], SEATS.get(name, game.seats[-1])}):
            rates[name], copying, n = rate(game, seats, wanted.seconds)
            target = TARGETS.get(name, 0.0)
            missed += rates[name] < target
            verdict = (
                f"; must reach {target / 1e9:g} G: {'met' if rates[name] >= target else 'MISSED'}" if target else ""
            )
            print(
                f"{name}, {seats} seats: {rates[name] / 1e9:.3f} G decisions/s ({n:,} matches; copying results "
                f"would add {copying:.0%}){verdict}",
                flush=True,
            )
    try:
        # In a process of its own: JAX then shares neither memory pool nor CUDA context with us.
        peer = peers.measure("pgx_gpu", wanted.seconds)
    except peers.Missing as missing:
        print(f"Pgx: {missing}", file=sys.stderr)
        return peers.MISSING
    print(f"{peer.name}: {peer.rate / 1e9:.3f} G {peer.unit}, {peer.raw / peer.seconds / 1e9:.3f} G steps/s")
    print(f"{peer.version}; {peer.note}; {peer.count:,} moves in {peer.seconds:.2f} s")
    if "connect_four" in rates:
        ratio = rates["connect_four"] / peer.rate
        missed += ratio < 8
        print(f"connect four against Pgx: {ratio:.1f} × (must reach 8 ×: {'met' if ratio >= 8 else 'MISSED'})")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
