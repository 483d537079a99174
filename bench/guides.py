"""Guided first games in a browser: obedient and stubborn players, three sizes, by touch and by keyboard.

python3 run.py bench guides [--games destroy,warring] [--times 18] [--moves 400] [--part 1/1]      (needs Chromium)

Every way goes to the end of the guide or of the match; there every lesson must have been seen on the page, or be said
to be left out. Counted are lessons that are neither, bubbles that cover what they light or a button that is needed,
that are not on the screen or not reached by the keyboard, and games in which nothing goes on.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Error, sync_playwright  # noqa: E402

import run  # noqa: E402
from taku.check.guides import WAYS  # noqa: E402
from taku.engine.game import find_game, found_games  # noqa: E402
from tests.guiding import SIZES, Walk  # noqa: E402
from tests.server.kit import serving  # noqa: E402

LONG = 3000
"""Moves after which a guide that cannot be left by resigning is taken to have no end."""


def walks(games: Sequence[str], numbers: range) -> list[tuple[str, int]]:
    """Which walk of which game, the games in turn, so that a run that is broken off has seen all of them."""
    return [(name, n) for n in numbers for name in games]


def walk(browser: Browser, url: str, name: str, n: int, moves: int, out: Path | None = None) -> Walk:
    """The n-th walk of a game: ways, hands and sizes in turn, so that eighteen of them are all different."""
    way, touch = WAYS[n % len(WAYS)], n // len(WAYS) % 2 == 0
    width, height = SIZES[size_of(n)]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch, reduced_motion="reduce")
    made = Walk(context.new_page(), touch, way.obeys, way.reads, Random(f"{name} {n}"))
    try:
        made.begin(url, name)
        made.play(moves)
        if not made.ended and find_game(name).has_resign:
            made.give_up()
        made.play(LONG)
        if not made.ended:
            made.faults.append(f"no end after {made.moves} moves")
    except (AssertionError, Error) as fault:
        made.faults.append(str(fault))
    finally:
        if out and made.faults:
            made.page.screenshot(path=out / f"{name}-{n}.png")
        context.close()
    return made


def size_of(n: int) -> str:
    return list(SIZES)[n // (2 * len(WAYS)) % len(SIZES)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(name for name in found_games() if find_game(name).guide))
    parser.add_argument("--times", type=int, default=18, help="for each game (default 18: each way, hand and size)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first walk of each game")
    parser.add_argument("--moves", type=int, default=400, help="after these the player resigns, where a game has that")
    parser.add_argument("--out", type=Path, default=None, help="a folder for a picture of each walk with a fault")
    parser.add_argument("--part", default="1/1", help="2/3: every third walk from the second one, for several at once")
    args = parser.parse_args()
    part, of = map(int, args.part.split("/"))
    faults = done = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), speed=200.0) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=run.chromium() or None)
        for name, n in walks(args.games.split(","), range(args.first, args.first + args.times))[part - 1 :: of]:
            began = time.monotonic()
            made = walk(browser, site.url, name, n, args.moves, args.out)
            faults, done = faults + len(made.faults), done + 1
            hand = "touch" if made.touch else "keyboard"
            took = time.monotonic() - began
            way, end = WAYS[n % len(WAYS)].name, made.ended or "stuck"
            print(f"{name} {n} {way} {size_of(n)} {hand}: {end}, {len(made.told)} told, {made.moves} moves, "
                  f"{took:.0f} s, {len(made.faults)} faults",
                  *made.faults, sep="\n  ", flush=True)  # fmt: skip
        browser.close()
    print(f"{done} walks, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
