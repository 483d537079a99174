"""What good play looks like, as weights for playouts and an estimate of a seat's result (rulebook, "Bots")."""

from math import exp
from typing import Any

from taku.engine import Bots, rule, table
from taku.games.synegier.content import COLOR, CONTENT, HARMFUL, HARMFUL_BELOW_0, ON_YOU, RARITY, Part, Selector
from taku.games.synegier.rules import kind
from taku.games.synegier.rules.battle import blow_to, counter_to
from taku.games.synegier.rules.enemies import AREA_OF_ENEMIES, blow_of
from taku.games.synegier.rules.finish import merit
from taku.games.synegier.rules.pieces import BOSS, distance, first_of, is_on, piece_of, poison, you
from taku.games.synegier.sparring import players
from taku.games.synegier.state import BATTLE, CELL, FIRST_FOE, KEEP, KIND, MAIN, MOVE, PICK, PIECES, TARGET
from taku.games.synegier.tables import GROW_ATK, GROW_DEF, SOLDIER_ATK, SOLDIER_DEF, SUBJECT, VERB

# ---------------------------------------------------------------- how levels search

SEARCH: dict[str, Any] = {"uct": 0.15, "cut": 24, "drawn": ("draft", "soldier")}
"""A turn is about eleven decisions: 24 reach past the next player's. Decks are drawn by `prefer`, so that they vary."""
LEVELS: dict[str, dict[str, Any]] = {
    "beginner": {"simulations": 20, "slip": 0.10, "reach": 0.5},
    "casual": {"simulations": 60, "slip": 0.05, "reach": 0.3},
    "club": {"simulations": 200, "slip": 0.02, "reach": 0.1},
    "expert": {"simulations": 800, "slip": 0.008, "reach": 0.05},
    "master": {"simulations": 4_000},
}

BOTS = Bots(search=SEARCH, levels=LEVELS, players=players)

# ---------------------------------------------------------------- what links are worth

_WORTH = {
    "damage": 10, "strike": 60, "heal": 7, "shield": 6, "atk": 6, "def": 5, "vigor": 12, "poison": 14, "burn": 6,
    "shock": 6, "cleanse": 8, "push": 3, "pull": 3, "swap": 3, "warp": 3, "blink": 10, "draw": 20, "discard": 10,
    "charge": 25, "coin": 10, "steal": 10, "level": 90, "mana": 20, "stock": 20, "pierce": 30, "evade": 40,
    "reach": 20, "again": 50, "boost": 20,
}  # fmt: skip
"""What one of an op is worth to who gains by it; of those without a number, once."""


def _worth(part: Part) -> int:
    n = abs(part.n) or (0 if part.per else 1)
    return _WORTH.get(part.op, 0) * (n + 3 * part.per) * (3 if part.dur == "game" else 1)


def _harms(part: Part) -> bool:
    if part.op == "blink":
        return False  # mostly oneself
    return part.op in HARMFUL or (part.op in HARMFUL_BELOW_0 and part.n < 0)


def _link(selector: Selector, parts: tuple[Part, ...]) -> int:
    """What a subject and a verb are worth to who plays them: above 0 if it helps, below if it hurts."""
    worth = sum(_worth(p) * (-1 if _harms(p) else 1) for p in parts)
    if selector.who == "self":
        return worth
    if selector.who == "soldier" or selector.plus_self:
        return worth // 4
    if all(p.op in ON_YOU for p in parts):
        return 0  # nothing on others
    return -worth * 3 // 2 if selector.pick == "all" and selector.area != "around" else -worth


_LINKS = [[0] * (1 + len(CONTENT.verbs))]
_LINKS += [[0, *(max(-120, min(120, _link(s, v.do))) for v in CONTENT.verbs)] for s in CONTENT.selectors]
LINK = table(_LINKS)
"""[subject, verb]: the worth of the effect, in tenths of a point of damage."""


