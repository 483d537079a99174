"""The app's icon, a table under a lamp, as SVG for browsers and as PNG for home screens."""

from __future__ import annotations

import struct
import zlib
from functools import cache

from .document import ICON

GROUND, WOOD = (0x5B, 0x3F, 0x28), (0xF4, 0xE7, 0xCF)
SHAPES = (
    ((6, 13), (26, 13), (26, 17), (6, 17)),
    ((9, 17), (12, 17), (10, 26), (7, 26)),
    ((20, 17), (23, 17), (25, 26), (22, 26)),
)
"""The table of ``ICON``: its top and two legs, in a square of 32."""


def svg() -> bytes:
    return ICON.format("").encode()


@cache
def png(size: int) -> bytes:
    """The icon as a picture of so many pixels a side; home screens cut its corners themselves."""
    scale = 32 / size
    rows = []
    for y in range(size):
        row = bytearray(b"\0")
        for x in range(size):
            inside = any(_inside((x + 0.5) * scale, (y + 0.5) * scale, shape) for shape in SHAPES)
            row += bytes(WOOD if inside else GROUND)
        rows.append(bytes(row))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _inside(x: float, y: float, shape: tuple[tuple[int, int], ...]) -> bool:
    """Whether a point lies in a convex shape whose corners go round clockwise."""
    sides = zip(shape, (*shape[1:], shape[0]), strict=True)
    return all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for (ax, ay), (bx, by) in sides)
