"""Section 4 of the rulebook: what a seat sees through the fog, and worlds that fit it.

Drafts, notes and memories are hidden by the declarations of the state; here are troops and armies, which are seen or
not by where they stand.
"""

from taku.engine import roll, rule
from taku.games.warring.content import BARRED, FORMATION_COUNT, KIND_COUNT, KIND_OF, SIGHT, STEP, UP
from taku.games.warring.rules.armies import free_number, members
from taku.games.warring.rules.deployment import cap, first_offered, lay_out, offered
from taku.games.warring.rules.ground import cell_at, muster_column, x_of, y_of
from taku.games.warring.rules.sight import look_around, sees
from taku.games.warring.rules.troops import put
from taku.games.warring.rules.turns import SMALLEST_SPLIT
from taku.games.warring.state import (
    AREA,
    ARMIES,
    BRUSHES,
    CELLS,
    HAND,
    MUSTER_COLUMNS,
    MUSTER_ROWS,
    NORTH,
    SIDES,
    SOUTH,
    STAGE,
    STRIDE,
    TROOPS,
)
from taku.kit.sets import size_of

SOME_CLICKS = 30
TRIES = 12  # random cells before the next free one is taken
ANYWHERE = 12  # one unseen group in so many may be anywhere
SPREAD = 4  # the others are this far from one that is known
GROUP = 6  # unseen armies are guessed to have two to six troops


# ---------------------------------------------------------------- what is hidden


@rule
def hide(s, seat):
    """W-8.9, W-8.11, W-15.5: of the enemy only what is visible, remembered or fallen; spectators see what both
    players know to be seen."""
    if s.stage != STAGE.orders or not s.opt.fog:
        return
    if seat >= 0:
        veil(s, 1 - seat, s.in_sight[seat], s.known[seat])
        return
    south = shown(s, SOUTH)
    north = shown(s, NORTH)
    veil(s, SOUTH, south, south)
    veil(s, NORTH, north, north)


@rule
def veil(s, side, visible, known):
    """Blank what is not visible of a side; of troops that are known or fallen, kind and strength stay."""
    known |= s.fallen[side]
    armies = 0
    for t in range(TROOPS):
        if not (known >> t) & 1:
            s.kind[side, t] = 0
            s.strength[side, t] = 0
        if (visible >> t) & 1:
            armies |= 1 << s.army[side, t]
        else:
            if s.cell[side, t]:
                s.at[s.cell[side, t]] = 0
            s.cell[side, t] = 0
            s.army[side, t] = 0
    for k in range(1, ARMIES + 1):
        if not (armies >> k) & 1:
            s.facing[side, k] = s.morale[side, k] = s.acted[side, k] = 0


@rule
def shown(s, side):
    """The troops of a side that spectators see: revealed ones, and those that see an enemy who sees them."""
    found = 0
    for t in range(TROOPS):
        here = s.cell[side, t]
        if here:
            if (s.revealed[side] >> t) & 1:
                found |= 1 << t
            else:
                for q in range(TROOPS):
                    there = s.cell[1 - side, q]
                    if there and sees(s, here, there) and sees(s, there, here):
                        found |= 1 << t
    return found


# ---------------------------------------------------------------- worlds that fit


@rule
def guess(s, seat):
    """A world that fits what the seat sees; what it cannot know is drawn, never looked up."""
    for side in range(SIDES):
        if side != seat:
            count_all(s, side)
            if s.stage == STAGE.deploy:
                guess_plan(s, side)
            elif s.stage == STAGE.orders:
                guess_clicks(s, side)
    if s.stage == STAGE.orders and s.opt.fog:
        for side in range(SIDES):
            if side != seat:
                guess_enemy(s, side)
    if s.stage != STAGE.deploy:
        look_all(s)
        if s.stage == STAGE.orders:
            guess_notes(s, seat)
            if s.turn != seat:
                guess_split(s, s.turn)


@rule
def guess_plan(s, side):
    """W-4.1: the other may have laid out any formation."""
    f = roll(s, FORMATION_COUNT)
    lay_out(s, side, f if offered(s, f) else first_offered(s))
    s.brush[side] = 1 + roll(s, BRUSHES)
    s.clicks[side] = roll(s, SOME_CLICKS)
    if s.brush[side] == 1 + HAND and roll(s, 2):
        place = roll(s, AREA)
        while not s.plan[side, place]:
            place = (place + 1) % AREA
        s.held[side] = 1 + place


@rule
def guess_clicks(s, side):
    """W-5.5, W-7.2: how far the other is with its orders."""
    if s.turn == side:
        s.clicks[side] = roll(s, SOME_CLICKS)
        s.turned[side] = roll(s, 1 << ARMIES) << 1
    for k in range(1, ARMIES + 1):
        if s.facing[side, k]:
            s.moved[side, k] = roll(s, 2)


