"""The tree that is searched: nodes and edges in flat arrays, how they are found, made, chosen from and proved.

A node is found by the hash of what its seat sees. Its edges are the actions that were legal there. Columns of the
arrays are named below.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"

from __future__ import annotations

import numpy as np

from taku.bots.playout import SCALE, forward, next_word
from taku.compile.kernels import kernel
from taku.engine.contract import CORE_WORDS, HAS_PREFER, prefer
from taku.engine.state import HASH_FACTOR, HASH_START

STREAM_WORDS = 2
"""The random stream is the first 16 bytes of every state; no node depends on it."""

PUCT = 4
"""With this factor both formulas explore alike when ten actions are equally preferred and tried a hundred times each:
UCB adds uct × √(10 ln 1000 / 1000), PUCT adds factor × uct / √1000, so it is about √(10 ln 1000) / 2."""

# Columns of a node: its first edge, how many, visits, the seat that chooses, flags, sum of rewards.
FIRST, COUNT, VISITS, SEAT, FLAGS, SUM = 0, 1, 2, 3, 4, 5
# Flags: views are merged here; the seat that chooses has won or lost whatever the others do.
MERGED, WON, LOST = 1, 2, 4
# Columns of an edge: the action, its child (or why there is none), visits, sum of rewards.
ACTION, CHILD, TRIED, GAIN = 0, 1, 2, 3
NO_CHILD, WINS, LOSES = -1, -2, -3
# Columns of what only trees with secrets or chance need: how often the action was available, distinct views after it.
OPEN, KIDS = 0, 1
# Whole-number settings and, from USED_NODES on, the state of the tree.
(P_SEAT, P_SEATS, P_PERFECT, P_SOLVE, P_CUT, P_POLICY, P_NODES, P_EDGES, P_ROOT, P_DONE, P_DEPTH, P_PROVED) = range(12)
# Settings that are no whole numbers.
UCT, FPU, WIDEN, GUIDED, VEIL = 0, 1, 2, 3, 4


@kernel("uint64(uint64[:, ::1], int64, int64)")
def fingerprint(words, row, salt):
    """The hash of what a row shows, the random stream left out; never 0, which marks an empty slot."""
    h = np.uint64(HASH_START) ^ (np.uint64(salt) * np.uint64(HASH_FACTOR))
    for i in range(STREAM_WORDS, CORE_WORDS):
        h = (h ^ words[row, i]) * np.uint64(HASH_FACTOR)
        h ^= h >> np.uint64(29)
    return h | np.uint64(1)


@kernel("int64(uint64[::1], uint64)")
def slot_of(keys, h):
    """Where the node of that hash is kept, or the empty slot where it would be."""
    mask = np.uint64(keys.shape[0] - 1)
    i = (h >> np.uint64(7)) & mask
    while keys[np.int64(i)] != np.uint64(0) and keys[np.int64(i)] != h:
        i = (i + np.uint64(1)) & mask
    return np.int64(i)


@kernel("uint64(int64, int64, int64)")
def shared(at, action, seat):
    """The hash of the node that all views after an action share, past the number that get their own."""
    h = np.uint64(HASH_START)
    h = (h ^ np.uint64(at + 2)) * np.uint64(HASH_FACTOR)
    h = ((h ^ (h >> np.uint64(29))) ^ np.uint64(action + 2)) * np.uint64(HASH_FACTOR)
    h = ((h ^ (h >> np.uint64(29))) ^ np.uint64(seat + 2)) * np.uint64(HASH_FACTOR)
    return (h ^ (h >> np.uint64(29))) | np.uint64(1)


@kernel("void(int32[:, ::1], int32[:, ::1], int64, int64)")
def start_edge(edge, extra, e, action):
    """An edge that nobody tried yet."""
    edge[e, ACTION] = action
    edge[e, CHILD] = NO_CHILD
    edge[e, TRIED] = 0
    edge[e, GAIN] = 0
    extra[e, OPEN] = 0
    extra[e, KIDS] = 0


@kernel("int64(int32[:, ::1], int64, int64, int64)")
def edge_of(edge, first, end, action):
    """The edge of an action among some of them; −1 if there is none."""
    for e in range(first, end):
        if edge[e, ACTION] == action:
            return np.int64(e)
    return np.int64(-1)


@kernel("int64(uint64[::1], int64)")
def takes_over(rng, ties):
    """Whether the newest of equally good edges replaces the kept one, so that each is kept equally often."""
    return np.int64(next_word(rng) >> np.uint64(33)) % (ties + 1) == 0


@kernel("int64(State, int64, int32[::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], float32[::1], int64[::1])")
def make_node(s, seat, out, node, edge, extra, prior, par):
    """A new node with the legal actions of the seat; −1 if there is no room."""
    n = forward(s, seat, out)
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
    for i in range(n):
        start_edge(edge, extra, first + i, out[i])
    if HAS_PREFER and par[P_POLICY]:
        total = 0.0
        for i in range(n):
            prior[first + i] = max(0, prefer(s, seat, out[i]))
            total += prior[first + i]
        for i in range(n):
            # A tenth is spread evenly: the search may find that the preference errs.
            share = prior[first + i] / total if total > 0 else 1.0 / n
            prior[first + i] = 0.9 * share + 0.1 / n
    par[P_NODES] = at + 1
    par[P_EDGES] = first + n
    return np.int64(at)


@kernel("int64(int32[:, ::1], int32[:, ::1], float32[::1], int64, float64[::1], uint64[::1])")
def select(node, edge, prior, at, real, rng):
    """The edge to try: the best sum of mean reward and of what is due to the seldom tried (UCB1, or PUCT by prior)."""
    first = node[at, FIRST]
    end = first + node[at, COUNT]
    visits = max(1, node[at, VISITS])
    best = np.int64(first)
    best_score = -1.0
    ties = 0
    if HAS_PREFER and real[GUIDED] > 0:
        scale = PUCT * real[UCT] * np.sqrt(visits)
        mean = node[at, SUM] / (SCALE * visits) if node[at, VISITS] else 0.5
        for e in range(first, end):
            if edge[e, CHILD] == LOSES:
                continue
            n = edge[e, TRIED]
            q = edge[e, GAIN] / (SCALE * n) if n else mean
            score = q + scale * prior[e] / (1 + n)
            if score > best_score:
                best_score = score
                best = np.int64(e)
        return best
    scale = real[UCT] * np.sqrt(np.log(visits))
    for e in range(first, end):
        if edge[e, CHILD] == LOSES:
            continue
        n = edge[e, TRIED]
        if n == 0:
            score = real[FPU]
            if score == best_score:
                ties += 1
                if takes_over(rng, ties):
                    best = np.int64(e)
                continue
            ties = 0
        else:
            inverse = 1.0 / n
            score = edge[e, GAIN] * (1.0 / SCALE) * inverse + scale * np.sqrt(inverse)
        if score > best_score:
            best_score = score
            best = np.int64(e)
    return best


@kernel(
    "int64(State, int64, int32[::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], float32[::1], int64,"
    " float64[::1], int64[::1], uint64[::1])"
)
def select_merged(s, seat, out, node, edge, extra, prior, at, real, par, rng):
    """The same where many views share a node: only what is legal now, compared by how often it was available.

    Actions that were not seen here before move the node's edges to a larger place; −1 if there is no room.
    """
    n = forward(s, seat, out)
    first = node[at, FIRST]
    count = node[at, COUNT]
    fresh = 0
    for i in range(n):
        if edge_of(edge, first, first + count, out[i]) < 0:
            fresh += 1
    if fresh:
        to = par[P_EDGES]
        if to + count + fresh > edge.shape[0]:
            return np.int64(-1)
        for k in range(count):
            for c in range(4):
                edge[to + k, c] = edge[first + k, c]
            extra[to + k, OPEN] = extra[first + k, OPEN]
            extra[to + k, KIDS] = extra[first + k, KIDS]
            if HAS_PREFER:
                prior[to + k] = prior[first + k]
        old = count
        for i in range(n):
            if edge_of(edge, to, to + old, out[i]) < 0:
                start_edge(edge, extra, to + count, out[i])
                if HAS_PREFER:
                    prior[to + count] = 1.0 / n
                count += 1
        first = to
        node[at, FIRST] = first
        node[at, COUNT] = count
        par[P_EDGES] = to + count
    best = np.int64(-1)
    best_score = -1.0
    ties = 0
    for i in range(n):
        e = edge_of(edge, first, first + count, out[i])
        extra[e, OPEN] += 1
        tried = edge[e, TRIED]
        if tried == 0:
            score = real[FPU]
            if score == best_score:
                ties += 1
                if takes_over(rng, ties):
                    best = np.int64(e)
                continue
            ties = 0
        else:
            score = edge[e, GAIN] / (SCALE * tried) + real[UCT] * np.sqrt(np.log(extra[e, OPEN]) / tried)
        if score > best_score:
            best_score = score
            best = np.int64(e)
    return best


@kernel("int64(int32[:, ::1], int32[:, ::1], int64, uint64[::1])")
def select_usual(node, edge, at, rng):
    """An edge as likely as it was tried: how a seat plays on the mean, not what it is curious about now."""
    first = np.int64(node[at, FIRST])
    end = first + np.int64(node[at, COUNT])
    left = np.int64(next_word(rng) >> np.uint64(33)) % max(1, np.int64(node[at, VISITS]))
    for e in range(first, end):
        left -= edge[e, TRIED]
        if left < 0:
            return np.int64(e)
    return first


@kernel("void(int32[:, ::1], int32[:, ::1], int32[:, ::1], int64, int64[::1])")
def prove(node, edge, path, length, par):
    """Carry a proved last edge up the path: one winning edge wins a node, only losing ones lose it."""
    for i in range(length - 1, -1, -1):
        e = path[i, 0]
        at = path[i, 1]
        if edge[e, CHILD] == WINS:
            node[at, FLAGS] |= WON
        else:
            for other in range(node[at, FIRST], node[at, FIRST] + node[at, COUNT]):
                if edge[other, CHILD] != LOSES:
                    return
            node[at, FLAGS] |= LOST
        if i == 0:
            par[P_PROVED] = 1
            return
        above = path[i - 1, 0]
        if edge[above, CHILD] != at:
            return
        same = node[path[i - 1, 1], SEAT] == node[at, SEAT]
        won = (node[at, FLAGS] & WON) != 0
        edge[above, CHILD] = WINS if won == same else LOSES
        if won != same:
            forget(node, edge, path, i - 1)


@kernel("void(int32[:, ::1], int32[:, ::1], int32[:, ::1], int64)")
def forget(node, edge, path, i):
    """Book the tries of a refuted edge, all the way up, as if they had gone to the other edges of its node.

    Nobody would play it any more, so what it earned says nothing about the positions above.
    """
    e = path[i, 0]
    at = path[i, 1]
    tries = 0
    gain = 0
    for other in range(node[at, FIRST], node[at, FIRST] + node[at, COUNT]):
        if edge[other, CHILD] != LOSES:
            tries += edge[other, TRIED]
            gain += edge[other, GAIN]
    if tries == 0:
        return
    change = np.int64(edge[e, TRIED] * (gain / tries)) - edge[e, GAIN]
    edge[e, GAIN] += change
    node[at, SUM] += change
    for j in range(i - 1, -1, -1):
        above = path[j, 0]
        up = path[j, 1]
        part = change if node[up, SEAT] == node[at, SEAT] else -change
        booked = min(SCALE * edge[above, TRIED], max(0, edge[above, GAIN] + part))
        node[up, SUM] += booked - edge[above, GAIN]
        edge[above, GAIN] = booked
