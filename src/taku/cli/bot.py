"""``taku bot run``: a bot of somebody's own at a table of a server."""

from __future__ import annotations

from typing import Any

from taku.cli.parser import Fault, Parser


def arguments(parser: Parser) -> None:
    actions = parser.commands()
    run = actions.add_parser("run", help="seat a bot at a table", summary="seat a bot at a table of a server")
    run.add_argument("file", metavar="FILE.py", help="a file with a function bot(game)")
    run.add_argument("table", metavar="URL", help="the table's address, or an invitation to it")


def run(args: Any) -> int:
    raise Fault("taku bot is not part of this version")
