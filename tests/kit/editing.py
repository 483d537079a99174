"""Content as it would be if one of its files said something else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from taku.kit import content


@contextmanager
def edited_file(name: str, edit: Callable[[dict[str, Any]], object]) -> Iterator[None]:
    """While it is open, the content file `name` is read with what `edit` did to it."""
    load = content.load

    def changed(path: Path) -> dict[str, Any]:
        data = load(path)
        if path.stem == name:
            edit(data)
        return data

    with mock.patch.object(content, "load", changed):
        yield


def change(*path: str | int, **changes: Any) -> Callable[[dict[str, Any]], object]:
    """An edit: the table at a path, ``change("card", 0, value=12)``, gets other values."""

    def edit(data: dict[str, Any]) -> None:
        here: Any = data
        for key in path:
            here = here[key]
        here.update(changes)

    return edit


def drop(*path: str | int) -> Callable[[dict[str, Any]], object]:
    """An edit: what stands at a path is missing."""

    def edit(data: dict[str, Any]) -> None:
        here: Any = data
        for key in path[:-1]:
            here = here[key]
        del here[path[-1]]

    return edit
