"""Search: what a seat would do, and how good each of its actions looks, from nothing but what it sees."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from taku.bots import guided, nodes, planning, walk
from taku.bots.contract import bots_of
from taku.bots.net import Net
from taku.bots.playout import SCALE
from taku.bots.trained import ROW, rooms_of, row_of
from taku.compile.loader import array_parts
from taku.compile.native import Build
from taku.engine.fields import PUBLIC
from taku.engine.game import Game
from taku.engine.state import HASH_FACTOR, HASH_START, GameState
from taku.engine.struct import dtype_of

MAX_NODES = 1 << 18
"""Past this a tree stops growing and its leaves are only played out: memory stays below a hundred megabytes."""

MAX_EDGES = 1 << 21

DEPTH = 512
"""How deep a walk may go in the tree before the rest is played out."""

FIRST_CHUNK = 32
CHUNK_SECONDS = 0.02
"""Simulations before the first look at the clock; then as many as take about so long."""

MASK64 = (1 << 64) - 1


@dataclass(frozen=True)
class Settings:
    """How to search. Levels and games change these numbers; the defaults are measured in docs/bots.md."""

    simulations: int = 1000
    uct: float = 0.4
    """Weight of the seldom tried against the good (rewards are 0 to 1)."""
    fpu: float = 1.1
    """What an untried action is worth: above 1, so that it is tried unless another clearly shines."""
    widen: float = 2.0
    """After n tries of an action, about widen × √n different views that follow it are told apart."""
    cut: int = 40
    """Playouts end after so many decisions with the game's `value`, if it has one; 0 plays to the end."""
    prefer: bool = True
    """Playouts and untried actions follow the game's `prefer` if it has one."""
    solve: bool = True
    """Prove wins and losses where nothing is hidden and no chance is left."""
    veil: float = 0.0
    """The part of the simulations in which the seat's own secrets are dealt anew, as another sees the table: from these
    alone the others learn. For games of bluffing; 0 where what is held does not matter much."""
    threads: int = 1
    """Trees grown side by side, their root counts added; the simulations are divided among them."""
    crowd: int = 0
    """At tables of more seats than this the simulations of a decision are fewer, so that a round in which all choose
    takes as long as with so many seats; 0: the same at all tables."""
    reuse: bool = False
    """Keep the tree for the next move of the same match. Off in levels: a move then depends on view and seed alone."""

    def at(self, seats: int) -> int:
        """The simulations of a decision at a table of so many seats."""
        return max(1, self.simulations * self.crowd // seats) if 0 < self.crowd < seats else self.simulations


@dataclass(frozen=True)
class Choice:
    """One legal action as the search sees it."""

    action: int
    visits: int
    value: float
    """The seat's mean result, 0 to 1; 1 or 0 if proved."""
    proved: str = ""
    """"won" or "lost" where that is certain."""


@dataclass(frozen=True)
class Report:
    """What a search found out."""

    seat: int
    choices: tuple[Choice, ...]
    """In the order of the legal actions; take-backs are left out."""
    simulations: int
    seconds: float
    depth: float
    """Mean length of the walks in the tree."""
    simultaneous: bool
    """Whether others choose at the same time: then a mixture is played, not always the best."""

    @property
    def value(self) -> float:
        """The seat's winning chance with the best choice."""
        return self.best.value

    @property
    def best(self) -> Choice:
        """The choice to play: proved ones first, then the most visited."""
        return max(self.choices, key=rank)


def rank(c: Choice) -> tuple[int, int, float]:
    """Orders choices from worst to best."""
    return ({"won": 1, "": 0, "lost": -1}[c.proved], c.visits, c.value)


def is_perfect(game: Game) -> bool:
    """Whether nothing in the game is ever hidden but the coming chance: then all seats share one tree."""
    secret = any(leaf.seen != PUBLIC for leaf in game.state.leaves() if leaf.path[0] not in ("stream", "log"))
    return not secret and "hide" not in game.contract


def search_build(game: Game) -> Build:
    """The build with the search made for this game; ``ready`` says whether it is compiled."""
    return _build(game)


@lru_cache(maxsize=64)
def _build(game: Game) -> Build:
    own = bots_of(game)
    planner = planning.KERNELS if "plan_step" in game.contract else ()
    scripts = (own.script,) if own.script else ()
    trained = any("guide" in numbers for numbers in own.levels.values())
    return Build(
        game,
        [walk.search, walk.plant, *planner, *scripts, *own.kernels, *(guided.KERNELS if trained else ())],
        instead={ROW: row_of(game)} if trained else {},
    )


class Tree:
    """The arrays of one tree and the worlds it is searched in."""

    def __init__(self, game: Game, size: int, edges: int, net: Net | None = None) -> None:
        seats = game.seats[-1]
        self.states = np.zeros(3, dtype_of(game.state))
        self.states["log"]["mute"] = 1
        self.words = self.states.view(np.uint64).reshape(3, -1)
        self.core = game.state.core()
        self.out = np.empty(max(game.most_legal, seats), np.int32)
        self.node = np.empty((size, 6), np.int32)
        self.edge = np.empty((edges, 4), np.int32)
        self.extra = np.empty((edges, 2), np.int32)
        self.prior = np.empty(edges if net or "prefer" in game.contract else 1, np.float32)
        self.keys = np.zeros(1 << (2 * size - 1).bit_length(), np.uint64)
        self.slots = np.empty(len(self.keys), np.int32)
        self.path = np.empty((min(DEPTH, game.decisions + 1), 2), np.int32)
        self.each = np.zeros((5, seats), np.int32)
        self.par = np.zeros(12, np.int64)
        self.real = np.zeros(5, np.float64)
        self.rng = np.zeros(1, np.uint64)
        tree = [self.out, self.node, self.edge, self.extra, self.prior, self.keys, self.slots]
        if net:
            build = guided.guided_build(game).functions
            memory = self.states.view(np.uint8).reshape(3, -1)
            rooms = rooms_of(game, net)
            seen = [self.states, *(memory.view(f"i{n}") for n in (1, 2, 4)), self.words, *tree, self.par]
            grow, root = [*seen, self.path, self.each, self.real, self.rng, *rooms], [*seen, *rooms]
            self._search, self._plant = build["guided_search"], build["guided_plant"]
        else:
            build = _build(game).functions
            root = [self.states, self.words, *tree]
            grow, root = [*root, self.path, self.each, self.par, self.real, self.rng], [*root, self.par]
            self._search, self._plant = build["search"], build["plant"]
        self._held = grow
        self._grow, self._root = [array_parts(a) for a in grow], [array_parts(a) for a in root]

    def clear(self) -> None:
        """Forget all nodes."""
        self.keys.fill(0)
        self.par[nodes.P_NODES] = self.par[nodes.P_EDGES] = 0

    def plant(self, seen: GameState, seat: int, seed: int, settings: Settings, perfect: bool) -> None:
        """Put the hidden state at the root, keeping the nodes that are there."""
        bytes_of = self.states.view(np.uint8).reshape(3, -1)
        bytes_of[1, : self.core] = np.frombuffer(seen.memory, np.uint8, self.core)
        self.words[1, : nodes.STREAM_WORDS] = 0
        seats = seen.seats
        self.par[nodes.P_SEAT], self.par[nodes.P_SEATS], self.par[nodes.P_PERFECT] = seat, seats, perfect
        self.par[nodes.P_SOLVE] = settings.solve and perfect and seats == 2
        self.par[nodes.P_CUT], self.par[nodes.P_POLICY] = settings.cut, settings.prefer
        self.real[:] = settings.uct, settings.fpu, settings.widen, settings.prefer, settings.veil
        self.each.fill(0)
        self.each[1, :seats] = teams_of(seen)
        self.rng[0] = seed & MASK64
        self._plant(*self._root)

    def restrict(self, action: int) -> None:
        """Leave the root no other action than this one, in a tree that has not grown yet."""
        root = self.node[self.par[nodes.P_ROOT]]
        edges = self.edge[root[nodes.FIRST] : root[nodes.FIRST] + root[nodes.COUNT]]
        edges[0, nodes.ACTION] = action
        root[nodes.COUNT] = 1

    def grow(self, simulations: int) -> int:
        """Run simulations; how many were done."""
        return int(self._search(*self._grow, simulations))

    @property
    def root(self) -> tuple[Any, int]:
        """The edges of the root and how many decisions of the tree all walks took together."""
        first, count = self.node[self.par[nodes.P_ROOT], : nodes.VISITS]
        return self.edge[first : first + count].copy(), int(self.par[nodes.P_DEPTH])

    def at(self, seen: GameState, seat: int, perfect: bool) -> Any | None:
        """The edges of the node for a view, if the tree has one."""
        h = HASH_START ^ ((0 if perfect else 1 + seat) * HASH_FACTOR & MASK64)
        for word in seen.memory[: self.core].cast("Q")[nodes.STREAM_WORDS :]:
            h = (h ^ word) * HASH_FACTOR & MASK64
            h ^= h >> 29
        h |= 1
        mask = len(self.keys) - 1
        i = h >> 7 & mask
        while self.keys[i] and self.keys[i] != h:
            i = i + 1 & mask
        if not self.keys[i]:
            return None
        first, count = self.node[self.slots[i], : nodes.VISITS]
        return self.edge[first : first + count]


def teams_of(seen: GameState) -> list[int]:
    """The team of each seat: the public field `team` where the game has one, else everybody is alone."""
    team = getattr(seen, "team", None)
    if isinstance(team, memoryview) and team.ndim == 1 and len(team) >= seen.seats:
        return [int(team[q]) for q in range(seen.seats)]
    return list(range(seen.seats))


class Search:
    """A searcher for one game. Not for several threads at once: it owns its trees."""

    def __init__(self, game: Game, settings: Settings, net: Net | None = None) -> None:
        """With a network the search looks where that wishes, and believes what it expects instead of playing on."""
        self.game = game
        self.settings = settings
        self.net = net
        self.perfect = is_perfect(game)
        self._last: tuple[int, int] = (-1, -1)

    @property
    def build(self) -> Build:
        """What has to be compiled for it."""
        return guided.guided_build(self.game) if self.net else _build(self.game)

    def knows(self, seen: GameState) -> bool:
        """Whether its network was trained for such a table: for as many seats, with the same options."""
        told = self.net.told if self.net else {}
        if told.get("seats") != seen.seats:
            return False
        options = self.game.read_options(told["options"], seen.seats)
        return all(getattr(seen.opt, name) == value for name, value in options.items())

    @cached_property
    def trees(self) -> list[Tree]:
        """Made when first needed: that may compile the game's search."""
        share = -(-self.settings.simulations // max(1, self.settings.threads))
        size = min(MAX_NODES, share * (3 if self.settings.reuse else 1) * (1 if self.perfect else 2) + 16)
        edges = min(MAX_EDGES, size * self.game.most_legal) + 4 * self.game.most_legal
        return [Tree(self.game, size, edges, self.net) for _ in range(max(1, self.settings.threads))]

    def look(
        self,
        seen: GameState,
        seat: int,
        seed: int,
        simultaneous: bool = False,
        deadline: float | None = None,
        only: int | None = None,
    ) -> Report:
        """Search from what a seat sees.

        Same view, seed and settings give the same report, unless the deadline (a moment of ``time.perf_counter``) cuts
        the search short. With ``only`` one action is looked at, with all simulations.
        """
        begun = time.perf_counter()
        share, rest = divmod(self.settings.at(seen.seats), len(self.trees))
        for number, tree in enumerate(self.trees):
            full = tree.par[nodes.P_NODES] + share + 1 > len(tree.node)
            if not self.settings.reuse or only is not None or full or self._last != (seat, seen.seats):
                tree.clear()
            tree.plant(seen, seat, scramble(seed, number), self.settings, self.perfect)
            if only is not None:
                tree.restrict(only)
        self._last = (seat, seen.seats) if only is None else (-1, -1)
        budgets = [share + (number < rest) for number in range(len(self.trees))]
        if len(self.trees) == 1:
            done = [_run(self.trees[0], budgets[0], deadline)]
        else:
            with ThreadPoolExecutor(len(self.trees)) as pool:
                done = list(pool.map(_run, self.trees, budgets, [deadline] * len(self.trees)))
        return self._report(seat, sum(done), begun, simultaneous)

    def likely(self, seen: GameState, seat: int, least: int = 8) -> int | None:
        """What the last search holds most likely for a seat with this view, if it was there at least so often."""
        edges = self.trees[0].at(seen, seat, self.perfect)
        if edges is None or edges[:, nodes.TRIED].sum() < least:
            return None
        return int(edges[edges[:, nodes.TRIED].argmax(), nodes.ACTION])

    def _report(self, seat: int, done: int, begun: float, simultaneous: bool) -> Report:
        """Add the trees' counts; a proof in one of them is a proof."""
        parts = [tree.root for tree in self.trees]
        choices = []
        for i, action in enumerate(parts[0][0][:, nodes.ACTION].tolist()):
            rows = [edges[i].tolist() for edges, _ in parts]
            visits = sum(r[nodes.TRIED] for r in rows)
            value = sum(r[nodes.GAIN] for r in rows) / (SCALE * visits) if visits else 0.0
            children = {r[nodes.CHILD] for r in rows}
            proved = "won" if nodes.WINS in children else "lost" if nodes.LOSES in children else ""
            choices.append(Choice(action, visits, {"won": 1.0, "lost": 0.0}.get(proved, value), proved))
        depth = sum(d for _, d in parts) / max(1, done)
        return Report(seat, tuple(choices), done, time.perf_counter() - begun, depth, simultaneous)


def _run(tree: Tree, simulations: int, deadline: float | None) -> int:
    if deadline is None:
        return tree.grow(simulations)
    done, chunk = 0, FIRST_CHUNK
    while done < simulations:
        begun = time.perf_counter()
        part = min(chunk, simulations - done)
        grown = tree.grow(part)
        done += grown
        now = time.perf_counter()
        if grown < part or now >= deadline:
            break
        chunk = max(1, min(4 * chunk, int(part * CHUNK_SECONDS / max(1e-6, now - begun))))
    return done


def scramble(seed: int, number: int) -> int:
    """A seed of its own for each part of a search."""
    z = (seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xD1B54A32D192ED03) & MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)
