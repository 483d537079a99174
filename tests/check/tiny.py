"""A small healthy game with hidden hands and sealed choices, and a way to plant faults into it.

Every file of the game is a text here, written into a folder of its own and imported from there. A fault is a piece of
text that is replaced by another.
"""

from __future__ import annotations

import itertools
import sys
from importlib import invalidate_caches
from pathlib import Path
from typing import Any

from taku.engine import Game

RULES = '''
from taku.engine import *

CARDS = 9
OPTIONS = Options(number("rounds", 3, 1, 3, clause="T-1.1"), flag("coin", False, clause="T-2.3"))
PICK = Actions(pick=act("T-2.1", "card:1..9", at=1))
CONFIRM = Actions(commit=act("T-2.2", at=20), back=act("T-2.1", back=True))
KIND = Kinds(pick=PICK, confirm=CONFIRM)
EVENT = Events(
    picked=event("T-2.1", "card"), shown=event("T-2.2", "seat", "card"), won=event("T-2.3", "seat"), over=event("T-3.1")
)


class State(GameState, options=OPTIONS, events=8):
    round = i8()
    ready = i8()
    points = i8(3)
    hand = i8(3, 3, seen=OWNER)
    pick = i8(3, seen=OWNER)
    deck = i8(CARDS, seen=NOBODY)
    shown = i8(3, 3)
    tmp = i8(CARDS, scratch=True)


@rule
def setup(s):
    """T-1.1"""
    for i in range(CARDS):
        s.tmp[i] = i + 1
    shuffle(s, CARDS)
    deal(s, CARDS, -1)


@rule
def shuffle(s, n):
    for i in range(n - 1, 0, -1):
        k = roll(s, i + 1)
        card = s.tmp[i]
        s.tmp[i] = s.tmp[k]
        s.tmp[k] = card


@rule
def deal(s, n, seat):
    """What lies in tmp goes to all hands but one, and into the deck."""
    at = 0
    for other in range(s.seats):
        if other != seat:
            for i in range(3 - s.round):
                s.hand[other, i] = s.tmp[at]
                at += 1
    for i in range(CARDS):
        s.deck[i] = 0
    for i in range(at, n):
        s.deck[i - at] = s.tmp[i]


@rule
def actors(s):
    if s.round == s.opt.rounds:
        return 0
    return ((1 << s.seats) - 1) & ~s.ready


@rule
def kind(s, seat):
    return KIND.confirm if s.pick[seat] else KIND.pick


@rule
def legal(s, seat, out):
    if s.pick[seat]:
        out[0] = CONFIRM.commit
        out[1] = CONFIRM.back
        return 2
    for i in range(3 - s.round):
        out[i] = PICK.pick(s.hand[seat, i])
    return 3 - s.round


@rule
def default(s, seat):
    return CONFIRM.commit if s.pick[seat] else PICK.pick(s.hand[seat, 0])


@rule
def apply(s, seat, action):
    if action == CONFIRM.commit:
        s.ready |= 1 << seat
        if s.ready == (1 << s.seats) - 1:
            reveal(s)
    elif action == CONFIRM.back:
        s.pick[seat] = 0
    else:
        card = PICK.pick.card(action)
        s.pick[seat] = card
        emit(s, only(seat), EVENT.picked, card)


@rule
def reveal(s):
    """T-2.2: the highest card wins a point, or where a coin decides a random seat."""
    best = 0
    for seat in range(s.seats):
        card = s.pick[seat]
        emit(s, ALL, EVENT.shown, seat, card)
        s.shown[seat, s.round] = card
        play(s, seat, card)
        if card > s.shown[best, s.round]:
            best = seat
        s.pick[seat] = 0
    if s.opt.coin:
        best = roll(s, s.seats)
    s.points[best] += 1
    emit(s, ALL, EVENT.won, best)
    s.round += 1
    s.ready = 0
    if s.round == s.opt.rounds:
        emit(s, ALL, EVENT.over)


@rule
def play(s, seat, card):
    """The card leaves the hand, the others close up."""
    at = 0
    for i in range(3):
        if s.hand[seat, i] != card:
            s.hand[seat, at] = s.hand[seat, i]
            at += 1
    for i in range(at, 3):
        s.hand[seat, i] = 0


@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += s.points[other] > s.points[seat]


@rule
def resign(s, seat):
    s.round = s.opt.rounds
    s.points[seat] = -1


@rule
def guess(s, seat):
    n = unknown(s, seat)
    shuffle(s, n)
    deal(s, n, seat)
    for other in range(s.seats):
        if other != seat and s.round < s.opt.rounds:
            sealed(s, other)


@rule
def sealed(s, other):
    """Who is ready has picked; who is not may have."""
    if (s.ready >> other) & 1 or roll(s, 2):
        s.pick[other] = s.hand[other, roll(s, 3 - s.round)]


@rule
def unknown(s, seat):
    """All cards that the seat does not see go into tmp; how many they are."""
    n = 0
    for card in range(1, CARDS + 1):
        seen = 0
        for i in range(3):
            seen += s.hand[seat, i] == card
            for other in range(s.seats):
                seen += s.shown[other, i] == card
        if not seen:
            s.tmp[n] = card
            n += 1
    return n
'''