@rule
def guess_split(s, side):
    """W-7.2: the other may be marking troops of an army that can split."""
    if roll(s, 3) or not free_number(s, side):
        return
    start = roll(s, ARMIES)
    for i in range(ARMIES):
        k = 1 + (start + i) % ARMIES
        if s.facing[side, k] and not s.acted[side, k]:
            whole = members(s, side, k)
            if size_of(whole) >= SMALLEST_SPLIT:
                s.moved[side, k] = 0
                s.splitting[side] = k
                s.marks[side] = whole & roll(s, 1 << TROOPS)
                return


@rule
def count_all(s, side):
    """W-2.7: how many numbers are given, as far as troops are known."""
    for t in range(TROOPS):
        if s.kind[side, t]:
            s.count[side] = t + 1


@rule
def guess_enemy(s, side):
    """Unseen troops: as many as may be, of kinds that the caps allow, in groups where this side does not look."""
    light_up(s, side)
    most = guess_number(s, side)
    for k in range(1, ARMIES + 1):
        complete_army(s, side, k)
    group_ = 0
    left = 0
    seed = 0
    for t in range(most):
        if not s.kind[side, t]:
            s.kind[side, t] = guess_kind(s, side, most)
            s.strength[side, t] = s.opt.strength_south if side == SOUTH else s.opt.strength_north
        if not s.cell[side, t] and not (s.fallen[side] >> t) & 1:
            ghost = s.last_cell[1 - side, t]
            cell = ghost if ghost and free_for(s, side, t, ghost) else 0
            if not cell and left:
                cell = near_cell(s, side, t, seed)
            if not cell:
                cell = far_cell(s, side, t)
                left = 0
            if not cell:
                s.kind[side, t] = 0  # nowhere to stand: there is no such troop
                s.strength[side, t] = 0
                continue
            if ghost == cell:
                group_ = army_beside(s, side, cell)  # those who are remembered side by side are one army
                left = 1
            elif not left:
                group_ = 0
                left = 1 + roll(s, GROUP)
            if not group_:
                group_ = guess_army(s, side)
            put(s, side, t, cell)
            s.army[side, t] = group_
            seed = cell
            left -= 1
    count_all(s, side)
    disband(s, side)


