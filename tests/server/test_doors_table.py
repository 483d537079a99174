"""docs/doors.md names every door: all routes and messages, with the limits that the code has."""

import ast
import importlib
import inspect
import re
from pathlib import Path

from starlette.routing import WebSocketRoute

from taku.server import limits
from taku.server.app import routes
from taku.server.live.connection import Connection

TEXT = (Path(__file__).parent.parent.parent / "docs" / "doors.md").read_text(encoding="utf-8")
FIRST = set(re.findall(r"^\| `([^`]+)` \|", TEXT, re.M))
NAMED = re.findall(r"`([\w.]*[A-Z_]+)` = ([\d.]+)", TEXT)


def methods(route):
    return ["WS"] if isinstance(route, WebSocketRoute) else sorted((route.methods or {"GET"}) - {"HEAD"})


def test_every_route_is_a_door_and_no_other():
    there = {f"{method} {route.path}" for route in routes() for method in methods(route)}
    assert {door for door in FIRST if "/" in door} == there


def heard():
    """The kinds of messages that a page may send."""
    tree = ast.parse(inspect.getsource(inspect.getmodule(Connection)))
    for case in ast.walk(tree):
        if isinstance(case, ast.match_case) and isinstance(case.pattern, ast.MatchMapping):
            keys = [key.value for key in case.pattern.keys]
            yield case.pattern.patterns[keys.index("t")].value.value


def test_every_message_is_a_door_and_no_other():
    assert {door for door in FIRST if "/" not in door} == set(heard())


def test_the_limits_are_those_of_the_code():
    assert len(NAMED) > 50
    for name, value in NAMED:
        module, _, constant = name.rpartition(".")
        found = getattr(importlib.import_module(f"taku.server.{module}") if module else limits, constant)
        assert float(value) == found, f"docs/doors.md says {name} = {value}; in the code it is {found}"


def test_no_limit_is_left_out():
    assert {name for name in vars(limits) if name.isupper()} == {name for name, _ in NAMED if "." not in name}
