"""``taku check``: the laws of the engine, proved for a game over random matches."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from taku.cli.parser import BAD, OK, Fault, Parser, one_of, seconds, whole
from taku.cli.request import game_named

SPEEDS = ("native", "gpu")


def arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="which game (taku games lists them)")
    parser.add_argument("--seconds", type=seconds, default=20.0, metavar="S", help="for all laws together; default: 20")
    parser.add_argument("--seed", type=whole(0, 2**31 - 1), default=1, metavar="N", help="other matches; default: 1")
    parser.add_argument(
        "--hashes", metavar="FILE", help="hashes of final states: written if not there, else compared with"
    )
    parser.add_argument(
        "--speed", type=one_of("speed", SPEEDS), default="native", metavar="|".join(SPEEDS),
        help="gpu: only write or compare --hashes, on a machine that has one",
    )  # fmt: skip


def run(args: Any) -> int:
    game = game_named(args.game)
    if args.speed == "gpu" and not args.hashes:
        raise Fault("--speed gpu writes or compares a file of hashes: name it with --hashes FILE")
    if args.hashes and not Path(args.hashes).absolute().parent.is_dir():
        raise Fault(f"there is no folder {str(Path(args.hashes).parent)!r} for --hashes")
    from taku.bots.contract import bots_of
    from taku.check import main_report
    from taku.lab.watch import balance_of
    from taku.page.contract import campaign_of, page_of
    from taku.page.guide import guide_of

    for part in (page_of, guide_of, campaign_of, bots_of, balance_of):
        part(game)

    def say(text: str) -> None:
        print(text)
        sys.stdout.flush()

    hashes = Path(args.hashes) if args.hashes else None
    return OK if main_report(game, args.seconds, args.seed, hashes, args.speed, say) else BAD
