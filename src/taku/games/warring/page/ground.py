"""The ground: silk-coloured grass, inked water, pines, and mountains in the blue and green of old landscape scrolls.

It is drawn once for a map and a side and remembered. Heights are steps with walls in shadow, so that contours read
without colour; trees, waves, tufts and peaks are markers on the corners of invisible lines, a few bytes each.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from taku.engine.words import Words
from taku.games.warring.content import CONTENT, GROUND_OF, HEIGHT
from taku.games.warring.page.view import CELL, EDGE, Eye, Point, brushed, cells_of, mask_of, whole, wobble
from taku.games.warring.state import CELLS, State
from taku.page.html import Attr, Raw, el, join

MOUNTAINS = (GROUND_OF.mountain1, GROUND_OF.mountain2, GROUND_OF.mountain3)
WALL = 6
"""How tall a step of one level looks."""


def marker(id_: str, width: int, height: int, *kids: Raw) -> Raw:
    """A little drawing that stands on its lower middle."""
    return el(
        "marker",
        kids,
        id=id_,
        markerUnits="userSpaceOnUse",
        markerWidth=width,
        markerHeight=height,
        viewBox=f"{-width // 2} {-height} {width} {height}",
        refX=0,
        refY=0,
    )


CLOUDS = "M6 30c0-10 14-12 17-4c7-4 14 2 11 9M40 62c0-8 11-10 14-3c6-3 11 2 9 7M14 66q8-5 16 0M48 22q8-5 16 0"
MARKERS: dict[str, tuple[int, int, dict[str, str]]] = {
    "w-pine": (20, 26, {
        "w-trunk": "M-1.5 0V-7H1.5V0Z",
        "w-pine": "M0-25L-5-17H-2.5L-7.5-10.5H-4L-9-4H9L4-10.5H7.5L2.5-17H5Z",
        "w-pine-lit": "M0-25L-5-17H-2.5L-7.5-10.5H-4L-9-4H-1Z",
    }),
    "w-leaf": (20, 24, {
        "w-trunk": "M-1.2 0V-8H1.2V0Z",
        "w-leaf": "M-7-6C-11-10-8-15-5-15C-5-21 4-22 5-16C10-16 11-9 7-6Z",
        "w-leaf-lit": "M-7-6C-11-10-8-15-5-15C-5-19-2-21 0-20C-4-15-5-10-3-6Z",
    }),
    "w-wave": (24, 10, {"w-wave": "M-11-2q3.5-5 7-1q2.5 3 5 0q2.5-4 6-1M-5-7q2.5-2 5 0q2 2 4 0"}),
    "w-tuft": (14, 10, {"w-tuft": "M-4-1q-1-3-2-4M-1-1q0-4-1-7M2-1q1-4 3-5"}),
    "w-hill": (34, 20, {
        "w-fold": "M-15-2q7-14 14-13q6 1 15 13",
        "w-fold w-thin": "M-1-15q-1 6 3 9M6-12q0 4 3 6",
    }),
    "w-peak": (40, 40, {
        "w-peak": "M-18 0L-8-20L-4-15L3-33L10-16L13-19L19 0Z",
        "w-peak-dark": "M3-33L10-16L13-19L19 0H6Q9-12 3-33Z",
        "w-fold w-thin": "M-8-20L-10-9M3-33L0-20L2-12M-2-10L-4-3M10-12L9-5",
    }),
    "w-summit": (46, 52, {
        "w-summit": "M-21 0L-10-26L-6-20L2-47L11-22L15-27L22 0Z",
        "w-summit-dark": "M2-47L11-22L15-27L22 0H8Q10-20 2-47Z",
        "w-snow": "M2-47L-2.5-32L1-35L4-29L7.5-33Z",
        "w-fold w-thin": "M-10-26L-12-12M-2-24L-3-12M4-18L3-6M13-16L13-7",
    }),
}  # fmt: skip
"""Little drawings: width, height, and the lines of each class, drawn in this order."""


def tile(id_: str, side: int, class_: str, line: str, **attrs: Attr) -> Raw:
    """A square that repeats."""
    path = el("path", d=line, class_=class_)
    return el("pattern", path, id=id_, width=side, height=side, patternUnits="userSpaceOnUse", **attrs)


DEFS = join(
    *(
        marker(id_, width, height, *(el("path", d=line, class_=class_) for class_, line in lines.items()))
        for id_, (width, height, lines) in MARKERS.items()
    ),
    tile("w-grid", CELL, "w-grid-line", f"M{CELL} 0H0V{CELL}", x=EDGE, y=EDGE),
    tile("w-fog", 80, "w-cloud", CLOUDS),
)


def stamps(marker_: str, points: Iterable[Point], class_: str | None = None) -> Raw | None:
    """One little drawing at each point, the far ones first."""
    ordered = sorted(points, key=lambda p: (p[1], p[0]))
    if not ordered:
        return None
    where = f"url(#{marker_})"
    return el(
        "polyline",
        points=" ".join(f"{x},{y}" for x, y in ordered),
        marker_start=where,
        marker_mid=where if len(ordered) > 2 else None,
        marker_end=where if len(ordered) > 1 else None,
        fill="none",
        class_=class_,
    )


@lru_cache(maxsize=64)
def landscape(terrain: bytes, eye: Eye, language: str) -> Raw:
    """Everything that does not change in a battle; `terrain` are the cells of the state."""
    kinds: dict[int, list[int]] = {g: [] for g in range(1, len(CONTENT.terrain) + 1)}
    for cell in cells_of(whole(eye.size)):
        kinds[terrain[cell]].append(cell)
    high = [mask_of(c for g in MOUNTAINS if HEIGHT[g] >= n for c in kinds[g]) for n in (1, 2, 3)]
    box = {"x": EDGE, "y": EDGE, "width": CELL * eye.size, "height": CELL * eye.size}
    return el(
        "g",
        el("clipPath", el("rect", **box), id="w-clip"),
        el(
            "g",
            el("rect", **box, class_="grass", **about(GROUND_OF.grass, language)),
            stamps("w-tuft", tufts(kinds[GROUND_OF.grass], eye)),
            el("rect", **box, fill="url(#w-grid)", class_="mesh"),
            water(kinds[GROUND_OF.water], eye, language),
            woods(kinds[GROUND_OF.forest], eye, language),
            [step(n, high[n - 1], eye, language) for n in (1, 2, 3) if high[n - 1]],
            peaks(kinds, eye),
            clip_path="url(#w-clip)",
        ),
        rulers(eye),
        el("rect", **box, class_="frame-line"),
        id="ground",
        class_="ground",
    )


def about(ground: int, language: str) -> dict[str, str]:
    """What a tap on the ground answers."""
    kind = CONTENT.terrain[ground - 1]
    return {"data_help": f"{kind.name[language]}: {kind.text[language]}", "data_clause": "W-2.5"}


def spots(cell: int, eye: Eye, places: Iterable[Point], swing: int) -> list[Point]:
    """Points around the middle of a cell, each pushed a little."""
    x, y = eye.middle(cell)
    col, row = eye.grid(cell)
    made = []
    for i, (dx, dy) in enumerate(places):
        n = wobble(col, row, i + 1)
        made.append((x + dx + n % (2 * swing + 1) - swing, y + dy + n // 64 % (2 * swing + 1) - swing))
    return made


def tufts(cells: list[int], eye: Eye) -> list[Point]:
    some = [c for c in cells if wobble(*eye.grid(c), 77) % 5 == 0]
    return [p for c in some for p in spots(c, eye, ((0, 4),), 12)]


def layers(name: str, d: str, ground: int, language: str, *looks: tuple[str, int, int]) -> Raw:
    """One outline drawn several times: (class, moved right, moved down), the last with its answer, then the grid."""
    id_ = f"w-{name}"
    made = [
        el(
            "use",
            href=f"#{id_}",
            class_=look,
            x=x or None,
            y=y or None,
            **(about(ground, language) if look == looks[-1][0] else {}),
        )
        for look, x, y in looks
    ]
    return join(
        el("defs", el("path", d=d, id=id_)), made, el("use", href=f"#{id_}", fill="url(#w-grid)", class_="mesh")
    )


def water(cells: list[int], eye: Eye, language: str) -> Raw | None:
    if not cells:
        return None
    d = brushed(mask_of(cells), eye, 4, 1)
    few, many = ((-3, 1),), ((-8, -4), (7, 14))
    waves = [p for c in cells for p in spots(c, eye, few if wobble(*eye.grid(c), 5) % 3 else many, 4)]
    return join(layers("sea", d, GROUND_OF.water, language, ("shore", 0, 0), ("water", 0, 0)), stamps("w-wave", waves))


def woods(cells: list[int], eye: Eye, language: str) -> Raw | None:
    if not cells:
        return None
    pines: list[Point] = []
    leaves: list[Point] = []
    for c in cells:
        col, row = eye.grid(c)
        for i, p in enumerate(spots(c, eye, ((-11, -2), (11, -4), (-4, 11), (10, 15)), 3)):
            (leaves if wobble(col, row, 20 + i) % 4 == 0 else pines).append(p)
    return join(
        layers("wood", brushed(mask_of(cells), eye, 3, 2), GROUND_OF.forest, language, ("wood", 0, 0)),
        stamps("w-leaf", leaves),
        stamps("w-pine", pines),
    )


def step(level: int, mask: int, eye: Eye, language: str) -> Raw:
    """One step up: its shadow, its wall, and its top."""
    looks = (("cast", 4, WALL + 4), (f"wall l{level}", 0, WALL), (f"top l{level}", 0, 0))
    return layers(f"high{level}", brushed(mask, eye, 2, 2 + level), MOUNTAINS[level - 1], language, *looks)


def peaks(kinds: dict[int, list[int]], eye: Eye) -> list[Raw | None]:
    def feet(ground: int, dy: int, swing: int) -> list[Point]:
        return [p for c in kinds[ground] for p in spots(c, eye, ((0, dy),), swing)]

    return [
        stamps("w-hill", feet(GROUND_OF.mountain1, 12, 3)),
        stamps("w-peak", feet(GROUND_OF.mountain2, 16, 2)),
        stamps("w-summit", feet(GROUND_OF.mountain3, 17, 1)),
    ]


def rulers(eye: Eye) -> Raw:
    """Columns and rows are numbered as the log names them."""
    made = []
    for i in range(eye.size):
        name = eye.size - 1 - i if eye.turned else i
        at = EDGE + CELL * i + CELL // 2
        made.append(el("text", name, x=at, y=EDGE - 4))
        made.append(el("text", name, x=EDGE - 8, y=at + 3))
    return el("g", made, class_="ruler", aria_hidden="true")


def land_of(seen: State, eye: Eye, words: Words) -> Raw:
    return landscape(bytes(map(seen.terrain.__getitem__, range(CELLS))), eye, words.language)
