"""What every game's state has beside its own fields: random stream, seats, options, and the buffer of events."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, ClassVar

from taku.engine.fields import MAX_SEATS, NOBODY, NUMBERS, WORD, Field, i8, i16, i32
from taku.engine.options import Options
from taku.engine.rule import rule
from taku.engine.struct import Family, Struct, field

SPECTATORS = 1 << MAX_SEATS
ALL = 2 * SPECTATORS - 1
"""The bit set of everybody: all seats and the spectators."""

COLUMNS = 8
"""An event is eight numbers: who sees it, which event, and up to six arguments."""
EVENT = struct.Struct(f"={COLUMNS}i")


class Log(Family):
    """The events of the last move. Outside hash and equality; muted in simulations."""

    __slots__ = ()
    pad: ClassVar[int] = WORD
    count: int
    mute: int
    lost: int

    @classmethod
    def sized(cls, events: int) -> Any:
        return field(cls.member(f"Log{events}", count=i16(), mute=i8(), lost=i8(), entry=i32(events, COLUMNS)))


class GameState(Struct):
    """The state of a game: ``class State(GameState, options=OPTIONS, events=16): …``."""

    pad: ClassVar[int] = WORD
    options: ClassVar[Options] = Options()
    if TYPE_CHECKING:  # what the engine adds to every state
        log: Any
        opt: Any
        seats: int
        stream: Any

    def __init_subclass__(cls, options: Options | None = None, events: int = 0) -> None:
        super().__init_subclass__()
        if options is not None:
            cls.options = options

    @classmethod
    def extension(cls, options: Options | None = None, events: int = 0) -> dict[str, Field]:
        """The fields every state has; ``events`` bounds how many one move may cause."""
        if events < 1:
            raise TypeError("say how many events one move may cause at most: class State(GameState, events=16)")
        made: dict[str, Any] = {"stream": Field(NUMBERS["u4"], (4,), NOBODY), "seats": i8()}
        if options is not None and options.struct is not None:
            made["opt"] = field(options.struct)
        return made | {"log": Log.sized(events)}

    @classmethod
    def arrange(cls, declared: dict[str, Field]) -> dict[str, Field]:
        """Stream, seats and options first, then the game's own, then what hash and copy leave out."""
        first = {k: declared[k] for k in ("stream", "seats", "opt") if k in declared}
        own = {k: f for k, f in declared.items() if k not in first and k != "log"}
        kept = {k: f for k, f in own.items() if not f.scratch}
        scratch = {k: f for k, f in own.items() if f.scratch}
        return first | kept | ({"log": declared["log"]} if "log" in declared else {}) | scratch

    @classmethod
    def core(cls) -> int:
        """How many bytes make the state proper: everything before the buffer of events."""
        return cls.layout.offsets["log"]

    def core_bytes(self) -> bytes:
        return self.memory[: self.core()].tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and type(other) is type(self) and self.core_bytes() == other.core_bytes()

    __hash__ = None

    def clear_scratch(self) -> None:
        """Zero the scratch space, in which rules may have left anything: it lies behind the events."""
        end = self.core() + self.layout.fields["log"].size
        if end < len(self.memory):
            self.memory[end:] = bytes(len(self.memory) - end)

    def clear_stream(self) -> None:
        """Blank the random stream, from which the coming chance could be read."""
        for i in range(len(self.stream)):
            self.stream[i] = 0

    def digest(self) -> int:
        """A 64-bit hash of the state proper, the same at all speeds."""
        h = HASH_START
        for w in self.memory[: self.core()].cast("Q"):
            h = ((h ^ w) * HASH_FACTOR) & 0xFFFFFFFFFFFFFFFF
            h ^= h >> 29
        return h

    def _shown(self) -> dict[str, Any]:
        """What ``repr`` shows: without scratch space, and of the buffer the events that are in it."""
        shown = {k: v for k, v in super()._shown().items() if k != "log" and not self.layout.fields[k].scratch}
        return shown | ({"events": self.events()} if self.log.count else {})

    def events(self) -> list[tuple[int, ...]]:
        """The events of the last move, each as (who sees it, event, six arguments)."""
        if not self.log.count:
            return []
        start = self.log.layout.offsets["entry"]
        return list(EVENT.iter_unpack(self.log.memory[start : start + self.log.count * EVENT.size]))


HASH_START = 0x6A09E667F3BCC908
HASH_FACTOR = 0x9E3779B97F4A7C15
"""Golden-ratio multiplier; with the shift after it, one changed bit changes half of the hash (tested)."""


@rule
def only(seat):
    """The bit set of one seat; of the spectators for seat −1."""
    return 1 << seat if seat >= 0 else SPECTATORS


@rule
def emit(s, to, event, a=0, b=0, c=0, d=0, e=0, f=0):
    """Tell the seats in the bit set `to` that something happened."""
    if s.log.mute:
        return
    n = s.log.count
    if n >= len(s.log.entry):
        s.log.lost = 1
        return
    s.log.entry[n, 0] = to
    s.log.entry[n, 1] = event
    s.log.entry[n, 2] = a
    s.log.entry[n, 3] = b
    s.log.entry[n, 4] = c
    s.log.entry[n, 5] = d
    s.log.entry[n, 6] = e
    s.log.entry[n, 7] = f
    s.log.count = n + 1


@rule
def clear_events(s):
    """Empty the buffer before a move; what is past the count is zero, so that equal logs have equal bytes."""
    for i in range(s.log.count):
        for k in range(COLUMNS):
            s.log.entry[i, k] = 0
    s.log.count = 0


@rule
def hide_events(s, seat):
    """Keep only the events that this seat was told of, in their order; who else was told stays unknown."""
    bit = only(seat)
    kept = 0
    for i in range(s.log.count):
        if s.log.entry[i, 0] & bit:
            for k in range(COLUMNS):
                s.log.entry[kept, k] = s.log.entry[i, k]
            s.log.entry[kept, 0] = bit
            kept += 1
    for i in range(kept, s.log.count):
        for k in range(COLUMNS):
            s.log.entry[i, k] = 0
    s.log.count = kept
