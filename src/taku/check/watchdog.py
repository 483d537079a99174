"""A call that does not return is stopped and told of, so that a check never hangs."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any, ParamSpec, Self, TypeVar

from taku.check.errors import told
from taku.check.pairs import Setting
from taku.check.result import Broken
from taku.compile.batch import Batch, play_batch, play_build
from taku.engine.game import Game

PATIENCE = 30.0
"""Seconds for one interpreted call. The slowest ones take a tenth of a second, on a busy machine a second."""
COMPILED = 120.0
"""Seconds for a batch of compiled matches, which takes seconds where every rule returns."""

P = ParamSpec("P")
T = TypeVar("T")


class DoesNotReturn(Exception):
    """Raised inside a function that ran for so long that it will hardly ever return."""

    def __str__(self) -> str:
        return f"this does not return (stopped after {PATIENCE:g} s): a loop in it does not end"


class Watch:
    """Looks after Python functions that one thread calls; while it is entered, none of them runs for ever."""

    def __init__(self) -> None:
        self.stopped = False
        """Whether a call had to be stopped: what calls it again would only wait once more."""
        self._begun = 0.0
        self._caller = 0
        self._over = threading.Event()

    def guard(self, function: Callable[P, T]) -> Callable[P, T]:
        """The same function, looked after."""

        def call(*arguments: P.args, **named: P.kwargs) -> T:
            self._begun = time.monotonic()
            try:
                return function(*arguments, **named)
            finally:
                self._begun = 0.0

        return call

    def __enter__(self) -> Self:
        self._caller = threading.get_ident()
        threading.Thread(target=self._look, name="taku check: watch", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _look(self) -> None:
        while not self._over.wait(PATIENCE / 10):
            begun = self._begun
            if begun and time.monotonic() - begun > PATIENCE:
                self.stopped, self._begun = True, 0.0
                fault = ctypes.py_object(DoesNotReturn)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._caller), fault)


def compiled_batch(watch: Watch, game: Game, n: int, setting: Setting, number: int, **how: Any) -> Batch:
    """``play_batch`` with compiled rules. If it does not return, which match that is and which rule, interpreted."""
    play_build(game, how.get("check", False)).compile()
    table: dict[str, Any] = {"seats": setting.seats, "options": setting.options, "number": number}
    done: list[Batch | BaseException] = []

    def play() -> None:
        try:
            done.append(play_batch(game, n, **table, **how))
        except BaseException as fault:
            done.append(fault)

    thread = threading.Thread(target=play, daemon=True)  # compiled code cannot be stopped, only left behind
    thread.start()
    thread.join(COMPILED)
    if done:
        if isinstance(done[0], BaseException):
            raise done[0]
        return done[0]
    watch.stopped = True
    place, run = f"{game.id}, {setting.told(game)}", f"of run {number} of play_batch"
    for i in range(n):
        try:
            watch.guard(play_batch)(game, 1, first=i, speed="interpreted", **table)
        except DoesNotReturn as fault:
            raise Broken(f"{place}: match {i} {run} does not end\n{told(fault)}") from None
    raise Broken(f"{place}: {n} compiled matches {run} do not end within {COMPILED:g} s; interpreted each of them ends")
