"""PostgreSQL is gone for a minute while people play with bots: how soon the bots go on when it is back.

python3 run.py bench outage [--seconds 60]

A PostgreSQL server of the bench's own is stopped as by a crash and started again, once while the bots think in the
server's own workers, once while they think in `taku worker`. Players are told, nothing that was acknowledged is lost.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from taku.server.store.postgres import PATIENCE_SECONDS
from tests.server.outage import own_server, play_through


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    with own_server() as server:
        if server is None:
            raise SystemExit("PostgreSQL is not installed")
        for elsewhere in (False, True):
            with tempfile.TemporaryDirectory() as data:
                took, _ = play_through(
                    server, Path(data), outage=args.seconds, patience=PATIENCE_SECONDS, elsewhere=elsewhere
                )
            where = "in taku worker" if elsewhere else "in the server's own workers"
            print(f"gone for {args.seconds:g} s, bots {where}: they go on {took:.1f} s after its return", flush=True)


if __name__ == "__main__":
    main()
