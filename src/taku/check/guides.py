"""Guided first games, played without a browser in many ways: each must come to its end with nothing left unsaid.

The player is obedient, stubborn or something between. Whatever they do, what the guide lights must be on the page, what
it waits for must be legal, and a lesson that never comes up in any way is one that nobody is taught.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from taku.check.pages import Ids
from taku.compile.speed import rules_of
from taku.engine.catalogue import LANGUAGES
from taku.engine.game import Game
from taku.engine.match import Match
from taku.engine.words import Words
from taku.page.contract import Page, is_button, page_of
from taku.page.guide import Course, Guide, Shown, guide_of

Other = Callable[[Match, int, int], int]
"""Who plays the other seats: their action, from the match, the seat and a seed."""

ENTRIES = 1500
"""Moves of everybody after which a player is taken to have left the table: long battles would take minutes."""


@dataclass(frozen=True)
class Way:
    """How a player takes the guide: how often they do what it asks, and read on before they play on."""

    name: str
    obeys: float
    reads: float


WAYS = (Way("obedient", 1.0, 1.0), Way("wavering", 0.5, 0.7), Way("stubborn", 0.0, 0.3))


class Stranded(Exception):
    """The guide asks for something that cannot be done or seen."""


@dataclass
class Lesson:
    """One guided game, and what was told in it."""

    game: Game
    way: Way
    seed: int
    other: Other
    secret: bytes
    replies: int = 0
    """How often something else was done than asked for, and answered."""

    def __post_init__(self) -> None:
        guide, page = guide_of(self.game), page_of(self.game)
        assert guide
        assert page
        self.guide: Guide = guide
        self.page: Page = page
        self.course = Course(guide, page.gesture)
        self.rng = Random(f"{self.way.name} {self.seed}")
        self.match = Match.create(
            self.game, guide.seats or self.game.usual_seats, guide.options, secret=self.secret, id="seed",
            rules=rules_of,
        )  # fmt: skip
        self.checked = -1

    def play(self) -> Lesson:
        """To the end of the match, or until everything is told."""
        while not self.match.over and self.course.left() and len(self.match.entries) < ENTRIES:
            self.listen()
            acting = self.match.rules.acting(self.match.state)
            seat = self.rng.choice(acting)
            if seat == self.guide.seat:
                self.match.act(seat, action := self.choice())
                self.course.moved(action)
            else:
                self.match.act(seat, self.other(self.match, seat, self.rng.getrandbits(30)))
        self.listen()
        return self

    def look(self) -> Shown | None:
        seat = self.guide.seat
        seen = self.match.view(seat)
        asked = seat in self.match.rules.acting(self.match.state)
        named = self.match.rules.asked(seen, seat) if asked else None
        shown = self.course.look(seen, seat, {a: named.read(a) for a in self.match.legal(seat)} if named else {})
        if shown is not None and shown.lesson is not None and self.checked != self.course.number:
            self.checked = self.course.number
            self.replies += bool(shown.reply)
            ids = Ids(str(self.page.table(seen, seat, Words(self.game, LANGUAGES[0])))).found
            for id in filter(None, [shown.light, *(path[0] for path in shown.paths[:1] if not is_button(path))]):
                if id not in ids:
                    raise Stranded(f"{shown.lesson.key} lights {id!r}, which is not on the page ({self.where})")
        return shown

    @property
    def where(self) -> str:
        return f"{self.way.name} {self.seed}, after {len(self.match.entries)} moves"

    def listen(self) -> None:
        """Reads what there is to read, as far as the player's patience reaches."""
        while (shown := self.look()) is not None and not shown.waits and self.rng.random() < self.way.reads:
            before = self.course.number
            self.course.read(before)
            if self.course.number == before:
                raise Stranded(f"the button of {shown.lesson and shown.lesson.key} does nothing ({self.where})")

    def choice(self) -> int:
        """What the guide asks for, or, for who does not follow it, something else where there is something else."""
        shown, match, seat = self.look(), self.match, self.guide.seat
        seen, legal = match.view(seat), match.legal(seat)
        kept = [a for a in legal if not match.rules.takes_back(seen, seat, a)] or legal
        if shown is not None and shown.waits:
            named = match.rules.asked(seen, seat)
            wanted = [a for a in legal if self.page.gesture(seen, seat, named.read(a)) in shown.paths]
            if not wanted:
                raise Stranded(f"{shown.lesson and shown.lesson.key} waits for what is not legal ({self.where})")
            kept = wanted if self.rng.random() < self.way.obeys else [a for a in kept if a not in wanted] or kept
        weights = [max(0, match.rules.prefer(seen, seat, a)) for a in kept]
        return self.rng.choices(kept, weights if any(weights) else None)[0]


@dataclass
class Report:
    """What many guided games told."""

    games: int = 0
    told: Counter[str] = field(default_factory=Counter)
    """How often each lesson was told."""
    left: Counter[str] = field(default_factory=Counter)
    """How often each lesson was said to be left out."""
    replies: int = 0
    faults: list[str] = field(default_factory=list)


def try_guide(game: Game, times: int, other: Other, secret: bytes, ways: Iterable[Way] = WAYS, seed: int = 0) -> Report:
    """Play a game's guide so many times, in each way in turn."""
    guide, report, kinds = guide_of(game), Report(), tuple(ways)
    assert guide
    words: Mapping[str, Any] = {language: Words(game, language) for language in LANGUAGES}
    for one in guide.lessons:
        report.faults += [
            f"words/{language}.toml lacks guide.{key}"
            for key in filter(None, (one.key, one.instead))
            for language in LANGUAGES
            if not words[language].has("guide", key)
        ]
    keys = [one.key for one in guide.lessons]
    report.faults += [f"two lessons are called {key}" for key, n in Counter(keys).items() if n > 1]
    for n in range(times):
        lesson = Lesson(game, kinds[n % len(kinds)], seed + n, other, secret)
        report.games += 1
        try:
            lesson.play()
        except Stranded as fault:
            report.faults.append(str(fault))
            continue
        left = [one.key for one in lesson.course.left()]
        if sorted(lesson.course.told + left) != sorted(keys):
            report.faults.append(
                f"neither told nor left out: {set(keys) - {*lesson.course.told, *left}} ({lesson.where})"
            )
        report.told.update(lesson.course.told)
        report.left.update(left)
        report.replies += lesson.replies
    report.faults += [f"{key} is never told, however the game is played" for key in keys if not report.told[key]]
    return report
