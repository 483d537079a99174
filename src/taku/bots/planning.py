"""Planning of whole turns in compiled code, made for each game from its own rules.

A plan is a sequence of (unit, order) of one seat, carried out by clicks until the turn passes. It is judged in several
guessed worlds, each after several answers: there the others, and the seat in its own later turns, follow scripts.

- **Orders.** A game says which units can be ordered (`plan_units`), what they could be ordered (`plan_orders`), which
  click carries an order out (`plan_step`) and which order a script would give (`plan_choose`). An order below 0 is a
  script, which every world answers in its own way. In a game without these every click is an order of its own, drawn
  by `prefer`, and everybody else plays by `prefer`, too.
- **Worlds.** The first ones may be what the seat takes for certain (`plan_guess`), the others are drawn by `guess`.
- **Search.** Whole scripts are tried first. Then each unit in turn tries its other orders, and the best is kept
  (portfolio greedy search). Then orders, pairs of orders and the sequence are changed at random, and what is better is
  kept (online evolution). A trial that falls behind in the first worlds is dropped there.
- **Judgement.** `plan_value` with the manner of the player, else `value`; a match that has ended counts as won or lost.
  In each world the mean over the answers and the worst of them are weighed by how wary the player is.

Nothing is allocated; ``taku.bots.planner`` passes the arrays in.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"

from __future__ import annotations

import numpy as np

from taku.bots.nodes import fingerprint
from taku.bots.playout import SCALE, draw, forward, next_word, rewards
from taku.compile.kernels import first_of, kernel
from taku.engine.chance import key
from taku.engine.contract import (
    CORE_WORDS,
    HAS_PLAN_CLOSE,
    HAS_PLAN_GUESS,
    HAS_PLAN_RANK,
    HAS_PLAN_STEP,
    HAS_PLAN_VALUE,
    HAS_PREFER,
    act,
    actors,
    guess,
    plan_begin,
    plan_choose,
    plan_close,
    plan_guess,
    plan_orders,
    plan_rank,
    plan_scripts,
    plan_step,
    plan_units,
    plan_value,
    prefer,
    view,
)

LENGTH = 64
"""The most orders of a plan, and clicks of one order."""

BEST, TRIAL = 0, 1
"""Rows of plans and of their samples."""

WORK, SEEN, SHOWN, WORLDS = 0, 1, 2, 3
"""Rows of states: the world in play, the hidden state, what a seat sees of a world, and the guessed worlds."""

# Places of the numbers; from P_DONE on the state of the search.
(
    P_SEAT, P_SEATS, P_WORLDS, P_HORIZON, P_WARY, P_OWN, P_METHOD, P_ANSWERS,
    P_DONE, P_SIZE, P_TRIAL, P_VALUE, P_STAGE, P_UNIT, P_ORDER, P_GAIN, P_FRESH, P_SURE, P_SLACK,
) = range(19)  # fmt: skip

GREEDY, EVOLVE, BOTH = 0, 1, 2
"""Methods: improve unit by unit, change at random, or first the one and then the other."""

SEEDS, PASSES, CHANGES = 0, 1, 2
"""Stages of the search."""

MOST_MOVED, MOST_OVER = 3, 9
"""In a plan of clicks: how many together come to another place, and over how many others at most."""

SLACK = 30
"""In the first world a trial may be so much worse than the best plan, of 1000 for a match, and still be looked at."""

NOTHING = -(1 << 40)


@kernel("int64(uint64[::1], int64)")
def below(rng, n):
    """A random number below n."""
    return np.int64(next_word(rng) >> np.uint64(33)) % max(1, n)


@kernel("none(uint64[:, ::1], int64, int64)")
def copy_row(words, a, b):
    for i in range(CORE_WORDS):
        words[b, i] = words[a, i]


@kernel("none(State, int64, int64, int64)")
def carry(s, seat, unit, order):
    """The clicks of one order; a script chooses it first."""
    if order < 0:
        order = plan_choose(s, seat, unit, -1 - order)
    for _ in range(LENGTH):
        if not (actors(s) >> seat) & 1:
            return
        click = plan_step(s, seat, unit, order)
        if click < 0:
            return
        act(s, seat, click)


@kernel("none(State, int64)")
def close(s, seat):
    """What ends a turn after the last order."""
    if HAS_PLAN_CLOSE:
        plan_close(s, seat)
        return
    for _ in range(LENGTH):
        if not (actors(s) >> seat) & 1:
            return
        click = plan_step(s, seat, -1, 0)
        if click < 0:
            return
        act(s, seat, click)


@kernel("none(State, int64, int64, int32[::1])")
def follow(s, seat, script, out):
    """A whole turn by a script, or one decision by `prefer` in a game that has none."""
    if HAS_PLAN_STEP:
        units = plan_units(s, seat)
        unit = 0
        while units >> unit:
            if (units >> unit) & 1:
                carry(s, seat, unit, -1 - script)
                if not (actors(s) >> seat) & 1:
                    return
            unit += 1
        close(s, seat)
    else:
        n = forward(s, seat, out)
        act(s, seat, out[draw(s, seat, out, n, 1)])


@kernel("int64(State, int64, int32[::1], int64, uint64[::1])")
def by_prefer(s, seat, out, n, rng):
    """The place of an action drawn by `prefer`, not by the chance of the world: the same plan meets the same luck."""
    if HAS_PREFER:
        total = 0
        chosen = -1
        for i in range(n):
            weight = prefer(s, seat, out[i])
            if weight > 0:
                total += weight
                if below(rng, total) < weight:
                    chosen = i
        if chosen >= 0:
            return chosen
    return below(rng, n)


@kernel("int64(State, int64, int32[::1], int64)")
def most_preferred(s, seat, out, n):
    """The place of the action that is preferred most."""
    best = 0
    if HAS_PREFER:
        most = -1
        for i in range(n):
            weight = prefer(s, seat, out[i])
            if weight > most:
                most = weight
                best = i
    return best


@kernel("int64(State, int64, int32[:, :, ::1], int64, int64, int64, int32[::1], uint64[::1])")
def play_plan(s, seat, plan, row, size, fresh, out, rng):
    """Carry a plan out and end the turn; how long the plan is.

    Clicks that are not fixed yet are drawn and written down if `fresh`; for those that cannot be made now stands what
    is preferred most.
    """
    if HAS_PLAN_STEP:
        for i in range(size):
            carry(s, seat, plan[row, i, 0], plan[row, i, 1])
            if not (actors(s) >> seat) & 1:
                return size
        close(s, seat)
        return size
    else:
        for i in range(LENGTH):
            if actors(s) != 1 << seat and i:
                return i
            if not (actors(s) >> seat) & 1:
                return i
            n = forward(s, seat, out)
            place = -1
            for j in range(n):
                if out[j] == plan[row, i, 1]:
                    place = j
            if place < 0:
                place = by_prefer(s, seat, out, n, rng) if fresh else most_preferred(s, seat, out, n)
            if fresh:
                plan[row, i, 1] = out[place]
            act(s, seat, out[place])
        return LENGTH


@kernel("int64(State[::1], int32[::1], int64[::1], int64[::1], int32[:, ::1])")
def worth_of(states, out, par, manner, each):
    """What the world in play is worth to the planning seat: −1000 to 1000 and a little more for how it stands."""
    s = states[WORK]
    seat = par[P_SEAT]
    if actors(s) == 0:
        rewards(s, out, par[P_SEATS], each[1], each[0], 1)
        return 10 * (2 * each[0, seat] - SCALE)
    if HAS_PLAN_VALUE:
        return plan_value(s, seat, manner)
    rewards(s, out, par[P_SEATS], each[1], each[0], 0)
    return 10 * (2 * each[0, seat] - SCALE)


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[:, :, ::1], int64, int64, int64, int64, int64[::1],"
    " int64[::1], int32[:, ::1], uint64[::1])"
)
def simulate(states, words, out, plan, row, size, world, answer, par, manner, each, rng):
    """One simulation: the plan in a guessed world, then the others' turns by a script and the own by another."""
    copy_row(words, WORLDS + world, WORK)
    s = states[WORK]
    seat = par[P_SEAT]
    fresh = 1 if row == TRIAL and world == 0 and answer == par[P_FRESH] else 0
    length = play_plan(s, seat, plan, row, size, fresh, out, rng)
    if fresh and not HAS_PLAN_STEP:
        par[P_TRIAL] = length
    turns = 0
    while turns < par[P_HORIZON]:
        who = actors(s)
        if who == 0 or (not HAS_PLAN_STEP and (who >> seat) & 1):
            break
        acting = first_of(who)
        follow(s, acting, par[P_OWN] if acting == seat else answer, out)
        turns += 1
    par[P_DONE] += 1
    worth = worth_of(states, out, par, manner, each)
    if actors(s) == 0:
        worth -= worth * turns // 50  # what is far may be otherwise
    return worth


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[:, :, ::1], int32[:, ::1], int64, int64, int64[::1],"
    " int64[::1], int32[:, ::1], uint64[::1])"
)
def judge(states, words, out, plan, sample, row, size, par, manner, each, rng):
    """The value of a plan over all worlds and answers; NOTHING if it falls behind the best one on the way."""
    total = 0
    best = 0
    first = sample.shape[1] - 1
    for world in range(par[P_WORLDS]):
        worst = 1 << 40
        sum_ = 0
        n = 0
        answers = par[P_ANSWERS]
        script = 0
        while answers >> script:
            if (answers >> script) & 1:
                got = simulate(states, words, out, plan, row, size, world, script, par, manner, each, rng)
                sum_ += got
                worst = min(worst, got)
                n += 1
                if world == 0 and n == 1:
                    sample[row, first] = got
                    if row == TRIAL and got + par[P_SLACK] < sample[BEST, first]:
                        return NOTHING
            script += 1
        got = (sum_ // max(1, n) * (100 - par[P_WARY]) + worst * par[P_WARY]) // 100
        sample[row, world] = got
        total += got
        if row == TRIAL:
            best += sample[BEST, world]
            behind = 10 * SLACK if world == 0 else 0
            if total + behind < best and world + 1 < par[P_WORLDS]:
                return NOTHING
    return total


@kernel("int64(int32[:, :, ::1], int32[:, ::1], int64[::1], int64)")
def keep_better(plan, sample, par, value):
    """The trial becomes the best plan if it is better."""
    if value <= par[P_VALUE]:
        return 0
    par[P_VALUE] = value
    par[P_SIZE] = par[P_TRIAL]
    for i in range(LENGTH):
        plan[BEST, i, 0] = plan[TRIAL, i, 0]
        plan[BEST, i, 1] = plan[TRIAL, i, 1]
    for w in range(sample.shape[1]):
        sample[BEST, w] = sample[TRIAL, w]
    return 1


@kernel("none(int32[:, :, ::1], int64[::1])")
def from_best(plan, par):
    """The trial begins as the best plan."""
    par[P_TRIAL] = par[P_SIZE]
    for i in range(LENGTH):
        plan[TRIAL, i, 0] = plan[BEST, i, 0]
        plan[TRIAL, i, 1] = plan[BEST, i, 1]


@kernel("int64(State, int64, int64, int32[::1])")
def orders_of(s, seat, unit, out):
    """The orders to try for a unit: its own, then the scripts; how many."""
    n = 0
    if HAS_PLAN_STEP:
        n = plan_orders(s, seat, unit, out)
        scripts = plan_scripts(s, seat)
        k = 0
        while scripts >> k:
            if (scripts >> k) & 1:
                out[n] = -1 - k
                n += 1
            k += 1
    return n


@kernel("none(int32[:, :, ::1], int64, uint64[::1])")
def change_clicks(plan, size, rng):
    """In a row of clicks: some go before those that precede them, or one is drawn anew, alone or with all after it."""
    if size > 2 and below(rng, 3) == 0:
        n = 1 + below(rng, MOST_MOVED)
        i = below(rng, size - 1)
        j = i + 1 + below(rng, min(MOST_OVER, size - 1 - i))
        n = min(n, size - j)
        for k in range(n):
            moved = plan[TRIAL, j + k, 1]
            for m in range(j + k, i + k, -1):
                plan[TRIAL, m, 1] = plan[TRIAL, m - 1, 1]
            plan[TRIAL, i + k, 1] = moved
        return
    i = below(rng, max(1, size))
    plan[TRIAL, i, 1] = -1
    if below(rng, 2):
        for j in range(i + 1, LENGTH):
            plan[TRIAL, j, 1] = -1


@kernel("none(State[::1], uint64[:, ::1], int32[::1], int32[:, :, ::1], int64[::1], uint64[::1])")
def change(states, words, out, plan, par, rng):
    """The trial becomes the best plan with something changed at random."""
    from_best(plan, par)
    size = par[P_TRIAL]
    if not HAS_PLAN_STEP:
        change_clicks(plan, size, rng)
        return
    if size == 0:
        return
    copy_row(words, WORLDS, WORK)
    for _ in range(1 + below(rng, 2)):
        i = below(rng, size)
        if size > 1 and below(rng, 4) == 0:
            j = below(rng, size)  # another sequence: who goes first meets those who wait
            for c in range(2):
                kept = plan[TRIAL, i, c]
                plan[TRIAL, i, c] = plan[TRIAL, j, c]
                plan[TRIAL, j, c] = kept
        else:
            n = orders_of(states[WORK], par[P_SEAT], np.int64(plan[TRIAL, i, 0]), out)
            plan[TRIAL, i, 1] = out[below(rng, n)]


@kernel("int64(State[::1], uint64[:, ::1], int32[::1], int32[:, :, ::1], int64[::1])")
def next_trial(states, words, out, plan, par):
    """In the passes: the best plan with the next order of the next unit; 0 when a pass has ended."""
    seat = par[P_SEAT]
    while par[P_UNIT] < par[P_SIZE]:
        from_best(plan, par)
        copy_row(words, WORLDS, WORK)
        n = orders_of(states[WORK], seat, np.int64(plan[TRIAL, par[P_UNIT], 0]), out)
        while par[P_ORDER] < n:
            order = out[par[P_ORDER]]
            par[P_ORDER] += 1
            if order != plan[BEST, par[P_UNIT], 1]:
                plan[TRIAL, par[P_UNIT], 1] = order
                return 1
        par[P_UNIT] += 1
        par[P_ORDER] = 0
    return 0


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[:, :, ::1], int32[:, ::1], int64[::1], int64[::1],"
    " int32[:, ::1], uint64[::1], int64)"
)
def improve(states, words, out, plan, sample, par, manner, each, rng, simulations):
    """Go on with the search until so many simulations are done in all; returns how many are."""
    while par[P_DONE] < simulations:
        if par[P_STAGE] == SEEDS:
            scripts = plan_scripts(states[WORLDS], par[P_SEAT]) if HAS_PLAN_STEP else 7
            while par[P_ORDER] < 62 and not (scripts >> par[P_ORDER]) & 1:
                par[P_ORDER] += 1
            if par[P_ORDER] >= 62:
                par[P_STAGE] = CHANGES if par[P_METHOD] == EVOLVE or not HAS_PLAN_STEP else PASSES
                par[P_UNIT] = 0
                par[P_ORDER] = 0
                continue
            from_best(plan, par)
            for i in range(LENGTH):
                plan[TRIAL, i, 1] = -1 - par[P_ORDER] if HAS_PLAN_STEP else -1
            par[P_ORDER] += 1
        elif par[P_STAGE] == PASSES:
            if not next_trial(states, words, out, plan, par):
                gained = par[P_GAIN]
                par[P_GAIN] = 0
                par[P_UNIT] = 0
                par[P_ORDER] = 0
                if not gained:
                    if par[P_METHOD] == GREEDY or par[P_SIZE] == 0:
                        return par[P_DONE]
                    par[P_STAGE] = CHANGES
                continue
        else:
            if HAS_PLAN_STEP and par[P_SIZE] == 0:
                return par[P_DONE]
            change(states, words, out, plan, par, rng)
        value = judge(states, words, out, plan, sample, TRIAL, par[P_TRIAL], par, manner, each, rng)
        par[P_GAIN] += keep_better(plan, sample, par, value)
    return par[P_DONE]


