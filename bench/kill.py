"""Kill the server with SIGKILL again and again under load: no acknowledged move may be missing, every page comes back.

python3 run.py bench kill [--times 50] [--tables 20] [--processes 1] [--beside 1] [--database postgresql://…]

With several server processes one of them is killed every other time, and replaced; else all of them, by way of their
supervisor. With ``--beside N`` so many servers with tables of their own share the kills, where there are cores for
them: a kill takes some seconds, mostly of waiting.

With PostgreSQL two processes then share a table, and one of them is killed: how soon its player is served by the other.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.force import kill_again_and_again, lose_one_of_two


def one(number: int, tables: int, times: int, processes: int, database: str) -> tuple[int, float]:
    """One server, killed so often: how many moves were acknowledged, and the slowest return of all its tables."""
    with tempfile.TemporaryDirectory() as data:
        total, slowest = kill_again_and_again(
            *(Path(data), tables, times),
            database=database,
            processes=processes,
            log=lambda text: print(f"server {number}: {text}", flush=True),
        )
    return int(total), float(slowest)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--tables", type=int, default=20, help="of each server")
    parser.add_argument("--processes", type=int, default=1, help="of each server")
    parser.add_argument("--beside", type=int, default=1, help="servers at the same time")
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    if args.database and args.beside > 1:
        parser.error("servers side by side have a folder each, and no database in common")
    shares = [args.times * (i + 1) // args.beside - args.times * i // args.beside for i in range(args.beside)]
    with ProcessPoolExecutor(args.beside, multiprocessing.get_context("spawn")) as pool:
        begun = [pool.submit(one, i + 1, args.tables, n, args.processes, args.database) for i, n in enumerate(shares)]
        found = [each.result() for each in begun]
    total, slowest = sum(moves for moves, _ in found), max(seconds for _, seconds in found)
    print(f"killed {args.times} times with {args.tables} tables: {total:,} acknowledged moves looked up, none missing;")
    print(f"the slowest return of all tables took {slowest:.1f} s")
    if args.database:
        with tempfile.TemporaryDirectory() as data:
            took = lose_one_of_two(Path(data), args.database)
        print(f"one of two processes was killed: its player went on after {took:.2f} s")


if __name__ == "__main__":
    main()
