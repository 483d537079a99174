"""``taku serve``: tables in the browser."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from taku.cli.parser import OK, Fault, Parser, whole
from taku.cli.storage import place, storage_arguments, with_store


def arguments(parser: Parser) -> None:
    who = "who may come: 0.0.0.0 for the whole network; default: this machine only"
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=who)
    parser.add_argument("--port", type=whole(0, 65535), default=8000, metavar="N", help="default: 8000; 0 takes any")
    storage_arguments(parser)
    parser.add_argument("--base-url", default="", metavar="URL", help="how the world reaches it, if through a proxy")
    share = "server processes that share the port; default: one a core, at most 4"
    parser.add_argument("--processes", type=whole(1, 64), metavar="N", help=share)
    think = "processes that think for bots; default: 2"
    parser.add_argument("--workers", type=whole(0, 256), default=2, metavar="N", help=think)
    token = "lets another machine read /metrics, as “Authorization: Bearer TOKEN”; also $TAKU_METRICS_TOKEN"
    parser.add_argument("--metrics-token", default="", metavar="TOKEN", help=token)
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def run(args: Any) -> int:
    if args.base_url:
        check_base_url(args.base_url)
    where = place(args, new=True)
    if isinstance(where, Path) and where.exists() and not where.is_dir():
        raise Fault(f"--data takes a folder, and {where} is a file")
    can_listen(args.host, args.port)
    with_store(args, _look, new=True)
    from taku.server.config import usable_cores
    from taku.server.processes import serve

    address = {"host": args.host, "port": args.port, "base_url": args.base_url}
    by_hand = sys.stdout.isatty() and not args.no_browser
    token = args.metrics_token or os.environ.get("TAKU_METRICS_TOKEN", "")
    more = {"open_browser": by_hand, "metrics_token": token, "processes": args.processes or usable_cores()}
    return serve(config_of(args, where, **address, **more))


async def _look(_: Any) -> int:
    """The store could be opened: what is wrong with it is said in one line, before anything else is started."""
    return OK


def check_base_url(url: str) -> None:
    """The site's own address: all links begin with it, and they know no folder above the site."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise Fault(f"--base-url takes https://…, not {url!r}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise Fault(f"--base-url takes a host without a folder, {parts.scheme}://{parts.netloc}, not {url!r}")


def config_of(args: Any, where: Any, **more: Any) -> Any:
    """The server's options; PostgreSQL by its URL, else a data folder."""
    from taku.server.config import Config

    storage = {"database": where} if args.database else {"data": where}
    return Config(workers=args.workers, **storage, **more)


def can_listen(host: str, port: int) -> None:
    """Say in one line why an address cannot be had, before anything else is started."""
    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror:
        raise Fault(
            f"there is no address {host!r} to listen on: 127.0.0.1 is this machine, 0.0.0.0 all of it"
        ) from None
    with socket.socket(kind, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(address)
            trial.listen()
        except OSError as fault:
            raise Fault(f"cannot listen on {host} port {port}: {fault.strerror} (choose another with --port)") from None
