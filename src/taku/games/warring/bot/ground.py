"""What a commander reads off the map: ways to the enemy, and who could strike whom."""

from taku.compile.kernels import kernel
from taku.engine import rule
from taku.games.warring.bot.worth import FRESH, troop_worth
from taku.games.warring.content import BARRED, BASE, GROUND_OF, HEIGHT, KIND_OF, STAT, STEP, UP
from taku.games.warring.rules.ground import cell_at, image
from taku.games.warring.rules.marching import free_way
from taku.games.warring.rules.troops import current
from taku.games.warring.state import CELLS, SOUTH, SPEED, STRIDE

FAR = 999
THREAT = 9  # enemies farther away do not decide where an army faces
WADE, RIDE_WOODS = 4, 3  # a step into water, a horse's step into a wood: as slow as so many steps
FOOT, HORSE = 0, 1  # rows of a table of ways; every cell's way to the nearest goal


@kernel("none(State, int64, int64)")
def find_ways(s, side, hunt):
    """How far each cell is from the nearest enemy, the general counted `hunt` cells nearer; if none is known, from
    the middle of the enemy's area."""
    enemy = 1 - side
    for row in range(2):
        for cell in range(CELLS):
            s.ways[row, cell] = FAR
        n = 0
        for q in range(s.count[enemy]):
            if s.cell[enemy, q]:
                s.ways[row, s.cell[enemy, q]] = 0 if s.kind[enemy, q] == KIND_OF.general else hunt
                s.queue[n] = s.cell[enemy, q]
                n += 1
        if n == 0:
            middle = cell_at(s.size // 2, 1)
            if enemy == SOUTH:
                middle = image(s, middle)
            s.ways[row, middle] = 0
            s.queue[0] = middle
            n = 1
        spread(s, row, n)


@kernel("none(State, int64, int64)")
def spread(s, row, n):
    """From the goals to all cells; a cell comes back into the queue when a shorter way to it is found."""
    kind = KIND_OF.cavalry if row == HORSE else KIND_OF.infantry
    done = 0
    while done < n:
        cell = s.queue[done % CELLS]
        done += 1
        ground = s.terrain[cell]
        cost = 1
        if ground == GROUND_OF.water:
            cost = WADE
        elif row == HORSE and ground == GROUND_OF.forest:
            cost = RIDE_WOODS
        far = s.ways[row, cell] + cost
        for d in range(4):
            near = cell + STEP[d]
            there = s.terrain[near]
            if there and far < s.ways[row, near] and not BARRED[there, kind] and HEIGHT[ground] - HEIGHT[there] <= 1:
                s.ways[row, near] = far
                if n - done < CELLS:
                    s.queue[n % CELLS] = near
                    n += 1


@kernel("int64(State, State, int64, int64)")
def way_of(known, s, side, k):
    """How far an army still has to go by the ways that are known: its nearest troop, on horse ways if it has horse."""
    row = FOOT
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t] and s.kind[side, t] == KIND_OF.cavalry:
            row = HORSE
    best = FAR
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t] and known.ways[row, s.cell[side, t]] < best:
            best = known.ways[row, s.cell[side, t]]
    return best


@rule
def reach_towards(s, side, k, d):
    """W-6.2 to W-6.6: how far an army that may march could march in a direction after turning there."""
    far = SPEED
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t]:
            far = min(far, current(s, side, t, STAT.speed))
    for t in range(s.count[side]):
        if far and s.army[side, t] == k and s.cell[side, t]:
            far = free_way(s, side, t, far, STEP[d])
    return far


@rule
def closest(far, dx, dy, speed):
    """How near somebody can come by one march, which goes straight: the longer leg gets shorter."""
    return far - min(speed, max(dx, dy))


@rule
def danger(s, side, t):
    """The damage that enemies could do to a troop in one turn: fully from where they stand, 60 % after a march."""
    enemy = 1 - side
    here = s.cell[side, t]
    defence = max(1, current(s, side, t, STAT.defence))
    sum_ = 0
    for q in range(s.count[enemy]):
        there = s.cell[enemy, q]
        if there:
            dx = abs(here % STRIDE - there % STRIDE)
            dy = abs(here // STRIDE - there // STRIDE)
            if dx + dy <= 7:
                reach = current(s, enemy, q, STAT.range)
                blow = s.opt.damage_base * current(s, enemy, q, STAT.attack) // defence
                if dx + dy <= reach:
                    sum_ += blow
                elif s.army[enemy, q] and closest(dx + dy, dx, dy, pace(s, enemy, q)) <= reach:
                    sum_ += blow * 6 // 10
    return sum_


@rule
def pace(s, side, t):
    """A troop's speed; horse and general seldom ride alone, so a general's army walks."""
    kind = s.kind[side, t]
    return 1 if kind == KIND_OF.general else BASE[STAT.speed, kind]


@rule
def threat(s, side, k, guard):
    """What an army may lose in the enemy's turn, halved; the own general counts 2.5 × guard per cent."""
    sum_ = 0
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t]:
            harm = min(FRESH, danger(s, side, t) * FRESH // max(1, s.strength[side, t]))
            if harm:
                worth = troop_worth(s, side, t)
                if s.kind[side, t] == KIND_OF.general:
                    worth = worth * guard // 40
                sum_ += worth * harm // (2 * FRESH)
    return sum_


@rule
def best_front(s, side, k):
    """1 + the direction from which most threatens an army, nearer enemies more; the enemy's side if nobody does.

    W-13.5: an enemy threatens from the quarter it stands in, exact diagonals from both.
    """
    enemy = 1 - side
    north = east = south = west = 0
    for q in range(s.count[enemy]):
        there = s.cell[enemy, q]
        if there:
            for t in range(s.count[side]):
                if s.army[side, t] == k and s.cell[side, t]:
                    here = s.cell[side, t]
                    dx = there % STRIDE - here % STRIDE
                    dy = there // STRIDE - here // STRIDE
                    far = abs(dx) + abs(dy)
                    if far <= THREAT:
                        force = BASE[STAT.attack, s.kind[enemy, q]] * 100 // max(1, far)
                        if -dy >= abs(dx):
                            north += force
                        if dx >= abs(dy):
                            east += force
                        if dy >= abs(dx):
                            south += force
                        if -dx >= abs(dy):
                            west += force
    best = 1 + UP[side]
    most = 0
    for i in range(4):
        d = (UP[side] + i) % 4
        force = north
        if d == 1:
            force = east
        elif d == 2:
            force = south
        elif d == 3:
            force = west
        if force > most:
            most = force
            best = 1 + d
    return best
