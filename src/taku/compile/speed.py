"""A game's rules at a speed: which ones there are, and native rules with the methods of the interpreted ones."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any

from taku.compile.kernels import digest
from taku.compile.loader import Parts, buffer_parts
from taku.compile.native import Build, bounds
from taku.engine.fields import WORD
from taku.engine.game import Game, GameError
from taku.engine.options import nearest
from taku.engine.rule import is_rule, rule_of
from taku.engine.rules import Rules, interpreted_rules
from taku.engine.state import GameState

SPEEDS = ("auto", "interpreted", "native")


class NativeRules(Rules):
    """Compiled rules: they take the address of a state instead of its handle."""

    speed = "native"

    def _of(self, s: GameState) -> Any:
        return s.address

    def _list(self, out: memoryview[int]) -> Any:
        return buffer_parts(out)

    def digest(self, s: GameState) -> int:
        n = s.core() // WORD
        return int(self.functions["digest"](Parts((None, None, n, WORD, s.address, n, WORD))))


@lru_cache(maxsize=64)
def native_build(game: Game) -> Any:
    """The build of a game's contract for calls from Python."""
    return Build(game, [digest])


@lru_cache(maxsize=64)
def native_rules(game: Game) -> NativeRules:
    """The compiled rules; what is not in the cache is compiled now."""
    return NativeRules(game, native_build(game).functions)


def rules_of(game: Game, speed: str | None = None) -> Rules:
    """The rules at a speed: as asked, else ``$TAKU_SPEED``, else native where it is compiled already."""
    speed = speed or os.environ.get("TAKU_SPEED") or "auto"
    if speed not in SPEEDS:
        raise GameError(f"unknown speed {speed!r}{nearest(speed, SPEEDS)} (speeds: {', '.join(SPEEDS)})")
    if speed == "auto":
        speed = "native" if native_build(game).ready else "interpreted"
    return native_rules(game) if speed == "native" else interpreted_rules(game)


def interpreted(kernel: Callable[..., Any], game: Game) -> Callable[..., Any]:
    """A kernel as a plain Python function for one game: the names of the contract bound to its rules."""
    space = bounds(game)
    made: dict[Any, Any] = {}

    def bind(f: Any) -> Any:
        if f not in made:
            names = {n: f.__globals__[n] for n in rule_of(f).global_names if n in f.__globals__}
            inner = {n: bind(v) for n, v in names.items() if n not in space and is_rule(v)}
            made[f] = FunctionType(f.__code__, {**f.__globals__, **inner, **space}, f.__name__, f.__defaults__)
        return made[f]

    bound: Callable[..., Any] = bind(kernel)
    return bound
