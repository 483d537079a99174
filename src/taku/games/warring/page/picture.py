"""The drawing for the lobby: two hosts on either side of a river, under blue and green mountains."""

from __future__ import annotations

from functools import cache

from taku.engine.words import Words
from taku.games.warring.content import KIND_OF
from taku.games.warring.page.pieces import FLAME, PENNANT, sign
from taku.games.warring.page.pieces import TILES as SHAPES
from taku.page import pictures, svg
from taku.page.html import Raw, el

RANGES = (
    ("#8fb3c4", "M-340 10L-262-78L-226-44L-168-126L-116-58L-80-82L-20-6Z"),
    ("#5d8fb0", "M60 0L132-96L166-58L214-138L262-62L300-88L352 0Z"),
    ("#7fae84", "M-352 40L-290-28L-244 8L-196-46L-138 12L-92-14L-30 46Z"),
    ("#5f9a72", "M20 44L78-22L118 10L170-52L226 12L270-20L352 44Z"),
)
HOSTS = (
    (0, "general", -196, 112), (0, "shield", -128, 66), (0, "shield", -82, 66), (0, "archer", -128, 112),
    (0, "archer", -82, 112), (0, "cavalry", -242, 66), (1, "general", 196, 112), (1, "infantry", 128, 66),
    (1, "infantry", 82, 66), (1, "archer", 128, 112), (1, "shield", 82, 112), (1, "cavalry", 242, 66),
)  # fmt: skip
COLOURS = (("#fff8e8", "#a8321a", "#7d2410"), ("#1d3a72", "#eef2ff", "#eef2ff"))
"""Face, edge and sign of a side's tiles."""


def tile(side: int, kind: str, x: int, y: int) -> Raw:
    face, edge, ink = COLOURS[side]
    if kind == "general":
        face, edge, ink = ("#e8b93a", "#6b4a00", "#5a2400") if side == 0 else (face, "#e8b93a", "#e8b93a")
    return el(
        "g",
        el("path", d=SHAPES[side], fill=face, stroke=edge, stroke_width=2.6),
        el("g", sign(getattr(KIND_OF, kind)), fill=ink, stroke=ink, stroke_width=1.6, stroke_linejoin="round"),
        transform=f"translate({x} {y}) scale(1.3)",
        class_="lobby-tile",
    )


def banner(x: int, y: int, fill: str, turn: int) -> Raw:
    return el(
        "g",
        el("path", d=PENNANT, fill=fill, stroke="#fff9e8", stroke_width=1.6, transform=f"rotate({turn})"),
        el("path", d=FLAME, fill="#ffb02e", transform="scale(.8)"),
        transform=f"translate({x} {y}) scale(1.9)",
    )


@cache
def scene() -> Raw:
    sky = svg.gradient("warring-sky", {0: "#f3e3bd", 0.5: "#f7ecd0", 1: "#d8d59d"}, down=True)
    mist = [
        el("path", d=f"M-340 {y}q60-14 120 0t120 0t120 0t120 0t120 0t120 0v26h-720z", fill="#fff8e4", opacity=0.55)
        for y in (4, 34)
    ]
    river = el(
        "path", d="M-26 30C30 60-50 90 6 122C40 144 20 168-10 200H60C84 160 70 140 44 116C10 86 60 62 20 30Z",
        fill="#9cc7cf", stroke="#3f7685", stroke_width=3,
    )  # fmt: skip
    return el(
        "g",
        sky,
        pictures.backdrop("url(#warring-sky)"),
        el("circle", cx=0, cy=-78, r=46, fill="#d8432a", opacity=0.9),
        [el("path", d=d, fill=fill, stroke="#2f4a44", stroke_width=2, stroke_linejoin="round") for fill, d in RANGES],
        mist,
        river,
        [tile(*one) for one in HOSTS],
        banner(-105, 34, "#a8321a", 0),
        banner(105, 34, "#1d3a72", 0),
    )


def picture(words: Words) -> Raw:
    name = pictures.lobby_title(words.title, -124, 44, "#3a1408", "#fff6df")
    return pictures.lobby_picture(words.title, scene(), name)
