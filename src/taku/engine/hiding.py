"""A seat sees a state with the secrets blanked: the rule that does it is written from the declared visibility."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from taku.engine.fields import PUBLIC, Leaf
from taku.engine.rule import rules_from
from taku.engine.state import GameState, hide_events, only


def hiding_rule(state: type[GameState], module: str) -> Callable[..., Any]:
    """``hide_fields(s, seat)``: zero every field of which the declaration says that the seat may not see it."""
    space = {"__name__": module, "hide_events": hide_events, "only": only}
    return rules_from(hiding_source(state), f"<hidden fields of {module}>", space)["hide_fields"]


def hiding_source(state: type[GameState]) -> str:
    """The source of that rule, readable: loops over each hidden field."""
    lines = ["def hide_fields(s, seat):", '    """Blank what this seat may not see, as the fields declare it."""']
    for leaf in state.leaves():
        if leaf.path[0] == "log" or leaf.seen == PUBLIC or state.layout.fields[leaf.path[0]].scratch:
            continue
        lines += _blank(state, leaf)
    lines.append("    hide_events(s, seat)")
    return "\n".join(lines) + "\n"


def _blank(state: type[GameState], leaf: Leaf) -> list[str]:
    """Loops over the axes of one field that zero the elements the seat may not see."""
    lines, names, place = leaf.loops()
    condition = _hidden_when(state, leaf, names)
    depth = 1 + len(names)
    if condition:
        lines.append("    " * depth + f"if {condition}:")
        depth += 1
    return [*lines, "    " * depth + f"s{place} = 0"]


def _hidden_when(state: type[GameState], leaf: Leaf, names: list[str]) -> str:
    where = f"{state.__name__}.{leaf.name}"
    match leaf.seen.who:
        case "NOBODY":
            return ""
        case "OWNER" | "TEAM" if not names:
            raise TypeError(f"{where}: axis 0 of a field seen by {leaf.seen} is the seat, but it has no axis")
        case "OWNER":
            return f"{names[0]} != seat"
        case "TEAM":
            if "team" not in state.layout.fields:
                raise TypeError(f"{where} is seen by TEAM: declare a public field team = i8(seats)")
            return f"seat < 0 or s.team[{names[0]}] != s.team[seat]"
        case "BY":
            viewers = state.layout.fields.get(leaf.seen.by)
            axes = [n for part in leaf.axes for n in part]
            if viewers is None or list(viewers.shape) != axes[: len(viewers.shape)] or not viewers.shape:
                raise TypeError(f"{where} is seen BY({leaf.seen.by!r}): declare that field with the same leading axes")
            index = ", ".join(names[: len(viewers.shape)])
            return f"not s.{leaf.seen.by}[{index}] & only(seat)"
    raise TypeError(f"{where}: unknown visibility {leaf.seen}")
