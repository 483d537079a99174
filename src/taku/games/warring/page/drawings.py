"""Drawings for the rulebook: the kinds of troops, the grounds, an army with its front, sight on a slope of the map."""

from __future__ import annotations

from taku.engine.words import Words
from taku.games.warring.content import CONTENT, KIND_COUNT, KIND_OF
from taku.games.warring.page.ground import DEFS, landscape
from taku.games.warring.page.pieces import DX, DY, banner_cell, body, defs, pennant, shape
from taku.games.warring.page.view import CELL, Cells, Eye
from taku.games.warring.state import STRIDE
from taku.page import pictures, svg
from taku.page.html import Child, Raw, el


def frame(width: float, height: float, *kids: Child, words: Words, title: str) -> Raw:
    label = words.text("page", title)
    return svg.rulebook_drawing("warring", width, height, el("defs", DEFS, defs()), kids, label=label)


def troops(words: Words) -> Raw:
    """Both sides' five kinds with their names."""
    made = []
    for kind in range(1, KIND_COUNT + 1):
        x = 52 + 96 * (kind - 1)
        for side in (0, 1):
            strength = 1000 if side == 0 else 450
            made.append(
                el(
                    "g",
                    body(side, kind, strength, 1000),
                    class_=f"s{side}",
                    transform=f"translate({x} {34 + 52 * side}) scale(1.4)",
                )
            )
        made.append(el("text", CONTENT.kinds[kind - 1].name[words.language], x=x, y=136, class_="figure-words"))
    return frame(488, 146, made, words=words, title="figure_troops")


def grounds(words: Words) -> Raw:
    """A small map with all six grounds: water, wood, and a mountain of three levels."""
    rows = (
        "~~..ff...",
        "~~~.fff..",
        ".~~..ff..",
        "....1111.",
        "...122221",
        "ff.123321",
        "fff122221",
        ".ff.1111.",
        ".........",
    )
    chars = "?" + "".join(t.char for t in CONTENT.terrain)
    size = len(rows)
    terrain = bytearray(STRIDE * STRIDE)
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            terrain[STRIDE * (y + 1) + x + 1] = chars.index(char)
    eye = Eye(size, False)
    return frame(
        eye.width, eye.width, landscape(bytes(terrain), eye, words.language), words=words, title="figure_grounds"
    )


def army(words: Words) -> Raw:
    """An army with its front line, its pennant and its morale; the front quarter is light, flank and rear are dark."""
    cells: Cells = frozenset([(2, 2), (3, 2), (4, 2), (3, 3)])
    kinds = {(2, 2): KIND_OF.shield, (3, 2): KIND_OF.shield, (4, 2): KIND_OF.shield, (3, 3): KIND_OF.archer}
    quarter = f"M{3.5 * CELL} {2.5 * CELL}L{CELL} 0H{6 * CELL}Z"
    x, y = banner_cell(sorted(cells), 0)
    tiles = [
        el("g", body(0, kind, 1000, 1000), class_="s0", transform=f"translate({CELL * cx + 20} {CELL * cy + 20})")
        for (cx, cy), kind in kinds.items()
    ]
    return frame(
        7 * CELL,
        5 * CELL,
        el("rect", width=7 * CELL, height=5 * CELL, class_="grass"),
        el("rect", width=7 * CELL, height=5 * CELL, class_="rear"),
        el("path", d=quarter, class_="quarter"),
        el("g", shape("figure", cells, 0), class_="s0"),
        tiles,
        el(
            "g",
            pennant(2, 0, 3, False, False),
            class_="s0",
            transform=f"translate({CELL * x + 20 + 19 * DX[0]} {CELL * y + 20 + 19 * DY[0]})",
        ),
        words=words,
        title="figure_army",
    )


DRAWINGS = {"troops": troops, "grounds": grounds, "army": army}
figure = pictures.figures(DRAWINGS)
