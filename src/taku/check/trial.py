"""Random matches on which the laws are tried, told so that each can be played again."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any

from taku.check.errors import told
from taku.check.pairs import Setting, settings
from taku.check.watchdog import Watch
from taku.engine.chance import seed as seed_rule
from taku.engine.fields import Number
from taku.engine.game import Game
from taku.engine.rules import Rules
from taku.engine.state import GameState
from taku.engine.struct import Struct
from taku.page.contract import Page, page_of

KEPT = 1000
"""Matches kept for the next law; later ones are played again."""
FIDGET = 0.25
"""How often a fidgety player considers take-backs, where the game has them."""


@dataclass(frozen=True)
class Moment:
    """A state in a match and the move that led to it. The state belongs to the walk: copy it before changing it."""

    step: int
    s: GameState
    entry: tuple[int, int] | None


@dataclass
class Recording:
    """A random match as its moves; walking through it plays them again, interpreted."""

    trial: Trial
    setting: Setting
    number: int
    fidgets: bool = False
    entries: list[tuple[int, int]] = field(default_factory=list)
    digests: list[int] = field(default_factory=list)
    ended: bool = False
    fault: str = ""
    """What went wrong while it was played; it then stops after the last good move."""

    def rng(self, law: str = "") -> random.Random:
        """Randomness that depends on this match and the law alone."""
        return random.Random(f"{self.trial.seed}/{self.setting}/{self.number}/{self.fidgets}/{law}")

    def fresh(self) -> GameState:
        """The state before setup."""
        s = self.trial.game.new(self.setting.seats, self.setting.options)
        seed_rule(s, self.trial.seed, self.number)
        return s

    def play(self) -> Recording:
        """Play random moves until the match is over, fails, or passes its declared length."""
        rules, rng, s = self.trial.rules, self.rng(), self.fresh()
        limit = self.trial.game.decisions * (2 if self.fidgets else 1)
        try:
            rules.start(s)
            self.digests.append(s.digest())
            while acting := rules.acting(s):
                if len(self.entries) >= limit:
                    return self
                seat = rng.choice(acting)
                entry = seat, self._choose(s, seat, rng)
                rules.act(s, *entry)
                self.entries.append(entry)
                self.digests.append(s.digest())
            self.ended = True
        except Exception as fault:
            self.fault = told(fault)
        return self

    def _choose(self, s: GameState, seat: int, rng: random.Random) -> int:
        rules = self.trial.rules
        legal = rules.legal(s, seat)
        if not legal:
            raise ValueError(f"seat {seat} must choose and has no legal action")
        if self.trial.has_takebacks and not (self.fidgets and rng.random() < FIDGET):
            legal = [a for a in legal if not rules.takes_back(s, seat, a)] or legal
        return rng.choice(legal)

    def walk(self) -> Iterator[Moment]:
        """Every state in turn, from after setup to the end."""
        if not self.digests:
            return
        s = self.fresh()
        self.trial.rules.start(s)
        yield Moment(0, s, None)
        for step, entry in enumerate(self.entries, 1):
            self.trial.rules.act(s, *entry)
            yield Moment(step, s, entry)

    def chosen(self, law: str, about: int) -> set[int]:
        """Some of the steps, at random, with the first and the last."""
        n = len(self.entries)
        return {0, n, *self.rng(f"{law} moments").sample(range(n + 1), min(about, n + 1))}

    def moments(self, law: str, about: int) -> Iterator[Moment]:
        """Some of the states."""
        chosen = self.chosen(law, about)
        return (m for m in self.walk() if m.step in chosen)

    def place(self, step: int | None) -> str:
        """Which match this is, and where in it: enough to find the place again."""
        text = (
            f"{self.trial.game.id}, {self.setting.told(self.trial.game)}; seed {self.trial.seed}, match {self.number}"
        )
        text += " with take-backs" if self.fidgets else ""
        if step is None:
            return text
        if step == 0 or step > len(self.entries):
            return f"{text}, after setup" if step == 0 else f"{text}, after {step} moves"
        return f"{text}, after {step} moves (the last: {self.told(step)})"

    def told(self, step: int) -> str:
        """Who did what at a step, by name where the rules can still say it."""
        seat, action = self.entries[step - 1]
        try:
            before = next(m.s for m in self.walk() if m.step == step - 1)
            return f"seat {seat}, {self.trial.rules.asked(before, seat).read(action)}, action {action}"
        except Exception:  # told of a fault: another one must not hide it
            return f"seat {seat}, action {action}"


class Trial:
    """A game on trial: its tables, its rules at both speeds, and the matches played so far."""

    def __init__(
        self, game: Game, seed: int = 1, fast: Rules | None = None, compiled: bool = False, most: int = 0
    ) -> None:
        self.game = game
        self.seed = seed
        self.watch = Watch()
        functions = game.contract
        self.rules = Rules(game, {name: self.watch.guard(f) for name, f in functions.items()})
        self.fast = fast
        """The native rules, if they are to be tried."""
        self.compiled = compiled
        """Whether compiled batches may be played."""
        self.not_compiled = "the rules are not compiled here"
        """Why they may not."""
        self.settings = settings(game, seed)
        if 0 < most < len(self.settings):  # spread over seat counts, presets and pairs
            self.settings = [self.settings[i * (len(self.settings) - 1) // max(1, most - 1)] for i in range(most)]
        self.clock: Callable[[], float] = time.perf_counter
        """What the seconds of a law are measured with."""
        self.notes: dict[str, list[str]] = {}
        self.memory: dict[str, Any] = {}
        """What a law remembers from match to match."""
        self._recordings: dict[int, Recording] = {}

    @property
    def has_takebacks(self) -> bool:
        return "takes_back" in self.game.contract

    @property
    def quick(self) -> Rules:
        """The faster rules that are there, for laws that need many calls and do not ask about speeds."""
        return self.fast or self.rules

    @property
    def first_pass(self) -> int:
        """How many matches make one pass over all tables."""
        return len(self.settings) * (2 if self.has_takebacks else 1)

    def recording(self, index: int) -> Recording:
        """Match number `index`: tables in turn, where there are take-backs every other pass with them."""
        if index not in self._recordings:
            number, at = divmod(index, len(self.settings))
            fidgets = self.has_takebacks and number % 2 == 1
            made = Recording(self, self.settings[at], index, fidgets).play()
            if len(self._recordings) >= KEPT:
                return made
            self._recordings[index] = made
        return self._recordings[index]

    def distrust(self, why: str) -> None:
        """From now on, compiled rules are left alone."""
        self.fast, self.compiled, self.not_compiled = None, False, why

    def rehearsed(self) -> Recording | None:
        """Play one pass over all tables; the first match in which a rule does not return, if there is one."""
        for index in range(self.first_pass):
            match = self.recording(index)
            if self.watch.stopped:
                return match
        return None

    def viewers(self, s: GameState) -> range:
        """The spectator (−1) and all seats."""
        return range(-1, s.seats)

    @cached_property
    def page(self) -> Page | None:
        """The game's page, if it has one; a function of it that does not return is stopped."""
        own = page_of(self.game)
        if own is None:
            return None
        given = {f.name: vars(own)[f.name] for f in fields(own)}
        return Page(**{name: self.watch.guard(f) for name, f in given.items() if f is not None})


