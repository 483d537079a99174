"""The turn planner: players that think of a whole turn at once, from nothing but what their seat sees.

A tree of clicks sees hardly a turn ahead where a turn is many clicks. The planner searches among whole turns instead
(``taku.bots.planning``), and then gives click after click of the best one. It plans again when what it sees is not what
it expected: an enemy came into sight, a die fell otherwise. The same views and seeds give the same clicks.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from taku.bots import planning as k
from taku.bots.search import scramble, search_build, teams_of
from taku.compile.loader import array_parts
from taku.engine.game import Game
from taku.engine.state import GameState
from taku.engine.struct import dtype_of

MASK64 = (1 << 64) - 1
FIRST_CHUNK = 64
CHUNK_SECONDS = 0.05
METHODS = {"greedy": k.GREEDY, "evolve": k.EVOLVE, "both": k.BOTH}
MOST_WORLDS = 16
MOST_TURNS = 64
"""Plans that a bot remembers: one for each table at which it sits."""
NEAR = 16
"""A view that differs from the one before the last click in more than one byte of so many is another match's."""


@dataclass(frozen=True)
class Thinking:
    """How a turn is planned. The numbers of simulations make a level mean the same on every machine."""

    simulations: int = 1000
    """For the first plan of a turn; a simulation is the plan in one world with one answer."""
    again: int = 33
    """Per cent of that for each new plan within the turn."""
    worlds: int = 4
    """Guessed worlds in which every plan is judged."""
    sure: int = 0
    """How many of them are what the seat takes for certain, by the game's `plan_guess`."""
    horizon: int = 2
    """Turns after the own one: the answer, the own next turn …"""
    wary: int = 50
    """How much the worst of the answers counts against their mean, in per cent."""
    own: int = 0
    """The script of the own later turns."""
    answers: int = 0
    """The scripts that others answer by, as a bit set; 0: all."""
    slack: int = 50
    """A plan that after the first answer in the first world is so much worse than the best, of 1000 for a match, is
    looked at no further."""
    method: str = "both"
    """``greedy``: unit by unit; ``evolve``: changes at random; ``both``: the one, then the other."""
    manner: tuple[int, ...] = field(default=(0,) * 8)
    """What the game's `plan_value` weighs by."""


@dataclass(frozen=True)
class Plan:
    """What a seat means to do until its turn passes."""

    clicks: tuple[int, ...]
    value: float
    """As a winning chance, 0 to 1."""
    simulations: int
    seconds: float


def as_chance(worth: float) -> float:
    """What a plan is worth, −10,000 to 10,000, as a winning chance."""
    return float(min(1.0, max(0.0, 0.5 + worth / 20_000)))


