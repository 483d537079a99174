"""The next click of a commander who does not plan: the same view gives the same click, so a turn is thought of anew at
every click and still followed to its end. Every army takes the order that is best for it, those nearest to the enemy
first.
"""

from taku.compile.kernels import kernel
from taku.engine import roll, table
from taku.games.warring.bot.belief import believe
from taku.games.warring.bot.ground import find_ways, reach_towards
from taku.games.warring.bot.orders import STAY, W, best_order, mean_way, next_army
from taku.games.warring.bot.plans import closing
from taku.games.warring.content import FORMATION_COUNT, FORMATION_SIZE
from taku.games.warring.rules.deployment import can_ready, offered
from taku.games.warring.state import DEPLOY, ORDER, SPLIT, STAGE

BELIEF, TRIAL = 0, 1  # rows of `states`
CHANCES = (60, 30, 10)
"""Rulebook, section 6: how likely a commander's first, second and third formation are."""
CHANCE = table(CHANCES)
FORMATIONS = len(W)
"""The place behind a commander's weights where his formations stand: 1 + the number of each, 0 for none."""


@kernel("int64(State[::1], uint64[:, ::1], int64, int64[::1], int32[::1])")
def script(states, words, seat, w, out):
    """A commander's next click (``taku.bots.scripts``); `w` has his weights and his formations."""
    s = states[BELIEF]
    if s.stage == STAGE.deploy:
        if s.clicks[seat] and can_ready(s, seat):
            return DEPLOY.ready
        return DEPLOY.preset(formation(s, w))
    if s.splitting[seat]:
        return SPLIT.cancel  # somebody else began it
    return command(states, words, seat, w)


@kernel("int64(State, int64[::1])")
def formation(s, w):
    """One of the own formations that are offered, the first the likeliest; if none is, any of the largest."""
    known = 0
    total = 0
    chosen = -1
    for i in range(FORMATIONS, len(w)):
        if w[i] and offered(s, w[i] - 1):
            total += CHANCE[known]
            if roll(s, total) < CHANCE[known]:
                chosen = w[i] - 1
            known += 1
    if chosen < 0:
        largest = 0
        for f in range(FORMATION_COUNT):
            if offered(s, f) and FORMATION_SIZE[f] >= largest:
                known = 1 if FORMATION_SIZE[f] > largest else known + 1
                largest = FORMATION_SIZE[f]
                if roll(s, known) == 0:
                    chosen = f
    return chosen


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


@kernel("int64(State[::1], uint64[:, ::1], int64, int64[::1])")
def command(states, words, side, w):
    """The commander's next click in the action phase."""
    s = states[BELIEF]
    believe(s, side)
    find_ways(s, side, w[W.hunt_cells])
    mean = mean_way(s, side)
    done = 0
    k = next_army(s, side, done)
    while k:
        luck = mood(s, side, k)
        if luck % 100 < w[W.noise]:
            order = random_order(s, side, k, luck // 100)
        else:
            order = best_order(states, words, BELIEF, TRIAL, side, k, w, mean)
        if order:
            return march_click(s, side, 16 * k + order)
        done |= 1 << k
        k = next_army(s, side, done)
    return closing(s, side)