def proper(s: GameState) -> bytes:
    """The state and its events, without scratch space."""
    return s.memory[: s.core() + s.layout.fields["log"].size].tobytes()


def without_stream(s: GameState) -> bytes:
    """The state without random stream, events and scratch space."""
    f = s.layout.fields["stream"]
    at = s.layout.offsets["stream"]
    return s.memory[:at].tobytes() + s.memory[at + f.size : s.core()].tobytes()


def places(of: type[Struct], base: int = 0, before: str = "") -> Iterator[tuple[str, int, Number]]:
    """Every integer of a struct: its name as in ``Struct.values``, where it lies, and how it is stored."""
    for name, f in of.layout.fields.items():
        for i, at in enumerate(itertools.product(*map(range, f.shape))):
            place = base + of.layout.offsets[name] + i * f.item_size
            called = f"{before}{name}" + (f"[{', '.join(map(str, at))}]" if at else "")
            if isinstance(f.of, Number):
                yield called, place, f.of
            else:
                yield from places(f.of, place, f"{called}.")


@lru_cache(maxsize=8)
def core_places(of: type[GameState]) -> tuple[tuple[str, int, Number], ...]:
    """The places of a state proper, without the stream."""
    return tuple(p for p in places(of) if p[1] < of.core() and not p[0].startswith("stream"))


def differences(a: Struct, b: Struct, one: str, other: str, skip: tuple[str, ...] = ()) -> str:
    """The fields in which two states differ, in words; scratch space is left out."""
    scratch = {name for name, f in a.layout.fields.items() if f.scratch} | set(skip)
    found = [d for d in a.diff(b) if d[0].partition(".")[0].partition("[")[0] not in scratch]
    lines = [f"{name} is {x} {one} and {y} {other}" for name, x, y in found[:5]]
    more = [f"… and {len(found) - 5} more"] if len(found) > 5 else []
    return "\n".join(lines + more)
