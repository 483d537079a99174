"""Content files by declaration: a row of a TOML file is a class, and each of its fields is named once.

    class Card(Row):                                   # read from the tables [[card]]
        id: str
        name: Texts                                    # a text in each language
        kind: str = word(CARD)                         # one of these words
        value: int = number(0, 9)
        uses: tuple[Use, ...] = rows(Use, 0, 3)        # the tables [[card.use]]

        def check(self) -> str | None:                 # what one field alone cannot say
            return "a trump has no value" if self.kind == "trump" and self.value else None

    CARDS = read_rows(folder, "cards", Card, 10)
    VALUE = table(column(CARDS, "value"))              # what the rules look up; words become their numbers

A mistake is told with file, row and field and with what would be right. A game's ``content.py`` reads all files and
makes the constant tables. Its ``state.py`` builds on it, never the other way round.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import get_annotations
from pathlib import Path
from typing import Any, ClassVar, TypeVar, dataclass_transform

from taku.engine.catalogue import LANGUAGES
from taku.engine.options import nearest
from taku.engine.overlay import laid_over
from taku.engine.part import GameError

Texts = Mapping[str, str]
R = TypeVar("R", bound="Row")


class ContentError(GameError):
    """Content that the rules cannot play; the message names file and row and says what would be right."""


@dataclass(frozen=True)
class Entry:
    """One table of a file while it is read; what is left over when it is closed is unknown."""

    where: str
    data: dict[str, Any]
    place: int = 0

    def error(self, message: str) -> ContentError:
        return ContentError(f"{self.where}: {message}")

    def take(self, key: str, kind: type, default: Any = None) -> Any:
        value = self.data.pop(key, default)
        if value is None:
            raise self.error(f"{key!r} is missing{nearest(key, self.data)}")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"{key!r} is {value!r}; it should be of type {kind.__name__}")
        return value

    def in_range(self, key: str, value: int, low: int, high: int) -> int:
        if not low <= value <= high:
            raise self.error(f"{key!r} is {value}; it should be from {low} to {high}")
        return value

    def known(self, key: str, value: str, among: Iterable[str]) -> str:
        words = plain_words(among)
        if value not in words:
            known = ", ".join(filter(None, words))
            raise self.error(f"{key} = {value!r} is unknown{nearest(value, words)} (known: {known})")
        return value

    def letters(self, key: str, picture: Sequence[str], among: str) -> None:
        """Every character of a picture is one of these."""
        for y, line in enumerate(picture):
            for x, letter in enumerate(line):
                if letter not in among:
                    raise self.error(f"{key!r} has {letter!r} in column {x}, row {y}; it should be one of {among}")

    def texts(self, key: str) -> Texts:
        found: dict[str, Any] = self.take(key, dict)
        if set(found) != set(LANGUAGES) or not all(isinstance(t, str) and t for t in found.values()):
            raise self.error(f"{key!r} needs a text in each of {', '.join(LANGUAGES)}")
        return found

    def entries(self, key: str, low: int, high: int, label: str = "") -> list[Entry]:
        """The tables ``[[key]]``, each with an id of its own if they have ids."""
        tables, label = self.take(key, list, []), label or key
        if not low <= len(tables) <= high or not all(isinstance(t, dict) for t in tables):
            wanted = low if low == high else f"{low} to {high}"
            raise self.error(f"has {len(tables)} {label} entries; it should have {wanted}")
        ids = [t.get("id", n) for n, t in enumerate(tables, 1)]
        made = [
            Entry(f"{self.where}, {label} {own}", dict(t), n)
            for n, own, t in zip(range(999), ids, tables, strict=False)
        ]
        for entry, own in zip(made, ids, strict=True):
            if ids.count(own) > 1:
                raise entry.error("another entry has the same id")
        return made


def plain_words(among: Iterable[str]) -> tuple[str, ...]:
    """The words of a vocabulary as files spell them: `def_` is a name of Python's, `def` stands in a file."""
    return tuple(w.rstrip("_") for w in among)


# ---------------------------------------------------------------- what a field can be


@dataclass(frozen=True)
class Field:
    """How a field is read from an entry, under its key in the file."""

    read: Callable[[Entry, str], Any]
    key: str = ""
    words: tuple[str, ...] = ()
    """What it chooses from: the place of the chosen word is its number in a table."""


def number(low: int, high: int, *, default: int | None = None, key: str = "") -> Any:
    """A whole number from ``low`` to ``high``; a default may lie outside."""
    return Field(
        lambda e, k: e.in_range(k, e.take(k, int), low, high) if k in e.data or default is None else default, key
    )


def word(among: Iterable[str], *, default: str | None = None, key: str = "") -> Any:
    """One word of a closed vocabulary."""
    return Field(lambda e, k: e.known(k, e.take(k, str, default), among), key, plain_words(among))


def words(among: Iterable[str] = (), *, default: list[str] | None = None, key: str = "") -> Any:
    """A list of such words; of any words, where they name other rows."""

    def read(e: Entry, k: str) -> tuple[str, ...]:
        found = e.take(k, list, default)
        return tuple(e.known(k, w, among or found) for w in found)

    return Field(read, key)


def flag(*, default: bool | None = None, key: str = "") -> Any:
    """True or false."""
    return Field(lambda e, k: e.take(k, bool, default), key)


def any_of(kind: type, *, default: Any = None, key: str = "") -> Any:
    """A value of a type, as it stands there."""
    return Field(lambda e, k: e.take(k, kind, default), key)


