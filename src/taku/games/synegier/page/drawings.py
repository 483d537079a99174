"""Drawings for the rulebook: the field, two cards that meet, and how enemies reach."""

from __future__ import annotations

from taku.engine.words import Words
from taku.games.synegier.content import CONTENT
from taku.games.synegier.page import field
from taku.games.synegier.page.bands import bridge, links
from taku.games.synegier.page.cards import face
from taku.games.synegier.page.figures import drawn
from taku.games.synegier.page.view import SIDE, place
from taku.games.synegier.tables import FIELD, WITHIN
from taku.page import pictures
from taku.page.html import Raw, el
from taku.page.svg import rulebook_drawing

CARD = {card.id: n for n, card in enumerate(CONTENT.cards, 1)}
PAIR = ("c_turtle_stance", "c_lantern_toss")
"""The two cards of the first worked example."""


def ground(words: Words) -> Raw:
    texts = (words.text("page", key) for key in ("rim", "cross", "cell"))
    return rulebook_drawing("synegier", 7 * SIDE, 7 * SIDE, field.ground(FIELD.seven, 7, *texts),
                            label=words.text("page", "field"))  # fmt: skip


def reach(words: Words) -> Raw:
    """The twelve cells within 2D of an enemy."""
    texts = (words.text("page", key) for key in ("rim", "cross", "cell"))
    at = 16
    cells = [c for c in range(49) if WITHIN[2, at] >> c & 1]
    path = "".join(f"M{c % 7 * SIDE + 4} {c // 7 * SIDE + 4}h92v92h-92Z" for c in cells)
    x, y = place(at)
    beast = el("g", drawn("dust_wolf"), transform=f"translate({x} {y}) scale(.84)")
    return rulebook_drawing(
        "synegier", 7 * SIDE, 7 * SIDE, field.ground(FIELD.seven, 7, *texts),
        el("path", d=path, class_="reach plain"), beast, label=words.text("page", "reach"),
    )  # fmt: skip


def link(words: Words) -> Raw:
    """Two cards in both orders, with the sentence that each order forms."""
    rows = []
    for left, right in (PAIR, PAIR[::-1]):
        a, b = CARD[left], CARD[right]
        said = [el("p", one.text(words.language)) for one in links(a, b)]
        cards = [face(None, a, words.language), bridge(a, b), face(None, b, words.language)]
        rows.append(el("div", cards, el("div", said), class_="row"))
    return el("div", rows, class_="game-synegier drawn-link")


DRAWINGS = {"field": ground, "link": link, "reach": reach}
figure = pictures.figures(DRAWINGS)
