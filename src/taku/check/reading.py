"""Reads one rule, its statements, the types of what it touches and its globals, for what would not compile."""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from taku.check.bindings import changes
from taku.check.emits import misfits
from taku.check.facts import INT, Facts, called
from taku.check.remedies import FORBIDDEN, call_remedy, described, remedy_for
from taku.check.ways import can_leave, surely_returns
from taku.engine.actions import ActionError, Actions
from taku.engine.game import Game
from taku.engine.options import nearest
from taku.engine.rule import BUILTINS, Rule, constant, has_members, is_rule, member, rule_of
from taku.engine.source import call_of, is_docstring


@dataclass(frozen=True, order=True)
class Breach:
    """One place where a rule leaves the subset that compiles. A warning is allowed but rarely meant."""

    file: str
    line: int
    rule: str
    what: str
    remedy: str
    warning: bool = False

    def __str__(self) -> str:
        kind = "warning: " if self.warning else ""
        return f"{self.file}:{self.line}: {self.rule}: {kind}{self.what}; {self.remedy}"


ALLOWED = (
    ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Expr,
    ast.Pass, ast.Break, ast.Continue, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call,
    ast.Constant, ast.Attribute, ast.Subscript, ast.Name, ast.Tuple, ast.NamedExpr, ast.keyword, ast.boolop,
    ast.operator, ast.unaryop, ast.cmpop, ast.expr_context,
)  # fmt: skip


