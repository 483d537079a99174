"""``taku worker``: more machines that think for the bots of one server."""

from __future__ import annotations

from typing import Any

from taku.cli.parser import Fault, Parser, whole
from taku.cli.serve import config_of
from taku.cli.storage import place, storage_arguments


def arguments(parser: Parser) -> None:
    storage_arguments(parser)
    parser.add_argument(
        "--workers", type=whole(1, 256), default=2, metavar="N", help="processes that think; default: 2"
    )


def run(args: Any) -> int:
    if not args.database:
        raise Fault("a worker shares the server's PostgreSQL: name it with --database postgresql://…")
    where = place(args, new=True)
    from taku.server.main import work

    return work(config_of(args, where))
