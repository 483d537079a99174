"""Content as it would be if one of its files said something else."""

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from taku.engine import find_game
from taku.kit import content
from taku.kit.content import ContentError

Edit = Callable[[dict[str, Any]], object]


@contextmanager
def edited_file(name: str, edit: Edit) -> Iterator[None]:
    """While it is open, the content file `name` is read with what `edit` did to it."""
    load = content.load

    def changed(path: Path) -> dict[str, Any]:
        data = load(path)
        if path.stem == name:
            edit(data)
        return data

    with mock.patch.object(content, "load", changed):
        yield


def edited(game: str, file: str, edit: Edit) -> Any:
    """A game's content as it would be if `edit` had changed the data of one of its files."""
    with edited_file(file, edit):
        return import_module(f"taku.games.{game}.content").read_content(find_game(game).folder / "content")


def refuses(game: str, file: str, edit: Edit, message: str) -> None:
    """The content of a game is refused with a file edited so; what is wrong is told with its place."""
    with pytest.raises(ContentError, match=message) as fault:
        edited(game, file, edit)
    assert file in str(fault.value) or "over all files" in message


def change(*path: str | int, **changes: Any) -> Edit:
    """An edit: the table at a path, ``change("card", 0, value=12)``, gets other values."""

    def edit(data: dict[str, Any]) -> None:
        here: Any = data
        for key in path:
            here = here[key]
        here.update(changes)

    return edit


def drop(*path: str | int) -> Edit:
    """An edit: what stands at a path is missing."""

    def edit(data: dict[str, Any]) -> None:
        here: Any = data
        for key in path[:-1]:
            here = here[key]
        del here[path[-1]]

    return edit


def swap(old: str, new: str) -> Edit:
    """An edit: a line of a table with such a line (``number = 2``) says something else; the first one in the file."""
    (key, was), (other, now) = (next(iter(tomllib.loads(line).items())) for line in (old, new))

    def found(here: Any) -> bool:
        if isinstance(here, dict):
            if here.get(key) == was:
                del here[key]
                here[other] = now
                return True
            return any(map(found, here.values()))
        return isinstance(here, list) and any(map(found, here))

    def edit(data: dict[str, Any]) -> None:
        assert found(data), f"no table has {old}"

    return edit
