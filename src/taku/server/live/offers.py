"""Offers: taking back, pausing, going on and playing again, each by agreement of the people at the table."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from taku.engine.match import Entry as Move
from taku.engine.match import Match
from taku.server.config import now
from taku.server.deals import clean_nonce
from taku.server.store import AlreadyThere, Seat
from taku.server.words import PLACES, Text, plain

if TYPE_CHECKING:
    from taku.server.live.table import Table

KINDS = ("undo", "pause", "resume", "rematch")
GUESSES = 6
"""Worlds tried to find out whether a move showed something hidden."""
MOST_GUESSES = 8 * GUESSES
"""Worlds drawn for it: in some of them the move could not be chosen."""
LASTS = 120_000
UNDOS = 100
"""Undos of one seat in a match. Moves are bounded by the game, undos are not, and each stays in the log for good. A
long match has some hundred clicks a seat, so that this is one of a few."""


@dataclass
class Offer:
    """Something that one player asks and the others answer."""

    id: str
    kind: str
    by: int
    yes: set[int] = field(default_factory=set)
    until: int = 0
    nonces: dict[int, str] = field(default_factory=dict)
    """What those who agreed to a rematch throw into its deal."""


class Offers:
    """The open offers of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.open: list[Offer] = []

    def _needed(self) -> set[int]:
        """Who must agree: everybody who is at the table and does not have a bot playing for them."""
        table = self.table
        return {s for s in table.humans() if s not in table.bots.taken and table.presence.state(s) != "gone"}

    async def make(self, seat: int, kind: str, nonce: str = "") -> str | None:
        """A seat asks; the reason if it may not."""
        self._expire()
        if kind not in KINDS or seat < 0:
            return "offer.refused.kind"
        reason = self._refuse(seat, kind)
        if reason:
            return reason
        if kind == "rematch" and await self._go_to_rematch(seat):
            return None
        there = next((o for o in self.open if o.kind == kind), None)
        offer = there or Offer(secrets.token_hex(4), kind, seat, until=now() + LASTS)
        self._agree(offer, seat, nonce)
        if there is None:
            self.open.append(offer)
        await self._settle(offer)
        return None

    def _refuse(self, seat: int, kind: str) -> str | None:
        table = self.table
        if table.match is None or table.record.status == "closed":
            return "offer.refused.kind"
        if (kind == "rematch") != table.over:
            return "offer.refused.kind"
        if (kind == "pause" and table.paused) or (kind == "resume" and not table.paused):
            return "offer.refused.kind"
        if kind == "undo":
            if not table.setting("undo", True):
                return "offer.refused.no_undo"
            if not may_undo(table.match, seat, table.humans()):
                return "offer.refused.undo"
            if sum(e.kind == "undo" and e.seat in (seat, -1) for e in table.match.entries) >= UNDOS:
                return "offer.refused.undos"
        return None

    @staticmethod
    def _agree(offer: Offer, seat: int, nonce: str) -> None:
        offer.yes.add(seat)
        if offer.kind == "rematch":
            offer.nonces.setdefault(seat, clean_nonce(nonce))

    async def answer(self, seat: int, id: str, say: str, nonce: str = "") -> None:
        self._expire()
        offer = next((o for o in self.open if o.id == id), None)
        if offer is None or seat < 0 or seat not in self.table.humans():
            await self._changed()  # the page still shows what nobody waits for any more
            return
        if say == "yes":
            self._agree(offer, seat, nonce)
            await self._settle(offer)
        else:
            self.open.remove(offer)
            self.table.hall.notice(self.table, "offer.declined", seat)
            await self._changed()

    async def _settle(self, offer: Offer) -> None:
        if not self._needed() <= offer.yes:
            await self._changed()
            return
        if offer in self.open:
            self.open.remove(offer)
        table = self.table
        if offer.kind == "undo":
            if table.match is not None and may_undo(table.match, offer.by, table.humans()):
                await table.enter("undo", -1, last_move(table.match) - 1)
        elif offer.kind == "pause":
            if await self._become("paused"):
                table.clocks.stop(now())
            table.push_all()
        elif offer.kind == "resume":
            if await self._become("playing"):
                table.clocks.go_on(now())
            table.push_all()
            table.bots.wake()
        elif offer.kind == "rematch":
            await self._rematch(offer)
        await self._changed()

    async def _become(self, status: str) -> bool:
        """Pause or go on, also if the match's facts changed at the same moment; False if it ended meanwhile."""
        table = self.table
        while table.record.status in ("playing", "paused"):
            if table.record.status == status or await table.change(status=status):
                return True
        return False

    def entered(self, move: Move) -> None:
        """The match went on: what was asked about an earlier moment is void."""
        if any(o.kind == "undo" for o in self.open):
            self.open = [o for o in self.open if o.kind != "undo"]
            for c in self.table.connections:
                c.flag("offers")

    async def _rematch(self, offer: Offer) -> None:
        """The same table again, everybody one seat further on. Nobody sits there unasked: who has gone finds an open
        seat, and if that was the host, whoever proposed it is."""
        table = self.table
        record, absent = table.record, set(table.humans()) - offer.yes
        seats = [
            Seat("open") if i in absent else Seat(s.kind, s.player, s.level, s.name, s.colour)
            for i, s in enumerate(record.seats)
        ]
        host = record.host if any(s.player == record.host for s in seats) else record.seats[offer.by].player
        thrown = {str((s - 1) % len(seats)): nonce for s, nonce in offer.nonces.items()}
        try:
            made = await table.hall.again(record, seats[1:] + seats[:1], thrown, host)
        except AlreadyThere as there:
            made = there.match
        for c in table.connections:
            c.tell({"t": "go", "href": f"/t/{made.id}"})

    async def rematch_made(self) -> None:
        """Perhaps another server has opened the rematch."""
        if self.table.hall.shared and any(o.kind == "rematch" for o in self.open):
            await self._go_to_rematch()

    async def _go_to_rematch(self, seat: int | None = None) -> bool:
        """Send a seat (or everybody) on to the rematch if there is one already."""
        found = await self.table.hall.store.rematch(self.table.id)
        if found:
            for c in self.table.connections:
                if seat is None or c.seat == seat:
                    c.tell({"t": "go", "href": f"/t/{found.id}"})
        return found is not None

    # ---- telling

    def _expire(self) -> None:
        self.open = [o for o in self.open if o.until > now()]

    async def _changed(self) -> None:
        for c in self.table.connections:
            c.flag("offers")
        await self.tell()

    async def tell(self) -> None:
        """Tell the other servers what is offered."""
        state = [[o.id, o.kind, o.by, sorted(o.yes), o.until, [*o.nonces.items()]] for o in self.open]
        await self.table.others.tell(offers=state)

    def heard(self, state: Any) -> None:
        """Another server tells what is offered."""
        self.open = [Offer(str(i), str(k), int(b), set(y), int(u), dict(n)) for i, k, b, y, u, n in state if k in KINDS]
        for c in self.table.connections:
            c.flag("offers")

    def message(self, seat: int, t: Text) -> list[dict[str, Any]]:
        self._expire()
        made = []
        for o in self.open:
            text = plain(t(f"offer.{o.kind}.text", name=PLACES[o.by]), self.table.names)
            one: dict[str, Any] = {
                "id": o.id,
                "kind": o.kind,
                "text": text,
                "by": o.by,
                "until": o.until,
                "buttons": [],
            }
            if seat >= 0 and seat not in o.yes:
                one["buttons"] = [
                    {"say": "yes", "label": t(f"offer.{o.kind}.yes")},
                    {"say": "no", "label": t(f"offer.{o.kind}.no")},
                ]
            elif seat == o.by:
                one["text"] = t("offer.asked", what=t(f"offer.{o.kind}.what"))
                one["buttons"] = [{"say": "no", "label": t("offer.withdraw")}]
            made.append(one)
        return made


