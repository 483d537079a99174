"""One seat of a game as Gymnasium environments; given players have the other seats.

```python
from taku.learn.gymnasium import SeatEnv, SeatVectorEnv

env = SeatEnv("destroy", seat=0, others="club")             # any player that `taku` knows by name, or a function
envs = SeatVectorEnv("connect_four", 1024, seat=0)          # against random players: all in compiled code
```
Observations are ``{"observation": integers, "action_mask": 0 or 1}``; the reward, −1 to 1, comes at the end.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import gymnasium.spaces as spaces
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from taku.bots import Bot, Budget, find_bot
from taku.compile.observations import Layout
from taku.engine.game import Game
from taku.engine.part import GameError
from taku.learn.render import MODES, drawn
from taku.learn.single import Single
from taku.learn.vector import Step, Vector

Choose = Callable[[Step], Any]
"""Actions for all tables of a vector, of which those of the others' turns count."""


def _spaces(layout: Layout, actions: int) -> tuple[Any, Any]:
    info = np.iinfo(layout.dtype)
    box = spaces.Box(int(info.min), int(info.max), (layout.size,), layout.dtype.type)
    return spaces.Dict({"observation": box, "action_mask": spaces.MultiBinary(actions)}), spaces.Discrete(actions)


def _seat_of(seat: int, seats: int) -> int:
    if not 0 <= seat < seats:
        raise GameError(f"seat is 0 to {seats - 1}, not {seat}")
    return seat


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat at one table, against players by name."""

    metadata = {"render_modes": ["human", *MODES], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        others: str | Bot = "random",
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.one = one = Single(game, seats=seats, options=options)
        self.seat = _seat_of(seat, one.seats)
        self.other: Bot = find_bot(one.game, others) if isinstance(others, str) else others
        self.observation_space, self.action_space = _spaces(one.layout, one.actions)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise GameError(f"render_mode is {', '.join(self.metadata['render_modes'])} or None, not {render_mode!r}")
        self.render_mode = render_mode
        self._asked = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new match, played on until the seat is asked."""
        super().reset(seed=seed)
        while True:
            self.one.reset(secrets.randbelow(2**62) if seed is None else seed)
            self._asked = 0 if seed is None else seed * 1_000_003
            self._others()
            if not self.one.over:  # else the others ended it before the seat was asked at all
                return self._seen(), {}
            seed = None if seed is None else seed + 1

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The seat acts, then the others until it is asked again."""
        legal = self.one.legal(self.seat)
        if int(action) not in legal:
            raise GameError(f"{action} is not legal for seat {self.seat} (legal: {', '.join(map(str, legal))})")
        self.one.act(self.seat, int(action))
        self._others()
        over = self.one.over
        reward = self.one.rewards()[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, False, {}

    def _others(self) -> None:
        one = self.one
        while not one.over and self.seat not in one.acting:
            self._ask(one.acting[0])
        for seat in [] if one.over else one.acting:
            # Those who choose at the same time do so first; their choices are sealed.
            while seat != self.seat and one.rules.actors(one.state) >> seat & 1:
                self._ask(seat)

    def _ask(self, seat: int) -> None:
        one = self.one
        self._asked += 1
        one.act(seat, self.other(one.rules.view(one.state, seat), seat, one.legal(seat), Budget(self._asked)))

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.one.observe(self.seat), "action_mask": self.one.mask(self.seat).astype(np.int8)}

    def render(self) -> Any:
        """The table as the seat sees it."""
        one = self.one
        seen = one.rules.view(one.state, self.seat)
        return drawn(self.render_mode, one.game, seen, self.seat) if self.render_mode else None


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat at many tables. A table whose match is over deals its next one in the step after (*next-step*)."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        seat: int = 0,
        others: Choose | None = None,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        threads: int = 1,
    ) -> None:
        """``others``: what chooses for the other seats, from a step to an action a table; without it, chance."""
        self.v = v = Vector(game, num_envs, seats=seats, options=options, threads=threads, renew=False)
        self.seat = _seat_of(seat, v.seats)
        self.others = others
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(v.layout, v.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self._over = np.zeros(num_envs, np.bool_)
        self._reward = np.zeros(num_envs, np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New matches at all tables."""
        super().reset(seed=seed)
        self.v.reset(secrets.randbelow(2**62) if seed is None else seed)
        self._reward[:], self._over[:] = 0, False
        self._settle(np.ones(self.num_envs, np.bool_))
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """The seat acts at every table, then the others until it is asked again; what was over is dealt anew."""
        fresh = self._over.copy()
        self._reward[:], self._over[:] = 0, False
        self._book(self.v.step(actions, ~fresh))
        if fresh.any():
            self.v.begin(fresh)
        self._settle(fresh)
        return self._seen(), self._reward.copy(), self._over.copy(), np.zeros(self.num_envs, np.bool_), {}

    def _book(self, now: Step) -> None:
        self._reward[now.done] = now.rewards[now.done, self.seat]
        self._over |= now.done

    def _settle(self, new: Any) -> None:
        """Let the others play until the seat is asked, or the match is over, at every table. A new match that they end
        before the seat is asked is none for it: the next one is dealt."""
        v = self.v
        while True:
            over = v.now.seat < 0
            again = new & over
            if again.any():
                v.begin(again)
                self._reward[again], self._over[again] = 0, False
                continue
            turn = ~over & (v.now.seat != self.seat)
            if not turn.any():
                return
            self._book(v.step(v.sample() if self.others is None else self.others(v.now), turn))

    def _seen(self) -> dict[str, Any]:
        now = self.v.now
        return {"observation": now.observation.copy(), "action_mask": now.mask.astype(np.int8)}