class Planner:
    """Plans for one game. Not for several threads at once: it owns its worlds."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.units = "plan_step" in game.contract
        """Whether a plan is a list of orders to units; else it is a row of clicks."""
        f = search_build(game).functions
        self._begin, self._improve, self._unfold = f["begin"], f["improve"], f["unfold"]
        self._appraise, self._print = f["appraise"], f["print_of"]
        rows = k.WORLDS + MOST_WORLDS
        states = np.zeros(rows, dtype_of(game.state))
        states["log"]["mute"] = 1
        self.bytes = states.view(np.uint8).reshape(rows, -1)
        words = states.view(np.uint64).reshape(rows, -1)
        self.words = words
        self.core = game.state.core()
        out = np.zeros(max(game.most_legal, 128), np.int32)
        self.plan = np.zeros((2, k.LENGTH, 2), np.int32)
        sample = np.zeros((2, MOST_WORLDS + 1), np.int32)
        self.par = np.zeros(24, np.int64)
        self.manner = np.zeros(16, np.int64)
        self.each = np.zeros((2, max(2, game.seats[-1])), np.int32)
        self.rng = np.zeros(1, np.uint64)
        self.clicks = np.zeros(k.LENGTH, np.int32)
        self.prints = np.zeros((MOST_WORLDS, k.LENGTH), np.uint64)
        self._kept = [states, words, out, self.plan, sample]
        head = [array_parts(a) for a in self._kept]
        states_, words_, out_, plan_, sample_ = head
        tail = [array_parts(a) for a in (self.par, self.manner, self.each, self.rng)]
        self._begin_with = [states_, words_, out_, plan_, sample_, *tail]
        unfolded = [array_parts(a) for a in (self.par, self.clicks, self.prints)]
        self._unfold_with = [states_, words_, out_, plan_, *unfolded]
        self._words = words_

    def show(self, seen: GameState) -> int:
        """Take a hidden state in; its fingerprint."""
        self.bytes[k.SEEN, : self.core] = np.frombuffer(seen.memory, np.uint8, self.core)
        self.words[k.SEEN, :2] = 0
        return int(self._print(self._words))

    def look(
        self,
        seen: GameState,
        seat: int,
        seed: int,
        thinking: Thinking,
        deadline: float | None = None,
        kept: tuple[Any, int] | None = None,
    ) -> Plan:
        """The best plan found from what a seat sees; ``kept`` is an earlier plan to go on from."""
        begun = time.perf_counter()
        self.prepare(seen, seat, seed, thinking, kept)
        par = self.par
        done = self._grow(thinking.simulations, deadline)
        worth = par[k.P_VALUE] / max(1, par[k.P_WORLDS])
        length = self.unfold()
        clicks = tuple(int(c) for c in self.clicks[:length])
        return Plan(clicks, as_chance(worth), done, time.perf_counter() - begun)

    def rate(self, seen: GameState, seat: int, seed: int, thinking: Thinking, orders: Sequence[int]) -> list[float]:
        """The chance after each of these orders of the first unit, the rest left to the end of the turn."""
        self.prepare(seen, seat, seed, thinking)
        worlds = max(1, int(self.par[k.P_WORLDS]))
        return [as_chance(self._appraise(*self._begin_with, order) / worlds) for order in orders]

    def prepare(
        self, seen: GameState, seat: int, seed: int, thinking: Thinking, kept: tuple[Any, int] | None = None
    ) -> None:
        """Take the hidden state in, guess the worlds, and judge the first plan in them."""
        self.show(seen)
        par = self.par
        par[:] = 0
        par[k.P_SEAT], par[k.P_SEATS] = seat, seen.seats
        par[k.P_WORLDS] = min(MOST_WORLDS, thinking.worlds)
        par[k.P_SURE] = thinking.sure
        par[k.P_HORIZON], par[k.P_WARY], par[k.P_OWN] = thinking.horizon, thinking.wary, thinking.own
        par[k.P_SLACK] = 10 * thinking.slack
        par[k.P_METHOD], par[k.P_ANSWERS] = METHODS[thinking.method], thinking.answers
        self.manner[: len(thinking.manner)] = thinking.manner
        self.each.fill(0)
        self.each[1, : seen.seats] = teams_of(seen)
        self.rng[0] = scramble(seed, 1) & MASK64
        if kept is not None:
            self.plan[k.BEST] = kept[0]
            par[k.P_SIZE] = kept[1]
        self._begin(*self._begin_with, int(kept is not None))

    def _grow(self, simulations: int, deadline: float | None) -> int:
        if deadline is None:
            return int(self._improve(*self._begin_with, simulations))
        done, chunk = int(self.par[k.P_DONE]), FIRST_CHUNK
        while done < simulations:
            begun = time.perf_counter()
            part = min(chunk, simulations - done)
            before, done = done, int(self._improve(*self._begin_with, done + part))
            now = time.perf_counter()
            if done < before + part or now >= deadline:
                break
            chunk = max(1, min(4 * chunk, int(part * CHUNK_SECONDS / max(1e-6, now - begun))))
        return done

    def unfold(self) -> int:
        """The clicks of the best plan in the first world, and what would be seen on the way in each."""
        self.prints.fill(0)
        length = 0
        for world in reversed(range(int(self.par[k.P_WORLDS]))):
            length = int(self._unfold(*self._unfold_with, world))
        return length

    def genes(self) -> tuple[Any, int]:
        """The best plan, to go on from later."""
        return self.plan[k.BEST].copy(), int(self.par[k.P_SIZE])


@lru_cache(maxsize=8)
def planner_of(game: Game) -> Planner:
    """The one planner of a process for a game: players differ in how they think, not in what they think with."""
    return Planner(game)


@dataclass(eq=False)
class Turn:
    """A plan that is being carried out."""

    seat: int
    plan: Plan
    prints: Any
    genes: tuple[Any, int]
    at: int = 0
    view: Any = None
    """What was seen when the last click was given."""

    @property
    def clicks(self) -> tuple[int, ...]:
        return self.plan.clicks

    def expects(self, seat: int, print_: int) -> bool:
        """Whether the seat sees what it would see in one of the guessed worlds."""
        return seat == self.seat and self.at < len(self.clicks) and bool((self.prints[:, self.at] == print_).any())

    def led_to(self, seat: int, view: Any) -> bool:
        """Whether a view that nobody expected may well have come from the last click of this turn."""
        under_way = seat == self.seat and 0 < self.at < len(self.clicks)
        return under_way and NEAR * int(np.count_nonzero(self.view != view)) <= len(view)


class PlanningBot:
    """Plans a turn, carries it out click by click, and plans again when it sees what it had not expected.

    It may sit at several tables: which plan a click belongs to is told by what it sees.
    """

    def __init__(self, game: Game, thinking: Thinking) -> None:
        self.game = game
        self.thinking = thinking
        self.turn: Turn | None = None
        """The one that the last click belongs to."""
        self.turns: list[Turn] = []

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Any) -> int:
        if len(legal) == 1 and not self.turns:
            return legal[0]
        planner = planner_of(self.game)
        print_ = planner.show(seen)
        turn = next((t for t in reversed(self.turns) if t.expects(seat, print_)), None)
        if turn is None and len(legal) == 1:
            return legal[0]
        if turn is None:
            turn = self.plan(planner, seen, seat, budget)
            self.turns = [*self.turns[1 - MOST_TURNS :], turn]
        self.turn = turn
        if turn.at < len(turn.clicks) and turn.clicks[turn.at] in legal:
            turn.at += 1
            turn.view = planner.bytes[k.SEEN, : planner.core].copy()
            if turn.at == len(turn.clicks):
                self.turns.remove(turn)
            return turn.clicks[turn.at - 1]
        self.forget(turn)
        return legal[0]

    def forget(self, turn: Turn) -> None:
        """The turn is not gone on with."""
        self.turns = [t for t in self.turns if t is not turn]
        self.turn = None

    def plan(self, planner: Planner, seen: GameState, seat: int, budget: Any) -> Turn:
        """A new plan; within a turn it goes on from the old one, with less thought."""
        thinking = self.thinking
        kept = None
        view = planner.bytes[k.SEEN, : planner.core]
        old = next((t for t in reversed(self.turns) if t.led_to(seat, view)), None)
        if old is not None:
            self.forget(old)
            thinking = replace(thinking, simulations=max(1, thinking.simulations * thinking.again // 100))
            kept = old.genes if planner.units else None
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        found = planner.look(seen, seat, budget.seed, thinking, deadline, kept)
        return Turn(seat, found, planner.prints.copy(), planner.genes())
