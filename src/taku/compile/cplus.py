"""Writes rules and structs as C++ for a device: rules as templates over what is not an integer, structs byte for byte.

Integers have 32 bits, except in rules that hold a wider constant or shift by 31 and more (those of chance) or compute
with wide bit sets (``taku.compile.widths``), where they have 64. State fields have at most 32 bits, so only what a rule
computes on the way could be wider; a host compiler with overflow checks plays matches of every game in the tests.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from taku.compile.widths import constant
from taku.engine.fields import Field, Number
from taku.engine.rule import Rule
from taku.engine.source import SubsetError, Written, parameter_kinds
from taku.engine.state import GameState, Log
from taku.engine.struct import Struct

NUMBER_TYPES = {"i1": "signed char", "i2": "short", "i4": "int", "u4": "unsigned"}
TABLE_TYPES = {"b": "signed char", "h": "short", "i": "int", "q": "i64"}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
SIGNS = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}

PRELUDE = """\
typedef long long i64;
typedef unsigned long long u64;
template <class A, class B> DEVICE auto least(A a, B b) { return a < b ? a : b; }
template <class A, class B> DEVICE auto most(A a, B b) { return a < b ? b : a; }
template <class A> DEVICE A distance(A a) { return a < 0 ? -a : a; }
template <class A, class B> DEVICE auto floor_mod(A a, B b) {
    auto r = a % b;
    return r + (r != 0 && (r < 0) != (b < 0) ? b : 0);
}
template <class A, class B> DEVICE auto floor_div(A a, B b) { return (a - floor_mod(a, b)) / b; }
template <class T, int N> DEVICE constexpr int length(T (&)[N]) { return N; }
template <class T, int N> DEVICE T &at(T (&x)[N], int i) { CHECK(i, N); return x[i < 0 ? i + N : i]; }
template <class T, int N, class... I> DEVICE auto &at(T (&x)[N], int i, I... more) { return at(at(x, i), more...); }
"""
"""What Python's operators and indices mean: division rounds down, an index below zero counts from the end."""


def write_structs(state: type[GameState]) -> list[str]:
    """The state as C++ structs: a ``Core`` with the layout it has everywhere, and behind it in a ``State`` what hash
    and copy leave out. The events themselves are left out: nobody hears them."""
    lines: list[str] = []
    done: dict[type[Struct], str] = {}

    def visit(of: type[Struct]) -> str:
        if of not in done:
            done[of] = f"{of.__name__}_{len(done)}"
            members = declare({k: f for k, f in of.layout.fields.items() if not (issubclass(of, Log) and k == "entry")})
            lines.append(f"struct alignas({of.layout.alignment}) {done[of]} {{ {members} }};")
        return done[of]

    def declare(fields: Mapping[str, Field]) -> str:
        made = []
        for name, f in fields.items():
            kind = NUMBER_TYPES[f.of.name] if isinstance(f.of, Number) else visit(f.of)
            made.append(f"{kind} {name}_{''.join(f'[{n}]' for n in f.shape)};")
        return " ".join(made)

    at, fields = state.layout.offsets, state.layout.fields
    core = declare({k: f for k, f in fields.items() if at[k] < state.core()})
    rest = declare({k: f for k, f in fields.items() if at[k] >= state.core()})
    lines.append(f"struct alignas({state.layout.alignment}) Core {{ {core} }};")
    lines.append(f"static_assert(sizeof(Core) == {state.core()});")
    return [*lines, f"struct State : Core {{ {rest} }};"]


def write_table(name: str, table: memoryview) -> str:
    """A table of constants; the device reads it through its data cache, where threads may each ask for another row."""

    def nested(part: object) -> str:
        return "{" + ", ".join(map(nested, part)) + "}" if isinstance(part, list) else str(part)

    axes = "".join(f"[{n}]" for n in table.shape or ())
    return f"TABLE {TABLE_TYPES[table.format]} {name}{axes} = {nested(table.tolist())};"


def write_rule(written: Written, changing: Mapping[str, bool], heavy: bool, wide: bool) -> str:
    """A rule as a function; a heavy one is called, the others are copied into their callers. ``changing`` says of
    each callee whether it changes anything: what C++ may compute in any order must not depend on that."""
    return _Writer(written, changing, wide).function(heavy)


