"""What links and cards are worth to who plays them, reckoned from their words."""

from math import exp
from typing import Any

from taku.engine import rule, table
from taku.games.synegier.content import COLOR, CONTENT, HARMFUL, HARMFUL_BELOW_0, ON_YOU, RARITY, Part, Selector
from taku.games.synegier.tables import SUBJECT, VERB

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
