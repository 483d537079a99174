"""``taku ladder``: each level of a game's bots against the one below."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from taku.cli.contest import Watch, compile_for_bots, contest_arguments
from taku.cli.parser import OK, Parser
from taku.cli.request import game_named, table_of


def arguments(parser: Parser) -> None:
    contest_arguments(parser, 400)
    parser.add_argument("-o", "--output", metavar="FILE", help="write the table there; default: standard output")


def run(args: Any) -> int:
    from taku.bots.arena import ladder
    from taku.bots.levels import LEVEL_NAMES

    table = table_of(game_named(args.game), args)
    if args.output:
        Path(args.output).touch()  # better now than after an hour of play
    compile_for_bots(table.game, list(LEVEL_NAMES), args.workers)
    with Watch(args.game, args.games) as watch:
        result = ladder(
            table.game,
            seats=table.seats,
            options=table.options,
            games=args.games,
            seed=args.seed,
            workers=args.workers,
            progress=watch.standing,
        )
    text = json.dumps(result.json(), ensure_ascii=False) + "\n" if args.json else result.markdown()
    if args.output:
        Path(args.output).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return OK