def changes(written: Written, changing: Mapping[str, bool]) -> bool:
    """Whether a rule changes the state or its output, by itself or through its callees."""
    nodes = list(ast.walk(ast.parse(written.text)))
    own = any(isinstance(n, (ast.Attribute, ast.Subscript)) and isinstance(n.ctx, ast.Store) for n in nodes)
    return own or any(changing[c.alias] for c in written.callees)


class _Writer:
    def __init__(self, written: Written, changing: Mapping[str, bool], wide: bool) -> None:
        tree = ast.parse(written.text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.rule = written.rule
        self.tree = tree
        self.tables = {a: f"{written.rule.alias}_{a}" for a in written.tables}
        self.callees = {c.alias: c for c in written.callees}
        self.changing = changing
        self.kind = "i64" if wide else "int"
        self.loops = 0
        self.aliases = (_indexed(tree) | _worlds(tree, self.rule)) - set(self.rule.parameters) - set(self.tables)

    def error(self, node: ast.AST) -> SubsetError:
        return SubsetError(f"{self.rule.file}:{self.rule.line}: {self.rule.name}: no C++ for {ast.unparse(node)!r}")

    # ---------------------------------------------------------------- statements

    def function(self, heavy: bool) -> str:
        names: list[str] = []
        types: list[str] = []
        for name, by_value in _by_value(self.rule).items():
            if not by_value:
                types.append(f"class T{len(types)}")
            names.append(f"{self.kind} {name}_" if by_value else f"T{len(types) - 1} &{name}_")
        stored = {n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        own = sorted(stored - set(self.rule.parameters) - self.aliases)
        lines = [f"template <{', '.join(types)}>"] if types else []
        lines.append(f"{'CALLED' if heavy else 'DEVICE'} {self.kind} {self.tree.name}({', '.join(names)}) {{")
        if own:
            lines.append(f"    {self.kind} {', '.join(f'{name}_ = 0' for name in own)};")
        if heavy:
            lines += [f"    LOCAL({name}_);" for name in ("s", "out") if name in self.rule.parameters]
        lines += self.block(self.tree.body, 1)
        if not isinstance(self.tree.body[-1], ast.Return):
            lines.append("    return 0;")
        return "\n".join([*lines, "}"])

    def block(self, body: list[ast.stmt], depth: int) -> list[str]:
        return [line for part in body for line in self.statement(part, depth)]

    def statement(self, node: ast.stmt, depth: int) -> list[str]:
        indent = "    " * depth
        match node:
            case ast.Expr(value=value):
                return [f"{indent}{self.value(value)};"]
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                parts = [self.value(v) for v in value.elts] if isinstance(value, ast.Tuple) else self.pair(value)
                if len(parts) != len(names):
                    raise self.error(node)
                first = [f"{self.kind} t{i} = {p};" for i, p in enumerate(parts)]
                then = [f"{self.value(n)} = t{i};" for i, n in enumerate(names)]
                return [f"{indent}{{ {' '.join(first + then)} }}"]
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in self.aliases:
                return [f"{indent}auto &{name}_ = {self.value(value)};"]
            case ast.Assign(targets=targets, value=value):
                return [f"{indent}{' = '.join(self.value(t) for t in targets)} = {self.value(value)};"]
            case ast.AugAssign(target=target, op=op, value=value):
                if type(op) in OPERATORS and not self.changes(value):
                    return [f"{indent}{self.value(target)} {OPERATORS[type(op)]}= {self.value(value)};"]
                return [f"{indent}{self.value(target)} = {self.binary(target, op, value)};"]
            case ast.Return(value=value):
                return [f"{indent}return {self.value(value) if value else 0};"]
            case ast.If(test=test, body=body, orelse=orelse):
                lines = [f"{indent}if ({self.test(test)}) {{", *self.block(body, depth + 1)]
                if orelse:
                    lines += [f"{indent}}} else {{", *self.block(orelse, depth + 1)]
                return [*lines, indent + "}"]
            case ast.While(test=test, body=body, orelse=[]):
                return [f"{indent}while ({self.test(test)}) {{", *self.block(body, depth + 1), indent + "}"]
            case ast.For(target=ast.Name(id=name), iter=over, body=body, orelse=[]):
                return [*self.loop(name, over, indent), *self.block(body, depth + 1), indent + "}"]
            case ast.Break():
                return [f"{indent}break;"]
            case ast.Continue():
                return [f"{indent}continue;"]
            case ast.Pass():
                return []
        raise self.error(node)

    def loop(self, name: str, over: ast.expr, indent: str) -> list[str]:
        """The head of a loop. Its counter is its own: a rule may change the variable without changing the course."""
        self.loops += 1
        at, end, step, list_ = (f"{word}{self.loops}" for word in ("at", "end", "step", "list"))
        if isinstance(over, ast.Tuple):
            values = ", ".join(map(self.value, over.elts))
            head = f"for (int {at} = 0; {at} < {len(over.elts)}; {at}++) {{ {name}_ = {list_}[{at}];"
            return [f"{indent}{self.kind} {list_}[] = {{{values}}};", indent + head]
        if not isinstance(over, ast.Call):
            raise self.error(over)
        given = [self.value(a) for a in over.args]
        start, stop = (given[0], given[1]) if len(given) > 1 else ("0", given[0])
        by = constant(over.args[2]) if len(given) > 2 else 1
        start = f"{at} = {start}, {end} = {stop}" + ("" if by else f", {step} = {given[2]}")
        goes_on = f"{at} {'<' if by > 0 else '>'} {end}" if by else f"({step} > 0 ? {at} < {end} : {at} > {end})"
        head = f"for ({self.kind} {start}; {goes_on}; {at} += {by or step}) {{ {name}_ = {at};"
        return [f"{indent}LOOP", indent + head]

    # ---------------------------------------------------------------- expressions

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant():
                number = constant(node) or 0
                return f"{number}" if number < 2**31 else f"{number}LL"
            case ast.Name(id=name):
                return self.tables.get(name, f"{name}_" if not name.startswith("taku_") else name)
            case ast.Attribute(value=inner, attr=name):
                return f"{self.value(inner)}.{name}_"
            case ast.Subscript(value=inner, slice=index):
                places = index.elts if isinstance(index, ast.Tuple) else [index]
                if len(places) > 1 and any(map(self.changes, places)):
                    return self.looked_up(node, inner, places)
                return f"at({self.value(inner)}, {', '.join(map(self.value, places))})"
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(left, op, right)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"int(!{self.test(operand)})"
            case ast.UnaryOp(op=op, operand=operand):
                return f"({SIGNS[type(op)]}{self.value(operand)})"
            case ast.BoolOp() if all(map(_is_truth, node.values)):
                return f"int{self.test(node)}"
            case ast.BoolOp(op=op, values=[*values]):
                made = self.value(values[-1])
                for v in reversed(values[:-1]):
                    chosen = f"first ? {made} : first" if isinstance(op, ast.And) else f"first ? first : {made}"
                    made = f"[&]{{ {self.kind} first = {self.value(v)}; return {self.kind}({chosen}); }}()"
                return made
            case ast.Compare():
                return f"int{self.test(node)}"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self.test(test)} ? {self.value(body)} : {self.value(orelse)})"
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.call(name, args)
        raise self.error(node)

    def looked_up(self, node: ast.Subscript, inner: ast.expr, places: list[ast.expr]) -> str:
        """A number that is read at places that are computed in order since they change something."""
        if not isinstance(node.ctx, ast.Load):
            raise self.error(node)
        parts = {f"taku_{i}": place for i, place in enumerate(places)}
        return self.in_order(parts, f"at({self.value(inner)}, {', '.join(parts)})")

    def binary(self, left: ast.expr, op: ast.operator, right: ast.expr) -> str:
        if constant(left) is None and constant(right) is None and (self.changes(left) or self.changes(right)):
            then = self.binary(ast.Name("taku_left"), op, ast.Name("taku_right"))
            return self.in_order({"taku_left": left, "taku_right": right}, then)
        a, b = self.value(left), self.value(right)
        if isinstance(op, ast.LShift):
            return f"({self.kind}({a}) << {b})"
        if type(op) in OPERATORS:
            return f"({a} {OPERATORS[type(op)]} {b})"
        by = constant(right) or 0
        power = by > 0 and by & (by - 1) == 0
        if isinstance(op, ast.FloorDiv):
            return f"({a} >> {by.bit_length() - 1})" if power else f"floor_div({a}, {b})"
        if isinstance(op, ast.Mod):
            return f"({a} & {by - 1})" if power else f"floor_mod({a}, {b})"
        raise self.error(ast.BinOp(left, op, right))

    def test(self, node: ast.expr) -> str:
        """An expression of which only the truth counts."""
        match node:
            case ast.BoolOp(op=op, values=values):
                return "(" + (" && " if isinstance(op, ast.And) else " || ").join(map(self.test, values)) + ")"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self.test(operand)})"
            case ast.Compare(left=left, ops=ops, comparators=right):
                given, signs = [self.value(p) for p in [left, *right]], [COMPARISONS[type(o)] for o in ops]
                if len(signs) == 1 and (self.changes(left) or self.changes(right[0])):
                    return self.in_order(
                        {"taku_left": left, "taku_right": right[0]}, f"taku_left {signs[0]} taku_right"
                    )
                if len(signs) == 1:
                    return f"({given[0]} {signs[0]} {given[1]})"
                if len(signs) > 2 or self.changes(node):
                    raise self.error(node)
                both = f"{given[0]} {signs[0]} middle && middle {signs[1]} {given[2]}"
                return f"([&]{{ {self.kind} middle = {given[1]}; return {both}; }}())"
        return f"({self.value(node)} != 0)"

    def changes(self, node: ast.AST) -> bool:
        """Whether computing the expression changes anything."""
        calls = (n.func for n in ast.walk(node) if isinstance(n, ast.Call))
        return any(isinstance(f, ast.Name) and self.changing.get(f.id, False) for f in calls)

    def in_order(self, parts: Mapping[str, ast.expr], then: str) -> str:
        """Compute the parts one after the other, as Python does, then what is made of them."""
        steps = "".join(f"{self.kind} {name} = {self.value(part)}; " for name, part in parts.items())
        return f"([&]{{ {steps}return {then}; }}())"

    def pair(self, call: ast.expr) -> list[str]:
        """The two numbers of a `divmod`."""
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "divmod":
            raise self.error(call)
        a, b = map(self.value, call.args)
        return [f"floor_div({a}, {b})", f"floor_mod({a}, {b})"]

    def call(self, name: str, args: list[ast.expr]) -> str:
        if any(map(self.changes, args)) and len(args) > 1:
            by_value = _by_value(self.callees[name]).values() if name in self.callees else [True] * len(args)
            parts = {f"taku_{i}": a for i, (a, v) in enumerate(zip(args, by_value, strict=True)) if v}
            kept: list[ast.expr] = [ast.Name(f"taku_{i}") if f"taku_{i}" in parts else a for i, a in enumerate(args)]
            return self.in_order(parts, self.call(name, kept))
        given = [self.value(a) for a in args]
        if name in ("min", "max"):
            made = given[0]
            for other in given[1:]:
                made = f"{'least' if name == 'min' else 'most'}({made}, {other})"
            return made
        if name == "bool":
            return f"int({self.test(args[0])})"
        known = {"len": "length", "abs": "distance", "int": self.kind}
        return f"{known.get(name, name)}({', '.join(given)})"


