"""The guided first game: six seats, a bot as partner, from the first card to the first life found.

Who meets nobody in the first round is told of movement first and of battle when it comes; who falls, or whose team is
out, is told what that means.
"""

from __future__ import annotations

from taku.games.oneiron.content import CONTENT, ELEMENT, NUMBER, STRENGTH
from taku.games.oneiron.page.seats import deciding, in_battle, members, own_team
from taku.games.oneiron.rules import kind
from taku.games.oneiron.rules.board import forbidden
from taku.games.oneiron.state import BOARD, KIND, STEP, State
from taku.page.guide import Guide, Lesson, Situation, Where, all_of, named, none_of

GENTLE = next(p.options for p in CONTENT.presets if p.id == "gentle")


def asked(*kinds: int) -> Situation:
    """The player must choose one of these now."""
    return lambda seen, seat: deciding(seen, seat) and kind(seen, seat) in kinds


def gone(seen: State, seat: int) -> bool:
    """The own team is out, or the dream is over."""
    return bool(seen.rank[own_team(seen, seat)] or seen.step == STEP.over)


def fallen(seen: State, seat: int) -> bool:
    return not seen.lives[seat] and not gone(seen, seat)


def begun(round_: int, step: int = STEP.split) -> Situation:
    """A round has come as far as this step."""
    return lambda seen, seat: bool((seen.round, seen.step) >= (round_, step)) or gone(seen, seat)


def landed(seen: State, seat: int) -> bool:
    return bool(seen.step > STEP.landing)


def lowest(element: int) -> Where:
    """The hand's lowest card, of an element if it is given."""

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
    return panel(seen, seat) if seen.step == STEP.loot or asked(KIND.pair)(seen, seat) else "duel"


def panel(seen: State, seat: int) -> str:
    """What is to be done now."""
    return f"now-{STEP[seen.step]}"


def strongest(seen: State, seat: int) -> str:
    """The own part's highest element card."""
    held = [c for c in range(1, len(ELEMENT)) if seen.hand[seat].of[c]]
    return f"k0-{max(held, key=lambda c: STRENGTH[c])}" if held else "hand"


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
    return "duel" if STEP.split <= seen.step < STEP.loot else f"enc-{e}" if e >= 0 else panel(seen, seat)


def own_tile(seen: State, seat: int) -> str:
    return f"team-{own_team(seen, seat)}"


GUIDE = Guide(
    lessons=[
        Lesson("team_eliminated", when=gone, light=own_tile),
        Lesson("hand", when=none_of(landed), light="hand"),
        Lesson("landing", when=none_of(landed), light="board"),
        Lesson("column", light=lowest(1), do=named("land_left")),
        Lesson("row", light=lowest(2), do=named("land_right")),
        Lesson("face", light="compass", do=named("land_face")),
        Lesson("nobody_met", when=all_of(alone, none_of(begun(2))), light="board"),
        # the battle
        Lesson("encounter", when=fighting, light=met),
        Lesson("split", when=asked(KIND.split), light="hand"),
        Lesson("confirm", when=asked(KIND.split), light="confirm", do=named("confirm")),
        Lesson("present", when=asked(KIND.present), light="hand"),
        Lesson("fight", when=asked(KIND.present), light=strongest, do=named("present")),
        Lesson("verdict", when=all_of(judged, none_of(gone)), light=judged_where),
        Lesson("player_fell", when=fallen, light=own_tile),
        Lesson("lives_lost", when=all_of(lives_lie, none_of(gone)), light=token_place),
        # movement
        Lesson("forbidden", when=all_of(begun(1, STEP.move), none_of(gone)), light=dark_place),
        Lesson("move", when=asked(KIND.move_card), light="move-rule", do=named("move")),
        Lesson("swap", when=asked(KIND.move_swap), light=panel, do=named("swap")),
        Lesson("revive", when=asked(KIND.revive_use), light=panel),
        Lesson("round_end", when=all_of(begun(2), none_of(gone)), light=own_tile),
    ],
    options={**GENTLE, "lead_mode": "first", "exchanges": 2, "pair_lives": 6},
    level="casual",
    seats=6,
    seed="the first dream",
)
