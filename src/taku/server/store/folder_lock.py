"""`server.lock`, beside an SQLite database: one server has the folder, and its processes write in turn.

Byte 0 is locked by the server that uses the folder. Byte 1 is locked by whichever of its processes writes: SQLite would
let the others look again after 1, 2, 5, 10 … ms, the lock wakes the next one at once. A lock ends with its process.
Programs that write beside the server make the file longer; the processes look at its length.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from taku.server.store.errors import InUse, Unwritable

LOCK = "server.lock"


def _lock(file: int, byte: int, *, wait: bool) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: one process, and nobody who could tell it of another
        return
    fcntl.lockf(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB), 1, byte)


def _unlock(file: int, byte: int) -> None:
    with suppress(ImportError):
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Have the folder for this server; raises `InUse` if another has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as e:
        raise Unwritable(
            f"The data folder {folder} cannot be used ({e.strerror or e}):"
            " let this user write there, or name another folder"
        ) from e
    try:
        try:
            _lock(file, 0, wait=False)
        except (BlockingIOError, PermissionError):
            raise InUse(f"another server uses the folder {folder}: stop it, or name another folder") from None
        except OSError:
            pass  # a file system without locks
        os.ftruncate(file, 0)
        yield
    finally:
        os.close(file)


class Turn:
    """The right to write, among the processes of one server."""

    def __init__(self, database: Path) -> None:
        self._file = os.open(database.with_name(LOCK), os.O_RDWR | os.O_CREAT, 0o600)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for it and have it. Without locks SQLite's own does, a little slower."""
        with suppress(OSError):
            _lock(self._file, 1, wait=True)
        try:
            yield
        finally:
            with suppress(OSError):
                _unlock(self._file, 1)

    def close(self) -> None:
        os.close(self._file)


def mark(database: Path) -> None:
    """Another program than the server has written."""
    with suppress(OSError):
        file = os.open(database.with_name(LOCK), os.O_WRONLY | os.O_APPEND)
        try:
            os.write(file, b".")
        finally:
            os.close(file)


def marks(database: Path) -> int | None:
    """A number that changes when another program has written; None if there is none."""
    with suppress(OSError):
        return database.with_name(LOCK).stat().st_size
    return None
