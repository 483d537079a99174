"""Where things lie on the drawing: cells, sets of cells as bit masks, and their outlines.

A set of cells is an int with one bit a cell (bit 32 × (y + 1) + x + 1, as in the state), so that the sight of thirty
troops is thirty ORs of remembered numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from taku.games.warring.state import NORTH, SHAPE, STAGE, STRIDE, State
from taku.page.svg import num

CELL = 40
EDGE = 16
"""Units of a cell, and of the margin in which rows and columns are numbered."""

PUSH = 6
"""How far an outer corner of a brushed outline is pushed out."""

Point = tuple[int, int]
Cells = frozenset[Point]


class Eye(NamedTuple):
    """How somebody looks at a map: its size, and whether it is turned by 180° (W-1.3)."""

    size: int
    turned: bool

    def grid(self, cell: int) -> Point:
        """Column and row of a cell as they are seen."""
        x, y = cell % STRIDE - 1, cell // STRIDE - 1
        return (self.size - 1 - x, self.size - 1 - y) if self.turned else (x, y)

    def middle(self, cell: int) -> Point:
        """The middle of a cell on the drawing."""
        x, y = self.grid(cell)
        return EDGE + CELL * x + CELL // 2, EDGE + CELL * y + CELL // 2

    def way(self, direction: int) -> int:
        """A direction (0 north … 3 west) as it is seen: 0 up, 1 right, 2 down, 3 left."""
        return (direction + 2) % 4 if self.turned else direction

    @property
    def width(self) -> int:
        return 2 * EDGE + CELL * self.size


def eye_of(seen: State, seat: int) -> Eye:
    return Eye(seen.size, seat == NORTH)


def laid_open(seen: State, seat: int) -> bool:
    """Whether nothing is hidden, as in a replay with all open: even what the other side keeps to itself is there."""
    return seat >= 0 and bool(seen.brush[1 - seat] if seen.stage == STAGE.deploy else seen.count[1 - seat])


# ---------------------------------------------------------------- sets of cells


def mask_of(cells: Iterable[int]) -> int:
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def cells_of(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=64)
def whole(size: int) -> int:
    """All cells of a map."""
    return mask_of(STRIDE * (y + 1) + x + 1 for y in range(size) for x in range(size))


@lru_cache(maxsize=8192)
def within(cell: int, far: int, size: int, shape: int = SHAPE.diamond) -> int:
    """The cells of the map that lie at most so far away (W-1.4, W-8.3)."""
    x, y = cell % STRIDE - 1, cell // STRIDE - 1
    found = 0
    for dy in range(-far, far + 1):
        wide = far if shape == SHAPE.square else far - abs(dy)
        left, right = max(0, x - wide), min(size - 1, x + wide)
        if 0 <= y + dy < size and left <= right:
            found |= ((1 << (right - left + 1)) - 1) << (STRIDE * (y + dy + 1) + left + 1)
    return found


def seen_cells(mask: int, eye: Eye) -> Cells:
    return frozenset(map(eye.grid, cells_of(mask)))


# ---------------------------------------------------------------- outlines


def loops(cells: Cells) -> list[list[Point]]:
    """The corners along the borders of a set of cells, clockwise around it, every step one cell long."""
    ways: dict[Point, list[Point]] = {}
    for x, y in cells:
        if (x, y - 1) not in cells:
            ways.setdefault((x, y), []).append((x + 1, y))
        if (x + 1, y) not in cells:
            ways.setdefault((x + 1, y), []).append((x + 1, y + 1))
        if (x, y + 1) not in cells:
            ways.setdefault((x + 1, y + 1), []).append((x, y + 1))
        if (x - 1, y) not in cells:
            ways.setdefault((x, y + 1), []).append((x, y))
    made = []
    for start in sorted(ways):
        while ways[start]:
            loop, here, came = [start], ways[start].pop(), start
            while here != start:
                loop.append(here)
                ahead = ways[here]
                if len(ahead) > 1:  # two corners touch: stay with the own cell, turn right
                    right = (here[0] - (here[1] - came[1]), here[1] + (here[0] - came[0]))
                    ahead.remove(right)
                    came, here = here, right
                else:
                    came, here = here, ahead.pop()
            made.append(loop)
    return made


def wobble(x: int, y: int, salt: int = 0) -> int:
    """A number that looks like chance and is the same in every picture of a place."""
    n = (x * 374761393 + y * 668265263 + salt * 2246822519) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return n ^ (n >> 16)


@lru_cache(maxsize=512)
def soft(cells: Cells, swing: int = 4, salt: int = 0) -> str:
    """An outline as a brush would draw it, round and a little uneven."""
    out = []
    for loop in loops(cells):
        bent = []
        for i, (x, y) in enumerate(loop):
            n = wobble(x, y, salt)
            dx, dy = n % (2 * swing + 1) - swing, n // 16 % (2 * swing + 1) - swing
            (ax, ay), (bx, by) = loop[i - 1], loop[(i + 1) % len(loop)]
            if (x - ax) * (by - y) - (y - ay) * (bx - x) > 0:  # an outer corner: a little farther out, it is cut round
                dx, dy = dx + PUSH * (x - ax + x - bx), dy + PUSH * (y - ay + y - by)
            bent.append((EDGE + CELL * x + dx, EDGE + CELL * y + dy))
        ends = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(bent, bent[1:] + bent[:1], strict=True)]
        d = f"M{ends[-1][0]} {ends[-1][1]}"
        here = ends[-1]
        for corner, end in zip(bent, ends, strict=True):
            d += f"q{corner[0] - here[0]} {corner[1] - here[1]} {end[0] - here[0]} {end[1] - here[1]}"
            here = end
        out.append(d + "z")
    return "".join(out)


@lru_cache(maxsize=2048)
def crisp(cells: Cells, inset: float = 2, radius: float = 9) -> str:
    """An outline with straight sides and round corners, a little inside the cells, from their own corner (0, 0)."""
    out = []
    for loop in loops(cells):
        n = len(loop)
        d = ""
        for i, (x, y) in enumerate(loop):
            (ax, ay), (bx, by) = loop[i - 1], loop[(i + 1) % n]
            ux, uy, vx, vy = x - ax, y - ay, bx - x, by - y
            if (ux, uy) == (vx, vy):
                continue
            cx, cy = CELL * x + inset * (-uy - vy), CELL * y + inset * (ux + vx)
            d += f"{'L' if d else 'M'}{num(cx - radius * ux)} {num(cy - radius * uy)}"
            d += f"Q{num(cx)} {num(cy)} {num(cx + radius * vx)} {num(cy + radius * vy)}"
        out.append(d + "Z")
    return "".join(out)


@lru_cache(maxsize=256)
def brushed(mask: int, eye: Eye, swing: int = 4, salt: int = 0) -> str:
    return soft(seen_cells(mask, eye), swing, salt)


def runs(mask: int, eye: Eye) -> list[tuple[int, int, int]]:
    """A set of cells row by row: (first column, column after the last, row)."""
    found: list[tuple[int, int, int]] = []
    for x, y in sorted(seen_cells(mask, eye), key=lambda c: (c[1], c[0])):
        if found and found[-1][1:] == (x, y):
            found[-1] = (found[-1][0], x + 1, y)
        else:
            found.append((x, x + 1, y))
    return found


@lru_cache(maxsize=4096)
def rows(mask: int, eye: Eye) -> str:
    """Lines through the rows of a set of cells; drawn as wide as a cell they fill it."""
    return "".join(f"M{EDGE + CELL * a} {EDGE + CELL * y + CELL // 2}H{EDGE + CELL * b}" for a, b, y in runs(mask, eye))


@lru_cache(maxsize=4096)
def bars(mask: int, eye: Eye, inset: int = 2) -> str:
    """The rows of a set of cells as rectangles."""
    made = ""
    for a, b, y in runs(mask, eye):
        left, right, top = EDGE + CELL * a + inset, EDGE + CELL * b - inset, EDGE + CELL * y + inset
        made += f"M{left} {top}H{right}v{CELL - 2 * inset}H{left}z"
    return made


@lru_cache(maxsize=4096)
def dots(mask: int, eye: Eye) -> str:
    """A dot in the middle of each cell, drawn with round ends."""
    return "".join("M{} {}h0".format(*eye.middle(cell)) for cell in cells_of(mask))
