"""``taku analyse``: the turning points of a match."""

from __future__ import annotations

from typing import Any

from taku.cli.parser import Fault, Parser
from taku.cli.request import language_argument, match_file, replayed


def arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a match file; - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a report")
    language_argument(parser)


def run(args: Any) -> int:
    replayed(args.file, match_file(args.file))
    raise Fault("taku analyse is not part of this version")
