"""The commanders of content/bots.toml as players, and the table's five levels."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from taku.bots.planner import Planner, PlanningBot, Thinking, Turn, planner_of
from taku.games.warring.bot.command import CHANCES
from taku.games.warring.bot.orders import W
from taku.games.warring.bot.plans import MANNER, SCRIPT
from taku.games.warring.content import CONTENT
from taku.games.warring.state import DEPLOY, LIMIT, SIDES, STAGE, TROOPS

if TYPE_CHECKING:
    from taku.engine import Game
    from taku.games.warring.content import Bot as Written

TELLING = 0.04
"""Formations: a chance of winning that is so much worse, as rehearsed on the map, makes one e times rarer."""

REHEARSAL = Thinking(worlds=6, horizon=26, own=SCRIPT.strike, answers=1 << SCRIPT.strike, wary=0)
"""How a formation is tried on the map: both sides strike where they can, until somebody is beaten."""

ANSWERS = 1 << SCRIPT.careful | 1 << SCRIPT.hunt | 1 << SCRIPT.hold
"""What a planner expects of the enemy: to strike where it pays, to go for the general, or to wait."""


@dataclass(frozen=True)
class Manner:
    """How a commander decides."""

    weights: Mapping[str, int]
    formations: tuple[str, ...] = ()
    """The likeliest first; none: any of the largest that are offered."""
    simulations: int = 0
    """For the plan of a turn; 0: army after army takes what looks best."""
    worlds: int = 2
    """The first is what the side takes for certain, in the others the unseen stand somewhere."""
    horizon: int = 3
    """Turns after the own one: the answer, the own next turn, the answer to that. Whoever looks at the first answer
    alone sees what an attack costs and not what it brings: two of them wait for each other, and a waiting enemy is not
    worn down. Where the own next turn is the last one they seek each other, and overrate what they find."""

    def numbers(self) -> list[int]:
        """What the script takes of those who do not plan: weights, then formations."""
        known = [1 + [f.id for f in CONTENT.formations].index(name) for name in self.formations]
        return [*(self.weights.get(name, 0) for name in W), *known, *[0] * (len(CHANCES) - len(known))]

    def thinking(self, behind: int = 0) -> Thinking:
        """How a turn is planned; `behind` is the round for whoever would lose if the battle ended now."""
        weights = dict(self.weights)
        weights["push"] = weights.get("push", 0) + weights.get("push_growth", 0) * behind
        weights["losses"] = weights.get("losses", 0) - min(DEAREST, weights.get("price", 0) * behind)
        manner = tuple(weights.get(name, 0) for name in MANNER)
        wary = min(100, 2 * self.weights.get("caution", 15))
        return Thinking(
            simulations=self.simulations,
            worlds=self.worlds,
            sure=1,
            horizon=self.horizon,
            wary=wary,
            own=SCRIPT.strike,
            answers=ANSWERS,
            manner=manner,
        )


DEAREST = 50
"""The highest price: own losses count so many per cent less."""

PLAIN = {
    "losses": 100,
    "guard": 100,
    "push": 8,
    "push_growth": 2,
    "field": 50,
    "flank": 30,
    "together": 3,
    "hunt_cells": 3,
    "alone": 6,
    "chase": 2,
}
"""What a planner looks for that has no manner of its own."""

STEADY = {"push": 25, "caution": 15, "losses": 90, "guard": 100, "hunt_cells": 3, "together": 3, "flank": 30}
"""What a commander looks for who does not plan and has no manner of its own."""

LEVELS = {
    "beginner": Manner({"push": 30, "losses": 60, "guard": 50, "hunt_cells": 3, "noise": 30}),
    "casual": Manner({**STEADY, "noise": 5}),
    "club": Manner({**PLAIN, "price": 2}, simulations=40, horizon=2),
    "expert": Manner(PLAIN, simulations=150),
    "master": Manner(PLAIN, simulations=800, horizon=5),
}


Rate = Callable[[Sequence[int]], list[float]]
"""The winning chance with each of some formations, as it is rehearsed."""


def deploy(manner: Manner, seen: Any, seat: int, legal: Sequence[int], rng: Random, rate: Rate | None = None) -> int:
    """A formation first, then ready: one of the own, or of the largest, the better suited to the map the likelier."""
    if seen.clicks[seat] and DEPLOY.ready in legal:
        return DEPLOY.ready
    sizes = {f.id: (a, f.size) for i, f in enumerate(CONTENT.formations) if (a := DEPLOY.preset(i)) in legal}
    known = [sizes[f][0] for f in manner.formations if f in sizes]
    weights = [float(c) for c in CHANCES[: len(known)]]
    if not known:
        most = max(size for _, size in sizes.values())
        known = [action for action, size in sizes.values() if size == most]
        weights = [1.0] * len(known)
    if rate is not None and not manner.formations:
        found = rate([DEPLOY.preset.formation(a) for a in known])
        weights = [w * math.exp((x - max(found)) / TELLING) for w, x in zip(weights, found, strict=True)]
    return rng.choices(known, weights)[0]


def leads(seen: Any, seat: int) -> bool:
    """W-15.3: whether a side would win if the battle ended now, as far as it knows."""
    full = seen.opt.strength_south, seen.opt.strength_north
    lost = [
        sum(full[side] - seen.strength[side, t] for t in range(TROOPS) if seen.kind[side, t]) for side in range(SIDES)
    ]
    more = seen.opt.max_troops * (full[seat] - full[1 - seat])
    strength = more + lost[1 - seat] - lost[seat]
    field = seen.points[seat] - seen.points[1 - seat]
    first, second = (field, strength) if seen.opt.limit_result == LIMIT.field else (strength, field)
    return (first, second) > (0, 0)


class Strategist(PlanningBot):
    """Plans whole turns as its manner says, and deploys for the map."""

    def __init__(self, manner: Manner, game: Game) -> None:
        super().__init__(game, manner.thinking())
        self.manner = manner

    def __call__(self, seen: Any, seat: int, legal: Sequence[int], budget: Any) -> int:
        if seen.stage != STAGE.deploy:
            return super().__call__(seen, seat, legal, budget)

        def rate(formations: Sequence[int]) -> list[float]:
            thinking = replace(REHEARSAL, manner=self.manner.thinking().manner)  # not in a hurry from another battle
            return planner_of(self.game).rate(seen, seat, budget.seed, thinking, formations)

        return deploy(self.manner, seen, seat, legal, Random(budget.seed), rate)

    def plan(self, planner: Planner, seen: Any, seat: int, budget: Any) -> Turn:
        """Whoever would lose if the battle ended now pushes harder every round, and at a higher price."""
        self.thinking = self.manner.thinking(0 if leads(seen, seat) else seen.round)
        return super().plan(planner, seen, seat, budget)


PLANNED = {1: 0, 2: 80, 3: 120}
"""Simulations for a turn at each level of the commanders. With 40 Lian Po's horse no longer waits for his foot."""


def manner_of(commander: Written) -> Manner:
    """What a commander of the content plays like."""
    weights = commander.weights
    if commander.level > 1:
        weights |= {"field": 50, "flank": 15 + weights["flank"] // 2}
        weights |= {"alone": PLAIN["alone"], "chase": 1 + weights["hunt_cells"] // 2}
    return Manner(weights, commander.formations, PLANNED[commander.level])


def _manners() -> Mapping[str, Manner]:
    return LEVELS | {c.id: manner_of(c) for c in CONTENT.bots}


def players() -> Mapping[str, Callable[[Game], Strategist]]:
    """The levels and commanders that plan, by name."""
    return {name: partial(Strategist, m) for name, m in _manners().items() if m.simulations}


def scripts() -> Mapping[str, list[int]]:
    """The levels and commanders that order army after army, by name, with the numbers of the script."""
    return {name: m.numbers() for name, m in _manners().items() if not m.simulations}


def titles(language: str) -> Mapping[str, tuple[str, str]]:
    """The commanders as they are offered at a table."""
    return {c.id: (c.name[language], c.text[language]) for c in CONTENT.bots}
