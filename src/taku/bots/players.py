"""Players: what a bot is, and the ones that every game has.

A bot is any callable from (what its seat sees, the seat, its legal actions, a budget) to one of these actions. It never
gets the true state. The seed in the budget makes it repeatable: the same view and seed give the same action.
"""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast

from taku.bots.brought import brought
from taku.bots.contract import bots_of
from taku.bots.levels import LEVEL_NAMES, Guide, Level, level_of, plain_settings
from taku.bots.net import ENDING, Net, layout_key, load_net
from taku.bots.scripts import script_players
from taku.bots.search import Choice, Report, Search, Settings
from taku.bots.trained import TrainedBot
from taku.compile.speed import rules_of
from taku.engine.game import Game, GameError
from taku.engine.options import nearest
from taku.engine.state import GameState

GUESSES = 16
"""Worlds over which the greedy player averages."""

MIXED_VISITS = 12
"""Sealed choices tried less than one in so many of the most tried are left out: their worth is hardly known."""


@dataclass(frozen=True)
class Budget:
    """What a bot may spend on one decision."""

    seed: int = 0
    """Chance of the bot's own; the same seed gives the same action."""
    seconds: float | None = None
    """A limit for busy machines. Levels are defined by simulations and rarely need a tenth of it."""


class Bot(Protocol):
    """Anything that chooses an action from what a seat sees."""

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Budget, /) -> int: ...


Factory = Callable[[Game], Bot]


class UnknownBot(GameError):
    """No player of that name for the game; the message names the nearest ones."""


class RandomBot:
    """Plays any legal action, but takes nothing back."""

    def __init__(self, game: Game) -> None:
        self.rules = rules_of(game)

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Budget) -> int:
        kept = [a for a in legal if not self.rules.takes_back(seen, seat, a)]
        return Random(budget.seed).choice(kept or list(legal))


class GreedyBot:
    """Plays what looks best one step ahead by the game's `value`, averaged over guessed worlds."""

    def __init__(self, game: Game, guesses: int = GUESSES) -> None:
        self.rules = rules_of(game)
        self.guesses = guesses

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Budget) -> int:
        rng = Random(budget.seed)
        number = rng.getrandbits(62)
        kept = [a for a in legal if not self.rules.takes_back(seen, seat, a)] or list(legal)
        totals = dict.fromkeys(kept, 0.0)
        for index in range(self.guesses):
            world = self.rules.guess(seen, seat, number, index)
            for action in kept:
                after = world.copy()
                self.rules.act(after, seat, action)
                totals[action] += self._worth(after, seat)
        best = max(totals.values())
        return rng.choice([a for a in kept if totals[a] == best])

    def _worth(self, s: GameState, seat: int) -> float:
        if self.rules.actors(s) == 0:
            return 1000.0 * rewards(self.rules.scores(s), list(range(s.seats)))[seat]
        found = self.rules.value(s, seat)
        return 500.0 if found is None else found


def rewards(ranks: Sequence[int], teams: Sequence[int]) -> list[float]:
    """Each seat's result from 0 to 1: the share of its opponents that it left behind, ties counting half."""
    made = []
    for seat, rank in enumerate(ranks):
        others = [r for r, t in zip(ranks, teams, strict=True) if t != teams[seat]]
        points = sum(1.0 if r > rank else 0.5 if r == rank else 0.0 for r in others)
        made.append(points / len(others) if others else 0.5)
    return made


def guided_search(game: Game, guide: Guide) -> Search | None:
    """The search that follows a level's guide; none if the game's rules or content are not those that it learned."""
    net = load_net(guide.file)
    same = (net.layout, net.told.get("content")) == (layout_key(game), game.content_hash)
    return Search(game, guide.settings, net) if same else None


class SearchBot:
    """Searches as its level says and plays the best it found, or nearly the best where the level has its slips."""

    def __init__(self, game: Game, level: Level, net: Net | None = None) -> None:
        """With a network it follows that at every table."""
        self.level = level
        self.rules = rules_of(game)
        self.search = Search(game, level.settings, net)
        self.guided = guided_search(game, level.guide) if level.guide else None

    def searcher(self, seen: GameState) -> Search:
        """The search for such a table: a guide only knows the seats and options that it was trained for."""
        return self.guided if self.guided and self.guided.knows(seen) else self.search

    def report(self, seen: GameState, seat: int, budget: Budget) -> Report:
        """What the search says about every action."""
        deadline = time.perf_counter() + budget.seconds if budget.seconds else None
        together = self.rules.actors(seen) & ~(1 << seat) != 0 or self.rules.kind(seen, seat) in self.level.mixed
        return self.searcher(seen).look(seen, seat, budget.seed, together, deadline)

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Budget) -> int:
        if len(legal) == 1:
            return legal[0]
        rng = Random(budget.seed ^ 0x5EED)
        if self.rules.kind(seen, seat) in self.level.drawn:
            return self.draw(seen, seat, legal, rng)
        return pick(self.report(seen, seat, budget), self.level, rng)

    def draw(self, seen: GameState, seat: int, legal: Sequence[int], rng: Random) -> int:
        """One of the actions, each as likely as the game prefers it; nothing is taken back."""
        kept = [a for a in legal if not self.rules.takes_back(seen, seat, a)] or list(legal)
        weights = [max(0, self.rules.prefer(seen, seat, a)) for a in kept]
        return rng.choices(kept, weights if any(weights) else None)[0]


