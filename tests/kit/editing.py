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
