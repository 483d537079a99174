"""A catalogue: the texts of one game or one part of Taku, ``words/<language>.toml`` of its folder, in one language.

Texts hold places: ``{card}`` for an argument, and ``{n:card|cards}`` for a number with its noun.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from taku.engine.part import GameError

LANGUAGES = ("en", "ja")
MADE = 2_500
"""Texts of one catalogue that are kept with their arguments filled in, at about 200 bytes each."""


class MissingWord(GameError):
    """A text that the catalogue lacks; the message names the place to add it."""


class _Formatter(string.Formatter):
    """Python's format with plurals: ``{n:card|cards}`` is "1 card" or "3 cards"."""

    def format_field(self, value: Any, spec: str) -> str:
        if "|" in spec:
            one, many = spec.split("|", 1)
            return f"{value} {one if value == 1 else many}"
        return str(super().format_field(value, spec))


_FORMAT = _Formatter()


class Catalogue:
    """Texts in one language: ``t("room.seat", n=2)``, or ``t.text("room", "seat")`` with its places still open."""

    def __init__(self, tree: Mapping[str, Any], language: str, file: str) -> None:
        self.tree, self.language, self.file = tree, language, file
        self.texts = dict(_texts(tree))
        self._made = lru_cache(maxsize=MADE)(self._make)

    def __call__(self, key: str, **arguments: object) -> str:
        """The text at a dotted place with its arguments filled in."""
        try:
            return self._made(key, **arguments)
        except TypeError:  # an argument that cannot be a key
            return self._make(key, **arguments)

    def _make(self, key: str, **arguments: object) -> str:
        return self.fill(self.text(*key.split(".")), arguments)

    def text(self, *path: str) -> str:
        """The text at a place."""
        try:
            return self.texts[path]
        except KeyError:
            raise MissingWord(f"{self.file} lacks {'.'.join(path)}") from None

    def has(self, *path: str) -> bool:
        return path in self.texts

    def fill(self, text: str, arguments: Mapping[str, object]) -> str:
        """Put arguments into a text."""
        try:
            return _FORMAT.vformat(text, (), arguments) if "{" in text else text
        except (KeyError, IndexError) as fault:
            raise MissingWord(f"{self.file}: {text!r} asks for {fault}") from None

    def find(self, key: str) -> Any:
        """The text, list or table at a dotted place; None if there is none."""
        here: Any = self.tree
        for part in key.split("."):
            here = here.get(part) if isinstance(here, Mapping) else None
        return here

    def all(self, key: str) -> list[str]:
        """The list of texts at a dotted place; none if there is no list."""
        found = self.find(key)
        return [str(x) for x in found] if isinstance(found, list) else []


def _texts(tree: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _texts(value, (*path, key))
        elif isinstance(value, str):
            yield (*path, key), value


@lru_cache(maxsize=128)
def catalogue(folder: Path, language: str) -> Catalogue:
    """The catalogue of a folder in one language."""
    path = folder / "words" / f"{language}.toml"
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MissingWord(f"{path} is missing: there are words in {', '.join(LANGUAGES)}") from None
    except tomllib.TOMLDecodeError as fault:
        raise GameError(f"{path}: {fault}") from None
    return Catalogue(tree, language, f"words/{language}.toml of {folder.name}")
