"""Grids: cells as numbers, distances and neighbours.

A cell of a grid is one number, counted row by row from the top left: ``row * width + column``. Directions are 0 north
(up), 1 east, 2 south, 3 west; cells off the grid are −1. Boards of a fixed shape get constant tables, made once when
the game is imported; boards whose size is an option use the rules, which take the width.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from taku.engine import Ints, rule, table

OFF = -1
"""The cell beyond the edge."""

STEP_X = table([0, 1, 0, -1])
STEP_Y = table([-1, 0, 1, 0])
"""What one step in each direction changes."""


# ---- any width --------------------------------------------------------------------------------------------------


@rule
def cell_at(column, row, width, height):
    """The cell in a column and row; OFF if they lie beyond the edge."""
    if 0 <= column < width and 0 <= row < height:
        return row * width + column
    return OFF


@rule
def manhattan(a, b, width):
    """Steps between two cells along rows and columns."""
    return abs(a % max(1, width) - b % max(1, width)) + abs(a // max(1, width) - b // max(1, width))


# ---- fixed boards ------------------------------------------------------------------------------------------------


def hex_neighbours(lengths: Sequence[int]) -> Ints:
    """A table ``[cell, k]`` of neighbours, OFF where there is none, for rows of hexagons, each row centred over the
    next, as (3, 4, 3).

    The directions are upper right, right, lower right, lower left, left, upper left.
    """
    if any((a - b) % 2 == 0 for a, b in pairwise(lengths)):
        raise ValueError(f"rows that lie like bricks differ by an odd number of cells, unlike {tuple(lengths)}")
    place = {at: cell for cell, at in enumerate(_hexes(lengths))}
    ways = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)]
    return table([[place.get((x + dx, y + dy), OFF) for dx, dy in ways] for x, y in _hexes(lengths)])


def _hexes(lengths: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Half columns and rows of all hexagons, row by row."""
    widest = max(lengths)
    for row, length in enumerate(lengths):
        for i in range(length):
            yield widest - length + 2 * i, row


def distances(neighbours: Ints) -> Ints:
    """A table ``[a, b]`` of the fewest steps between two cells, from a table of neighbours; OFF if there is no way."""
    shown: Any = neighbours
    near: list[list[int]] = shown.tolist()
    rows = []
    for start in range(len(near)):
        row = [OFF] * len(near)
        row[start] = 0
        queue = [start]
        for cell in queue:
            for other in near[cell]:
                if other != OFF and row[other] == OFF:
                    row[other] = row[cell] + 1
                    queue.append(other)
        rows.append(row)
    return table(rows)
