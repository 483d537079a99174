"""A toy game without a page: each turn has several clicks, some of which show something and cannot be taken back.

Four play in two teams."""

import sys
from pathlib import Path

from taku.engine import ALL, OWNER, Actions, Events, Game, GameState, Kinds, act, die, emit, event, i8, only, rule

CLICK = Actions(
    done=act("T-1"), pick=act("T-1", "n:1..3"), roll=act("T-2"), show=act("T-3"), whisper=act("T-4")
)  # show the own secret to all, look at another's
KIND = Kinds(click=CLICK)
EVENT = Events(
    picked=event("T-1", "seat", "n"), rolled=event("T-2", "n"), shown=event("T-3", "seat", "n"), told=event("T-4", "n")
)


class State(GameState, events=2):
    turn = i8()
    turns = i8()
    picked = i8(4)
    rolled = i8()
    shown = i8(4)
    known = i8(4, seen=OWNER)
    secret = i8(4, seen=OWNER)
    team = i8(4)


@rule
def setup(s):
    for seat in range(s.seats):
        s.secret[seat] = die(s)
        s.team[seat] = seat % 2


@rule
def actors(s):
    return 0 if s.turns >= 6 else 1 << s.turn


@rule
def kind(s, seat):
    return KIND.click


@rule
def legal(s, seat, out):
    for n in range(3):
        out[n] = CLICK.pick(1 + n)
    out[3] = CLICK.done
    out[4] = CLICK.roll
    out[5] = CLICK.show
    out[6] = CLICK.whisper
    return 7


@rule
def default(s, seat):
    return CLICK.done


@rule
def apply(s, seat, action):
    if action == CLICK.done:
        s.turns += 1
        s.turn = (seat + 1) % max(1, s.seats)
    elif action in CLICK.pick:
        s.picked[seat] = CLICK.pick.n(action)
        emit(s, ALL, EVENT.picked, seat, s.picked[seat])
    elif action == CLICK.roll:
        s.rolled = die(s)
        emit(s, ALL, EVENT.rolled, s.rolled)
    elif action == CLICK.show:
        s.shown[seat] = s.secret[seat]
        emit(s, ALL, EVENT.shown, seat, s.secret[seat])
    else:
        s.known[seat] = s.secret[1 - seat % 2]
        emit(s, only(seat), EVENT.told, s.known[seat])


@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat] = 1


@rule
def guess(s, seat):
    for other in range(s.seats):
        if other != seat:
            s.secret[other] = s.shown[other] if s.shown[other] else die(s)
            s.known[other] = 0
    if seat >= 0 and s.known[seat]:
        s.secret[1 - seat % 2] = s.known[seat]


game = Game(
    id="toy",
    version=1,
    state=State,
    seats=(2, 4),
    kinds=KIND,
    events=EVENT,
    decisions=500,
    rules=(sys.modules[__name__],),
    folder=Path(__file__).parent / "nowhere",
)
