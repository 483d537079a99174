"""The drawing for the lobby: the map under a waning moon, teams facing each other, one cell already dark."""

from __future__ import annotations

from functools import cache

from taku.engine.words import Words
from taku.games.oneiron.content import CONTENT
from taku.page import pictures, svg
from taku.page.glyphs import GLYPHS
from taku.page.html import Raw, el

PIECES = ((1, -118, -8, 1), (2, 0, -8, 3), (4, 0, 88, 0), (3, 118, 88, 3), (8, -118, -104, 2), (9, 118, -104, 2))
"""Team, place and facing."""
ELEMENTS = (("flame", "#ff8a3d"), ("leaf", "#3ecf8e"), ("drop", "#54b4ff"))


def token(number: int, x: float, y: float, facing: int) -> Raw:
    team = CONTENT.teams[number - 1]
    light = number in (5, 10)
    return el(
        "g",
        el("path", d="M-17-26L0-46L17-26Z", transform=f"rotate({90 * facing})", fill="#fff6df", stroke="#1b1230",
           stroke_width=3),
        el("circle", r=29, fill=team.color, stroke="#fff6df", stroke_width=4),
        el("text", number, y=12, text_anchor="middle", font_size=34, font_weight=900,
           color="#fff" if light else "#1b1230"),
        transform=f"translate({x} {y})",
    )  # fmt: skip


@cache
def scene() -> Raw:
    sky = svg.gradient("oneiron-sky", {0: "#6a5bb5", 0.55: "#2b2258", 1: "#120c26"}, cy=0.42, r=0.75)
    stars = el(
        "g",
        [el("path", d=GLYPHS["star"], transform=f"translate({x} {y}) scale({s})")
         for x, y, s in ((-270, -120, 0.09), (-220, 20, 0.06), (-292, 110, 0.08), (268, -140, 0.06), (236, -30, 0.1),
                         (290, 70, 0.07), (-160, -160, 0.05), (200, 150, 0.06))],
        fill="#ffe9b8",
    )  # fmt: skip
    moon = el("path", d=GLYPHS["moon"], transform="translate(250 -98) rotate(-18) scale(1.15)", fill="#ffe9b8")
    cells = [
        el("rect", x=118 * c - 54, y=96 * r - 148, width=108, height=88, rx=12,
           fill="#0c0818" if (c, r) == (-1, 2) else "#fff6df", fill_opacity=0.92 if (c, r) == (-1, 2) else 0.17,
           stroke="#d7c8ff", stroke_opacity=0.55, stroke_width=2.5)
        for c in (-1, 0, 1) for r in (0, 1, 2)
    ]  # fmt: skip
    dark = el("path", d=GLYPHS["skull"], transform="translate(-118 88) scale(.62)", fill="#8d7fc2", fill_rule="evenodd")
    heads = [
        el("path", d=GLYPHS[name], transform=f"translate({118 * (i - 1)} -168) scale(.3)", fill=color,
           fill_rule="evenodd")
        for i, (name, color) in enumerate(ELEMENTS)
    ]  # fmt: skip
    link = el("path", d="M-84-8H-34", stroke="#ff5c5c", stroke_width=7, stroke_linecap="round", stroke_dasharray="3 11")
    return el(
        "g", sky, pictures.backdrop("url(#oneiron-sky)"), stars, moon, cells,
        dark, heads, link, [token(*p) for p in PIECES],
    )  # fmt: skip


def picture(words: Words) -> Raw:
    name = pictures.lobby_title(words.title, 166, 52 if len(words.title) < 9 else 46, "#fff6df", "#120c26", 10)
    return pictures.lobby_picture(words.title, scene(), name, view="-320 -190 640 380")
