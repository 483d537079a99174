"""Many tables of a game as arrays: who acts, what they see and may do, rewards and ends; one call steps them all.

```python
from taku.learn import Vector

v = Vector("connect_four", 1024)
step = v.reset(seed=7)
while True:
    step = v.step(v.sample())            # or your own: one action a table, legal where step.mask is true
    print(step.done.sum(), step.rewards[step.done])
```
The arrays of a step are always the same ones, written anew by the next: copy what you keep (``rollout`` does). Actions
are the game's own numbers. Match k of table t depends on the seed and on t + k · n alone, however many threads there
are. With ``together`` all seats that are asked choose in one step, without seeing each other's choices; else they
choose one after another, lowest seat first, and see as little.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from taku.compile.loader import Prepared
from taku.compile.observations import Layout, layout_of
from taku.engine.game import Game, find_game
from taku.engine.part import GameError
from taku.engine.struct import dtype_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEAST_SHARE = 64
"""Tables a thread gets at least: fewer are stepped sooner than a thread is woken."""


class Step(NamedTuple):
    """What is to be decided after a step. A row is a table; with ``together`` there is one for each of its seats."""

    observation: npt.NDArray[Any]
    """What the acting seat sees: (n, size), or (n, seats, size) for all seats. Integers; see `Layout.describe`."""
    mask: npt.NDArray[np.bool_]
    """Which actions are legal: (n, actions), or (n, seats, actions); all false where nobody is asked."""
    seat: npt.NDArray[np.int32]
    """The acting seat of each table (the lowest, if several); −1 where the match is over."""
    rewards: npt.NDArray[np.float32]
    """(n, seats): at the end of a match from −1 (all opponents ahead) to 1 (all left behind); 0 before it."""
    done: npt.NDArray[np.bool_]
    """Where a match ended in this step; its table already shows the next one, unless ``renew`` is off."""
    cut: npt.NDArray[np.bool_]
    """Where it was cut short by ``limit``: it has no result."""


@dataclass(frozen=True)
class Trajectory:
    """Steps one after another: first axis time, second the table. `seat` chose `action` on seeing `observation`."""

    observation: npt.NDArray[Any]
    mask: npt.NDArray[np.bool_]
    seat: npt.NDArray[np.int32]
    action: npt.NDArray[np.int32]
    rewards: npt.NDArray[np.float32]
    """Of all seats, after the action."""
    done: npt.NDArray[np.bool_]
    cut: npt.NDArray[np.bool_]


class Vector:
    """N tables of a game, stepped at once in compiled code."""

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        together: bool = False,
        renew: bool = True,
        history: int = 0,
        limit: int = 0,
        backs: bool = False,
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        """
        ``together``: all seats that are asked choose in one step. ``renew``: a table whose match is over begins the
        next one at once. ``history``: so many lines of what the seat was told and did stand beside its observation.
        ``limit``: matches are cut short after so many decisions. ``backs``: actions that only take an own click back
        are legal too; without, only where nothing else is.
        """
        import numpy as np

        from taku.learn import steps

        self.game = find_game(game) if isinstance(game, str) else game
        if n < 1:
            raise GameError(f"a vector has at least one table, not {n}")
        if history < 0 or limit < 0:
            raise GameError(f"history and limit are not below 0: {history}, {limit} (0: none)")
        if seats is None:
            seats = self.game.usual_seats
        self.seats = self.game.read_seats(seats)
        self.options = self.game.read_options(options or {}, self.seats)
        self.n, self.together, self.history = n, together, history
        self.layout: Layout = layout_of(self.game)
        self.actions = actions_of(self.game)
        rows = n * self.seats if together else n
        shape = (n, self.seats) if together else (n,)
        threads = max(1, min(threads, n // LEAST_SHARE or 1))
        template = self.game.new(self.seats, self.options)
        template.log.mute = 0 if history else 1
        self._states = np.zeros(n + threads + 1, dtype_of(self.game.state))
        memory = self._states.view(np.uint8).reshape(n + threads + 1, -1)
        memory[:] = np.frombuffer(template.memory, np.uint8)
        width = max(self.game.most_legal, self.game.seats[-1])
        kept = n if history else 1
        self.lists = np.zeros((rows, width), np.int32)
        self.count = np.zeros(rows, np.int32)
        """Legal actions of each row as a list, and how many."""
        self.acting = np.zeros(n, np.int32)
        """The bit set of the seats that are asked at each table."""
        self.length = np.zeros(n, np.int32)
        """Decisions of the match so far."""
        self.ranks = np.zeros((n, self.seats), np.int8)
        """Of the last match that ended at each table: 1 is best."""
        self.past = np.zeros((rows if history else 1, max(1, history), steps.TOLD), np.int32)
        """With ``history``: lines of what the seat of each row was told and did, oldest first. A line is 1 + the
        event, or −1 − the kind of an own decision; then its arguments, or the action."""
        self.heard = np.zeros(rows if history else 1, np.int32)
        self._seat = np.full(n, -1, np.int32)
        self._match = np.zeros(n, np.int64)
        self._told = np.zeros((kept, self.seats if history else 1, max(1, history), steps.TOLD), np.int32)
        self._lines = np.zeros((kept, self.seats if history else 1), np.int32)
        observation = np.zeros((rows, self.layout.size), self.layout.dtype)
        mask = np.zeros((rows, self.actions), np.bool_)
        rewards = np.zeros((n, self.seats), np.float32)
        done, cut = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self.now = Step(observation.reshape(*shape, -1), mask.reshape(*shape, -1), self._seat, rewards, done, cut)
        """The arrays that every step writes."""
        self._scratch = np.zeros((threads, width), np.int32)
        self._par = np.zeros(16, np.int64)
        self._par[[steps.SEATS_, steps.TOGETHER, steps.RENEW, steps.BACKS]] = self.seats, together, renew, backs
        self._par[[steps.HISTORY, steps.LIMIT, steps.TABLES, steps.TEMPLATE]] = history, limit, n, n + threads
        self._seed_at = steps.NUMBER
        self._rng = np.zeros((rows, 1), np.uint64)
        self._chosen = np.zeros(rows, np.int32)
        words = memory.view(np.uint64)
        views = (self._states, words, *(memory.view(f"i{size}") for size in (1, 2, 4)))
        functions = steps.build_of(self.game).functions
        self._memory = memory
        moves = (self.lists, self.count, mask)
        who = (self._seat, self.acting, self._match, self.length)
        past = (self._told, self._lines, self.past, self.heard)
        self._which = np.ones(n, np.bool_)
        all_arrays = (*views, observation, *moves, *who, *past, rewards, done, cut, self.ranks, self._par)
        shares = [(n * i // threads, n * (i + 1) // threads, n + i) for i in range(threads)]
        given = (*all_arrays, self._chosen, self._which, self._scratch)
        self._steps = [Prepared(functions["step_tables"], (*given, 0, *share)) for share in shares]
        self._resets = [Prepared(functions["step_tables"], (*given, 1, *share)) for share in shares]
        self._illegal = Prepared(functions["first_illegal"], (self._chosen, self.count, mask, self._which))
        self._random = Prepared(functions["random_actions"], (self._rng, *moves[:2], self._chosen, 0, rows))
        self._kept = given  # what compiled code points to
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._seed = checked_seed(seed)
        self._ready = False

    def reset(self, seed: int | None = None) -> Step:
        """New matches at all tables; with the same seed the same ones."""
        import numpy as np

        self._seed = self._seed if seed is None else checked_seed(seed)
        self._par[self._seed_at] = self._seed
        self._match[:] = np.arange(self.n)
        mix = self._seed * 0x9E3779B97F4A7C15 & (1 << 64) - 1
        self._rng[:, 0] = np.uint64(mix) + np.arange(len(self._rng), dtype=np.uint64) * np.uint64(0xD1B54A32D192ED03)
        self._ready = True
        return self.begin(np.ones(self.n, np.bool_))

    def begin(self, which: npt.NDArray[np.bool_]) -> Step:
        """New matches at the marked tables, the others stay as they are."""
        self._started()
        self._which[:] = which
        self._each(self._resets)
        return self.now

    def step(self, actions: Any, which: npt.NDArray[np.bool_] | None = None) -> Step:
        """One decision at every table, of the seat that acts; with ``together`` an action for every seat (what is
        given for one that is not asked does not matter). Tables whose match is over stay as they are, and so do those
        that ``which`` leaves out."""
        import numpy as np

        self._started()
        if actions is not self._chosen:
            flat = np.asarray(actions).reshape(-1)
            if flat.dtype.kind not in "iu":
                raise GameError(f"actions are whole numbers, not {flat.dtype}")
            if len(flat) != len(self._chosen):
                shape = f"({self.n}, {self.seats})" if self.together else f"({self.n},)"
                raise GameError(f"step takes {shape} actions, not {np.shape(actions)}")
            self._chosen[:] = flat
            if flat.itemsize > self._chosen.itemsize and bool((self._chosen != flat).any()):
                raise GameError(f"{flat[self._chosen != flat][0]} is no action: nothing was played")
        self._which[:] = True if which is None else which
        row = self._illegal()
        if row >= 0:
            raise GameError(self._complaint(row, int(self._chosen[row])))
        self._each(self._steps)
        return self.now

    def _complaint(self, row: int, action: int) -> str:
        table, seat = divmod(row, self.seats) if self.together else (row, int(self._seat[row]))
        legal = self.lists[row, : self.count[row]].tolist()
        told = ", ".join(map(str, sorted(legal)[:20])) + ("…" if len(legal) > 20 else "")
        return f"{action} is not legal for seat {seat} at table {table}: nothing was played (legal: {told})"

    def sample(self) -> npt.NDArray[np.int32]:
        """A random legal action for every row; the array is the same one every time."""
        self._started()
        self._random()
        return self._chosen.reshape(self.n, -1) if self.together else self._chosen

    def scaled(self, observation: npt.NDArray[Any] | None = None) -> npt.NDArray[np.float32]:
        """Observations as numbers between about −1 and 1: each divided by the largest met in random matches."""
        import numpy as np

        given = self.now.observation if observation is None else observation
        return given.astype(np.float32) / scale_of(self.game)

    def rollout(
        self, steps: int, choose: Callable[[Step], Any] | None = None, into: Trajectory | None = None
    ) -> Trajectory:
        """Play so many steps from where the tables are; ``choose`` gives the actions, else they are random."""
        made = into or self._trajectory(steps)
        for t in range(steps):
            now = self.now
            made.observation[t], made.mask[t], made.seat[t] = now.observation, now.mask, now.seat
            made.action[t] = self.sample() if choose is None else choose(now)
            now = self.step(made.action[t])
            made.rewards[t], made.done[t], made.cut[t] = now.rewards, now.done, now.cut
        return made

    def _trajectory(self, steps: int) -> Trajectory:
        import numpy as np

        def room(like: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return np.empty((steps, *like.shape), like.dtype)

        now = self.now
        action = np.empty((steps, *now.mask.shape[:-1]), np.int32)
        return Trajectory(
            room(now.observation), room(now.mask), room(now.seat), action, room(now.rewards), room(now.done),
            room(now.cut),
        )  # fmt: skip

    def state(self, table: int) -> Any:
        """A copy of a table's true state, for looking into a match; players never get it."""
        if not 0 <= table < self.n:
            raise GameError(f"tables are counted from 0 to {self.n - 1}: there is no {table}")
        made = self.game.state()
        made.load(self._memory[table].tobytes())
        return made

    def view(self, table: int, seat: int) -> Any:
        """The state of a table as a seat sees it (a spectator for −1)."""
        check_seat(seat, self.seats)
        from taku.compile.speed import rules_of

        return rules_of(self.game, "native").view(self.state(table), seat)

    def _started(self) -> None:
        if not self._ready:
            raise GameError("a vector begins with reset()")

    def _each(self, shares: list[Prepared]) -> None:
        if self._pool is None:
            shares[0]()
        else:
            for done in [self._pool.submit(share) for share in shares]:
                done.result()

    def __repr__(self) -> str:
        return f"<{self.n} tables of {self.game.id}, {self.seats} seats>"


