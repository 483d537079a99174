"""``taku restore``: a server's data from a backup, into either kind of database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.cli.parser import OK, Parser
from taku.cli.storage import storage_arguments, with_store

if TYPE_CHECKING:
    from taku.server.store import Store


def arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="what taku backup wrote")
    parser.add_argument(
        "--replace", action="store_true", help="replace what is there; without it, only into an empty store"
    )
    storage_arguments(parser)


def run(args: Any) -> int:
    from taku.server.store.copy import backup_version

    async def work(store: Store) -> int:
        from taku.server.store import NotEmpty

        try:
            await store.restore(args.file, replace=args.replace)
        except NotEmpty as fault:
            raise NotEmpty(f"{fault} (--replace)") from None
        counts = await store.counts()
        matches = sum(n for name, n in counts.items() if name.startswith("matches_"))
        print(f"restored {matches:,} matches, {counts['players']:,} players")
        return OK

    backup_version(Path(args.file))  # a wrong file must not leave a new database behind
    return with_store(args, work, new=True)
