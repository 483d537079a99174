"""A server's data from the command line: where it lies, and opening it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.cli.parser import Fault, Parser

if TYPE_CHECKING:
    from taku.server.store import Store


def storage_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--data", metavar="FOLDER", help="the server's data folder; default: $TAKU_DATA, else the usual"
    )
    parser.add_argument("--database", metavar="URL", help="postgresql://… if the server uses PostgreSQL")


def with_store(args: Any, work: Callable[[Store], Awaitable[int]], new: bool = False) -> int:
    """Do something with the server's store; ``new`` allows one that is not there yet."""
    where = place(args, new)

    async def run() -> int:
        from taku.server.store import open_store

        async with await open_store(where) as store:
            return await work(store)

    return asyncio.run(run())


def place(args: Any, new: bool) -> str | Path:
    """The database that is meant. Looking at a folder by mistake must not make a database there."""
    from taku.server.config import default_data

    if args.database:
        if args.data:
            raise Fault("name --data or --database, not both")
        if not args.database.startswith(("postgresql://", "postgres://")):
            raise Fault(f"--database takes postgresql://…, not {args.database!r} (for SQLite name its folder: --data)")
        return str(args.database)
    folder = Path(args.data).expanduser() if args.data else default_data()
    there = folder.is_file() or any(folder.glob("*.db"))
    if not there and not new:
        hint = "" if args.data else " (--data or $TAKU_DATA name another folder)"
        raise Fault(f"no server has kept data in {folder}{hint}")
    return folder
