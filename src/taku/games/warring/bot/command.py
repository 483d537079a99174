"""A commander's next click, from what its side sees: the same view gives the same click, so a turn is planned anew at
every click and still followed to its end.

Every army takes the orders that are best for it, those nearest to the enemy first. Level 3 imagines for each of them
how the turn ends and what the enemy and it would do in the next ones.
"""

from taku.compile.kernels import kernel
from taku.games.warring.bot.belief import believe
from taku.games.warring.bot.ground import best_front, find_ways, reach_towards, way_of
from taku.games.warring.bot.orders import (
    LONE,
    MELEE,
    STAY,
    VICTORY,
    W,
    best_order,
    carry_out,
    copy_world,
    flanking,
    general_worth,
    imagine_turn,
    lone_group,
    lone_worth,
    mean_way,
    next_army,
    push_of,
)
from taku.games.warring.bot.worth import field_lead, worth
from taku.games.warring.content import UP
from taku.games.warring.rules.armies import free_number, lone_beside
from taku.games.warring.state import ARMIES, ORDER, STAGE

SEEN, BELIEF, PLAN, TRIAL = 0, 1, 2, 3  # rows of `states`
ROWS = 4
STUBBORN = 150  # a march must be better than staying by so much, in hundredths of a per cent of a fresh infantry
FIELD = 50  # worth of holding the whole field


@kernel("int64(int64, int64)")
def mix(a, b):
    """A number of 31 bits that looks random."""
    a = (a * 1103515245 + b * 12345 + 2891336453) & 0x7FFFFFFF
    a ^= a >> 13
    a = (a * 1664525 + 1013904223) & 0x7FFFFFFF
    return a ^ (a >> 16)


@kernel("int64(State, int64, int64)")
def mood(s, side, k):
    """A number that stays the same for an army until it moves: what chance the army has in this round."""
    n = mix(s.round, k)
    for t in range(s.count[side]):
        if s.army[side, t] == k:
            n = mix(n, s.cell[side, t] * 2048 + s.strength[side, t])
    return n


@kernel("int64(State, int64, int64, int64)")
def random_order(s, side, k, luck):
    """Any march of an army, as likely as staying."""
    count = 1
    for d in range(4):
        count += reach_towards(s, side, k, d)
    left = luck % count
    for d in range(4):
        n = reach_towards(s, side, k, d)
        if 0 < left <= n:
            return 1 + 4 * (left - 1) + d
        left -= n
    return STAY


@kernel("int64(State, int64, int64)")
def march_click(s, side, order):
    """The click for an order of army `order // 16`: it turns first, if it does not face that way."""
    k = order // 16
    d = (order % 16 - 1) % 4
    if s.facing[side, k] != 1 + d:
        return ORDER.face(k, d)
    return ORDER.march(k, 1 + (order % 16 - 1) // 4)


@kernel("int64(State, int64)")
def closing_click(s, side):
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


@kernel(
    "int64(State[::1], uint64[:, ::1], int64, int64, int64, int64, int64[::1], int64[::1], int16[:, ::1], "
    "int16[:, ::1], int16[::1])"
)
def foresee(states, words, side, k, order, done, w, base, ways, other, queue):
    """What an order leads to: the rest of the turn, and as many turns as the commander looks ahead."""
    before = states[BELIEF]
    s = states[PLAN]
    copy_world(words, BELIEF, PLAN)
    carry_out(s, side, k, order)
    score = 0
    if s.stage != STAGE.over:
        if s.facing[side, k]:
            score = LONE * lone_worth(s, side, k) - push_of(s, side, k, w) * way_of(s, side, k, ways)
            score += 100 * w[W.flank] * flanking(s, side, k) if w[W.flank] else 0
        imagine_turn(states, words, PLAN, TRIAL, side, done | 1 << k, base, other, queue)
    turns = 0
    while s.stage != STAGE.over and turns < w[W.depth]:
        turns += 1
        imagine_turn(states, words, PLAN, TRIAL, s.turn, 0, base, other, queue)
    if s.stage == STAGE.over:
        certain = VICTORY // (1 + turns)  # what is far may be otherwise
        return certain if s.winner == 1 + side else -certain
    enemy = 1 - side
    score += 100 * (worth(before, enemy) - worth(s, enemy)) - w[W.losses] * (worth(before, side) - worth(s, side))
    score -= w[W.guard] * max(0, general_worth(before, side) - general_worth(s, side))
    return score + 100 * FIELD * max(-10, min(10, field_lead(s, side) // 1000)) // 10


@kernel(
    "int64(State[::1], uint64[:, ::1], int64, int64, int64, int64[::1], int64[::1], int16[:, ::1], int16[:, ::1], "
    "int16[::1])"
)
def best_foreseen(states, words, side, k, done, w, base, ways, other, queue):
    """The order of an army that leads to the best."""
    s = states[BELIEF]
    best = STAY
    most = foresee(states, words, side, k, STAY, done, w, base, ways, other, queue) + STUBBORN
    for i in range(4):
        d = (UP[side] + i) % 4  # equally good orders: as the side sees the map
        for n in range(reach_towards(s, side, k, d)):
            order = 1 + 4 * n + d
            score = foresee(states, words, side, k, order, done, w, base, ways, other, queue)
            if score > most:
                most = score
                best = order
    return best


@kernel("int64(State[::1], uint64[:, ::1], int64, int64[::1], int64[::1], int16[:, ::1], int16[:, ::1], int16[::1])")
def command(states, words, side, w, base, ways, other, queue):
    """The commander's next click in the action phase. Row 0 of `states` is what its side sees; `w` are its weights,
    `base` those that it expects of everybody."""
    copy_world(words, SEEN, BELIEF)
    s = states[BELIEF]
    believe(s, side)
    find_ways(s, side, w[W.hunt_cells], ways, queue)
    mean = mean_way(s, side, ways)
    done = 0
    k = next_army(s, side, done, ways)
    while k:
        luck = mood(s, side, k)
        hasty = luck % 100 < w[W.noise]
        if hasty and not w[W.depth]:
            order = random_order(s, side, k, luck // 100)
        elif w[W.depth] and not hasty and way_of(s, side, k, ways) <= MELEE + w[W.hunt_cells]:
            order = best_foreseen(states, words, side, k, done, w, base, ways, other, queue)
        else:
            order = best_order(states, words, BELIEF, TRIAL, side, k, w, ways, mean)
        if order:
            return march_click(s, side, 16 * k + order)
        done |= 1 << k
        k = next_army(s, side, done, ways)
    return closing_click(s, side)


KERNELS = (command,)
