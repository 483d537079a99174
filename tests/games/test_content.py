"""Content of all games: every entry refuses what it does not know, lacks a text, or is of another kind."""

import tomllib

import pytest

from taku.engine import find_game, found_games
from tests.kit.editing import change, drop, refuses

FILES = [(name, file) for name in found_games() for file in sorted((find_game(name).folder / "content").glob("*.toml"))]


def first_entries(data):
    """The path to the first entry of each list of a file."""
    return [(key, 0) for key, value in data.items() if isinstance(value, list) and isinstance(value[0], dict)]


@pytest.mark.parametrize(("game", "file"), FILES, ids=[f"{name}-{file.stem}" for name, file in FILES])
def test_every_kind_of_entry_is_read_to_the_letter(game, file):
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    for path in first_entries(data):
        entry = data[path[0]][0]
        refuses(game, file.stem, change(*path, nothing_like_it=1), "'nothing_like_it'")
        for key, value in entry.items():
            refuses(game, file.stem, change(*path, **{key: 1.5}), ".")
            if isinstance(value, dict) and set(value) == {"en", "ja"}:
                refuses(game, file.stem, drop(*path, key, "ja"), f"'{key}' needs a text in each of en, ja")