class Reader(Facts):
    """Reads one rule and collects its breaches."""

    def __init__(self, rule: Rule, game: Game) -> None:
        super().__init__(rule, game)
        self.found: list[Breach] = []
        self.tables: dict[str, memoryview] = {}

    def breach(self, node: ast.AST, what: str, remedy: str, warning: bool = False) -> None:
        line = getattr(node, "lineno", self.rule.line)
        self.found.append(Breach(self.rule.file, line, self.rule.name, what, remedy, warning))

    def read(self) -> None:
        tree = self.rule.tree
        if self.rule.function.__code__.co_freevars:
            names = ", ".join(self.rule.function.__code__.co_freevars)
            self.breach(tree, f"the rule is a closure over {names}", "write it at the top level of its module")
        self.parameters(tree.args)
        for name in self.assigned:
            self.one_kind(name)
        for i, part in enumerate(tree.body):
            if not (i == 0 and is_docstring(part)):
                self.visit(part)
        self.returns(tree)

    def parameters(self, args: ast.arguments) -> None:
        for extra in (args.vararg, args.kwarg):
            if extra:
                self.breach(extra, f"the parameter *{extra.arg}", "name every parameter")
        for name, parameter in inspect.signature(self.rule.function).parameters.items():
            if parameter.default is not parameter.empty and constant(parameter.default) is None:
                self.breach(args, f"the default of {name} is not an integer", "give it an integer, or none")

    def one_kind(self, name: str) -> None:
        """A name stands for numbers or for one kind of struct, not now for this and now for that."""
        kinds = []
        for place, value in self.assigned[name]:
            kind = INT if isinstance(place, ast.For) or value is None else self.kind(value)
            if kind is not None:
                kinds.append((place, kind))
        for place, kind in kinds[1:]:
            if (kind.name, kind.of) != (kinds[0][1].name, kinds[0][1].of):
                what = f"{name} is {called(kinds[0][1])} before and {called(kind)} here"
                self.breach(place, what, "use two names")
                return

    # ------------------------------------------------------------ statements and expressions

    def visit(self, node: ast.AST) -> None:
        known = next((FORBIDDEN[k] for k in type(node).__mro__ if k in FORBIDDEN), None)
        if known:
            self.breach(node, *known)
            return
        if not isinstance(node, ALLOWED):
            self.breach(node, f"{type(node).__name__} does not compile", "write it with if, while, for and integers")
            return
        reader = getattr(self, f"read_{type(node).__name__}", None)
        if reader is None or reader(node):
            for child in ast.iter_child_nodes(node):
                self.visit(child)

    def read_Expr(self, node: ast.Expr) -> bool:
        return not is_docstring(node)

    def read_Constant(self, node: ast.Constant) -> bool:
        match node.value:
            case bool() | int():
                pass
            case float() | complex():
                self.breach(node, f"the number {node.value!r} is not whole", "count in whole parts (thousandths)")
            case str() | bytes():
                remedy = "use a number with a name: Names(...), or an event with its words in words/*.toml"
                self.breach(node, f"the text {node.value!r}", remedy)
            case _:
                self.breach(node, f"{node.value!r}", "use 0 for nothing: rules see integers only")
        return True

    def read_For(self, node: ast.For) -> bool:
        source = node.iter
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "range":
            if len(source.args) == 3 and not self.nonzero(source.args[2]):
                self.breach(node, "the step of range is not proven to be other than 0", "write a constant")
        elif not isinstance(source, ast.Tuple):
            self.breach(node, "a loop over something else than a range or a tuple", "write for i in range(…)")
            return False
        return True

    def read_While(self, node: ast.While) -> bool:
        if isinstance(node.test, ast.Constant) and node.test.value and not can_leave(node.body):
            self.breach(node, "this loop never ends", "leave it with break or return", warning=True)
        return True

    def read_AugAssign(self, node: ast.AugAssign) -> bool:
        self.operation(node, node.op, node.value)
        self.store(node.target)
        return True

    def read_Assign(self, node: ast.Assign) -> bool:
        for target in node.targets:
            self.store(target)
        return True

    def read_AnnAssign(self, node: ast.AnnAssign) -> bool:
        self.store(node.target)
        if node.value:
            self.visit(node.value)
        return False

    def store(self, target: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            for part in target.elts:
                self.store(part)
        elif isinstance(target, ast.Attribute):
            kind = self.kind(target)
            if kind is not None and kind.name != "int":
                what = f"{ast.unparse(target)} is {called(kind)} and is assigned as a whole"
                self.breach(target, what, "assign its elements in a loop, or its fields one by one")
        elif isinstance(target, ast.Subscript):
            base = self.kind(target.value)
            if base is not None and base.constant:
                self.breach(target, f"{ast.unparse(target.value)} is a constant table", "keep what changes in a field")
            elif base is not None and base.name == "many":
                self.breach(target, "a struct is assigned as a whole", "assign its fields one by one")

    def read_BinOp(self, node: ast.BinOp) -> bool:
        self.operation(node, node.op, node.right)
        return True

    def operation(self, node: ast.AST, op: ast.operator, right: ast.expr) -> None:
        if isinstance(op, ast.Div):
            self.breach(node, "/ makes a float", "write //")
        elif isinstance(op, (ast.FloorDiv, ast.Mod)):
            self.divisor(node, right)
        elif isinstance(op, ast.Pow) and not (isinstance(right, ast.Constant) and constant(right.value) is not None):
            self.breach(node, "** with an exponent that is not a constant", "multiply in a loop, or shift: 1 << n")
        elif isinstance(op, ast.MatMult):
            self.breach(node, "@ does not compile", "multiply in loops")

    def divisor(self, node: ast.AST, right: ast.expr) -> None:
        if not self.nonzero(right):
            what = f"the divisor {ast.unparse(right)} is not proven to be other than 0"
            self.breach(node, what, f"write max(1, {ast.unparse(right)}), or a constant")

    def read_Compare(self, node: ast.Compare) -> bool:
        for op, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, (ast.Is, ast.IsNot)):
                self.breach(node, "is compares objects", "write == or !=")
            elif isinstance(op, (ast.In, ast.NotIn)) and (named := self.rule.action(right)):
                self.visit(node.left)
                self.is_action(node, named)
                return False
            elif isinstance(op, (ast.In, ast.NotIn)) and not isinstance(right, ast.Tuple):
                self.breach(
                    node, "`in` something else than a tuple of constants", "write a loop, or a bit set: x >> n & 1"
                )
        return True

    def is_action(self, node: ast.Compare, named: tuple[Actions, str, str]) -> None:
        """``action in ORDER.march``: an action with arguments has many numbers, one without is a number itself."""
        group, key, argument = named
        about = group.declared(key)
        if about is None or argument:
            what = f"there is no action {ast.unparse(node.comparators[0])}{nearest(key, group)}"
            self.breach(node, what, f"there are {', '.join(group)}")
        elif not about.arguments:
            self.breach(node, f"{key} is one number", f"write == {ast.unparse(node.comparators[0])}")
        elif len(node.ops) > 1:
            self.breach(node, "a longer comparison with `in`", "write it with `and`")

    def read_IfExp(self, node: ast.IfExp) -> bool:
        one, other = self.kind(node.body), self.kind(node.orelse)
        if one is not None and other is not None and (one.name, one.of) != (other.name, other.of):
            self.breach(node, f"{called(one)} or {called(other)}, as the case may be", "write if and else")
        return True

    def read_Name(self, node: ast.Name) -> bool:
        if node.id in self.rule.locals:
            return False
        if node.id in BUILTINS:
            self.breach(node, f"{node.id} is used as a value", "call it")
            return False
        value = self.value_of(node)
        if value is None:
            return False
        if isinstance(value, memoryview):
            self.tables[node.id] = value
        if constant(value) is not None or isinstance(value, memoryview):
            self.unchanging(node)
        elif is_rule(value):
            self.breach(node, f"the rule {node.id} is used as a value", "call it, or choose with if and elif")
        else:
            self.breach(node, f"{node.id} is {described(value)}", remedy_for(node.id, value))
        return False

    def value_of(self, node: ast.Name) -> Any:
        try:
            return self.rule.lookup(node.id)
        except KeyError:
            near = nearest(node.id, [*self.rule.function.__globals__, *self.rule.locals])
            self.breach(node, f"the name {node.id!r} is not defined in this module{near}", "define or import it")
            return None

    def unchanging(self, node: ast.Name) -> None:
        how = changes(self.rule.function, node.id)
        if how:
            remedy = "keep what changes in the state, or assign the constant once"
            self.breach(node, f"the global {node.id} changes ({how})", remedy)

    def read_Attribute(self, node: ast.Attribute) -> bool:
        if isinstance(node.value, ast.Name) and node.value.id not in self.rule.locals:
            value = self.value_of(node.value)
            if isinstance(value, ModuleType):
                what = f"{ast.unparse(node)} is looked up in a module"
                self.breach(node, what, f"import it by name: from {value.__name__} import {node.attr}")
            elif isinstance(value, Actions) and value.declared(node.attr) and member(value, node.attr) is None:
                remedy = f"make one of its numbers, {ast.unparse(node)}(…), or ask `action in {ast.unparse(node)}`"
                self.breach(node, f"{node.attr} has arguments and is used as a number", remedy)
            elif has_members(value):
                self.unchanging(node.value)
                if member(value, node.attr) is None:
                    known = list(getattr(value, "__members__", value))
                    what = f"{node.value.id} has no number named {node.attr!r}{nearest(node.attr, known)}"
                    self.breach(node, what, f"it has {', '.join(known[:8])}")
            elif value is not None:
                self.breach(node, f"{node.value.id} is {described(value)}", remedy_for(node.value.id, value))
            return False
        base = self.kind(node.value)
        if base is not None and base.name == "struct" and node.attr not in base.of.declared:
            what = f"{base.of.__name__} has no field {node.attr!r}{nearest(node.attr, base.of.declared)}"
            self.breach(node, what, "declare it in the state")
        elif base is not None and base.name != "struct":
            remedy = "rules know only fields, indexes and len(…)"
            if base.name == "many":
                remedy = f"choose one of them: {ast.unparse(node.value)}[i].{node.attr}"
            self.breach(node, f"{ast.unparse(node.value)} is {called(base)} and has no .{node.attr}", remedy)
        return True

    def read_Subscript(self, node: ast.Subscript) -> bool:
        if isinstance(node.slice, ast.Slice):
            return True
        base = self.kind(node.value)
        if base is None:
            return True
        name = ast.unparse(node.value)
        if base.name not in ("array", "many"):
            self.breach(node, f"{name} is {called(base)} and has no elements", "declare the field with its lengths")
            return True
        at = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if base.shape is None:
            return True
        if len(at) != len(base.shape):
            axes = ", ".join("ijklmn"[: len(base.shape)])
            self.breach(node, f"{name} has {len(base.shape)} axes and {len(at)} are given", f"write {name}[{axes}]")
            return True
        for index, length in zip(at, base.shape, strict=True):
            number = self.number(index)
            if length and number is not None and not -length <= number < length:
                self.breach(
                    node, f"index {number} is past an axis of length {length}", f"it runs from 0 to {length - 1}"
                )
        return True

    # ------------------------------------------------------------ calls

    def read_Call(self, node: ast.Call) -> bool:
        if named := self.rule.action(node.func):
            self.call_action(node, named)
            for child in [*node.args, *(k.value for k in node.keywords)]:
                self.visit(child)
            return False
        if not isinstance(node.func, ast.Name):
            remedy = (
                self.by_name(node.func) or f"call rules by their names, and builtins: {', '.join(sorted(BUILTINS))}"
            )
            self.breach(node, f"{ast.unparse(node.func)}(…) is called", remedy)
            return False
        name = node.func.id
        if name in self.rule.locals:
            self.breach(node, f"{name} is a variable and is called", "call rules by their names")
        elif name in BUILTINS:
            self.builtin(node, name)
        else:
            value = self.value_of(node.func)
            if is_rule(value):
                self.bind(node, rule_of(value))
            elif value is not None:
                self.breach(node, f"{name} is {described(value)} and is called", call_remedy(name, value))
        for child in [*node.args, *(k.value for k in node.keywords)]:
            self.visit(child)
        return False

    def call_action(self, node: ast.Call, named: tuple[Actions, str, str]) -> None:
        """``ORDER.march(k, n)`` and ``ORDER.march.army(action)`` with what they take."""
        try:
            _, names = call_of(*named)
        except ActionError as fault:
            self.breach(node, str(fault), "write what state.py declares")
            return
        given = [*names[: len(node.args)], *(k.arg for k in node.keywords)]
        if len(node.args) > len(names) or sorted(map(str, given)) != sorted(names):
            what = f"the call of {ast.unparse(node.func)} does not fit"
            self.breach(node, what, f"it takes ({', '.join(names)})")

    def by_name(self, node: ast.expr) -> str:
        """How to import what is called as ``module.rule(…)``; "" if it is something else."""
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id not in self.rule.locals
        ):
            value = self.value_of(node.value)
            if isinstance(value, ModuleType) and is_rule(getattr(value, node.attr, None)):
                return f"import it by name: from {value.__name__} import {node.attr}"
        return ""

    def builtin(self, node: ast.Call, name: str) -> None:
        if node.keywords:
            self.breach(node, f"{name} with a named argument", "write it out with if")
        if name in ("min", "max") and len(node.args) < 2:
            self.breach(node, f"{name} of one thing", f"{name} takes two or more numbers; write a loop")
        if name == "divmod" and len(node.args) == 2:
            self.divisor(node, node.args[1])

    def bind(self, node: ast.Call, callee: Rule) -> None:
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            if any(k.arg is None for k in node.keywords):
                self.breach(node, f"{callee.name}(**…)", "write the arguments out")
            return
        try:
            inspect.signature(callee.function).bind(*node.args, **{k.arg or "": k.value for k in node.keywords})
        except TypeError as fault:
            takes = ", ".join(callee.parameters)
            self.breach(node, f"the call of {callee.name} does not fit: {fault}", f"it takes ({takes})")
            return
        for what, remedy in misfits(self.rule, node, callee):
            self.breach(node, what, remedy)

    def returns(self, tree: ast.FunctionDef) -> None:
        """Either every way through a rule returns a number, or none does."""
        found = [n for n in ast.walk(tree) if isinstance(n, ast.Return)]
        if any(r.value is not None for r in found):
            for r in found:
                if r.value is None:
                    self.breach(r, "returns nothing here and a number elsewhere", "return a number everywhere")
            if not surely_returns(tree.body):
                remedy = "end the rule with a return"
                self.breach(tree.body[-1], "may come to its end without returning the number it promises", remedy)
