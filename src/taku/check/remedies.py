"""What to write instead of what does not compile."""

from __future__ import annotations

import ast
from types import FunctionType, ModuleType
from typing import Any

from taku.engine.rule import BUILTINS, has_members
from taku.engine.struct import Struct

FORBIDDEN: dict[type[ast.AST], tuple[str, str]] = {
    ast.List: ("a list is made", "use a field of the state (scratch=True), or table(...) for constants"),
    ast.Dict: ("a dict is made", "use table(...), indexed by number"),
    ast.Set: ("a set is made", "use a bit set in an integer, or a tuple of constants"),
    ast.ListComp: ("a list is made", "write a loop that stores into a field (scratch=True for scratch space)"),
    ast.SetComp: ("a set is made", "collect bits in an integer"),
    ast.DictComp: ("a dict is made", "write a loop that stores into a field"),
    ast.GeneratorExp: ("a generator is made", "write a loop"),
    ast.Lambda: ("a lambda", "write a rule of its own"),
    ast.FunctionDef: ("a function within a rule", "write it as a rule of its own, beside this one"),
    ast.AsyncFunctionDef: ("a function within a rule", "write it as a rule of its own"),
    ast.ClassDef: ("a class within a rule", "declare a Struct in state.py"),
    ast.Raise: ("raise", "rules never fail: make the action illegal, or return a number that says so"),
    ast.Try: ("try", "rules never fail: ask first"),
    ast.Assert: ("assert", "name an invariant in the game's keeps; taku check proves it after every move"),
    ast.With: ("with", "rules hold no resources"),
    ast.Yield: ("yield", "write into `out` or a field and return how many"),
    ast.YieldFrom: ("yield", "write into `out` or a field and return how many"),
    ast.Await: ("await", "rules know no time"),
    ast.Global: ("global", "what changes belongs into the state"),
    ast.Nonlocal: ("nonlocal", "what changes belongs into the state"),
    ast.JoinedStr: ("a text is made", "emit an event and put its words into words/*.toml"),
    ast.Import: ("an import within a rule", "import at the top of the module"),
    ast.ImportFrom: ("an import within a rule", "import at the top of the module"),
    ast.Delete: ("del", "set fields to 0 instead"),
    ast.Match: ("match", "write if and elif"),
    ast.Starred: ("a starred argument", "write the arguments out"),
    ast.Slice: ("a slice", "index single elements in a loop"),
}  # fmt: skip

CALLS = {
    "sum": "add up in a loop",
    "sorted": "sort in a field with a loop",
    "any": "write a loop that returns",
    "all": "write a loop that returns",
    "enumerate": "write for i in range(…)",
    "zip": "write for i in range(…)",
    "reversed": "write range(n - 1, -1, -1)",
    "list": "use a field of the state",
    "dict": "use table(...)",
    "set": "use a bit set in an integer",
    "tuple": "use a field of the state",
    "print": "emit an event, or run interpreted in a debugger",
    "float": "count in whole parts (thousandths)",
    "str": "emit an event and put its words into words/*.toml",
    "round": "write (a + b // 2) // b",
    "pow": "write **, with a constant exponent",
}


def described(value: Any) -> str:
    """What a global is that is not a constant."""
    if isinstance(value, float):
        return "a float"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, FunctionType):
        return "a function without @rule"
    if isinstance(value, ModuleType):
        return "a module"
    if callable(value):
        return f"{getattr(value, '__name__', type(value).__name__)}, which is no rule"
    return f"a {type(value).__name__}"


def remedy_for(name: str, value: Any) -> str:
    """What to write instead of such a global."""
    if isinstance(value, float):
        return "count in whole parts (thousandths)"
    if isinstance(value, str):
        return "use a number with a name: Names(...)"
    if isinstance(value, ModuleType):
        return "import what is needed by name"
    if has_members(value):
        return f"write one of its names: {name}.…"
    if isinstance(value, FunctionType):
        return "put @rule above it"
    if isinstance(value, (list, tuple, dict, set, frozenset)) or hasattr(value, "__array_interface__"):
        return f"declare it with table(...): {name} = table({name.lower()}…)"
    return "only integers, table(...), Names, Events, Actions, IntEnum and rules compile"


def call_remedy(name: str, value: Any) -> str:
    """What to write instead of calling it."""
    if isinstance(value, type) and issubclass(value, Struct):
        return "structs are fields of the state, made once: scratch=True for scratch space"
    if isinstance(value, FunctionType):
        return "put @rule above it"
    return CALLS.get(name, "call rules and " + ", ".join(sorted(BUILTINS)))
