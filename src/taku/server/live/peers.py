"""What servers that share a table tell each other about it in passing: who is there, and what is asked.

These words go from server to server through the database, or from process to process of one server, and are not kept.
A server that dies says no good-bye, so that what it said of its seats holds only until it should have said it again.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from taku.server.store import StoreError

if TYPE_CHECKING:
    from taku.server.live.table import Table

log = logging.getLogger(__name__)
AGAIN = 30_000
"""ms after which a server tells again who is at its tables."""
LASTS = 75_000
"""ms for which a word about a seat holds: two of them may be lost."""


class Peers:
    """The other servers that may hold a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def tell(self, **what: Any) -> None:
        """Tell all of them; a word that gets lost is no reason to stop."""
        if self.table.registry.shared:
            try:
                await self.table.registry.store.pass_on(self.table.id, json.dumps(what, separators=(",", ":")))
            except StoreError as fault:
                log.log(fault.level, "table %s: %s", self.table.id, fault)

    async def tell_all(self) -> None:
        """Everything, to those who missed it or have just opened the table."""
        for seat in {c.seat for c in self.table.connections if c.seat >= 0}:
            await self.tell(here=seat, state=self.table.presence.state(seat))
        if self.table.offers.open:
            await self.table.offers.tell()

    async def ask(self) -> None:
        """This server has just opened the table: who is there?"""
        await self.tell(who=1)

    def heard(self, text: str) -> None:
        """Another server tells something."""
        what = json.loads(text)
        if "who" in what:
            self.table.spawn(self.tell_all)
        if "here" in what:
            self.table.presence.heard(int(what["here"]), str(what["state"]))
        if "offers" in what:
            self.table.offers.heard(what["offers"])
        if "go" in what:
            self.table.offers.go(str(what["go"]))
        if "declined" in what:
            self.table.registry.notice(self.table, "offer.declined", int(what["declined"]))
        if "point" in what:
            seat, id = what["point"]
            self.table.point(int(seat), str(id))
