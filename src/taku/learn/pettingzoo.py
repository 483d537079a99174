"""Games as PettingZoo environments.

```python
from taku.learn.pettingzoo import aec, parallel

env = aec("goofspiel", options={"cards": 5})     # one agent after another; sealed choices stay sealed
env = parallel("goofspiel")                      # all who are asked choose in one step
```
Agents are called ``player_0`` …; each observes ``{"observation": integers, "action_mask": 0 or 1}`` as
``taku.learn.Layout`` describes them. Rewards come at the end: −1 to 1.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import gymnasium.spaces as spaces
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from taku.engine.game import Game
from taku.engine.part import GameError
from taku.learn.render import MODES, drawn
from taku.learn.single import Single

NO_OP = 0
"""What a seat that is not asked may choose in a step of all: nothing comes of it."""


def aec(game: Game | str, **given: Any) -> AEC:
    """The game as an environment in which one agent acts after another."""
    return AEC(game, **given)


def parallel(game: Game | str, **given: Any) -> Parallel:
    """The game as an environment in which all agents act at once."""
    return Parallel(game, **given)


class Common:
    """What both kinds share: one table, the spaces, and drawing."""

    metadata: dict[str, Any]
    render_mode: str | None

    def _set_up(
        self, game: Game | str, seats: int | None, options: Mapping[str, object] | None, render_mode: str | None
    ) -> None:
        modes = ["human", *MODES]
        if render_mode is not None and render_mode not in modes:
            raise GameError(f"render_mode is {', '.join(modes)} or None, not {render_mode!r}")
        self.one = one = Single(game, seats=seats, options=options)
        self.metadata = {
            "name": f"taku_{one.game.id}_v{one.game.version}",
            "render_modes": modes,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(one.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        info = np.iinfo(one.layout.dtype)
        box = (one.layout.size,)
        self.action_spaces = {agent: spaces.Discrete(one.actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(int(info.min), int(info.max), box, one.layout.dtype.type),
                    "action_mask": spaces.MultiBinary(one.actions),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: the game's own numbers."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and which actions are legal for it."""
        seat = self._seat[agent]
        return {"observation": self.one.observe(seat), "action_mask": self.one.mask(seat).astype(np.int8)}

    def render(self) -> str | None:
        """The table as spectators see it, in the mode that was asked for."""
        one = self.one
        return drawn(self.render_mode, one.game, one.rules.view(one.state, -1)) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held."""

    def _deal(self, seed: int | None) -> None:
        self.one.reset(secrets.randbelow(2**62) if seed is None else seed)


class AEC(Common, AECEnv):  # type: ignore[misc]
    """A game whose agents act one after another; of those who choose at the same time, the lowest seat first."""

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        self._set_up(game, seats, options, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; the same seed deals the same one."""
        self._deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.one.acting[0]]

    def step(self, action: int | None) -> None:
        """The selected agent acts; one that is finished passes None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        one, seat = self.one, self._seat[agent]
        if action is None or int(action) not in one.legal(seat):
            raise GameError(f"{action} is not legal for {agent} (legal: {', '.join(map(str, one.legal(seat)))})")
        self._cumulative_rewards[agent] = 0.0
        one.act(seat, int(action))
        self._clear_rewards()
        if one.over:
            self.rewards = dict(zip(self.possible_agents, one.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[one.acting[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class Parallel(Common, ParallelEnv):  # type: ignore[misc]
    """A game whose agents all act in every step; those that are not asked have one choice, which does nothing."""

    def __init__(
        self,
        game: Game | str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._set_up(game, seats, options, render_mode)
        self.metadata["is_parallelizable"] = True
        self.agents: list[str] = []

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; one that is not asked may choose ``NO_OP`` only."""
        made = super().observe(agent)
        if not made["action_mask"].any():
            made["action_mask"][NO_OP] = 1
        return made

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new match; the same seed deals the same one."""
        self._deal(seed)
        self.agents = self.possible_agents[:]
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """All act. An action that is not legal counts as the nearest legal one: some callers sample without masks."""
        one, agents = self.one, self.agents
        for seat in one.acting:
            if one.rules.actors(one.state) >> seat & 1:
                given = int(actions[self.possible_agents[seat]])
                one.act(seat, min(one.legal(seat), key=lambda a: (abs(a - given), a)))
        over = one.over
        rewards = one.rewards() if over else [0.0] * one.seats
        observations = {agent: self.observe(agent) for agent in agents}
        self.agents = [] if over else agents
        if self.render_mode == "human":
            self.render()
        return (
            observations, {agent: rewards[self._seat[agent]] for agent in agents}, dict.fromkeys(agents, over),
            dict.fromkeys(agents, False), {agent: {} for agent in agents},
        )  # fmt: skip
