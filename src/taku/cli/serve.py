"""``taku serve``: tables in the browser."""

from __future__ import annotations

import socket
import sys
from typing import Any

from taku.cli.parser import Fault, Parser, whole
from taku.cli.storage import place, storage_arguments


def arguments(parser: Parser) -> None:
    who = "who may come: 0.0.0.0 for the whole network; default: this machine only"
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=who)
    parser.add_argument("--port", type=whole(0, 65535), default=8000, metavar="N", help="default: 8000; 0 takes any")
    storage_arguments(parser)
    parser.add_argument("--base-url", default="", metavar="URL", help="how the world reaches it, if through a proxy")
    think = "processes that think for bots; default: 2"
    parser.add_argument("--workers", type=whole(0, 256), default=2, metavar="N", help=think)
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def run(args: Any) -> int:
    if args.base_url and not args.base_url.startswith(("http://", "https://")):
        raise Fault(f"--base-url takes https://…, not {args.base_url!r}")
    where = place(args, new=True)
    can_listen(args.host, args.port)
    from taku.server.main import serve

    by_hand = sys.stdout.isatty() and not args.no_browser
    return serve(config_of(args, where, host=args.host, port=args.port, base_url=args.base_url, open_browser=by_hand))


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
