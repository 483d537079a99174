"""Actions: what can be decided, declared by name with a clause and typed arguments. The engine gives each its number.

``ORDER = Actions(end=act("W-10.1"), march=act("W-6.2", "army:army:1..9", "n:1..3"))`` declares the actions of one
kind of decision. Rules see numbers and write ``ORDER.end``, ``ORDER.march(k, n)``, ``action in ORDER.march`` and
``ORDER.march.army(action)``; compilers get the arithmetic behind these (``taku.engine.source``). Pages, bots and tests
see an ``Action``: a name with its arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from taku.engine.names import Names
from taku.engine.options import nearest

LARGEST = 1 << 20
"""Numbers of one decision: more is a slip in a range. The largest game has 339."""


class ActionError(ValueError):
    """A wrong declaration, name or argument of an action; the message says what would be right."""


@dataclass(frozen=True)
class Argument:
    """A number that belongs to an action, from ``first`` to ``last``; ``table`` names its words in the catalogue."""

    name: str
    table: str
    first: int
    last: int

    @property
    def sign(self) -> int:
        return 1 if self.first <= self.last else -1

    @property
    def size(self) -> int:
        return abs(self.last - self.first) + 1

    @property
    def typed(self) -> str:
        """The name as events write it: ``"army:army"``, or ``"n"`` for a plain number."""
        return f"{self.name}:{self.table}" if self.table else self.name

    @property
    def range(self) -> str:
        return f"{self.first} to {self.last}"

    @classmethod
    def read(cls, text: str) -> Argument:
        """Read ``"n:3"`` (0 to 2), ``"n:1..3"`` or, with a table of words, ``"army:army:1..9"``."""
        found = re.fullmatch(r"([a-z]\w*)(?::([a-z]\w*))?:(?:([1-9]\d*)|(-?\d+)\.\.(-?\d+))", text)
        if not found:
            raise ActionError(f'{text!r} is no argument of an action: write "n:3", "n:1..3" or "army:army:1..9"')
        name, table, count, first, last = found.groups()
        return cls(name, table or "", *((0, int(count) - 1) if count else (int(first), int(last))))


@dataclass(frozen=True)
class Declared:
    """What `act` declares; ``at`` is its first number, the one after the last action's where it is not given."""

    clause: str
    arguments: tuple[Argument, ...]
    at: int | None
    back: bool


def act(clause: str, *arguments: str, at: int | None = None, back: bool = False) -> Declared:
    """Declare an action with its clause and arguments; ``back``: it only takes back an own click."""
    return Declared(clause, tuple(map(Argument.read, arguments)), at, back)


class Placed:
    """An action with its numbers, and the arithmetic between them and its arguments."""

    def __init__(self, name: str, declared: Declared, first: int) -> None:
        self.name, self.clause, self.back, self.arguments = name, declared.clause, declared.back, declared.arguments
        self.first = first
        self.size = prod(a.size for a in self.arguments)
        self.end = first + self.size
        self.strides = [prod(a.size for a in self.arguments[i + 1 :]) for i in range(len(self.arguments))]

    @property
    def maker(self) -> str:
        """The number as an expression of the arguments."""
        pairs = [(a, a.sign * stride) for a, stride in zip(self.arguments, self.strides, strict=True)]
        start = self.first - sum(a.first * times for a, times in pairs)
        terms = [a.name if times == 1 else f"{times} * {a.name}" for a, times in pairs]
        return " + ".join(terms + [str(start)] * (start != 0 or not terms)).replace("+ -", "- ")

    @property
    def test(self) -> str:
        """Whether a number is this action, as an expression of ``action``."""
        return f"{self.first} <= action < {self.end}" if self.size > 1 else f"action == {self.first}"

    def reader(self, name: str) -> str:
        """An argument as an expression of ``action``."""
        at = next(i for i, a in enumerate(self.arguments) if a.name == name)
        a, stride = self.arguments[at], self.strides[at]
        if len(self.arguments) == 1 and a.sign > 0:
            return _plus("action", a.first - self.first)
        found = _plus("action", -self.first)
        found = f"({found})" if " " in found else found
        found = found if stride == 1 else f"{found} // {stride}"
        found = found if at == 0 else f"{found} % {a.size}"
        return _plus(found, a.first) if a.sign > 0 else f"{a.first} - {found}"

    def read(self, number: int) -> tuple[int, ...]:
        """The arguments of one of its numbers."""
        offset = number - self.first
        pairs = zip(self.arguments, self.strides, strict=True)
        return tuple(a.first + a.sign * (offset // stride % a.size) for a, stride in pairs)

    def number(self, arguments: Mapping[str, int]) -> int:
        """The number for arguments by name; an error that says what is wrong with them."""
        names = [a.name for a in self.arguments]
        for name in arguments:
            if name not in names:
                has = f"it has {', '.join(names)}" if names else "it has no arguments"
                raise ActionError(f"{self.name} has no argument {name!r}{nearest(name, names)} ({has})")
        total = self.first
        for a, stride in zip(self.arguments, self.strides, strict=True):
            if a.name not in arguments:
                raise ActionError(f"{self.name} needs {a.name}={a.first}…{a.last}")
            value = arguments[a.name]
            if type(value) is not int or not 0 <= (value - a.first) * a.sign < a.size:
                raise ActionError(f"{a.name} of {self.name} is {a.range}, not {value!r}")
            total += stride * a.sign * (value - a.first)
        return total

    def wrong(self, *values: int) -> ActionError:
        """What is wrong with values that are out of range."""
        try:
            self.number({a.name: value for a, value in zip(self.arguments, values, strict=True)})
        except ActionError as fault:
            return fault.with_traceback(None)
        raise AssertionError(f"{self.name}{values} is in range")

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{a.name}={a.first}…{a.last}" for a in self.arguments)])


def _plus(text: str, number: int) -> str:
    return f"{text} {'+' if number > 0 else '-'} {abs(number)}" if number else text


class Action(tuple[Any, ...]):
    """A choice by its name, ``("march", 3, 2)``, to be taken apart by ``match``; with its number and declaration."""

    number: int
    about: Placed

    @classmethod
    def of(cls, about: Placed, number: int) -> Action:
        made = cls((about.name, *about.read(number)))
        made.about, made.number = about, number
        return made

    @property
    def name(self) -> str:
        return str(self[0])

    @property
    def clause(self) -> str:
        return self.about.clause

    @cached_property
    def arguments(self) -> dict[str, int]:
        return {a.name: value for a, value in zip(self.about.arguments, self[1:], strict=True)}

    @cached_property
    def typed(self) -> dict[str, object]:
        """The arguments as words take them: ``{"army:army": 3, "n": 2}``."""
        return {a.typed: value for a, value in zip(self.about.arguments, self[1:], strict=True)}

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.arguments.items())])


