"""Parts of a game besides its rules: its page, guide, bots … Each is one typed object, checked when it is made.

A game names a part as ``"module:OBJECT"``, and it is loaded when it is first needed: who simulates draws no page, and
who draws needs no bots. What a part must have and may have are the fields of its class.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from importlib import import_module
from typing import Any, TypeVar

from taku.engine.actions import Action
from taku.engine.options import nearest

T = TypeVar("T", bound="Part")


class GameError(Exception):
    """A game or a request to it that cannot work; the message says what would be right."""


def takes(*parameters: str, more: str = "") -> dict[str, Any]:
    """Says of a field that it is a function with these parameters; ``more`` is one that it may have besides."""
    return {"parameters": parameters, "more": more}


class Part:
    """What a game declares of itself by the fields of a dataclass; a mistake is told with its remedy."""

    def __new__(cls, *first: object, **given: object) -> Any:
        known = {f.name: f for f in fields(cls)}  # type: ignore[arg-type]
        given = dict(zip([f.name for f in known.values() if not f.kw_only], first, strict=False)) | given
        for name in given:
            if name not in known:
                raise GameError(f"{cls.__name__} has no {name!r}{nearest(name, known)} (it may have {_list(known)})")
        needed = [f for f in known.values() if f.default is MISSING and f.default_factory is MISSING]
        lacking = [f for f in needed if f.name not in given]
        if lacking:
            was = f"it was given {_list(given)}" if given else "it was given nothing"
            right = ", ".join(f"{f.name}=…" for f in needed)
            raise GameError(f"{cls.__name__} lacks {_call(lacking[0])}; {was}. Right is {cls.__name__}({right}).")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for f in fields(self):  # type: ignore[arg-type]
            given = vars(self)[f.name]
            if "parameters" in f.metadata and given is not None:
                _fits(f"{type(self).__name__}.{f.name}", f, given)


def _call(f: Any) -> str:
    return f"{f.name}({', '.join(f.metadata['parameters'])})" if "parameters" in f.metadata else f.name


def _list(names: Mapping[str, object]) -> str:
    return ", ".join(names)


def _fits(what: str, f: Any, given: object) -> None:
    """A function of a part takes what it will be called with."""
    right, more = f.metadata["parameters"], f.metadata["more"]
    wanted = f"a function ({', '.join(right)}{f', {more}' if more else ''})"
    if not callable(given):
        raise GameError(f"{what} is {wanted}, not {given!r}")
    try:
        signature = inspect.signature(given)
    except ValueError:  # written in C
        return
    if not any(_binds(signature, n) for n in (len(right), len(right) + bool(more))):
        plain = inspect.unwrap(given)
        code = plain.__code__ if inspect.isfunction(plain) else None
        where = f" ({code.co_filename}:{code.co_firstlineno})" if code else ""
        raise GameError(f"{what} is {wanted}, not one that takes {signature}{where}")


def takes_more(f: Callable[..., Any], parameters: int) -> bool:
    """Whether a function takes one argument more than it must."""
    return _binds(inspect.signature(f), parameters + 1)


def _binds(signature: inspect.Signature, arguments: int) -> bool:
    try:
        signature.bind(*range(arguments))
    except TypeError:
        return False
    return True


def load(path: str, kind: type[T]) -> T:
    """The part at ``"module:OBJECT"``; a GameError says what is wrong with it, and what would be right."""
    module, _, name = path.partition(":")
    example = f"{kind.__name__.upper()} = {kind.__name__}(…)"
    if not name:
        raise GameError(f"{path!r} names a module, but not what in it: write '{path}:{kind.__name__.upper()}'")
    space = sys.modules.get(module)  # a table asks often
    if space is None:
        try:
            space = import_module(module)
        except ModuleNotFoundError as fault:
            if fault.name is None or not module.startswith(fault.name):
                raise
            raise GameError(f"{path!r}: there is no module {fault.name}") from None
        except GameError as fault:
            raise GameError(f"{path!r}: {fault}") from None
    found = vars(space).get(name)
    if isinstance(found, kind):
        return found
    if name in vars(space):
        raise GameError(f"{path!r} is {found!r}, not a {kind.__name__}: write {example}")
    raise GameError(f"{path!r}: {module} has no {name}{nearest(name, vars(space))} (right is {example})")


Described = tuple[str, dict[str, object]]
"""The key of a text, and what fills it: ``("raise", {"card:card": 5})``."""


@dataclass(frozen=True, kw_only=True)
class Saying(Part):
    """What a game says of its actions beyond their words in the catalogue."""

    describe: Callable[[Any, int, Action], Described] | None = field(
        default=None, metadata=takes("seen", "seat", "action")
    )
    """Another key in ``[action]`` and more arguments; without it name and arguments say it all."""
    why_not: Callable[[Any, int, Action], str] | None = field(default=None, metadata=takes("seen", "seat", "action"))
    """The clause that forbids an action now; empty: the action's own."""
    reason: Callable[[Any, int, Action, Any], str] | None = field(
        default=None, metadata=takes("seen", "seat", "action", "words")
    )
    """Why an action is good, in a sentence that a hint adds to it; empty: nothing to add."""

    def position(self, game: Any, seen: Any) -> Any:
        """What a spectator sees, as a notebook shows it."""
        return seen
