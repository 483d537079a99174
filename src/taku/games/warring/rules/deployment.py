"""W-4: both sides lay out their troops, secretly and at the same time.

A side's plan is its area as it sees it: place = 30 × row + column, front row first, so places are in reading order.
"""

from taku.engine import ALL, emit, rule
from taku.games.warring.content import (
    BARRED,
    CODE,
    FORMATION,
    FORMATION_ARMIES,
    FORMATION_COUNT,
    FORMATION_SIZE,
    KIND_COUNT,
    KIND_OF,
    STEP_X,
    STEP_Y,
    UP,
)
from taku.games.warring.rules.ground import area_rows, muster_column, place_to_cell
from taku.games.warring.rules.sight import look_around, note_sightings
from taku.games.warring.rules.troops import put
from taku.games.warring.state import (
    AREA,
    ARMIES,
    ARMY_BRUSH,
    BRUSHES,
    DEPLOY,
    DEPLOYMENT_CLICKS,
    ERASE,
    EVENT,
    HAND,
    LARGEST,
    MUSTER_COLUMNS,
    MUSTER_ROWS,
    NO_ARMY,
    SIDES,
    SOUTH,
    STAGE,
    TROOPS,
)

# ---------------------------------------------------------------- the plan


@rule
def kind_at(s, side, place):
    return s.plan[side, place] % CODE


@rule
def army_at(s, side, place):
    return s.plan[side, place] // CODE


@rule
def beside(s, place, d):
    """The next place in a direction as the owner sees it (0 is up); −1 beyond the area."""
    column = place % LARGEST + STEP_X[d]
    row = place // LARGEST + STEP_Y[d]
    return LARGEST * row + column if 0 <= column < s.size and 0 <= row < area_rows(s) else -1


@rule
def fits(s, side, place, kind):
    """W-4.2: any terrain, but cavalry not on water."""
    return not BARRED[s.terrain[place_to_cell(s, side, place)], kind]


@rule
def cap(s, kind):
    """W-4.3, W-4.4: how many of a kind a side may have."""
    if kind == KIND_OF.general:
        return 1
    if kind == KIND_OF.cavalry:
        return s.opt.max_cavalry
    if kind == KIND_OF.archer:
        return s.opt.max_archers
    return s.opt.max_shields if kind == KIND_OF.shield else TROOPS


@rule
def count_kinds(s, side):
    """How many of each kind are placed, into `tally`, with their number at 0."""
    for kind in range(KIND_COUNT + 1):
        s.tally[kind] = 0
    for place in range(LARGEST * area_rows(s)):
        if s.plan[side, place]:
            s.tally[0] += 1
            s.tally[kind_at(s, side, place)] += 1


@rule
def clear(s, side):
    for place in range(AREA):
        s.plan[side, place] = 0


@rule
def offered(s, f):
    """W-4.7: whether a formation is small enough for this table."""
    return FORMATION_SIZE[f] <= s.opt.max_troops and FORMATION_ARMIES[f] <= s.opt.max_armies


@rule
def first_offered(s):
    """W-4.8: there is always one (content: a formation of twelve in four armies)."""
    f = 0
    while f < FORMATION_COUNT - 1 and not offered(s, f):
        f += 1
    return f


