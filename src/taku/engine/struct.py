"""A state is a struct: everything on the table as small integers in one block of bytes, declared once.

A declaration gives three things over the same bytes: a *Python* handle whose fields are ``memoryview``s (plain ints,
every store out of range raises), a *native* handle (a NumPy record that Numba takes by reference), and the visibility
of each field, from which the engine writes the rule that blanks a seat's secrets (see ``taku.engine.hiding``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast, overload

from taku.engine.fields import NUMBERS, PUBLIC, Field, Layout, Leaf, Number, Seen

if TYPE_CHECKING:
    import numpy as np

    Buffer = bytes | bytearray | memoryview

S = TypeVar("S", bound="Struct")


class Many(Generic[S]):
    """An array of structs: ``s.army[1, 2]`` is a handle over its bytes."""

    __slots__ = ("_handles", "_make", "shape")

    def __init__(self, of: type[S], shape: tuple[int, ...], memory: memoryview) -> None:
        size = of.layout.size
        self.shape = shape
        self._make: Callable[[int], S] = lambda i: of(memory[i * size : (i + 1) * size])
        self._handles: list[S | None] = [None] * math.prod(shape)

    def __getitem__(self, at: int | tuple[int, ...]) -> S:
        at = at if isinstance(at, tuple) else (at,)
        if len(at) != len(self.shape):
            raise IndexError(f"index all {len(self.shape)} axes at once, not {len(at)}")
        place = 0
        for i, n in zip(at, self.shape, strict=True):
            if not -n <= i < n:
                raise IndexError(f"index {i} is outside an axis of length {n}")
            place = place * n + i % n
        handle = self._handles[place]
        if handle is None:
            handle = self._handles[place] = self._make(place)
        return handle

    def __len__(self) -> int:
        return self.shape[0]


@overload
def field(of: type[S], /, *, seen: Seen = PUBLIC, scratch: bool = False) -> S: ...
@overload
def field(of: type[S], length: int, /, *more: int, seen: Seen = PUBLIC, scratch: bool = False) -> Many[S]: ...
def field(of: type[Struct], *shape: int, seen: Seen = PUBLIC, scratch: bool = False) -> Any:
    """A struct inside a struct; with lengths, an array of them (``field(Army, 2, 9)``)."""
    return Field(of, shape, seen, scratch)


class StructMeta(type):
    """Turns the declared fields of a class body into a layout and fast accessors."""

    layout: Layout
    declared: dict[str, Field]
    _open: Callable[[Any, memoryview], None]

    def __new__(mcls, name: str, bases: tuple[type, ...], body: dict[str, Any], **keywords: Any) -> StructMeta:
        own = {k: v for k, v in body.items() if isinstance(v, Field)}
        body = {k: v for k, v in body.items() if k not in own}
        inherited: dict[str, Field] = {}
        for base in bases:
            inherited |= getattr(base, "declared", {})
        added: dict[str, Field] = {}
        for base in bases:
            added |= getattr(base, "extension", lambda **_: {})(**keywords)
        for field_name in own:
            if field_name.startswith("_") or field_name in added or any(hasattr(b, field_name) for b in bases):
                raise TypeError(f"{name}.{field_name}: this name is taken by the struct itself; choose another")
        own |= added
        for field_name, f in own.items():
            if not isinstance(f.of, Number) and not f.scratch:
                inside = [k for k, inner in f.of.declared.items() if inner.scratch]
                if inside:
                    raise TypeError(
                        f"{name}.{field_name}: {f.of.__name__}.{inside[0]} is scratch space inside what is kept, where "
                        "it would count as state; declare it in the state itself, beside this field"
                    )
        declared = inherited | own
        new = {k: f for k, f in declared.items() if k in own}
        body["__slots__"] = (*body.get("__slots__", ()), *(k for k, f in new.items() if not _scalar(f)))
        body["declared"] = declared
        made = super().__new__(mcls, name, bases, body, **keywords)
        made.layout = Layout.of(made.arrange(declared), made.pad)  # type: ignore[attr-defined]
        for k, f in declared.items():
            if _scalar(f):
                setattr(made, k, _accessor(cast(Number, f.of), made.layout.offsets[k]))
        made._open = _opener(made.layout)
        return made

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **keywords: Any) -> None:
        super().__init__(name, bases, body)


def _scalar(f: Field) -> bool:
    return not f.shape and isinstance(f.of, Number)


def _accessor(number: Number, offset: int) -> property:
    """A property over one integer of the whole block, seen as integers of that kind; source halves its cost."""
    space: dict[str, Any] = {}
    place = f"self._{number.name}[{offset // number.size}]"
    exec(f"def get(self): return {place}\ndef set(self, value): {place} = value", space)
    return property(space["get"], space["set"])


def _opener(layout: Layout) -> Callable[[Any, memoryview], None]:
    """What lays the fields' views over a block: copies are made for every move and seat, so it has no loop."""
    lines = ["def open(self, view):"]
    lines += [f"    self._{n.name} = view.cast({n.format!r})" for n in NUMBERS.values() if layout.has_scalar(n)]
    space: dict[str, Any] = {"Many": Many}
    for name, f in layout.fields.items():
        part = f"view[{layout.offsets[name]}:{layout.offsets[name] + f.size}]"
        if not isinstance(f.of, Number):
            space[f"of_{name}"] = f.of
            made = f"Many(of_{name}, {f.shape}, {part})" if f.shape else f"of_{name}({part})"
            lines.append(f"    self.{name} = {made}")
        elif f.shape:
            lines.append(f"    self.{name} = {part}.cast({f.of.format!r}, {f.shape})")
    exec("\n".join([*lines, "    return"]), space)
    return cast(Callable[[Any, memoryview], None], space["open"])


