"""What all parts of the store stand on: reading, writing through group commit, and telling listeners."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from taku.server.store.commit import MAX_BATCH, MAX_WAITING, Committer, Stats
from taku.server.store.driver import Driver, Rows, Statement, Undone, Unit, checked
from taku.server.store.errors import BadValue, Closed, Unavailable
from taku.server.store.records import Change

log = logging.getLogger(__name__)

MAX_WORD = 7000  # bytes; PostgreSQL passes on less than 8000
Listener = Callable[[Change], None]


class Base:
    """The database behind the store, and who wants to hear of changes."""

    def __init__(self, driver: Driver, *, max_batch: int = MAX_BATCH, max_waiting: int = MAX_WAITING) -> None:
        self._driver = driver
        self._listeners: list[Listener] = []
        self._closed = False
        self._committer = Committer(driver, self._tell, max_batch=max_batch, max_waiting=max_waiting)
        driver.listen(self._tell)

    @property
    def kind(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._driver.kind

    @property
    def shared(self) -> bool:
        """Whether other servers, or other processes of this one, have the same matches."""
        return self._driver.shared

    @property
    def stats(self) -> Stats:
        """What was written since the store was opened."""
        return self._committer.stats

    @property
    def trouble(self) -> Unavailable | None:
        """Why nothing can be stored at the moment; None while it can. It is looked after by itself."""
        return self._committer.trouble

    async def recovered(self) -> None:
        """Wait until something can be stored again, for as long as that takes."""
        await self._committer.well.wait()

    async def turn(self) -> None:
        """Wait until it is time to make a move: where there are many, those of some milliseconds are made together."""
        await self._committer.turn()

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Call back on the event loop for every change, by this process and by others; returns what ends it.

        What this process wrote is told after it is durable. The callback must be quick: set an event and return.
        """
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback) if callback in self._listeners else None

    async def pass_on(self, match: str, text: str) -> None:
        """Say something about a match to the other servers that share the database; it is not kept."""
        if len(text.encode()) > MAX_WORD:
            raise BadValue(f"{len(text)} characters are too many to pass on (at most {MAX_WORD} bytes)")
        await self._store(changes=(Change("word", match, text=text),))

    async def close(self) -> None:
        """Store everything that waits, then let go of the database."""
        if not self._closed:
            self._closed = True
            await self._committer.close()
            await self._driver.close()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _tell(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(change)
            except Exception:
                log.exception("a listener of the store failed on %s", change)

    async def _fetch(self, sql: str, *values: Any) -> Rows:
        if self._closed:
            raise Closed("the store is closed: nothing more can be read")
        return await self._driver.fetch(sql, *checked(values))

    async def _store(self, *statements: Statement, changes: tuple[Change, ...] = ()) -> list[Rows]:
        for s in statements:
            checked(s.values)
        return await self._committer.write(Unit(statements, changes))

    async def _run(self, sql: str, *values: Any, change: Change | None = None) -> Rows:
        """One statement; its rows. The change is told only if there are any."""
        try:
            return (
                await self._store(Statement(sql, values, must=change is not None), changes=(change,) if change else ())
            )[0]
        except Undone:
            return []