TABLE = """
from taku.page.contract import Page
from taku.page.html import el

def table(seen, seat, words):
    cards = [el("div", str(c), id=f"card-{c}") for c in range(1, 10)] if seat >= 0 else []
    points = [seen.points[i] for i in range(seen.seats)]
    return el("div", cards, el("button", "ok", id="ok"), el("p", points), id="board")

def gesture(seen, seat, action):
    if action.name == "commit":
        return ("ok",)
    return () if action.name == "back" else (f"card-{action[1]}",)

PAGE = Page(table=table, gesture=gesture)
"""

WORDS = """
title = "Tiny"
tagline = "High card"
[kind]
pick = "Pick a card"
confirm = "Confirm"
[action]
pick = "Pick {card}"
commit = "Play it"
back = "Take it back"
[event]
picked = "You pick {card}."
shown = "{seat} shows {card}."
won = "{seat} wins."
over = "It is over."
[option.rounds]
name = "Rounds"
text = "How many."
[option.coin]
name = "Coin"
text = "Luck decides."
[preset.quick]
name = "Quick"
text = "One round."
"""

RULEBOOK = """# Tiny
- **T-1.1** Three cards each.
- **T-2.1** Pick.
- **T-2.2** Show.
- **T-2.3** Win.
- **T-3.1** End.
"""

FILES = {
    "rules.py": RULES,
    "table.py": TABLE,
    "words/en.toml": WORDS,
    "words/ja.toml": WORDS,
    "rulebook/en.md": RULEBOOK,
    "rulebook/ja.md": RULEBOOK,
}

Fault = tuple[str, str, str]
"""File, the text that stands there, and the text that takes its place."""

_numbers = itertools.count(1)


def cards_are_kept(s: Any) -> bool:
    """Each card is in one hand, in the deck or shown."""
    places = [s.hand.tolist(), s.shown.tolist(), [s.deck.tolist()]]
    return sorted(c for place in places for row in place for c in row if c) == list(range(1, 10))


def tiny(folder: Path, *faults: Fault, name: str = "", **facts: Any) -> Game:
    """The game with these faults. A name of its own keeps its compiled rules apart, the same name shares them."""
    name = name or f"tiny_{next(_numbers)}"
    texts = dict(FILES)
    for file, old, new in faults:
        assert old in texts[file], f"{old!r} is not in {file}: nothing was planted"
        texts[file] = texts[file].replace(old, new)
    home = folder / name
    for file, text in texts.items():
        path = home / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (home / "__init__.py").write_text("")
    rules: Any = imported(folder, f"{name}.rules")
    imported(folder, f"{name}.table")
    known: dict[str, Any] = {
        "seats": (2, 3),
        "most_legal": 3,
        "decisions": 18,
        "keeps": {"cards": cards_are_kept},
        "guesses_keep": ("cards",),
        "exchangeable": ("hand+deck",),
        "page": f"{name}.table:PAGE",
    }
    made = known | facts
    from taku.engine import Preset

    return Game(
        id=name, version=1, state=rules.State, kinds=rules.KIND, events=rules.EVENT, rules=(rules,), folder=home,
        presets={"quick": Preset({"rounds": 1})}, clocks={"pick": 30}, **made,
    )  # fmt: skip


def imported(folder: Path, name: str) -> Any:
    """Import a module from a folder that need not stay on the path."""
    from importlib import import_module

    invalidate_caches()
    for old in [m for m in sys.modules if m == name.partition(".")[0] or m == name]:
        del sys.modules[old]
    sys.path.insert(0, str(folder))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(folder))
