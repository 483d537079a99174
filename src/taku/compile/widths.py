"""Which rules need 64 bits on a device although they hold no wide number themselves: they compute with wide bit sets.

Such sets begin in tables of wide numbers. Whatever is combined with one, assigned to it, passed or returned is one as
well; so the names of all rules fall into classes, and a class with a wide member is wide. Rules with wide constants of
their own (those of chance) are left out: what they take and return are small numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from taku.engine.rule import Rule
from taku.engine.source import Written

Node = tuple[str, str]
"""A rule's alias and a name in it; ``return`` is what it returns."""

WIDE: Node = ("", "wide")
SETS = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Add, ast.Sub)


def constant(node: ast.AST) -> int | None:
    """The number that an expression is, if it is a constant."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = constant(node.operand)
        return None if inner is None else -inner
    return int(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def has_wide_number(tree: ast.AST) -> bool:
    """Whether a rule needs 64 bits by its own constants, since no field of a state has more than 32."""
    for n in ast.walk(tree):
        if not -(2**31) <= (constant(n) or 0) < 2**31:
            return True
        if isinstance(n, ast.BinOp) and isinstance(n.op, (ast.LShift, ast.RShift)) and (constant(n.right) or 0) >= 31:
            return True
    return False


class _Classes:
    def __init__(self) -> None:
        self.parent: dict[Node, Node] = {}

    def find(self, node: Node) -> Node:
        while (above := self.parent.get(node, node)) != node:
            self.parent[node] = self.parent.get(above, above)
            node = above
        return node

    def join(self, nodes: Iterable[Node]) -> None:
        first, *others = [self.find(n) for n in nodes] or [WIDE]
        for other in others:
            self.parent[self.find(other)] = self.find(first)


def wide_rules(rules: Iterable[tuple[Rule, Written]]) -> set[str]:
    """The aliases of the rules that compute with 64 bits."""
    trees: dict[str, tuple[Rule, Written, ast.FunctionDef]] = {}
    for rule, written in rules:
        tree = ast.parse(written.text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        trees[rule.alias] = (rule, written, tree)
    wide = {alias for alias, (_, _, tree) in trees.items() if has_wide_number(tree)}
    narrow = {alias: found for alias, found in trees.items() if alias not in wide}
    if not any(t.format == "q" for _, written, _ in narrow.values() for t in written.tables.values()):
        return wide
    classes = _Classes()
    shifts: dict[str, list[Node]] = {}
    for alias, (_, written, tree) in narrow.items():
        shifts[alias] = _Joiner(alias, written, tree, narrow, classes).run()
    top = classes.find(WIDE)
    for alias, (rule, _, tree) in narrow.items():
        names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | set(rule.parameters) | {"return"}
        nodes = [*((alias, name) for name in names), *shifts[alias]]
        if any(classes.find(node) == top for node in nodes):
            wide.add(alias)
    return wide


class _Joiner:
    """Joins what stands together in one rule."""

    def __init__(
        self,
        alias: str,
        written: Written,
        tree: ast.FunctionDef,
        known: dict[str, tuple[Rule, Written, ast.FunctionDef]],
        classes: _Classes,
    ) -> None:
        self.alias, self.tree, self.known, self.classes = alias, tree, known, classes
        self.tables = {name: t for name, t in written.tables.items() if t.format == "q"}
        self.shifts: list[Node] = []

    def run(self) -> list[Node]:
        """The shifts of constants in this rule: they are as wide as what they are combined with."""
        for node in ast.walk(self.tree):
            match node:
                case (
                    ast.Assign(targets=[ast.Name() as name], value=value)
                    | ast.AugAssign(target=ast.Name() as name, value=value)
                ):
                    self.join(name, value)
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                    for one, value in zip(names, values, strict=True):
                        self.join(one, value)
                case ast.Return(value=ast.expr() as value):
                    self.classes.join([(self.alias, "return"), *self.parts(value)])
                case ast.Compare(left=left, comparators=right):
                    self.join(left, *right)
                case ast.BinOp(op=op) if isinstance(op, SETS):
                    self.parts(node)
                case ast.Call(func=ast.Name(id=name), args=args) if name in self.known:
                    for parameter, given in zip(self.known[name][0].parameters, args, strict=False):
                        self.classes.join([(name, parameter), *self.parts(given)])
        return self.shifts

    def join(self, *parts: ast.expr) -> None:
        self.classes.join(node for part in parts for node in self.parts(part))

    def parts(self, node: ast.expr) -> list[Node]:
        """The nodes that an expression's value belongs to, joined."""
        match node:
            case ast.Name(id=name):
                found = [(self.alias, name)]
            case ast.Subscript(value=ast.Name(id=name)) if name in self.tables:
                found = [WIDE]
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, SETS):
                found = self.parts(left) + self.parts(right)
            case ast.BinOp(left=left, op=ast.LShift()) if constant(left) is not None:
                found = [(self.alias, f"shift {node.lineno} {node.col_offset}")]
                self.shifts += found
            case ast.BinOp(left=left, op=ast.LShift() | ast.RShift()):
                found = self.parts(left)
            case ast.UnaryOp(op=ast.Invert() | ast.USub(), operand=operand):
                found = self.parts(operand)
            case ast.IfExp(body=body, orelse=orelse):
                found = self.parts(body) + self.parts(orelse)
            case ast.BoolOp(values=values):
                found = [one for value in values for one in self.parts(value)]
            case ast.Call(func=ast.Name(id=name)) if name in self.known:
                found = [(name, "return")]
            case ast.Call(func=ast.Name(id="min" | "max" | "abs" | "int"), args=args):
                found = [one for value in args for one in self.parts(value)]
            case _:
                found = []
        self.classes.join(found)
        return found
