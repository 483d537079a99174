"""Drawn pictures: boards, glyphs, crests and patterns. Everything is a few lines of SVG.

Glyphs and crests are drawn in a square from −50 to 50, so that ``place`` can put them anywhere in any size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Any

from .glyphs import GLYPHS
from .html import Attr, Child, Raw, Sheet, el, opening


def glyph(name: str, **attrs: Attr) -> Raw:
    """A glyph as a picture of its own, as big as the text around it, in its colour."""
    more: dict[str, Attr] = {"class_": f"glyph g-{name}", **attrs}
    return el("svg", _glyph(name), viewBox="-50 -50 100 100", aria_hidden="true", **more)


def rulebook_drawing(game: str, width: float, height: float, *kids: Child, label: str, class_: str = "drawing") -> Raw:
    """A drawing of a rulebook, in its game's styles."""
    size = f"0 0 {num(width)} {num(height)}"
    return el("div", el("svg", kids, viewBox=size, role="img", aria_label=label, class_=class_), class_=f"game-{game}")


@cache
def _glyph(name: str) -> Raw:
    return el("path", d=GLYPHS[name], fill_rule="evenodd")


def place(kid: Child, x: float, y: float, size: float = 100, turn: float = 0, **attrs: Attr) -> Raw:
    """Put a drawing from the −50…50 square at a place of another drawing."""
    spin = f" rotate({num(turn)})" if turn else ""
    return el("g", kid, transform=f"translate({num(x)} {num(y)}){spin} scale({num(size / 100)})", **attrs)


def placed_glyph(name: str, x: float, y: float, size: float, turn: float = 0) -> Raw:
    """A glyph inside another drawing."""
    return place(_glyph(name), x, y, size, turn, class_=f"glyph g-{name}")


