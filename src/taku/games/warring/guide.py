"""The guided first battle (rulebook, "At the table"): twelve troops a side on the drill ground, everything in view.

Every step waits for its moment (``when``); one whose moment has gone by (``past``) is left out, so that the guide
follows whatever is played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from taku.games.warring.rules import kind
from taku.games.warring.rules.ground import distance
from taku.games.warring.state import ARMIES, KIND, STAGE, TROOPS, State
from taku.games.warring.tables import CONTENT, KIND_OF

OPTIONS = dict(next(b.options for b in CONTENT.battles if b.id == "first_drill"))
LEVEL = "beginner"
SEAT = 0
SEED = "the first drill"

HORSE = 3  # the cavalry of the patrol formation
LINE = 2  # its shields and archers
NEAR = 4  # cells within which a general is in danger: the range of archers

When = Callable[[State, int], bool]
Where = Callable[[State, int], str]


def ordering(seen: State, seat: int) -> bool:
    """Orders are asked."""
    return bool(seen.stage == STAGE.orders and seen.turn == seat and kind(seen, seat) == KIND.orders)


def deploying(seen: State, seat: int) -> bool:
    return bool(seen.stage == STAGE.deploy and not seen.ready[seat])


def fighting(seen: State, seat: int) -> bool:
    return bool(seen.stage != STAGE.deploy)


def round_(n: int) -> When:
    """This round, or a later one, has begun."""
    return lambda seen, seat: bool(seen.round >= n)


def army(k: int) -> Where:
    return lambda seen, seat: f"a{seat}-{k}" if there(seen, seat, k) else "map"


def there(seen: State, side: int, k: int) -> bool:
    return any(seen.army[side, t] == k and seen.cell[side, t] for t in range(TROOPS))


def can_ride(seen: State, seat: int) -> bool:
    fresh = not seen.moved[seat, HORSE] and not seen.acted[seat, HORSE]
    return ordering(seen, seat) and there(seen, seat, HORSE) and fresh


def has_ordered(seen: State, seat: int) -> bool:
    return ordering(seen, seat) and bool(seen.clicks[seat])


def acted(seen: State, seat: int) -> list[str]:
    """Armies of either side that have acted."""
    found = [(side, k) for side in (seat, 1 - seat) for k in range(1, ARMIES + 1) if seen.acted[side, k]]
    return [f"a{side}-{k}" for side, k in found if there(seen, side, k)]


def inspired(seen: State, seat: int) -> list[str]:
    """Armies whose morale has risen."""
    found = [(side, k) for side in (seat, 1 - seat) for k in range(1, ARMIES + 1) if seen.morale[side, k] > 1]
    return [f"a{side}-{k}" for side, k in found if there(seen, side, k)]


def alone(seen: State, seat: int) -> list[str]:
    """Own lone troops."""
    return [f"t{seat}-{t}" for t in range(TROOPS) if seen.cell[seat, t] and not seen.army[seat, t]]


def general(seen: State, side: int) -> str:
    found = [t for t in range(TROOPS) if seen.cell[side, t] and seen.kind[side, t] == KIND_OF.general]
    return f"t{side}-{found[0]}" if found else "map"


def in_danger(seen: State, seat: int) -> bool:
    """Somebody stands near a general of the other side."""
    for side in (0, 1):
        for t in range(TROOPS):
            here = seen.cell[side, t]
            if here and seen.kind[side, t] == KIND_OF.general:
                enemies = [seen.cell[1 - side, q] for q in range(TROOPS) if seen.cell[1 - side, q]]
                if any(distance(here, there) <= NEAR for there in enemies):
                    return True
    return False


def first(found: Callable[[State, int], list[str]]) -> Where:
    return lambda seen, seat: (found(seen, seat) or ["map"])[0]


def some(found: Callable[[State, int], list[str]]) -> When:
    return lambda seen, seat: bool(found(seen, seat))


STEPS: list[dict[str, Any]] = [
    {"text": "welcome", "target": "ready", "when": deploying, "past": fighting},
    {"text": "goal", "target": lambda seen, seat: general(seen, 1 - seat), "next": True, "when": ordering},
    {"text": "select", "target": army(HORSE), "when": can_ride, "past": round_(2)},
    {"text": "turn", "target": army(HORSE), "next": True, "when": ordering, "past": round_(2)},
    {"text": "attack", "target": "attack", "when": has_ordered, "past": round_(2)},
    {"text": "wait", "target": army(LINE), "next": True, "when": lambda s, seat: ordering(s, seat) and s.round >= 2,
     "past": round_(5)},
    {"text": "acted", "target": first(acted), "next": True, "when": some(acted), "past": round_(10)},
    {"text": "flank", "target": first(inspired), "next": True, "when": some(inspired), "past": round_(12)},
    {"text": "lone", "target": first(alone), "next": True, "when": some(alone), "past": round_(14)},
    {"text": "general", "target": lambda seen, seat: general(seen, 1 - seat), "next": True, "when": in_danger,
     "past": round_(18)},
    {"text": "fog", "target": "map", "next": True, "when": ordering},
]  # fmt: skip
