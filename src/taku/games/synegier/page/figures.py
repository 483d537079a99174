"""The figures of soldiers, enemies and bosses: known by their outline, then by their colour.

A page that shows several defines them once (``defs``) and refers to them (``placed``, ``figure``); a drawing that
stands alone takes ``drawn``. Figures stand on paper, which stays light in the dark, so their colours are fixed.
"""

from __future__ import annotations

from functools import cache

from taku.games.synegier.page.monsters import BOSSES, ENEMIES
from taku.games.synegier.page.soldiers import SOLDIERS
from taku.page import svg
from taku.page.html import Raw, el

INK = "#2b2218"
SHAPES: dict[str, str] = {**SOLDIERS, **ENEMIES, **BOSSES}


@cache
def drawn(who: str) -> Raw:
    """A figure by its id in the content, to be placed in a drawing; of one that is not drawn yet, a mask."""
    shape = SHAPES.get(who) or MASK
    return el("g", Raw(shape), stroke=INK, stroke_width=4, stroke_linejoin="round", stroke_linecap="round", fill="none")


MASK = (
    '<path d="M-34-34H34V4C34 30 14 44 0 48C-14 44-34 30-34 4Z" fill="#b9b4aa"/>'
    '<path d="M-20-8H-6M6-8H20" stroke-width="8"/>'
)
"""For soldiers, enemies and bosses that somebody adds to the content."""


FIGURES = svg.Figures(drawn, -56, -58, 112)
defs, figure, placed = FIGURES.defs, FIGURES.figure, FIGURES.placed
