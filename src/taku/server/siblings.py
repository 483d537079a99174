"""The server processes of one machine, as each of them sees the others.

The supervisor (``supervisor.py``) holds a line to every process and passes on what one says to all others. So a process
hears of changes that another stored, exactly as servers that share PostgreSQL do through LISTEN/NOTIFY, and knows the
others' numbers for ``/metrics`` and ``/healthz``. A table is *driven* by its owner alone: bots, clocks and takeovers;
any process may show it and take moves for it.

Nearly always the owner is the only one that has a table, and tells nobody anything: with all being told of each move
a view took a fifth more CPU time. A process that opens another's table says first that it *watches* it, and says so
again and again while it does. The owner answers with how far the table has come, since what it stored shortly before
was perhaps neither read nor told.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from taku.server.budget import Budgets
from taku.server.route import owner
from taku.server.store.records import Change

log = logging.getLogger(__name__)
LONGEST = 64 * 1024
"""Bytes of one message; the longest is what a table passes on, below 8 kB."""
REPORT = 1.0
"""Seconds between two reports of a process's numbers."""
WATCHED = 90.0
"""Seconds for which the owner of a table tells those of it who have said that they watch it."""
TABLES = ("entry", "match", "chat", "word", "gone")
"""The kinds of changes that are about one table."""
TOGETHER = 250
"""Spenders in one message: a name has at most 64 characters."""
SILENT = 15.0
"""Seconds without a report after which a process counts as not answering."""


class Siblings:
    """This process among those that serve together; alone, if there is no line."""

    def __init__(self, index: int = 0, count: int = 1, line: socket.socket | None = None) -> None:
        self.index, self.count = index, count
        self._line = line
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._heard: list[Callable[[Change], None]] = []
        self._compiled: list[Callable[[str], None]] = []
        self._reports: dict[int, tuple[float, dict[str, float]]] = {}
        self._down: set[int] = set()
        self._watched: dict[str, float] = {}
        """Tables of this process that others have too, and when they last said so."""
        self.watcher: Callable[[str], None] = lambda id: None
        """Called when another process begins to watch a table of this one, or still does."""
        self._budgets: dict[str, Budgets] = {}
        self._spent: dict[str, dict[str, float]] = defaultdict(dict)
        """Of each kind of budgets who has spent what since the last report."""
        self._analyses: dict[int, dict[str, str]] = {}
        self._opened = time.monotonic()
        self.lost: Callable[[], None] = lambda: None
        """Called when the supervisor is gone."""

    @property
    def alone(self) -> bool:
        return self.count == 1

    def owns(self, id: str) -> bool:
        """Whether this process drives the table."""
        return self.alone or owner(id, self.count) == self.index

    async def open(self) -> None:
        """Begin to hear the others."""
        if self._line is not None:
            reader, self._writer = await asyncio.open_unix_connection(sock=self._line, limit=LONGEST)
            self._opened = time.monotonic()
            self._task = asyncio.create_task(self._read(reader), name="taku siblings")

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                self._take(json.loads(line))
        except (OSError, ValueError):
            log.exception("the line to the other server processes")
        self.lost()

    def _take(self, message: list[Any]) -> None:
        match message:
            case ["change", str() as what, str() as id, int() as number, str() as text]:
                change = Change(what, id, number, here=False, text=text)  # type: ignore[arg-type]
                for heard in self._heard:
                    heard(change)
            case ["watch", str() as id]:
                if self.owns(id):
                    self._watched[id] = time.monotonic()
                    self.watcher(id)
            case ["numbers", int() as index, dict() as numbers]:
                self._reports[index] = (time.monotonic(), numbers)
                self._down.discard(index)
            case ["spent", str() as name, dict() as spent] if name in self._budgets:
                for who, cost in spent.items():
                    self._budgets[name].heard(who, cost)
            case ["analyses", int() as index, dict() as those]:
                self._analyses[index] = those
            case ["down", int() as index]:
                self._reports.pop(index, None)
                self._analyses.pop(index, None)
                self._down.add(index)
            case ["compiled", str() as game]:
                for told in self._compiled:
                    told(game)

    def _say(self, *messages: Sequence[Any]) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(b"".join(json.dumps(m, separators=(",", ":")).encode() + b"\n" for m in messages))

    # ---- changes: what the store needs of other processes

    def tell(self, changes: Sequence[Change]) -> None:
        """These changes are durable: tell those who may have what they are about."""
        if not self.alone:
            told = [c for c in changes if c.what not in TABLES or self._has_watchers(c.id)]
            if told:
                self._say(*(("change", c.what, c.id, c.number, c.text) for c in told))

    def _has_watchers(self, id: str) -> bool:
        return not self.owns(id) or (id in self._watched and self._watched[id] > time.monotonic() - WATCHED)

    def watch(self, id: str) -> None:
        """This process has another's table, or is about to."""
        if not self.owns(id):
            self._say(("watch", id))

    def forget_watchers(self) -> None:
        """Those who have not said for long that they watch a table have gone."""
        edge = time.monotonic() - WATCHED
        self._watched = {id: at for id, at in self._watched.items() if at > edge}

    def listen(self, heard: Callable[[Change], None]) -> None:
        """Call back for every change that another process tells of."""
        self._heard.append(heard)

    # ---- what else they tell each other

    def ready(self, games: int) -> None:
        """This process serves: the supervisor may hand connections to it."""
        self._say(("ready", games))

    def report(self, numbers: dict[str, float]) -> None:
        """What this process counts, for whichever is asked, and what was spent here."""
        self._say(("numbers", self.index, numbers))
        for name, spent in self._spent.items():
            those = list(spent.items())
            spent.clear()
            self._say(*(("spent", name, dict(those[i : i + TOGETHER])) for i in range(0, len(those), TOGETHER)))

    def reports(self) -> dict[int, dict[str, float]]:
        """What the others counted last; one that is dead or does not answer is left out."""
        edge = time.monotonic() - SILENT
        return {index: numbers for index, (at, numbers) in sorted(self._reports.items()) if at > edge}

    def missing(self) -> list[int]:
        """The processes that are dead or do not answer."""
        if time.monotonic() < self._opened + SILENT:  # the others may not have had time to say anything yet
            return sorted(self._down)
        known = self.reports()
        return [i for i in range(self.count) if i != self.index and i not in known]

    def share(self, name: str, budgets: Budgets, *, at_once: bool = False) -> None:
        """What is spent of these budgets at one process is spent at all: told with the next report, which is soon
        enough for what is counted in hundreds, or at once."""
        if self.alone:
            return
        self._budgets[name] = budgets
        kept = self._spent[name]

        def collect(who: str, cost: float) -> None:
            kept[who] = kept.get(who, 0) + cost

        def tell(who: str, cost: float) -> None:
            self._say(("spent", name, {who: cost}))

        budgets.told = tell if at_once else collect

    def tell_analyses(self, those: Mapping[str, str]) -> None:
        """Which guests' matches are analysed by this process."""
        self._say(("analyses", self.index, those))

    def analysed_elsewhere(self, owner: str) -> str:
        """The match of a guest that another process analyses."""
        return next((those[owner] for those in self._analyses.values() if owner in those), "")

    def compiled(self, game: str) -> None:
        """A game was compiled: the others may use it now."""
        self._say(("compiled", game))

    def when_compiled(self, told: Callable[[str], None]) -> None:
        self._compiled.append(told)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._writer is not None:
            self._writer.close()
