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
- **Nobody knows what the searching seat holds** (`VEIL`). In every simulation from the hidden state that seat holds the
  same, and the others' nodes would learn it: bluffs would never work. So a part of the simulations is dealt anew as one
  of the others sees the table, and only these teach the others; in the rest the others play as they do on the mean.
- **Proofs.** In two-seat games without secrets, wins and losses that no chance can change are proved and not searched
  again (`SOLVE`); a new node is first asked whether its seat can win at once, and what a refuted action had earned is
  taken back from the positions above it.

Nothing is allocated: trees live in arrays that ``taku.bots.search`` passes in.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, allow-untyped-decorators
# mypy: no-check-untyped-defs, no-warn-return-any, disable-error-code="unreachable"

from __future__ import annotations

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
    MERGED,
    P_CUT,
    P_DEPTH,
    P_DONE,
    P_PERFECT,
    P_POLICY,
    P_PROVED,
    P_ROOT,
    P_SEAT,
    P_SEATS,
    P_SOLVE,
    SEAT,
    STREAM_WORDS,
    SUM,
    TRIED,
    VEIL,
    VISITS,
    WIDEN,
    WINS,
    WON,
    fingerprint,
    make_node,
    prove,
    select,
    select_merged,
    select_usual,
    shared,
    slot_of,
)
from taku.bots.playout import SCALE, draw, next_word, playout, rewards
from taku.compile.kernels import first_of, kernel
from taku.engine.chance import key
from taku.engine.contract import CORE_WORDS, DECISIONS, HAS_VALUE, act, actors, guess, view


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
        veiled = 0
        if real[VEIL] > 0 and not perfect and np.float64(next_word(rng) >> np.uint64(11)) < real[VEIL] * 2.0**53:
            other = np.int64(next_word(rng) >> np.uint64(33)) % max(1, seats - 1)
            other += other >= par[P_SEAT]
            view(s, other)
            key(s, b, b >> 31, a, a >> 31)
            guess(s, other)
            veiled = 1
        for seat in range(seats):
            last[seat] = -1
            last_node[seat] = -1
        length = 0
        mask = -1  # the seats that still walk in their trees
        ended = 0
        proved = 0
        at = root if not veiled else np.int64(-1)
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
            if real[VEIL] > 0 and not veiled and seat != par[P_SEAT]:
                if node[at, VISITS] == 0 or node[at, FLAGS] & MERGED:
                    break
                e = select_usual(node, edge, at, rng)
            elif node[at, FLAGS] & MERGED:
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
            if real[VEIL] > 0 and not veiled and node[at, SEAT] != par[P_SEAT]:
                continue
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
