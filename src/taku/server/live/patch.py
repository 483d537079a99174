"""A rendering as the difference from the one before it.

A table is drawn in pieces (``taku.page.html.Sheet``). Between two moves few of them change, and only those are sent: a
move of four-handed Goofspiel is 1 kB of pieces instead of 20 kB of table, which would cost 0.4 ms to write and compress
for each reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import eq, ne

Change = tuple[int, int, list[str]]
"""From this piece of the old rendering on, so many pieces give way to these."""


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """What to replace in the old pieces to get the new ones, in ascending order."""
    if len(old) != len(new):
        return _moved(old, new, list(map(eq, old, new)))
    there = [(i, 1, [new[i]]) for i in compress(count(), map(ne, old, new))]
    if len(there) < len(new) // _FEW:  # nothing came or went: each piece where it was
        return there
    return min(there, _moved(old, new, list(map(eq, old, new))), key=_length)  # as many may have come as went


def _length(made: list[Change]) -> int:
    return sum(len(piece) for _, _, now in made for piece in now)


def _moved(old: Sequence[str], new: Sequence[str], same: list[bool]) -> list[Change]:
    """Changes where pieces came and went: those that stay are found wherever they are now."""
    start = same.index(False) if False in same else len(same)
    back = list(map(eq, reversed(old), reversed(new)))[: len(same) - start]
    end = back.index(False) if False in back else len(back)
    last_old, last_new = len(old) - end, len(new) - end
    where: dict[str, int] = {}
    for n in range(start, last_new):
        where[new[n]] = -1 if new[n] in where else n  # what comes twice, as a closing tag does, is no landmark
    made: list[Change] = []
    i, j = start, start  # up to here both are told
    for k in range(start, last_old):
        there = where.get(old[k], -1)
        if there < j or there - j > _REACH + k - i:
            continue
        if k > i or there > j:
            made.append((i, k - i, list(new[j:there])))
        i, j = k + 1, there + 1
    if last_old > i or last_new > j:
        made.append((i, last_old - i, list(new[j:last_new])))
    return made


_FEW = 4
"""Fewer changes than a fourth of the pieces are taken as they are: looking for shorter ones takes 0.1 ms."""
_REACH = 30
"""A piece that moved farther ahead than this is told anew, rather than everything it jumped over."""
