"""Follow values through a move: where each number in the state and each argument of an event came from.

The rules are plain Python, so they also run on a state whose numbers remember their origins: the fields they were read
from, the throws of chance, the action. Only what is computed is followed, not what an `if` decides. Each store and each
event keeps the line of the rule that made it, for reports.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

from taku.engine import chance, state
from taku.engine.fields import Number
from taku.engine.game import Game
from taku.engine.rule import in_order, rule_of
from taku.engine.state import GameState
from taku.engine.struct import Many, Struct

Origins = frozenset[object]
NOWHERE: Origins = frozenset()
ACTION = "action"
"""The origin of the action that is carried out; fields are their places in memory, chance is `Chance`."""


class Chance:
    """The origin of one throw, or of a constant when it is first stored: a card that a deck is made of."""


class Traced(int):
    """A number that remembers its origins; what is computed from it has them too."""

    origins: Origins

    __hash__ = int.__hash__


def traced(value: int, origins: Origins) -> int:
    if not origins:
        return value
    made = Traced(value)
    made.origins = origins
    return made


def origins_of(value: object) -> Origins:
    return value.origins if isinstance(value, Traced) else NOWHERE


def _follow(name: str) -> None:
    plain = getattr(int, name)

    def follow(self: Traced, *others: int) -> Any:
        result = plain(self, *others)
        if result is NotImplemented:
            return result
        origins = self.origins.union(*map(origins_of, others))
        return tuple(traced(r, origins) for r in result) if isinstance(result, tuple) else traced(result, origins)

    setattr(Traced, name, follow)


for _name in ("add", "sub", "mul", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "or", "xor"):
    _follow(f"__{_name}__")
    _follow(f"__r{_name}__")
for _name in ("lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "invert"):
    _follow(f"__{_name}__")


def place_of(frame: FrameType | None) -> str:
    """The nearest line of a game's own rule: a store inside the kit is the fault of who called it."""
    here = frame
    while frame is not None:
        file = frame.f_code.co_filename.replace("\\", "/")
        if not any(part in file for part in ("/taku/engine/", "/taku/kit/", "<")):
            break
        frame = frame.f_back
    frame = frame or here
    if frame is None:
        return ""
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno} in {frame.f_code.co_name}"


@dataclass(frozen=True)
class Emitted:
    """An event as it was emitted: who is told, its number, the origins of its arguments, how many there were."""

    to: int
    event: int
    origins: tuple[Origins, ...]
    given: int
    place: str


@dataclass
class Flow:
    """What was stored and emitted in one move."""

    stored: dict[int, Origins] = field(default_factory=dict)
    """By place in memory: the origins of what was last stored there."""
    lines: dict[int, str] = field(default_factory=dict)
    events: list[Emitted] = field(default_factory=list)

    def at(self, place: int) -> Origins:
        return self.stored.get(place) or frozenset((place,))

    def store(self, place: int, value: int, index: Origins, frame: FrameType | None) -> None:
        self.stored[place] = (origins_of(value) or frozenset((Chance(),))) | index
        self.lines[place] = place_of(frame)


class Shadow:
    """A struct whose numbers are traced."""

    __slots__ = ("_base", "_flow", "_of")

    def __init__(self, of: Struct, base: int, flow: Flow) -> None:
        for name, value in (("_of", of), ("_base", base), ("_flow", flow)):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        f = self._of.layout.fields[name]
        base, flow = self._base + self._of.layout.offsets[name], self._flow
        if f.shape:
            return ShadowArray(getattr(self._of, name), f.shape, f.item_size, base, flow)
        if isinstance(f.of, Number):
            return traced(getattr(self._of, name), flow.at(base))
        return Shadow(getattr(self._of, name), base, flow)

    def __setattr__(self, name: str, value: int) -> None:
        setattr(self._of, name, value)
        self._flow.store(self._base + self._of.layout.offsets[name], value, NOWHERE, sys._getframe(1))


