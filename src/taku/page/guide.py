"""The guided first game: lessons, each with its situation. What the player does decides which one is due.

There is no queue. Of the lessons that were not told yet the first one whose situation has come is due. One that waits
for a deed is due only while that deed is legal, so that nobody can get stuck; whoever does something else is answered,
and the guide goes on from there. What never came up is not dropped: at the end it is given to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from taku.engine.actions import Action
from taku.engine.game import Game
from taku.engine.part import Part, load, takes

Situation = Callable[[Any, int], bool]
"""Whether something is so now: ``(seen, seat)``."""
Where = Callable[[Any, int], str]
"""The id of an element that is spoken of: ``(seen, seat)``."""
Deed = Callable[[Any, int, Action], bool]
"""Whether an action is one that a lesson asks for: ``(seen, seat, action)``."""

BEGINNER = "beginner"
"""Who plays against somebody who has just been guided."""


def always(seen: Any, seat: int) -> bool:
    """Any time."""
    return True


def all_of(*situations: Situation) -> Situation:
    """All of these are so."""
    return lambda seen, seat: all(one(seen, seat) for one in situations)


def any_of(*situations: Situation) -> Situation:
    """At least one of these is so."""
    return lambda seen, seat: any(one(seen, seat) for one in situations)


def none_of(*situations: Situation) -> Situation:
    """None of these is so."""
    return lambda seen, seat: not any(one(seen, seat) for one in situations)


def named(*names: str, **arguments: int) -> Deed:
    """An action of one of these names, with these arguments where they are given: ``named("march", army=3)``."""
    return lambda seen, seat, action: (
        action.name in names and all(action.arguments.get(k) == v for k, v in arguments.items())
    )


def what_is_lit(seen: Any, seat: int, action: Action) -> bool:
    """Any action that is made with the element that the lesson lights."""
    return True


@dataclass(frozen=True, kw_only=True)
class Lesson(Part):
    """One thing to learn, and when."""

    key: str = field(kw_only=False)
    """Its words: ``[guide] key`` in the catalogue."""
    when: Situation = field(default=always, metadata=takes("seen", "seat"))
    """The situation that it speaks of."""
    light: str | Where = ""
    """The id of what it speaks of. Of several deeds that it asks for, the one with this element is shown."""
    do: Deed | None = field(default=None, metadata=takes("seen", "seat", "action"))
    """What it waits for; None: it is only read."""
    instead: str = ""
    """Its answer to whoever does something else: a key of ``[guide]``. Without one: "That works too."."""

    def lit(self, seen: Any, seat: int) -> str:
        """The id of what it lights now."""
        return self.light(seen, seat) if callable(self.light) else self.light


@dataclass(frozen=True, kw_only=True)
class Guide(Part):
    """A guided game: its lessons, the more urgent ones first, and what it is played with."""

    lessons: Sequence[Lesson]
    options: Mapping[str, object] = field(default_factory=dict)
    level: str = BEGINNER
    """Who plays against the newcomer."""
    seats: int = 0
    """How many seats; 0: as many as are usual."""
    seat: int = 0
    """The newcomer's seat."""
    seed: str = ""
    """The deal that everybody gets; empty: a fresh one."""


def guide_of(game: Game) -> Guide | None:
    """A game's guide, if it has one."""
    return load(game.guide, Guide) if game.guide else None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the guide says now."""

    lesson: Lesson | None
    """None: it only answers what was done."""
    light: str = ""
    paths: tuple[tuple[str, ...], ...] = ()
    """The elements to tap in turn, for each action that the lesson waits for, the best first."""
    reply: str = ""
    """The answer to what was done instead of the last lesson's deed: its key, or ``instead`` for the usual one."""

    @property
    def waits(self) -> bool:
        """Whether a deed ends it; else a button does."""
        return self.lesson is not None and self.lesson.do is not None


@dataclass
class Course:
    """How far somebody has come in a guided game."""

    guide: Guide
    gesture: Callable[[Any, int, Action], tuple[str, ...]]
    told: list[str] = field(default_factory=list)
    """The keys of the lessons that were told, in their order."""
    number: int = 0
    """Grows with everything that is said, so that a second tap on a button means nothing."""
    _now: Lesson | None = None
    _awaited: frozenset[int] = frozenset()
    _reply: str = ""

    def look(self, seen: Any, seat: int, legal: Mapping[int, Action]) -> Shown | None:
        """What is said now, to a seat that sees this and may do this; None: nothing."""
        now = self._now
        if now is not None and now.do is not None and not self._deeds(now, seen, seat, legal):
            now = None  # its deed can no longer be done; it comes again when it can
        if now is None:
            now = next((one for one in self.left() if self._due(one, seen, seat, legal)), None)
        if now is not self._now:
            self._now = now
            self.number += 1
        if now is None:
            return Shown(None, reply=self._reply) if self._reply else None
        deeds = self._deeds(now, seen, seat, legal)
        self._awaited = frozenset(deeds)
        return Shown(now, now.lit(seen, seat), tuple(deeds.values()), self._reply)

    def moved(self, action: int) -> None:
        """The player made a move: that ends the lesson, whatever it was. Another deed than the lesson's is answered."""
        now, self._reply = self._now, ""
        if now is not None:
            if now.do is not None and action not in self._awaited:
                self._reply = now.instead or "instead"
            self._end(now)

    def read(self, number: int) -> None:
        """The player goes on from what was to be read, if it still stands there."""
        if number != self.number:
            return
        if self._now is not None and self._now.do is None:
            self._end(self._now)
        elif self._now is None:
            self.number += 1
        self._reply = ""

    def left(self) -> list[Lesson]:
        """The lessons that were not told."""
        return [one for one in self.guide.lessons if one.key not in self.told]

    def _end(self, lesson: Lesson) -> None:
        self.told.append(lesson.key)
        self._now = None
        self.number += 1

    def _due(self, lesson: Lesson, seen: Any, seat: int, legal: Mapping[int, Action]) -> bool:
        return lesson.when(seen, seat) and (lesson.do is None or bool(self._deeds(lesson, seen, seat, legal)))

    def _deeds(self, lesson: Lesson, seen: Any, seat: int, legal: Mapping[int, Action]) -> dict[int, tuple[str, ...]]:
        """The legal actions that a lesson asks for, with their gestures; those with what it lights come first."""
        if lesson.do is None or not lesson.when(seen, seat):
            return {}
        light = lesson.lit(seen, seat)
        found = {a: self.gesture(seen, seat, named) for a, named in legal.items() if lesson.do(seen, seat, named)}
        if lesson.do is what_is_lit:
            found = {a: path for a, path in found.items() if light in path}
        return dict(sorted(found.items(), key=lambda one: light not in one[1]))