def _card(card: Any) -> int:
    own = {"self"}
    total = 0
    for p in card.effect:
        to = CONTENT.selector(p.to)
        total += _worth(p) * (-1 if _harms(p) == (to.who in own) else 1)
    return max(5, min(120, total - 12 * card.cost + 10 * getattr(RARITY, card.rarity)))


EFFECT = table([0, *(_card(c) for c in CONTENT.cards)])
"""What a card is worth by itself."""
_SOFT = 18
SQUARE = table([max(1, round(10 * exp(i / _SOFT))) for i in range(-60, 151)])
"""Weights of a choice by what it is worth: 18 more make it e times as likely."""


@rule
def weight(worth):
    """The weight of something worth so much."""
    return SQUARE[max(-60, min(150, worth)) + 60]


COLORS = len(COLOR)


@rule
def joined(left, right):
    """What the links between two neighbouring cards are worth."""
    sum_ = 0
    for color in range(COLORS):
        if SUBJECT[left, color]:
            sum_ += LINK[SUBJECT[left, color], VERB[right, color]]
    return sum_


# ---------------------------------------------------------------- what deserves a look


@rule
def prefer(s, seat, action):
    """How often a sensible player chooses an action, beside the others' weights."""
    asked = kind(s, seat)
    if asked == KIND.main:
        return prefer_main(s, seat, action)
    if asked == KIND.move:
        return prefer_move(s, seat, action)
    if asked == KIND.target:
        return prefer_target(s, piece_of(s, TARGET.aim.who(action)))
    if asked == KIND.battle:
        return prefer_battle(s, action)
    if asked == KIND.draft:
        return prefer_pick(s, seat, s.offer[seat, PICK.pick.side(action)])
    if asked == KIND.keep:
        return 12 if action == KEEP.keep_none else weight(EFFECT[KEEP.keep.card(action)] // 2)
    if asked == KIND.cell:
        return 4 if action == CELL.leave else 1 + closer(s, CELL.put.cell(action))
    return 1


@rule
def prefer_pick(s, seat, card):
    """S-2.3: cards that are good and have bands whose other halves the deck holds."""
    worth = EFFECT[card] // 2
    for i in range(s.deck[seat].size):
        other = s.deck[seat].card[i]
        worth += (joined(other, card) + joined(card, other)) // 12
    return weight(worth)


@rule
def prefer_main(s, seat, action):
    """Play what links and what is worth its mana; drink when it is needed."""
    p = you(s)
    if action == MAIN.end:
        return 1
    if action in MAIN.play:
        card = MAIN.play.card(action)
        worth = EFFECT[card] // 2
        if s.row.size:
            worth += joined(s.row.card[s.row.size - 1], card)
        return weight(worth)
    if action == MAIN.drink:
        return 60 if 2 * s.hp[p] <= s.max_hp[p] else 1
    if action in MAIN.buy_card:
        return 1
    return 8


@rule
def closer(s, cell):
    """From 0 to 12: how near the nearest enemy a cell is."""
    best = 0
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t):
            best = max(best, 12 - distance(cell, s.cell[t]))
    return best


@rule
def prefer_move(s, seat, action):
    """Towards the enemy, but away from it with few HP left."""
    if action == MOVE.cancel:
        return 0
    p = you(s)
    near = closer(s, s.cell[p] if action == MOVE.stay else MOVE.move.cell(action))
    if 3 * s.hp[p] < s.max_hp[p] and not s.raid:
        return 13 - near
    return 1 + SQUARE[60 + 8 * near] // 10


@rule
def prefer_target(s, t):
    """Who is nearly down; and enemies before rivals."""
    if t < FIRST_FOE:
        return 2 + 60 // max(3, s.hp[t])
    return 4 + 120 // max(3, s.hp[t])


@rule
def prefer_battle(s, action):
    """A blow that fells, without falling oneself."""
    if action == BATTLE.decline:
        return 3
    p = you(s)
    t = piece_of(s, BATTLE.battle.who(action))
    blow = blow_to(s, p, t)
    falls = counter_to(s, p, t) >= s.hp[p] + s.shield[p]
    if blow >= s.hp[t]:
        return 40 if not falls else 8
    return 1 if falls and not s.raid else 8 + 2 * blow


