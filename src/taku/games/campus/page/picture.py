"""The drawing for the lobby: a hill, a campus on top of it, a student with a bicycle, and the bear."""

from __future__ import annotations

from functools import cache

from taku.engine.words import Words
from taku.page import pictures, svg
from taku.page.html import Raw, el

STAMPS = (("S", -250, -112, -12, "#b3261e"), ("A", -178, -138, 9, "#1f57a4"), ("C", -104, -104, -4, "#2c6e36"))


@cache
def scene() -> Raw:
    sky = svg.gradient("campus-sky", {0: "#7fc4ea", 0.7: "#fbe9c6"}, down=True)
    hills = el(
        "g",
        el("path", d="M-400 40C-300-40-180 0-60 20S220-40 400 30V225H-400Z", fill="#9cc48a"),
        el("path", d="M-400 130C-250 60-120 40 40-20S250-10 400 90V225H-400Z", fill="#6da25f"),
        el("path", d="M-360 225C-260 150-120 190-40 140S70 60 120 10", fill="none", stroke="#f4e7c8", stroke_width=18,
           stroke_linecap="round"),
    )  # fmt: skip
    hall = el(
        "g",
        el("rect", x=70, y=-88, width=190, height=92, fill="#fdf6e6", stroke="#5b3f28", stroke_width=4),
        el("path", d="M56-88L165-150L274-88Z", fill="#a8432c", stroke="#5b3f28", stroke_width=4),
        [el("rect", x=88 + 40 * i, y=-66, width=18, height=28, fill="#5b7fa6") for i in range(5) if i != 2],
        el("path", d="M148 4V-40A17 17 0 0 1 182-40V4Z", fill="#5b3f28"),
        el("circle", cx=165, cy=-112, r=13, fill="#fff", stroke="#5b3f28", stroke_width=3),
        el("path", d="M165-112V-121M165-112L171-108", stroke="#5b3f28", stroke_width=3, stroke_linecap="round"),
        el("path", d="M165-150V-182L196-172L165-162", fill="#f2c14c", stroke="#5b3f28", stroke_width=3),
    )
    cherry = el(
        "g",
        el("path", d="M-6 60L-2-10L8-10L10 60Z", fill="#6b4a33"),
        [
            el("circle", cx=x, cy=y, r=r, fill="#f4b6c8")
            for x, y, r in ((-26, -20, 26), (24, -24, 28), (0, -46, 30), (-4, -6, 22))
        ],
        transform="translate(285 20)",
    )
    return el(
        "g", sky, pictures.backdrop("url(#campus-sky)"),
        hills, hall, cherry, student(), bear(), papers(),
    )  # fmt: skip


def student() -> Raw:
    """Somebody who pushes a bicycle uphill, late."""
    wheel = [el("circle", cx=x, cy=34, r=22, fill="none", stroke="#2b2218", stroke_width=5) for x in (-8, 66)]
    return el(
        "g",
        wheel,
        el("path", d="M-8 34L18 0H50L66 34M18 0L34 34H-8M50 0L46-14H60", fill="none", stroke="#1f57a4", stroke_width=5),
        el("path", d="M-40 52L-30 8L-34-24L-14-30L-4-4L20-10", fill="none", stroke="#2b2218", stroke_width=11,
           stroke_linejoin="round", stroke_linecap="round"),
        el("path", d="M-30 8L-16 54", stroke="#2b2218", stroke_width=11, stroke_linecap="round"),
        el("rect", x=-48, y=-30, width=22, height=34, rx=6, fill="#b3261e"),
        el("circle", cx=-18, cy=-48, r=17, fill="#f1c9a0", stroke="#2b2218", stroke_width=3),
        el("path", d="M-36-50A18 18 0 0 1 0-54Z", fill="#2b2218"),
        el("path", d="M4-62L14-70M8-50L20-52", stroke="#1f57a4", stroke_width=4, stroke_linecap="round"),
        transform="translate(-150 62) rotate(-14)",
    )  # fmt: skip


def bear() -> Raw:
    """It does nothing. It is just there."""
    return el(
        "g",
        [el("circle", cx=x, cy=-34, r=13, fill="#5a3d28") for x in (-26, 26)],
        el("ellipse", cx=0, cy=52, rx=46, ry=52, fill="#5a3d28"),
        el("circle", cx=0, cy=-8, r=36, fill="#6b4a33"),
        el("ellipse", cx=0, cy=6, rx=17, ry=13, fill="#e0c39a"),
        [el("circle", cx=x, cy=-16, r=4.5, fill="#120d06") for x in (-13, 13)],
        el("path", d="M-6 0H6L0 7Z", fill="#120d06"),
        el("ellipse", cx=0, cy=54, rx=25, ry=32, fill="#7d5a40"),
        transform="translate(20 72) scale(.72)",
    )


def papers() -> Raw:
    """Report cards in the wind."""
    return el(
        "g",
        [
            el(
                "g",
                el("rect", x=-26, y=-32, width=52, height=64, rx=4, fill="#fffdf8", stroke="#cdbfa8", stroke_width=3),
                [el("path", d=f"M-16 {y}H16", stroke="#cdbfa8", stroke_width=4) for y in (12, 22)],
                el("text", letter, x=0, y=0, text_anchor="middle", font_size=36, font_weight=800, fill=ink),
                transform=f"translate({x} {y}) rotate({turn})",
            )
            for letter, x, y, turn, ink in STAMPS
        ],
    )


def picture(words: Words) -> Raw:
    title = words.title
    size = 40 if len(title) > 16 else 46
    return pictures.lobby_picture(title, scene(), pictures.lobby_title(title, 160, size, "#fff8e4", "#3a2b08"))
