"""How many numbers each ``emit`` of a rule hands over, also where the event comes in as a parameter."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from taku.engine.names import Events
from taku.engine.rule import Rule, is_rule, rule_of
from taku.engine.state import emit


def calls(rule: Rule) -> Iterator[tuple[ast.Call, Rule]]:
    """The calls of other rules in a rule."""
    for node in ast.walk(rule.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in rule.locals:
            try:
                value = rule.lookup(node.func.id)
            except KeyError:
                continue
            if is_rule(value):
                yield node, rule_of(value)


def events_handed(node: ast.Call, callee: Rule) -> Iterator[tuple[ast.expr, int]]:
    """The expressions of a call that stand for an event, each with how many numbers are emitted with it."""
    given = dict(zip(callee.parameters, node.args, strict=False)) | {k.arg: k.value for k in node.keywords if k.arg}
    if callee.function is emit:
        if "event" in given:
            yield given["event"], len(given) - 3
        return
    for name, number in carried(callee):
        if name in given:
            yield given[name], number


def carried(rule: Rule) -> set[tuple[str, int]]:
    """The parameters of a rule that it emits as events, each with how many numbers it emits with them."""
    if rule not in _carried:
        found = _carried[rule] = set[tuple[str, int]]()  # at once: rules that call themselves are reported elsewhere
        for node, callee in calls(rule):
            for event, number in events_handed(node, callee):
                if isinstance(event, ast.Name) and event.id in rule.parameters:
                    found.add((event.id, number))
    return _carried[rule]


_carried: dict[Rule, set[tuple[str, int]]] = {}


def misfits(rule: Rule, node: ast.Call, callee: Rule) -> Iterator[tuple[str, str]]:
    """What is wrong with the events of a call, and what would be right."""
    for expression, number in events_handed(node, callee):
        for events, name in named_events(rule, expression):
            declared = events.about(getattr(events, name)).names
            if number != len(declared):
                where = "" if callee.function is emit else f" in {callee.name}"
                few = "few" if number < len(declared) else "many"
                wanted = f"({', '.join(declared)})" if declared else "none"
                yield (
                    f"the event {name} is emitted{where} with too {few} numbers: {number}, not {len(declared)}",
                    f"it is declared with {wanted}; write 0 for what is not there",
                )


def named_events(rule: Rule, node: ast.expr) -> Iterator[tuple[Events, str]]:
    """The events that an expression names: ``EVENT.won``, or one of two."""
    if isinstance(node, ast.IfExp):
        yield from named_events(rule, node.body)
        yield from named_events(rule, node.orelse)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in rule.locals:
        try:
            value = rule.lookup(node.value.id)
        except KeyError:
            return
        if isinstance(value, Events) and node.attr in value:
            yield value, node.attr
