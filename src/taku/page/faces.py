"""Faces of bots: each a few lines of SVG, put together from a head, hair, eyes and a mouth."""

from __future__ import annotations

from functools import cache

from .html import Raw, el, join

TONES = ("teal", "violet", "orange", "blue", "green", "red")
HAIR = (
    "M-26-8C-30-40 30-40 26-8C14-22-14-22-26-8Z",
    "M-28 10C-36-44 36-44 28 10L20-14H-20Z",
    "M-26-10L-20-38L-8-24L0-42L8-24L20-38L26-10C10-20-10-20-26-10Z",
    "M-26-8C-24-34 20-40 27-6C10-30-6-10-26-8ZM18-32a10 10 0 1 0 12-10Z",
    "M-26-6C-40-18-22-44 0-36C22-44 40-18 26-6C12-20-12-20-26-6Z",
    "M-28-2C-26-44 26-44 28-2C24-12 16-24 0-24S-24-12-28-2ZM-34-12a7 7 0 1 0 8 10ZM34-12a7 7 0 1 1-8 10Z",
)
EYES = (
    "M-14-2a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM6-2a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
    "M-15-1q5-7 10 0l-2 2q-3-4-6 0ZM5-1q5-7 10 0l-2 2q-3-4-6 0Z",
    "M-18-2a8 8 0 1 0 16 0a8 8 0 1 0-16 0ZM-15-2a5 5 0 1 1 10 0a5 5 0 1 1-10 0ZM2-2a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z"
    "M5-2a5 5 0 1 1 10 0a5 5 0 1 1-10 0ZM-12-2a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM8-2a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z",
)
MOUTHS = ("M-9 12q9 9 18 0l2 2q-11 11-22 0Z", "M-8 14h16v3h-16Z", "M-6 12a6 6 0 1 0 12 0Z")


@cache
def face(number: int) -> Raw:
    """The face of the bot with this number; the first hundred differ."""
    hair, eyes, mouth = HAIR[number % 6], EYES[number // 2 % 3], MOUTHS[(number // 6 + number) % 3]
    return el(
        "svg",
        join(
            el("circle", r=48, class_="face-back"),
            el("path", d="M-24-8C-24 38 24 38 24-8C20-30-20-30-24-8Z", class_="face-skin"),
            el("path", d=hair, class_="face-hair"),
            el("path", d=eyes + mouth, fill_rule="evenodd", class_="face-ink"),
        ),
        viewBox="-50 -50 100 100",
        class_=f"face tone-{TONES[(number + number // 6) % len(TONES)]}",
        aria_hidden="true",
    )
