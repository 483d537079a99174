"""How a side plans a turn: which armies can be ordered what, the scripts that orders are taken from, what a battle is
worth to a manner.

An order is 0 (stay) or 1 + 4 × (cells − 1) + direction. A script looks at every march of an army once, without trying
it: what its strikes would fell, what it would suffer from those who wait and in the enemy's turn, and the way left.
"""

from taku.compile.kernels import kernel
from taku.engine import Names, rule, table
from taku.games.warring.bot.belief import believe
from taku.games.warring.bot.ground import best_front, closest, pace, reach_towards
from taku.games.warring.bot.orders import close_ranks, lone_group
from taku.games.warring.bot.worth import WORTH, field_lead
from taku.games.warring.content import (
    ADD,
    BARRED,
    BASE,
    FORMATION_COUNT,
    FORMATION_SIZE,
    GROUND_OF,
    HEIGHT,
    KIND_OF,
    PRIORITY,
    SET,
    STAT,
    STEP,
    UP,
)
from taku.games.warring.rules import begin_when_ready
from taku.games.warring.rules.armies import free_number, lone_beside
from taku.games.warring.rules.deployment import can_ready, deployment_default, deployment_step, offered
from taku.games.warring.rules.ground import cell_at, image
from taku.games.warring.rules.troops import current
from taku.games.warring.rules.turns import end_action_phase
from taku.games.warring.secrets import guess
from taku.games.warring.state import (
    ARMIES,
    CELLS,
    DEPLOY,
    LIMIT,
    ORDER,
    SIDES,
    SOUTH,
    SPLIT,
    STAGE,
    STRIDE,
    TROOPS,
)

SCRIPT = Names("careful", "strike", "press", "hunt", "hold", "withdraw")
"""Strike where it pays; strike even at a price; go straight at them; at their general; stay; away from them."""
MANNER = Names("losses", "guard", "push", "field", "flank", "together", "hunt_cells", "alone", "chase")
"""Places of a manner: what own losses count against the enemy's, in per cent; the same for the own general; what a
cell nearer to the enemy is worth to an army; what holding the field is worth; what a
point of morale is worth to a troop; how far an army may run ahead of the others; how much the enemy general counts;
what it counts that the own general, or the enemy's, stands nearer to enemies than to friends."""
ALL_SCRIPTS = (1 << len(SCRIPT)) - 1
GAIN, HARM, NEARER, PREY = 0, 1, 2, 3
WEIGHT = table(
    [
        [100, 90, 20, 0],
        [100, 40, 40, 0],
        [20, 0, 400, 0],
        [80, 20, 10, 300],
        [0, 0, 0, 0],
        [0, 100, -60, 0],
    ]
)
"""What scripts look for: a hundredth of a per cent of a fresh infantry, and so much for a cell."""
OWN = 32  # the place in the queue where the own troops of an army begin; before them the enemies near it
NEAR = 13  # enemies farther away than this do not matter in this turn and the next
FAR = 120
WADE, RIDE_WOODS = 4, 3
FULL = 1000
NEAR_GENERAL, FAR_FROM_GENERAL = 6, 9  # friends nearer than this shelter a general, enemies nearer threaten it
CLOSE = 800  # a lead of so many per cent of a fresh infantry is half way to a won battle
WON = 10_000
FIELD_FIRST = 4  # where field points decide before strength they count so many times


# ---------------------------------------------------------------- the ground


@rule
def plan_begin(s, seat):
    """What a plan needs of the hidden state: the ways of both sides to the enemies that are seen or remembered."""
    for side in range(SIDES):
        for row in range(2):
            spread_ways(s, seat, side, row)


@rule
def plan_guess(s, seat):
    """What a side takes for certain: the enemies in sight, and the others where they were last seen."""
    if s.stage == STAGE.deploy:
        guess(s, seat)
    else:
        believe(s, seat)


