"""``taku bot run``: a bot of somebody's own at a table of a server."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

from taku.cli.parser import OK, Fault, Parser, whole


def arguments(parser: Parser) -> None:
    actions = parser.commands()
    run = actions.add_parser("run", help="seat a bot at a table", summary="seat a bot at a table of a server")
    run.add_argument(
        "bot", metavar="BOT", help="a file with a function bot(game), a trained player, a level, or search:N"
    )
    run.add_argument("table", metavar="URL", help="the table's address, or an invitation to a seat of it")
    run.add_argument("--seat", type=whole(1, 64), metavar="N", help="default: the first that is free")
    run.add_argument("--name", default="", metavar="TEXT", help="what it is called at the table")
    run.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="N", help="the same seed plays the same")


def run(args: Any) -> int:
    if not args.table.startswith(("http://", "https://")):
        raise Fault(f"{args.table!r} is no address of a table: http://… or https://…")
    file = Path(args.bot.partition(",")[0])
    if file.suffix in (".py", ".player") and not file.is_file():
        raise Fault(f"there is no file {str(file)!r}")
    from taku.cli.guest import Guest, Seated
    from taku.cli.players import ready

    name = args.name or file.stem
    guest = Guest(name)
    socket = guest.sit(args.table, args.seat - 1 if args.seat else None)
    print(f"{name} sits at {args.table}", flush=True)
    seed = secrets.randbits(62) if args.seed is None else args.seed
    asyncio.run(
        Seated(guest, socket, lambda game: ready(game, args.bot), seed, lambda text: print(text, flush=True)).play()
    )
    return OK