if TYPE_CHECKING:

    class Act(int):
        """An action as rules see it: a number, or, with arguments, what makes and reads its numbers."""

        def __call__(self, *values: int, **named: int) -> int: ...
        def __contains__(self, action: int) -> bool: ...
        def __getattr__(self, argument: str) -> Callable[[int], int]: ...

else:

    class Act:
        """An action with arguments: makes its numbers, knows them again and reads the arguments out of them."""

        def __init__(self, about: Placed) -> None:
            object.__setattr__(self, "_about", about)

        def __repr__(self) -> str:
            return f"<action {self._about}>"


def _callable(about: Placed) -> Act:
    """The action for interpreted rules; a value out of range raises, as an index past its end does."""
    names = ", ".join(a.name for a in about.arguments)
    fits = " and ".join(f"{min(a.first, a.last)} <= {a.name} <= {max(a.first, a.last)}" for a in about.arguments)
    lines = [
        "class made(Act):",
        f"    def __call__(self, {names}):",
        f"        if not ({fits}):",
        f"            raise about.wrong({names})",
        f"        return {about.maker}",
        "    def __contains__(self, action):",
        f"        return {about.test}",
    ]
    for a in about.arguments:
        lines += [
            f"    def {a.name}(self, action):",
            f"        if not ({about.test}):",
            f"            raise ActionError(f'{{action}} is not {about.name}, so it has no {a.name}')",
            f"        return {about.reader(a.name)}",
        ]
    space: dict[str, Any] = {"Act": Act, "ActionError": ActionError, "about": about}
    exec(compile("\n".join(lines), f"<action {about.name}>", "exec"), space)
    made: Act = space["made"](about)
    return made


