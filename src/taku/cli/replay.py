"""``taku replay``: a match, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taku.cli.parser import OK, Fault, Parser, whole
from taku.cli.request import language_argument, language_of, match_file, replayed
from taku.cli.terminal import is_terminal

if TYPE_CHECKING:
    from taku.engine.match import Match

SPECTATOR, EVERYBODY = "spectator", "all"


def arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a match file; - for standard input")
    parser.add_argument(
        "--seat", default=SPECTATOR, metavar="N|spectator|all", help="as who saw it; default: spectator"
    )
    parser.add_argument("--step", type=whole(0), metavar="N", help="show the table after N entries and end")
    parser.add_argument(
        "--log", action="store_true", help="print the log and end (as when nobody sits at the terminal)"
    )
    parser.add_argument("--moves", action="store_true", help="print every decision by its name and arguments and end")
    language_argument(parser)


def run(args: Any) -> int:
    from taku.cli.viewer import Viewer

    data = match_file(args.file)
    match = replayed(args.file, data)
    viewer = Viewer(match, seat_of(args.seat, match), language_of(args))
    if args.step is not None:
        if args.step > match.step:
            raise Fault(f"{args.file} has no step {args.step}: steps are 0 to {match.step}")
        viewer.show(args.step)
    elif args.moves:
        viewer.moves()
    elif args.log or not is_terminal():
        viewer.greet()
        viewer.log()
    else:
        viewer.greet()
        viewer.run()
    return OK


def seat_of(text: str, match: Match) -> int:
    """The seat whose eyes are asked for, from 0; −1 a spectator's, OPEN all."""
    from taku.cli.messages import OPEN

    if text in (SPECTATOR, EVERYBODY):
        return -1 if text == SPECTATOR else OPEN
    if not text.isdecimal() or not 1 <= int(text) <= match.seats:
        raise Fault(f"--seat takes 1 to {match.seats}, {SPECTATOR} or {EVERYBODY}, not {text!r}")
    return int(text) - 1