@rule
def light_up(s, side):
    """W-8.3: mark the cells on which the other side would see a troop of this side."""
    for cell in range(CELLS):
        s.mark[cell] = 0
    for t in range(s.count[1 - side]):
        here = s.cell[1 - side, t]
        if here:
            n = SIGHT[s.terrain[here]]
            for y in range(max(1, here // STRIDE - n), min(s.size, here // STRIDE + n) + 1):
                for x in range(max(1, here % STRIDE - n), min(s.size, here % STRIDE + n) + 1):
                    if sees(s, here, STRIDE * y + x):
                        s.mark[STRIDE * y + x] = 1


@rule
def guess_number(s, side):
    """W-2.7: at least up to the highest number that is known, at most what the caps allow; mostly all of them."""
    least = known = general = 0
    for t in range(TROOPS):
        if s.kind[side, t]:
            least = t + 1
            known += 1
            general += s.kind[side, t] == KIND_OF.general
    if not general and known == least:
        least += 1  # W-4.4: somebody unseen is the general
    return s.opt.max_troops if roll(s, 4) else least + roll(s, s.opt.max_troops - least + 1)


@rule
def guess_kind(s, side, most):
    """W-4.3, W-4.4: one of the unseen is the general if it has not been seen; the others any kind in its cap."""
    for kind in range(KIND_COUNT + 1):
        s.tally[kind] = 0
    for t in range(most):
        s.tally[s.kind[side, t]] += 1
    unknown = s.tally[0]  # this one and those after it
    if not s.tally[KIND_OF.general] and roll(s, max(1, unknown)) == 0:
        return KIND_OF.general
    kind = 1 + roll(s, KIND_COUNT)
    if kind == KIND_OF.general or s.tally[kind] >= cap(s, kind):
        return KIND_OF.infantry
    return kind


@rule
def free_for(s, side, t, cell):
    """Whether an unseen troop may stand on a cell: on the map, empty, out of sight, no water for cavalry."""
    ground = s.terrain[cell]
    return ground > 0 and not s.at[cell] and not s.mark[cell] and not BARRED[ground, s.kind[side, t]]


@rule
def near_cell(s, side, t, seed):
    """A free cell beside the last one, so that unseen troops stand together; 0 if there is none."""
    d = roll(s, 4)
    for i in range(4):
        cell = seed + STEP[(d + i) % 4]
        if free_for(s, side, t, cell):
            return cell
    return 0


@rule
def far_cell(s, side, t):
    """A free cell where troops may well be: with those that are known, else on the way from the muster ground; now and
    then anywhere; 0 if there is none."""
    if roll(s, ANYWHERE):
        cell = cell_with_others(s, side, t)
        if cell:
            return cell
    deep = min(s.size, s.size // 3 + 2 * s.round)
    for _ in range(TRIES):
        y = roll(s, deep)
        cell = cell_at(roll(s, s.size), y if side == NORTH else s.size - 1 - y)
        if free_for(s, side, t, cell):
            return cell
    start = roll(s, CELLS)
    for i in range(CELLS):
        cell = (start + i) % CELLS
        if free_for(s, side, t, cell):
            return cell
    return 0


@rule
def cell_with_others(s, side, t):
    """A free cell within a few steps of another troop of the side, rather behind it than before it; while none is
    known, one that a march of some rounds from the muster ground leads to; 0 if tries find none."""
    placed = 0
    near = 0
    for q in range(TROOPS):
        if s.cell[side, q]:
            placed += 1
            if roll(s, placed) == 0:
                near = s.cell[side, q]
    for _ in range(TRIES):
        x = muster_column(s) + roll(s, MUSTER_COLUMNS)
        y = s.size // 3 - MUSTER_ROWS + roll(s, MUSTER_ROWS) + roll(s, min(s.round, s.size // 3) + 1)
        if near:
            x = x_of(near) - SPREAD + roll(s, 2 * SPREAD + 1)
            y = y_of(near) if side == NORTH else s.size - 1 - y_of(near)
            y += roll(s, 2 * SPREAD) - SPREAD
        if 0 <= x < s.size and 0 <= y < s.size:
            cell = cell_at(x, y if side == NORTH else s.size - 1 - y)
            if free_for(s, side, t, cell):
                return cell
    return 0


@rule
def army_beside(s, side, cell):
    """The army of an unseen troop of the side beside a cell; 0 if there is none."""
    for d in range(4):
        t = s.at[cell + STEP[d]] - 1 - TROOPS * side
        if 0 <= t < TROOPS and not (s.in_sight[1 - side] >> t) & 1 and s.army[side, t]:
            return s.army[side, t]
    return 0


@rule
def guess_army(s, side):
    """A free number for a group of unseen troops, in any state; 0 (lone troops) if there is none."""
    start = roll(s, s.opt.max_armies)
    for i in range(s.opt.max_armies):
        k = 1 + (start + i) % s.opt.max_armies
        if not s.facing[side, k]:
            s.facing[side, k] = 1 + (UP[side] if roll(s, 4) else roll(s, 4))
            s.morale[side, k] = 1 + roll(s, 4) // 3
            s.acted[side, k] = roll(s, 4) // 3
            s.moved[side, k] = roll(s, 2)
            return k
    return 0


@rule
def complete_army(s, side, k):
    """W-3.1: an army of which one troop is seen has another beside it, if there is a dark cell for it."""
    if not s.facing[side, k]:
        return
    seen = 0
    for t in range(TROOPS):
        if s.army[side, t] == k and s.cell[side, t]:
            seen |= 1 << t
    if size_of(seen) != 1:
        return
    t = 0
    while not (seen >> t) & 1:
        t += 1
    for q in range(s.opt.max_troops):
        if s.kind[side, q] and not s.cell[side, q] and not (s.fallen[side] >> q) & 1:
            cell = near_cell(s, side, q, s.cell[side, t])
            if cell:
                put(s, side, q, cell)
                s.army[side, q] = k
            return


@rule
def disband(s, side):
    """W-3.1: guessed armies of a single troop are none."""
    for k in range(1, ARMIES + 1):
        found = 0
        seen = 0
        for t in range(TROOPS):
            if s.army[side, t] == k and s.cell[side, t]:
                found += 1
                seen |= (s.in_sight[1 - side] >> t) & 1
        if found < 2 and not seen and s.facing[side, k]:
            s.facing[side, k] = s.morale[side, k] = s.acted[side, k] = s.moved[side, k] = 0
            for t in range(TROOPS):
                if s.army[side, t] == k:
                    s.army[side, t] = 0


@rule
def look_all(s):
    """W-8.5: who sees whom in the guessed world."""
    for side in range(SIDES):
        for t in range(TROOPS):
            s.seen_by[side, t] = 0
    for t in range(s.count[SOUTH]):
        if s.cell[SOUTH, t]:
            look_around(s, SOUTH, t)


@rule
def guess_notes(s, seat):
    """W-8.10: what the others see in the guessed world, and what they may have seen before."""
    for side in range(SIDES):
        if side != seat:
            enemy = 1 - side
            for t in range(s.count[enemy]):
                if s.cell[enemy, t]:
                    if s.seen_by[enemy, t] or (s.revealed[enemy] >> t) & 1 or not s.opt.fog:
                        s.in_sight[side] |= 1 << t
                        s.last_cell[side, t] = s.cell[enemy, t]
                    elif roll(s, 3) == 0:
                        s.known[side] |= 1 << t
                        if roll(s, 2):
                            s.last_cell[side, t] = s.cell[enemy, t]
                            s.last_round[side, t] = 1 + roll(s, s.round)
            s.known[side] |= s.in_sight[side] | s.fallen[enemy]
