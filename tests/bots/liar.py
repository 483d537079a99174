"""Liar's dice, for the tests of bots: whoever bids only what he holds, or bids the most likely, is seen through.

Two seats throw their dice in secret. In turn they bid that among all dice at least so many show a face, each bid higher
than the last: more dice, or as many of a higher face. Instead of bidding one may call the other a liar: all dice are
shown, and whoever was wrong loses a die and begins anew. Who has no dice left has lost.
"""

from pathlib import Path
from types import ModuleType

from taku.bots.contract import Bots
from taku.engine import (
    OWNER,
    Actions,
    Events,
    Game,
    GameState,
    Kinds,
    Options,
    act,
    event,
    i8,
    number,
    roll,
    rule,
)

DICE, FACES = 5, 6
TRIES = 8
BID = Actions(call=act("X-1"), bid=act("X-1", f"count:1..{2 * DICE}", f"face:1..{FACES}"))
KIND = Kinds(bid=BID)


class State(GameState, options=Options(number("dice", 2, 1, DICE)), events=1):
    turn = i8()
    count = i8()  # the bid: at least so many dice …
    face = i8()  # … show this; 0 before the first bid
    dice = i8(2)
    die = i8(2, DICE, seen=OWNER)  # sorted; 0 if it is lost


@rule
def setup(s):
    for seat in range(2):
        s.dice[seat] = s.opt.dice
        throw(s, seat)


@rule
def throw(s, seat):
    """All dice of a seat, the higher ones first: the same dice are the same view."""
    for i in range(DICE):
        s.die[seat, i] = 0
    for i in range(s.dice[seat]):
        face = 1 + roll(s, FACES)
        j = i
        while j and s.die[seat, j - 1] < face:
            s.die[seat, j] = s.die[seat, j - 1]
            j -= 1
        s.die[seat, j] = face


@rule
def showing(s, seat, face):
    n = 0
    for i in range(DICE):
        n += s.die[seat, i] == face
    return n


@rule
def actors(s):
    return 1 << s.turn if s.dice[0] and s.dice[1] else 0


@rule
def kind(s, seat):
    return KIND.bid


@rule
def legal(s, seat, out):
    n = 0
    if s.count:
        out[0] = BID.call
        n = 1
    for count in range(max(1, s.count), s.dice[0] + s.dice[1] + 1):
        for face in range(1, FACES + 1):
            if count > s.count or face > s.face:
                out[n] = BID.bid(count, face)
                n += 1
    return n


@rule
def default(s, seat):
    return BID.call if s.count else BID.bid(1, 1)


@rule
def apply(s, seat, action):
    if action in BID.bid:
        s.count = BID.bid.count(action)
        s.face = BID.bid.face(action)
        s.turn = 1 - seat
        return
    wrong = seat if showing(s, 0, s.face) + showing(s, 1, s.face) >= s.count else 1 - seat
    s.dice[wrong] -= 1
    s.count = s.face = 0
    s.turn = wrong
    for q in range(2):
        throw(s, q)


@rule
def scores(s, out):
    for seat in range(2):
        out[seat] = 1 if s.dice[seat] else 2


@rule
def guess(s, seat):
    """Any dice, but whoever has bid is likely to hold something of it."""
    other = 1 - seat
    if s.dice[0] and s.dice[1]:
        for _ in range(TRIES):
            throw(s, other)
            if not s.count or s.turn != seat:
                break
            lacking = s.count - showing(s, other, s.face)
            if roll(s, 8) < (8 if lacking <= 0 else 4 if 3 * lacking <= s.dice[seat] else 1):
                break


@rule
def prefer(s, seat, action):
    """By what one holds and a third of the other's dice: the higher the bid, the rarer."""
    if action == BID.call:
        lacking = s.count - showing(s, seat, s.face)
        return 1 + 3 * max(0, lacking) * max(0, lacking) if lacking * 3 > s.dice[1 - seat] else 1
    lacking = BID.bid.count(action) - showing(s, seat, BID.bid.face(action))
    return 8 if lacking <= 0 else 4 if 3 * lacking <= s.dice[1 - seat] else 1


LEVELS = {
    "beginner": {"simulations": 30, "slip": 0.10, "prefer": False},
    "casual": {"simulations": 100, "slip": 0.05},
    "club": {"simulations": 250, "slip": 0.0},
    "expert": {"simulations": 900},
    "master": {"simulations": 15_000},
}
BOTS = Bots(search={"veil": 0.6, "widen": 20.0, "mixed": ("bid",)}, levels=LEVELS)


def _rules() -> ModuleType:
    """The rules under the contract's names."""
    module = ModuleType("tests.bots.liar_rules")
    named = ("setup", "actors", "kind", "legal", "default", "apply", "scores", "guess", "prefer")
    vars(module).update({name: globals()[name] for name in named})
    return module


liar = Game(
    id="test_liar",
    version=1,
    state=State,
    seats=(2,),
    kinds=KIND,
    events=Events(nothing=event("X-1")),
    decisions=400,
    rules=(_rules(),),
    folder=Path(__file__).parent,
    bot="tests.bots.liar:BOTS",
)
