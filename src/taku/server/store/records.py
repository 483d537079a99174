"""What the store hands out: matches, entries, players, talk, invitations and bot jobs, all read-only."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from taku.server.store.errors import BadValue

Json = Any
JsonObject = Mapping[str, Any]
Row = Sequence[Any]

Status = Literal["waiting", "playing", "paused", "over", "closed"]
STATUSES: tuple[Status, ...] = ("waiting", "playing", "paused", "over", "closed")
Visibility = Literal["public", "link"]
SeatKind = Literal["player", "bot", "open", "invited"]
What = Literal["entry", "match", "chat", "job", "gone", "player", "word", "all", "down", "up"]

# No letter or digit that is easily taken for another; lower case only, so that a link can be read out.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 12  # 59 bits: a table that is open by link only must not be found by trying
TOKEN_LENGTH = 16  # 79 bits
CODE_LENGTH = 8  # 39 bits, valid for minutes and once

KILO = 1024
MAX_ENTRY = 64 * KILO
MAX_JSON = 256 * KILO
MAX_DERIVED = 16 * KILO * KILO
MAX_PAYLOAD = 4 * KILO * KILO
MAX_NAME = 80
JOINER = "\u200d"  # holds the parts of an emoji together


def new_id(length: int = ID_LENGTH) -> str:
    """A short random text that can stand in a link."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def pack(value: Json, limit: int = MAX_JSON) -> str:
    """JSON text of a value, refused if it is too long or holds what JSON cannot."""
    try:
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as e:
        raise BadValue(f"this cannot be stored as JSON: {e}") from None
    if len(text) > limit:
        raise BadValue(f"{len(text):,} bytes of JSON are too long: at most {limit:,} are stored here")
    return text


def clean(text: str, limit: int = MAX_NAME) -> str:
    """A line as a person may have typed it, without control characters and half characters; refused if too long."""
    kept = (" " if c.isspace() else c for c in text if c.isprintable() or c.isspace() or c == JOINER)
    text = " ".join("".join(kept).split())
    if len(text) > limit:
        raise BadValue(f"{len(text):,} characters are too long: at most {limit:,} are stored here")
    return text


@dataclass(frozen=True, slots=True)
class Seat:
    """Who holds a seat; the name is kept with it, so that a replay has it after the guest is forgotten."""

    kind: SeatKind = "open"
    player: str | None = None
    level: str | None = None
    name: str = ""
    colour: str = ""

    def to_json(self) -> Json:
        return {k: v for k in self.__slots__ if (v := getattr(self, k))}


@dataclass(frozen=True, slots=True)
class Match:
    """A match without its log and without its secret (`Store.secret` reads that one, on purpose)."""

    id: str
    game: str
    game_version: str
    options: dict[str, Json]
    seats: tuple[Seat, ...]
    host: str | None
    commitment: str
    nonces: Json = field(repr=False)
    created_at: int
    changed_at: int
    finished_at: int | None
    status: Status
    title: str
    visibility: Visibility
    clock: dict[str, Json]
    settings: dict[str, Json]
    result: Json
    rematch_of: str | None
    version: int
    length: int

    @property
    def players(self) -> tuple[str, ...]:
        """The guests at the table, each once."""
        return tuple(dict.fromkeys(s.player for s in self.seats if s.player))


COLUMNS = (
    "id, game, game_version, options, seats, host, commitment, nonces, created_at, changed_at, finished_at, status,"
    " title, visibility, clock, settings, result, rematch_of, version,"
    " coalesce((select max(e.number) from entry e where e.match = match.id), 0)"
)


def match_of(row: Row) -> Match:
    """A row of COLUMNS as a match."""
    values = list(row)
    for at in (3, 7, 14, 15, 16):
        values[at] = None if values[at] is None else json.loads(values[at])
    values[4] = tuple(Seat(**s) for s in json.loads(values[4]))
    return Match(*values)


class MatchChanges(TypedDict, total=False):
    """What of a match may change after it was made."""

    game_version: str
    options: JsonObject
    seats: Sequence[Seat]
    host: str | None
    nonces: Json
    finished_at: int | None
    status: Status
    title: str
    visibility: Visibility
    clock: JsonObject
    settings: JsonObject
    result: Json


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log; `at` is in milliseconds since 1970, numbers begin at 1."""

    match: str
    number: int
    kind: str
    seat: int | None
    body: Json
    at: int


def entry_of(row: Row) -> Entry:
    match, number, kind, seat, body, at = row
    return Entry(match, number, kind, seat, json.loads(body), at)


@dataclass(frozen=True, slots=True)
class Player:
    """A guest; `banned` is the reason, or None for everybody who may play."""

    id: str
    name: str
    colour: str
    language: str
    created_at: int
    seen_at: int
    banned: str | None
    settings: dict[str, Json]

    @property
    def generation(self) -> int:
        """Which of the guest's cookies are valid: those of this generation."""
        found = self.settings.get("generation", 0)
        return found if isinstance(found, int) else 0


@dataclass(frozen=True, slots=True)
class Said:
    """One line of talk; a channel is `table`, `team:<n>`, `spectators`, …: the server decides who reads which."""

    match: str
    number: int
    channel: str
    player: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Invite:
    """A link to a table, or to one seat of it."""

    token: str = field(repr=False)
    match: str
    seat: int | None
    created_at: int


@dataclass(frozen=True, slots=True)
class Job:
    """A bot's move to be found: the answer for `seat` after entry `number`."""

    match: str
    seat: int
    number: int
    level: str
    payload: bytes = field(repr=False)
    queued_at: int
    taken_by: str | None
    taken_at: int | None
    tries: int
    done: bool
    answer: Json
    kind: int


def job_of(row: Row) -> Job:
    match, seat, number, level, payload, queued_at, taken_by, taken_at, tries, done, answer, kind = row
    found = None if answer is None else json.loads(answer)
    return Job(match, seat, number, level, payload, queued_at, taken_by, taken_at, tries, bool(done), found, kind)


@dataclass(frozen=True, slots=True)
class Change:
    """Something was stored: an entry, a match's facts, talk, a bot's job or answer; `gone` is a match deleted.

    `word` is nothing stored but what another server says in passing about a match; `text` has it.
    `id` is the match's; with `player` it is that of a guest who was renamed, banned, let in again or forgotten.
    `all` means that anything may have changed (the line to the database was cut, or another program wrote):
    every table in memory should be read again. `down` means that nothing can be stored now (`text` says why), `up` that
    it can be again. `here` is true for what this process wrote itself.
    """

    what: What
    id: str = ""
    number: int = 0
    here: bool = True
    text: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches of a longer list; `next` asks for the following page, None at the end."""

    matches: tuple[Match, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class Purged:
    """What was removed because of its age."""

    matches: int
    players: int
    codes: int
    uploads: int
