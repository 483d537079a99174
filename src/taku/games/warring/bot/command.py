"""The next click of a commander who does not plan: the same view gives the same click, so a turn is thought of anew at
every click and still followed to its end. Every army takes the order that is best for it, those nearest to the enemy
first.
"""

from taku.compile.kernels import kernel
from taku.games.warring.bot.belief import believe
from taku.games.warring.bot.ground import find_ways, reach_towards
from taku.games.warring.bot.orders import STAY, W, best_order, copy_world, mean_way, next_army
from taku.games.warring.bot.plans import closing
from taku.games.warring.state import ORDER

SEEN, BELIEF, TRIAL = 0, 1, 2  # rows of `states`
ROWS = 3


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


@kernel("int64(State[::1], uint64[:, ::1], int64, int64[::1], int16[:, ::1], int16[::1])")
def command(states, words, side, w, ways, queue):
    """The commander's next click in the action phase. Row 0 of `states` is what its side sees; `w` are its weights."""
    copy_world(words, SEEN, BELIEF)
    s = states[BELIEF]
    believe(s, side)
    find_ways(s, side, w[W.hunt_cells], ways, queue)
    mean = mean_way(s, side, ways)
    done = 0
    k = next_army(s, side, done, ways)
    while k:
        luck = mood(s, side, k)
        if luck % 100 < w[W.noise]:
            order = random_order(s, side, k, luck // 100)
        else:
            order = best_order(states, words, BELIEF, TRIAL, side, k, w, ways, mean)
        if order:
            return march_click(s, side, 16 * k + order)
        done |= 1 << k
        k = next_army(s, side, done, ways)
    return closing(s, side)


KERNELS = (command,)
