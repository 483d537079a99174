"""A toy game of sealed choices: everybody picks in secret, as often as they like, then lays the pick down. When all
have done so, the picks are turned up."""

import sys
from pathlib import Path

from taku.engine import ALL, OWNER, Actions, Events, Game, GameState, Kinds, act, die, emit, event, i8, rule

CHOICE = Actions(pick=act("S-1", "n:1..3"), lay=act("S-1"), sign=act("S-2", "n:1..2"))
KIND = Kinds(choice=CHOICE)
EVENT = Events(turned=event("S-1", "seat", "n"), signed=event("S-2", "seat", "n"))
ROUNDS = 3


class State(GameState, events=4):
    pick = i8(4, seen=OWNER)
    ready = i8(4)
    shown = i8(4)
    sign = i8(4)
    rounds = i8()


@rule
def setup(s):
    s.rounds = 0


@rule
def actors(s):
    who = 0
    if s.rounds < ROUNDS:
        for seat in range(s.seats):
            if not s.ready[seat]:
                who |= 1 << seat
    return who


@rule
def kind(s, seat):
    return KIND.choice


@rule
def legal(s, seat, out):
    """Pick 1 to 3 (again), lay the pick down, or give a sign that everybody sees."""
    for n in range(3):
        out[n] = CHOICE.pick(1 + n)
    out[3] = CHOICE.lay
    out[4] = CHOICE.sign(1)
    out[5] = CHOICE.sign(2)
    return 6


@rule
def default(s, seat):
    return CHOICE.lay


@rule
def apply(s, seat, action):
    if action in CHOICE.pick:
        s.pick[seat] = CHOICE.pick.n(action)
        return
    if action in CHOICE.sign:
        s.sign[seat] = CHOICE.sign.n(action)
        emit(s, ALL, EVENT.signed, seat, s.sign[seat])
        return
    s.ready[seat] = 1
    for other in range(s.seats):
        if not s.ready[other]:
            return
    s.rounds += 1
    for other in range(s.seats):
        s.shown[other] = s.pick[other]
        emit(s, ALL, EVENT.turned, other, s.pick[other])
        s.pick[other] = 0
        s.ready[other] = 0


@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat] = 1


@rule
def guess(s, seat):
    for other in range(s.seats):
        if other != seat:
            s.pick[other] = die(s) % 4


game = Game(
    id="sealed",
    version=1,
    state=State,
    seats=(2, 3, 4),
    kinds=KIND,
    events=EVENT,
    decisions=5000,
    rules=(sys.modules[__name__],),
    folder=Path(__file__).parent / "nowhere",
)
