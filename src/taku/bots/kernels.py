"""Tree search in compiled code, made for each game from its own rules.

Information-set Monte Carlo tree search. Every simulation copies the searching seat's hidden state, guesses a world,
walks down the tree, plays on at random and books the result. What the walk knows:

- **Nodes are what a seat sees.** A node is found by the hash of the acting seat's view, so a seat never chooses by what
  it cannot know, whatever world was guessed, and a later search finds the nodes of an earlier one again. Where a game
  has no secrets (`PERFECT`), all seats share one tree and an edge remembers its child.
- **Simultaneous choices are decoupled.** Each actor chooses from its own node; views do not show sealed choices.
- **Chance is re-drawn** in every simulation. The distinct views that follow an action are given nodes of their own
  while they are few against its visits (`WIDEN`); the others share one node, which is then an open loop: there the
  legal actions differ from visit to visit and are compared by how often they were available.
- **Proofs.** In two-seat games without secrets, wins and losses that no chance can change are proved and not searched
  again (`SOLVE`); a new node is first asked whether its seat can win at once, and what a refuted action had earned is
  taken back from the positions above it.

Nothing is allocated: trees live in arrays that ``taku.bots.search`` passes in.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"
# ruff: noqa: SIM102

from __future__ import annotations

import numpy as np

from taku.compile.kernels import first_of, kernel, without_takebacks
from taku.engine.chance import key, roll
from taku.engine.contract import (
    CORE_WORDS,
    DECISIONS,
    HAS_PREFER,
    HAS_TAKES_BACK,
    HAS_VALUE,
    act,
    actors,
    guess,
    legal,
    prefer,
    scores,
    value,
    view,
)
from taku.engine.rule import rule
from taku.engine.state import HASH_FACTOR, HASH_START

STREAM_WORDS = 2
"""The random stream is the first 16 bytes of every state; no node depends on it."""

SCALE = 1000
"""Rewards are summed as whole thousandths, so that sums do not depend on the order of adding."""

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
UCT, FPU, WIDEN, GUIDED = 0, 1, 2, 3


@kernel("uint64(uint64[::1])")
def next_word(rng):
    """64 random bits for the search itself (splitmix64): worlds' keys and ties."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


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


@rule
def forward(s, seat, out):
    """The legal actions that do not only take an own click back, unless there are none; how many."""
    n = legal(s, seat, out)
    if HAS_TAKES_BACK:
        n = without_takebacks(s, seat, out, n)
    return n


@rule
def draw(s, seat, out, n, policy):
    """The place of a random action: each equally likely, or by the game's own preference if `policy` is 1."""
    if HAS_PREFER:
        if policy:
            total = 0
            chosen = -1
            for i in range(n):
                weight = prefer(s, seat, out[i])
                if weight > 0:
                    total += weight
                    if roll(s, total) < weight:
                        chosen = i
            if chosen >= 0:
                return chosen
    return roll(s, n)


@rule
def playout(s, out, policy, cut):
    """Play on for at most `cut` decisions; 1 if the match ended, 0 if it was cut short."""
    for _ in range(cut):
        who = actors(s)
        if who == 0:
            return 1
        seat = first_of(who)
        n = forward(s, seat, out)
        act(s, seat, out[draw(s, seat, out, n, policy)])
    return 1 if actors(s) == 0 else 0


