"""Rules: plain Python functions over the state, marked so that the engine can also compile them.

``@rule`` changes nothing about a function: it runs as it stands (*interpreted*). ``taku.compile.native`` writes the
same source again for Numba and for the GPU, with names resolved and constants folded. ``taku.check.subset`` tells what
would not compile, with line and remedy.
"""

from __future__ import annotations

import array
import ast
import builtins
import inspect
import linecache
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from types import FunctionType
from typing import Any, TypeVar

from taku.engine.actions import Actions
from taku.engine.fields import Ints
from taku.engine.names import Names
from taku.engine.overlay import base_name
from taku.engine.struct import Struct, is_family

F = TypeVar("F", bound=Callable[..., Any])

BUILTINS = {"range", "min", "max", "abs", "int", "bool", "len", "divmod"}
"""What a rule may call beside other rules; each exists at all three speeds."""


def rule(function: F) -> F:
    """Mark a function as a rule. It stays the plain function it is."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"@rule marks plain functions, not {function!r}")
    function.__dict__["__rule__"] = Rule(function, _lines(function))
    return function


def _lines(function: FunctionType) -> list[str]:
    """The file of a function as it is now, when it is imported: all speeds run this, also if it is edited later."""
    file = function.__code__.co_filename
    linecache.checkcache(file)
    return linecache.getlines(file, function.__globals__)


def rules_from(source: str, file: str, space: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """The functions of a source that the engine has written, as rules; traces show it under the name of a file."""
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    known = set(space)
    exec(compile(source, file, "exec"), space)
    return {name: rule(f) for name, f in space.items() if name not in known and isinstance(f, FunctionType)}


def is_rule(thing: object) -> bool:
    return isinstance(thing, FunctionType) and "__rule__" in thing.__dict__


_PARSED: list[Rule] = []
"""Rules whose sources are held parsed."""


def forget_sources() -> None:
    """Let go of parsed sources, 2 to 5 MB a game: whoever asks for one again parses it again."""
    while _PARSED:
        _PARSED.pop().__dict__.pop("tree", None)


def rule_of(function: Callable[..., Any]) -> Rule:
    """What the engine knows of a rule."""
    found: Rule | None = getattr(function, "__dict__", {}).get("__rule__")
    if found is None:
        raise TypeError(f"{getattr(function, '__qualname__', function)} is not a rule: put @rule above it")
    return found


Nested = Sequence["int | Nested"]


def table(values: Any) -> Ints:
    """A constant table of integers, nested lists for more axes: ints when interpreted, an int array when compiled."""
    shape: list[int] = []
    here: Any = values
    while isinstance(here, (list, tuple)) or (hasattr(here, "__len__") and not isinstance(here, int)):
        shape.append(len(here))
        here = here[0] if len(here) else 0
    flat: list[int] = []

    def collect(part: Any, depth: int) -> None:
        if depth == len(shape):
            flat.append(int(part))
            return
        if len(part) != shape[depth]:
            raise ValueError(f"a table's rows have one length: {len(part)} beside {shape[depth]}")
        for p in part:
            collect(p, depth + 1)

    collect(values, 0)
    if not flat:
        raise ValueError("a table has at least one number")
    low, high = min(flat), max(flat)
    code = next(
        c
        for c, bits in (("b", 8), ("h", 16), ("i", 32), ("q", 64))
        if -(2 ** (bits - 1)) <= low and high < 2 ** (bits - 1)
    )
    numbers = array.array(code, flat)
    read_only: Any = memoryview(numbers).cast("B").toreadonly()
    view: Ints = read_only.cast(code, shape)
    return view


@dataclass
class Rule:
    """One rule: its function, its source and what it refers to."""

    function: FunctionType
    lines: list[str] = field(repr=False)
    """The file it stands in, as it was imported."""
    signature: str = ""
    """The Numba signature of a kernel; empty for a rule, whose parameters say it."""
    inlined: bool = False
    """Compiled into its callers whatever its size: a kernel with many arrays costs more to call than to run."""
    uncounted: bool = False
    """Holds on arrays are not counted in it: they are the caller's, and stay. Where a row of an array is taken for each
    table, counting costs as much as connect four's rules."""

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def alias(self) -> str:
        """A name that is unique in a game: module and function. With an overlay it is the same, and so is the compiled
        code where the overlay changes nothing."""
        return f"{base_name(self.function.__module__)}.{self.name}".replace(".", "_")

    @property
    def file(self) -> str:
        return self.function.__code__.co_filename

    @property
    def line(self) -> int:
        return self.function.__code__.co_firstlineno

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """The parsed source, with the line numbers of the file."""
        if not self.lines:
            raise OSError(f"{self.file}: the source of {self.name} is not there, and rules are compiled from it")
        source = textwrap.dedent("".join(inspect.getblock(self.lines[self.line - 1 :])))
        tree = ast.parse(source).body[0]
        assert isinstance(tree, ast.FunctionDef)
        ast.increment_lineno(tree, self.line - 1)
        _PARSED.append(self)
        return tree

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """Each parameter with its annotation (a struct, a family, ``Ints``) or None."""
        notes = inspect.get_annotations(self.function, eval_str=True, globals=self.function.__globals__)
        return {name: notes.get(name) for name in inspect.signature(self.function).parameters}

    @property
    def is_template(self) -> bool:
        """Whether the rule is written for structs or arrays of any length, and so compiled for each it meets."""
        return any(is_family(note) or note is Ints for note in self.parameters.values())

    @cached_property
    def locals(self) -> set[str]:
        stored = {n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        return stored | set(self.parameters)

    def lookup(self, name: str) -> Any:
        """What a global name of this rule stands for; raises KeyError if nothing does."""
        if name in self.function.__code__.co_freevars:
            cells = self.function.__closure__ or ()
            return cells[self.function.__code__.co_freevars.index(name)].cell_contents
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return getattr(builtins, name) if hasattr(builtins, name) else _missing(name)

    def action(self, node: ast.expr) -> tuple[Actions, str, str] | None:
        """What ``ORDER.march`` or ``ORDER.march.army`` names: the group, the action and the argument, or None."""
        match node:
            case ast.Attribute(value=ast.Name(id=group), attr=key):
                argument = ""
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id=group), attr=key), attr=argument):
                pass
            case _:
                return None
        try:
            found = None if group in self.locals else self.lookup(group)
        except KeyError:
            return None
        return (found, key, argument) if isinstance(found, Actions) else None

    @cached_property
    def global_names(self) -> list[str]:
        """Names the rule reads that are neither its own nor builtins, in order of first use."""
        body = [n for part in self.tree.body for n in ast.walk(part)]
        used = [n.id for n in body if isinstance(n, ast.Name) and n.id not in self.locals]
        return [n for n in dict.fromkeys(used) if n not in BUILTINS]

    def callees(self) -> Iterator[Rule]:
        """The rules this one calls, each once."""
        for name in self.global_names:
            try:
                value = self.lookup(name)
            except KeyError:
                continue
            if is_rule(value):
                yield rule_of(value)

    def __hash__(self) -> int:
        return hash(self.function)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rule) and other.function is self.function

    def __repr__(self) -> str:
        return f"<rule {self.function.__module__}.{self.name}>"


