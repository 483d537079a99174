"""Presence: who is here, away (the page is hidden) or gone, and when a bot takes the seat of one who is gone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from taku.engine.catalogue import Catalogue
from taku.server.config import now, ticks
from taku.server.live.peers import LASTS

if TYPE_CHECKING:
    from taku.server.live.connection import Connection
    from taku.server.live.table import Table


class Presence:
    """Who looks at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.gone: dict[int, int] = {}
        """Seats without a connection, and since when."""
        self.elsewhere: dict[int, tuple[str, int]] = {}
        """Seats that another server sees, how, and when it last said so."""
        self.last: dict[int, int] = {}
        """The last step that a seat was shown before it left."""

    def begin(self) -> None:
        """The table came into memory: nobody is here yet."""
        self.gone = {seat: ticks() for seat in self.table.humans()}

    def watchers(self) -> int:
        return len({c.player or id(c) for c in self.table.connections if c.seat < 0})

    def state(self, seat: int) -> str:
        if seat in self.table.bots.taken:
            return "bot"
        here = [c for c in self.table.connections if c.seat == seat]
        if here:
            return "away" if all(c.away for c in here) else "here"
        return self.elsewhere[seat][0] if seat in self.elsewhere else "gone"

    async def connected(self, connection: Connection) -> None:
        """Somebody opened the page; a player whose seat a bot holds gets it back."""
        seat, table = connection.seat, self.table
        self.elsewhere.pop(seat, None)
        if seat >= 0:
            self.gone.pop(seat, None)
            table.clocks.back(seat, ticks())
            await table.peers.tell(here=seat, state="here")
            await self.take_back(seat)
        self.changed()

    async def looked(self, connection: Connection) -> None:
        """Somebody's page was hidden, or is shown again."""
        if connection.seat >= 0:
            await self.table.peers.tell(here=connection.seat, state=self.state(connection.seat))
        self.changed()

    async def disconnected(self, connection: Connection) -> None:
        seat, table = connection.seat, self.table
        if seat >= 0 and not any(c.seat == seat for c in table.connections):
            self.gone[seat] = ticks()
            if table.history is not None:
                self.last[seat] = table.history.past[seat].step
            await table.peers.tell(here=seat, state="gone")
            if table.history is not None and not table.over:
                await table.registry.store.put_derived(table.id, f"seen:{seat}", self.last[seat])
        self.changed()

    def heard(self, seat: int, state: str) -> None:
        """Another server tells of a seat."""
        if state == "gone":
            self.elsewhere.pop(seat, None)
            if self.state(seat) == "gone":
                self.gone[seat] = ticks()
        else:
            self.elsewhere[seat] = (state, ticks())
            self.gone.pop(seat, None)
            if state == "here" and self.table.registry.drives(
                self.table.id
            ):  # perhaps a bot sat in at that very moment
                self.table.spawn(partial(self.take_back, seat))
        self.changed()

    def forget_old(self) -> None:
        """A server that does not tell of its seats any more has died."""
        for seat, (_, at) in tuple(self.elsewhere.items()):
            if at < ticks() - LASTS:
                self.heard(seat, "gone")

    async def take_back(self, seat: int) -> None:
        """The player plays again for themselves."""
        if seat in self.table.bots.taken:
            await self.table.enter("back", seat)
            self.table.push_all()

    def changed(self) -> None:
        if self.table.match is None:  # the room tells it itself
            return self.table.push_all()
        self.table.screen.look_around()
        for c in self.table.connections:
            c.flag("presence")
        self.table.set_timer()

    # ---- who is gone too long

    def _until(self, seat: int) -> int | None:
        """When a bot takes over; None where it does not: not allowed, nobody waits for it, or days per move."""
        table = self.table
        if not table.setting("takeover", True) or table.record.status != "playing" or table.over:
            return None
        if seat in table.bots.taken or seat not in self.gone or table.clocks.kind == "days":
            return None
        if self.state(seat) != "gone":  # somebody else holds the seat since, and is here
            return None
        if not any(s >= 0 and s != seat for s in (*self.elsewhere, *(c.seat for c in table.connections))):
            return None
        return self.gone[seat] + int(1000 * table.registry.config.absence)

    def due(self) -> int | None:
        """In how many ms the next bot takes over."""
        times = [t for seat in self.gone if (t := self._until(seat)) is not None]
        return min(times) - ticks() if times else None

    async def time_passed(self) -> None:
        for seat in list(self.gone):
            until = self._until(seat)
            if until is not None and until <= ticks():
                await self.table.enter("bot", seat)
                self.table.push_all()

    def message(self, t: Catalogue) -> list[dict[str, Any]]:
        made = []
        for seat in self.table.humans():
            one: dict[str, Any] = {"seat": seat, "state": self.state(seat)}
            until = self._until(seat)
            if until is not None and one["state"] == "gone":
                one |= {"until": now() + until - ticks(), "then": t("presence.then_bot")}
            made.append(one)
        return made
