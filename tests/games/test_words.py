"""Words of all games: nothing is kept that nothing asks for."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import taku
from taku.engine import find_game, found_games
from taku.engine.catalogue import catalogue
from taku.page.guide import guide_of

PLATFORM = [Path(taku.__path__[0]) / part for part in ("engine", "page", "check", "server", "lab", "bots", "cli")]


@cache
def asked_for(folder):
    """What sources could ask for: their string constants, and patterns of their f-strings."""
    said, patterns = set(), set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
                said |= set(re.findall(r"[\w-]+", node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(p.value) if isinstance(p, ast.Constant) else r"\w+" for p in node.values]
                if any(p != r"\w+" for p in parts):
                    patterns.add("".join(parts))
    return said, patterns


def leaves(tree, path=()):
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


@pytest.mark.parametrize("name", found_games())
def test_every_text_is_asked_for(name):
    game = find_game(name)
    found = [asked_for(folder) for folder in (game.folder, *PLATFORM)]
    said = set().union(*(words for words, _ in found))
    pattern = re.compile("|".join(set().union(*(patterns for _, patterns in found))))
    said |= {n for kind in game.kinds for n in game.kinds.actions(kind)} | {*game.kinds, *game.events, *game.presets}
    said |= {o.name for o in game.options} | {c for o in game.options for c in o.choices}
    guide = guide_of(game)
    said |= {key for one in guide.lessons for key in (one.key, one.instead)} if guide else set()
    for file in (game.folder / "content").glob("*.toml"):
        said |= set(re.findall(r'^id = "(\w+)"', file.read_text(encoding="utf-8"), re.M))
    unasked = [".".join(path) for path in leaves(catalogue(game.folder, "en").tree)
               if not all(key in said or pattern.fullmatch(key) for key in path[1:] or path)]  # fmt: skip
    assert unasked == []
