"""Compiled loops that step many tables: one decision at each, then what the next seat sees and may do.

``LOOK`` and ``TEAM`` stand for functions that are written for each game from its declared state, and observations have
the integers that hold its fields: ``kernels_of`` makes the kernels of a game. The arrays that every loop takes are
described in ``taku.learn.vector``. Nothing is allocated.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from types import FunctionType
from typing import Any

import numpy as np

from taku.bots.playout import next_word
from taku.compile.kernels import first_of, kernel, without_takebacks
from taku.compile.native import Build
from taku.compile.observations import copying_source, is_open, layout_of
from taku.engine.chance import seed
from taku.engine.contract import (
    CORE_WORDS,
    HAS_TAKES_BACK,
    act,
    actors,
    kind,
    legal,
    scores,
    start,
)
from taku.engine.game import Game
from taku.engine.rule import rule, rule_of, rules_from

TOLD = 7
"""Columns of a line of history: what happened (1 + the event; −1 − kind for an own decision) and six arguments."""

# Whole-number settings, the same for all tables.
(SEATS_, TOGETHER, RENEW, BACKS, NUMBER, HISTORY, LIMIT, TABLES, TEMPLATE) = range(9)


loop = partial(kernel, uncounted=True)
"""All arrays belong to the ``Vector``."""


@rule
def LOOK(states, words, b1, b2, b4, t, spare, seat, asked, obs, at):
    """Stands for what writes the view of a seat into a row of observations."""


@rule
def TEAM(s, seat):
    """Stands for what tells a seat's team."""
    return seat


STATE = "State[::1], uint64[:, ::1], int8[:, ::1], int16[:, ::1], int32[:, ::1]"
MOVES = "int32[:, ::1], int32[::1], boolean[:, ::1]"
"""Legal actions as lists, their lengths, and as masks; a row for each observation."""
WHO = "int32[::1], int32[::1], int64[::1], int32[::1]"
"""For each table: the seat that acts, the bit set of those that do, its match, decisions so far."""
PAST = "int32[:, :, :, ::1], int32[:, ::1], int32[:, :, ::1], int32[::1]"
"""What every seat was told and how much; and what the seats that are observed were told."""
ENDS = "float32[:, ::1], boolean[::1], boolean[::1], int8[:, ::1]"
"""Rewards, and which matches ended or were cut short in this step; ranks of the last match."""


@loop(f"void(State, int64, int64, {MOVES}, int64[::1])", inlined=True)
def moves(s, seat, row, lists, count, mask, par):
    """The legal actions of a seat, as a list and as a mask."""
    out = lists[row]
    n = legal(s, seat, out)
    if HAS_TAKES_BACK and not par[BACKS]:
        n = without_takebacks(s, seat, out, n)
    count[row] = n
    for a in range(mask.shape[1]):
        mask[row, a] = False
    for i in range(n):
        mask[row, out[i]] = True


