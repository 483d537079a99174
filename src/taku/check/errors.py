"""An exception from a game's rule, in the words of its author: which field, index and value, and the line."""

from __future__ import annotations

import ast
import builtins
import linecache
import textwrap
import traceback
from inspect import getblock
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any

from taku.engine.fields import NUMBERS, Number
from taku.engine.struct import Struct

FORMATS = {n.format: n for n in NUMBERS.values()}
NAMES = {"i1": "i8", "i2": "i16", "i4": "i32", "u4": "u32"}


def told(fault: BaseException) -> str:
    """An exception from a game's code, with the place where it was raised and the rule it went through."""
    here = _own(fault.__traceback__)
    text = f"{type(fault).__name__}: {_explained(fault, here) or fault}"
    if here:
        frame, line = here.tb_frame, here.tb_lineno
        source = linecache.getline(frame.f_code.co_filename, line).strip()
        text += f"\n{Path(frame.f_code.co_filename).name}:{line} in {frame.f_code.co_name}: {source}".rstrip(": ")
    return text


def _own(trace: TracebackType | None) -> TracebackType | None:
    """The last frame that is neither of the laws nor of the accessors of fields and actions, written as source."""
    found = None
    for frame, _ in traceback.walk_tb(trace):
        file = frame.f_code.co_filename.replace("\\", "/")
        if "/check/" not in file and not file.startswith(("<string>", "<action ")):
            found = frame
    while trace is not None and trace.tb_frame is not found:
        trace = trace.tb_next
    return trace


def _explained(fault: BaseException, here: TracebackType | None) -> str:
    """What a store or an index did wrong; "" where it cannot be told."""
    if here is None or not isinstance(fault, (ValueError, IndexError, TypeError)):
        return ""
    try:
        target, statement = _instruction(here)
        if isinstance(target, ast.Subscript):
            return _element(fault, target, statement, here.tb_frame)
        if isinstance(target, ast.Attribute) and isinstance(fault, ValueError):
            return _scalar(target, here)
    except Exception:  # a report of a fault must not fail itself: the plain exception is told then
        return ""
    return ""


def _instruction(here: TracebackType) -> tuple[ast.expr | None, ast.stmt | None]:
    """The expression at which a frame stopped, and the statement it stands in."""
    code = here.tb_frame.f_code
    line, _, column, end = next(islice(code.co_positions(), here.tb_lasti // 2, None))
    tree = _tree(code)
    if line is None or column is None:
        return None, None
    statement = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or line):
            statement = node if not isinstance(node, ast.FunctionDef) else statement
    for node in ast.walk(tree):
        place = (getattr(node, "lineno", 0), getattr(node, "col_offset", -1), getattr(node, "end_col_offset", -1))
        if isinstance(node, (ast.Subscript, ast.Attribute)) and place == (line, column, end):
            return node, statement
    return None, statement


def _tree(code: CodeType) -> ast.Module:
    """The source of a function with the lines and columns of its file."""
    lines = getblock(linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :])
    text = textwrap.dedent("".join(lines))
    cut = len(lines[0]) - len(lines[0].lstrip())
    tree = ast.parse(text)
    for node in ast.walk(tree):
        for name in ("col_offset", "end_col_offset"):
            if hasattr(node, name):
                setattr(node, name, getattr(node, name) + cut)
    return ast.increment_lineno(tree, code.co_firstlineno - 1)


def _value(node: ast.expr, frame: FrameType) -> Any:
    """An expression as it stands in a frame; states are copied, so that nothing is changed by asking."""
    names = {k: v.copy() if isinstance(v, Struct) else v for k, v in frame.f_locals.items()}
    code = compile(ast.fix_missing_locations(ast.Expression(node)), "<asked>", "eval")
    return eval(code, frame.f_globals | {"__builtins__": builtins}, names)


def _element(fault: BaseException, target: ast.Subscript, statement: ast.stmt | None, frame: FrameType) -> str:
    array = _value(target.value, frame)
    index = _value(target.slice, frame)
    at = index if isinstance(index, tuple) else (index,)
    name = f"{ast.unparse(target.value)}[{', '.join(map(str, at))}]"
    if isinstance(fault, IndexError):
        for i, n in zip(at, array.shape, strict=False):
            if not -n <= i < n:
                return f"{name}: the index {i} is past an axis of length {n}"
        return ""
    if not isinstance(array, memoryview):
        return ""
    return _range(name, FORMATS[array.format], _stored(target, statement, frame))


def _scalar(target: ast.Attribute, here: TracebackType) -> str:
    """A single number is stored by an accessor, whose frame holds the value."""
    inner = here.tb_next
    owner = _value(target.value, here.tb_frame)
    number = owner.layout.fields[target.attr].of
    if inner is None or not isinstance(number, Number):
        return ""
    return _range(ast.unparse(target), number, inner.tb_frame.f_locals.get("value"))


def _stored(target: ast.expr, statement: ast.stmt | None, frame: FrameType) -> Any:
    """The value that was to be stored; None if it is not known."""
    if isinstance(statement, ast.AugAssign):
        read = ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)  # type: ignore[attr-defined]
        return _value(ast.copy_location(ast.BinOp(read, statement.op, statement.value), statement), frame)
    if isinstance(statement, ast.Assign):
        return _value(statement.value, frame)
    return None


def _range(name: str, number: Number, value: Any) -> str:
    text = f"an {NAMES[number.name]} holds {number.low} to {number.high}"
    if not isinstance(value, int) or number.low <= value <= number.high:
        return f"what is stored in {name} is out of range: {text}"  # asked again, chance gave another value
    return f"{name} = {value} is out of range: {text}; bound the value, or declare a wider field"
