"""``taku export``: matches with their logs as lines of JSON, for other programs."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

from taku.cli.parser import OK, Parser
from taku.cli.storage import storage_arguments, with_store

if TYPE_CHECKING:
    from taku.server.store import Store


def arguments(parser: Parser) -> None:
    parser.add_argument("matches", metavar="MATCH", nargs="*", help="which matches; all if none is named")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    parser.add_argument("--secrets", action="store_true", help="also the secrets of matches that are not over")
    storage_arguments(parser)


def run(args: Any) -> int:
    async def work(store: Store) -> int:
        with contextlib.ExitStack() as stack:
            out = stack.enter_context(open(args.output, "w", encoding="utf-8")) if args.output else sys.stdout
            async for line in store.export(args.matches or None, secrets=args.secrets):
                print(line, file=out)
        return OK

    return with_store(args, work)