class Struct(metaclass=StructMeta):
    """A block of small integers; subclass it and declare fields with ``i8``, ``i16``, ``i32`` and ``field``."""

    __slots__ = ("_address", "_native", "memory", *(f"_{name}" for name in NUMBERS))
    layout: ClassVar[Layout]
    declared: ClassVar[dict[str, Field]] = {}
    pad: ClassVar[int] = 1
    memory: memoryview
    _open: ClassVar[Callable[[Any, memoryview], None]]

    def __init__(self, memory: bytearray | memoryview | None = None) -> None:
        """A handle over the given bytes, or over new ones that are all zero."""
        layout = self.layout
        view = memoryview(bytearray(layout.size) if memory is None else memory)
        if view.nbytes != layout.size:
            raise ValueError(f"{type(self).__name__} has {layout.size} bytes, not {view.nbytes}")
        self.memory = view
        self._open(view)

    @classmethod
    def arrange(cls, declared: dict[str, Field]) -> dict[str, Field]:
        """The order of the fields in memory: as declared, with scratch space at the end."""
        return dict(sorted(declared.items(), key=lambda item: item[1].scratch))

    def copy(self) -> Self:
        return type(self)(bytearray(self.memory))

    def bytes(self) -> bytes:
        return self.memory.tobytes()

    def load(self, data: Buffer) -> None:
        """Take over the bytes of another state of the same kind."""
        if len(data) != self.layout.size:
            raise ValueError(f"{type(self).__name__} has {self.layout.size} bytes, not {len(data)}")
        self.memory[:] = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Struct) and type(other) is type(self) and self.bytes() == other.bytes()

    __hash__ = None  # type: ignore[assignment]

    @property
    def native(self) -> Any:
        """The same bytes as a NumPy record, for compiled rules."""
        try:
            return self._native
        except AttributeError:
            import numpy as np

            self._native: Any = np.frombuffer(self.memory, dtype=dtype_of(type(self)))[0]
            return self._native

    @property
    def address(self) -> int:
        """Where the bytes lie, for compiled rules; they stay there as long as the handle lives."""
        try:
            return self._address
        except AttributeError:
            import ctypes

            self._address: int = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
            return self._address

    @classmethod
    def leaves(cls) -> Iterator[Leaf]:
        """All integer fields in memory order, nested ones flattened; an outer ``seen`` covers what is inside."""
        for name, f in cls.layout.fields.items():
            if isinstance(f.of, Number):
                yield Leaf((name,), f.of, (f.shape,), f.seen)
            else:
                for leaf in f.of.leaves():
                    seen = leaf.seen if f.seen == PUBLIC else f.seen
                    yield replace(leaf, path=(name, *leaf.path), axes=(f.shape, *leaf.axes), seen=seen)

    def values(self) -> Iterator[tuple[str, int]]:
        """Every integer with its name: ``("hands[1].card[3]", 17)``."""
        for leaf in self.leaves():
            for at in itertools.product(*(itertools.product(*map(range, axes)) for axes in leaf.axes)):
                here: Any = self
                for part, index in zip(leaf.path, at, strict=True):
                    here = getattr(here, part)
                    if index:
                        here = here[index]
                yield _name(leaf.path, at), here

    def diff(self, other: Self) -> list[tuple[str, int, int]]:
        """The fields in which two states differ, with both values."""
        pairs = zip(self.values(), other.values(), strict=True)
        return [(name, a, b) for (name, a), (_, b) in pairs if a != b]

    def __repr__(self) -> str:
        """All fields that are not zero; arrays as nested lists."""
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._shown().items())})"

    def _shown(self) -> dict[str, Any]:
        """What ``repr`` shows."""
        shown: dict[str, Any] = {}
        for name, f in self.layout.fields.items():
            if any(self.memory[self.layout.offsets[name] :][: f.size]):
                value = getattr(self, name)
                if isinstance(value, Many):
                    value = [value[at] for at in itertools.product(*map(range, f.shape))]
                shown[name] = value.tolist() if isinstance(value, memoryview) else value
        return shown