@kernel("void(State, int32[::1], int64, int32[::1], int32[::1], int64)")
def rewards(s, out, seats, teams, reward, ended):
    """What each seat got, in thousandths: the share of opponents it left behind, ties counting half."""
    if ended:
        scores(s, out)
        for seat in range(seats):
            others = 0
            points = 0
            for q in range(seats):
                if teams[q] != teams[seat]:
                    others += 1
                    points += 2 if out[q] > out[seat] else 1 if out[q] == out[seat] else 0
            reward[seat] = SCALE * points // max(1, 2 * others) if others else SCALE // 2
    else:
        for seat in range(seats):
            reward[seat] = min(SCALE, max(0, value(s, seat))) if HAS_VALUE else SCALE // 2


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
        edge[first + i, ACTION] = out[i]
        edge[first + i, CHILD] = NO_CHILD
        edge[first + i, TRIED] = 0
        edge[first + i, GAIN] = 0
        extra[first + i, OPEN] = 0
        extra[first + i, KIDS] = 0
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
                if np.int64(next_word(rng) >> np.uint64(33)) % (ties + 1) == 0:
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
        known = False
        for e in range(first, first + count):
            if edge[e, ACTION] == out[i]:
                known = True
                break
        if not known:
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
            known = False
            for e in range(to, to + old):
                if edge[e, ACTION] == out[i]:
                    known = True
                    break
            if not known:
                e = to + count
                edge[e, ACTION] = out[i]
                edge[e, CHILD] = NO_CHILD
                edge[e, TRIED] = 0
                edge[e, GAIN] = 0
                extra[e, OPEN] = 0
                extra[e, KIDS] = 0
                if HAS_PREFER:
                    prior[e] = 1.0 / n
                count += 1
        first = to
        node[at, FIRST] = first
        node[at, COUNT] = count
        par[P_EDGES] = to + count
    best = np.int64(-1)
    best_score = -1.0
    ties = 0
    for i in range(n):
        e = first
        while edge[e, ACTION] != out[i]:
            e += 1
        extra[e, OPEN] += 1
        tried = edge[e, TRIED]
        if tried == 0:
            score = real[FPU]
            if score == best_score:
                ties += 1
                if np.int64(next_word(rng) >> np.uint64(33)) % (ties + 1) == 0:
                    best = np.int64(e)
                continue
            ties = 0
        else:
            score = edge[e, GAIN] / (SCALE * tried) + real[UCT] * np.sqrt(np.log(extra[e, OPEN]) / tried)
        if score > best_score:
            best_score = score
            best = np.int64(e)
    return best


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


