"""Writes a rule again as source for a compiler: names resolved, constants folded, calls with all their arguments."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType, ModuleType
from typing import Any

from taku.engine import contract
from taku.engine.actions import ActionError, Actions
from taku.engine.options import nearest
from taku.engine.rule import BUILTINS, Rule, annotated_struct, constant, is_rule, member, rule_of
from taku.engine.struct import Struct, is_family


class SubsetError(Exception):
    """A rule uses something that does not compile; the message names file, line and remedy."""


@dataclass
class Written:
    """The rewritten function and what it needs around it."""

    rule: Rule
    text: str
    tables: dict[str, memoryview]
    callees: list[Rule]
    modules: dict[str, str]
    structs: dict[str, type[Struct]] = field(default_factory=dict)


class _Rewriter(ast.NodeTransformer):
    def __init__(self, rule: Rule, space: Mapping[str, Any], instead: Mapping[Any, Any]) -> None:
        self.rule = rule
        self.space = space
        self.instead = instead
        self.tables: dict[str, memoryview] = {}
        self.callees: dict[Rule, None] = {}
        self.modules: dict[str, str] = {}

    def resolve(self, name: str, node: ast.AST) -> Any:
        """What a name stands for. Only what was imported from the contract is bound to the game at hand: a game's own
        rule or constant may have the same name."""
        try:
            value = self.rule.lookup(name)
        except KeyError:
            raise self.error(node, f"the name {name!r} is not defined in this module") from None
        if name in self.space and value is vars(contract).get(name):
            return self.space[name]
        return self.instead.get(value, value) if is_rule(value) else value

    def error(self, node: ast.AST, message: str) -> SubsetError:
        return SubsetError(f"{self.rule.file}:{getattr(node, 'lineno', self.rule.line)}: {self.rule.name}: {message}")

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.rule.locals or node.id in BUILTINS:
            return node
        value = self.resolve(node.id, node)
        number = constant(value)
        if number is not None:
            return ast.copy_location(ast.Constant(number), node)
        if isinstance(value, memoryview):
            alias = f"{node.id}_table"
            self.tables[alias] = value
            return ast.copy_location(ast.Name(alias, node.ctx), node)
        if is_rule(value):
            callee = rule_of(value)
            self.callees[callee] = None
            return ast.copy_location(ast.Name(callee.alias, node.ctx), node)
        if isinstance(value, ModuleType):
            self.modules[node.id] = value.__name__
            return node
        raise self.error(
            node, f"{node.id} is {type(value).__name__}: only integers, table(...), names and rules compile"
        )

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id not in self.rule.locals:
            value = self.resolve(node.value.id, node)
            number = member(value, node.attr)
            if number is not None:
                return ast.copy_location(ast.Constant(number), node)
            if not isinstance(value, ModuleType):
                raise self.error(node, f"{node.value.id} has no number named {node.attr!r}")
            if is_rule(getattr(value, node.attr, None)):
                raise self.error(node, f"import it by name: from {value.__name__} import {node.attr}")
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """``action in ORDER.march`` becomes the range of its numbers."""
        match node:
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[right]):
                found = self.rule.action(right)
                about = found[0].declared(found[1]) if found and not found[2] else None
                if about is not None:
                    made = filled(about.test, {"action": self.visit(left)})
                    made = made if isinstance(op, ast.In) else ast.UnaryOp(ast.Not(), made)
                    return ast.copy_location(made, node)
        return self.generic_visit(node)

    def action(self, node: ast.Call, named: tuple[Actions, str, str]) -> ast.AST:
        """``ORDER.march(k, n)`` and ``ORDER.march.army(action)`` become their arithmetic."""
        try:
            text, names = call_of(*named)
            given = dict(zip(names, node.args, strict=False)) | {k.arg or "": k.value for k in node.keywords}
            if len(node.args) + len(node.keywords) != len(names) or set(given) != set(names):
                raise ActionError(f"{ast.unparse(node.func)} takes ({', '.join(names)})")
        except ActionError as fault:
            raise self.error(node, str(fault)) from None
        return ast.copy_location(filled(text, {name: self.visit(value) for name, value in given.items()}), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        named = self.rule.action(node.func)
        if named:
            return self.action(node, named)
        if isinstance(node.func, ast.Name) and node.func.id not in self.rule.locals | BUILTINS:
            value = self.resolve(node.func.id, node)
            if is_rule(value):
                node = self.bind(node, rule_of(value))
        return self.generic_visit(node)

    def bind(self, node: ast.Call, callee: Rule) -> ast.Call:
        """Put arguments given by name or left to their defaults into their places: compiled code has only places."""
        signature = inspect.signature(callee.function)
        try:
            bound = signature.bind(*node.args, **{k.arg or "": k.value for k in node.keywords})
        except TypeError as fault:
            raise self.error(node, f"{callee.name}: {fault}") from None
        args = [
            bound.arguments[name] if name in bound.arguments else ast.Constant(parameter.default)
            for name, parameter in signature.parameters.items()
        ]
        return ast.copy_location(ast.Call(node.func, args, []), node)


def call_of(group: Actions, key: str, argument: str) -> tuple[str, list[str]]:
    """What a call of an action computes, and the names of what it takes."""
    about = group.declared(key)
    if about is None or (not argument and not about.arguments):
        group.about(key)
        raise ActionError(f"{key} has no arguments: it is a number and is not called")
    names = [a.name for a in about.arguments]
    if not argument:
        return about.maker, names
    if argument not in names:
        raise ActionError(f"{key} has no argument {argument!r}{nearest(argument, names)} (it has {', '.join(names)})")
    return about.reader(argument), ["action"]


def filled(text: str, values: Mapping[str, ast.AST]) -> ast.expr:
    """An expression with other expressions in the place of its names."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return values[node.id]

    made: ast.expr = Fill().visit(ast.parse(text, mode="eval").body)
    return made


def write(rule: Rule, space: Mapping[str, Any], instead: Mapping[Any, Any] = MappingProxyType({})) -> Written:
    """The rule as plain source; ``space`` holds what the names of the contract stand for (a game's own rules), and
    ``instead`` rules that take the place of others."""
    rewriter = _Rewriter(rule, space, instead)
    tree = rule.tree
    # A copy: rewriting changes nodes in place, and a rule is rewritten for every game that uses it.
    body = [rewriter.visit(copy.deepcopy(part)) for part in tree.body if not is_docstring(part)]
    arguments = [ast.arg(name) for name in rule.parameters]
    made = ast.FunctionDef(
        name=rule.alias,
        args=ast.arguments(posonlyargs=[], args=arguments, kwonlyargs=[], kw_defaults=[], defaults=[]),
        body=body or [ast.Pass()],
        decorator_list=[],
    )
    text = ast.unparse(ast.fix_missing_locations(made))
    structs = {n.__name__: n for note in rule.parameters.values() if (n := annotated_struct(note))}
    return Written(rule, text, rewriter.tables, list(rewriter.callees), rewriter.modules, structs)


def is_docstring(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and isinstance(part.value.value, str)


def parameter_kinds(rule: Rule) -> list[str]:
    """How each parameter is typed: the state, an output array, a struct's name, ``any`` in a template, an integer."""
    kinds = []
    for name, note in rule.parameters.items():
        struct = annotated_struct(note)
        if struct is not None:
            kinds.append(f"struct:{struct.__name__}")
        elif is_family(note) or rule.is_template:
            kinds.append("any")
        elif name == "s":
            kinds.append("state")
        elif name == "out":
            kinds.append("out")
        else:
            kinds.append("int")
    return kinds
