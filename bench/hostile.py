"""Hostile messages and requests: wrong types, sizes, numbers, seats, origins and HTML; nothing may happen.

python3 run.py bench hostile [--count 100000]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.force import hostile
from tests.server.kit import duel, serving


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as site:
        table, (_, one), (_, two) = duel(site)
        one.mine()
        one.act(3)
        two.mine()
        before = two.view["step"], two.view["seq"]
        began = time.monotonic()
        sent = 0
        while sent < args.count:
            sent += hostile(site, table, min(1000, args.count - sent), seed=sent + 1)
            for page in (one, two):  # whoever never reads is taken for lost
                page.glance(0.02)
            print(f"{sent:,} sent, {site.server._site.errors} errors", flush=True)
        two.drain()
        assert (two.view["step"], two.view["seq"]) == before
        assert site.server._site.errors == 0
        two.act(3)
        one.mine()
    print(f"{sent:,} hostile messages and requests in {time.monotonic() - began:.0f} s: no error, no effect")


if __name__ == "__main__":
    main()
