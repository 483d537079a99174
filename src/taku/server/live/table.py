"""A live table: one match in memory with everybody who looks at it.

An entry is prepared on a copy of the state, made durable in the store, and only then committed and shown.
Everything shown comes from the seats' hidden states in ``history``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from taku.engine import STANDING
from taku.engine.match import Entry as Move
from taku.engine.match import Match, Prepared, Refused
from taku.engine.state import GameState
from taku.page.parts import Name
from taku.server.config import STARTED_TICKS, now, steady, ticks
from taku.server.live.bots import BotSeats
from taku.server.live.clocks import Change, Clocks, share
from taku.server.live.guide import Guide
from taku.server.live.history import SPECTATOR, History
from taku.server.live.loading import loaded, quickest
from taku.server.live.offers import Offers
from taku.server.live.peers import Peers
from taku.server.live.presence import Presence
from taku.server.live.screen import Screen
from taku.server.live.talk import Talk
from taku.server.live.undo import may_undo
from taku.server.results import ending
from taku.server.seat_names import seat_names
from taku.server.store import Conflict, Entry, Gap, MatchChanges, Seat, Stale, StoreError
from taku.server.store import Match as Record

if TYPE_CHECKING:
    from taku.engine.game import Game
    from taku.server.live.connection import Connection
    from taku.server.live.registry import Registry

log = logging.getLogger(__name__)


class Table:
    """One match, its seats and its onlookers."""

    def __init__(self, registry: Registry, game: Game, record: Record) -> None:
        self.registry = registry
        self.game = game
        self.record = record
        self.match: Match | None = None
        self.history: History | None = None
        self.clocks = Clocks()
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.used = ticks()
        self.broken = ""
        self.storing = 0
        """The number of the entry that is being stored; 0: none."""
        self.peers = Peers(self)
        self.presence = Presence(self)
        self.offers = Offers(self)
        self.talk = Talk(self)
        self.bots = BotSeats(self)
        self.guide = Guide(self)
        self.screen = Screen(self)
        self._seated: tuple[Record | None, dict[str, int]] = (None, {})
        self._named: tuple[Record | None, dict[str, list[Name]]] = (None, {})
        self._choices: tuple[int, list[int], dict[int, list[int]]] = (-1, [], {})
        """After which entry who must choose, and what they may do."""
        self._gone = False
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # ---- facts

    @property
    def id(self) -> str:
        return self.record.id

    def names(self, language: str) -> list[Name]:
        """What everybody at the table is called; an empty seat has no name yet."""
        if self._named[0] is not self.record:
            self._named = (self.record, {})
        found = self._named[1].get(language)
        if found is None:
            found = self._named[1][language] = seat_names(self.record.seats, self.game, language)
        return found

    @property
    def over(self) -> bool:
        return self.history is not None and not self.acting()

    @property
    def paused(self) -> bool:
        return self.record.status == "paused"

    def seat_of(self, player: str) -> int:
        """Where a guest sits at this moment; −1 for onlookers."""
        if self._seated[0] is not self.record:
            seats = enumerate(self.record.seats)
            self._seated = (self.record, {s.player: i for i, s in reversed([*seats]) if s.player})
        return self._seated[1].get(player, SPECTATOR)

    def humans(self) -> list[int]:
        """The seats that people hold, whether or not a bot plays for them now."""
        return [i for i, s in enumerate(self.record.seats) if s.player]

    def team(self, seat: int) -> int | None:
        """The team of a seat, in games that have teams."""
        if self.history is None or seat < 0 or "team" not in self.game.state.layout.fields:
            return None
        return int(self.history.past[SPECTATOR].seen.team[seat])  # type: ignore[attr-defined]

    def standing(self, seat: int) -> int:
        """How far a seat still takes part in the match, a member of ``STANDING``."""
        if self.history is None or seat < 0 or self.game.standing is None:
            return STANDING.plays
        return self.game.standing(self.history.past[SPECTATOR].seen, seat)

    def only_looked_on(self) -> bool:
        """Whether all people at the table have fallen or are out: what is played now is played by bots."""
        if self.game.standing is None:
            return False
        people = self.humans()
        return bool(people) and all(self.standing(seat) != STANDING.plays for seat in people)

    def setting(self, name: str, default: Any = False) -> Any:
        return self.record.settings.get(name, default)

    def acting(self) -> list[int]:
        """The seats that must choose now."""
        if self.history is None or self.match is None:
            return []
        if self._choices[0] != self.history.number:
            self._choices = (self.history.number, self.match.rules.acting(self.history.past[SPECTATOR].seen), {})
        return self._choices[1]

    def legal(self, seat: int) -> list[int]:
        """What a seat may do, from what it sees."""
        if self.history is None or self.match is None or seat not in self.acting():
            return []
        known = self._choices[2]
        if seat not in known:
            known[seat] = self.match.rules.legal(self.history.past[seat].seen, seat)
        return known[seat]

    # ---- beginning

    async def load(self) -> None:
        """Read the match from the store, as far as it has come."""
        if self._gone or self.record.status in ("waiting", "closed"):
            return
        entries = await self.registry.store.entries(self.id)
        secret = await self.registry.store.secret(self.id)
        match, history, banks = await asyncio.to_thread(loaded, self.game, self.record, secret, entries)
        if self._gone:
            return
        self.match, self.history = match, history
        self.clocks = Clocks.of(self.record.clock, match.seats)
        for seat, left in banks.items():
            if self.clocks.kind == "bank":
                self.clocks.bank[seat] = left
        self._ask()
        if entries or self.clocks.kind == "days":
            last = entries[-1].at if entries else self.record.changed_at
            self.clocks.refund(ticks(), steady() - last, ticks() - STARTED_TICKS)
            self.set_timer()
        if self.paused:
            self.clocks.stop(ticks())
        self.bots.wake()
        if self.over and self.record.status in ("playing", "paused"):
            await self._finish_late()

    async def begin(self) -> None:
        """Everybody sits: deal. Two servers may both try; one does it."""
        async with self.lock:
            if self.record.status != "waiting" or any(s.kind in ("open", "invited") for s in self.record.seats):
                return
            given = self.record.nonces if isinstance(self.record.nonces, dict) else {}
            nonces = [str(given.get(str(i), "")) for i in range(len(self.record.seats))]
            if self.setting("seed"):
                nonces = []
            try:
                self.record = await self.registry.store.update_match(
                    self.id, now=now(), version=self.record.version, status="playing", nonces=nonces
                )
            except Stale as newer:
                self.record = newer.match
                if self.record.status == "waiting":
                    return
            await self.load()
        self.push_all()
        self.bots.wake()

    async def look_again(self) -> None:
        """Before the match: who comes from another process, which has begun it, may be faster than its word of that."""
        record = await self.registry.store.match(self.id)
        if record is None or record.status not in ("waiting", "closed") or record.version > self.record.version:
            await self.reread()  # or wait until it has been read

    async def reread(self) -> None:
        """Somebody changed the match's facts, here or on another server."""
        record = await self.registry.store.match(self.id)
        if record is None:
            await self.registry.forget(self)
            return
        if record.version < self.record.version:  # changed again here, while this was being read
            return
        was, self.record = self.record, record
        if record.status == "closed" and was.status != "closed":
            self.push_all()
        elif record.status == "waiting":
            if not any(s.kind in ("open", "invited") for s in record.seats):
                await self.begin()
            self.push_all()
        elif self.match is None:
            async with self.lock:
                if self.match is None:
                    await self.load()
            self.push_all()
        elif was.status != record.status or was.seats != record.seats:
            (self.clocks.stop if record.status == "paused" else self.clocks.go_on)(ticks())
            self.push_all()
            self.bots.wake()

    # ---- entries

    async def act(self, seat: int, seq: int, action: int, *, player: str | None = None) -> str | None:
        """A seat's move: None if it was accepted or came too late, else the reason why it was refused.

        Of a ``player`` it is accepted only while they hold the seat.
        """
        async with self.lock:
            await self.registry.store.turn()
            if self.match is None or self.history is None or self.history.seq(seat) != seq:
                return None
            if player is not None and self.seat_of(player) != seat:
                return None
            if self.record.status != "playing":
                return "refused.paused" if self.paused else "refused.over"
            for _ in range(8):
                try:
                    await self._enter(Move("move", seat, action))
                    return None
                except Refused:
                    return "refused.illegal"
                except (Conflict, Gap):  # another server was first: look again at what is there now
                    await self._catch_up()
                    if self.history.seq(seat) != seq:
                        return None
            return "refused.busy"

    async def enter(self, kind: str, seat: int, value: int = 0, *, seq: int | None = None) -> bool:
        """An entry that the server makes; False if it is not possible (any more)."""
        async with self.lock:
            for _ in range(8):
                if self.match is None or self.history is None or self.over:
                    return False
                if seq is not None and self.history.seq(seat) != seq:
                    return False
                try:
                    await self._enter(Move(kind, seat, value))
                    return True
                except Refused:
                    return False
                except (Conflict, Gap):
                    await self._catch_up()
            return False

    async def _enter(self, move: Move) -> None:
        """Prepare, store, commit, show. Until it is stored nothing here has changed."""
        match = self.match
        assert match is not None
        prepared = match.prepare(move)
        change = self._clock_change(prepared)
        at = now()
        body: dict[str, Any] = {"value": move.value}
        if change is not None and change.bank is not None:
            body["left"] = change.bank
        changes = self._end(at, prepared.state) if prepared.over else None
        self.storing = prepared.step
        try:
            await self.registry.store.append(
                [Entry(self.id, prepared.step, move.kind, move.seat, body, at)], changes=changes
            )
        finally:
            self.storing = 0
        match.commit(prepared)
        if change is not None:
            self.clocks.apply(change)
        if changes:
            self.record = await self.registry.store.match(self.id) or self.record
        self._entered(move)

    def _clock_change(self, prepared: Prepared) -> Change | None:
        """What an entry does to the clock of its seat, once it is stored. What the others cannot see does nothing."""
        move, history = prepared.entry, self.history
        assert history is not None
        if not self.clocks.on or move.seat < 0:
            return None
        if move.kind == "undo":
            shown = any(history.was_public(number) for number in prepared.plan.dropped)
            return self.clocks.taken_back(move.seat, ticks()) if shown else None
        if move.kind in ("move", "timeout") and history.public(move, prepared.state):
            return self.clocks.settled(move.seat, ticks())
        return None

    async def take_back(self, seat: int, *, agreed: bool) -> bool:
        """A seat takes back its last move if it may: by agreement, or else only what nobody has seen."""
        async with self.lock:
            for _ in range(8):
                if self.match is None:
                    return False
                undo = may_undo(self.match, seat, self.humans())
                if undo is None or not (agreed or undo.free):
                    return False
                try:
                    await self._enter(undo.entry)
                    return True
                except (Conflict, Gap):
                    await self._catch_up()
            return False

    def _end(self, at: int, state: GameState) -> MatchChanges:
        assert self.match is not None
        found = ending(self.game, self.match.rules, state, str(self.setting("preset", "")))
        return {"status": "over", "finished_at": at, "result": found}

    def _entered(self, move: Move) -> None:
        """An entry is durable: show it to those who see a change."""
        assert self.history is not None
        self.used = ticks()
        changed = set(self.history.advance(move))
        self.screen.forget(changed)
        if move.kind in ("bot", "back"):
            self.screen.look_around()
        self._ask()
        self.offers.entered(move)
        for c in self.connections:
            if c.seat in changed or (c.seat == move.seat and c.seat >= 0):  # who moved counts on, whatever they see
                c.wake()
        self.bots.wake()
        self.guide.entered(move)
        if self.over:
            self.presence.changed()
            for c in self.connections:
                c.greet_again()

    async def _catch_up(self) -> None:
        """Read what another server wrote."""
        assert self.match is not None
        for e in await self.registry.store.entries(self.id, self.match.step + 1):
            move = Move(e.kind, -1 if e.seat is None else e.seat, int(e.body.get("value", 0)))
            prepared = self.match.prepare(move)
            change = self._clock_change(prepared)
            self.match.commit(prepared)
            if change is not None:
                self.clocks.apply(change)
            left = e.body.get("left")
            if isinstance(left, int) and self.clocks.kind == "bank":
                self.clocks.bank[move.seat] = left
            self._entered(move)
        if self.over and self.record.status != "over":
            self.record = await self.registry.store.match(self.id) or self.record

    async def heard(self, number: int) -> None:
        """The store says that an entry was written: take it over unless it was ours. The match may just be loading."""
        async with self.lock:
            if self.match is not None and number > self.match.step:
                await self._catch_up()

    async def _finish_late(self) -> None:
        """The server stopped between the last entry and the result."""
        assert self.match is not None
        try:
            self.record = await self.registry.store.update_match(
                self.id, now=now(), **self._end(now(), self.match.state)
            )
        except StoreError:
            log.exception("the result of %s could not be stored", self.id)

    # ---- clocks

    def _ask(self) -> None:
        if self.history is not None and self.clocks.on:
            people = self.humans()
            who = [s for s in self.acting() if s in people and s not in self.bots.taken]
            self.clocks.ask({s: self._share(s) for s in who}, ticks())
        self.set_timer()

    def _share(self, seat: int) -> float:
        """How much longer than usual the decision takes that a seat is asked for, as far as everybody knows it."""
        if seat in self.clocks.asked or self.clocks.kind != "decision" or not self.match or not self.history:
            return 1.0
        try:
            kind = self.match.rules.kind(self.history.past[SPECTATOR].seen, seat)
        except Exception:  # onlookers may see too little to know what a seat is asked
            return 1.0
        return share(self.game.clocks, kind)

    def set_timer(self) -> None:
        """Wake up when the next clock runs out or the next absence has lasted long enough."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.match is None or self.over or self.record.status == "closed" or not self.registry.drives(self.id):
            return
        waits = [w for w in (self.presence.due(),) if w is not None]
        due = self.clocks.due(ticks())
        if due is not None:
            waits.append(due[0])
        if waits:
            self._timer = asyncio.get_running_loop().call_later(max(0.01, min(waits) / 1000), self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.spawn(self._time_passed)

    async def _time_passed(self) -> None:
        due = self.clocks.due(ticks())
        if due is not None and due[0] <= 0 and self.history is not None:
            await self.enter("timeout", due[1], seq=self.history.seq(due[1]))
        await self.presence.time_passed()
        self.set_timer()

    def spawn(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run something for this table beside everything else; what goes wrong is logged and stops nothing."""

        async def guarded() -> None:
            try:
                await work()
            except StoreError as fault:
                log.log(fault.level, "table %s: %s", self.id, fault)
            except Exception:
                log.exception("table %s", self.id)

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- showing

    def point(self, seat: int, id: str, by: Connection | None = None) -> None:
        """A seat shows the other players, or those of its team, an element of the table."""
        team = self.team(seat)
        for c in self.connections:
            if c is not by and c.seat >= 0 and (team is None or self.team(c.seat) == team):
                c.tell({"t": "point", "seat": seat, "id": id})

    def push_all(self) -> None:
        """Everything changed for everybody: greet them anew."""
        self.screen.forget_all()
        self.set_timer()
        for c in self.connections:
            c.greet_again()

    async def change(self, **changes: Any) -> bool:
        """Change the match's facts; False if somebody else did at the same moment."""
        try:
            self.record = await self.registry.store.update_match(
                self.id, now=now(), version=self.record.version, **changes
            )
        except Stale as newer:
            self.record = newer.match
            return False
        return True

    async def sit(self, seat: int, holder: Seat, nonce: str, *, invited: bool = False) -> None:
        """Somebody takes a seat; raises ``SeatTaken``."""
        taken = self.registry.store.take_seat(self.id, seat, holder, now=now(), invited=invited, nonce=nonce)
        self.record = await taken
        await self.begin()
        self.push_all()

    def faster(self) -> None:
        """The rules are compiled now: go on with those."""
        if self.match is not None:
            self.match.use(quickest(self.game))

    def close(self) -> None:
        """Leave memory."""
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        self.bots.close()
        if not self.connections:  # its parts know each other: what is large would stay until cycles are searched
            self._gone = True
            self.match = self.history = None
            self.screen.forget_all()
