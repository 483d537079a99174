"""Offers: taking back, pausing and playing again by agreement of the people at the table.

A pause is agreed on by everybody and ended by anybody: nobody's clock is held up by one who does not want to go on.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from taku.engine.catalogue import Catalogue
from taku.engine.match import Entry as Move
from taku.server.config import now, ticks
from taku.server.deals import clean_nonce
from taku.server.live.undo import last_own, may_undo, still_open
from taku.server.store import AlreadyThere, Seat
from taku.server.words import PLACES, plain

if TYPE_CHECKING:
    from taku.server.live.table import Table

KINDS = ("undo", "pause", "resume", "rematch", "hurry")
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
    number: int = 0
    """The entry that is to be taken back."""
    nonces: dict[int, str] = field(default_factory=dict)
    """What those who agreed to a rematch throw into its deal."""


class Offers:
    """The open offers of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.open: list[Offer] = []

    def _needed(self, kind: str) -> set[int]:
        """Who must agree: everybody who does not have a bot playing for them, and except for a pause is there."""
        table = self.table
        people = {s for s in table.humans() if s not in table.bots.taken}
        return people if kind == "pause" else {s for s in people if table.presence.state(s) != "gone"}

    async def make(self, seat: int, kind: str, nonce: str = "") -> str | None:
        """A seat asks; the reason if it may not."""
        self._expire()
        if kind not in KINDS or seat < 0:
            return "offer.refused.kind"
        reason = self._refuse(seat, kind)
        if reason:
            return reason
        if kind == "resume":
            await self._resume(seat)
            return None
        if kind == "rematch" and await self._go_to_rematch(seat):
            return None
        if kind == "undo" and await self.table.take_back(seat, agreed=False):
            return None
        there = next((o for o in self.open if o.kind == kind and (kind != "undo" or o.by == seat)), None)
        offer = there or Offer(secrets.token_hex(4), kind, seat, until=ticks() + LASTS)
        if kind == "undo" and self.table.match is not None:
            offer.number = last_own(self.table.match, seat)
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
        if kind == "hurry" and (not table.only_looked_on() or table.setting("hurry")):
            return "offer.refused.kind"
        if (kind == "pause" and table.paused) or (kind == "resume" and not table.paused):
            return "offer.refused.kind"
        if kind == "pause" and any(table.presence.state(s) == "gone" for s in self._needed(kind)):
            return "offer.refused.gone"
        if kind == "undo":
            if not table.setting("undo", True):
                return "offer.refused.no_undo"
            if may_undo(table.match, seat, table.humans()) is None:
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
            self.table.registry.notice(self.table, "offer.declined", seat)
            await self.table.peers.tell(declined=seat)
            await self._changed()

    async def _settle(self, offer: Offer) -> None:
        if not self._needed(offer.kind) <= offer.yes:
            await self._changed()
            return
        if offer in self.open:
            self.open.remove(offer)
        table = self.table
        if offer.kind == "undo":
            await table.take_back(offer.by, agreed=True)
        elif offer.kind == "pause":
            if await self._become("paused"):
                table.clocks.stop(ticks())
            table.push_all()
        elif offer.kind == "rematch":
            await self._rematch(offer)
        elif offer.kind == "hurry":
            while not await table.change(settings={**table.record.settings, "hurry": True}):
                pass
            table.push_all()
        await self._changed()

    async def _resume(self, seat: int) -> None:
        """Somebody goes on: the pause is over for all."""
        table = self.table
        if await self._become("playing"):
            table.clocks.go_on(ticks())
            table.registry.notice(table, "offer.resumed", seat)
        table.push_all()
        table.bots.wake()

    async def _become(self, status: str) -> bool:
        """Pause or go on, also if the match's facts changed at the same moment; False if it ended meanwhile."""
        table = self.table
        while table.record.status in ("playing", "paused"):
            if table.record.status == status or await table.change(status=status):
                return True
        return False

    def entered(self, move: Move) -> None:
        """The match went on: what can no more be taken back is not asked any more. A click that nobody sees voids
        nothing, or it would tell of itself."""
        match = self.table.match
        void = [o for o in self.open if o.kind == "undo" and match and not still_open(match, o.by, o.number)]
        if void:
            self.open = [o for o in self.open if o not in void]
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
            made = await table.registry.again(record, seats[1:] + seats[:1], thrown, host)
        except AlreadyThere as there:
            made = there.match
        self.go(made.id)
        await table.peers.tell(go=made.id)

    async def _go_to_rematch(self, seat: int) -> bool:
        """Send a seat on to the rematch if there is one already."""
        found = await self.table.registry.store.rematch(self.table.id)
        if found:
            self.go(found.id, seat)
        return found is not None

    def go(self, rematch: str, seat: int | None = None) -> None:
        """Send everybody here (or one seat) on to the rematch."""
        for c in self.table.connections:
            if seat is None or c.seat == seat:
                c.tell({"t": "go", "href": f"/t/{rematch}"})

    # ---- telling

    def _expire(self) -> None:
        self.open = [o for o in self.open if o.until > ticks()]

    async def _changed(self) -> None:
        for c in self.table.connections:
            c.flag("offers")
        await self.tell()

    async def tell(self) -> None:
        """Tell the other servers what is offered."""
        state = [
            [o.id, o.kind, o.by, sorted(o.yes), o.until - ticks(), o.number, [*o.nonces.items()]] for o in self.open
        ]
        await self.table.peers.tell(offers=state)

    def heard(self, state: Any) -> None:
        """Another server tells what is offered."""
        self.open = [
            Offer(str(id), str(kind), int(by), set(yes), ticks() + int(left), int(number), dict(nonces))
            for id, kind, by, yes, left, number, nonces in state
            if kind in KINDS
        ]
        for c in self.table.connections:
            c.flag("offers")

    def message(self, seat: int, t: Catalogue) -> list[dict[str, Any]]:
        self._expire()
        made = []
        for o in self.open:
            text = plain(t(f"offer.{o.kind}.text", name=PLACES[o.by]), self.table.names(t.language))
            one: dict[str, Any] = {
                "id": o.id,
                "kind": o.kind,
                "text": text,
                "by": o.by,
                "until": now() + o.until - ticks(),
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
