"""Guided first games in a browser: obedient and stubborn players, three sizes, by touch and by keyboard.

python3 run.py bench guides [--games destroy,warring] [--times 6] [--moves 400]      (needs Chromium)

Every way goes to the end of the guide or of the match. Counted are bubbles that cover what they light or a button that
is needed, that are not on the screen or not reached by the keyboard, and games in which nothing goes on.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402

import run  # noqa: E402
from taku.check.guides import WAYS  # noqa: E402
from taku.engine.game import find_game, found_games  # noqa: E402
from tests.guiding import SIZES, Walk  # noqa: E402
from tests.server.kit import serving  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(name for name in found_games() if find_game(name).guide))
    parser.add_argument("--times", type=int, default=6, help="for each game: ways, sizes and hands in turn")
    parser.add_argument("--moves", type=int, default=400)
    args = parser.parse_args()
    bad = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), speed=20.0) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=run.chromium())
        for name in args.games.split(","):
            for n in range(args.times):
                way, (size, (width, height)) = WAYS[n % len(WAYS)], list(SIZES.items())[n // 2 % len(SIZES)]
                touch = n % 2 == 0
                context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
                walk = Walk(context.new_page(), touch, way.obeys, way.reads, Random(f"{name} {n}"))
                try:
                    walk.begin(site.url, name)
                    walk.play(args.moves)
                except AssertionError as fault:
                    walk.faults.append(str(fault))
                bad += len(walk.faults)
                hand = "touch" if touch else "keyboard"
                print(f"{name} {way.name} {size} {hand}: {len(walk.told)} told, {walk.moves} moves, "
                      f"{len(walk.faults)} faults", *walk.faults, sep="\n  ", flush=True)  # fmt: skip
                context.close()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
