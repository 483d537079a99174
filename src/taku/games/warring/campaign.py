"""The campaign: where the battles lie on a map of the plain between the rivers, some 2,500 years ago."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taku.engine.words import Words
from taku.games.warring.content import KIND_OF, TROOPS
from taku.games.warring.state import DRAW, LIMIT
from taku.page.contract import Campaign, Verdict
from taku.page.html import Raw, el, join
from taku.page.svg import num

PLACES = {
    "first_drill": (64, 38),  # the river Hong in Song, where Duke Xiang waited
    "skirmish": (31, 36),  # the border of Wei and Han
    "open_field": (74, 12),  # before Linzi
    "boju": (50, 50),
    "chengpu": (66, 25),
    "handicap": (53, 30),  # Guiling
    "maling": (55, 14),
    "hangu": (17, 28),
    "changping": (35, 16),
}
"""Each battle's place on the drawing of 100 by 60, in the order in which they are best fought."""

COAST = (
    "M72-1C76 3 80 4 84 3C90 2 97 4 100 7V-1Z"
    "M100 8C93 11 86 13 82 19C79 24 83 29 88 33C94 38 97 43 98 48C98 52 99 56 100 61V8Z"
)
RIVERS = {
    "Huang He": "M18-1C15 8 12 17 16 24C17 27 24 27 30 26C38 25 44 22 50 18C56 14 60 6 70 1",
    "Wei": "M-1 27C5 26 11 27 16 25",
    "Huai": "M30 42C40 39 50 41 60 39C70 37 78 38 90 34",
    "Han": "M8 38C18 37 24 42 32 46C36 49 40 52 43 54",
    "Chang Jiang": "M-1 50C10 54 22 60 34 56C44 52 52 57 62 54C72 51 80 49 98 46",
}
RANGES = (
    ((28, 5), (30, 9), (27, 13), (25, 18)),  # Taihang
    ((3, 35), (8, 36), (13, 37), (19, 38)),  # Qinling
    ((48, 45), (54, 46), (58, 47)),  # Dabie
    ((75, 22), (77, 25)),  # Tai
)


def ground(words: Words) -> Raw:
    """Sea, rivers and mountains."""
    return join(
        el("rect", width=100, height=60, class_="land"),
        el("path", d=COAST, class_="sea"),
        [el("path", d=course, class_="river") for course in RIVERS.values()],
        [_mountain(x, y) for chain in RANGES for x, y in chain],
    )


def _mountain(x: float, y: float) -> Raw:
    return el(
        "g",
        el("path", d="M-3.4 0L-.6-4.6L.6-3.4L1.6-4.2L4 0Z", class_="slope"),
        el("path", d="M-.6-4.6L.2-1.8L1.6 0H4L1.6-4.2L.6-3.4Z", class_="shade"),
        transform=f"translate({num(x)} {num(y)})",
    )


FEW_LOSSES = 60
"""Per cent of the own strength that must be left for a star."""
SOON = 60
"""Per cent of the rounds after which the star for a quick end is lost."""


def verdict(state: Any, seat: int) -> Verdict:
    """W-15: what decided a battle; a star for winning it, one for few losses, one for an early end."""
    left = [percent_left(state, side) for side in (seat, 1 - seat)]
    points = [state.points[side] for side in (seat, 1 - seat)]
    facts = {"n": left[0], "m": left[1], "round": state.round, "own": points[0], "other": points[1]}
    held = state.opt.limit_result == LIMIT.field and points[0] != points[1]
    fell = [side for side in (seat, 1 - seat) if not general_stands(state, side)]
    if state.winner != 1 + seat:
        if state.winner == DRAW:
            return Verdict(0, "even", facts)
        if not fell:
            return Verdict(0, f"lost_{at_limit(left, held)}", facts)
        return Verdict(0, "lost_general" if left[0] >= left[1] else "worn_down", facts)
    early = 100 * state.round <= SOON * state.opt.round_limit
    stars = 1 + (left[0] >= FEW_LOSSES) + early
    if not fell:
        return Verdict(stars, f"won_{at_limit(left, held)}", facts)
    return Verdict(stars, "struck_general" if left[1] >= left[0] else "wore_down", facts)


def at_limit(left: Sequence[int], held: bool) -> str:
    """W-15.3: what decided a battle that reached its limit; `held`: field points come first, and they differ."""
    if held:
        return "points"
    return "field" if left[0] == left[1] else "limit"


def percent_left(state: Any, side: int) -> int:
    """How much of its strength a side has on the map."""
    full = (state.opt.strength_south, state.opt.strength_north)[side] * state.count[side]
    left = sum(state.strength[side, t] for t in range(state.count[side]))
    return int(100 * left // max(1, full))


def general_stands(state: Any, side: int) -> bool:
    return any(state.kind[side, t] == KIND_OF.general and state.cell[side, t] for t in range(TROOPS))


DIFFICULTIES = {"usual": {}, "easier": {"strength_south": 120}, "harder": {"strength_south": 85}}
"""The person's troops, South, are as strong as the battle says, a fifth stronger or a seventh weaker."""

CAMPAIGN = Campaign(places=PLACES, ground=ground, verdict=verdict, difficulties=DIFFICULTIES)