def unread(value: Any) -> Any:
    """A field that no file has: the game fills it in with ``dataclasses.replace``, from other rows."""
    return Field(lambda e, k: value)


def place(first: int = 0, *, key: str = "") -> Any:
    """The row's own place in its list, counted from ``first``: rows stand in their order."""

    def read(e: Entry, k: str) -> int:
        if e.take(k, int) != first + e.place:
            raise e.error(f"{k!r} should be {first + e.place}: entries stand in their order")
        return first + e.place

    return Field(read, key)


def grid(columns: int | str, lines: int | str, letters: str = "") -> Any:
    """A picture of letters: as many lines of as many characters, or as many as another field says."""

    def read(e: Entry, k: str) -> tuple[str, ...]:
        wide, high = (e.data.get(n) if isinstance(n, str) else n for n in (columns, lines))
        found = e.take(k, list)
        if len(found) != high or not all(isinstance(line, str) and len(line) == wide for line in found):
            raise e.error(f"{k!r} should be {high} rows of {wide} characters")
        if letters:
            e.letters(k, found, letters)
        return tuple(found)

    return Field(read)


def rows(of: type[Row], low: int = 0, high: int = 999, *, key: str = "", label: str = "") -> Any:
    """Tables inside the table."""
    return Field(lambda e, k: tuple(of.read(x) for x in e.entries(k, low, high, label)), key)


def row(of: type[Row], *, key: str = "") -> Any:
    """One table inside the table."""
    return Field(lambda e, k: of.read(Entry(f"{e.where}, {k}", dict(e.take(k, dict)))), key)


PLAIN: dict[object, Field] = {kind: any_of(kind) for kind in (str, int, bool)}
PLAIN[Texts] = Field(lambda e, k: e.texts(k))
PLAIN |= {"str": PLAIN[str], "int": PLAIN[int], "bool": PLAIN[bool], "Texts": PLAIN[Texts]}
"""What an annotation alone says; with ``from __future__ import annotations`` it is a string."""


# ---------------------------------------------------------------- rows and files


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(number, word, words, flag, any_of))
@dataclass(frozen=True, kw_only=True)
class Row:
    """A row of a content file: fields as declared, checked when it is read."""

    fields: ClassVar[Mapping[str, Field]] = {}
    where: str = field(default="", repr=False, compare=False)

    def __init_subclass__(cls) -> None:
        hints = get_annotations(cls)
        own = {name: cls.__dict__.get(name, PLAIN.get(hint)) for name, hint in hints.items()}
        for name, spec in own.items():
            if not isinstance(spec, Field):
                raise TypeError(f"{cls.__name__}.{name}: say how it is read, with number(…), word(…), rows(…) …")
            if name in cls.__dict__:
                delattr(cls, name)
        cls.fields = {**cls.fields, **own}
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def read(cls: type[R], e: Entry) -> R:
        """Make a row of an entry, or say what is wrong with it."""
        made = cls(where=e.where, **{name: f.read(e, f.key or name) for name, f in cls.fields.items()})
        for key in e.data:
            keys = [f.key or name for name, f in cls.fields.items()]
            raise e.error(f"unknown field {key!r}{nearest(key, keys)}")
        if complaint := made.check():
            raise made.error(complaint)
        return made

    def check(self) -> str | None:
        """What is wrong with the row as a whole; None if nothing is."""
        return None

    def error(self, message: str) -> ContentError:
        return ContentError(f"{self.where}: {message}")

    def known(self, key: str, value: str, among: Iterable[str]) -> str:
        """A word of the row that names another row."""
        return Entry(self.where, {}).known(key, value, among)

    def letters(self, key: str, picture: Sequence[str], among: str) -> None:
        """Letters of a picture that name other rows."""
        Entry(self.where, {}).letters(key, picture, among)


class Named(Row):
    """What most entries have: an id of their own, and a name in each language."""

    id: str
    name: Texts


def names_of(rows: Iterable[Named], language: str) -> list[str]:
    """What rows are called."""
    return [row.name[language] for row in rows]


def load(path: Path) -> dict[str, Any]:
    """What a content file says, with the overlay that lies over it, if there is one."""
    try:
        return laid_over(path, tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise ContentError(f"{path.name} is missing in {path.parent}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ContentError(f"{path.name}: {fault}") from None


def read_file(folder: Path, name: str, of: type[R]) -> R:
    """A whole file as one row."""
    path = folder / f"{name}.toml"
    file = Entry(path.name, load(path))
    file.in_range("schema", file.take("schema", int), 1, 1)
    return of.read(file)


def read_rows(folder: Path, name: str, of: type[R], low: int = 1, high: int = 0, *, key: str = "") -> tuple[R, ...]:
    """The rows of a file that holds nothing else: ``low`` of them, or ``low`` to ``high``."""
    key = key or of.__name__.lower()
    file = type("File", (Row,), {"__annotations__": {"all": ""}, "all": rows(of, low, high or low, key=key)})
    found: tuple[R, ...] = read_file(folder, name, file).all
    return found


def column(rows: Sequence[Row], name: str, *, none: int | None = None) -> list[int]:
    """A field of all rows as numbers, a word as its place in its vocabulary; ``none`` stands before them."""
    vocabulary = rows[0].fields[name].words
    values = [getattr(r, name) for r in rows]
    numbers = [vocabulary.index(v) if vocabulary else int(v) for v in values]
    return numbers if none is None else [none, *numbers]
