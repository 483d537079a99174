"""``taku rules``: the rulebook on the terminal."""

from __future__ import annotations

import sys
from typing import Any

from taku.cli.parser import OK, Parser
from taku.cli.request import game_named, language_argument, language_of
from taku.cli.rulebook import Rulebook, plain
from taku.cli.terminal import page


def arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help="which game (taku games lists them)")
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="one clause (F-2.1) or a section (F-2)")
    language_argument(parser)


def run(args: Any) -> int:
    book = Rulebook(game_named(args.game), language_of(args))
    if args.clause:
        print(book.clause(args.clause))
    elif sys.stdout.isatty():
        page(dressed(book.text))
    else:
        print(book.text.rstrip("\n"))
    return OK


def dressed(text: str) -> str:
    """The rulebook for reading: headings and clause numbers stand out, marks of Markdown are gone."""
    from taku.page.rulebook import HEADING

    lines = []
    for line in text.splitlines():
        heading = HEADING.match(line)
        lines.append(f"\x1b[1m{plain(line.lstrip('# '))}\x1b[0m" if heading else plain(line))
    return "\n".join(lines)