def pick(report: Report, level: Level, rng: Random) -> int:
    """The action a level plays after a search."""
    best = report.best
    if best.proved == "won" and rng.random() >= level.blind:
        return best.action
    kept = list(report.choices)
    if rng.random() >= level.blind:
        kept = [c for c in kept if c.proved != "lost"] or kept
    if level.slip > 0:
        # A slip is of believable size: never more than `reach` below the best by the level's own reckoning.
        kept = [c for c in kept if c.visits and c.value >= best.value - level.reach] or [best]
        weights = [math.exp((c.value - best.value) / level.slip) for c in kept]
        return rng.choices(kept, weights)[0].action
    if report.simultaneous and level.mix > 0:
        return _mixed(kept, level.mix, rng)
    return max(kept, key=lambda c: (c.visits, c.value)).action


def _mixed(choices: list[Choice], mix: float, rng: Random) -> int:
    """Sealed choices are mixed by how good they look; those the search hardly looked at are left out."""
    most = max(c.visits for c in choices)
    kept = [c for c in choices if MIXED_VISITS * c.visits >= most and c.visits] or choices
    best = max(c.value for c in kept)
    return rng.choices(kept, [math.exp((c.value - best) / mix) for c in kept])[0].action


def scripted(game: Game) -> Mapping[str, Factory]:
    """The players that a game brings, by name."""
    return {**script_players(game), **bots_of(game).players()}


def names(game: Game) -> list[str]:
    """All names that ``find_bot`` knows for a game, weakest level first."""
    return list(dict.fromkeys(["random", "greedy", *LEVEL_NAMES, *scripted(game)]))


def find_bot(game: Game, name: str) -> Bot:
    """The player of that name.

    ``random``, ``greedy``, a level (``beginner`` … ``master`` or 1 … 5), ``search:5000`` (simulations; more settings as
    ``search:5000,uct=1.4,threads=2``), a scripted player of the game (which may bear a level's name), the path of a
    trained player (``FILE.player``, from ``taku train``; with settings, ``FILE.player,simulations=800``, a search that
    it guides), or of a Python file with a function ``bot(game)`` that returns a bot.
    """
    own = scripted(game)
    if name in map(str, range(1, 1 + len(LEVEL_NAMES))):
        name = LEVEL_NAMES[int(name) - 1]
    if name in own:
        return own[name](game)
    if name == "random":
        return RandomBot(game)
    if name == "greedy":
        return GreedyBot(game)
    if name in LEVEL_NAMES:
        return SearchBot(game, level_of(game, name))
    if name == "search" or name.startswith("search:"):
        return SearchBot(game, _custom(game, name, name.partition(":")[2]))
    if name.endswith(".py"):
        return _from_file(game, Path(name))
    file, _, numbers = name.partition(ENDING + ",")
    if name.endswith(ENDING):
        return TrainedBot(game, brought(game).get(name) or Path(name))
    if numbers:
        net = load_net(Path(file + ENDING), game)
        drawn = tuple(net.told.get("drawn", ()))  # what it has not learned, the game's levels draw
        return SearchBot(game, replace(_custom(game, name, numbers), drawn=drawn), net)
    known = names(game)
    kinds = f"search:N, FILE.py, FILE{ENDING}"
    raise UnknownBot(f"unknown bot {name!r}{nearest(name, known)} (bots: {', '.join(known)}, {kinds})")


def _custom(game: Game, name: str, numbers: str) -> Level:
    """A search with the numbers given by hand, on top of what the game sets for all levels."""
    base = plain_settings(game)
    kinds = {f.name: type(getattr(base, f.name)) for f in fields(Settings)}
    changes: dict[str, Any] = {}
    for part in numbers.split(","):
        if not part:
            continue
        key, _, text = part.rpartition("=")
        key = key or "simulations"
        if key not in kinds:
            raise UnknownBot(f"{name!r}: unknown setting {key!r}{nearest(key, kinds)} (settings: {', '.join(kinds)})")
        try:
            changes[key] = text in ("1", "yes", "True") if kinds[key] is bool else kinds[key](text)
        except ValueError:
            raise UnknownBot(f"{name!r}: {key} takes a number, not {text!r}") from None
    return Level(name, replace(base, **changes))


def _from_file(game: Game, path: Path) -> Bot:
    """A player from somebody's own file."""
    if not path.exists():
        raise UnknownBot(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = getattr(module, "bot", None)
    if not callable(made):
        raise UnknownBot(f"{path} has no function bot(game) that returns a bot")
    return cast(Bot, made(game))
