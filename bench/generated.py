"""A generated game of about 2,000 lines of rules, to measure what compiling costs.

The rules form a tree like a real game's: many short rules, each calling a few of the layer below, under `apply`.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

LAYERS = (1, 6, 24, 60, 76)
"""Rules a layer, from `apply` down to those that call nothing: 167 rules of 12 lines."""

BODY = '''
@rule
def part_{layer}_{i}(s, seat, n):
    """A rule of layer {layer}."""
    total = 0
    for k in range(4):
        x = s.field[seat, (n + k * {p}) % 32]
        if x > {q}:
            total += x - {q}
        elif x < -{q}:
            total -= x
        s.field[seat, (n + k) % 32] = (total * {p} + k) % 100{constant}
    {calls}
    return total % 97
'''

HEAD = """
from pathlib import Path
from taku.engine import ALL, Actions, Events, Game, GameState, Kinds, act, emit, event, i8, i16, roll, rule

GO = Actions(go=act("X-1", "n:8"))
KIND = Kinds(go=GO)
EVENT = Events(went=event("X-1", "seat"))

class State(GameState, events=4):
    turns = i16()
    field = i8(2, 32)

@rule
def setup(s):
    for i in range(32):
        s.field[0, i] = roll(s, 100)
@rule
def actors(s):
    return 0 if s.turns >= 50 else 1 << (s.turns % 2)
@rule
def kind(s, seat):
    return KIND.go
@rule
def legal(s, seat, out):
    for i in range(8):
        out[i] = GO.go(i)
    return 8
@rule
def default(s, seat):
    return GO.go(0)
@rule
def scores(s, out):
    out[0] = 1
    out[1] = 1
@rule
def guess(s, seat):
    s.turns += 0
"""

TAIL = """
@rule
def apply(s, seat, action):
    s.turns += 1
    part_0_0(s, seat, GO.go.n(action))
    emit(s, ALL, EVENT.went, seat)

game = Game(id="generated", version=1, state=State, seats=(2,), kinds=KIND, events=EVENT, decisions=50,
            rules=(__import__("sys").modules[__name__],), folder=Path("."))
"""


def source(constant: int = 0, changed: tuple[int, int] = (4, 0)) -> str:
    """The game's source; another constant changes one line of one rule."""
    parts = []
    for layer in reversed(range(len(LAYERS))):
        for i in range(LAYERS[layer]):
            calls = []
            if layer + 1 < len(LAYERS):
                share = -(-LAYERS[layer + 1] // LAYERS[layer])
                below = [j % LAYERS[layer + 1] for j in range(i * share, (i + 1) * share)]
                calls = [f"total += part_{layer + 1}_{j}(s, seat, total % 32)" for j in below]
            extra = f" + {constant}" if constant and (layer, i) == changed else ""
            lines = "\n    ".join(calls or ["total += 1"])
            parts.append(BODY.format(layer=layer, i=i, p=1 + i % 7, q=i % 5, constant=extra, calls=lines))
    return HEAD + "\n".join(parts) + TAIL


def load(folder: Path, name: str, text: str) -> Any:
    """Import the source as a module of that name and return its game."""
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module.game