def _missing(name: str) -> Any:
    raise KeyError(name)


def constant(value: Any) -> int | None:
    """The integer a constant stands for, or None if it is not one."""
    if isinstance(value, (bool, int)):
        return int(value)
    return None


def has_members(space: Any) -> bool:
    """Whether a global is a set of named numbers."""
    return isinstance(space, (Names, Actions)) or (isinstance(space, type) and issubclass(space, IntEnum))


def member(space: Any, name: str) -> int | None:
    """The integer behind ``Phase.play``: a member of names, of actions or of an integer enumeration, else None."""
    if has_members(space):
        value = getattr(space, name, None)
        return None if value is None else constant(value)
    return None


def in_order(entries: Iterable[Callable[..., Any]], ring: Callable[[list[Rule]], None] | None = None) -> list[Rule]:
    """All rules that the entries need, callees before callers. Rules that call themselves are refused.

    If ``ring`` is given, it is told of them instead: each ring begins and ends with the same rule.
    """
    done: dict[Rule, None] = {}
    way: list[Rule] = []

    def visit(r: Rule) -> None:
        if r in way:
            (ring or refuse)([*way[way.index(r) :], r])
        elif r not in done:
            way.append(r)
            for callee in r.callees():
                visit(callee)
            way.pop()
            done[r] = None

    def refuse(found: list[Rule]) -> None:
        names = " → ".join(r.name for r in found)
        place = f"{found[0].file}:{found[0].line}"
        raise RecursionError(f"{place}: rules must not call themselves ({names}); write a loop with a bound")

    for entry in entries:
        visit(rule_of(entry))
    return list(done)


def annotated_struct(note: Any) -> type[Struct] | None:
    """The concrete struct a parameter is annotated with, if it is one."""
    return note if isinstance(note, type) and issubclass(note, Struct) and not is_family(note) else None
