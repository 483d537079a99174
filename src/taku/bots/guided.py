"""Tree search by a trained network, in compiled code: what it wishes says where to look, what it expects is a leaf's
worth.

The same tree as in ``taku.bots.walk``: a node is what a seat sees, chance and secrets are drawn anew in every
simulation, wins and losses are proved where nothing is hidden. But nothing is played out. A simulation ends where a new
node is made, or where too many views follow an action already: there the network says what the seat that is asked may
expect. Positions with a single action are passed, since the network never learned from them.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"

from __future__ import annotations

from functools import lru_cache

import numpy as np

from taku.bots.nodes import (
    ACTION,
    CHILD,
    COUNT,
    FIRST,
    FLAGS,
    GAIN,
    KIDS,
    LOSES,
    LOST,
    P_DEPTH,
    P_DONE,
    P_EDGES,
    P_NODES,
    P_PERFECT,
    P_PROVED,
    P_ROOT,
    P_SEAT,
    P_SEATS,
    P_SOLVE,
    PUCT,
    SEAT,
    STREAM_WORDS,
    SUM,
    TRIED,
    UCT,
    VISITS,
    WIDEN,
    WINS,
    WON,
    fingerprint,
    prove,
    slot_of,
    start_edge,
)
from taku.bots.playout import SCALE, forward, next_word, rewards
from taku.bots.trained import ROW, VIEWS, WEIGHTS, row_of, wishes
from taku.bots.walk import wins_at_once
from taku.compile.kernels import first_of, kernel
from taku.compile.native import Build
from taku.engine.chance import key
from taku.engine.contract import CORE_WORDS, act, actors, guess, view
from taku.engine.game import Game

TREE = "int32[::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], float32[::1], uint64[::1], int32[::1], int64[::1]"
"""Legal actions; nodes, edges, what trees with secrets need besides, priors; where nodes are found; settings."""


@kernel(f"int64({VIEWS}, int64, int64, int64, {TREE}, uint64, {WEIGHTS})")
def open_node(
    states, b1, b2, b4, at_row, seat, n, out, node, edge, extra, prior, keys, slots, par, h, row, facts,
    w1, c1, w2, c2, w3, c3, h1, h2, wish,
):  # fmt: skip
    """A new node for what a row shows, with what the network wishes there; −1 if there is no room."""
    wishes(states, b1, b2, b4, at_row, seat, row, facts, w1, c1, w2, c2, w3, c3, h1, h2, wish)
    at = par[P_NODES]
    first = par[P_EDGES]
    if at >= node.shape[0] or first + n > edge.shape[0]:
        return np.int64(-1)
    node[at, FIRST] = first
    node[at, COUNT] = n
    node[at, VISITS] = 0
    node[at, SEAT] = seat
    node[at, FLAGS] = 0
    node[at, SUM] = 0
    most = wish[out[0]]
    for i in range(n):
        start_edge(edge, extra, first + i, out[i])
        most = max(most, wish[out[i]])
    total = 0.0
    for i in range(n):
        prior[first + i] = np.exp(wish[out[i]] - most)
        total += prior[first + i]
    for i in range(n):
        # A little is spread evenly: the search may find that the network errs.
        prior[first + i] = 0.96 * prior[first + i] / total + 0.04 / n
    par[P_NODES] = at + 1
    par[P_EDGES] = first + n
    slot = slot_of(keys, h)
    keys[slot] = h
    slots[slot] = at
    return np.int64(at)


@kernel("void(int32[::1], int32[::1], int64, int64, float64)")
def expect(reward, teams, seats, seat, found):
    """What each seat may expect where one of them expects so much, from −1 to 1; the others share the rest evenly."""
    mine = min(1.0, max(0.0, 0.5 + 0.5 * found))
    others = 0
    for q in range(seats):
        others += 1 if teams[q] != teams[seat] else 0
    own = seats - others
    rest = (0.5 * seats - own * mine) / max(1, others)
    for q in range(seats):
        reward[q] = np.int32(SCALE * mine + 0.5) if teams[q] == teams[seat] else np.int32(SCALE * rest + 0.5)


@kernel("int64(int32[:, ::1], int32[:, ::1], float32[::1], int64, float64[::1])")
def select_wished(node, edge, prior, at, real):
    """The edge to try: the best sum of mean reward and of what is due to the wished and seldom tried (PUCT)."""
    first = np.int64(node[at, FIRST])
    visits = max(1, node[at, VISITS])
    scale = PUCT * real[UCT] * np.sqrt(visits)
    mean = node[at, SUM] / (SCALE * visits) if node[at, VISITS] else 0.5
    best = first
    best_score = -1.0
    for e in range(first, first + node[at, COUNT]):
        if edge[e, CHILD] == LOSES:
            continue
        n = edge[e, TRIED]
        q = edge[e, GAIN] / (SCALE * n) if n else mean
        score = q + scale * prior[e] / (1 + n)
        if score > best_score:
            best_score = score
            best = np.int64(e)
    return best


@kernel(
    f"int64({VIEWS}, uint64[:, ::1], {TREE}, int32[:, ::1], int32[:, ::1], float64[::1], uint64[::1], {WEIGHTS}, int64)"
)
def guided_search(
    states, b1, b2, b4, words, out, node, edge, extra, prior, keys, slots, par, path, each, real, rng, row, facts,
    w1, c1, w2, c2, w3, c3, h1, h2, wish, simulations,
):  # fmt: skip
    """Run simulations from row 1, the hidden state; returns how many were done (fewer if the root was proved).

    Row 0 is the world in play, row 2 what a seat sees of it.
    """
    s = states[0]
    seats = par[P_SEATS]
    perfect = par[P_PERFECT]
    reward = each[0]
    teams = each[1]
    last = each[2]
    for done in range(simulations):
        if par[P_PROVED]:
            return done
        for w in range(STREAM_WORDS, CORE_WORDS):
            words[0, w] = words[1, w]
        a = np.int64(next_word(rng) >> np.uint64(1))
        b = np.int64(next_word(rng) >> np.uint64(1))
        key(s, a, a >> 31, b, b >> 31)
        guess(s, par[P_SEAT])
        for seat in range(seats):
            last[seat] = -1
        length = 0
        ended = 0
        proved = 0
        at = par[P_ROOT]
        drawn = s.stream[3]
        while length < path.shape[0]:
            if at < 0:
                who = actors(s)
                if who == 0:
                    ended = 1
                    break
                seat = first_of(who)
                shown = 0
                if not perfect:
                    shown = 2
                    for w in range(CORE_WORDS):
                        words[2, w] = words[0, w]
                    view(states[2], seat)
                h = fingerprint(words, shown, 0 if perfect else 1 + seat)
                slot = slot_of(keys, h)
                certain = perfect and s.stream[3] == drawn
                before = last[0 if perfect else seat]
                if keys[slot] != np.uint64(0):
                    at = np.int64(slots[slot])
                else:
                    n = forward(s, seat, out)
                    if n == 1:
                        act(s, seat, out[0])
                        continue
                    # Distinct views past the allowed number get no nodes: each simulation draws one of them.
                    room = 1
                    if not certain:
                        tried = edge[before, TRIED] if before >= 0 else par[P_DONE] + done
                        kids = extra[before, KIDS] if before >= 0 else each[4, seat]
                        room = 1 if kids < 1.0 + real[WIDEN] * np.sqrt(tried) else 0
                    if room:
                        at = open_node(
                            states, b1, b2, b4, shown, seat, n, out, node, edge, extra, prior, keys, slots, par, h,
                            row, facts, w1, c1, w2, c2, w3, c3, h1, h2, wish,
                        )  # fmt: skip
                        if not certain and before >= 0:
                            extra[before, KIDS] += 1
                        elif not certain:
                            each[4, seat] += 1
                    else:
                        wishes(states, b1, b2, b4, shown, seat, row, facts, w1, c1, w2, c2, w3, c3, h1, h2, wish)
                    expect(reward, teams, seats, seat, wish[wish.shape[0] - 1])
                    ended = 2
                if certain and before >= 0 and at >= 0:
                    edge[before, CHILD] = at
                if ended:
                    if at < 0 or not par[P_SOLVE]:
                        break
                    if not wins_at_once(states, words, out, node, edge, each, at, seats):
                        expect(reward, teams, seats, seat, wish[wish.shape[0] - 1])
                        break
                    node[at, FLAGS] |= WON
            seat = np.int64(node[at, SEAT])
            if node[at, FLAGS] & (WON | LOST) and length:
                # Proved on another way here: the edge above learns it.
                above = path[length - 1, 0]
                same = node[path[length - 1, 1], SEAT] == seat
                won = (node[at, FLAGS] & WON) != 0
                if edge[above, CHILD] == at:
                    edge[above, CHILD] = WINS if won == same else LOSES
                    proved = 1
                for q in range(seats):
                    reward[q] = SCALE if (q == seat) == won else 0
                ended = 2
                break
            e = select_wished(node, edge, prior, at, real)
            path[length, 0] = e
            path[length, 1] = at
            length += 1
            last[0 if perfect else seat] = e
            drawn = s.stream[3]
            act(s, seat, edge[e, ACTION])
            at = np.int64(edge[e, CHILD]) if perfect else np.int64(-1)
        if ended == 1:
            rewards(s, out, seats, teams, reward, 1)
            if par[P_SOLVE] and length and s.stream[3] == drawn:
                e = path[length - 1, 0]
                mine = reward[node[path[length - 1, 1], SEAT]]
                if mine == SCALE or mine == 0:
                    edge[e, CHILD] = WINS if mine else LOSES
                    proved = 1
        elif not ended:
            expect(reward, teams, seats, 0, 0.0)
        par[P_DEPTH] += length
        for i in range(length):
            e = path[i, 0]
            at = np.int64(path[i, 1])
            got = reward[node[at, SEAT]]
            edge[e, TRIED] += 1
            edge[e, GAIN] += got
            node[at, VISITS] += 1
            node[at, SUM] += got
        if proved:
            prove(node, edge, path, length, par)
    par[P_DONE] += simulations
    return simulations


@kernel(f"int64({VIEWS}, uint64[:, ::1], {TREE}, {WEIGHTS})")
def guided_plant(
    states, b1, b2, b4, words, out, node, edge, extra, prior, keys, slots, par, row, facts,
    w1, c1, w2, c2, w3, c3, h1, h2, wish,
):  # fmt: skip
    """Find the root for row 1, what the searching seat sees, among the nodes, or make it."""
    seat = par[P_SEAT]
    h = fingerprint(words, 1, 0 if par[P_PERFECT] else 1 + seat)
    slot = slot_of(keys, h)
    if keys[slot] == np.uint64(0):
        at = open_node(
            states, b1, b2, b4, 1, seat, forward(states[1], seat, out), out, node, edge, extra, prior, keys, slots,
            par, h, row, facts, w1, c1, w2, c2, w3, c3, h1, h2, wish,
        )  # fmt: skip
    else:
        at = np.int64(slots[slot])
    par[P_ROOT] = at
    par[P_DONE] = 0
    par[P_DEPTH] = 0
    par[P_PROVED] = 1 if at >= 0 and node[at, FLAGS] & (WON | LOST) else 0
    return at


KERNELS = (guided_search, guided_plant, wishes)


@lru_cache(maxsize=64)
def guided_build(game: Game) -> Build:
    """The build with the search by a network made for this game."""
    return Build(game, KERNELS, instead={ROW: row_of(game)})