@rule
def lay_out(s, side, f):
    """W-4.7: a formation on the muster ground; what its cap does not allow becomes infantry."""
    clear(s, side)
    for kind in range(KIND_COUNT + 1):
        s.tally[kind] = 0
    for i in range(MUSTER_ROWS * MUSTER_COLUMNS):
        code = FORMATION[f, i]
        if code:
            kind = code % CODE
            s.tally[kind] += 1
            if s.tally[kind] > cap(s, kind):
                code += KIND_OF.infantry - kind
            s.plan[side, LARGEST * (i // MUSTER_COLUMNS) + muster_column(s) + i % MUSTER_COLUMNS] = code


@rule
def group_of(s, side, start):
    """W-1.4: the connected troops of one army (or of none) around a place, marked; how many."""
    army = army_at(s, side, start)
    s.mark[start] = 1
    s.queue[0] = start
    found = 1
    done = 0
    while done < found:
        place = s.queue[done]
        done += 1
        for d in range(4):
            near = beside(s, place, d)
            if near >= 0 and s.plan[side, near] and army_at(s, side, near) == army and not s.mark[near]:
                s.mark[near] = 1
                s.queue[found] = near
                found += 1
    return found


@rule
def unmark_places(s):
    for place in range(AREA):
        s.mark[place] = 0


@rule
def can_ready(s, side):
    """W-4.5: one general, in an army; every army is connected and has at least two troops."""
    unmark_places(s)
    armies = 0
    generals = 0
    for place in range(LARGEST * area_rows(s)):
        if s.plan[side, place]:
            army = army_at(s, side, place)
            if kind_at(s, side, place) == KIND_OF.general:
                generals += 1
                if not army:
                    return False
            if army and not s.mark[place]:
                if (armies >> army) & 1 or group_of(s, side, place) < 2:
                    return False
                armies |= 1 << army
    return generals == 1


@rule
def used_armies(s, side):
    found = 0
    for place in range(LARGEST * area_rows(s)):
        found |= 1 << army_at(s, side, place)
    return found


@rule
def gather(s, side, change):
    """W-4.6 `auto`: groups of at least two troops without army become armies; returns how many, or would."""
    unmark_places(s)
    used = used_armies(s, side)
    made = 0
    k = 1
    for place in range(LARGEST * area_rows(s)):
        if s.plan[side, place] and not army_at(s, side, place) and not s.mark[place]:
            n = group_of(s, side, place)
            while k <= s.opt.max_armies and (used >> k) & 1:
                k += 1
            if n >= 2 and k <= s.opt.max_armies:
                made += 1
                used |= 1 << k
                if change:
                    for i in range(n):
                        s.plan[side, s.queue[i]] += CODE * k
    return made


@rule
def can_shift(s, side, d):
    """W-4.6: every troop stays on a legal cell."""
    for place in range(LARGEST * area_rows(s)):
        if s.plan[side, place]:
            near = beside(s, place, d)
            if near < 0 or not fits(s, side, near, kind_at(s, side, place)):
                return False
    return True


@rule
def shift(s, side, d):
    """Move the whole deployment one cell, from the side towards which it goes."""
    step = LARGEST * STEP_Y[d] + STEP_X[d]
    for i in range(AREA):
        place = i if step < 0 else AREA - 1 - i
        if s.plan[side, place]:
            s.plan[side, place + step] = s.plan[side, place]
            s.plan[side, place] = 0


# ---------------------------------------------------------------- clicks


@rule
def painted(s, side, place, brush):
    """W-4.6: what a click on a place makes of it with the brush; as it is if the click is not allowed."""
    now = s.plan[side, place]
    if brush == ERASE:
        return 0
    if brush >= ARMY_BRUSH:
        return (now % CODE + (CODE * (brush - ERASE) if brush < NO_ARMY else 0)) if now else 0
    kind = 1 + brush
    if now % CODE == kind or s.tally[kind] >= cap(s, kind) or (not now and s.tally[0] >= s.opt.max_troops):
        return now
    return now - now % CODE + kind if fits(s, side, place, kind) else now


@rule
def can_touch(s, side, place):
    """W-4.6: the hand takes a troop up, and sets it down where it may stand; who stands there goes to its old place."""
    held = s.held[side] - 1
    if held < 0:
        return s.plan[side, place] > 0
    changes = fits(s, side, place, kind_at(s, side, held)) and fits(s, side, held, kind_at(s, side, place))
    return place == held or changes


@rule
def touch(s, side, place, held):
    """W-4.6: take a troop up, or move the one that is held."""
    if not held:
        s.held[side] = 1 + place
    else:
        code = s.plan[side, held - 1]
        s.plan[side, held - 1] = s.plan[side, place]
        s.plan[side, place] = code


@rule
def deployment_choices(s, side, out):
    """W-4.6: the clicks that change something, and `ready`."""
    n = 0
    if can_ready(s, side):
        out[n] = DEPLOY.ready
        n += 1
    for f in range(FORMATION_COUNT):
        if offered(s, f):
            out[n] = DEPLOY.preset(f)
            n += 1
    brush = s.brush[side] - 1
    for b in range(BRUSHES):
        if b != brush and not s.opt.max_armies + ARMY_BRUSH <= b < NO_ARMY:
            out[n] = DEPLOY.brush(b)
            n += 1
    count_kinds(s, side)
    for row in range(area_rows(s)):
        for place in range(LARGEST * row, LARGEST * row + s.size):
            able = painted(s, side, place, brush) != s.plan[side, place]
            if brush == HAND:
                able = can_touch(s, side, place)
            if able:
                out[n] = DEPLOY.place(place)
                n += 1
    if s.tally[0]:
        out[n] = DEPLOY.clear
        n += 1
        for d in range(4):
            if can_shift(s, side, d):
                out[n] = DEPLOY.shift(d)
                n += 1
        if gather(s, side, False):
            out[n] = DEPLOY.auto
            n += 1
    return n


@rule
def deployment_default(s, side):
    """W-4.9: ready if that is legal, else the formation of W-4.8 (and ready the next time)."""
    return DEPLOY.ready if can_ready(s, side) else DEPLOY.preset(first_offered(s))


@rule
def begin_deployment(s):
    """W-4.8: the first offered formation is laid out already."""
    s.stage = STAGE.deploy
    for side in range(SIDES):
        lay_out(s, side, first_offered(s))
        s.brush[side] = 1 + HAND


@rule
def deployment_step(s, side, action):
    """W-4.6, W-4.9: one click of a side, which changes nothing but its own plan."""
    s.clicks[side] += 1
    held = s.held[side]
    s.held[side] = 0
    if action == DEPLOY.ready:
        make_ready(s, side)
    elif action == DEPLOY.auto:
        gather(s, side, True)
    elif action == DEPLOY.clear:
        clear(s, side)
    elif action in DEPLOY.shift:
        shift(s, side, DEPLOY.shift.way(action))
    elif action in DEPLOY.brush:
        s.brush[side] = 1 + DEPLOY.brush.brush(action)
    elif action in DEPLOY.preset:
        lay_out(s, side, DEPLOY.preset.formation(action))
    else:
        place = DEPLOY.place.place(action)
        if s.brush[side] == 1 + HAND:
            touch(s, side, place, held)
        else:
            count_kinds(s, side)
            s.plan[side, place] = painted(s, side, place, s.brush[side] - 1)
    if s.clicks[side] >= DEPLOYMENT_CLICKS and not s.ready[side]:
        end_deployment(s, side)


@rule
def end_deployment(s, side):
    """W-4.9: a side is readied, with its deployment if that is legal, else with the formation of W-4.8."""
    if not can_ready(s, side):
        lay_out(s, side, first_offered(s))
    make_ready(s, side)


@rule
def make_ready(s, side):
    """W-4.9: readiness is final."""
    s.ready[side] = 1
    s.held[side] = 0
    emit(s, ALL, EVENT.ready, side)


@rule
def take_the_field(s):
    """W-2.7, W-3.4, W-4.1: both are ready; troops get their numbers, armies face the enemy, and all look."""
    for side in range(SIDES):
        strength = s.opt.strength_south if side == SOUTH else s.opt.strength_north
        n = 0
        for place in range(AREA):
            if s.plan[side, place]:
                s.kind[side, n] = kind_at(s, side, place)
                s.strength[side, n] = strength
                k = army_at(s, side, place)
                s.army[side, n] = k
                if k:
                    s.facing[side, k] = 1 + UP[side]
                    s.morale[side, k] = 1
                put(s, side, n, place_to_cell(s, side, place))
                s.plan[side, place] = 0
                n += 1
        s.count[side] = n
        s.brush[side] = s.clicks[side] = 0
    for t in range(s.count[SOUTH]):
        look_around(s, SOUTH, t)
    s.stage = STAGE.orders
    s.round = 1
    note_sightings(s)


assert ARMIES == NO_ARMY - ARMY_BRUSH
