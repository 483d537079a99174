"""Fields of a struct: integers of a size, alone or in an array, and who may see them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, overload

MAX_SEATS = 30
"""Seats 0–29 each own a bit of a 32-bit set; bit 30 stands for the spectators."""

WORD = 8
"""States are padded to this many bytes, so that copying and hashing go by 64-bit words."""


class Ints(Protocol):
    """An array field: index all axes at once, ``s.cell[1, 2]``."""

    def __getitem__(self, at: int | tuple[int, ...], /) -> int: ...
    def __setitem__(self, at: int | tuple[int, ...], value: int, /) -> None: ...
    def __len__(self) -> int: ...


@dataclass(frozen=True)
class Seen:
    """Who may see a field; ``by`` names the field that holds a bit set of viewers for each element."""

    who: str
    by: str = ""

    def __repr__(self) -> str:
        return f'BY("{self.by}")' if self.by else self.who


PUBLIC = Seen("PUBLIC")
OWNER = Seen("OWNER")
TEAM = Seen("TEAM")
NOBODY = Seen("NOBODY")


def BY(field: str) -> Seen:
    """Visible, element by element, to the seats (or spectators) whose bit is set in the public field of that name."""
    return Seen("BY", field)


@dataclass(frozen=True)
class Number:
    """How one kind of integer is stored: the name in a dtype, the ``memoryview`` format and its range."""

    name: str
    format: str
    size: int
    low: int
    high: int


NUMBERS = {
    n.name: n
    for n in (
        Number("i1", "b", 1, -(2**7), 2**7 - 1),
        Number("i2", "h", 2, -(2**15), 2**15 - 1),
        Number("i4", "i", 4, -(2**31), 2**31 - 1),
        Number("u4", "I", 4, 0, 2**32 - 1),
    )
}


@dataclass(frozen=True)
class Field:
    """One declared field: an integer or a struct, alone or in an array."""

    of: Any
    """A Number, or the class of a struct."""
    shape: tuple[int, ...] = ()
    seen: Seen = PUBLIC
    scratch: bool = False

    @cached_property
    def size(self) -> int:
        return self.item_size * math.prod(self.shape)

    @property
    def item_size(self) -> int:
        size: int = self.of.size if isinstance(self.of, Number) else self.of.layout.size
        return size

    @property
    def alignment(self) -> int:
        alignment: int = self.of.size if isinstance(self.of, Number) else self.of.layout.alignment
        return alignment


class Integers:
    """Declares integers of a size: ``i8()`` is one, ``i8(2, 4)`` an array with these lengths of its axes."""

    def __init__(self, name: str) -> None:
        self.number = NUMBERS[name]

    @overload
    def __call__(self, *, seen: Seen = PUBLIC, scratch: bool = False) -> int: ...
    @overload
    def __call__(self, length: int, /, *more: int, seen: Seen = PUBLIC, scratch: bool = False) -> Ints: ...
    def __call__(self, *shape: int, seen: Seen = PUBLIC, scratch: bool = False) -> Any:
        if any(not isinstance(n, int) or n < 1 for n in shape):
            raise TypeError(f"a field's axes are lengths of at least 1, not {shape}")
        return Field(self.number, shape, seen, scratch)


i8 = Integers("i1")
i16 = Integers("i2")
i32 = Integers("i4")


@dataclass(frozen=True)
class Leaf:
    """One integer field of the flattened struct: where it lies, its full shape, and who may see it."""

    path: tuple[str, ...]
    number: Number
    axes: tuple[tuple[int, ...], ...]
    """For each part of the path its own axes: ``("hands", "card")`` of 4 hands of 10 has ((4,), (10,))."""
    seen: Seen

    @property
    def name(self) -> str:
        return ".".join(self.path)

    def loops(self) -> tuple[list[str], list[str], str]:
        """Source that walks over all its elements: the loops of a function's body, their variables, and the place."""
        lines: list[str] = []
        names: list[str] = []
        place = ""
        for part, axes in zip(self.path, self.axes, strict=True):
            for length in axes:
                lines.append("    " * (1 + len(names)) + f"for i{len(names)} in range({length}):")
                names.append(f"i{len(names)}")
            here = names[len(names) - len(axes) :]
            place += f".{part}" + (f"[{', '.join(here)}]" if here else "")
        return lines, names, place


@dataclass(frozen=True)
class Layout:
    """Offsets of the fields of a struct, aligned like C."""

    fields: dict[str, Field]
    offsets: dict[str, int]
    size: int
    alignment: int

    @classmethod
    def of(cls, fields: dict[str, Field], pad: int = 1) -> Layout:
        """Lay the fields out in their order; ``pad`` is the least alignment of the whole."""
        offsets, at, alignment = {}, 0, pad
        for name, f in fields.items():
            at = -(-at // f.alignment) * f.alignment
            offsets[name] = at
            at += f.size
            alignment = max(alignment, f.alignment)
        return cls(fields, offsets, max(1, -(-at // alignment)) * alignment, alignment)

    def has_scalar(self, number: Number) -> bool:
        """Whether a single integer of this kind is among the fields."""
        return any(f.of == number and not f.shape for f in self.fields.values())
