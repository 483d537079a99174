"""A small game with everything the engine's own tests need: hidden hands, a team, chance, options, private events."""

from __future__ import annotations

import sys
from pathlib import Path

from taku.engine import (
    ALL,
    BY,
    NOBODY,
    OWNER,
    TEAM,
    Actions,
    Events,
    Game,
    GameState,
    Kinds,
    Options,
    Struct,
    act,
    choice,
    emit,
    event,
    field,
    flag,
    i8,
    i16,
    i32,
    number,
    only,
    roll,
    rule,
    table,
)

OPTIONS = Options(number("turns", 6, 2, 20), flag("lucky", False), choice("mode", "plain", ("plain", "double")))
PLAY = Actions(play=act("T-1", "i:3"))
KIND = Kinds(play=PLAY)
EVENT = Events(played=event("T-1", "seat", "n"), drew=event("T-2", "n"), over=event("T-3"))
WORTH = table([[1, 2, 3], [2, 4, 6]])


class Purse(Struct):
    coins = i8()
    spent = i16(2)


class State(GameState, options=OPTIONS, events=4):
    done = i8()
    points = i16(4)
    hand = i8(4, 3, seen=OWNER)
    plan = i8(4, seen=TEAM)
    team = i8(4)
    viewers = i32(2)
    note = i8(2, 3, seen=BY("viewers"))
    dark = i8(seen=NOBODY)
    purse = field(Purse, 4, seen=OWNER)
    tmp = i8(5, scratch=True)


@rule
def setup(s):
    for seat in range(s.seats):
        s.team[seat] = seat % 2
        s.purse[seat].coins = 1 + roll(s, 9)
        for i in range(3):
            s.hand[seat, i] = 1 + roll(s, 3)
    s.dark = 1 + roll(s, 100)


@rule
def actors(s):
    return 0 if s.done >= s.opt.turns else 1 << s.done % max(1, s.seats)


@rule
def kind(s, seat):
    return KIND.play


@rule
def legal(s, seat, out):
    n = 0
    for i in range(3):
        if s.hand[seat, i]:
            out[n] = PLAY.play(i)
            n += 1
    return n


@rule
def default(s, seat):
    return PLAY.play(0)


@rule
def gain(s, seat, worth, times=1):
    s.points[seat] += worth * times


@rule
def apply(s, seat, action):
    i = PLAY.play.i(action)
    s.tmp[0] = s.hand[seat, i]
    worth = WORTH[s.opt.mode, s.tmp[0] - 1]
    gain(s, seat, times=2 if s.opt.lucky else 1, worth=worth)
    s.purse[seat].spent[1] += worth
    s.hand[seat, i] = 1 + roll(s, 3)
    s.done += 1
    emit(s, ALL, EVENT.played, seat, worth)
    emit(s, only(seat), EVENT.drew, s.hand[seat, i])
    if s.done == s.opt.turns:
        emit(s, ALL, EVENT.over)


@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if s.points[other] > s.points[seat]:
                out[seat] += 1


@rule
def guess(s, seat):
    for other in range(s.seats):
        if other != seat:
            s.purse[other].coins = 1 + roll(s, 9)
            for i in range(3):
                s.hand[other, i] = 1 + roll(s, 3)
    s.dark = 1 + roll(s, 100)


game = Game(
    id="toy",
    version=1,
    state=State,
    seats=(2, 3, 4),
    kinds=KIND,
    events=EVENT,
    decisions=20,
    rules=(sys.modules[__name__],),
    folder=Path(__file__).parent,
)
