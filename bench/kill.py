"""Kill the server with SIGKILL again and again under load: no acknowledged move may be missing, every page comes back.

python3 run.py bench kill [--times 50] [--tables 20] [--processes 1] [--database postgresql://…]

With several server processes one of them is killed every other time, and replaced; else all of them, by way of their
supervisor.

With PostgreSQL two processes then share a table, and one of them is killed: how soon its player is served by the other.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.force import kill_again_and_again, lose_one_of_two


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        total, slowest = kill_again_and_again(
            *(Path(data), args.tables, args.times),
            database=args.database,
            processes=args.processes,
            log=lambda text: print(text, flush=True),
        )
    print(f"killed {args.times} times with {args.tables} tables: {total:,} acknowledged moves looked up, none missing;")
    print(f"the slowest return of all tables took {slowest:.1f} s")
    if args.database:
        with tempfile.TemporaryDirectory() as data:
            took = lose_one_of_two(Path(data), args.database)
        print(f"one of two processes was killed: its player went on after {took:.2f} s")


if __name__ == "__main__":
    main()
