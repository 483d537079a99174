"""The drawing for the lobby: two cards whose halves meet in a flash, soldiers on one side, a boss on the other."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from taku.engine.words import Words
from taku.games.synegier.page.figures import drawn
from taku.page.html import Raw, el
from taku.page.pictures import backdrop, lobby_picture, lobby_title
from taku.page.svg import gradient, num, placed_glyph

SOLDIERS = (("brandt", -244, 66, 118), ("mirel", -160, 92, 108), ("lyra", -258, -34, 92))
FOES = (("sovereign", 236, 30, 150), ("cave_bat", 176, -90, 74), ("dust_wolf", 164, 104, 92))


@cache
def scene() -> Raw:
    """Everything but the title."""
    sky = gradient("synegier-sky", {0: "#fff3c4", 0.3: "#e8a33d", 0.75: "#35506b", 1: "#16222f"}, cy=0.42, r=0.8)
    field = [
        el("path", d=f"M{-420 + 70 * i} 225L{-190 + 31.7 * i} 40", stroke="#0004", stroke_width=3) for i in range(13)
    ]
    lines = [el("path", d=f"M-420 {y}H420", stroke="#0004", stroke_width=3) for y in (40, 70, 112, 168)]
    ground = el("g", el("path", d="M-420 225L-190 40H190L420 225Z", fill="#caa66a"), field, lines)
    rays = [
        el("path", d="M-5-30L0-190L5-30Z", transform=f"translate(0 -38) rotate({num(360 * i / 14)})", fill="#fff3c4",
           opacity=0.5)
        for i in range(14)
    ]  # fmt: skip
    people = [
        el("g", drawn(id_), transform=f"translate({x} {y}) scale({num(size / 100)})")
        for id_, x, y, size in (*SOLDIERS, *FOES)
    ]
    return el(
        "g", sky, backdrop("url(#synegier-sky)"), ground, rays,
        card(-64, -40, -8, 1), card(64, -40, 8, -1), spark(), people,
    )  # fmt: skip


def card(x: float, y: float, turn: float, side: int) -> Raw:
    """A card with a half of a star at the edge that faces the other."""
    tabs = [el("circle", cx=56 * side, cy=dy, r=15, fill=fill, stroke="#2b2218", stroke_width=4)
            for dy, fill in ((-52, "#3f7fd0"), (0, "#f0b429"), (52, "#d23b2f"))]  # fmt: skip
    signs = [placed_glyph(sign, 56 * side, dy, 16) for sign, dy in (("shield", -52), ("star", 0), ("flame", 52))]
    return el(
        "g", el("rect", x=-56, y=-82, width=112, height=164, rx=14, fill="#fff8ea", stroke="#2b2218", stroke_width=5),
        el("g", placed_glyph("shield" if side > 0 else "flame", -8 * side, -8, 62), fill="#7a6a52"), tabs,
        el("g", signs, fill="#fff8ea"), transform=f"translate({x} {y}) rotate({turn})",
    )  # fmt: skip


def spark() -> Raw:
    points = []
    for i in range(16):
        r = 34 if i % 2 == 0 else 13
        points.append(f"{num(r * cos(pi * i / 8))} {num(r * sin(pi * i / 8) - 40)}")
    return el("path", d=f"M{'L'.join(points)}Z", fill="#fff", stroke="#e0861f", stroke_width=5, stroke_linejoin="round")


def picture(words: Words) -> Raw:
    return lobby_picture(words.title, scene(), lobby_title(words.title, 158, 62, "#fff7e0", "#1c2b3a", 10))