def checked_seed(seed: int) -> int:
    """A seed that fits 64 bits; a larger one would be cut off in silence."""
    if not -(1 << 63) <= operator.index(seed) < 1 << 63:
        raise GameError(f"a seed has at most 64 bits: {seed}")
    return seed


def check_seat(seat: int, seats: int) -> None:
    """Whether somebody sits there, or it is the spectator: compiled rules would read past the seats."""
    if not -1 <= seat < seats:
        raise GameError(f"seats are counted from 0 to {seats - 1}, −1 is a spectator: there is no {seat}")


def actions_of(game: Game) -> int:
    """How many numbers actions have, over all kinds of decisions."""
    return max(one.end for kind in game.kinds for one in game.actions[kind].all())


@lru_cache(maxsize=64)
def scale_of(game: Game) -> npt.NDArray[np.float32]:
    """What each number of a row is divided by, so that it lies between −1 and 1: the largest met in random matches.

    The matches are always the same ones, so the scaled form of an observation is the same everywhere.
    """
    import numpy as np

    most = np.ones(layout_of(game).size, np.int64)
    for seats in {game.seats[0], game.usual_seats, game.seats[-1]}:
        v = Vector(game, 32, seats=seats, seed=1)
        step = v.reset()
        for _ in range(200):
            most = np.maximum(most, np.abs(step.observation.astype(np.int64)).max(axis=0))
            step = v.step(v.sample())
    return most.astype(np.float32)
