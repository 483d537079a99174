"""What is wrong with the server, for those who watch over it."""

from __future__ import annotations

import asyncio
import shutil
import time
from typing import TYPE_CHECKING

from taku.server import limits
from taku.server.config import now
from taku.server.store import StoreError

if TYPE_CHECKING:
    from taku.server.site import Site


class Health:
    """Looks at the database, the disk and the other server processes; what it found is told for some seconds."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._found: list[str] = []
        self._until = 0.0
        self._looking = asyncio.Lock()

    async def problems(self) -> list[str]:
        """A line for each thing that is wrong."""
        async with self._looking:
            if time.monotonic() >= self._until:
                self._found = [*await self._database(), *self._disk(), *self._workers()]
                self._until = time.monotonic() + limits.HEALTH_SECONDS
        return [*self._found, *self._processes()]

    def _processes(self) -> list[str]:
        return [f"server process {index} does not answer" for index in self._site.siblings.missing()]

    async def _database(self) -> list[str]:
        """Something is written and taken out again: a disk that is full or read-only still answers questions."""
        try:
            async with asyncio.timeout(limits.HEALTH_PATIENCE):
                await self._site.store.probe()
        except TimeoutError:
            return [f"the database does not answer within {limits.HEALTH_PATIENCE:g} s"]
        except StoreError as fault:
            return [f"nothing can be stored: {fault}"]
        return []

    def _workers(self) -> list[str]:
        """Whether anybody thinks for the bots; new workers take a while to come up."""
        site = self._site
        wanted, old = site.config.workers, now() - site.began > limits.WORKERS_SECONDS * 1000
        return ["no worker thinks for the bots"] if wanted and old and not site.registry.pool.bots.processes else []

    def _disk(self) -> list[str]:
        try:
            free = shutil.disk_usage(self._site.config.data).free
        except OSError as fault:  # with PostgreSQL the folder may not be there
            return [] if self._site.config.database else [f"the data folder cannot be read: {fault.strerror}"]
        if free < limits.LOW_DISK:
            return [f"the disk of the data folder has {free // 2**20} MB left"]
        return []
