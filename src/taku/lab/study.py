"""Studies: what is varied, who plays, what is measured and when it is enough (``taku.lab.declare`` reads them)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from taku.engine.game import Game, GameError, find_game
from taku.engine.overlay import MARK, Overlay
from taku.lab.policy import is_rule


class StudyError(GameError):
    """A study that cannot be run; one line that says what would be right."""


AS_IT_IS = "as it is"

TABLE = ("seats", "preset", "level", "players", "overlay")
"""What a study says of the table besides options and content; all of it can be varied."""


def label_of(changes: Iterable[tuple[str, Any]]) -> str:
    """What a variant is called that has no name: ``raid_downs=3, cards.lantern_toss.cost=0``."""
    return ", ".join(f"{key}={said(value)}" for key, value in changes) or AS_IT_IS


def name_of(varied: Mapping[str, Sequence[Any]]) -> str:
    """What a study is called that has no name: ``raid_downs=3,5; seats=2,4``."""
    return "; ".join(f"{key}={','.join(map(said, values))}" for key, values in varied.items())


def said(value: Any) -> str:
    """A value as one writes it on the command line."""
    return "+".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


@lru_cache(maxsize=512)
def _game(reference: str) -> Game:
    """The game of a reference: looking all installed packages through costs as much as a thousand matches."""
    return find_game(reference)


@dataclass(frozen=True)
class Variant:
    """One way to play the game: what is compared with the others."""

    name: str
    """What differs from the others: ``raid_downs=3, cards.lantern_toss.cost=0``."""
    changes: tuple[tuple[str, Any], ...]
    """The same by name and value, as asked for."""
    game: str
    """The reference of the game, with its overlay if it has one."""
    seats: int
    options: Mapping[str, int]
    players: tuple[str, ...]
    """Who sits on each seat."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What people call it, by language, where that was said."""

    @property
    def found(self) -> Game:
        return _game(self.game)

    @property
    def by_policy(self) -> bool:
        """Whether all players are rules, so that compiled code plays whole matches."""
        return all(is_rule(self.found, p) for p in self.players)

    @property
    def overlay(self) -> Overlay | None:
        _, mark, text = self.game.partition(MARK)
        return Overlay.read(text) if mark else None


@dataclass(frozen=True)
class Study:
    """What is asked, and how long to look for an answer."""

    name: str
    game: str
    """The game's name, without overlays."""
    variants: tuple[Variant, ...]
    seed: int = 1
    measures: tuple[str, ...] = ()
    """What is measured besides results and lengths: ``game`` (its own figures), ``generic``, or single names."""
    primary: str = "seat.1"
    """The measure that decides."""
    rotate: bool = False
    """Every deal is played as often as there are seats, with the players moved on by one each time."""
    until: str = "matches"
    """``matches``, ``decided``, or a precision: ``± 1`` (points of a share, units of anything else)."""
    matches: int = 1000
    """At most so many of each variant."""
    minutes: float = 0.0
    """At most so long; 0: as long as it takes."""
    matters: float = 0.0
    """A smaller difference counts as none."""
    alpha: float = 0.05
    sample: int = 500
    """The generic figures are counted in so many matches of each variant, from the first on: it takes as long as
    thirty plain ones. Players that think are watched in every match."""
    confirm: bool = False
    """What is found is looked for again on seeds that were not seen."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What people call it, by language, where that was said."""

    @property
    def turns(self) -> int:
        """How often a deal is played, with players on other seats."""
        return max(v.seats for v in self.variants) if self.rotate else 1

    @property
    def varied(self) -> dict[str, list[Any]]:
        """What differs between variants, and the values it has in them."""
        made: dict[str, list[Any]] = {}
        for variant in self.variants:
            for key, value in variant.changes:
                if value not in made.setdefault(key, []):
                    made[key].append(value)
        return made

    def json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Study:
        """A study from its JSON."""
        variants = tuple(
            Variant(**{**v, "changes": tuple((k, w) for k, w in v["changes"]), "players": tuple(v["players"])})
            for v in data["variants"]
        )
        return cls(**{**data, "variants": variants, "measures": tuple(data["measures"])})