class ShadowArray:
    """An array of traced numbers, or of shadows."""

    __slots__ = ("base", "flow", "of", "shape", "size")

    def __init__(self, of: Any, shape: tuple[int, ...], size: int, base: int, flow: Flow) -> None:
        self.of, self.shape, self.size, self.base, self.flow = of, shape, size, base, flow

    def place(self, at: Any) -> int:
        found = 0
        for i, n in zip(at if isinstance(at, tuple) else (at,), self.shape, strict=True):
            found = found * n + int(i) % n
        return self.base + found * self.size

    def __getitem__(self, at: Any) -> Any:
        value = self.of[at]  # raises where the index is past its end
        if isinstance(self.of, Many):
            return Shadow(value, self.place(at), self.flow)
        return traced(value, self.flow.at(self.place(at)))

    def __setitem__(self, at: Any, value: int) -> None:
        self.of[at] = value
        index = NOWHERE.union(*map(origins_of, at if isinstance(at, tuple) else (at,)))
        self.flow.store(self.place(at), value, index, sys._getframe(1))

    def __len__(self) -> int:
        return len(self.of)


class ShadowTable:
    """A constant table: what is looked up has the origins of the index."""

    __slots__ = ("of",)

    def __init__(self, of: memoryview) -> None:
        self.of = of

    def __getitem__(self, at: Any) -> int:
        index = NOWHERE.union(*map(origins_of, at if isinstance(at, tuple) else (at,)))
        return traced(self.of[at], index)

    def __len__(self) -> int:
        return len(self.of)


def _plain(s: Any) -> Any:
    return s._of if isinstance(s, Shadow) else s


def _random(function: FunctionType) -> Callable[..., Any]:
    """A rule of chance runs on the state itself; each throw is an origin of its own."""

    def throw(s: Any, *arguments: int) -> Any:
        result = function(_plain(s), *map(int, arguments))
        return result if result is None else traced(result, frozenset((Chance(),)))

    return throw


def _untraced(function: FunctionType) -> Callable[..., Any]:
    return lambda *arguments: function(*map(_plain, arguments))


def emit(s: Any, to: int, event: int, *arguments: int, **named: int) -> None:
    """Note an event and emit it."""
    flow: Flow = s._flow
    given = [*arguments, *(named.get(k, 0) for k in "abcdef"[len(arguments) :])]
    place = place_of(sys._getframe(1))
    origins = tuple(origins_of(a) for a in given)
    flow.events.append(Emitted(int(to), int(event), origins, len(arguments) + len(named), place))
    state.emit(s._of, int(to), int(event), *map(int, given))


@lru_cache(maxsize=16)
def followed(game: Game) -> dict[str, Callable[..., Any]]:
    """The rules ``act`` and ``start`` of a game, to be run on shadows: copies that see tables and rules as shadows."""
    entries = [game.contract[name] for name in ("act", "start")]
    spaces: dict[int, dict[str, Any]] = {}
    copies: dict[Any, Any] = {}
    rules = in_order(entries)
    for r in rules:
        f = r.function
        if f is state.emit:
            copies[f] = emit
        elif f.__module__ == chance.__name__:
            copies[f] = _random(f)
        elif f in (state.clear_events, state.hide_events):
            copies[f] = _untraced(f)
        else:
            space = spaces.setdefault(id(f.__globals__), {"__builtins__": f.__globals__["__builtins__"]})
            copies[f] = FunctionType(f.__code__, space, f.__name__, f.__defaults__, f.__closure__)
    for r in rules:
        space = spaces.get(id(r.function.__globals__), {})
        for name, value in _needed(r.function):
            if isinstance(value, memoryview):
                space[name] = ShadowTable(value)
            elif isinstance(value, FunctionType):
                space[name] = copies.get(value, value)
            else:
                space.setdefault(name, value)
        space.setdefault("int", lambda value: value if isinstance(value, Traced) else int(value))
    return {name: copies[rule_of(game.contract[name]).function] for name in ("act", "start")}


def _needed(f: FunctionType) -> Iterator[tuple[str, Any]]:
    for name in f.__code__.co_names:
        if name in f.__globals__:
            yield name, f.__globals__[name]


def follow(game: Game, s: GameState, entry: tuple[int, int] | None) -> Flow:
    """Carry a move out, or set the table up (None), and tell where everything came from."""
    flow = Flow()
    shadow = Shadow(s, 0, flow)
    if entry is None:
        followed(game)["start"](shadow)
    else:
        followed(game)["act"](shadow, entry[0], traced(entry[1], frozenset((ACTION,))))
    return flow
