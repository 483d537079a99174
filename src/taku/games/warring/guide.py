"""The guided first battle (rulebook, "At the table"): twelve troops a side on the drill ground, everything in view."""

from __future__ import annotations

from collections.abc import Callable

from taku.games.warring.content import CONTENT, KIND_OF
from taku.games.warring.rules import kind
from taku.games.warring.rules.ground import distance
from taku.games.warring.state import ARMIES, KIND, STAGE, TROOPS, State
from taku.page.guide import Guide, Lesson, Situation, Where, named

HORSE = 3  # the cavalry of the patrol formation
LINE = 2  # its shields and archers
NEAR = 4  # cells within which a general is in danger: the range of archers


def ordering(seen: State, seat: int) -> bool:
    """Orders are asked."""
    return bool(seen.stage == STAGE.orders and seen.turn == seat and kind(seen, seat) == KIND.orders)


def deploying(seen: State, seat: int) -> bool:
    return bool(seen.stage == STAGE.deploy and not seen.ready[seat])


def army(k: int) -> Where:
    return lambda seen, seat: f"a{seat}-{k}" if there(seen, seat, k) else "map"


def there(seen: State, side: int, k: int) -> bool:
    return any(seen.army[side, t] == k and seen.cell[side, t] for t in range(TROOPS))


def can_ride(seen: State, seat: int) -> bool:
    fresh = not seen.moved[seat, HORSE] and not seen.acted[seat, HORSE]
    return ordering(seen, seat) and there(seen, seat, HORSE) and fresh


def can_turn(seen: State, seat: int) -> bool:
    return ordering(seen, seat) and there(seen, seat, HORSE) and not seen.acted[seat, HORSE]


def has_ordered(seen: State, seat: int) -> bool:
    return ordering(seen, seat) and bool(seen.clicks[seat])


def acted(seen: State, seat: int) -> list[str]:
    """Pennants of armies of either side that have acted."""
    found = [(side, k) for side in (seat, 1 - seat) for k in range(1, ARMIES + 1) if seen.acted[side, k]]
    return [f"b{side}-{k}" for side, k in found if there(seen, side, k)]


def inspired(seen: State, seat: int) -> list[str]:
    """Pennants of armies whose morale has risen."""
    found = [(side, k) for side in (seat, 1 - seat) for k in range(1, ARMIES + 1) if seen.morale[side, k] > 1]
    return [f"b{side}-{k}" for side, k in found if there(seen, side, k)]


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


def some(found: Callable[[State, int], list[str]]) -> Situation:
    return lambda seen, seat: bool(found(seen, seat))


GUIDE = Guide(
    lessons=[
        Lesson("welcome", when=deploying, light="ready", do=named("ready")),
        Lesson("goal", when=ordering, light=lambda seen, seat: general(seen, 1 - seat)),
        Lesson("select", when=can_ride, light=army(HORSE), do=named("march", army=HORSE)),
        Lesson("turn", when=can_turn, light=army(HORSE), do=named("face", army=HORSE)),
        Lesson("attack", when=has_ordered, light="attack", do=named("end")),
        Lesson("wait", when=lambda seen, seat: ordering(seen, seat) and seen.round >= 2, light=army(LINE)),
        Lesson("acted", when=some(acted), light=first(acted)),
        Lesson("flank", when=some(inspired), light=first(inspired)),
        Lesson("lone", when=some(alone), light=first(alone)),
        Lesson("general", when=in_danger, light=lambda seen, seat: general(seen, 1 - seat)),
        Lesson("fog", when=lambda seen, seat: ordering(seen, seat) and seen.round >= 3),
    ],
    options=dict(next(b.options for b in CONTENT.battles if b.id == "first_drill")),
    level="beginner",
    seed="the first drill",
)
