"""Python's search for cycles among objects, at moments when nobody waits for it.

What a server keeps grows with every move (each seat's log), and Python looks through whatever is new: a microsecond or
two an object. With 800 players 14,000 a second are added, and the server stood still for 40 to 65 ms every few seconds.
Nothing was ever found: play makes no cycles, a page makes seven small objects, a closed socket twenty. So it is
searched when nobody plays, or when tables have left memory, whose parts know each other; and what is new when memory
has grown.
"""

from __future__ import annotations

import gc
import os
import sys
import time

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


def tune() -> None:
    """No search by itself; what is there at the start is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.disable()


class Cycles:
    """Searches when it disturbs nobody, or is needed."""

    def __init__(self) -> None:
        self.dropped = 0
        self._last = time.monotonic()
        self._memory = resident()

    def search(self, quiet_ms: float) -> bool:
        """Search if it is time, nothing having been played for so long; whether it was done."""
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
