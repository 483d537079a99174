"""A rendering as the difference from the one before it.

A table is drawn in pieces (``taku.page.html.Sheet``). Between two moves few of them change, and only those are sent: a
move of four-handed Goofspiel is 1 kB of pieces instead of 20 kB of table, which would cost 0.4 ms to write and compress
for each reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress, count
from operator import ne

Change = tuple[int, int, list[str]]
"""From this piece of the old rendering on, so many pieces give way to these."""


def changes(
    old: Sequence[str], new: Sequence[str], old_ends: Sequence[int] = (), new_ends: Sequence[int] = ()
) -> list[Change]:
    """What to replace in the old pieces to get the new ones, in ascending order.

    ``ends`` say where the parts of each rendering end: if both have as many, each is compared with its like.
    """
    if len(old) != len(new):
        return _by_part(old, new, old_ends, new_ends) if len(old_ends) == len(new_ends) > 1 else _moved(old, new)
    there = [(i, 1, [new[i]]) for i in compress(count(), map(ne, old, new))]
    if len(there) < len(new) // _FEW:  # nothing came or went: each piece where it was
        return there
    return min(there, _moved(old, new), key=_length)  # as many may have come as went


def _by_part(old: Sequence[str], new: Sequence[str], old_ends: Sequence[int], new_ends: Sequence[int]) -> list[Change]:
    made: list[Change] = []
    i, j = 0, 0
    for end_i, end_j in zip(old_ends, new_ends, strict=True):
        was, now = old[i:end_i], new[j:end_j]
        if was != now:
            made += [(i + at, gone, come) for at, gone, come in changes(was, now)]
        i, j = end_i, end_j
    return made


def _length(made: list[Change]) -> int:
    return sum(len(piece) for _, _, now in made for piece in now)


def _moved(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """Changes where pieces came and went: both are walked through, and where they differ one of them is ahead."""
    old_at, new_at = _places(old), _places(new)
    made: list[Change] = []
    i, j = 0, 0
    from_i, from_j = 0, 0  # up to here both are told
    while i < len(old) and j < len(new):
        if old[i] == new[j]:
            if i > from_i or j > from_j:
                made.append((from_i, i - from_i, list(new[from_j:j])))
            i, j = i + 1, j + 1
            from_i, from_j = i, j
        elif i < old_at.get(new[j], -1) <= i + _REACH:
            i = old_at[new[j]]
        elif j < new_at.get(old[i], -1) <= j + _REACH:
            j = new_at[old[i]]
        else:
            i, j = i + 1, j + 1
    if from_i < len(old) or from_j < len(new):
        made.append((from_i, len(old) - from_i, list(new[from_j:])))
    return made


def _places(pieces: Sequence[str]) -> dict[str, int]:
    """Where each piece is; one that comes twice, as a closing tag does, is nowhere."""
    found = dict(zip(pieces, count(), strict=False))
    if len(found) < len(pieces):
        for piece, times in Counter(pieces).items():
            if times > 1:
                found[piece] = -1
    return found


_FEW = 4
"""Fewer changes than a fourth of the pieces are taken as they are: looking for shorter ones takes 0.1 ms."""
_REACH = 30
"""A piece that moved farther ahead than this is told anew, rather than everything it jumped over."""