# ---------------------------------------------------------------- who stands better

# Hundredths of a point, after the rulebook's section "Bots".
LEVEL, LASTING, HP, LOW_HP, COIN, DOWN = 900, 120, 35, 400, 90, 1400
POTION = table([0, 200, 400])
FAR, MOST_FAR, HIT, FATAL, POISONED, CHARGED, CARD = 35, 6, 35, 1000, 35, 150, 40
TALLY, RAID_HP, OUT, ON_BOSS, BOSS_HIT, BOSS_FAR = 100, 45, 3000, 80, 40, 70
SQUASH_STEP = 20
SQUASH = table([round(1000 / (1 + exp(-SQUASH_STEP * i / 2500))) for i in range(-400, 401)])
"""A lead of 25 points is e to 1."""


@rule
def value(s, seat):
    """The share of the other players that this one will leave behind."""
    if s.ended or s.round == 0:
        return final(s, seat)
    own = strength(s, seat)
    beaten = 0
    for other in range(s.seats):
        if other != seat:
            lead = (own - strength(s, other)) // SQUASH_STEP
            beaten += SQUASH[400 + max(-400, min(400, lead))]
    return beaten // max(1, s.seats - 1)


@rule
def final(s, seat):
    """When it is over, or before it has begun."""
    if s.round == 0:
        return 500
    beaten = 0
    own = merit(s, seat)
    for other in range(s.seats):
        if other != seat:
            beaten += 1000 if own > merit(s, other) else 500 if own == merit(s, other) else 0
    return beaten // max(1, s.seats - 1)


@rule
def strength(s, seat):
    """What a player has, in hundredths of a point."""
    sum_ = COIN * min(16, s.coins[seat]) + POTION[s.potion[seat]]
    sum_ += CHARGED * s.charge[seat] + CARD * min(6, s.hand[seat].size)
    if s.raid:
        sum_ = TALLY * s.tally[seat] + POTION[s.potion[seat]] + ON_BOSS * s.poison[BOSS, seat]
        if (s.out >> seat) & 1:
            return sum_ - OUT
    first = first_of(s, seat)
    for p in range(first, first + s.opt.soldiers_per_player):
        sum_ += soldier_in_raid(s, p) if s.raid else soldier_in_sweep(s, p)
    return sum_


@rule
def expected(s, p):
    """What enemies near would take of a soldier at the round's end."""
    n = poison(s, p) - s.shield[p]
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t) and distance(s.cell[p], s.cell[t]) <= AREA_OF_ENEMIES:
            n += blow_of(s, t, p)
    return max(0, n)


@rule
def soldier_in_sweep(s, p):
    """Levels, lasting changes, HP, and where it stands."""
    who = s.who[p]
    up = s.level[p] - 1
    sum_ = LEVEL * s.level[p] + LASTING * (s.atk[p] - SOLDIER_ATK[who] - GROW_ATK[who] * up)
    sum_ += LASTING * (s.defence[p] - SOLDIER_DEF[who] - GROW_DEF[who] * up)
    if not is_on(s, p):
        return sum_ + HP * s.max_hp[p] - DOWN
    sum_ += HP * s.hp[p]
    if 5 * s.hp[p] < 2 * s.max_hp[p]:
        sum_ -= LOW_HP
    hit = expected(s, p)
    sum_ -= HIT * hit
    if hit >= s.hp[p]:
        sum_ -= FATAL
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t):
            sum_ -= FAR * min(MOST_FAR, distance(s.cell[p], s.cell[t]))
    return sum_


@rule
def soldier_in_raid(s, p):
    """What is left to deal damage with."""
    if not is_on(s, p):
        return 0 if (s.gone >> p) & 1 else RAID_HP * s.max_hp[p]
    hit = expected(s, p)
    sum_ = RAID_HP * s.hp[p] - BOSS_HIT * hit - BOSS_FAR * distance(s.cell[p], s.cell[BOSS])
    return sum_ - OUT // 2 if hit >= s.hp[p] else sum_
