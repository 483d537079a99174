"""Pictures that stand outside of a table: a game's drawing for the lobby, and those of its rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from taku.engine.words import Words

from .html import Child, Raw, el

LOBBY = "-320 -180 640 360"


ID = re.compile(r'( id="|href="#|url\(#)')
"""Where a drawing names a part of its own."""


def figures(drawings: Mapping[str, Callable[[Words], Raw]]) -> Callable[[str, Words], Raw | None]:
    """A page's ``figure``: the rulebook's drawings by their names.

    Several stand on one page, so the ids in a drawing begin with its name.
    """

    def figure(name: str, words: Words) -> Raw | None:
        draw = drawings.get(name)
        return Raw(ID.sub(rf"\g<1>{name}-", draw(words))) if draw else None

    return figure


def lobby_picture(label: str, *kids: Child, view: str = LOBBY, slice_: str = "xMidYMid slice") -> Raw:
    """A game's drawing for the lobby, around (0, 0); what lies beyond its edges is cut off where it must be."""
    return el("svg", kids, viewBox=view, preserveAspectRatio=slice_, role="img", aria_label=label)


def backdrop(fill: str) -> Raw:
    """What lies behind all else in a lobby picture."""
    return el("rect", x=-420, y=-240, width=840, height=480, fill=fill)


def lobby_title(title: str, y: float, size: float, ink: str, edge: str, width: float = 9) -> Raw:
    """A game's name in its lobby picture, with an edge that keeps it readable on anything; small ones leave it out."""
    return el(
        "text", title, y=y, class_="picture-name", text_anchor="middle", font_size=size, font_weight=900, color=ink,
        stroke=edge, stroke_width=width, paint_order="stroke", stroke_linejoin="round",
    )  # fmt: skip
