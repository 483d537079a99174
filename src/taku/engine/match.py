"""A match is its log: game, version, options, secret and a list of entries. Everything else is read from it."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from taku.engine.actions import Action, ActionError
from taku.engine.entries import (
    FORMAT,
    NOTES,
    Entry,
    Illegal,
    MatchError,
    MatchFile,
    OtherRules,
    Refused,
    Told,
    commitment,
    read_file,
    stream_key,
    told_by,
    written,
)
from taku.engine.game import Game, find_game
from taku.engine.options import OptionError
from taku.engine.part import Saying, load
from taku.engine.rules import Rules, interpreted_rules
from taku.engine.state import GameState
from taku.engine.steps import Prepared, Steps

RulesOf = Callable[[Game], Rules]
"""Who gives a match its rules: at which speed is not the match's matter."""
SNAPSHOT = 64
"""A copy of the state is kept every so many entries, so that looking back is quick in long matches."""
COPIES = 256
"""States that one pass through a match holds for the undos to come; a state has some kilobytes."""


class Match:
    """A match in play or in replay."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, int],
        secret: bytes,
        id: str,
        nonces: Sequence[str] = (),
        *,
        names: Sequence[str] = (),
        rules: Rules | None = None,
        luck: Sequence[bytes] = (),
    ) -> None:
        """Deal: the state before the first entry. ``create`` checks seats and options and has defaults.

        ``luck``: the stream before the deal and each of the first entries, where a study fixed it and not a secret."""
        self.game = game
        self.seats = seats
        self.options = options
        self.secret = secret
        self.id = id
        self.nonces = tuple(nonces)
        self.names = tuple(names)
        self.luck = tuple(luck)
        self.rules = rules or interpreted_rules(game)
        self.entries: list[Entry] = []
        self.steps = Steps()
        self._salts = [0]
        """For each step the salt of the last branch: it keys the entries after it."""
        self.state = game.new(seats, options)
        self.rules.key(self.state, self.key(0))
        self.rules.start(self.state)
        self.hashes = [self.rules.digest(self.state)]
        """The hash of the state after setup and after each entry."""
        self._snapshots = {0: self.state.bytes()}
        self._before = (0, self._snapshots[0])
        """The node before the last change and its state: mostly it is the last change that is taken back."""

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
        rules: RulesOf = interpreted_rules,
        luck: Sequence[bytes] = (),
    ) -> Match:
        """Set a new match up. Without a secret a random one is drawn; ``rules_of`` of ``taku.compile`` is quicker."""
        seats = game.read_seats(seats)
        values = game.read_options(options, seats)
        secret = secrets.token_bytes(32) if secret is None else secret
        id = id or secrets.token_urlsafe(9)
        return cls(game, seats, values, secret, id, nonces, names=names, rules=rules(game), luck=luck)

    def use(self, rules: Rules) -> None:
        """Go on at another speed. The speeds agree on every byte, so they may change in mid-match."""
        if rules.game is not self.game:
            raise ValueError(f"these are {rules!r}, but the match is of {self.game!r}")
        self.rules = rules

    def __repr__(self) -> str:
        """What may stand in any log file: no secret, nothing of the state."""
        return f"<match {self.id} of {self.game.id}, {self.seats} seats, {self.step} entries>"

    def _repr_html_(self) -> str | None:
        """In a notebook: the table as a spectator sees it."""
        return self._drawn("_repr_html_")

    def _repr_svg_(self) -> str | None:
        return self._drawn("_repr_svg_")

    def _drawn(self, how: str) -> str | None:
        """By the game's page, if it has one."""
        if not self.game.page:
            return None
        found: str = getattr(load(self.game.page, Saying).position(self.game, self.view(-1)), how)()
        return found

    def key(self, number: int) -> bytes:
        """What keys chance for the entry of that number."""
        if number < len(self.luck):
            return self.luck[number]
        return stream_key(self.secret, self.id, self.nonces, number, self._salts[max(0, number - 1)])

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

    # ---- entries

    def act(self, seat: int, action: int | str, /, **arguments: int) -> None:
        """Play an action, by number or by name (``act(0, "march", army=3, n=2)``), or refuse it with the reason."""
        if isinstance(action, str):
            self._check(Entry("timeout", seat))  # is the seat asked at all?
            try:
                action = self.rules.asked(self.state, seat).number(action, **arguments)
            except ActionError as fault:
                raise Refused(str(fault)) from None
        elif arguments:
            raise Refused(f"arguments go with the name of an action, not with {action!r}")
        try:
            self.enter(Entry("move", seat, action))
        except Illegal:
            raise Refused(*self.why_not(seat, action)) from None

    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        """Why an action is not legal for the seat, and the clause that forbids it."""
        asked = self.rules.asked(self.state, seat)
        if action not in asked:
            return f"{action} is no action of this decision", ""
        return f"{asked.read(action)} is not legal for seat {seat} now", self.game.why_not(
            self.view(seat), seat, action
        )

    def timeout(self, seat: int) -> None:
        """The seat's time ran out: its decision is made for it."""
        self.enter(Entry("timeout", seat))

    def resign(self, seat: int) -> None:
        """The seat gives up."""
        self.enter(Entry("resign", seat))

    def undo(self, step: int, seat: int = -1) -> None:
        """Return to the state after that many entries; the log goes on growing.

        With a seat, only what this seat did after that many entries is taken back, and what others did stays.
        """
        self.enter(Entry("undo", seat, step))

    def note(self, kind: str, seat: int) -> None:
        """A bot takes a seat over (``bot``) or its player returns (``back``); the state does not change."""
        if kind not in ("bot", "back"):
            raise Refused(f"no such note: {kind} for seat {seat}")
        self.enter(Entry(kind, seat))

    def enter(self, entry: Entry) -> None:
        """Make any entry of a log, with the checks that belong to its kind."""
        self.commit(self.prepare(entry))

    def prepare(self, entry: Entry) -> Prepared:
        """Check an entry and carry it out on a copy, or refuse it with the reason; the match does not change."""
        self._check(entry)
        plan = self.steps.plan(entry, self.entries)
        number, rules = self.step + 1, self.rules
        if entry.kind in NOTES:
            return Prepared(entry, number, self.over, self.state, self.hashes[-1], plan)
        if entry.kind == "undo":
            s = self.at(plan.begin)
            for kept in plan.made:
                self._still_possible(s, kept)
                self.carry_out(s, kept)
        else:
            s = self.state.copy()
            self._carry_out(s, entry, number)
        return Prepared(entry, number, rules.actors(s) == 0, s, rules.digest(s), plan)

    def commit(self, prepared: Prepared) -> None:
        """Make a prepared entry: it must be of this match as it is now."""
        if prepared.step != self.step + 1:
            raise ValueError(f"this was prepared as entry {prepared.step}, but {self.step} have been made")
        entry = prepared.entry
        if prepared.state is not self.state:
            self._before = self.steps.node[-1], self.state.bytes()
        self.state = prepared.state
        self.entries.append(entry)
        self.hashes.append(prepared.hash)
        self.steps.add(prepared.plan)
        self._salts.append(entry.value if entry.kind == "branch" else self._salts[-1])
        if self.step % SNAPSHOT == 0:
            self._snapshots.setdefault(self.steps.node[-1], self.state.bytes())

    def _check(self, entry: Entry) -> None:
        """Whether an entry can be made now."""
        seat, value = entry.seat, entry.value
        if entry.kind == "branch":
            return
        if entry.kind == "undo":
            if type(value) is not int or not 0 <= value < self.step:
                raise Refused(f"there is no earlier step {value}: steps are 0 to {self.step - 1}")
            if seat == -1:
                return
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Refused(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        if entry.kind in ("undo", *NOTES):
            return
        if entry.kind == "resign" and not self.game.has_resign:
            raise Refused(f"{self.game.id} has no resigning")
        if not (who := self.rules.actors(self.state)):
            raise Refused("the match is over")
        if entry.kind == "resign":
            return
        if not who >> seat & 1:
            raise Refused(f"seat {seat} has nothing to decide now")
        if entry.kind == "move":
            if type(value) is not int:
                raise Refused(f"an action is a number, not {value!r}")
            if value not in self.rules.legal(self.state, seat):
                raise Illegal(f"action {value} is not legal for seat {seat} now")

    def _still_possible(self, s: GameState, number: int) -> None:
        """Whether an entry that was made still can be when another seat takes back its own before it."""
        entry = self.entries[number - 1]
        asked = self.rules.actors(s) >> max(0, entry.seat) & 1
        if entry.kind != "resign" and not (
            asked and (entry.kind == "timeout" or entry.value in self.rules.legal(s, entry.seat))
        ):
            raise Refused(f"entry {number} rests on what would be taken back")

    def _carry_out(self, s: GameState, entry: Entry, number: int) -> None:
        """Change the state by a move, timeout or resignation; chance is keyed anew before each."""
        self.rules.key(s, self.key(number))
        if entry.kind == "resign":
            self.rules.resign(s, entry.seat)
        elif entry.kind == "timeout":
            self.rules.timeout(s, entry.seat)
        else:
            self.rules.act(s, entry.seat, entry.value)

    # ---- looking back

    def carry_out(self, s: GameState, number: int) -> None:
        """Change a state by an entry that was made: a move, timeout or resignation."""
        self._carry_out(s, self.entries[number - 1], number)

    def at(self, step: int) -> GameState:
        """The true state after that many entries, with the events of the last one in its buffer."""
        if not 0 <= step <= self.step:
            raise MatchError(f"there is no step {step}: steps are 0 to {self.step}")
        node = self.steps.node[step]
        if node == self.steps.node[-1]:
            return self.state.copy()
        if node == self._before[0]:
            return self.game.state(bytearray(self._before[1]))
        near, path = self.steps.path(step, self._snapshots)
        s = self.game.state(bytearray(self._snapshots[near]))
        for passed, (here, numbers) in enumerate(path, 1):
            for number in numbers:
                self.carry_out(s, number)
            # Half the way between snapshots is long enough: many branches of a long way then share it, so that there
            # is never more than one of these for SNAPSHOT / 2 entries, however they were taken back.
            if passed % (SNAPSHOT // 2) == 0 and len(path) - passed >= SNAPSHOT // 2:
                self._snapshots[here] = s.bytes()
        return s

    def view(self, seat: int, step: int | None = None) -> GameState:
        """What a seat sees, now or after some step; −1 is a spectator."""
        return self.rules.view(self.state if step is None else self.at(step), seat)

    def history(self, since: int = 0) -> Iterator[tuple[int, GameState]]:
        """All steps (from one on) with their true states, one pass; the state handle is the same each time."""
        s, steps = self.at(since), self.steps
        awaited = Counter(steps.begin(n) for n, e in enumerate(self.entries, 1) if e.kind == "undo" and n > since)
        held: dict[int, bytes] = {}
        yield since, s
        for number, entry in enumerate(self.entries[since:], since + 1):
            before = steps.node[number - 1]
            if awaited[before] and len(held) < COPIES:
                held.setdefault(before, s.bytes())
            if entry.kind == "undo":
                target = steps.begin(number)
                s.load(held[target] if target in held else self.at(target).bytes())
                awaited[target] -= 1
                if not awaited[target]:
                    held.pop(target, None)
            for made in steps.made(number):
                self.carry_out(s, made)
            yield number, s

    def moves(self) -> Iterator[tuple[int, int, Action]]:
        """Every move and timeout with its step and seat, by name."""
        for step, s in self.history():
            entry = self.entries[step] if step < self.step else None
            if entry and entry.kind in ("move", "timeout"):
                action = entry.value if entry.kind == "move" else self.rules.default(s, entry.seat)
                yield step + 1, entry.seat, self.rules.asked(s, entry.seat).read(action)

    def log(self, seat: int, since: int = 0) -> list[Told]:
        """What a seat was told, step by step."""
        told = []
        for step, s in self.history():
            entry = self.entries[step - 1] if step else None
            if step >= since and not (entry and entry.kind in ("undo", *NOTES)):
                told += told_by(self.game, step, self.rules.view(s, seat))
        return told

    def branch(self, step: int, salt: int | None = None) -> Match:
        """A new match that shares the first steps and then goes its own way, with other luck."""
        if not 0 <= step <= self.step:
            raise MatchError(f"there is no step {step} to branch from: steps are 0 to {self.step}")
        made = Match(
            self.game, self.seats, dict(self.options), self.secret, self.id, self.nonces, names=self.names,
            rules=self.rules, luck=self.luck[: step + 1],
        )  # fmt: skip
        for entry in self.entries[:step]:
            made.enter(entry)
        made.enter(Entry("branch", -1, salt if salt is not None else 1 + secrets.randbelow(2**31 - 1)))
        return made

    # ---- files

    def export(self, reveal: bool = True) -> dict[str, Any]:
        """The match as one small JSON object; without ``reveal`` the secret stays out and only its hash is in."""
        return {
            "taku": FORMAT,
            "game": self.game.reference,
            "version": self.game.version,
            "content": self.game.content_hash,
            "id": self.id,
            "seats": self.seats,
            "names": list(self.names),
            "options": self.game.options.write(self.options),
            "commitment": commitment(self.secret),
            **({"secret": self.secret.hex()} if reveal else {}),
            "nonces": list(self.nonces),
            **({"luck": " ".join(one.hex() for one in self.luck)} if self.luck else {}),
            "entries": [e.write() for e in self.entries],
            "hashes": [f"{h:016x}" for h in self.hashes],
        }

    def dumps(self) -> str:
        """The exported match as text, one entry a line, so that two matches can be compared by eye."""
        return written(self.export())

    @classmethod
    def load(cls, text: str | bytes, rules: RulesOf = interpreted_rules, game: Game | None = None) -> Match:
        """Read an exported match and replay it, checking every step; ``game`` need not be an installed one."""
        return cls.replay(read_file(text), rules, game)

    @classmethod
    def replay(cls, data: MatchFile, rules: RulesOf = interpreted_rules, game: Game | None = None) -> Match:
        """Replay a match file; refuses what was played under other rules and names the first step that differs."""
        game = game if game is not None and game.reference == data.game else find_game(data.game)
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
                game, data.seats, data.options,
                secret=data.secret, id=data.id, nonces=data.nonces, names=data.names, rules=rules, luck=data.luck,
            )  # fmt: skip
        except OptionError as fault:
            raise MatchError(f"the match cannot be set up: {fault}") from None
        data.compare(game, 0, made.hashes[0])
        for number, entry in enumerate(data.entries, 1):
            try:
                made.enter(entry)
            except Refused as fault:
                raise MatchError(f"step {number}: {entry.kind} cannot be played: {fault}") from None
            data.compare(game, number, made.hashes[number])
        return made


__all__ = [
    "Entry", "Illegal", "Match", "MatchError", "MatchFile", "OtherRules", "Prepared", "Refused", "Told", "commitment",
    "read_file", "stream_key", "told_by",
]  # fmt: skip