@kernel("int64(State[::1], uint64[:, ::1], int32[::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], int64, int64)")
def wins_at_once(states, words, out, node, edge, each, at, seats):
    """Whether the seat of a new node can win with its next action; row 2 keeps the world meanwhile."""
    s = states[0]
    seat = np.int64(node[at, SEAT])
    first = np.int64(node[at, FIRST])
    count = np.int64(node[at, COUNT])
    for w in range(CORE_WORDS):
        words[2, w] = words[0, w]
    drawn = s.stream[3]
    won = 0
    for e in range(first, first + count):
        act(s, seat, edge[e, ACTION])
        if s.stream[3] == drawn and actors(s) == 0:
            rewards(s, out, seats, each[1], each[0], 1)
            if each[0, seat] == SCALE:
                edge[e, CHILD] = WINS
                won = 1
        for w in range(CORE_WORDS):
            words[0, w] = words[2, w]
        if won:
            break
    return np.int64(won)


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], float32[::1],"
    " uint64[::1], int32[::1], int32[:, ::1], int32[:, ::1], int64[::1], float64[::1], uint64[::1], int64)"
)
def search(states, words, out, node, edge, extra, prior, keys, slots, path, each, par, real, rng, simulations):
    """Run simulations from row 1, the hidden state; returns how many were done (fewer if the root was proved).

    Row 0 is the world in play, row 2 what a seat sees of it. ``each`` has a row for rewards, teams, and for every seat
    the last edge of its own tree.
    """
    s = states[0]
    seen = states[2]
    seats = par[P_SEATS]
    perfect = par[P_PERFECT]
    root = par[P_ROOT]
    cut = par[P_CUT] if HAS_VALUE and par[P_CUT] else DECISIONS
    reward = each[0]
    teams = each[1]
    last = each[2]
    last_node = each[3]
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
            last_node[seat] = -1
        length = 0
        mask = -1  # the seats that still walk in their trees
        ended = 0
        proved = 0
        at = root
        drawn = s.stream[3]
        while length < path.shape[0]:
            who = 1
            if at < 0 or not perfect:
                who = actors(s)
                if who == 0:
                    ended = 1
                    break
            if at < 0:
                seat = first_of(who)
                if mask != -1 and not (mask >> seat) & 1:
                    break
                # Which node is this: the view's own, or the one shared by all views past the allowed number?
                tree = 0 if perfect else seat
                before = last[tree]
                if perfect:
                    h = fingerprint(words, 0, 0)
                else:
                    for w in range(CORE_WORDS):
                        words[2, w] = words[0, w]
                    view(seen, seat)
                    h = fingerprint(words, 2, 1 + seat)
                slot = slot_of(keys, h)
                certain = perfect and s.stream[3] == drawn
                merged = 0
                if keys[slot] == np.uint64(0) and not certain:
                    tried = edge[before, TRIED] if before >= 0 else par[P_DONE] + done
                    kids = extra[before, KIDS] if before >= 0 else each[4, seat]
                    if kids >= 1.0 + real[WIDEN] * np.sqrt(tried):
                        h = shared(last_node[tree], edge[before, ACTION] if before >= 0 else -1, seat)
                        slot = slot_of(keys, h)
                        merged = 1
                    elif before >= 0:
                        extra[before, KIDS] += 1
                    else:
                        each[4, seat] += 1
                if keys[slot] == np.uint64(0):
                    at = make_node(s, seat, out, node, edge, extra, prior, par)
                    if at < 0:
                        break
                    keys[slot] = h
                    slots[slot] = at
                    if merged:
                        node[at, FLAGS] = MERGED
                    if certain and before >= 0:
                        edge[before, CHILD] = at
                    if par[P_SOLVE] and wins_at_once(states, words, out, node, edge, each, at, seats):
                        node[at, FLAGS] |= WON
                    else:
                        # A new node ends the walk, but those who choose at the same time still choose in their trees.
                        mask = (mask & who) & ~(1 << seat) if mask != -1 else who & ~(1 << seat)
                        if mask == 0:
                            break
                        e = np.int64(node[at, FIRST]) + draw(s, seat, out, np.int64(node[at, COUNT]), par[P_POLICY])
                        path[length, 0] = e
                        path[length, 1] = at
                        length += 1
                        act(s, seat, edge[e, ACTION])
                        at = np.int64(-1)
                        continue
                else:
                    at = np.int64(slots[slot])
                    if certain and before >= 0:
                        edge[before, CHILD] = at
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
            if node[at, FLAGS] & MERGED:
                e = select_merged(s, seat, out, node, edge, extra, prior, at, real, par, rng)
                if e < 0:
                    break
            else:
                e = select(node, edge, prior, at, real, rng)
            path[length, 0] = e
            path[length, 1] = at
            length += 1
            tree = 0 if perfect else seat
            last[tree] = e
            last_node[tree] = at
            drawn = s.stream[3]
            act(s, seat, edge[e, ACTION])
            at = np.int64(edge[e, CHILD]) if perfect else np.int64(-1)
            if mask != -1:
                mask &= ~(1 << seat)
                if mask == 0:
                    break
        if ended != 2:
            if not ended:
                ended = playout(s, out, par[P_POLICY], cut)
                rewards(s, out, seats, teams, reward, ended)
            else:
                rewards(s, out, seats, teams, reward, 1)
                if par[P_SOLVE] and length and s.stream[3] == drawn:
                    e = path[length - 1, 0]
                    mine = reward[node[path[length - 1, 1], SEAT]]
                    if mine == SCALE:
                        edge[e, CHILD] = WINS
                        proved = 1
                    elif mine == 0:
                        edge[e, CHILD] = LOSES
                        proved = 1
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


@kernel(
    "int64(State[::1], uint64[:, ::1], int32[::1], int32[:, ::1], int32[:, ::1], int32[:, ::1], float32[::1],"
    " uint64[::1], int32[::1], int64[::1])"
)
def plant(states, words, out, node, edge, extra, prior, keys, slots, par):
    """Find the root for row 1, what the searching seat sees, among the nodes, or make it."""
    h = fingerprint(words, 1, 0 if par[P_PERFECT] else 1 + par[P_SEAT])
    slot = slot_of(keys, h)
    if keys[slot] == np.uint64(0):
        at = make_node(states[1], par[P_SEAT], out, node, edge, extra, prior, par)
        if at >= 0:
            keys[slot] = h
            slots[slot] = at
    else:
        at = np.int64(slots[slot])
    par[P_ROOT] = at
    par[P_DONE] = 0
    par[P_DEPTH] = 0
    par[P_PROVED] = 1 if at >= 0 and node[at, FLAGS] & (WON | LOST) else 0
    return at