def _name(path: tuple[str, ...], at: tuple[tuple[int, ...], ...]) -> str:
    return ".".join(p + (f"[{', '.join(map(str, i))}]" if i else "") for p, i in zip(path, at, strict=True))


_DTYPES: dict[type[Struct], np.dtype[Any]] = {}


def dtype_of(of: type[Struct]) -> np.dtype[Any]:
    """The NumPy dtype of a struct, with the same offsets as the Python handle."""
    if of not in _DTYPES:
        import numpy as np

        spec: Any = dtype_spec(of)
        _DTYPES[of] = np.dtype(spec, align=True)
    return _DTYPES[of]


def dtype_spec(of: type[Struct]) -> dict[str, Any]:
    """The dtype as literals, so that it can be written into generated source."""
    layout = of.layout
    return {
        "names": list(layout.fields),
        "formats": [
            (f.of.name if isinstance(f.of, Number) else dtype_spec(f.of), f.shape) if f.shape
            else (f.of.name if isinstance(f.of, Number) else dtype_spec(f.of))
            for f in layout.fields.values()
        ],
        "offsets": [layout.offsets[name] for name in layout.fields],
        "itemsize": layout.size,
    }  # fmt: skip


class FamilyMeta(StructMeta):
    """Calling a family makes a field: ``deck = Cards(60, seen=NOBODY)``."""

    def __call__(cls, *args: Any, **keywords: Any) -> Any:
        if is_family(cls):
            return cls.sized(*args, **keywords)  # type: ignore[attr-defined]
        return super().__call__(*args, **keywords)


class Family(Struct, metaclass=FamilyMeta):
    """A struct whose lengths are chosen where it is used; rules over it are written once for all lengths."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __new__(cls, *args: Any, **keywords: Any) -> Any: ...
        def __init__(self, *args: Any, **keywords: Any) -> None: ...

    @classmethod
    def member(cls, name: str, **fields: Any) -> type[Self]:
        """The concrete struct with these fields; the same fields give the same struct."""
        key = (cls, name, tuple(fields.items()))
        if key not in _MEMBERS:
            _MEMBERS[key] = FamilyMeta(name, (cls,), dict(fields))
        return cast(type[Self], _MEMBERS[key])


_MEMBERS: dict[Any, Any] = {}


def is_family(of: Any) -> bool:
    """Whether this is a family itself, not one of its members of a chosen length."""
    return isinstance(of, FamilyMeta) and not of.declared
