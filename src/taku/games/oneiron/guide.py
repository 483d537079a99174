"""The guided first game (content/guide.toml): six seats, a bot as partner, from the first card to the first life found.

Every step waits for its moment (``when``); one whose moment has gone by (``past``) is left out, so that the guide
follows whatever is played. Who meets nobody in the first round is told of movement first and of battle when it comes;
who falls, or whose team is out, is told what that means instead of what to do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from taku.games.oneiron.content import CONTENT, ELEMENT, NUMBER
from taku.games.oneiron.rules import kind
from taku.games.oneiron.rules.board import forbidden
from taku.games.oneiron.state import BOARD, KIND, STEP, State
from taku.games.oneiron.table.seats import deciding, in_battle, members, own_team

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


def either(*moments: When) -> When:
    return lambda seen, seat: any(moment(seen, seat) for moment in moments)


def gone(seen: State, seat: int) -> bool:
    """The own team is out, or the dream is over."""
    return bool(seen.rank[own_team(seen, seat)] or seen.step == STEP.over)


def fallen(seen: State, seat: int) -> bool:
    return not seen.lives[seat] and not gone(seen, seat)


def begun(round_: int, step: int = STEP.split) -> When:
    """A round has come as far as this step."""
    return lambda seen, seat: bool((seen.round, seen.step) >= (round_, step)) or gone(seen, seat)


def fought(step: int) -> When:
    """The own battle is beyond this step."""
    return either(gone, lambda seen, seat: meets(seen, seat) and bool(seen.step > step))


def missed(when: When) -> When:
    """The teams move after the own battle, and what the step speaks of did not happen."""
    over = fought(STEP.loot)
    return either(gone, lambda seen, seat: over(seen, seat) and not when(seen, seat))


def chosen(clicks: int) -> When:
    """So many clicks of the landing are made."""
    return lambda seen, seat: landed(seen, seat) or bool(seen.draft[seat].stage >= clicks)


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


def meets(seen: State, seat: int) -> bool:
    return bool(seen.battle[own_team(seen, seat)])


def fighting(seen: State, seat: int) -> bool:
    return meets(seen, seat) and in_battle(seen)


def alone(seen: State, seat: int) -> bool:
    return bool(seen.round) and not meets(seen, seat)


def met(seen: State, seat: int) -> str:
    """The own duel, or what stands there instead of it: the choice of the pairing, the loot."""
    return "now" if seen.step == STEP.loot or asked(KIND.pair)(seen, seat) else "duel"


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


def own_tile(seen: State, seat: int) -> str:
    return f"team-{own_team(seen, seat)}"


def movement(past: When) -> list[dict[str, Any]]:
    """What comes after the battles of the first round."""

    def until(round_: int, step: int = STEP.split) -> When:
        return either(begun(round_, step), past)

    return [
        {"text": "forbidden", "target": dark_place, "next": True, "when": begun(1, STEP.move), "past": until(2)},
        {"text": "move", "target": "move-rule", "when": asked(KIND.move_card), "past": until(1, STEP.move_swap)},
        {"text": "swap", "target": "now", "when": asked(KIND.move_swap), "past": until(1, STEP.hazard_pay)},
        {"text": "revive", "target": "now", "next": True, "when": asked(KIND.revive_use), "past": until(2)},
    ]  # fmt: skip


STEPS: list[dict[str, Any]] = [
    {"text": "hand", "target": "hand", "next": True, "past": landed},
    {"text": "landing", "target": "board", "next": True, "past": landed},
    {"text": "column", "target": lowest(1), "when": asked(KIND.land_left), "past": chosen(1)},
    {"text": "row", "target": lowest(2), "when": asked(KIND.land_right), "past": chosen(2)},
    {"text": "face", "target": "compass", "when": asked(KIND.land_face), "past": landed},
    # nobody is met in the first round
    {"text": "nobody_met", "target": "board", "next": True, "when": alone, "past": either(meets, begun(2))},
    *movement(meets),
    {"text": "round_end", "target": own_tile, "next": True, "when": begun(2),
     "past": either(gone, lambda seen, seat: seen.round == 1 and meets(seen, seat))},
    # the first battle, and what comes after it in the first round
    {"text": "encounter", "target": met, "next": True, "when": fighting, "past": fought(STEP.loot)},
    {"text": "split", "target": "hand", "next": True, "when": asked(KIND.split), "past": fought(STEP.split)},
    {"text": "confirm", "target": "confirm", "when": asked(KIND.split), "past": fought(STEP.split)},
    {"text": "present", "target": "hand", "next": True, "when": asked(KIND.present), "past": fought(STEP.present)},
    {"text": "fight", "target": strongest, "when": asked(KIND.present), "past": fought(STEP.present)},
    {"text": "verdict", "target": judged_where, "next": True, "when": judged, "past": missed(judged)},
    {"text": "player_fell", "target": own_tile, "next": True, "when": fallen, "past": missed(fallen)},
    {"text": "lives_lost", "target": token_place, "next": True, "when": lives_lie, "past": missed(lives_lie)},
    *movement(alone),
    {"text": "round_end", "target": own_tile, "next": True, "when": begun(2),
     "past": either(begun(3), lambda seen, seat: bool(seen.round == 2) and fought(STEP.present)(seen, seat))},
    # later
    {"text": "revive", "target": "now", "next": True, "when": asked(KIND.revive_use), "past": gone},
    {"text": "team_eliminated", "target": own_tile, "next": True, "when": gone},
]  # fmt: skip
