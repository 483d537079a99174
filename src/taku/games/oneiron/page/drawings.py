"""Drawings for the rulebook: the map with its ring, the circle of elements, and which way a facing counts."""

from __future__ import annotations

import re

from taku.engine.words import Words
from taku.games.oneiron.page.board import SIZE, defs, ground, head, link, middle, names, piece
from taku.games.oneiron.rules.board import place_at
from taku.page import pictures, svg
from taku.page.html import Child, Raw, el

AXES = (2, 1, 3, 3, 2, 1)


def frame(width: float, height: float, *kids: Child, title: str) -> Raw:
    drawing = svg.rulebook_drawing("oneiron", width, height, defs(), kids, label=title, class_="board-svg drawing")
    return Raw(ASKED.sub("", drawing))


ASKED = re.compile(r' (?:id="p-\d+"|data-(?:help|clause|label|row|col|show|flip)="[^"]*")')
"""What answers a tap at the table, and pieces that slide; nothing does in a picture."""


def map_(words: Words) -> Raw:
    """Columns and rows named by their axes, the ring outside, a dark cell, four teams."""
    places = ((0, (2, 2), 1), (1, (3, 2), 3), (2, (1, 1), 2), (3, (0, 3), 1))
    drawn = [
        piece(t, f, *middle(place_at(*at)), 30.0 if 0 < at[0] < 4 else 18.6, s, "", "")
        for (t, at, f), s in zip(places, (9, 14, 20, 7), strict=True)
    ]
    kids: list[Child] = [
        el("g", [head(i, AXES[i], False, words) for i in range(6)], class_="heads"),
        ground((place_at(3, 3),), 0, words),
        names(AXES),
        link(0, (*middle(place_at(2, 2)), 30.0), (*middle(place_at(3, 2)), 30.0), "link own"),
        drawn,
    ]
    return frame(SIZE, SIZE, kids, title=words.text("page", "map"))


def circle(words: Words) -> Raw:
    """Fire beats wood, wood beats water, water beats fire."""
    spots = ((150, 44), (248, 206), (52, 206))
    kids: list[Child] = [el("path", d=d, class_="beats") for d in ("M180 84L226 160", "M204 214H102", "M74 160L120 84")]
    tips = ((226, 160, 149), (102, 214, 270), (120, 84, 31))
    kids += [
        el("path", d="M-12 10L0-10L12 10Z", class_="tip", transform=f"translate({x} {y}) rotate({r})")
        for x, y, r in tips
    ]
    for i, (x, y) in enumerate(spots):
        kids.append(svg.place(el("use", href=f"#g-{1 + i}"), x, y - 8, 58, class_=f"el e{1 + i}"))
        kids.append(el("text", words.name("element", 1 + i), x=x, y=y + 44, class_="caption"))
    return frame(300, 262, kids, title=words.text("page", "circle"))


def facings(words: Words) -> Raw:
    """O-8.4: four pairs of pieces, and the point that a win of the first one is worth more."""
    cases = (("+1", 0, 2, True), ("±0", 1, 0, True), ("+1", 1, 3, False), ("±0", 0, 2, False))
    kids: list[Child] = []
    for n, (said, one, other, same) in enumerate(cases):
        x = 20 + n * 190
        cells = [(x + 35, 20)] if same else [(x, 20), (x + 86, 20)]
        side = 110 if same else 80
        kids += [el("rect", x=a, y=b, width=side, height=110 if same else 80, rx=9, class_="cell") for a, b in cells]
        y = 75 if same else 60
        spots = ((x + 63, y), (x + 117, y)) if same else ((x + 40, y), (x + 126, y))
        for team, ((px, py), facing) in enumerate(zip(spots, (one, other), strict=True)):
            kids.append(piece(team, facing, px, py, 19.0, 0, "", ""))
        kids.append(el("text", said, x=x + 90, y=162, class_="caption good" if said == "+1" else "caption"))
    return frame(780, 178, kids, title=words.text("page", "facings"))


DRAWINGS = {"map": map_, "circle": circle, "facings": facings}
figure = pictures.figures(DRAWINGS)
