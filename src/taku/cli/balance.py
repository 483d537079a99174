"""``taku balance``: bots play a game against themselves; what happens is measured, beside targets or an earlier run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.cli.contest import compile_for_bots
from taku.cli.parser import BAD, OK, Fault, Parser, whole
from taku.cli.request import game_arguments, game_named, read_text, table_of
from taku.cli.terminal import Progress

if TYPE_CHECKING:
    from taku.lab.measures import Run

MATCHES = 200


def arguments(parser: Parser) -> None:
    game_arguments(parser)
    parser.add_argument(
        "-n", "--games", type=whole(2), default=MATCHES, metavar="N", help=f"matches; default: {MATCHES}"
    )
    who = "who plays all seats: a level, random, greedy, search:N or FILE.py; default: club"
    parser.add_argument("--level", default="club", metavar="BOT", help=who)
    parser.add_argument(
        "--seed", type=whole(0, 2**62), default=1, metavar="N", help="the same seed gives the same matches"
    )
    parser.add_argument("--workers", type=whole(1, 1024), metavar="N", help="default: one for each core")
    parser.add_argument("--against", metavar="FILE", help="an earlier run (-o): show what changed, with intervals")
    parser.add_argument("-o", "--output", metavar="FILE", help="keep the run as JSON, for a later --against")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")


def run(args: Any) -> int:
    from taku.lab.balance import balance
    from taku.lab.measures import compared, markdown
    from taku.lab.watch import measures_of, names_of

    table = table_of(game_named(args.game), args)
    before = earlier(args.against, table.game.id) if args.against else None
    if args.output:
        Path(args.output).touch()  # better now than after an hour of play
    compile_for_bots(table.game, [args.level], args.workers)
    with Progress(f"{args.game}, {args.level}", args.games) as progress:
        found = balance(
            table.game,
            args.level,
            args.games,
            seats=table.seats,
            options=table.options,
            seed=args.seed,
            workers=args.workers,
            progress=progress,
        )
    if args.output:
        Path(args.output).write_text(json.dumps(found.json(), ensure_ascii=False) + "\n", encoding="utf-8")
    if args.json:
        print(json.dumps(found.json(), ensure_ascii=False))
        return OK
    measures, names = measures_of(table.game), names_of(table.game)
    if before:
        print(f"before: {headline(before)}\nafter: {headline(found)}\n")
        print(compared(before, found, measures, names), end="")
    else:
        print(f"{headline(found)}\n")
        print(markdown(found, measures, names), end="")
    return OK


def headline(run: Run) -> str:
    """What was played, on one line."""
    a = run.about
    options = ", ".join(f"{k} {v}" for k, v in a["options"].items())
    what = f"{a['game']} version {a['version']} (content {a['content']}), {run.matches:,} matches of {a['bot']}"
    return f"{what}, seed {a['seed']}, {a['time'][:10]}" + (f"; {options}" if options else "")


def earlier(path: str, game: str) -> Run:
    """A run that was kept."""
    from taku.lab.measures import Run

    try:
        data = json.loads(read_text(path))
        if data["game"] == game:
            return Run.read(data)
    except (ValueError, KeyError, TypeError):
        raise Fault(f"{path}: this is not a run that taku balance kept (-o)", BAD) from None
    raise Fault(f"{path}: this is a run of {data['game']}, not of {game}", BAD)
