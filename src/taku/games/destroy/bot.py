"""What a player knows about playing well: which choices deserve a look, who stands better, and how levels search.

Numbers of `value` were fitted to who won 600 matches of bots, starting from those of the rulebook's section 12
(docs/games/destroy.md). A lead of 600 makes winning e times as likely as losing; a fresh character is worth 1085.
"""

from math import exp, tanh
from typing import Any

from taku.bots.contract import Bots
from taku.engine import rule, table
from taku.games.destroy.content import CARD, CARD_KIND, CARD_VALUE, CONTENT, DISTANCE, LV, POWER, Character
from taku.games.destroy.rules import kind
from taku.games.destroy.rules.actions import attack_targets, character_of, current_act
from taku.games.destroy.rules.field import face_up, has_mark, on_field
from taku.games.destroy.rules.finish import standing
from taku.games.destroy.rules.skills import can_use
from taku.games.destroy.rules.values import NO_TARGET, attack_power, blue, defence, near
from taku.games.destroy.sparring import players, titles
from taku.games.destroy.state import (
    ACT,
    CARDS,
    DRAW,
    KIND,
    MARK,
    PLACES,
    PLAY,
    SETUP,
    STAGE,
    TARGET,
)

# ---------------------------------------------------------------- how levels search

SEARCH: dict[str, Any] = {"uct": 0.1, "cut": 10, "drawn": ("setup",)}
"""`value` tells good from bad within two phases: playouts of 10 decisions are as strong as longer ones and cheaper, and
little exploring is needed. Teams are drawn by `prefer_pick`, so that they vary."""
LEVELS: dict[str, dict[str, Any]] = {
    "beginner": {"simulations": 80, "slip": 0.07, "reach": 0.25},
    "casual": {"simulations": 180, "slip": 0.042, "reach": 0.20},
    "club": {"simulations": 340, "slip": 0.026, "reach": 0.13},
    "expert": {"simulations": 640, "slip": 0.015, "reach": 0.08},
    "master": {
        "simulations": 1_200,
        "guide": {"file": "master.player", "simulations": 1_100, "uct": 0.4, "widen": 8.0},
    },
}
"""About 1.9 times the simulations and 0.6 times the slips of the level below (docs/games/destroy.md). *Master* follows
a trained player: in the same time that beats the search with 1,200 simulations, which it is where options are others.
"""

BOTS = Bots(search=SEARCH, levels=LEVELS, players=players, titles=titles)

# ---------------------------------------------------------------- what positions are worth

STANDING = table([490, 490, 890, 1085, 1085, 1085])  # face-up, by the damage that is left until it goes down
LYING = table([930, 930, 490, 390, 260])  # downed, by its damage: it comes back
COMPANY = table([0, -390, 90, 280, 280])  # by how many stand: one more blow ends a match that hangs on one
EXPOSED = 90  # a downed character beside an enemy that has not attacked
PER_DEF, PER_ATK = 4, 6
PREY, PREY_DAMAGE, PREY_DOWN = 75, 22, 120  # the best target in reach, per damage on it, if it lies
FAR = 25  # per cell beyond reach
SKILL_READY, PER_LV = 12, 8  # the best skill that can be used
ASLEEP = 90  # no_attack
TRUMP_LEFT = 95  # a trump in the hand, per phase of the round that is left
SQUASH_STEP = 50
SQUASH = table([round(500 * tanh(SQUASH_STEP * i / 1200)) for i in range(81)])
"""A lead of 1200 is 500 × tanh(1) above an even chance of 500."""

