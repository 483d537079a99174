"""What the source of a rule tells of its expressions: which are numbers, arrays or structs, and which are never 0."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from taku.engine.fields import Field, Ints, Number
from taku.engine.game import Game
from taku.engine.rule import BUILTINS, Rule, annotated_struct, constant, member
from taku.engine.struct import is_family


@dataclass(frozen=True)
class Kind:
    """What an expression stands for, as far as the source tells: ``int``, ``struct``, ``array`` or ``many``."""

    name: str
    of: Any = None
    shape: tuple[int, ...] | None = ()
    constant: bool = False

    @classmethod
    def of_field(cls, f: Field) -> Kind:
        if isinstance(f.of, Number):
            return cls("array", None, f.shape) if f.shape else INT
        return cls("many", f.of, f.shape) if f.shape else cls("struct", f.of)


INT = Kind("int")


def called(kind: Kind) -> str:
    match kind.name:
        case "struct":
            return f"a struct {kind.of.__name__}"
        case "many":
            return f"an array of {kind.of.__name__}"
        case "array":
            return "a table" if kind.constant else "an array"
    return "a number"


def _flat(value: Any) -> list[int]:
    """The numbers of a table; [0] for anything else."""
    if not isinstance(value, memoryview):
        return [0]
    return value.cast("B").cast(value.format).tolist()  # type: ignore[call-overload,no-any-return]


class Facts:
    """What can be known of the expressions of one rule in one game."""

    def __init__(self, rule: Rule, game: Game) -> None:
        self.rule = rule
        self.game = game
        self.assigned: dict[str, list[tuple[ast.AST, ast.expr | None]]] = {}
        """Where each local name gets its values: the statement and, where there is one, the expression."""
        self.open: set[str] = set()
        for part in rule.tree.body:
            self.note_assignments(part)

    def note_assignments(self, part: ast.AST) -> None:
        for node in ast.walk(part):
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        if isinstance(target, ast.Name):
                            self.assigned.setdefault(target.id, []).append((node, value))
                        else:
                            self.note_unknown(target)
                case ast.AnnAssign(target=ast.Name(id=name), value=value):
                    self.assigned.setdefault(name, []).append((node, value))
                case ast.NamedExpr(target=ast.Name(id=name), value=value):
                    self.assigned.setdefault(name, []).append((node, value))
                case ast.AugAssign(target=target):
                    self.note_unknown(target)
                case ast.For(target=ast.Name(id=name), iter=source):
                    self.assigned.setdefault(name, []).append((node, source))
                case ast.For(target=target):
                    self.note_unknown(target)

    def note_unknown(self, target: ast.AST) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.assigned.setdefault(node.id, []).append((node, None))

    def kind(self, node: ast.expr) -> Kind | None:
        """What an expression stands for; None where the source does not tell."""
        match node:
            case ast.Name(id=name):
                return self.kind_of_name(name)
            case ast.Attribute(value=value, attr=attr):
                base = self.kind(value)
                if base is not None and base.name == "struct":
                    f = base.of.declared.get(attr)
                    return Kind.of_field(f) if f else None
                return None
            case ast.Subscript(value=value):
                base = self.kind(value)
                if base is None:
                    return None
                return Kind("struct", base.of) if base.name == "many" else INT if base.name == "array" else None
            case ast.IfExp(body=body, orelse=orelse):
                return self.kind(body) or self.kind(orelse)
            case ast.Constant() | ast.BinOp() | ast.Compare() | ast.UnaryOp():
                return INT
            case ast.Call(func=ast.Name(id=name)) if name in BUILTINS - {"divmod", "range"}:
                return INT
            case ast.Call(func=ast.Attribute()):
                return INT
        return None

    def kind_of_name(self, name: str) -> Kind | None:
        if name in self.rule.parameters and name not in self.assigned:
            note = self.rule.parameters[name]
            struct = annotated_struct(note)
            if struct is not None:
                return Kind("struct", struct)
            if is_family(note):
                return None
            if note is Ints or name == "out":
                return Kind("array", None, (0,) if name == "out" else None)
            return Kind("struct", self.game.state) if name == "s" else INT
        if name in self.assigned:
            if name in self.open:
                return None
            self.open.add(name)
            try:
                place, value = self.assigned[name][0]
                return INT if value is None or isinstance(place, ast.For) else self.kind(value)
            finally:
                self.open.discard(name)
        try:
            value = self.rule.lookup(name)
        except KeyError:
            return None
        if isinstance(value, memoryview):
            return Kind("array", None, tuple(value.shape or ()), constant=True)
        return INT if constant(value) is not None else None

    # ------------------------------------------------------------ proofs

    def number(self, node: ast.expr) -> int | None:
        """The integer that an expression always is, if it is one."""
        match node:
            case ast.Constant(value=value):
                return constant(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.number(operand)
                return None if inner is None else -inner
            case ast.Name(id=name) if name not in self.rule.locals and name not in BUILTINS:
                try:
                    return constant(self.rule.lookup(name))
                except KeyError:
                    return None
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name not in self.rule.locals:
                try:
                    return member(self.rule.lookup(name), attr)
                except KeyError:
                    return None
        return None

    def nonzero(self, node: ast.expr) -> bool:
        """Whether an expression can be shown never to be 0."""
        number = self.number(node)
        if number is not None:
            return number != 0
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.nonzero(operand)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self.nonzero(left) and self.nonzero(right)
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="s"), attr="opt"), attr=attr):
                option = self.game.options.by_name.get(attr)
                return option is not None and (option.low > 0 or option.high < 0)
            case ast.Subscript(value=ast.Name(id=name)) if name not in self.rule.locals:
                return all(_flat(self.rule.function.__globals__.get(name)))
        return self.positive(node)

    def positive(self, node: ast.expr) -> bool:
        """Whether an expression can be shown to be at least 1."""
        number = self.number(node)
        if number is not None:
            return number >= 1
        match node:
            case ast.Call(func=ast.Name(id="max"), args=args):
                return any(self.positive(a) for a in args)
            case ast.Call(func=ast.Name(id="min"), args=args):
                return bool(args) and all(self.positive(a) for a in args)
            case ast.Call(func=ast.Name(id="len")):
                return True
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
                return self.positive(left) and self.positive(right)
            case ast.BinOp(left=left, op=ast.LShift()):
                return self.positive(left)
            case ast.IfExp(body=body, orelse=orelse):
                return self.positive(body) and self.positive(orelse)
            case ast.Attribute(value=ast.Name(id="s"), attr="seats"):
                return True
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="s"), attr="opt"), attr=attr):
                option = self.game.options.by_name.get(attr)
                return option is not None and option.low >= 1
            case ast.Subscript(value=ast.Name(id=name)) if name not in self.rule.locals:
                return all(n >= 1 for n in _flat(self.rule.function.__globals__.get(name)))
            case ast.Name(id=name) if name in self.assigned and name not in self.rule.parameters:
                return self.positive_name(name)
        return False

    def positive_name(self, name: str) -> bool:
        if name in self.open:
            return False
        self.open.add(name)
        try:
            return all(value is not None and self.positive_source(p, value) for p, value in self.assigned[name])
        finally:
            self.open.discard(name)

    def positive_source(self, place: ast.AST, value: ast.expr) -> bool:
        if not isinstance(place, ast.For):
            return self.positive(value)
        match value:
            case ast.Call(func=ast.Name(id="range"), args=[first, _]):
                return self.positive(first)
            case ast.Tuple(elts=elements):
                return all(self.positive(e) for e in elements)
        return False
