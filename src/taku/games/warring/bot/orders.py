"""Commanders who do not plan: each army takes the best of staying and marching, judged by the strikes of this turn and
what threatens it afterwards.

Worlds are rows of `states`, with the same bytes in `words`. An order is 0 (stay) or 1 + 4 × (cells − 1) + direction.
"""

from taku.compile.kernels import copy_world, kernel
from taku.engine import Names
from taku.games.warring.bot.ground import FAR, best_front, reach_towards, threat, way_of
from taku.games.warring.bot.worth import troop_worth, worth
from taku.games.warring.content import GROUND_OF, KIND_OF, SIGHT, UP
from taku.games.warring.rules.armies import (
    connected_part,
    free_number,
    lone_beside,
    members,
    muster,
    rally,
)
from taku.games.warring.rules.interception import intercept
from taku.games.warring.rules.marching import march
from taku.games.warring.rules.strikes import TOP_MORALE, from_front, prey, target, volley
from taku.games.warring.state import ARMIES, EVERY_TROOP, STAGE
from taku.kit.sets import lowest_of, size_of

W = Names("push", "caution", "losses", "guard", "hunt_cells", "noise", "together", "flank")
"""Places of a commander's weights."""

STAY = 0
VICTORY = 100_000
LONE = 30  # per cent of a lone troop's worth: alone it can neither march nor intercept
CONTACT = 6  # nearer than this the enemy decides where to go, not the formation
VIEW = 4  # worth of each cell of sight above that on grass, while an army is on its way


@kernel("none(State, int64, int64, int64)")
def carry_out(s, side, k, order):
    """Turn and march, with the interceptions that follow."""
    if order:
        s.facing[side, k] = 1 + (order - 1) % 4
        marchers = march(s, side, k, 1 + (order - 1) // 4)
        intercept(s, side, k, marchers)


@kernel("int64(State, State, int64, int64, int64[::1], int64)")
def judge(before, s, side, k, w, mean):
    """What a world is worth to an army that has come there by an order, for the strikes so far and what may follow."""
    if s.stage == STAGE.over:
        return VICTORY if s.winner == 1 + side else -VICTORY
    enemy = 1 - side
    score = 100 * (worth(before, enemy) - worth(s, enemy)) - w[W.losses] * (worth(before, side) - worth(s, side))
    if not s.facing[side, k]:
        return score
    score -= w[W.caution] * threat(s, side, k, w[W.guard])
    far = way_of(before, s, side, k)
    score -= push_of(s, side, k, w) * max(far, leash(w, mean, far))
    score += LONE * lone_worth(s, side, k)
    if far > CONTACT:
        score += 100 * VIEW * view_of(s, side, k)
    return score


@kernel("int64(int64[::1], int64, int64)")
def leash(w, mean, far):
    """No army gains by running farther ahead of the others than the commander likes, unless the enemy is near."""
    return mean - w[W.together] if w[W.together] and far > CONTACT else 0


@kernel("int64(State, int64, int64, int64[::1])")
def push_of(s, side, k, w):
    """What a cell nearer to the enemy is worth to an army; half for the general's own."""
    return (50 if has_general(s, side, k) else 100) * w[W.push]


@kernel("int64(State, int64, int64)")
def lone_worth(s, side, k):
    """W-7.5: what the lone troops are worth that an army could take in."""
    lone = lone_beside(s, side, k) if s.opt.rally and not s.acted[side, k] else 0
    sum_ = 0
    for t in range(s.count[side]):
        if (lone >> t) & 1:
            sum_ += troop_worth(s, side, t)
    return sum_


@kernel("int64(State, int64, int64)")
def has_general(s, side, k):
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t] and s.kind[side, t] == KIND_OF.general:
            return 1
    return 0


@kernel("int64(State, int64, int64)")
def view_of(s, side, k):
    """How much farther an army sees than from grass."""
    best = 0
    for t in range(s.count[side]):
        if s.army[side, t] == k and s.cell[side, t]:
            best = max(best, SIGHT[s.terrain[s.cell[side, t]]])
    return best - SIGHT[GROUND_OF.grass]


@kernel("int64(State, int64, int64)")
def flanking(s, side, k):
    """W-9.2, W-13.4: how many troops of an army would now strike an army from outside its front; none if its morale
    cannot rise any more."""
    if s.morale[side, k] >= TOP_MORALE:
        return 0
    enemy = 1 - side
    strikers = members(s, side, k)
    visible = prey(s, side, strikers, EVERY_TROOP)
    found = 0
    if visible:
        for t in range(s.count[side]):
            if (strikers >> t) & 1:
                q = target(s, side, t, visible) - 1
                if q >= 0 and s.army[enemy, q] and not from_front(s, side, t, q):
                    found += 1
    return found


@kernel("int64(State, int64)")
def mean_way(s, side):
    """How far the armies are from the enemy, on the mean; the general may stay behind."""
    sum_ = n = 0
    for k in range(1, ARMIES + 1):
        if s.facing[side, k] and not has_general(s, side, k):
            sum_ += min(way_of(s, s, side, k), 60)
            n += 1
    return sum_ // max(1, n)


@kernel("int64(State[::1], uint64[:, ::1], int64, int64, int64, int64, int64[::1], int64)")
def best_order(states, words, a, b, side, k, w, mean):
    """The best of staying and of all marches of an army in world a; b is for trying."""
    s = states[a]
    copy_world(words, a, b)
    flank = flanking(s, side, k) if w[W.flank] else 0
    volley(states[b], side, k, 0, EVERY_TROOP)
    best = STAY
    most = judge(s, states[b], side, k, w, mean) + 100 * w[W.flank] * flank
    for i in range(4):
        d = (UP[side] + i) % 4  # equally good orders: as the side sees the map
        for n in range(reach_towards(s, side, k, d)):
            copy_world(words, a, b)
            order = 1 + 4 * n + d
            carry_out(states[b], side, k, order)
            flank = 0
            if states[b].stage != STAGE.over and states[b].facing[side, k]:
                flank = flanking(states[b], side, k) if w[W.flank] else 0
                volley(states[b], side, k, 0, EVERY_TROOP)
            score = judge(s, states[b], side, k, w, mean) + 100 * w[W.flank] * flank
            if score > most:
                most = score
                best = order
    return best


@kernel("int64(State, int64, int64)")
def next_army(s, side, done):
    """The army nearest to the enemy that may march and is not among those done; 0 if there is none."""
    best = 0
    nearest = FAR + 1
    for k in range(1, ARMIES + 1):
        if s.facing[side, k] and not s.acted[side, k] and not s.moved[side, k] and not (done >> k) & 1:
            far = way_of(s, s, side, k)
            if far < nearest:
                nearest = far
                best = k
    return best


@kernel("none(State, int64)")
def close_ranks(s, side):
    """W-7.5, W-7.6, W-6.1: lone troops are taken in or mustered, and every army faces the largest threat."""
    for k in range(1, ARMIES + 1):
        if s.facing[side, k] and not s.acted[side, k]:
            if s.opt.rally and lone_beside(s, side, k):
                rally(s, side, k)
            s.facing[side, k] = best_front(s, side, k)
    if s.opt.rally and free_number(s, side):
        t = lone_group(s, side)
        if t >= 0:
            muster(s, side, t)


@kernel("int64(State, int64)")
def lone_group(s, side):
    """W-7.6: the lowest number of a group of lone troops that can be mustered; −1 if there is none."""
    left = members(s, side, 0)
    while left:
        group = connected_part(s, side, left, lowest_of(left))
        if size_of(group) >= 2:
            return lowest_of(group)
        left &= ~group
    return -1
