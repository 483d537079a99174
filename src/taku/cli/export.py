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
    parser.add_argument("--unfinished", action="store_true", help="also the entries of matches that are still played")
    parser.add_argument("--secrets", action="store_true", help="also the secrets of matches that are not over")
    storage_arguments(parser)


def run(args: Any) -> int:
    async def work(store: Store) -> int:
        left_out = 0
        with contextlib.ExitStack() as stack:
            out = stack.enter_context(open(args.output, "w", encoding="utf-8")) if args.output else sys.stdout
            async for line in store.export(args.matches or None, unfinished=args.unfinished, secrets=args.secrets):
                left_out += '"entries":null' in line
                print(line, file=out)
        if args.unfinished or args.secrets:
            print(
                "This holds hidden choices of matches that are still played: show it to none of the players.",
                file=sys.stderr,
            )
        if left_out:
            print(
                f"{left_out:,} matches are still played: their entries are left out (--unfinished includes them).",
                file=sys.stderr,
            )
        return OK

    return with_store(args, work)
