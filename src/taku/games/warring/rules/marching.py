"""W-6: facing and marching."""

from taku.engine import ALL, SPECTATORS, emit, only, rule
from taku.games.warring.content import BARRED, HEIGHT, SIGHT, STAT, STEP
from taku.games.warring.rules.armies import members
from taku.games.warring.rules.sight import audience, in_mutual_sight, look_around, note_sightings, sees, visible
from taku.games.warring.rules.troops import current, put
from taku.games.warring.state import ARMIES, CELLS, EVENT, SPEED, STRIDE, TROOPS


@rule
def face(s, side, k, d):
    """W-6.1: turning is free."""
    s.facing[side, k] = 1 + d
    s.turned[side] |= 1 << k
    if not s.log.mute:
        emit(s, audience(s, side, members(s, side, k)), EVENT.face, side, k, d)


@rule
def find_reach(s, side):
    """W-6.2 to W-6.6: how far each army may march now, into `reach`; 0 for those that may not (W-5.5, W-12.2)."""
    for k in range(1, ARMIES + 1):
        s.reach[k] = SPEED if s.facing[side, k] and not s.acted[side, k] and not s.moved[side, k] else 0
    s.reach[0] = 0
    for t in range(s.count[side]):
        k = s.army[side, t]
        if s.reach[k] > 1:
            s.reach[k] = min(s.reach[k], current(s, side, t, STAT.speed))
    for t in range(s.count[side]):
        k = s.army[side, t]
        if s.reach[k]:
            s.reach[k] = free_way(s, side, t, s.reach[k], STEP[s.facing[side, k] - 1])


@rule
def free_way(s, side, t, far, step):
    """W-6.4 to W-6.6: how many of `far` cells ahead a troop can go: on the map, free but for its own army, no water
    for cavalry, and nowhere more than one level above where it starts."""
    cell = s.cell[side, t]
    highest = HEIGHT[s.terrain[cell]] + 1
    for n in range(far):
        cell += step
        ground = s.terrain[cell]
        if ground == 0 or HEIGHT[ground] > highest or BARRED[ground, s.kind[side, t]]:
            return n
        other = s.at[cell] - 1
        if other >= 0 and (other // TROOPS != side or s.army[side, other % TROOPS] != s.army[side, t]):
            return n
    return far


@rule
def march(s, side, k, n):
    """W-6.2, W-6.7: every troop of the army moves n cells ahead; returns the marchers."""
    step = n * STEP[s.facing[side, k] - 1]
    marchers = members(s, side, k)
    before = seen_of(s, side, marchers)
    for t in range(s.count[side]):
        if (marchers >> t) & 1:
            s.at[s.cell[side, t]] = 0
    for t in range(s.count[side]):
        if (marchers >> t) & 1:
            put(s, side, t, s.cell[side, t] + step)
            look_around(s, side, t)
    s.moved[side, k] = 1
    if not s.log.mute:
        emit(s, witnesses(s, side, before), EVENT.march, side, k, s.facing[side, k] - 1, n)
    note_sightings(s)
    return marchers


@rule
def seen_of(s, side, troops):
    """Those of a set of troops that the other side sees."""
    found = 0
    if not s.log.mute:
        for t in range(s.count[side]):
            if (troops >> t) & 1 and visible(s, side, t):
                found |= 1 << t
    return found


@rule
def witnesses(s, side, before):
    """Who hears of a march: its owner; the other side if it sees a marcher at both ends of the way."""
    if not s.opt.fog:
        return ALL
    to = only(side)
    for t in range(s.count[side]):
        if (before >> t) & 1:
            if visible(s, side, t):
                to |= only(1 - side)
            if in_mutual_sight(s, side, t):
                to |= SPECTATORS
    return to


@rule
def lights(s, side, k, n):
    """W-8.1: whether a march of n cells lets its side see a cell that it does not see now."""
    if not s.opt.fog:
        return False
    for cell in range(CELLS):
        s.mark[cell] = 0
    for t in range(s.count[side]):
        if s.cell[side, t]:
            light(s, s.cell[side, t])
    step = n * STEP[s.facing[side, k] - 1]
    for t in range(s.count[side]):
        if s.cell[side, t] and s.army[side, t] == k and light(s, s.cell[side, t] + step):
            return True
    return False


@rule
def light(s, here):
    """Mark what a troop on a cell sees; how many of these cells had no mark."""
    new = 0
    far = SIGHT[s.terrain[here]]
    for y in range(max(1, here // STRIDE - far), min(s.size, here // STRIDE + far) + 1):
        for x in range(max(1, here % STRIDE - far), min(s.size, here % STRIDE + far) + 1):
            if not s.mark[STRIDE * y + x] and sees(s, here, STRIDE * y + x):
                s.mark[STRIDE * y + x] = 1
                new += 1
    return new
