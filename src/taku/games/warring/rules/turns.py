"""W-5, W-10 and W-12: rounds, turns, orders and the attack phase."""

from taku.engine import ALL, emit, rule
from taku.games.warring.rules.armies import (
    begin_split,
    connected_part,
    free_number,
    lone_beside,
    members,
    muster,
    rally,
)
from taku.games.warring.rules.finish import give_field_point, limit_reached
from taku.games.warring.rules.interception import intercept
from taku.games.warring.rules.marching import face, find_reach, march
from taku.games.warring.rules.sight import look
from taku.games.warring.rules.strikes import volley
from taku.games.warring.state import ARMIES, EVENT, EVERY_TROOP, ORDER, SIDES, STAGE
from taku.kit.sets import lowest_of, size_of

SMALLEST_SPLIT = 4  # W-7.1


@rule
def begin_turn(s, side):
    """W-5.2: flags are cleared, and every troop of both sides may strike again."""
    s.turn = side
    s.clicks[side] = s.turned[side] = 0
    s.struck[0] = s.struck[1] = 0
    for k in range(1, ARMIES + 1):
        s.acted[side, k] = s.moved[side, k] = 0
    emit(s, ALL, EVENT.turn_start, s.round, side)


@rule
def orders(s, side, out):
    """W-5.4, W-5.5: what may be ordered; `end` is always legal."""
    out[0] = ORDER.end
    n = 1
    find_reach(s, side)
    count_armies(s, side)
    lone = s.tally[0]
    free = free_number(s, side)
    for k in range(1, ARMIES + 1):
        if s.facing[side, k] and not s.acted[side, k]:
            for d in range(4):
                if s.facing[side, k] != 1 + d:
                    out[n] = ORDER.face(k, d)
                    n += 1
            for cells in range(s.reach[k]):
                out[n] = ORDER.march(k, 1 + cells)
                n += 1
            if free and not s.moved[side, k] and s.tally[k] >= SMALLEST_SPLIT:
                out[n] = ORDER.split(k)
                n += 1
            if lone and s.opt.rally and lone_beside(s, side, k):
                out[n] = ORDER.rally(k)
                n += 1
    if lone >= 2 and free and s.opt.rally:
        left = members(s, side, 0)
        while left:
            group = connected_part(s, side, left, lowest_of(left))
            if size_of(group) >= 2:
                out[n] = ORDER.muster(lowest_of(group))
                n += 1
            left &= ~group
    return n


@rule
def count_armies(s, side):
    """How many troops each army has, into `tally`; lone troops at 0."""
    for k in range(ARMIES + 1):
        s.tally[k] = 0
    for t in range(s.count[side]):
        if s.cell[side, t]:
            s.tally[s.army[side, t]] += 1


@rule
def give_order(s, side, action):
    """W-5.4: carry one order out."""
    if action == ORDER.end:
        end_action_phase(s, side)
    elif action in ORDER.face:
        face(s, side, ORDER.face.army(action), ORDER.face.dir(action))
    elif action in ORDER.march:
        k = ORDER.march.army(action)
        marchers = march(s, side, k, ORDER.march.n(action))
        intercept(s, side, k, marchers)
    elif action in ORDER.split:
        begin_split(s, side, ORDER.split.army(action))
    elif action in ORDER.rally:
        rally(s, side, ORDER.rally.army(action))
    else:
        muster(s, side, ORDER.muster.troop(action))


@rule
def end_action_phase(s, side):
    """W-5.3, W-10.4: the attack phase follows by itself, then the turn ends."""
    s.splitting[side] = 0
    s.marks[side] = 0
    attack_phase(s, side)
    if s.stage != STAGE.over:
        end_turn(s, side)


@rule
def attack_phase(s, side):
    """W-10.1, W-10.2: armies in order of their numbers, then lone troops in order of theirs."""
    emit(s, ALL, EVENT.attack_phase, side)
    if not s.in_sight[side]:
        return  # whom nobody sees, nobody strikes
    for k in range(1, ARMIES + 1):
        if s.facing[side, k]:
            volley(s, side, k, 0, EVERY_TROOP)
            if s.stage == STAGE.over:
                return
    if s.opt.lone_strike:
        for t in range(s.count[side]):
            if s.cell[side, t] and not s.army[side, t]:
                volley(s, side, 0, t, EVERY_TROOP)
                if s.stage == STAGE.over:
                    return


@rule
def end_turn(s, side):
    """W-5.1, W-8.7, W-10.4: what was revealed to this side is hidden again; the other side moves, or the round ends."""
    s.clicks[side] = s.turned[side] = 0
    emit(s, ALL, EVENT.turn_end, side)
    if s.revealed[1 - side]:
        s.revealed[1 - side] = 0
        look(s, side)
    if side != s.first:
        give_field_point(s)
        if s.round >= s.opt.round_limit:
            limit_reached(s)
            return
        s.round += 1
    begin_turn(s, 1 - side)


assert SIDES == 2
