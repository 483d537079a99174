"""What a host may choose, and where the server keeps its own secret."""

from __future__ import annotations

import errno
import os
import secrets
import socket
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NewType

KEY_BYTES = 32


def now() -> int:
    """Milliseconds since 1970, for what is stored or shown. That clock may be set: durations are not read off it."""
    return time.time_ns() // 1_000_000


Ticks = NewType("Ticks", int)
"""A moment of the clock that is never set; a type of its own, so that nobody mixes it with one since 1970."""


def ticks() -> Ticks:
    """Milliseconds of the clock that is never set, for all durations. It means nothing outside this process."""
    return Ticks(time.monotonic_ns() // 1_000_000)


STARTED, STARTED_TICKS = now(), ticks()


def steady() -> int:
    """Milliseconds since 1970 by the clock as it stood when this process began: setting it since has no effect."""
    return STARTED + ticks() - STARTED_TICKS


def default_data() -> Path:
    """The data folder when none is named: ``$TAKU_DATA``, else the system's usual place."""
    named = os.environ.get("TAKU_DATA")
    if named:
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "taku"


EVERYWHERE = ("0.0.0.0", "::")
HERE = ("127.0.0.1", "::1", "localhost")


@cache
def network_address() -> str:
    """How other machines of the network reach this one; empty if there is no network. Nothing is sent for it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
            asks.connect(("192.0.2.1", 9))  # an address for examples: the system only looks up the way there
            return str(asks.getsockname()[0])
    except OSError:
        return ""


MOST_PROCESSES = 4
"""Server processes by default, however many cores there are: each takes about 70 MB, and its worker for bots 200 MB."""


def usable_cores() -> int:
    """How many server processes to start where nobody says: one for each core that this program may use."""
    if not hasattr(socket, "send_fds"):  # connections cannot be handed from process to process, as on Windows
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_PROCESSES)


@dataclass(frozen=True)
class Config:
    """The options of ``taku serve``."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=default_data)
    database: str = field(default="", repr=False)  # its password may stand in it
    """``postgresql://…``; empty: SQLite in the data folder."""
    base_url: str = ""
    """How the outside world reaches this server, e.g. ``https://games.example.org``; empty: as the request says."""
    workers: int = 2
    """Processes in which bots think; 0 leaves them to ``taku worker`` elsewhere."""
    processes: int = 1
    """Server processes that share the port, one a core; ``taku serve`` takes as many as `usable_cores` says."""
    open_browser: bool = False
    secret: str = field(default="", repr=False)
    """Signs cookies; empty: ``$TAKU_SECRET``, else a file in the data folder."""
    allow: float = 1.0
    """How much more than usual one address may ask for: for a club behind one address, and for tests."""
    speed: float = 1.0
    """How much faster than usual bots think and pauses pass: for tests."""
    metrics_token: str = field(default="", repr=False)
    """What somebody on another machine must say to read the metrics; empty: this machine alone may."""
    connections: int = 0
    """Open connections in all; 0: as many as there are descriptors for."""
    absence: float = 60.0
    """Seconds without a connection until a bot sits in: long enough for a tunnel, short enough for those who wait."""

    @property
    def store(self) -> str | Path:
        return self.database or self.data

    def key(self) -> str:
        """The key that signs cookies. Several servers of one site must share it."""
        given = self.secret or os.environ.get("TAKU_SECRET", "")
        if given:
            return given
        file = self.data / "secret.key"
        self.data.mkdir(parents=True, exist_ok=True)
        try:
            with open(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as out:
                out.write(secrets.token_hex(KEY_BYTES))
        except FileExistsError:
            pass
        kept = file.read_text(encoding="ascii", errors="replace").strip()
        if len(kept) < KEY_BYTES:
            raise OSError(
                errno.EINVAL, "holds no key: remove it and a new one is made (guests then begin anew)", str(file)
            )
        return kept
