"""The Liberal Arts Education (一般教養科目履修ゲーム): two to six students and 36 credits to go."""

from pathlib import Path
from typing import Any

from taku.engine import Game, Preset
from taku.games.campus import bot, rules, secrets
from taku.games.campus.content import CARD_KIND as KIND_OF
from taku.games.campus.content import COPIES, COUNTED, HALVES, KIND_OF_CARD, LANGUAGE_CARD, NAMES, PLACE, TWIN
from taku.games.campus.state import CARDS, CELLS, CHIP, DECKS, EVENT, KIND, MOST_DECISIONS, PLACES, State

TURN = 2_000
"""A turn ends within so many decisions: 24 plays, each with its cost, its choices and what its discards cause."""


def _all_cards(s: Any) -> bool:
    """C-1.1, C-4.1: every card is in exactly one place, and none has changed its deck."""
    for deck in range(DECKS):
        here = [0] * (CARDS + 1)
        for card in range(1, CARDS + 1):
            out = LANGUAGE_CARD[card] and not s.opt.language_cards
            out = out or (KIND_OF[card] == KIND_OF_CARD.trouble and not s.opt.trouble_cards)
            here[card] = (0 if out else -COPIES[card, deck]) + s.pile[deck, card]
        for i in range(s.deck[deck].size):
            here[s.deck[deck].card[i]] += 1
        for seat in range(s.seats):
            for i in range(s.size[seat]):
                here[s.hand[seat, i]] += s.back[seat, i] == 1 + deck
            for i in range(s.fronts[seat]):
                here[s.front[seat, i]] += s.front_back[seat, i] == 1 + deck
        if s.card and not s.laid and s.card_back == 1 + deck:
            here[s.card] += 1
        if any(here[1:]) or sum(s.pile[deck, card] for card in range(1, CARDS + 1)) != s.pile[deck, 0]:
            return False
    return True


def _registered(s: Any) -> bool:
    """C-3.4, C-3.5: the number of registered courses is that of the board."""
    for seat in range(s.seats):
        used = {min(c, TWIN[c]) if TWIN[c] >= 0 else c for c in range(CELLS)
                if COUNTED[c] and s.black[seat, c] + s.red[seat, c]}  # fmt: skip
        if len(used) != s.registered[seat]:
            return False
        if not s.mark[seat] and len(used) > s.opt.registration_limit:
            return False
    return True


def _earned(s: Any) -> bool:
    """C-14.5: the credits by group and part are those of the board."""
    for seat in range(s.seats):
        here = [0] * PLACES
        for c in range(CELLS):
            here[PLACE[c]] += HALVES[c] * (s.chip[seat, c] >= CHIP.c)
        if here != [s.earned[seat, i] for i in range(PLACES)]:
            return False
    return True


game = Game(
    id="campus",
    version=1,
    state=State,
    seats=(2, 3, 4, 5, 6),
    usual=4,
    kinds=KIND,
    events=EVENT,
    decisions=MOST_DECISIONS + TURN,
    rules=(rules, secrets, bot),
    folder=Path(__file__).parent,
    presets={
        "full": Preset({}),
        "short": Preset({"length": "short"}),
        "taster": Preset({"length": "taster", "trouble_cards": False}),
    },
    clocks=dict.fromkeys(KIND, 60) | {"react": 15},
    clicks=14,
    keeps={"all_cards": _all_cards, "registered": _registered, "earned": _earned},
    names=NAMES,
    page="taku.games.campus.page:PAGE",
    bot="taku.games.campus.bot:BOTS",
    guide="taku.games.campus.guide:GUIDE",
    balance="taku.games.campus.balance:BALANCE",
    told_once=("hand_shown", "passed", "drew", "card_kept", "card_turned_up"),
    guesses_keep=("all_cards", "registered"),
)
