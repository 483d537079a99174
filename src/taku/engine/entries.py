"""The lines of a match's log, and the file that holds a whole match, as they stand before anything is replayed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from taku.engine.game import Game
from taku.engine.state import GameState

FORMAT = 1
KEY_BYTES = 16
KINDS = ("move", "timeout", "resign", "undo", "branch", "bot", "back")
NOTES = ("bot", "back", "branch")
"""Entries that do not change the state."""


class Refused(Exception):
    """An entry that cannot be made now; nothing has changed. ``clause`` names the rule that forbids it, if one does."""

    def __init__(self, reason: str, clause: str = "") -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.reason = reason
        self.clause = clause


class Illegal(Refused):
    """An action that is not among the seat's legal ones."""


class MatchError(Exception):
    """A match file that cannot be read or does not replay; the message says which step fails and why."""


class OtherRules(MatchError):
    """A match played under another version of the rules: it can be read, but not replayed."""


@dataclass(frozen=True)
class Entry:
    """One line of the log: ``move`` has seat and action, ``undo`` the step it returns to, ``branch`` a salt.

    An ``undo`` of a seat takes back what this seat did since that step; one of seat −1 everything."""

    kind: str
    seat: int = -1
    value: int = 0

    def write(self) -> list[Any]:
        return [self.kind, self.seat, self.value]

    @classmethod
    def read(cls, data: Any, number: int) -> Entry:
        if isinstance(data, list) and len(data) == 3:
            kind, seat, value = data
            if kind in KINDS and type(seat) is int and type(value) is int:
                return cls(kind, seat, value)
        raise MatchError(f'step {number}: {json.dumps(data)[:80]} is not an entry like ["move", 0, 3]')


def stream_key(secret: bytes, match: str, nonces: Sequence[str], number: int, salt: int = 0) -> bytes:
    """The 16 bytes that key chance for one entry; nobody can know them without the secret and all nonces."""
    message = f"{_written(match, tuple(nonces))}{number},{salt}]".encode()
    return hmac.digest(secret, message, "sha256")[:KEY_BYTES]


@lru_cache(maxsize=4096)
def _written(match: str, nonces: tuple[str, ...]) -> str:
    """The part of a key's message that all entries of a match share."""
    return json.dumps([match, list(nonces)], separators=(",", ":"))[:-1] + ","


def commitment(secret: bytes) -> str:
    """What is shown before the match, so that the secret cannot be chosen afterwards."""
    return hashlib.sha256(secret).hexdigest()


class Told(NamedTuple):
    """An event as a seat learned of it: at which step, which event, its numbers, and the clause behind it."""

    step: int
    event: str
    clause: str
    arguments: tuple[int, ...]


def told_by(game: Game, step: int, seen: GameState, known: dict[tuple[int, ...], Told] | None = None) -> list[Told]:
    """The events in the buffer of a seat's view. ``known`` are those that other seats were told of the same step."""
    known = {} if known is None else known
    told = []
    for row in seen.events():
        one = known.get(row)
        if one is None:
            about = game.events.about(row[1])
            one = known[row] = Told(step, game.events[row[1]], about.clause, row[2 : 2 + len(about.arguments)])
        told.append(one)
    return told


@dataclass(frozen=True)
class MatchFile:
    """A match file as it stands, before anything is replayed."""

    game: str
    version: int
    content: str
    """The content hash of the rules it was played with."""
    id: str
    seats: int
    names: tuple[str, ...]
    options: dict[str, object]
    commitment: str
    secret: bytes | None = field(repr=False)
    nonces: tuple[str, ...] = field(repr=False)
    entries: list[Entry] = field(repr=False)
    hashes: list[int] = field(repr=False)
    luck: tuple[bytes, ...] = field(default=(), repr=False)
    """The stream before the deal and before each entry, where it does not come from the secret (``taku lab``)."""

    def same_rules(self, game: Game) -> bool:
        """Whether a game's rules are to the letter those that the match was played with."""
        return self.content == game.content_hash

    def compare(self, game: Game, number: int, here: int) -> None:
        """Refuse a step whose state is not the one that the file says."""
        if here != self.hashes[number]:
            text = f"step {number}: the state is {here:016x}, the file says {self.hashes[number]:016x}. "
            if self.same_rules(game):
                raise MatchError(f"{text}The rules are those it was played with: the file is damaged")
            raise MatchError(f"{text}The rules have changed since, without a new version, or the file is damaged")


def written(data: dict[str, Any]) -> str:
    """A match file as text, one entry a line."""
    entries = ",\n".join(json.dumps(e) for e in data.pop("entries"))
    hashes = ",\n".join(json.dumps(h) for h in data.pop("hashes"))
    head = json.dumps(data, ensure_ascii=False, indent=1)[:-2]
    return f'{head},\n "entries": [\n{entries}\n],\n "hashes": [\n{hashes}\n]\n}}\n'


def read_file(text: str | bytes) -> MatchFile:
    """Read a match file; says what is wrong with a damaged one."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise MatchError(f"this is not a match file: {fault}") from None
    if not isinstance(data, dict) or "taku" not in data:
        raise MatchError('this is not a match file: it is a JSON object with "taku", "game", "entries" …')
    if data["taku"] != FORMAT:
        raise MatchError(f"this match file has format {data['taku']!r}; this program reads format {FORMAT}")

    def part(name: str, kind: type, default: Any = None) -> Any:
        value = data.get(name, default)
        if value is None:
            raise MatchError(f"the match file has no {name!r}")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise MatchError(f"the match file's {name!r} is {json.dumps(value)[:60]}, not {kind.__name__}")
        return value

    def hexed(name: str, value: Any) -> bytes:
        try:
            return bytes.fromhex(value)
        except (TypeError, ValueError):
            raise MatchError(f"the match file's {name} is not hexadecimal: {str(value)[:40]!r}") from None

    entries = [Entry.read(e, n) for n, e in enumerate(part("entries", list), 1)]
    hashes = [int.from_bytes(hexed(f"hash of step {n}", h), "big") for n, h in enumerate(part("hashes", list))]
    if len(hashes) != len(entries) + 1:
        raise MatchError(f"the match file has {len(entries)} entries and {len(hashes)} hashes, not one more")
    luck = tuple(hexed("luck", word) for word in part("luck", str, "").split())
    if luck and (len(luck) > len(hashes) or any(len(one) != KEY_BYTES for one in luck)):
        raise MatchError(f"the match file's luck is {KEY_BYTES} bytes for the deal and for each entry that has its own")
    return MatchFile(
        part("game", str),
        part("version", int),
        part("content", str, ""),
        part("id", str),
        part("seats", int),
        tuple(str(n) for n in part("names", list, [])),
        part("options", dict, {}),
        part("commitment", str),
        hexed("secret", data["secret"]) if "secret" in data else None,
        tuple(str(n) for n in part("nonces", list, [])),
        entries,
        hashes,
        luck,
    )