@kernel("none(State, int64, int32[:, :, ::1], int64)")
def in_sequence(s, seat, plan, n):
    """Units of a higher rank are ordered first."""
    for i in range(1, n):
        j = i
        while j and plan_rank(s, seat, plan[BEST, j, 0]) > plan_rank(s, seat, plan[BEST, j - 1, 0]):
            unit = plan[BEST, j, 0]
            plan[BEST, j, 0] = plan[BEST, j - 1, 0]
            plan[BEST, j - 1, 0] = unit
            j -= 1


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[:, :, ::1], int32[:, ::1], int64[::1], int64[::1],"
    " int32[:, ::1], uint64[::1], int64)"
)
def begin(states, words, out, plan, sample, par, manner, each, rng, warm):
    """Guess the worlds and value the first plan: the one that is kept from before if `warm`, else the first script."""
    seat = par[P_SEAT]
    for w in range(par[P_WORLDS]):
        copy_row(words, SEEN, WORLDS + w)
        a = np.int64(next_word(rng) >> np.uint64(1))
        b = np.int64(next_word(rng) >> np.uint64(1))
        key(states[WORLDS + w], a, a >> 31, b, b >> 31)
        if HAS_PLAN_GUESS and w < par[P_SURE]:
            plan_guess(states[WORLDS + w], seat)
        else:
            guess(states[WORLDS + w], seat)
    copy_row(words, SEEN, WORK)
    scripts = 1
    if HAS_PLAN_STEP:
        plan_begin(states[WORK], seat)
        scripts = plan_scripts(states[WORLDS], seat)
        par[P_ANSWERS] = scripts if par[P_ANSWERS] == 0 else par[P_ANSWERS]
        if not warm:
            units = plan_units(states[WORLDS], seat)
            n = 0
            unit = 0
            while units >> unit and n < LENGTH:
                if (units >> unit) & 1:
                    plan[BEST, n, 0] = unit
                    plan[BEST, n, 1] = -1 - first_of(scripts)
                    n += 1
                unit += 1
            par[P_SIZE] = n
            if HAS_PLAN_RANK:
                in_sequence(states[WORLDS], seat, plan, n)
    else:
        par[P_ANSWERS] = 1
        if not warm:
            for i in range(LENGTH):
                plan[BEST, i, 0] = 0
                plan[BEST, i, 1] = -1
            par[P_SIZE] = LENGTH
    par[P_FRESH] = first_of(par[P_ANSWERS])
    par[P_STAGE] = SEEDS
    par[P_UNIT] = 0
    par[P_ORDER] = 1 + first_of(scripts) if HAS_PLAN_STEP and not warm else 0  # the first is the plan to begin with
    par[P_GAIN] = 0
    par[P_DONE] = 0
    par[P_VALUE] = NOTHING
    from_best(plan, par)
    for w in range(sample.shape[1]):
        sample[BEST, w] = -(1 << 30)
    value = judge(states, words, out, plan, sample, TRIAL, par[P_TRIAL], par, manner, each, rng)
    keep_better(plan, sample, par, value)
    return par[P_VALUE]


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[:, :, ::1], int64[::1], int32[::1], uint64[:, ::1], int64)"
)
def unfold(states, words, out, plan, par, clicks, prints, world):
    """The clicks of the best plan in one world, and after each what the seat would see; how many."""
    copy_row(words, WORLDS + world, WORK)
    s = states[WORK]
    seat = par[P_SEAT]
    n = 0
    i = 0
    order = 0
    ready = 0
    for _ in range(LENGTH):
        if not (actors(s) >> seat) & 1 or n >= clicks.shape[0]:
            break
        click = -1
        if HAS_PLAN_STEP:
            while click < 0 and i < par[P_SIZE]:
                if not ready:
                    order = np.int64(plan[BEST, i, 1])
                    if order < 0:
                        order = plan_choose(s, seat, np.int64(plan[BEST, i, 0]), -1 - order)
                    ready = 1
                click = plan_step(s, seat, np.int64(plan[BEST, i, 0]), order)
                if click < 0:
                    i += 1
                    ready = 0
            if click < 0:
                click = plan_step(s, seat, -1, 0)
        else:
            m = forward(s, seat, out)
            click = np.int64(out[most_preferred(s, seat, out, m)])
            for j in range(m):
                if out[j] == plan[BEST, n, 1]:
                    click = np.int64(out[j])
        if click < 0:
            break
        clicks[n] = click
        copy_row(words, WORK, SHOWN)
        view(states[SHOWN], seat)
        prints[world, n] = fingerprint(words, SHOWN, 1)
        act(s, seat, click)
        n += 1
    return n


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[:, :, ::1], int32[:, ::1], int64[::1], int64[::1],"
    " int32[:, ::1], uint64[::1], int64)"
)
def appraise(states, words, out, plan, sample, par, manner, each, rng, order):
    """After `begin`: what the first unit's order is worth in these worlds, all its others left to the end."""
    plan[TRIAL, 0, 1] = order
    par[P_TRIAL] = min(1, par[P_SIZE])
    for w in range(sample.shape[1]):
        sample[BEST, w] = -(1 << 30)
    return judge(states, words, out, plan, sample, TRIAL, par[P_TRIAL], par, manner, each, rng)


@kernel("uint64(uint64[:, ::1])")
def print_of(words):
    """The fingerprint of the hidden state."""
    return fingerprint(words, SEEN, 1)


KERNELS = (begin, improve, unfold, appraise, print_of)
