"""The guided first game (rulebook, "At the table"): from the first tap to the first knock-out, then free play.

A word is explained before it is used: mana before what it switches on, dice before anybody throws them. Both sides have
the starter team. The sparring partner answers the same position always in the same way, and with this seed whoever does
what the guide says comes to every lesson.
"""

from __future__ import annotations

from collections.abc import Callable

from taku.games.destroy.content import CONTENT, DISTANCE
from taku.games.destroy.page.sums import attack_odds
from taku.games.destroy.rules import kind
from taku.games.destroy.rules.actions import attack_targets, character_of, current_act, targets
from taku.games.destroy.rules.skills import can_use
from taku.games.destroy.rules.values import mana
from taku.games.destroy.state import ACT, CELLS, KIND, PLACES, STAGE, State
from taku.page.guide import Guide, Lesson, Situation, Where, all_of, always, any_of, named, none_of, what_is_lit

CARDS = {card.id: k for k, card in enumerate(CONTENT.cards)}
WHO = {card.id: 1 + i for i, card in enumerate(CONTENT.characters)}
AURA = next(s.lv for s in CONTENT.characters[WHO["ironfist"] - 1].skills if s.id == "battle_aura")


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


def act_asked(seen: State, seat: int) -> bool:
    return asked(seen, seat, KIND.act)


def later(round_: int, phase: int = 9) -> Situation:
    """This phase is over."""
    return lambda seen, seat: bool((seen.round, seen.phase) > (round_, phase))


def hand(card: str) -> Where:
    return lambda seen, seat: f"k{seat}-{CARDS[card]}" if not seen.used[seat, CARDS[card]] else f"hand-{seat}"


def holds(card: str) -> Situation:
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


def aimed_at(seen: State, seat: int) -> list[int]:
    """The characters that may be chosen as a target."""
    return [seen.at[q] - 1 for q in range(CELLS) if (targets(seen, seat) >> q) & 1 and seen.at[q]]


def best_target(seen: State, seat: int) -> str:
    """The enemy on whom the attack promises most: one who lies, else where a knock-out and damage are likeliest."""
    c = character_of(seat, current_act(seen, seat))

    def promise(target: int) -> tuple[float, float]:
        if seen.down[target]:
            return 2.0, 0.0
        odds = attack_odds(seen, c, target)[2]
        return odds.down + odds.out, 1 - odds.damage[0]

    return f"ch-{max(aimed_at(seen, seat), key=promise, default=0)}"


def best_push(seen: State, seat: int) -> str:
    """The most damaged enemy that can be pushed."""
    return f"ch-{max(aimed_at(seen, seat), key=lambda c: int(seen.damage[c]), default=0)}"


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


def shaken(seen: State, seat: int) -> list[int]:
    """Enemies whom one more damage knocks down."""
    up = [c for c in own(1 - seat) if seen.cell[c] < CELLS and not seen.down[c]]
    return [c for c in up if seen.damage[c] == seen.opt.down_at - 1]


def first(found: Callable[[State, int], list[int]]) -> Where:
    return lambda seen, seat: f"ch-{(found(seen, seat) or [0])[0]}"


def lit(seen: State, seat: int) -> bool:
    """Battle Aura is on."""
    return bool(mana(seen, seat) >= AURA)


def acting(seen: State, seat: int) -> bool:
    """Both cards are open."""
    return bool(seen.stage == STAGE.act)


def phases(first_: int, last: int) -> Situation:
    """It is one of these phases of the first round."""
    return lambda seen, seat: bool(seen.round == 1 and first_ <= seen.phase <= last)


def trumped(seen: State, seat: int) -> bool:
    """The own trump is in use."""
    return seen.played[seat] == 1 + CARDS["trump"]


def read(key: str, when: Situation, light: str | Where) -> Lesson:
    return Lesson(key, when=when, light=light)


def play(card: str, key: str, when: Situation) -> Lesson:
    """Asks for a card of the hand."""
    asks = named("play", card=CARDS[card])
    return Lesson(key, when=all_of(choosing, holds(card), when), light=hand(card), do=asks, instead="other_card")


def own_hand(seen: State, seat: int) -> str:
    return f"hand-{seat}"


def fist(seen: State, seat: int) -> str:
    return tile(seat, "ironfist", seen)


GUIDE = Guide(
    lessons=[
        read("goal", always, "board"),
        read("tile", always, fist),
        read("hand", always, own_hand),
        # Round 1, phase 1: the fastest move.
        play("move_5", "card_move", phases(1, 1)),
        read("order", all_of(acting, phases(1, 1)), "clash"),
        Lesson("walker", when=all_of(phases(1, 1), act_asked), light=walker, do=what_is_lit),
        Lesson("forward", when=all_of(phases(1, 1), moving), light=forward, do=what_is_lit, instead="other_cell"),
        # From phase 2 on: mana, what it switches on, and dice before anybody throws any.
        read("mana", later(1, 1), "orb"),
        read("shield", later(1, 1), lambda seen, seat: tile(seat, "citadel", seen)),
        read("aura", all_of(later(1, 1), lit), fist),
        read("dice", later(1, 1), "clash"),
        play("move_3", "closer", all_of(phases(2, 5), none_of(has_target))),
        play("attack_4", "card_attack", has_target),
        Lesson("attacker", when=may_attack, light=attacker, do=named("attack")),
        Lesson("odds", when=aiming, light=best_target, do=what_is_lit, instead="other_target"),
        read("result", has_attacked, "outcome"),
        # Phases 3 to 5: the sub, the trump, a push, the end of a round.
        read("sub", later(1, 2), lambda seen, seat: f"sub-{seat}"),
        play("trump", "trump", all_of(later(1, 2), has_target)),
        Lesson("burn", when=all_of(trumped, may_attack), light=attacker, do=named("attack")),
        Lesson("strike", when=all_of(trumped, aiming), light=best_target, do=what_is_lit, instead="other_target"),
        play("skill_2", "skill", all_of(later(1, 2), can_push)),
        Lesson("push", when=pusher, light=fist, do=named("skill")),
        Lesson("push_whom", when=pushing, light=best_push, do=what_is_lit),
        read("pass", all_of(choosing, any_of(phases(4, 5), later(1))), "pass"),
        read("round", later(1), own_hand),
        # The first knock-out.
        read("shaken", lambda seen, seat: bool(shaken(seen, seat)), first(shaken)),
        read("down", lambda seen, seat: bool(fallen(seen, seat)), first(fallen)),
    ],
    options={"team_mode": "starter"},
    level="sparring",
    seed="the first game 33",
)
