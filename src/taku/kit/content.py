"""Content files: TOML read field by field, so that a mistake is told with file, entry and what would be right."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taku.engine.options import nearest
from taku.engine.words import LANGUAGES

Texts = Mapping[str, str]


class ContentError(Exception):
    """Content that the rules cannot play; the message names file and entry and says what would be right."""


@dataclass(frozen=True)
class Entry:
    """One table of a file; what is left over when it is closed is unknown."""

    where: str
    data: dict[str, Any]

    def error(self, message: str) -> ContentError:
        return ContentError(f"{self.where}: {message}")

    def take(self, key: str, kind: type, default: Any = None) -> Any:
        value = self.data.pop(key, default)
        if value is None:
            raise self.error(f"{key!r} is missing{nearest(key, self.data)}")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"{key!r} is {value!r}; it should be of type {kind.__name__}")
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        return self.in_range(key, self.take(key, int, default), low, high)

    def in_range(self, key: str, value: int, low: int, high: int) -> int:
        if not low <= value <= high:
            raise self.error(f"{key!r} is {value}; it should be from {low} to {high}")
        return value

    def word(self, key: str, among: Iterable[str], default: str | None = None) -> str:
        return self.known(key, self.take(key, str, default), among)

    def known(self, key: str, value: str, among: Iterable[str]) -> str:
        words = [w.rstrip("_") for w in among]
        if value not in words:
            raise self.error(f"{key} = {value!r} is unknown{nearest(value, words)} (known: {', '.join(words)})")
        return value

    def texts(self, key: str) -> Texts:
        found: dict[str, Any] = self.take(key, dict)
        if set(found) != set(LANGUAGES) or not all(isinstance(t, str) and t for t in found.values()):
            raise self.error(f"{key!r} needs a text in each of {', '.join(LANGUAGES)}")
        return found

    def entries(self, key: str, low: int = 0, high: int = 999) -> list[Entry]:
        """The tables `[[key]]`, each with an id of its own if they have ids."""
        rows = self.take(key, list, [])
        if not low <= len(rows) <= high or not all(isinstance(r, dict) for r in rows):
            wanted = low if low == high else f"{low} to {high}"
            raise self.error(f"has {len(rows)} {key} entries; it should have {wanted}")
        made = [Entry(f"{self.where}, {key} {row.get('id', n)}", dict(row)) for n, row in enumerate(rows, 1)]
        ids = [row.get("id", n) for n, row in enumerate(rows)]
        for entry, own in zip(made, ids, strict=True):
            if ids.count(own) > 1:
                raise entry.error("another entry has the same id")
        return made

    def close(self) -> None:
        for key in self.data:
            raise self.error(f"unknown field {key!r}")


def load(path: Path) -> dict[str, Any]:
    """What a content file says, as it stands there."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ContentError(f"{path.name} is missing in {path.parent}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ContentError(f"{path.name}: {fault}") from None


def read_file(folder: Path, name: str) -> Entry:
    """A content file as an entry of its own."""
    path = folder / f"{name}.toml"
    file = Entry(path.name, load(path))
    file.number("schema", 1, 1)
    return file


def read_entries(folder: Path, name: str, key: str, low: int, high: int) -> list[Entry]:
    """The entries of a file that holds nothing else."""
    file = read_file(folder, name)
    made = file.entries(key, low, high)
    file.close()
    return made
