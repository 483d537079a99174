"""Memory that is not needed any more goes back to the system, at moments when nobody waits for it.

Python searches for cycles among objects.
What a server keeps grows with every move (each seat's log), and Python looks through whatever is new: a microsecond or
two an object. With 800 players 14,000 a second are added, and the server stood still for 40 to 65 ms every few seconds.
Nothing was ever found: play makes no cycles, a page makes seven small objects, a closed socket twenty. So it is
searched when nobody plays, or when tables have left memory, whose parts know each other; and what is new when memory
has grown.

The sources of compiled rules, parsed to see whether they are still the same, are let go of: tables take their place.

What was freed stays with the process: glibc returns only what lies at the end of its heap. So it is asked for the rest.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import time
from collections.abc import Callable
from functools import cache

from taku.engine.rule import forget_sources

QUIET = 10_000
"""Milliseconds without a move anywhere: nobody notices a pause then, which is about a second for a million objects."""
OFTEN = 600.0
"""Seconds between two searches while it is quiet."""
SELDOM = 6 * 3600.0
"""Seconds after which it is searched all the same."""
DROPPED = 200
"""Tables that left memory, after which it is."""


GROWN = 64 * 2**20
"""Bytes of memory more than at the last search, after which what is new since then is searched: it takes a tenth of a
second, and finds whatever a request has left behind."""


def resident() -> int:
    """Bytes of memory that this process has now, or had at most where the system does not say."""
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as facts:
            return int(facts.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # another system, or another C library
        return None
    return found


def give_back() -> bool:
    """Return free memory to the system, where its library can; whether anything was returned.

    It takes 0.1 ms where there is nothing, and 80 ms after 2,000 sockets and 400 MB, once.
    """
    trim = _malloc_trim()
    return trim is not None and bool(trim(0))


def tune() -> None:
    """No search by itself; what is there at the start is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.disable()


class Memory:
    """Searches for cycles, and gives memory back, when it disturbs nobody or is needed."""

    def __init__(self) -> None:
        self.dropped = 0
        """Tables that have left since the last whole search."""
        self._last = time.monotonic()
        self._memory = resident()

    def tidy(self, quiet_ms: float) -> bool:
        """What is due, nothing having been played for so long; whether cycles were searched for."""
        forget_sources()
        searched = self._search(quiet_ms)
        if give_back():
            self._memory = min(self._memory, resident())
        return searched

    def _search(self, quiet_ms: float) -> bool:
        waited = time.monotonic() - self._last
        if self.dropped < DROPPED and waited < SELDOM and (quiet_ms < QUIET or waited < OFTEN):
            return self._grown()
        gc.collect()
        self.dropped = 0
        self._last = time.monotonic()
        self._memory = resident()
        return True

    def _grown(self) -> bool:
        """Search what is new, if it is much."""
        if resident() - self._memory < GROWN:
            return False
        gc.collect(0)  # nothing is moved on before it is searched: this is all that was made since
        self._memory = resident()
        return True