@rule
def spread_ways(s, seat, side, row):
    """How far each cell is for a side from its nearest enemy that the seat knows, on foot or on horse (row 1)."""
    enemy = 1 - side
    place = 2 * side + row
    for cell in range(CELLS):
        s.ways[place, cell] = FAR
    n = 0
    for q in range(TROOPS):
        cell = s.cell[enemy, q]
        if side == seat and not cell:
            cell = s.last_cell[seat, q]
        if cell and s.ways[place, cell]:
            s.ways[place, cell] = 0
            s.queue[n] = cell
            n += 1
    if n == 0:
        middle = cell_at(s.size // 2, s.size // 3)
        if enemy == SOUTH:
            middle = image(s, middle)
        s.ways[place, middle] = 0
        s.queue[0] = middle
        n = 1
    kind = KIND_OF.cavalry if row else KIND_OF.infantry
    done = 0
    while done < n:
        cell = s.queue[done % CELLS]
        done += 1
        ground = s.terrain[cell]
        cost = 1
        if ground == GROUND_OF.water:
            cost = WADE
        elif row and ground == GROUND_OF.forest:
            cost = RIDE_WOODS
        far = s.ways[place, cell] + cost
        for d in range(4):
            near = cell + STEP[d]
            there = s.terrain[near]
            steep = HEIGHT[ground] - HEIGHT[there] > 1
            if there and far < s.ways[place, near] and not BARRED[there, kind] and not steep and n - done < CELLS:
                s.ways[place, near] = far
                s.queue[n % CELLS] = near
                n += 1


# ---------------------------------------------------------------- what can be ordered


@rule
def plan_units(s, seat):
    """The armies that may still march; in the deployment one unit, the formation."""
    if s.stage == STAGE.deploy:
        return 1
    found = 0
    for k in range(1, ARMIES + 1):
        if s.facing[seat, k] and not s.acted[seat, k] and not s.moved[seat, k]:
            found |= 1 << k
    return found


@rule
def plan_rank(s, seat, unit):
    """Who can bear it goes first and draws the interception: strength by defence; the general's army goes last."""
    sum_ = 0
    n = 0
    for t in range(s.count[seat]):
        if s.army[seat, t] == unit and s.cell[seat, t] and s.stage != STAGE.deploy:
            if s.kind[seat, t] == KIND_OF.general:
                return -1
            sum_ += s.strength[seat, t] * current(s, seat, t, STAT.defence) // 10
            n += 1
    return sum_ // max(1, n)


@rule
def plan_orders(s, seat, unit, out):
    """Stay, and every march that is open; in the deployment the largest formations."""
    n = 0
    if s.stage == STAGE.deploy:
        largest = 0
        for f in range(FORMATION_COUNT):
            if offered(s, f):
                largest = max(largest, FORMATION_SIZE[f])
        for f in range(FORMATION_COUNT):
            if offered(s, f) and FORMATION_SIZE[f] == largest:
                out[n] = f
                n += 1
        return n
    out[0] = 0
    n = 1
    for i in range(4):
        d = (UP[seat] + i) % 4
        for cells in range(reach_towards(s, seat, unit, d)):
            out[n] = 1 + 4 * cells + d
            n += 1
    return n


@rule
def plan_scripts(s, seat):
    """All scripts; a deployment needs none."""
    return 1 if s.stage == STAGE.deploy else ALL_SCRIPTS


@rule
def plan_step(s, seat, unit, order):
    """W-6.1, W-6.2: turn, then march; unit −1 closes the turn."""
    if s.stage == STAGE.deploy:
        if unit < 0:
            return DEPLOY.ready if can_ready(s, seat) else deployment_default(s, seat)
        return DEPLOY.preset(order) if order >= 0 and not s.clicks[seat] else -1
    if s.splitting[seat]:
        return SPLIT.cancel
    if unit < 0:
        return closing(s, seat)
    if order <= 0 or not s.facing[seat, unit] or s.acted[seat, unit] or s.moved[seat, unit]:
        return -1
    d = (order - 1) % 4
    n = min(1 + (order - 1) // 4, reach_towards(s, seat, unit, d))
    if n == 0:
        return -1
    return ORDER.march(unit, n) if s.facing[seat, unit] == 1 + d else ORDER.face(unit, d)


@rule
def closing(s, side):
    """When nobody marches any more: lone troops are taken in, armies face the largest threat, then the attack."""
    if s.opt.rally:
        for k in range(1, ARMIES + 1):
            if s.facing[side, k] and not s.acted[side, k] and lone_beside(s, side, k):
                return ORDER.rally(k)
        if free_number(s, side):
            t = lone_group(s, side)
            if t >= 0:
                return ORDER.muster(t)
    for k in range(1, ARMIES + 1):
        if s.facing[side, k] and not s.acted[side, k]:
            front = best_front(s, side, k)
            if s.facing[side, k] != front:
                return ORDER.face(k, front - 1)
    return ORDER.end


@rule
def plan_close(s, seat):
    """What the clicks of `closing` do, all at once: for turns that are only imagined."""
    if s.stage == STAGE.deploy:
        deployment_step(s, seat, plan_step(s, seat, -1, 0))
        if not s.ready[seat]:
            deployment_step(s, seat, DEPLOY.ready)
        begin_when_ready(s)
        return
    close_ranks(s, seat)
    end_action_phase(s, seat)


# ---------------------------------------------------------------- scripts


@rule
def plan_choose(s, seat, unit, script):
    """The order that a script gives an army."""
    if s.stage == STAGE.deploy:
        return -1
    if script == SCRIPT.hold or not s.facing[seat, unit] or s.acted[seat, unit] or s.moved[seat, unit]:
        return 0
    own = list_own(s, seat, unit)
    foes = list_foes(s, seat)
    prey = 0
    if WEIGHT[script, PREY]:
        for q in range(s.count[1 - seat]):
            if s.kind[1 - seat, q] == KIND_OF.general:
                prey = s.cell[1 - seat, q]
    best = 0
    most = outlook(s, seat, unit, 0, 0, own, foes, prey, script) + 1
    for i in range(4):
        d = (UP[seat] + i) % 4
        for n in range(reach_towards(s, seat, unit, d)):
            score = outlook(s, seat, unit, (n + 1) * STEP[d], 1, own, foes, prey, script)
            if score > most:
                most = score
                best = 1 + 4 * n + d
    return best


@rule
def list_own(s, side, k):
    """The troops of an army, into the queue from OWN on; how many."""
    n = 0
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t]:
            s.queue[OWN + n] = t
            n += 1
    return n


@rule
def list_foes(s, side):
    """The enemies near the first of these troops, into the queue; how many."""
    enemy = 1 - side
    here = s.cell[side, s.queue[OWN]]
    n = 0
    for q in range(s.count[enemy]):
        there = s.cell[enemy, q]
        if there and abs(here % STRIDE - there % STRIDE) + abs(here // STRIDE - there // STRIDE) <= NEAR:
            s.queue[n] = q
            n += 1
    return n


@rule
def stat_on(ground, kind, stat, bonus):
    """W-2.3: what a troop of a kind has on a ground."""
    if SET[stat, ground, kind]:
        return SET[stat, ground, kind]
    return max(1, BASE[stat, kind] + ADD[stat, ground, kind] + bonus)


@rule
def blow_worth(s, side, t, damage):
    """What a blow to a troop is worth, in hundredths: three fifths by strength, two fifths for felling it."""
    if damage >= s.strength[side, t]:
        return WORTH[s.kind[side, t]] * (40 + 60 * s.strength[side, t] // FULL)
    return WORTH[s.kind[side, t]] * 60 * damage // FULL


@rule
def outlook(s, side, k, step, marched, own, foes, prey, script):
    """What an army may expect after a march by `step`, as a script weighs it."""
    enemy = 1 - side
    bonus = s.morale[side, k] - 1
    score = 0
    if WEIGHT[script, GAIN]:
        score += WEIGHT[script, GAIN] * dealt(s, side, step, own, foes, bonus) // 100
    if WEIGHT[script, HARM]:
        score -= WEIGHT[script, HARM] * taken(s, side, step, marched, own, foes, bonus) // 100
    row = 2 * side + (1 if s.kind[side, s.queue[OWN]] == KIND_OF.cavalry else 0)
    way = FAR
    hunt = FAR
    for i in range(own):
        cell = s.cell[side, s.queue[OWN + i]] + step
        way = min(way, s.ways[row, cell])
        if prey:
            hunt = min(hunt, abs(cell % STRIDE - prey % STRIDE) + abs(cell // STRIDE - prey // STRIDE))
    if foes:
        for i in range(foes):
            there = s.cell[enemy, s.queue[i]]
            for j in range(own):
                cell = s.cell[side, s.queue[OWN + j]] + step
                far = abs(cell % STRIDE - there % STRIDE) + abs(cell // STRIDE - there // STRIDE)
                way = min(way, far)
    score -= WEIGHT[script, NEARER] * way * 10
    if prey:
        score -= WEIGHT[script, PREY] * hunt * 10
    return score


@rule
def dealt(s, side, step, own, foes, bonus):
    """What an army would strike from there."""
    enemy = 1 - side
    sum_ = 0
    for i in range(own):
        t = s.queue[OWN + i]
        here = s.cell[side, t] + step
        ground = s.terrain[here]
        kind = s.kind[side, t]
        reach = stat_on(ground, kind, STAT.range, 0)
        best = 8 * reach + 8
        found = -1
        for j in range(foes):
            q = s.queue[j]
            there = s.cell[enemy, q]
            far = abs(here % STRIDE - there % STRIDE) + abs(here // STRIDE - there // STRIDE)
            order = 8 * far + PRIORITY[s.kind[enemy, q]]
            if far <= reach and order < best:
                best = order
                found = q
        if found >= 0:
            attack = stat_on(ground, kind, STAT.attack, bonus)
            damage = s.opt.damage_base * attack // max(1, current(s, enemy, found, STAT.defence))
            sum_ += blow_worth(s, enemy, found, damage)
    return sum_


@rule
def taken(s, side, step, marched, own, foes, bonus):
    """What it would suffer there: from those who wait for a march, and in the enemy's turn."""
    enemy = 1 - side
    sum_ = 0
    for j in range(foes):
        q = s.queue[j]
        there = s.cell[enemy, q]
        near = NEAR * 4
        found = 0
        dx = dy = 0
        for i in range(own):
            t = s.queue[OWN + i]
            here = s.cell[side, t] + step
            x = abs(here % STRIDE - there % STRIDE)
            y = abs(here // STRIDE - there // STRIDE)
            if x + y < near:
                near = x + y
                dx = x
                dy = y
                found = t
        reach = current(s, enemy, q, STAT.range)
        often = 0
        k = s.army[enemy, q]
        if near <= reach:
            often = 10
            if marched and k and not s.acted[enemy, k] and not (s.struck[enemy] >> q) & 1:
                often += 10
        elif k and closest(near, dx, dy, pace(s, enemy, q)) <= reach:
            often = 6
        if often:
            ground = s.terrain[s.cell[side, found] + step]
            defence = stat_on(ground, s.kind[side, found], STAT.defence, bonus)
            damage = s.opt.damage_base * current(s, enemy, q, STAT.attack) // max(1, defence)
            sum_ += often * blow_worth(s, side, found, damage) // 10
    return sum_


# ---------------------------------------------------------------- what it is worth


@rule
def power(s, side, morale):
    """What a side has left: its troops, and what the morale of their armies makes of them, in hundredths."""
    n = 0
    for t in range(s.count[side]):
        if s.cell[side, t]:
            worth = WORTH[s.kind[side, t]] * (40 + 60 * s.strength[side, t] // FULL)
            if s.army[side, t]:
                worth += worth * morale * (s.morale[side, s.army[side, t]] - 1) // 100
            else:
                worth -= 2 * worth // 5  # alone it neither marches nor intercepts
            n += worth
    return n


@rule
def general_left(s, side):
    """The strength of a side's general; one who was never seen is taken to be fresh."""
    for t in range(s.count[side]):
        if s.kind[side, t] == KIND_OF.general:
            return s.strength[side, t]
    return FULL


@rule
def left_alone(s, side):
    """How much nearer enemies are to a side's general than its own troops, in whole fresh troops and steps."""
    here = 0
    for t in range(s.count[side]):
        if s.kind[side, t] == KIND_OF.general:
            here = s.cell[side, t]
    if not here:
        return 0
    sum_ = 0
    for who in range(SIDES):
        sight = NEAR_GENERAL if who == side else FAR_FROM_GENERAL
        for t in range(s.count[who]):
            there = s.cell[who, t]
            if there and there != here:
                far = abs(here % STRIDE - there % STRIDE) + abs(here // STRIDE - there // STRIDE)
                if far < sight:
                    part = (sight - far) * min(FULL, s.strength[who, t]) // 10
                    sum_ += -part if who == side else part
    return max(0, sum_) // 100


@rule
def way_left(s, side, together):
    """The ways of all armies to the enemy, the general's counted half, and how far the first ran ahead."""
    for k in range(ARMIES + 1):
        s.reach[k] = FAR
    general = 0
    for t in range(s.count[side]):
        cell = s.cell[side, t]
        if cell:
            k = s.army[side, t]
            row = 2 * side + (1 if s.kind[side, t] == KIND_OF.cavalry else 0)
            s.reach[k] = min(s.reach[k], s.ways[row, cell])
            if s.kind[side, t] == KIND_OF.general:
                general = k
    sum_ = 0
    n = 0
    nearest = FAR
    for k in range(1, ARMIES + 1):
        if s.facing[side, k]:
            way = min(40, s.reach[k])
            if k == general:
                sum_ += way // 2
            else:
                sum_ += way
                n += 1
                nearest = min(nearest, way)
    if n and together:
        sum_ += 2 * max(0, sum_ // n - nearest - together)
    return sum_


@kernel("int64(State, int64, int64[::1])")
def plan_value(s, seat, manner):
    """−10,000 to 10,000: losses on both sides, the general's safety, the field, the way to the enemy, the limit."""
    if s.stage == STAGE.deploy:
        return 0
    enemy = 1 - seat
    own = power(s, seat, manner[MANNER.flank])
    theirs = power(s, enemy, manner[MANNER.flank])
    lead = (own * manner[MANNER.losses] // 100 - theirs) // 100
    hurt = FULL - min(FULL, general_left(s, seat))
    danger = FULL - min(FULL, general_left(s, enemy))
    lead -= manner[MANNER.guard] * hurt * hurt // 300_000
    lead += manner[MANNER.hunt_cells] * danger * danger // 9_000
    if manner[MANNER.alone]:
        lead -= manner[MANNER.alone] * left_alone(s, seat)
    if manner[MANNER.chase]:
        lead += manner[MANNER.chase] * left_alone(s, enemy)
    first = FIELD_FIRST if s.opt.limit_result == LIMIT.field else 1
    lead += manner[MANNER.field] * first * max(-10, min(10, field_lead(s, seat) // FULL)) // 10
    lead -= manner[MANNER.push] * way_left(s, seat, manner[MANNER.together])
    late = 100 * s.round // max(1, s.opt.round_limit)
    if late > 60 and s.opt.limit_result != LIMIT.draw:
        lead += (late - 60) * first * max(-30, min(30, s.points[seat] - s.points[enemy])) // 10
        lead += lead * (late - 60) // 20
    return WON * lead // (abs(lead) + CLOSE)
