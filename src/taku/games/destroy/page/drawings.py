"""Drawings for the rulebook: the ten characters, the field with its numbers, and how a tile reads."""

from __future__ import annotations

from taku.engine.words import Words
from taku.games.destroy.content import CONTENT
from taku.games.destroy.page.field import HEIGHT, WIDTH, cells
from taku.games.destroy.page.figures import defs, drawn
from taku.games.destroy.page.tiles import Look, face
from taku.page import pictures, svg
from taku.page.html import Raw, el


def frame(width: float, height: float, *kids: Raw, words: Words, title: str) -> Raw:
    label = words.text("page", title)
    return svg.rulebook_drawing("destroy", width, height, *kids, label=label, class_="field drawing")


def characters(words: Words) -> Raw:
    """All ten on paper, in two rows."""
    made = []
    for i, card in enumerate(CONTENT.characters):
        x, y = 64 + 128 * (i % 5), 62 + 148 * (i // 5)
        made.append(
            el(
                "g",
                el("rect", x=-58, y=-56, width=116, height=138, rx=12, fill="#fffdf8", stroke="#cdbfa8"),
                el("g", drawn(1 + i), transform="scale(.92)"),
                el(
                    "text",
                    card.name[words.language],
                    y=73,
                    text_anchor="middle",
                    font_size=17 if len(card.name[words.language]) < 12 else 15.5,
                    font_weight=700,
                    color="#2b2218",
                ),
                transform=f"translate({x} {y})",
            )
        )
    return frame(640, 296, *made, words=words, title="pool")


def field(words: Words) -> Raw:
    """The ten cells with their numbers, seat 0 below."""
    return frame(WIDTH, HEIGHT, cells(0, 0, words), words=words, title="field")


def tile(words: Words) -> Raw:
    """Fresh, raised by its skill and hurt, and down."""
    fist = 1 + next(i for i, c in enumerate(CONTENT.characters) if c.id == "ironfist")
    card = CONTENT.characters[fist - 1]
    looks = (
        Look(fist, 0, card.atk, 0, card.defence, 0, 0, 3, False, 0, (), ("off", "off")),
        Look(fist, 0, card.atk + 2, 1, card.defence - 2, -1, 2, 3, False, 0, ("no_move", "attacked"), ("on", "blue")),
        Look(fist, 0, card.atk, 0, card.defence, 0, 4, 3, True, 4, (), ("off", "off")),
    )
    made = [
        el("g", face(look, words.language), class_="tile s0 down" if look.down else "tile s0",
           transform=f"translate({70 + 140 * i} 62)" + (" rotate(8)" if look.down else ""))
        for i, look in enumerate(looks)
    ]  # fmt: skip
    return frame(420, 124, defs(frozenset([fist])), *made, words=words, title="field")


DRAWINGS = {"characters": characters, "field": field, "tile": tile}
figure = pictures.figures(DRAWINGS)
