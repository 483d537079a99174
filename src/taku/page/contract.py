"""What a game's page is: the functions that draw it, one typed object for each game.

``table`` and ``gesture`` a page must have; all else it may have. ``seen`` is always a hidden state (seat −1: a
spectator's), so a page cannot show what it should not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from taku.engine.actions import Action
from taku.engine.game import Game
from taku.engine.match import Told
from taku.engine.part import Part, Saying, load, takes, takes_more
from taku.engine.words import Words
from taku.page.html import Raw, Sheet
from taku.page.motion import Effects
from taku.page.notebook import Position

Html = Raw | Sheet


def is_button(gesture: Sequence[str]) -> bool:
    """Whether an action with this gesture has no place on the table: it is a button beside the status line."""
    return not gesture or gesture[0].startswith("@")


@dataclass(frozen=True, kw_only=True)
class Page(Saying):
    """How a game looks, and what is clicked for its actions."""

    table: Callable[..., Html] = field(metadata=takes("seen", "seat", "words", more="earlier"))
    """The table: every id once, with the elements of every legal action. With a fourth parameter, ``earlier``, it also
    gets what the seat was told in the moves before the last one, oldest first."""
    gesture: Callable[[Any, int, Action], tuple[str, ...]] = field(metadata=takes("seen", "seat", "action"))
    """The ids to click in turn for an action; no two actions share them. ``()``: a button beside the status line;
    ``("@end",)``: one with a name, so that a guide can light it and ``data-taps`` can press it."""
    picture: Callable[[Words], Raw] | None = field(default=None, metadata=takes("words"))
    """A small drawing for the lobby; without it cards on a table are drawn."""
    text: Callable[[Any, int, Words], str] | None = field(default=None, metadata=takes("seen", "seat", "words"))
    """The table in a terminal; without it the fields of the state are listed."""
    animate: Callable[..., Effects] | None = field(default=None, metadata=takes("seen", "seat", "told", more="before"))
    """Icon, motions, marks, sound and moment of an event. With a fourth parameter, ``before``, it can also go through
    what the seat was told before, the newest first, as for the summary of a round."""
    summary: Callable[[Sequence[Told], int, Words], Raw] | None = field(
        default=None, metadata=takes("told", "seat", "words")
    )
    """What a match was like, from the seat's whole log, shown beside its result."""
    figure: Callable[[str, Words], Raw | None] | None = field(default=None, metadata=takes("name", "words"))
    """A drawing for ``![words](figure:name)`` in the rulebook."""

    def position(self, game: Game, seen: Any) -> Position:
        """What a spectator sees, as a notebook shows it."""
        return Position(game, self, seen)

    @cached_property
    def looks_back(self) -> bool:
        """Whether ``table`` takes what was told earlier."""
        return takes_more(self.table, 3)

    @cached_property
    def recalls(self) -> bool:
        """Whether ``animate`` takes what was told before."""
        return self.animate is not None and takes_more(self.animate, 3)


@dataclass(frozen=True)
class Verdict:
    """How a battle of a campaign ended for who fought it."""

    stars: int
    """0 to ``STARS``; lost battles have none."""
    key: str
    """What decided it: words in ``[campaign] verdict.<key>``."""
    facts: Mapping[str, int]
    """What fills these words."""


STARS = 3


@dataclass(frozen=True, kw_only=True)
class Campaign(Part):
    """A game's presets on a map, to be played one after another against the bots that they name."""

    places: Mapping[str, tuple[float, float]]
    """Each preset's place on a drawing of 100 × 60, in the order in which they are best played."""
    ground: Callable[[Words], Raw] = field(metadata=takes("words"))
    """The landscape."""
    verdict: Callable[[Any, int], Verdict] | None = field(default=None, metadata=takes("state", "seat"))
    """What decided a finished battle for a seat, and how well it did."""
    difficulties: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Names of difficulties, each with per cents of options' values; the first one without any is offered first."""

    def options(self, chosen: Mapping[str, object], difficulty: str, usual: Mapping[str, int]) -> dict[str, object]:
        """The options of a battle at a difficulty; ``usual`` are the values of those that it does not name."""
        made = dict(chosen)
        for name, part in self.difficulties.get(difficulty, {}).items():
            made[name] = int(str(made.get(name, usual[name]))) * part // 100
        return made


@cache
def page_of(game: Game) -> Page | None:
    """A game's page; None: it gets the generic table."""
    return load(game.page, Page) if game.page else None


def campaign_of(game: Game) -> Campaign | None:
    """A game's campaign, if it has one."""
    return load(game.campaign, Campaign) if game.campaign else None