class Actions:
    """The actions of one kind of decision, numbered from 0 in the order given. ``pass_`` is called ``pass``."""

    def __init__(self, **declared: Declared) -> None:
        placed: dict[str, Placed] = {}
        end = 0
        for key, one in declared.items():
            if key.startswith("_") or hasattr(Actions, key):
                raise ActionError(f"an action cannot be called {key!r}: that is a name of the engine's")
            made = Placed(key.removesuffix("_"), one, end if one.at is None else one.at)
            end = made.end
            for other in placed.values():
                if made.first < other.end and other.first < made.end:
                    raise ActionError(f"{made.name} and {other.name} share the number {max(made.first, other.first)}")
            if not 0 <= made.first < made.end <= LARGEST:
                raise ActionError(f"{made.name} has the numbers {made.first} to {made.end - 1}, not 0 to {LARGEST - 1}")
            placed[key] = made
        self._placed = placed
        self._named = {one.name: one for one in placed.values()}
        self._read: dict[int, Action] = {}
        self.__dict__.update({key: _callable(one) if one.arguments else one.first for key, one in placed.items()})

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Act: ...

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        """How many numbers are declared."""
        return sum(one.size for one in self._placed.values())

    def all(self) -> Iterator[Placed]:
        """The declarations, in their order."""
        return iter(self._placed.values())

    def declared(self, key: str) -> Placed | None:
        """What stands behind an attribute of this group, e.g. ``"march"`` or ``"pass_"``."""
        return self._placed.get(key)

    def about(self, name: str) -> Placed:
        """The declaration of an action; an error that names the nearest ones."""
        if name not in self._named:
            known = ", ".join(map(str, self._named.values()))
            raise ActionError(f"there is no action {name!r} here{nearest(name, self._named)} (actions: {known})")
        return self._named[name]

    def number(self, name: str, /, **arguments: int) -> int:
        """The number of an action: ``number("march", army=3, n=2)``."""
        return self.about(name).number(arguments)

    def parse(self, text: str) -> int:
        """The number of an action that is written as ``str(action)`` writes it: ``march army=3 n=2``."""
        name, *words = text.split()
        arguments = {}
        for word in words:
            key, sign, value = word.partition("=")
            if not sign or not re.fullmatch(r"-?\d{1,9}", value):
                raise ActionError(f"{word!r} is no argument: write {self.about(name)}")
            arguments[key] = int(value)
        return self.number(name, **arguments)

    def read(self, number: int) -> Action:
        """The name and arguments behind a number."""
        found = self._read.get(number)
        if found is None:
            about = next((one for one in self._placed.values() if one.first <= number < one.end), None)
            if about is None:
                known = ", ".join(f"{one.name} {one.first}…{one.end - 1}" for one in self._placed.values())
                raise ActionError(f"{number} is no action of this decision (numbers: {known})")
            found = self._read[number] = Action.of(about, number)
        return found

    def __contains__(self, what: object) -> bool:
        """Whether a number or a name is one of these actions."""
        if isinstance(what, str):
            return what in self._named
        return any(one.first <= what < one.end for one in self._placed.values() if isinstance(what, int))

    def __repr__(self) -> str:
        return f"Actions({', '.join(map(str, self._named.values()))})"


class Kinds(Names):
    """The kinds of decisions, numbered from 0, each with its actions: ``KIND = Kinds(deploy=DEPLOY, orders=ORDER)``."""

    def __init__(self, **groups: Actions) -> None:
        super().__init__(*groups)
        self.__dict__["_groups"] = tuple(groups.values())

    def actions(self, kind: int | str) -> Actions:
        """The actions of a decision by its number or name."""
        names: tuple[str, ...] = self.__dict__["_names"]
        if isinstance(kind, str):
            if kind not in names:
                raise ActionError(f"there is no decision {kind!r}{nearest(kind, names)} ({', '.join(names)})")
            kind = names.index(kind)
        found: Actions = self.__dict__["_groups"][kind]
        return found


class GameActions:
    """All actions of a game: ``game.actions["orders"]`` is a group; ``number`` and ``read`` look through all."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds

    def __getitem__(self, kind: int | str) -> Actions:
        return self.kinds.actions(kind)

    def take_backs(self) -> list[str]:
        """What is true of take-backs, as expressions: any number of them, and the kind only where it is in doubt.

        Random play asks this of every legal action; asking for the kind each time made a game a tenth slower."""
        groups = [list(self[kind].all()) for kind in self.kinds]
        found: dict[str, None] = {}
        for kind, group in enumerate(groups):
            for one in group:
                if one.back:
                    others = [o for g in groups for o in g if o.first < one.end and one.first < o.end]
                    sure = all(o.back for o in others)
                    found[one.test if sure else f"({one.test} and kind(s, seat) == {kind})"] = None
        return list(found)

    def number(self, name: str, /, **arguments: int) -> int:
        """The number of an action; ask a group where several decisions give the name different numbers."""
        groups = {kind: self[kind] for kind in self.kinds if name in self[kind]}
        if not groups:
            known = sorted({n for kind in self.kinds for n in self[kind]})
            raise ActionError(f"there is no action {name!r}{nearest(name, known)} (actions: {', '.join(known)})")
        found = {kind: group.number(name, **arguments) for kind, group in groups.items()}
        if len(set(found.values())) > 1:
            raise ActionError(f"{name!r} has several numbers ({found}): ask one decision, game.actions[kind].number(…)")
        return next(iter(found.values()))

    def read(self, number: int, kind: int | str | None = None) -> Action:
        """The name and arguments behind a number; with ``kind`` where decisions share numbers."""
        if kind is not None:
            return self[kind].read(number)
        found = {kind: self[kind].read(number) for kind in self.kinds if number in self[kind]}
        if not found:
            raise ActionError(f"{number} is no action of any decision")
        if len(set(found.values())) > 1:
            told = ", ".join(f"{kind}: {action}" for kind, action in found.items())
            raise ActionError(f"{number} means several things ({told}): say the kind of decision")
        return next(iter(found.values()))
