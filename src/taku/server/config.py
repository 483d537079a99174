"""What a host may choose, and where the server keeps its own secret."""

from __future__ import annotations

import os
import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path

KEY_BYTES = 32


def now() -> int:
    """Milliseconds since 1970: the one clock of the server."""
    return time.time_ns() // 1_000_000


def default_data() -> Path:
    """The data folder when none is named: ``$TAKU_DATA``, else the system's usual place."""
    named = os.environ.get("TAKU_DATA")
    if named:
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "taku"


@dataclass(frozen=True)
class Config:
    """The options of ``taku serve``."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=default_data)
    database: str = ""
    """``postgresql://…``; empty: SQLite in the data folder."""
    base_url: str = ""
    """How the outside world reaches this server, e.g. ``https://games.example.org``; empty: as the request says."""
    workers: int = 2
    """Processes in which bots think; 0 leaves them to ``taku worker`` elsewhere."""
    open_browser: bool = False
    secret: str = ""
    """Signs cookies; empty: ``$TAKU_SECRET``, else a file in the data folder."""
    allow: float = 1.0
    """How much more than usual one address may ask for: for a club behind one address, and for tests."""
    speed: float = 1.0
    """How much faster than usual bots think and pauses pass: for tests."""
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
        return file.read_text(encoding="ascii").strip()