# Teams: what each character adds to the winning chance of a team of four, in per cent (docs/games/destroy.md). One that
# is not listed counts as 50.
FIELD_CHANCE = {
    "lightblade": 53.0, "ironfist": 52.0, "witch": 52.0, "hexshot": 51.0, "harlequin": 50.0,
    "shadowbinder": 49.0, "fairy": 49.0, "saint": 49.0, "citadel": 48.0, "madbeast": 48.0,
}  # fmt: skip
SUB_CHANCE = {
    "saint": 55.0, "lightblade": 53.0, "harlequin": 51.0, "shadowbinder": 51.0, "madbeast": 50.0,
    "ironfist": 49.0, "fairy": 49.0, "witch": 48.0, "citadel": 48.0, "hexshot": 46.0,
}  # fmt: skip
TASTE = 5.0
"""So many per cent more make a character e times as likely: good teams are common, and any team can be met."""


def _wish(c: Character, chances: dict[str, float]) -> float:
    return exp((chances.get(c.id, 50.0) - 50.0) / TASTE)


def _sturdiness(c: Character) -> int:
    """DEF with what the character's own blue skills give it at the first mana of a round."""
    own = [a for skill in c.skills if skill.blue and skill.lv <= 1 for a in skill.auras if a.kind == "stat"]
    return c.defence + sum(a.defence for a in own if a.who in ("self", "own_adjacent") and a.when == "always")


STURDY = table([0, *(_sturdiness(c) for c in CONTENT.characters)])
AS_SUB = table([0, *(round(40 * _wish(c, SUB_CHANCE)) for c in CONTENT.characters)])
# A good sub is left for the sub place.
_FIELD = [40 * _wish(c, FIELD_CHANCE) / _wish(c, SUB_CHANCE) ** 0.5 for c in CONTENT.characters]
ON_THE_FIELD = table([0, *(round(w) for w in _FIELD)])
AT_THE_SIDE = table([0, *(round(w * min(1.0, 3 / STURDY[i])) for i, w in enumerate(_FIELD, 1))])
IN_THE_CENTRE = table([0, *(round(w * STURDY[i] ** 1.5 / 4) for i, w in enumerate(_FIELD, 1))])


# ---------------------------------------------------------------- who stands better


