"""The guided first game (rulebook, "At the table"): from the first tap to the first knock-out, then free play.

Both sides have the starter team. Every step waits for its moment (``when``); one whose moment has gone by (``past``) is
left out, so that the guide follows whatever is played. The sparring partner answers the same position always in the
same way, and the seed is one with which who does what the guide says sees every step in its place: an enemy is left
with 2 damage for the second round (tests/games/destroy/test_guide.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from taku.games.destroy.rules import kind
from taku.games.destroy.rules.actions import attack_targets, current_act, targets
from taku.games.destroy.rules.skills import can_use
from taku.games.destroy.rules.values import mana
from taku.games.destroy.state import ACT, CELLS, KIND, OUT, PLACES, STAGE, State
from taku.games.destroy.tables import CONTENT, DISTANCE

OPTIONS = {"team_mode": "starter"}
LEVEL = "sparring"
SEAT = 0
SEED = "the first game 33"

CARDS = {card.id: k for k, card in enumerate(CONTENT.cards)}
WHO = {card.id: 1 + i for i, card in enumerate(CONTENT.characters)}
AURA = next(s.lv for s in CONTENT.characters[WHO["ironfist"] - 1].skills if s.id == "battle_aura")

When = Callable[[State, int], bool]
Where = Callable[[State, int], str]


def own(seat: int) -> range:
    return range(PLACES * seat, PLACES * seat + PLACES)


def tile(seat: int, who: str, seen: State) -> str:
    return next((f"ch-{c}" for c in own(seat) if seen.who[c] == WHO[who] and seen.cell[c] < CELLS), "board")


def choosing(seen: State, seat: int) -> bool:
    """A card is asked."""
    return bool(seen.stage == STAGE.card and not seen.chosen[seat])


def asked(seen: State, seat: int, what: int) -> bool:
    """An own act, or its target, is asked."""
    return bool(seen.stage == STAGE.act and seen.user == 1 + seat and kind(seen, seat) == what)


def at(round_: int, phase: int) -> When:
    """It is this phase."""
    return lambda seen, seat: bool(seen.round == round_ and seen.phase == phase)


def later(round_: int, phase: int = 9) -> When:
    """This phase is over."""
    return lambda seen, seat: bool((seen.round, seen.phase) > (round_, phase))


def both(*all_: When) -> When:
    return lambda seen, seat: all(one(seen, seat) for one in all_)


def hand(card: str) -> Where:
    return lambda seen, seat: f"k{seat}-{CARDS[card]}" if not seen.used[seat, CARDS[card]] else f"hand-{seat}"


def holds(card: str) -> When:
    return lambda seen, seat: not seen.used[seat, CARDS[card]]


def has_target(seen: State, seat: int) -> bool:
    """Somebody can attack somebody."""
    return any(seen.cell[c] < CELLS and attack_targets(seen, c) for c in own(seat))


def attacker(seen: State, seat: int) -> str:
    """The strongest who may attack with the card in use."""
    able = [c for c in own(seat) if seen.able >> ACT.attack(c % PLACES) & 1]
    best = max(able, key=lambda c: CONTENT.characters[seen.who[c] - 1].atk, default=-1)
    return f"ch-{best}" if best >= 0 else "board"


def may_attack(seen: State, seat: int) -> bool:
    return asked(seen, seat, KIND.act) and attacker(seen, seat) != "board"


def aiming(seen: State, seat: int) -> bool:
    return asked(seen, seat, KIND.target) and current_act(seen, seat) in ACT.attack


def weakest(seen: State, seat: int) -> str:
    """The most damaged enemy that the attack reaches."""
    found = [seen.at[q] - 1 for q in range(CELLS) if (targets(seen, seat) >> q) & 1]
    best = max(found, key=lambda c: int(seen.damage[c]), default=-1)
    return f"ch-{best}" if best >= 0 else "board"


def forward(seen: State, seat: int) -> str:
    """The empty cell of a move that comes nearest to the enemies."""
    enemies = [seen.cell[c] for c in own(1 - seat) if seen.cell[c] < CELLS]
    open_ = [q for q in range(CELLS) if (targets(seen, seat) >> q) & 1 and not seen.at[q]]
    best = min(open_, key=lambda q: sum(DISTANCE[q, e] for e in enemies), default=-1)
    return f"q-{best}" if best >= 0 else "board"


def moving(seen: State, seat: int) -> bool:
    return asked(seen, seat, KIND.target) and current_act(seen, seat) in ACT.move


def walker(seen: State, seat: int) -> str:
    able = [c for c in own(seat) if seen.able >> ACT.move(c % PLACES) & 1]
    fist = tile(seat, "ironfist", seen)
    return fist if fist in [f"ch-{c}" for c in able] else f"ch-{able[0]}" if able else "board"


def pusher(seen: State, seat: int) -> bool:
    """Crushing Fist can be chosen."""
    fists = [c % PLACES for c in own(seat) if seen.who[c] == WHO["ironfist"]]
    able = any(seen.able >> ACT.skill(place, j) & 1 for place in fists for j in range(2))
    return asked(seen, seat, KIND.act) and able


def can_push(seen: State, seat: int) -> bool:
    """Somebody is in reach of Crushing Fist, and the mana suffices."""
    return any(seen.cell[c] < CELLS and seen.who[c] == WHO["ironfist"] and can_use(seen, c, 0) for c in own(seat))


def pushing(seen: State, seat: int) -> bool:
    return asked(seen, seat, KIND.target) and current_act(seen, seat) in ACT.skill


def has_attacked(seen: State, seat: int) -> bool:
    return any(seen.attacked[c] for c in own(seat))


def fallen(seen: State, seat: int) -> list[int]:
    """Enemies that are down."""
    return [c for c in own(1 - seat) if seen.cell[c] < CELLS and seen.down[c]]


def any_fell(seen: State, seat: int) -> bool:
    return bool(fallen(seen, seat)) or any(seen.cell[c] == OUT for c in own(1 - seat))


def shaken(seen: State, seat: int) -> list[int]:
    """Enemies whom one more damage knocks down."""
    up = [c for c in own(1 - seat) if seen.cell[c] < CELLS and not seen.down[c]]
    return [c for c in up if seen.damage[c] == seen.opt.down_at - 1]


def first(found: Callable[[State, int], list[int]]) -> Where:
    return lambda seen, seat: f"ch-{(found(seen, seat) or [0])[0]}"


def lit(seen: State, seat: int) -> bool:
    """Battle Aura is on."""
    return bool(mana(seen, seat) >= AURA)


STEPS: list[dict[str, Any]] = [
    {"text": "goal", "target": "board", "next": True},
    {"text": "sub", "target": lambda seen, seat: f"sub-{seat}", "next": True},
    {"text": "shield", "target": lambda seen, seat: tile(seat, "citadel", seen), "next": True},
    {"text": "hand", "target": lambda seen, seat: f"hand-{seat}", "next": True},
    # Round 1, phase 1: the fastest move.
    {"text": "card_move", "target": hand("move_5"), "when": choosing, "past": later(1, 1)},
    {"text": "order", "target": "clash", "next": True, "when": lambda seen, seat: seen.stage == STAGE.act,
     "past": later(1, 1)},
    {"text": "walker", "target": walker, "when": lambda seen, seat: asked(seen, seat, KIND.act), "past": later(1, 1)},
    {"text": "forward", "target": forward, "when": moving, "past": later(1, 1)},
    # Phase 2: the sum of both cards is the mana.
    {"text": "mana", "target": "orb", "next": True, "when": at(1, 2), "past": later(1, 2)},
    {"text": "aura", "target": lambda seen, seat: tile(seat, "ironfist", seen), "next": True,
     "when": both(at(1, 2), lit), "past": lambda seen, seat: later(1, 2)(seen, seat) or not lit(seen, seat)},
    {"text": "closer", "target": hand("move_3"), "when": both(choosing, lambda seen, seat: not has_target(seen, seat)),
     "past": lambda seen, seat: later(1)(seen, seat) or has_target(seen, seat)},
    {"text": "card_attack", "target": hand("attack_4"), "when": both(choosing, has_target, holds("attack_4")),
     "past": later(2)},
    {"text": "attacker", "target": attacker, "when": may_attack, "past": later(2)},
    {"text": "odds", "target": weakest, "when": aiming, "past": later(2)},
    {"text": "dice", "target": "clash", "next": True, "when": has_attacked, "past": later(2)},
    # Phases 3 to 5: the trump, a push, a free choice.
    {"text": "trump", "target": hand("trump"),
     "when": both(choosing, holds("trump"), lambda seen, seat: seen.phase >= 3), "past": later(1)},
    {"text": "burn", "target": attacker, "when": may_attack, "past": later(1, 3)},
    {"text": "strike", "target": weakest, "when": aiming, "past": later(1, 3)},
    {"text": "skill", "target": hand("skill_2"),
     "when": both(choosing, holds("skill_2"), can_push, lambda seen, seat: seen.phase >= 4), "past": later(1)},
    {"text": "push", "target": lambda seen, seat: tile(seat, "ironfist", seen), "when": pusher, "past": later(1)},
    {"text": "push_whom", "target": weakest, "when": pushing, "past": later(1)},
    {"text": "free", "target": lambda seen, seat: f"hand-{seat}", "next": True, "when": at(1, 5), "past": later(1)},
    # Round 2 and later: the first knock-out.
    {"text": "round", "target": lambda seen, seat: f"hand-{seat}", "next": True, "when": later(1)},
    {"text": "shaken", "target": first(shaken), "next": True, "when": lambda seen, seat: bool(shaken(seen, seat)),
     "past": any_fell},
    {"text": "down", "target": first(fallen), "next": True, "when": lambda seen, seat: bool(fallen(seen, seat)),
     "past": lambda seen, seat: any_fell(seen, seat) and not fallen(seen, seat)},
    {"text": "alone", "next": True},
]  # fmt: skip
