"""What a host is told when the server is ready: where it is, and a browser that opens there."""

from __future__ import annotations

import contextlib
import threading
import webbrowser

from taku.server.config import EVERYWHERE, HERE, Config, network_address


def announce(config: Config, port: int, games: int, *, quiet: bool = False) -> None:
    """Say where the games are, and open the browser if one is wanted."""
    url = config.base_url or f"http://{host_in_url(config.host)}:{port}/"
    others = network_address() if config.host in EVERYWHERE and not config.base_url else ""
    more = f", for others in the network at http://{others}:{port}/" if others else ""
    if not quiet:
        print(f"Taku serves {games} games at {url}{more}  (Ctrl-C stops it)", flush=True)
    if config.open_browser:
        threading.Thread(target=_open, args=(url,), daemon=True).start()


def host_in_url(host: str) -> str:
    """How this machine's own browser reaches what listens on an address."""
    if host in (*EVERYWHERE, *HERE):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open(url: str) -> None:
    with contextlib.suppress(Exception):  # a machine without a browser is no fault
        webbrowser.open(url)
