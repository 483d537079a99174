"""Synegier (シネジア): cards in a row, bands that join, a raid: the order of play decides what happens."""

from pathlib import Path
from typing import Any

from taku.engine import STANDING, Game, Preset
from taku.games.synegier import bot, rules, secrets
from taku.games.synegier.content import PICKS
from taku.games.synegier.rules.pieces import first_of
from taku.games.synegier.state import EVENT, KIND, MOST_RAID, MOST_SWEEP, PIECES, SEATS, State
from taku.games.synegier.tables import NAMES

PRE = SEATS * (PICKS + 2)
TURN = 200
TURNS = SEATS * (MOST_SWEEP + MOST_RAID)


def _one_piece_each(s: Any) -> bool:
    """S-1.1: no two pieces on one cell."""
    cells = [s.cell[p] for p in range(PIECES) if (s.on >> p) & 1]
    return len(cells) == len(set(cells))


def _stands_or_lies(s: Any) -> bool:
    """S-6.5: who is on the field has HP, and no more than its maximum."""
    return all(0 < s.hp[p] <= s.max_hp[p] for p in range(PIECES) if (s.on >> p) & 1)


def _cards_known(s: Any) -> bool:
    """What everybody knows to be in a hand or its deck is there."""
    for seat in range(s.seats):
        hand, deck = (pile[seat].card.tolist()[: pile[seat].size] for pile in (s.hand, s.deck))
        known, either = (pile[seat].card.tolist()[: pile[seat].size] for pile in (s.in_hand, s.in_either))
        if any(known.count(c) > hand.count(c) for c in known):
            return False
        if any((known + either).count(c) > (hand + deck).count(c) for c in known + either):
            return False
    return True


def _standing(s: Any, seat: int) -> int:
    """S-7.9, S-11.6: who is down comes back, in the raid not."""
    if (s.out >> seat) & 1:
        return STANDING.out
    own = range(first_of(s, seat), first_of(s, seat) + s.opt.soldiers_per_player)
    return STANDING.plays if not s.round or any((s.on >> p) & 1 for p in own) else STANDING.fallen


game = Game(
    id="synegier",
    version=2,
    state=State,
    seats=(2, 3, 4),
    usual=3,
    kinds=KIND,
    events=EVENT,
    decisions=PRE + TURNS * TURN,
    most_legal=60,
    clicks=11,
    rules=(rules, secrets, bot),
    folder=Path(__file__).parent,
    presets={
        "standard": Preset({}),
        "short": Preset({"raid_kills": 8, "raid_downs": 2, "boss_hp_percent": 60}),
        "two_soldiers": Preset({"soldiers_per_player": 2}, seats=2),
        "small_field": Preset({"field_size": 6}),
    },
    clocks={
        "draft": 30, "soldier": 30, "corner": 30, "active": 30, "main": 120, "move": 120, "target": 60, "cell": 60,
        "battle": 60, "keep": 60,
    },
    keeps={"one_piece_each": _one_piece_each, "stands_or_lies": _stands_or_lies, "cards_known": _cards_known},
    guesses_keep=("one_piece_each", "stands_or_lies"),
    exchangeable=("dealt",),
    standing=_standing,
    names=NAMES,
    page="taku.games.synegier.page:PAGE",
    guide="taku.games.synegier.guide:GUIDE",
    bot="taku.games.synegier.bot:BOTS",
    balance="taku.games.synegier.balance:BALANCE",
)  # fmt: skip
