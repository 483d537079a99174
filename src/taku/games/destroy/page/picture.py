"""The drawing for the lobby: six fighters face each other around a burning orb."""

from __future__ import annotations

from functools import cache

from taku.engine.words import Words
from taku.games.destroy.content import CONTENT
from taku.games.destroy.page.figures import drawn
from taku.games.destroy.page.tiles import hexagon
from taku.page import pictures, svg
from taku.page.html import Raw, el

FIGHTERS = (("lightblade", -206, 62, 122), ("ironfist", -104, 6, 104), ("fairy", -218, -72, 88),
            ("madbeast", 206, 62, 122), ("harlequin", 104, 6, 104), ("witch", 218, -72, 88))  # fmt: skip
"""Who stands where, and how large."""


@cache
def scene() -> Raw:
    order = [c.id for c in CONTENT.characters]
    sky = svg.gradient("destroy-sky", {0: "#ff9d3c", 0.35: "#a3301c", 1: "#241019"}, cy=0.48, r=0.75)
    glow = svg.gradient("destroy-orb", {0: "#fff7d6", 0.6: "#8fd0ff", 1: "#1f57a4"})
    rays = el(
        "g",
        [el("path", d="M-9-40L0-420L9-40Z", transform=f"rotate({15 + 30 * i})") for i in range(12)],
        fill="#ffb454",
        opacity=0.22,
    )
    ground = el(
        "g",
        [
            el("polygon", points=hexagon(58), transform=f"translate({x} {y})")
            for y, xs in ((150, (-200, -100, 0, 100, 200)), (63, (-150, -50, 50, 150)))
            for x in xs
        ],
        fill="#00000055",
        stroke="#ffcf8a",
        stroke_opacity=0.35,
        stroke_width=3,
    )
    people = [
        el(
            "g",
            el("polygon", points=hexagon(56), fill="#fff8ea", stroke="#b3261e" if x < 0 else "#1f57a4", stroke_width=6),
            el("g", drawn(1 + order.index(id_)), transform=f"scale({-0.82 if x > 0 else 0.82} .82)"),
            transform=f"translate({x} {y}) rotate({-7 if x < 0 else 7}) scale({size / 100})",
        )
        for id_, x, y, size in FIGHTERS
    ]
    orb = el(
        "g",
        el("circle", r=44, fill="url(#destroy-orb)", stroke="#fff7d6", stroke_width=5),
        el("path", d="M-8-34L14-10L0-6L12 22L-14-4L0-8Z", fill="#12345f"),
        transform="translate(0 -38)",
    )
    return el(
        "g", sky, glow, pictures.backdrop("url(#destroy-sky)"),
        el("g", rays, transform="translate(0 -38)"), ground, people, orb,
    )  # fmt: skip


def picture(words: Words) -> Raw:
    title = words.title.rstrip("!！")
    name = pictures.lobby_title(title, 158, 46 if len(title) > 14 else 52, "#fff7e0", "#3a0d08")
    return pictures.lobby_picture(words.title, scene(), name)
