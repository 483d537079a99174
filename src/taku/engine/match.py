"""A match is its log: game, version, options, secret and a list of entries. Everything else is read from it."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from taku.engine.game import Game, find_game
from taku.engine.options import OptionError
from taku.engine.speed import Rules, rules_of
from taku.engine.state import GameState

FORMAT = 1
KINDS = ("move", "timeout", "resign", "undo", "branch", "bot", "back")
SNAPSHOT = 64
"""A copy of the state is kept every so many entries, so that looking back is quick in long matches."""


class Refused(Exception):
    """An entry that cannot be made now; nothing has changed. ``clause`` names the rule that forbids it, if one does."""

    def __init__(self, reason: str, clause: str = "") -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.reason = reason
        self.clause = clause


class MatchError(Exception):
    """A match file that cannot be read or does not replay; the message says which step fails and why."""


class OtherRules(MatchError):
    """A match played under another version of the rules: it can be read, but not replayed."""


@dataclass(frozen=True)
class Entry:
    """One line of the log: ``move`` has seat and action, ``undo`` the step it returns to, ``branch`` a salt."""

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


@dataclass(frozen=True)
class Told:
    """An event as a seat learned of it: at which step, which event, its numbers, and the clause behind it."""

    step: int
    event: str
    clause: str
    arguments: tuple[int, ...]


def stream_key(secret: bytes, match: str, nonces: Sequence[str], number: int, salt: int = 0) -> bytes:
    """The 16 bytes that key chance for one entry; nobody can know them without the secret and all nonces."""
    message = json.dumps([match, list(nonces), number, salt], separators=(",", ":")).encode()
    return hmac.new(secret, message, hashlib.sha256).digest()[:16]


def commitment(secret: bytes) -> str:
    """What is shown before the match, so that the secret cannot be chosen afterwards."""
    return hashlib.sha256(secret).hexdigest()


@dataclass
class Match:
    """A match in play or in replay."""

    game: Game
    seats: int
    options: dict[str, int]
    secret: bytes
    id: str
    nonces: tuple[str, ...] = ()
    speed: str | None = None
    names: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)
    hashes: list[int] = field(default_factory=list)
    """The hash of the state after setup and after each entry."""
    _snapshots: dict[int, bytes] = field(default_factory=dict, repr=False)

    @classmethod
    def create(
        cls,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        secret: bytes | None = None,
        id: str | None = None,
        nonces: Sequence[str] = (),
        names: Sequence[str] = (),
        speed: str | None = None,
    ) -> Match:
        """Set a new match up. Without a secret a random one is drawn."""
        seats = game.read_seats(seats)
        values = game.read_options(options, seats)
        made = cls(
            game,
            seats,
            values,
            secrets.token_bytes(32) if secret is None else secret,
            id or secrets.token_urlsafe(9),
            tuple(nonces),
        )
        made.names, made.speed = tuple(names), speed
        made.begin()
        return made

    @cached_property
    def rules(self) -> Rules:
        """The rules at the match's speed. The speeds agree on every byte, so they may change in mid-match."""
        return rules_of(self.game, self.speed)

    def begin(self) -> None:
        """Deal: the state before the first entry."""
        self.state = self.game.new(self.seats, self.options)
        self.rules.key(self.state, self._key(0))
        self.rules.start(self.state)
        self.hashes = [self.rules.digest(self.state)]
        self._snapshots = {0: self.state.bytes()}

    def _key(self, number: int) -> bytes:
        salt = next((e.value for e in reversed(self.entries) if e.kind == "branch"), 0)
        return stream_key(self.secret, self.id, self.nonces, number, salt)

    @property
    def step(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        return self.rules.actors(self.state) == 0

    def scores(self) -> list[int]:
        """The rank of each seat after the end."""
        return self.rules.scores(self.state)

    def legal(self, seat: int) -> list[int]:
        """What the seat may do now; nothing if it is not asked."""
        return self.rules.legal(self.state, seat) if seat in self.rules.acting(self.state) else []

    def act(self, seat: int, action: int) -> None:
        """Play an action, or refuse it with the reason."""
        self._asked(seat)
        if type(action) is not int:
            raise Refused(f"an action is a number, not {action!r}")
        if action not in self.rules.legal(self.state, seat):
            raise Refused(*self.why_not(seat, action))
        self._enter(Entry("move", seat, action))

    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        """Why an action is not legal for the seat, and the clause that forbids it where the game knows it."""
        page = self.game.module("page")
        found = getattr(page, "why_not", None)
        clause = found(self.view(seat), seat, action) if found else ""
        return f"action {action} is not legal for seat {seat} now", clause or ""

    def timeout(self, seat: int) -> None:
        """The seat's time ran out: its default is played."""
        self._asked(seat)
        self._enter(Entry("timeout", seat))

    def resign(self, seat: int) -> None:
        """The seat gives up."""
        if not self.game.has_resign:
            raise Refused(f"{self.game.id} has no resigning")
        if not 0 <= seat < self.seats:
            raise Refused(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        if self.over:
            raise Refused("the match is over")
        self._enter(Entry("resign", seat))

    def undo(self, step: int) -> None:
        """Return to the state after that many entries; the log goes on growing."""
        if type(step) is not int or not 0 <= step < self.step:
            raise Refused(f"there is no earlier step {step}: steps are 0 to {self.step - 1}")
        self._enter(Entry("undo", -1, step))

    def note(self, kind: str, seat: int) -> None:
        """A bot takes a seat over (``bot``) or its player returns (``back``); the state does not change."""
        if kind not in ("bot", "back") or not 0 <= seat < self.seats:
            raise Refused(f"no such note: {kind} for seat {seat}")
        self._enter(Entry(kind, seat))

    def _asked(self, seat: int) -> None:
        if self.over:
            raise Refused("the match is over")
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Refused(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        if seat not in self.rules.acting(self.state):
            raise Refused(f"seat {seat} has nothing to decide now")

    def _enter(self, entry: Entry) -> None:
        before = self.state.bytes()
        self.entries.append(entry)
        try:
            self._carry_out(self.state, entry, self.step)
        except Exception:  # a fault in a rule: the match is as it was
            self.entries.pop()
            self.state.load(before)
            raise
        self.hashes.append(self.rules.digest(self.state))
        if self.step % SNAPSHOT == 0:
            self._snapshots[self.step] = self.state.bytes()

    def _carry_out(self, s: GameState, entry: Entry, number: int) -> None:
        """Change the state as an entry says; chance is keyed anew before each."""
        if entry.kind in ("bot", "back", "branch"):
            return
        if entry.kind == "undo":
            s.load(self.at(entry.value).bytes())
            return
        salt = next((e.value for e in reversed(self.entries[:number]) if e.kind == "branch"), 0)
        self.rules.key(s, stream_key(self.secret, self.id, self.nonces, number, salt))
        if entry.kind == "resign":
            self.rules.resign(s, entry.seat)
        else:
            action = entry.value if entry.kind == "move" else self.rules.default(s, entry.seat)
            self.rules.act(s, entry.seat, action)

    def at(self, step: int) -> GameState:
        """The true state after that many entries, with the events of the last one in its buffer."""
        if not 0 <= step <= self.step:
            raise MatchError(f"there is no step {step}: steps are 0 to {self.step}")
        if step == self.step:
            return self.state.copy()
        near = max(k for k in self._snapshots if k <= step)
        s = self.game.state(bytearray(self._snapshots[near]))
        for number in range(near + 1, step + 1):
            self._carry_out(s, self.entries[number - 1], number)
        return s

    def view(self, seat: int, step: int | None = None) -> GameState:
        """What a seat sees, now or after some step; −1 is a spectator."""
        return self.rules.view(self.state if step is None else self.at(step), seat)

    def history(self) -> Iterator[tuple[int, GameState]]:
        """All steps with their true states, one pass; the state handle is the same each time."""
        s = self.game.state(bytearray(self._snapshots[0]))
        yield 0, s
        for number, entry in enumerate(self.entries, 1):
            self._carry_out(s, entry, number)
            yield number, s

    def log(self, seat: int, since: int = 0) -> list[Told]:
        """What a seat was told, step by step."""
        told = []
        last = None
        for step, s in self.history():
            entry = self.entries[step - 1] if step else None
            if step < since or (entry and entry.kind in ("undo", "bot", "back", "branch")):
                continue
            last = self.rules.view(s, seat)
            told += told_by(self.game, step, last)
        return told

    def branch(self, step: int, salt: int | None = None) -> Match:
        """A new match that shares the first steps and then goes its own way, with other luck."""
        if not 0 <= step <= self.step:
            raise MatchError(f"there is no step {step} to branch from: steps are 0 to {self.step}")
        made = Match(
            self.game, self.seats, dict(self.options), self.secret, self.id, self.nonces, self.speed, self.names
        )
        made.begin()
        for entry in self.entries[:step]:
            made._enter(entry)
        made._enter(Entry("branch", -1, salt if salt is not None else 1 + secrets.randbelow(2**31 - 1)))
        return made

    def export(self, reveal: bool = True) -> dict[str, Any]:
        """The match as one small JSON object; without ``reveal`` the secret stays out and only its hash is in."""
        return {
            "taku": FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "content": self.game.content_hash,
            "id": self.id,
            "seats": self.seats,
            "names": list(self.names),
            "options": self.game.options.write(self.options),
            "commitment": commitment(self.secret),
            **({"secret": self.secret.hex()} if reveal else {}),
            "nonces": list(self.nonces),
            "entries": [e.write() for e in self.entries],
            "hashes": [f"{h:016x}" for h in self.hashes],
        }

    def dumps(self) -> str:
        """The exported match as text, one entry a line, so that two matches can be compared by eye."""
        data = self.export()
        entries = ",\n".join(json.dumps(e) for e in data.pop("entries"))
        hashes = ",\n".join(json.dumps(h) for h in data.pop("hashes"))
        head = json.dumps(data, ensure_ascii=False, indent=1)[:-2]
        return f'{head},\n "entries": [\n{entries}\n],\n "hashes": [\n{hashes}\n]\n}}\n'

    @classmethod
    def load(cls, text: str | bytes, speed: str | None = None, game: Game | None = None) -> Match:
        """Read an exported match and replay it, checking every step; ``game`` need not be an installed one."""
        return cls.replay(read_file(text), speed, game)

    @classmethod
    def replay(cls, data: MatchFile, speed: str | None = None, game: Game | None = None) -> Match:
        """Replay a match file; refuses what was played under other rules and names the first step that differs."""
        game = game if game is not None and game.id == data.game else find_game(data.game)
        if data.version != game.version:
            raise OtherRules(
                f"this match was played with version {data.version} of {game.id}; here is version {game.version}. "
                "It can be read but not replayed"
            )
        if data.secret is None:
            raise MatchError("the secret of this match is not in the file (it is shown after the end)")
        if commitment(data.secret) != data.commitment:
            raise MatchError("the secret does not fit the commitment that was shown before the match")
        try:
            made = cls.create(
                game,
                data.seats,
                data.options,
                secret=data.secret,
                id=data.id,
                nonces=data.nonces,
                names=data.names,
                speed=speed,
            )
        except OptionError as fault:
            raise MatchError(f"the match cannot be set up: {fault}") from None
        made._check(data, 0)
        for number, entry in enumerate(data.entries, 1):
            try:
                made.enter(entry)
            except Refused as fault:
                raise MatchError(f"step {number}: {entry.kind} cannot be played: {fault}") from None
            made._check(data, number)
        return made

    def enter(self, entry: Entry) -> None:
        """Make any entry of a log, with the checks that belong to its kind."""
        match entry.kind:
            case "move":
                self.act(entry.seat, entry.value)
            case "timeout":
                self.timeout(entry.seat)
            case "resign":
                self.resign(entry.seat)
            case "undo":
                self.undo(entry.value)
            case "branch":
                self._enter(entry)
            case _:
                self.note(entry.kind, entry.seat)

    def _check(self, data: MatchFile, number: int) -> None:
        here, there = self.hashes[number], data.hashes[number]
        if here != there:
            text = f"step {number}: the state is {here:016x}, the file says {there:016x}. "
            if data.same_rules(self.game):
                raise MatchError(f"{text}The rules are those it was played with: the file is damaged")
            raise MatchError(f"{text}The rules have changed since, without a new version, or the file is damaged")


def told_by(game: Game, step: int, seen: GameState, known: dict[tuple[int, ...], Told] | None = None) -> list[Told]:
    """The events in the buffer of a seat's view. ``known`` are those that other seats were told of the same step."""
    known = {} if known is None else known
    told = []
    for row in seen.events():
        if row not in known:
            about = game.events.about(row[1])
            known[row] = Told(step, game.events[row[1]], about.clause, row[2 : 2 + len(about.arguments)])
        told.append(known[row])
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
    secret: bytes | None
    nonces: tuple[str, ...]
    entries: list[Entry]
    hashes: list[int]

    def same_rules(self, game: Game) -> bool:
        """Whether a game's rules are to the letter those that the match was played with."""
        return self.content == game.content_hash


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
    )