@loop("void(int32[:, :, :, ::1], int32[:, ::1], int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def note(told, lines, t, seat, what, a, b, c, d, e, f):
    """Add a line to a seat's history; the oldest goes when there is no room."""
    room = told.shape[2]
    n = lines[t, seat]
    if n == room:
        for i in range(room - 1):
            for k in range(TOLD):
                told[t, seat, i, k] = told[t, seat, i + 1, k]
        n = room - 1
    told[t, seat, n, 0] = what
    told[t, seat, n, 1] = a
    told[t, seat, n, 2] = b
    told[t, seat, n, 3] = c
    told[t, seat, n, 4] = d
    told[t, seat, n, 5] = e
    told[t, seat, n, 6] = f
    lines[t, seat] = n + 1


@loop("void(State, int32[:, :, :, ::1], int32[:, ::1], int64, int64)")
def tell(s, told, lines, t, seats):
    """Every seat hears the events of the last move that it was told of."""
    for i in range(s.log.count):
        for seat in range(seats):
            if (s.log.entry[i, 0] >> seat) & 1:
                note(
                    told, lines, t, seat, s.log.entry[i, 1] + 1, s.log.entry[i, 2], s.log.entry[i, 3],
                    s.log.entry[i, 4], s.log.entry[i, 5], s.log.entry[i, 6], s.log.entry[i, 7],
                )  # fmt: skip


@loop("void(int32[:, :, :, ::1], int32[:, ::1], int32[:, :, ::1], int32[::1], int64, int64, int64)")
def recall(told, lines, past, heard, t, seat, row):
    """Put a seat's history beside its observation."""
    n = lines[t, seat]
    for i in range(n):
        for k in range(TOLD):
            past[row, i, k] = told[t, seat, i, k]
    for i in range(n, heard[row]):
        for k in range(TOLD):
            past[row, i, k] = 0
    heard[row] = n


@loop(f"void({STATE}, OBS[:, ::1], {MOVES}, {WHO}, {PAST}, int64[::1], int64, int64)", inlined=True)
def refresh(
    states, words, b1, b2, b4, obs, lists, count, mask, seat_of, acting, match, length, told, lines, past, heard,
    par, t, spare,
):  # fmt: skip
    """What those see and may do who are to choose at a table now; with TOGETHER, all seats."""
    s = states[t]
    who = actors(s)
    acting[t] = who
    seats = par[SEATS_]
    seat_of[t] = first_of(who) if who else -1
    if par[TOGETHER]:
        for seat in range(seats):
            row = t * seats + seat
            if (who >> seat) & 1:
                LOOK(states, words, b1, b2, b4, t, spare, seat, 1 + kind(s, seat), obs, row)
                moves(s, seat, row, lists, count, mask, par)
            else:
                LOOK(states, words, b1, b2, b4, t, spare, seat, 0, obs, row)
                count[row] = 0
                for a in range(mask.shape[1]):
                    mask[row, a] = False
            if par[HISTORY]:
                recall(told, lines, past, heard, t, seat, row)
    elif who:
        seat = first_of(who)
        LOOK(states, words, b1, b2, b4, t, spare, seat, 1 + kind(s, seat), obs, t)
        moves(s, seat, t, lists, count, mask, par)
        if par[HISTORY]:
            recall(told, lines, past, heard, t, seat, t)
    else:
        LOOK(states, words, b1, b2, b4, t, spare, 0, 0, obs, t)
        count[t] = 0
        for a in range(mask.shape[1]):
            mask[t, a] = False


@loop(f"void({STATE}, {WHO}, int32[:, :, :, ::1], int32[:, ::1], int64[::1], int64)", inlined=True)
def begin(states, words, b1, b2, b4, seat_of, acting, match, length, told, lines, par, t):
    """Set a table up for its next match: match number t, then t + n, t + 2n …"""
    s = states[t]
    for w in range(CORE_WORDS):
        words[t, w] = words[par[TEMPLATE], w]
    seed(s, par[NUMBER], match[t])
    match[t] += par[TABLES]
    length[t] = 0
    start(s)
    if par[HISTORY]:
        for seat in range(par[SEATS_]):
            lines[t, seat] = 0
        tell(s, told, lines, t, par[SEATS_])


@loop(f"void(State, int32[::1], {ENDS}, int64[::1], int64)", inlined=True)
def finish(s, out, reward, done, cut, ranks, par, t):
    """Book the result: from −1 (all opponents ahead) to 1 (all left behind), ties counting half."""
    seats = par[SEATS_]
    scores(s, out)
    done[t] = True
    for seat in range(seats):
        ranks[t, seat] = out[seat]
        others = 0
        points = 0
        for q in range(seats):
            if TEAM(s, q) != TEAM(s, seat):
                others += 1
                points += 1 if out[q] > out[seat] else -1 if out[q] < out[seat] else 0
        reward[t, seat] = points / max(1, others)


@loop(
    f"void({STATE}, OBS[:, ::1], {MOVES}, {WHO}, {PAST}, {ENDS}, int64[::1], int32[::1], boolean[::1],"
    " int32[:, ::1], int64, int64, int64, int64)"
)
def step_tables(
    states, words, b1, b2, b4, obs, lists, count, mask, seat_of, acting, match, length, told, lines, past, heard,
    reward, done, cut, ranks, par, actions, which, scratch, fresh, first, last, spare,
):  # fmt: skip
    """One decision at every marked table, or one of every seat that is asked there; what is over begins anew with
    RENEW. Or, if ``fresh``, new matches at the marked tables."""
    seats = par[SEATS_]
    together = par[TOGETHER]
    telling = par[HISTORY]
    limit = par[LIMIT]
    renew = par[RENEW]
    out = scratch[spare - par[TABLES]]
    for t in range(first, last):
        s = states[t]
        for seat in range(seats):
            reward[t, seat] = 0
        done[t] = False
        cut[t] = False
        anew = 0
        if not which[t]:
            continue
        if fresh:
            anew = 1
        else:
            who = acting[t]
            if who == 0:
                continue
            low = 0 if together else seat_of[t]
            high = seats if together else low + 1
            for seat in range(low, high):
                if not together or ((who & actors(s)) >> seat) & 1:
                    a = actions[t * seats + seat] if together else actions[t]
                    if telling:
                        note(told, lines, t, seat, -1 - kind(s, seat), a, 0, 0, 0, 0, 0)
                    act(s, seat, a)
                    length[t] += 1
                    if telling:
                        tell(s, told, lines, t, seats)
            if actors(s) == 0:
                finish(s, out, reward, done, cut, ranks, par, t)
                anew = renew
            elif limit and length[t] >= limit:
                cut[t] = True
                anew = renew
        if anew:
            begin(states, words, b1, b2, b4, seat_of, acting, match, length, told, lines, par, t)
        refresh(
            states, words, b1, b2, b4, obs, lists, count, mask, seat_of, acting, match, length, told, lines,
            past, heard, par, t, spare,
        )  # fmt: skip


@loop("int64(int32[::1], int32[::1], boolean[:, ::1], boolean[::1])")
def first_illegal(actions, count, mask, which):
    """The first row of a marked table with an action that is not legal there, or −1; rows where nobody is asked take
    anything."""
    rows = actions.shape[0] // which.shape[0]
    for row in range(actions.shape[0]):
        if count[row] > 0 and which[row // rows]:
            a = actions[row]
            if a < 0 or a >= mask.shape[1] or not mask[row, a]:
                return np.int64(row)
    return np.int64(-1)


@loop("void(uint64[:, ::1], int32[:, ::1], int32[::1], int32[::1], int64, int64)")
def random_actions(rng, lists, count, actions, first, last):
    """A legal action for every row, each equally likely; 0 where nobody is asked."""
    for row in range(first, last):
        n = count[row]
        if n > 0:
            word = next_word(rng[row]) >> np.uint64(33)
            actions[row] = lists[row, np.int64(word * np.uint64(n) >> np.uint64(31))]
        else:
            actions[row] = 0


@loop("void(State[::1], uint64[:, ::1], int8[:, ::1], int16[:, ::1], int32[:, ::1], int64, int64, OBS[:, ::1])")
def look_once(states, words, b1, b2, b4, seat, asked, obs):
    """One observation: of the state in row 0, with row 1 to spare."""
    LOOK(states, words, b1, b2, b4, 0, 1, seat, asked, obs, 0)


@loop("void(State, int64, int32[::1])", inlined=True)
def asked_once(s, who, out):
    """Who is asked, the lowest of them, how many legal actions that seat has, and these, ascending."""
    out[0] = who
    out[1] = -1
    out[2] = 0
    if who:
        first = first_of(who)
        places = out[3:]
        n = legal(s, first, places)
        if HAS_TAKES_BACK:
            n = without_takebacks(s, first, places, n)
        for i in range(1, n):
            a = places[i]
            k = i
            while k > 0 and places[k - 1] > a:
                places[k] = places[k - 1]
                k -= 1
            places[k] = a
        out[1] = first
        out[2] = n


@loop("int64(State, int64, int32[::1])", inlined=True)
def among(s, action, out):
    """Whether an action stands in the list of the seat that is asked first."""
    for i in range(out[2]):
        if out[3 + i] == action:
            return 1
    return 0


@loop("int64(State, int64, int64, int32[::1])", inlined=True)
def allowed(s, seat, action, out):
    """Whether a seat's action is legal by the rules, taking back included; its legal actions are written over."""
    if seat < 0 or not (actors(s) >> seat) & 1:
        return 0
    places = out[3:]
    n = legal(s, seat, places)
    for i in range(n):
        if places[i] == action:
            return 1
    return 0


@loop("int64(State, int64, int64, int32[::1])")
def step_once(s, seat, action, out):
    """A decision at a single table, or none for seat −1. Then ``out`` is as in ``asked_once``, and the result is who is
    asked; −1 if the action is not legal and nothing was done. ``out`` begins with −1 while it is not up to date."""
    if seat >= 0:
        if not (out[0] >= 0 and out[1] == seat and among(s, action, out)) and not allowed(s, seat, action, out):
            out[0] = -1
            return np.int64(-1)
        act(s, seat, action)
    who = actors(s)
    asked_once(s, who, out)
    return np.int64(who)


@loop("int64(State, int64, int32[::1])")
def begin_once(s, number, out):
    """The first match of a run at a single table that holds seats and options; ``out`` as after a step."""
    seed(s, number, 0)
    start(s)
    who = actors(s)
    asked_once(s, who, out)
    return np.int64(who)


WHOLE = (step_tables, look_once)


def written_for(game: Game) -> dict[str, Callable[..., Any]]:
    """The functions that are written from the declared state."""
    layout = layout_of(game)
    lines = ["def LOOK(states, words, b1, b2, b4, t, spare, seat, asked, obs, at):"]
    if not is_open(game):
        lines += ["    for w in range(CORE_WORDS):", "        words[spare, w] = words[t, w]"]
        lines += ["    view(states[spare], seat)", "    t = spare"]
    lines += ["    obs[at, 0] = seat + 1", "    obs[at, 1] = asked"]
    lines += copying_source(layout, "obs[at, {}]", lambda size, index: f"b{size}[t, {index}]", "    ")
    team = next((leaf for leaf in game.state.leaves() if leaf.name == "team"), None)
    whole = team is not None and team.axes and len(team.axes[0]) == 1 and team.axes[0][0] >= game.seats[-1]
    lines += ["def TEAM(s, seat):", f"    return {'s.team[seat]' if whole else 'seat'}"]
    module = f"{game.rules[0].__name__}.observed"
    space = {"__name__": module, "CORE_WORDS": game.state.core() // 8, "view": game.contract["view"]}
    return rules_from("\n".join(lines) + "\n", f"<observations of {game.id}>", space)


@lru_cache(maxsize=64)
def build_of(game: Game) -> Build:
    """The build with the loops that step this game's tables."""
    made = written_for(game)
    integers = f"int{layout_of(game).bits}"
    signature = f"void({STATE}, int64, int64, int64, int64, OBS[:, ::1], int64)"
    look = rule_of(made["LOOK"])
    look.signature, look.inlined, look.uncounted = signature.replace("OBS", integers), True, True
    instead: dict[Any, Any] = {LOOK: made["LOOK"], TEAM: made["TEAM"]}
    for f in (finish, refresh, *WHOLE):
        instead[f] = _typed(f, integers)
    whole = [instead[f] for f in WHOLE]
    return Build(game, [*whole, first_illegal, random_actions, step_once, begin_once], instead=instead)


def _typed(f: Any, integers: str) -> Any:
    """A copy of a kernel for observations of these integers: each game has its own, since what it calls differs."""
    copy = FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__)
    given = rule_of(f)
    copy.__dict__["__rule__"] = replace(given, function=copy, signature=given.signature.replace("OBS", integers))
    return copy
