"""Python's search for cycles among objects, at moments when nobody waits for it.

What a server keeps grows with every move (each seat's log), and Python looks through whatever is new: a microsecond or
two an object. With 800 players 14,000 a second are added, and the server stood still for 40 to 65 ms every few seconds.
Nothing was ever found: play makes no cycles, a page makes seven small objects, a closed socket twenty. So it is
searched when nobody plays, or when tables have left memory, whose parts know each other.
"""

from __future__ import annotations

import gc
import time

QUIET = 10_000
"""Milliseconds without a move anywhere: nobody notices a pause then, which is about a second for a million objects."""
OFTEN = 600.0
"""Seconds between two searches while it is quiet."""
SELDOM = 6 * 3600.0
"""Seconds after which it is searched all the same."""
DROPPED = 200
"""Tables that left memory, after which it is."""


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

    def search(self, quiet_ms: float) -> bool:
        """Search if it is time, nothing having been played for so long; whether it was done."""
        waited = time.monotonic() - self._last
        if self.dropped < DROPPED and waited < SELDOM and (quiet_ms < QUIET or waited < OFTEN):
            return False
        gc.collect()
        self.dropped = 0
        self._last = time.monotonic()
        return True
