"""Whether a module's name stands for one thing for ever: rules are compiled with the value that a global has once."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from types import FunctionType, ModuleType


def changes(function: FunctionType, name: str) -> str | None:
    """How the global `name` of a function changes, as "assigned again in file:line"; None if it does not."""
    module = sys.modules.get(function.__module__)
    if module is None or module.__dict__ is not function.__globals__:
        return None
    return _changes(module, name, set())


def _changes(module: ModuleType, name: str, seen: set[tuple[str, str]]) -> str | None:
    if (module.__name__, name) in seen:
        return None
    seen.add((module.__name__, name))
    tree = _tree(module)
    if tree is None:
        return None
    where = getattr(module, "__file__", module.__name__)
    for node in ast.walk(tree):
        if isinstance(node, ast.Global) and name in node.names:
            return f"declared global in a function, {where}:{node.lineno}"
    bound = list(_bound(tree.body, name))
    for line, how in bound:
        if how:
            return f"{how}, {where}:{line}"
    if len(bound) > 1:
        return f"assigned again, {where}:{bound[1][0]}"
    for origin, its_name in _imports(tree, module, name):
        found = _changes(origin, its_name, seen)
        if found:
            return found
    return None


@cache
def _tree(module: ModuleType) -> ast.Module | None:
    try:
        return ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError):
        return None


def _bound(body: list[ast.stmt], name: str, loop: bool = False) -> Iterator[tuple[int, str]]:
    """Where module-level code binds a name, and why that is a change in itself ("" if it is not).

    Of two branches of an `if` only one is carried out.
    """
    for part in body:
        match part:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if part.name == name:
                    yield part.lineno, "bound in a loop" if loop else ""
            case ast.If():
                branches = [list(_bound(b, name, loop)) for b in (part.body, part.orelse)]
                yield from max(branches, key=len)
            case ast.For() | ast.While():
                if isinstance(part, ast.For) and _stores(part.target, name):
                    yield part.lineno, "the variable of a loop"
                yield from _bound([*part.body, *part.orelse], name, True)
            case ast.With():
                yield from _bound(part.body, name, loop)
            case ast.Try():
                yield from _bound([*part.body, *part.orelse, *part.finalbody], name, loop)
            case ast.AugAssign():
                if _stores(part.target, name):
                    yield part.lineno, "changed in place"
            case _:
                if _stores(part, name):
                    yield part.lineno, "assigned in a loop" if loop else ""


def _stores(node: ast.AST, name: str) -> bool:
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)):
        return False  # their variables are their own
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return False
    if isinstance(node, ast.Name):
        return node.id == name and isinstance(node.ctx, ast.Store)
    return any(_stores(child, name) for child in ast.iter_child_nodes(node))


def _imports(tree: ast.Module, module: ModuleType, name: str) -> Iterator[tuple[ModuleType, str]]:
    """The modules from which a module's name is imported, with the name it has there."""
    for node in tree.body:
        if not isinstance(node, ast.ImportFrom):
            continue
        for alias in node.names:
            if name == (alias.asname or alias.name) or alias.name == "*":
                base = module.__package__ or ""
                if node.level > 1:
                    base = base.rsplit(".", node.level - 1)[0]
                path = ".".join(p for p in ((base if node.level else ""), node.module or "") if p)
                origin = sys.modules.get(path)
                its_name = name if alias.name == "*" else alias.name
                if origin is not None and hasattr(origin, its_name):
                    yield origin, its_name