@rule
def value(s, seat):
    """The seat's expected result, 0 to 1000: what both sides have on the field, at the mana of the next action."""
    if s.stage == STAGE.over:
        return 500 if s.winner == DRAW else 1000 if s.winner == 1 + seat else 0
    if s.stage == STAGE.setup:
        return 500
    mana_now = s.mana
    chant_now = s.chant
    if s.stage == STAGE.act and not s.queue[0]:  # the cards on the table are this phase's last: look at the next
        s.mana = CARD_VALUE[s.played[0] - 1] + CARD_VALUE[s.played[1] - 1]
        s.chant = s.chant_next
    lead = strength(s, seat) - strength(s, 1 - seat)
    s.mana = mana_now
    s.chant = chant_now
    far = min(abs(lead) // SQUASH_STEP, 80)
    return 500 + SQUASH[far] if lead > 0 else 500 - SQUASH[far]


@rule
def strength(s, seat):
    """What a side has, a fresh character being 1085."""
    sum_ = 0
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if face_up(s, c):
            sum_ += STANDING[min(5, max(0, s.opt.down_at - s.damage[c]))] + prospects(s, c)
        elif on_field(s, c):
            sum_ += LYING[min(4, s.damage[c])] - EXPOSED * exposed(s, c)
    sum_ += COMPANY[standing(s, seat)]
    if not s.used[seat, CARDS - 1]:
        sum_ += TRUMP_LEFT * (s.opt.phases - s.phase)
    return sum_


@rule
def exposed(s, c):
    """1 if an enemy that has not attacked yet stands beside the character."""
    enemy = 1 - c // PLACES
    for d in range(PLACES * enemy, PLACES * enemy + PLACES):
        if face_up(s, d) and not s.attacked[d] and DISTANCE[s.cell[d], s.cell[c]] == 1:
            return 1
    return 0


@rule
def prospects(s, c):
    """What a face-up character can do: its numbers, its best target, its best skill, its way to the enemy."""
    atk = attack_power(s, c, NO_TARGET)
    reach = 1 + blue(s, c, POWER.reach)
    best = 0
    far = 9
    enemy = 1 - c // PLACES
    for d in range(PLACES * enemy, PLACES * enemy + PLACES):
        if on_field(s, d):
            away = DISTANCE[s.cell[c], s.cell[d]]
            far = min(far, away)
            if away <= reach:
                best = max(best, PREY_DOWN if s.down[d] else PREY + PREY_DAMAGE * s.damage[d])
    best = best * (60 + 15 * atk) // 100
    if s.attacked[c]:
        best = best * 35 // 100
    if has_mark(s, c, MARK.no_attack):
        best -= ASLEEP
    ready = 0
    for j in range(2):
        if can_use(s, c, j):
            ready = max(ready, SKILL_READY + PER_LV * LV[s.who[c], j])
    return PER_DEF * defence(s, c) + PER_ATK * atk + best + ready - FAR * max(0, far - reach)


# ---------------------------------------------------------------- what deserves a look


@rule
def prefer(s, seat, action):
    """The weight of a choice in playouts: actions that do something, on those whom it hurts or helps most."""
    asked = kind(s, seat)
    if asked == KIND.setup:
        return prefer_pick(s, seat, action)
    if asked == KIND.card:
        return prefer_card(s, seat, action)
    if asked == KIND.act:
        return prefer_act(s, seat, action)
    return prefer_target(s, seat, action)


@rule
def prefer_pick(s, seat, action):
    """A team that works rather than any team, the sturdiest of the three in the centre; no dithering."""
    if action not in SETUP.pick:
        return 1000 if action == SETUP.ready else 0
    who = SETUP.pick.char(action)
    place = s.draft[seat].stage
    if place == 0:
        return AT_THE_SIDE[who]
    if place == 1:
        return IN_THE_CENTRE[who] if STURDY[who] >= STURDY[s.draft[seat].pick[0]] else 1
    if place == PLACES - 1:
        return AS_SUB[who]
    return ON_THE_FIELD[who] if STURDY[who] <= STURDY[s.draft[seat].pick[1]] else 1


@rule
def prefer_card(s, seat, action):
    """Cards of a kind that can act now; the trump rather late, when something is to be won with it."""
    if action == PLAY.pass_:
        return 1
    card = PLAY.play.card(action)
    card_kind = CARD_KIND[card]
    if card_kind == CARD.move:
        return 3
    can_attack = 0
    can_skill = 0
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if face_up(s, c):
            if card_kind != CARD.skill and attack_targets(s, c):
                can_attack = 1
            if card_kind == CARD.skill and (can_use(s, c, 0) or can_use(s, c, 1)):
                can_skill = 1
    if card_kind == CARD.trump:
        return 2 + 4 * can_attack + s.phase
    return (6 + CARD_VALUE[card]) * can_attack + 8 * can_skill + 1


@rule
def prefer_act(s, seat, act):
    """Attacks and skills before moves, and doing something before doing nothing."""
    if act == ACT.decline:
        return 1
    if act in ACT.skill:
        return 8 + LV[s.who[character_of(seat, act)], ACT.skill.j(act)]
    if act in ACT.attack:
        return 6 + attack_power(s, character_of(seat, act), NO_TARGET)
    return 1 if s.down[character_of(seat, act)] else 4


@rule
def prefer_target(s, seat, answer):
    """The hurt before the fresh; towards the enemy, but away with who is about to fall."""
    if answer not in TARGET.choose:
        return 1 if answer == TARGET.skip else 0
    act = current_act(s, seat)
    c = character_of(seat, act)
    cell = TARGET.choose.cell(answer)
    other = s.at[cell] - 1
    if act not in ACT.move and other >= 0:
        if other // PLACES == seat:
            return 2 + 3 * s.damage[other]
        return 6 if s.down[other] else 3 + 3 * s.damage[other]
    enemies = near(s, cell, 1 - seat, NO_TARGET)
    if s.down[c] or s.damage[c] >= s.opt.down_at - 1:
        return max(1, 7 - 3 * enemies)
    return 2 + 3 * min(2, enemies)
