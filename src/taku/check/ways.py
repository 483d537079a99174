"""Which ways there are through a rule: whether a loop can be left, and whether the end surely returns."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator


def can_leave(body: Iterable[ast.AST]) -> bool:
    """Whether a loop's body can leave the loop."""
    for part in body:
        if isinstance(part, (ast.Return, ast.Break)):
            return True
        inner: Iterator[ast.AST] = ast.iter_child_nodes(part)
        if isinstance(part, (ast.For, ast.While)):
            if any(isinstance(n, ast.Return) for n in ast.walk(part)):
                return True
        elif can_leave(inner):
            return True
    return False


def surely_returns(body: list[ast.stmt]) -> bool:
    """Whether the last statement surely returns."""
    match body[-1]:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=one, orelse=other):
            return bool(other) and surely_returns(one) and surely_returns(other)
        case ast.While(test=ast.Constant(value=value), body=inner):
            return bool(value) and not _breaks(inner)
    return False


def _breaks(body: Iterable[ast.AST]) -> bool:
    return any(
        isinstance(part, ast.Break)
        or (not isinstance(part, (ast.For, ast.While)) and _breaks(ast.iter_child_nodes(part)))
        for part in body
    )
