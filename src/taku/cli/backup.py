"""``taku backup``: everything in one file, while the server runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taku.cli.parser import OK, Parser
from taku.cli.storage import storage_arguments, with_store

if TYPE_CHECKING:
    from taku.server.store import Store


def arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a new file; it holds all secrets, so keep it safe")
    storage_arguments(parser)


def run(args: Any) -> int:
    async def work(store: Store) -> int:
        await store.backup(args.file)
        counts = await store.counts()
        matches = sum(n for name, n in counts.items() if name.startswith("matches_"))
        print(f"{args.file}: {matches:,} matches, {counts['players']:,} players")
        return OK

    return with_store(args, work)