def num(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


class Figures:
    """Drawings that a page shows again and again: it defines them once and refers to them by their names."""

    def __init__(self, drawn: Callable[[Any], Raw], left: int, top: int, size: int) -> None:
        """Each is ``drawn`` in a square with this corner and side."""
        self.drawn, self.size = drawn, size
        self.view = f"{left} {top} {size} {size}"
        self.defs, self.figure = cache(self._defs), cache(self._figure)

    def _defs(self, names: frozenset[Any]) -> Raw:
        """Definitions of the figures that a page shows; they stand in it once."""
        symbols = [el("symbol", self.drawn(name), id=f"fig-{name}", viewBox=self.view) for name in sorted(names)]
        return el("svg", symbols, class_="figures", aria_hidden="true", width=0, height=0)

    def _figure(self, name: Any, **attrs: Attr) -> Raw:
        """A figure as a picture of its own."""
        more: dict[str, Attr] = {"class_": "figure", **attrs}
        view = f"0 0 {self.size} {self.size}"
        return el("svg", el("use", href=f"#fig-{name}"), viewBox=view, aria_hidden="true", **more)

    def placed(self, name: Any, size: float, y: float = 0, **attrs: Attr) -> Raw:
        """A figure inside a drawing of this page, around (0, y)."""
        return el("use", href=f"#fig-{name}", x=-size / 2, y=y - size / 2, width=size, height=size, **attrs)


# ---- crests -------------------------------------------------------------------------------------------------------


def _ring(outer: float, inner: float) -> str:
    return "".join(f"M0-{r}A{r} {r} 0 1 1 0 {r}A{r} {r} 0 1 1 0-{r}Z" for r in (outer, inner))


def _around(count: int, distance: float, radius: float, start: float = -pi / 2) -> str:
    out = ""
    for i in range(count):
        x, y = distance * cos(start + 2 * pi * i / count), distance * sin(start + 2 * pi * i / count)
        half = f"a{radius} {radius} 0 1 0"
        out += f"M{num(x - radius)} {num(y)}{half} {2 * radius} 0{half}-{2 * radius} 0Z"
    return out


def _points(count: int, outer: float, inner: float, start: float = -pi / 2) -> str:
    dots = []
    for i in range(2 * count):
        r = inner if i % 2 else outer
        dots.append(f"{num(r * cos(start + pi * i / count))} {num(r * sin(start + pi * i / count))}")
    return "M" + "L".join(dots) + "Z"


CRESTS: tuple[str, ...] = (
    _ring(34, 20),  # 1 ring
    "M-32-32H32V32H-32ZM-17-17V17H17V-17Z",  # 2 frame
    "M0-38L36 26H-36ZM0-10L-13 14H13Z",  # 3 triangle
    "M0-40L40 0L0 40L-40 0ZM0-17L-17 0L0 17L17 0Z",  # 4 lozenge
    _points(5, 40, 17),  # 5 star
    _around(3, 19, 17),  # 6 three discs
    "M-36-32H36V-18H-36ZM-36-7H36V7H-36ZM-36 18H36V32H-36Z",  # 7 three bars
    "M-12-38H12V-12H38V12H12V38H-12V12H-38V-12H-12Z",  # 8 cross
    _around(5, 22, 13) + _ring(7, 2),  # 9 plum blossom
    _points(4, 42, 13),  # 10 four-pointed star
    "M-38-6L0-38L38-6V14L0-18L-38 14ZM-38 24L0-8L38 24V42L0 10L-38 42Z",  # 11 chevrons
    "M0-38A38 38 0 0 1 0 38A19 19 0 0 1 0 0A19 19 0 0 0 0-38Z",  # 12 comma
    _points(6, 40, 28, 0),  # 13 tortoise shell
    "M-34-34H-4V-4H-34ZM4 4H34V34H4ZM4-34H34V-4H4ZM-34 4H-4V34H-34Z",  # 14 four tiles
    "M-38 0A38 38 0 0 1 38 0ZM-38 8H38L0 40Z",  # 15 boat
    _points(8, 42, 24),  # 16 sun
    "M-38-30L0-12L38-30V-8L0 10L-38-8ZM-38 6L0 24L38 6V24L0 42L-38 24Z",  # 17 folded
    _ring(38, 30) + _around(1, 0, 15),  # 18 eye
    "M-36-36L36 36L20 36L-36-20ZM36-36L36-20L-20 36L-36 36Z",  # 19 crossed bands
    _around(6, 25, 11),  # 20 six discs
)
"""One shape for each of up to twenty seats, so that a seat is known without its colour."""


@cache
def crest(seat: int, **attrs: Attr) -> Raw:
    """The seat's shape in the seat's colour: the second carrier beside the colour."""
    return el(
        "svg",
        crest_shape(seat),
        viewBox="-50 -50 100 100",
        aria_hidden="true",
        **{"class_": f"crest s{seat % len(CRESTS)}", **attrs},
    )


@cache
def crest_shape(seat: int) -> Raw:
    """The seat's shape, to be placed in another drawing."""
    return el("path", d=CRESTS[seat % len(CRESTS)], fill_rule="evenodd", class_="crest-shape")


# ---- patterns -----------------------------------------------------------------------------------------------------

PATTERNS: dict[str, tuple[int, str]] = {
    "dots": (20, "M7 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z"),
    "stripes": (12, "M-2 6L6-2M-2 18L18-2M6 18L18 6"),
    "waves": (24, "M0 8q6-6 12 0t12 0M0 20q6-6 12 0t12 0"),
    "scales": (24, "M0 12a12 12 0 0 0 24 0M-12 0a12 12 0 0 0 24 0M12 0a12 12 0 0 0 24 0"),
    "trees": (30, "M15 4L6 20H24ZM15 20V27"),
    "rings": (28, "M14 3a11 11 0 1 0 .1 0ZM14 9a5 5 0 1 0 .1 0Z"),
    "checks": (20, "M0 0H10V10H0ZM10 10H20V20H10Z"),
    "hemp": (40, "M0 20H40M20 0V40M0 0L40 40M40 0L0 40M0 20L20 0L40 20L20 40Z"),
}
"""Name to (size of the tile, path). Lines take the colour of ``.pat``; ``checks`` and ``dots`` are filled."""


@cache
def pattern_defs(*names: str) -> Raw:
    """Definitions for ``fill="url(#pat-…)"``; put them once into a drawing that uses them."""
    return el(
        "defs",
        [
            el(
                "pattern",
                el("path", d=PATTERNS[name][1], class_=f"pat pat-{name}"),
                id=f"pat-{name}",
                width=PATTERNS[name][0],
                height=PATTERNS[name][0],
                patternUnits="userSpaceOnUse",
            )
            for name in names
        ],
    )


def gradient(id_: str, stops: Mapping[float, str], *, down: bool = False, **attrs: Attr) -> Raw:
    """For ``fill="url(#…)"``: from the middle outwards, or downwards; each place from 0 to 1 with its colour."""
    kind, ways = ("linearGradient", {"x2": 0, "y2": 1}) if down else ("radialGradient", {})
    colours = [el("stop", offset=place, stop_color=colour) for place, colour in stops.items()]
    return el("defs", el(kind, colours, id=id_, **ways, **attrs))


# ---- boards -------------------------------------------------------------------------------------------------------

Place = Callable[[int, int], "str | None"]


def board(
    width: float, height: float, *kids: Child, label: str, id_: str = "board", margin: float = 0, **attrs: Attr
) -> Sheet:
    """The drawing surface of a board: scales into its place, keeps its proportions, holds buttons."""
    more = (tuple(attrs), *attrs.values()) if attrs else ()
    return Sheet(_surface(width, height, margin, label, id_, *more), kids, SVG_END)


SVG_END = Raw("</svg>")


@lru_cache(maxsize=256, typed=True)  # typed: True and 1 are written differently
def _surface(
    width: float, height: float, margin: float, label: str, id_: str, names: tuple[str, ...] = (), *values: Attr
) -> Raw:
    more: dict[str, Attr] = {"class_": "board-svg", "data_grid": True, **dict(zip(names, values, strict=True))}
    size = " ".join(map(num, (-margin, -margin, width + 2 * margin, height + 2 * margin)))
    return opening("svg", viewBox=size, role="group", aria_label=label, id=id_, **more)


def square(row: int, col: int, size: float = 100) -> tuple[float, float]:
    """The middle of a square cell."""
    return (col + 0.5) * size, (row + 0.5) * size


def square_grid(
    rows: int,
    cols: int,
    *,
    size: float = 100,
    gap: float = 4,
    round_: float = 6,
    id_: Place = lambda row, col: f"c-{row}-{col}",
    class_: Place = lambda row, col: None,
    label: Place = lambda row, col: None,
) -> Raw:
    """Cells in rows and columns; a cell whose ``id_`` is None is left out."""
    side = size - gap
    cells = []
    for row in range(rows):
        for col in range(cols):
            name = id_(row, col)
            if name is None:
                continue
            more = class_(row, col)
            cells.append(
                el(
                    "rect",
                    id=name,
                    class_=f"cell {more}" if more else "cell",
                    x=num(col * size + gap / 2),
                    y=num(row * size + gap / 2),
                    width=num(side),
                    height=num(side),
                    rx=num(round_) if round_ else None,
                    data_row=row,
                    data_col=col,
                    data_label=label(row, col),
                )
            )
    return el("g", cells, class_="cells")