def _by_value(rule: Rule) -> dict[str, bool]:
    """For each parameter whether it is an integer; all others are references."""
    if rule.signature:
        return {name: kind == "int64" for name, kind in zip(rule.parameters, _kinds(rule.signature), strict=True)}
    pairs = zip(parameter_kinds(rule), rule.parameters.items(), strict=True)
    return {
        name: kind == "int" or (kind == "any" and note is None and name not in ("s", "out"))
        for kind, (name, note) in pairs
    }


def _kinds(signature: str) -> list[str]:
    """The types of a kernel's parameters: those of ``int64(State[::1], uint64[:, ::1], int64)``."""
    inner = signature.partition("(")[2].rpartition(")")[0]
    return [kind.strip() for kind in re.split(r",(?![^\[]*\])", inner)]


def _indexed(tree: ast.AST) -> set[str]:
    """Names that are no integers: they stand for an array or a struct of the state."""
    parts = [n.value for n in ast.walk(tree) if isinstance(n, (ast.Subscript, ast.Attribute))]
    return {n.id for n in parts if isinstance(n, ast.Name)}


def _worlds(tree: ast.AST, rule: Rule) -> set[str]:
    """Names that a kernel gives to rows of states."""
    kinds = dict(zip(rule.parameters, _kinds(rule.signature), strict=True)) if rule.signature else {}
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript(value=ast.Name(id=rows))):
                if kinds.get(rows) == "State[::1]":
                    found.add(name)
    return found


def _is_truth(node: ast.expr) -> bool:
    """Whether the value is 0 or 1, so that `and` and `or` may be C++'s."""
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
