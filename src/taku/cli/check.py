"""``taku check``: the laws of the engine, proved for a game over random matches."""

from __future__ import annotations

from typing import Any

from taku.cli.parser import BAD, OK, Parser, seconds
from taku.cli.request import game_named


def arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="which game (taku games lists them)")
    parser.add_argument(
        "--seconds", type=seconds, default=60.0, metavar="S", help="how long to search for a breach; default: 60"
    )
    parser.add_argument(
        "--hashes", metavar="FILE", help="compare with (or, if it is not there, write) hashes of a GPU's run"
    )


def run(args: Any) -> int:
    from taku.engine.laws import check

    report = check(game_named(args.game), seconds=args.seconds)
    print(report)
    return OK if report.ok else BAD
