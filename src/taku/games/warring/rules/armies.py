"""W-3 and W-7: armies, their parts, splitting, rallying and mustering."""

from taku.engine import emit, rule
from taku.games.warring.content import STEP, UP
from taku.games.warring.rules.sight import audience, audience_of_all
from taku.games.warring.state import ARMIES, EVENT, SPLIT, TROOPS
from taku.kit.sets import list_all, lowest_of, size_of


@rule
def free_number(s, side):
    """W-3.3: the lowest number without an army; 0 if there is none."""
    for k in range(1, s.opt.max_armies + 1):
        if not s.facing[side, k]:
            return k
    return 0


@rule
def members(s, side, k):
    """The troops of an army; the lone troops for k = 0."""
    found = 0
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t]:
            found |= 1 << t
    return found


@rule
def new_army(s, side, k, facing, morale):
    """W-3.4: an army comes to be."""
    s.facing[side, k] = facing
    s.morale[side, k] = morale
    s.acted[side, k] = 0
    s.moved[side, k] = 0


@rule
def end_army(s, side, k):
    """W-14.3: the number is free at once."""
    s.facing[side, k] = s.morale[side, k] = s.acted[side, k] = s.moved[side, k] = 0


@rule
def enlist(s, side, troops, k):
    """The troops belong to army k from now on; to none for k = 0."""
    for t in range(s.count[side]):
        if (troops >> t) & 1:
            s.army[side, t] = k


@rule
def connected_part(s, side, troops, start):
    """W-1.4: those of a set of troops that can be reached from one of them by neighbouring troops of the set."""
    s.queue[0] = start
    found = 1 << start
    n = 1
    done = 0
    while done < n:
        cell = s.cell[side, s.queue[done]]
        done += 1
        for d in range(4):
            t = s.at[cell + STEP[d]] - 1 - TROOPS * side
            if 0 <= t < TROOPS and (troops >> t) & 1 and not (found >> t) & 1:
                found |= 1 << t
                s.queue[n] = t
                n += 1
    return found


@rule
def is_army(s, side, troops):
    """W-3.1: at least two troops, connected."""
    return size_of(troops) >= 2 and connected_part(s, side, troops, lowest_of(troops)) == troops


@rule
def begin_split(s, side, k):
    """W-7.2: the player marks troops one by one."""
    s.splitting[side] = k
    s.marks[side] = 0


@rule
def split_choices(s, side, out):
    """W-7.2: any troop of the army; confirm when both parts are armies; cancel always."""
    whole = members(s, side, s.splitting[side])
    n = list_all(whole, SPLIT.mark(0), out, 0)
    marked = s.marks[side]
    if is_army(s, side, marked) and is_army(s, side, whole & ~marked):
        out[n] = SPLIT.confirm
        n += 1
    out[n] = SPLIT.cancel
    return n + 1


@rule
def split_step(s, side, action):
    """W-7.2, W-7.3: mark a troop, confirm or cancel."""
    if action in SPLIT.mark:
        s.marks[side] ^= 1 << SPLIT.mark.troop(action)
        return
    if action == SPLIT.confirm:
        k = s.splitting[side]
        new = free_number(s, side)
        new_army(s, side, new, s.facing[side, k], s.morale[side, k])
        enlist(s, side, s.marks[side], new)
        s.acted[side, k] = s.acted[side, new] = 1
        to = audience(s, side, s.marks[side])
        emit(s, to, EVENT.split, side, k, new)
        emit(s, audience(s, side, members(s, side, k)), EVENT.acted, side, k)
        emit(s, to, EVENT.acted, side, new)
    s.splitting[side] = 0
    s.marks[side] = 0


@rule
def lone_beside(s, side, k):
    """W-7.5: the lone troops connected to an army through neighbouring lone troops."""
    lone = members(s, side, 0)
    if not lone:
        return 0
    own = members(s, side, k)
    return connected_part(s, side, lone | own, lowest_of(own)) & ~own


@rule
def rally(s, side, k):
    """W-7.5: an army takes in the lone troops beside it, and has then moved."""
    joining = lone_beside(s, side, k)
    enlist(s, side, joining, k)
    s.moved[side, k] = 1
    emit(s, audience_of_all(s, side, joining), EVENT.rally, side, k, size_of(joining))


@rule
def muster(s, side, t):
    """W-7.6: a group of lone troops becomes a new army, which has moved."""
    joining = connected_part(s, side, members(s, side, 0), t)
    k = free_number(s, side)
    new_army(s, side, k, 1 + UP[side], 1)
    s.moved[side, k] = 1
    enlist(s, side, joining, k)
    emit(s, audience_of_all(s, side, joining), EVENT.muster, side, k, size_of(joining))


assert ARMIES < 16
