"""The guided first game (content/guide.toml): six seats, a bot as partner, from the first card to the first life found.

Every step waits for its moment (``when``); one whose moment has gone by (``past``) is left out, so that the guide
follows whatever is played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from taku.games.oneiron.content import CONTENT, ELEMENT, NUMBER
from taku.games.oneiron.rules import kind
from taku.games.oneiron.rules.board import forbidden
from taku.games.oneiron.state import BOARD, KIND, STEP, State
from taku.games.oneiron.table.seats import deciding, members, own_team

_GIVEN = CONTENT.guide_options
SEATS = int(_GIVEN["players"])
SEAT = int(_GIVEN["human_seat"]) - 1
OPTIONS = {**next(p.more["options"] for p in CONTENT.presets if p.id == _GIVEN["preset"]), **_GIVEN["options"]}
LEVEL = "beginner"
SEED = "the first dream"

When = Callable[[State, int], bool]
Where = Callable[[State, int], str]


def asked(*kinds: int) -> When:
    """The player must choose one of these now."""
    return lambda seen, seat: deciding(seen, seat) and kind(seen, seat) in kinds


def after(step: int, round_: int = 1) -> When:
    """This step of the round is over."""
    return lambda seen, seat: bool((seen.round, seen.step) > (round_, step)) or gone(seen, seat)


def gone(seen: State, seat: int) -> bool:
    """The own team is out, or the dream is over."""
    return bool(seen.rank[own_team(seen, seat)] or seen.step == STEP.over)


def missed(when: When) -> When:
    """The teams move, and what the step speaks of did not happen: it must not hold the next one back."""
    return lambda seen, seat: bool(seen.step >= STEP.move and not when(seen, seat)) or gone(seen, seat)


def landed(seen: State, seat: int) -> bool:
    return bool(seen.step > STEP.landing)


def lowest(element: int) -> Where:
    """The hand's lowest card, of an element if it is given; cards of the hand bear their owner's number."""

    def find(seen: State, seat: int) -> str:
        home = members(seen, own_team(seen, seat))[0]
        held = [c for c in range(1, len(ELEMENT)) if seen.hand[home].of[c] > (seen.draft[seat].pick[0] == c)]
        fit = [c for c in held if ELEMENT[c] == element] or held
        return f"k0-{min(fit, key=lambda c: NUMBER[c])}" if fit else "hand"

    return find


def fighting(seen: State, seat: int) -> bool:
    return bool(seen.battle[own_team(seen, seat)] and STEP.split <= seen.step <= STEP.loot)


def met(seen: State, seat: int) -> str:
    e = seen.battle[own_team(seen, seat)] - 1
    return "duel" if e >= 0 and seen.step < STEP.loot else "board"


def strongest(seen: State, seat: int) -> str:
    """The own part's highest element card."""
    which = members(seen, own_team(seen, seat)).index(seat)
    held = [c for c in range(1, len(ELEMENT)) if seen.hand[seat].of[c]]
    return f"k{which}-{max(held, key=lambda c: STRENGTHS[c])}" if held else "hand"


STRENGTHS = [0, *(int(c.more["number"]) if c.more["kind"] == "element" else 0 for c in CONTENT.cards)]


def token_place(seen: State, seat: int) -> str:
    return next((f"tk-{p}" for p in range(BOARD * BOARD) if seen.token[p]), "board")


def lives_lie(seen: State, seat: int) -> bool:
    return any(seen.token[p] for p in range(BOARD * BOARD))


def dark_place(seen: State, seat: int) -> str:
    return next((f"q-{p}" for p in range(BOARD * BOARD) if forbidden(seen, p)), "board")


def judged(seen: State, seat: int) -> bool:
    e = seen.battle[own_team(seen, seat)] - 1
    return e >= 0 and any(seen.worth[e, d] for d in range(4))


def judged_where(seen: State, seat: int) -> str:
    """The own duel while it stands large, else its line among all duels."""
    e = seen.battle[own_team(seen, seat)] - 1
    return "duel" if STEP.split <= seen.step < STEP.loot else f"enc-{e}" if e >= 0 else "now"


STEPS: list[dict[str, Any]] = [
    {"text": "hand", "target": "hand", "next": True, "past": landed},
    {"text": "landing", "target": "board", "next": True, "past": landed},
    {"text": "column", "target": lowest(1), "when": asked(KIND.land_left), "past": landed},
    {"text": "row", "target": lowest(2), "when": asked(KIND.land_right), "past": landed},
    {"text": "face", "target": "compass", "when": asked(KIND.land_face), "past": landed},
    {"text": "encounter", "target": met, "next": True, "when": fighting, "past": after(STEP.present, 2)},
    {"text": "split", "target": "hand", "next": True, "when": asked(KIND.split), "past": after(STEP.split, 2)},
    {"text": "confirm", "target": "confirm", "when": asked(KIND.split), "past": after(STEP.split, 2)},
    {"text": "present", "target": "hand", "next": True, "when": asked(KIND.present), "past": after(STEP.present, 2)},
    {"text": "fight", "target": strongest, "when": asked(KIND.present), "past": after(STEP.present, 2)},
    {"text": "verdict", "target": judged_where, "next": True, "when": judged, "past": missed(judged)},
    {"text": "lives_lost", "target": token_place, "next": True, "when": lives_lie, "past": missed(lives_lie)},
    {"text": "forbidden", "target": dark_place, "next": True, "when": lambda seen, seat: seen.step >= STEP.move,
     "past": after(STEP.over, 2)},
    {"text": "move", "target": "now", "when": asked(KIND.move_card), "past": after(STEP.move, 2)},
    {"text": "swap", "target": "now", "when": asked(KIND.move_swap), "past": after(STEP.over, 2)},
    {"text": "revive", "target": "now", "next": True, "when": asked(KIND.revive_use), "past": after(STEP.over, 3)},
    {"text": "round_end", "target": lambda seen, seat: f"team-{own_team(seen, seat)}", "next": True,
     "when": lambda seen, seat: bool(seen.round > 1) or gone(seen, seat)},
]  # fmt: skip