def last_move(match: Match) -> int:
    """The step whose state the match is in: the last that changed it, or the one returned to by taking back."""
    return match.steps.node[-1]


def may_undo(match: Match, seat: int, people: Collection[int]) -> bool:
    """Whether the last move that stands may be taken back by this seat.

    It must be the seat's own, the same seats must be asked before and after it, and it must have shown nothing: no
    chance was drawn, and what the seat and the other people at the table saw of it follows from what they had seen
    before. Bots do not count: they remember nothing but what they see.
    """
    step = last_move(match)
    if not step or match.over:
        return False
    last = match.entries[step - 1]
    if last.kind != "move" or last.seat != seat:
        return False
    rules = match.rules
    before = match.at(step - 1)
    who = rules.acting(before)
    if rules.acting(match.state) != who or seat not in who:
        return False
    key = match.key(step)
    trial = before.copy()
    rules.key(trial, key)
    stream = trial.stream.tolist()
    rules.act(trial, seat, last.value)
    if trial.stream.tolist() != stream:
        return False
    return all(_foreseen(match, before, watcher, seat, last.value, key) for watcher in {seat, *people})


def _foreseen(match: Match, before: Any, watcher: int, seat: int, action: int, key: bytes) -> bool:
    """Whether a watcher learned no more than what the seat chose: in every world that fits what they had seen, and in
    which it could be chosen, they would now see the same."""
    rules = match.rules
    seen = rules.view(before, watcher)
    now_seen = rules.view(match.state, watcher).core_bytes()
    if seen.core_bytes() == now_seen:
        return True
    tried = 0
    asked = rules.kind(before, seat)
    chance = Random(key + bytes([watcher]))  # asking again gives the same answer
    for number in range(MOST_GUESSES):
        world = rules.guess(seen, watcher, chance.getrandbits(31), number)
        if rules.kind(world, seat) != asked or action not in rules.legal(world, seat):
            continue
        rules.key(world, key)
        rules.act(world, seat, action)
        if rules.view(world, watcher).core_bytes() != now_seen:
            return False
        tried += 1
        if tried == GUESSES:
            return True
    return tried > 0
