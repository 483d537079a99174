"""Options: the numbers and variants a table may choose, with their ranges, kept inside the state."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from taku.engine.fields import i8, i16, i32
from taku.engine.struct import Struct, StructMeta


class Clash:
    """Why values that are possible by themselves are refused together: a text of the catalogue, ``[refused]``."""

    def __init__(self, key: str, **facts: object) -> None:
        self.key, self.facts = key, facts


class OptionError(ValueError):
    """An option that does not exist or a value that it does not take; the message says what would be right."""

    def __init__(self, text: str, clash: Clash | None = None) -> None:
        super().__init__(text)
        self.clash = clash


@dataclass(frozen=True)
class Option:
    """One choice of the table. Its words and what it changes stand in the game's catalogue under its name."""

    name: str
    default: int
    low: int
    high: int
    choices: tuple[str, ...] = ()
    clause: str = ""
    """The clause of the rulebook that the option changes."""

    @property
    def is_flag(self) -> bool:
        return self.choices == ("no", "yes")

    @property
    def range(self) -> str:
        return ", ".join(self.choices) if self.choices else f"{self.low} to {self.high}"

    def read(self, value: object) -> int:
        """The stored number for what a user wrote: a choice's name, yes/no, or a number in range."""
        text = str(value).strip().lower()
        if self.is_flag:
            text = {"true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no"}.get(text, text)
        if self.choices and text in self.choices:
            return self.choices.index(text)
        if not self.choices:
            try:
                number = int(text)
            except ValueError:
                number = self.low - 1
            if self.low <= number <= self.high:
                return number
        raise OptionError(f"option {self.name} takes {self.range}, not {value!r}{nearest(text, self.choices)}")

    def write(self, number: int) -> str | int | bool:
        """The value as a user reads it."""
        if self.is_flag:
            return bool(number)
        return self.choices[number] if self.choices else number


def nearest(word: str, among: Any) -> str:
    """ "; did you mean …?" when something close exists, else nothing."""
    close = difflib.get_close_matches(word, list(among), 1, 0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


def number(name: str, default: int, low: int, high: int, clause: str = "") -> Option:
    """An option that is a number from ``low`` to ``high``."""
    return Option(name, default, low, high, (), clause)


def choice(name: str, default: str, choices: tuple[str, ...], clause: str = "") -> Option:
    """An option that is one of several words; rules see the word's place in the list."""
    return Option(name, choices.index(default), 0, len(choices) - 1, choices, clause)


def flag(name: str, default: bool, clause: str = "") -> Option:
    """An option that is on or off; rules see 1 or 0."""
    return Option(name, int(default), 0, 1, ("no", "yes"), clause)


Check = Callable[[Mapping[str, int], int], Clash | None]


class Options:
    """All options of a game, in the order in which the lobby shows them."""

    def __init__(self, *options: Option, check: Check | None = None) -> None:
        """``check(values, seats)`` returns the reason why a combination is refused, or None."""
        self.by_name = {o.name: o for o in options}
        self.check = check
        for o in options:
            if not o.low <= o.default <= o.high:
                raise OptionError(f"option {o.name}: the default {o.default} is not in {o.range}")
        self.struct = self._struct()

    def __iter__(self) -> Iterator[Option]:
        return iter(self.by_name.values())

    def __len__(self) -> int:
        return len(self.by_name)

    def _struct(self) -> type[Struct] | None:
        def kind(o: Option) -> Any:
            return i8() if o.high < 128 and o.low >= -128 else i16() if o.high < 2**15 and o.low >= -(2**15) else i32()

        if not self.by_name:
            return None
        made: Any = StructMeta("Opt", (Struct,), {o.name: kind(o) for o in self})
        return made  # type: ignore[no-any-return]

    def read(self, chosen: Mapping[str, object], seats: int) -> dict[str, int]:
        """The value of every option: what was chosen, else the default; refuses what is not possible."""
        for name in chosen:
            if name not in self.by_name:
                known = ", ".join(self.by_name) or "none"
                raise OptionError(f"unknown option {name!r}{nearest(name, self.by_name)} (options: {known})")
        values = {o.name: o.read(chosen[o.name]) if o.name in chosen else o.default for o in self}
        clash = self.check(values, seats) if self.check else None
        if clash:
            raise OptionError(clash.key, clash)
        return values

    def write(self, values: Mapping[str, int]) -> dict[str, str | int | bool]:
        """The values as users read them, in the order of declaration."""
        return {o.name: o.write(values[o.name]) for o in self}
