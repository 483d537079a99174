"""Analyses of finished matches: one at a time in a process of its own, in fair turn, told of and stored by the server.

They belong to the server and not to a table, which may leave memory meanwhile. How far one has come is written beside
the match every few seconds, so that every server of a shared database can show it and end it.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from taku.server import worker_tasks
from taku.server.config import now
from taku.server.siblings import Siblings
from taku.server.store import NotFound, Store, StoreError
from taku.server.workers import Failed, Kind, NoAnswer, Workers

log = logging.getLogger(__name__)
LIMIT = 900.0
"""Seconds for a whole match; 600 decisions of Banners take about 150 where a core is free."""
NICE = 15
"""Bots (5) and the server (0) come first."""
MOST = 50
"""Matches that may wait, of all guests."""
TELL = 2.0
"""Seconds between words about how far it has come."""
FRESH = 30_000
"""ms for which such a word holds: who does not say it again has died."""
RETRIES = (1, 2, 5, *[10] * 60)
"""Seconds between tries to store a result while the database does not answer: ten minutes in all."""

FOUND, STATE = "analysis", "analysis:state"
"""Where result and progress are kept with the match."""


class Refused(Exception):
    """There is no analysis now: the message is the key of why, ``match`` the one that is under way instead."""

    def __init__(self, key: str, match: str = "") -> None:
        super().__init__(key)
        self.match = match


@dataclass
class Progress:
    """How far an analysis has come."""

    owner: str
    state: str = "waits"
    """``waits``, ``runs``, ``late`` (it took too long), ``failed``."""
    ahead: int = 0
    """How many come before it."""
    done: int = 0
    of: int = 0

    @property
    def active(self) -> bool:
        return self.state in ("waits", "runs")


class Analyses:
    """The matches that are being looked at."""

    def __init__(self, store: Store, siblings: Siblings) -> None:
        self._store = store
        self._siblings = siblings
        self._workers = Workers(1, worker_tasks.start_worker, "the analysis", stay=False, nice=NICE)
        self._here: dict[str, tuple[Progress, asyncio.Task[None]]] = {}
        self._told = False

    def __len__(self) -> int:
        return len(self._here)

    async def found(self, match: str) -> Any:
        """The analysis of a match; None if there is none yet."""
        return await self._store.derived(match, FOUND)

    async def progress(self, match: str) -> Progress | None:
        """How far it has come, here or at another server."""
        if match in self._here:
            progress = self._here[match][0]
            progress.ahead = self._workers.position(Kind.ANALYSIS, progress.owner)
            return progress
        told = await self._store.derived(match, STATE)
        if not isinstance(told, dict):
            return None
        progress = Progress(**{k: v for k, v in told.items() if k != "at"})
        return progress if progress.state != "ended" and told["at"] > now() - FRESH else None

    async def start(self, match: str, file: str, owner: str) -> None:
        """Look at a match, unless somebody has asked for it already; a guest has one at a time."""
        under_way = await self.progress(match)
        if match in self._here or (under_way is not None and under_way.active):
            return
        for other, (progress, _) in self._here.items():
            if progress.owner == owner:
                raise Refused("problem.one_analysis", other)
        if elsewhere := self._siblings.analysed_elsewhere(owner):
            raise Refused("problem.one_analysis", elsewhere)
        if len(self._here) >= MOST:
            raise Refused("problem.busy")
        progress = Progress(owner)
        task = asyncio.create_task(self._look(match, file, progress))
        self._here[match] = (progress, task)
        task.add_done_callback(lambda _: self._done(match))
        self.tell()

    def tell(self) -> None:
        """Tell the other processes who has one here; again and again, since one of them may have just begun."""
        those = {progress.owner: match for match, (progress, _) in self._here.items()}
        if those or self._told:
            self._siblings.tell_analyses(those)
        self._told = bool(those)

    def _done(self, match: str) -> None:
        self._here.pop(match, None)
        self.tell()

    async def cancel(self, match: str, owner: str) -> None:
        """Who asked for it does not want it any more."""
        progress = await self.progress(match)
        if progress is None or progress.owner != owner:
            return
        if match in self._here:
            self._here[match][1].cancel()
        else:
            await self._tell(match, Progress(owner, "ended"))  # the server where it runs reads this

    async def _look(self, match: str, file: str, progress: Progress) -> None:
        def heard(done: int, of: int) -> None:
            progress.state, progress.done, progress.of = "runs", done, of

        work = asyncio.create_task(
            self._workers.run(
                worker_tasks.analyse, file,
                kind=Kind.ANALYSIS, owner=progress.owner, limit=LIMIT, tries=1, progress=heard, precious=False,
            )
        )  # fmt: skip
        try:
            await self._tell(match, progress)
            while not (await asyncio.wait({work}, timeout=TELL))[0]:
                if await self._ended_elsewhere(match):
                    return
                progress.ahead = self._workers.position(Kind.ANALYSIS, progress.owner)
                await self._tell(match, progress)
            await self._keep(match, work.result())
            progress.state = "ended"
        except NoAnswer as fault:
            log.warning("the analysis of %s: %s", match, fault)
            progress.state = "late"
        except Failed as fault:
            log.error("the analysis of %s: %s", match, fault)
            progress.state = "failed"
        except asyncio.CancelledError:
            progress.state = "ended"
        finally:
            work.cancel()
            await self._tell(match, progress)

    async def _keep(self, match: str, found: dict[str, Any]) -> None:
        for wait in RETRIES:
            try:
                await self._store.put_derived(match, FOUND, found)
                return
            except NotFound:  # the match was deleted meanwhile
                return
            except StoreError as fault:
                log.warning("the analysis of %s waits to be stored: %s", match, fault)
                await asyncio.sleep(wait)

    async def _tell(self, match: str, progress: Progress) -> None:
        try:
            await self._store.put_derived(match, STATE, {**vars(progress), "at": now()})
        except StoreError as fault:  # how far it has come may get lost
            log.debug("the analysis of %s: %s", match, fault)

    async def _ended_elsewhere(self, match: str) -> bool:
        try:
            told = await self._store.derived(match, STATE)
        except StoreError:
            return False
        return isinstance(told, dict) and told["state"] == "ended"

    def close(self) -> None:
        """The server stops: what is half done is given up."""
        for _, task in self._here.values():
            task.cancel()
        self._workers.close()
