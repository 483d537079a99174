"""The guided first game at a table: what the guide says to the player, and what the player answers."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from taku.engine.catalogue import Catalogue
from taku.engine.entries import Entry
from taku.page.contract import page_of
from taku.page.guide import Course, Shown, guide_of
from taku.page.html import el, join
from taku.server.words import game_words, plain

if TYPE_CHECKING:
    from taku.server.live.connection import Connection
    from taku.server.live.table import Table

log = logging.getLogger(__name__)

NOW_PLAY = "now-play"
"""The form on a guided table's page with which the next match begins, against a beginner."""


class Guide:
    """Where the guided player is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.read_on = asyncio.Event()
        """Bots wait while something is to be read."""
        self.read_on.set()
        self._course: Course | None = None
        self._off = False

    @property
    def course(self) -> Course | None:
        """How far the player has come; None at a table without a guide."""
        if self._course is None and self.table.setting("guide"):
            guide, page = guide_of(self.table.game), page_of(self.table.game)
            if guide is not None and page is not None:
                self._course = Course(guide, page.gesture)
        return self._course

    def entered(self, move: Entry) -> None:
        """The match went on."""
        if self.course is None:
            return
        if move.kind == "move" and move.seat == min(self.table.humans(), default=-1):
            self.course.moved(move.value)
        self._look()
        for c in self.table.connections:
            c.flag("guide")

    def answer(self, id: int, do: str) -> None:
        """The player goes on from what was read, or ends the guide. A second tap on the same button does nothing."""
        if self.course is None:
            return
        if do == "skip" or (id == self.course.number and not self.course.left()):
            self._off = True
        elif do == "next":
            self.course.read(id)
        self._look()
        for c in self.table.connections:
            c.flag("guide")

    def _look(self) -> Shown | None:
        """What is said to the player now."""
        table, shown = self.table, None
        seat = min(table.humans(), default=-1)
        if self.course is not None and table.history is not None and seat >= 0 and not (self._off or table.over):
            seen = table.history.past[seat].seen
            legal = table.legal(seat) if seat in table.acting() else []
            named = table.game.asked(seen, seat) if legal else None
            try:
                shown = self.course.look(seen, seat, {a: named.read(a) for a in legal} if named else {})
            except Exception:  # a guide must not stop a match
                log.exception("the guide of %s failed", table.game.id)
        if shown is None or shown.lesson is None or shown.waits:
            self.read_on.set()
        else:
            self.read_on.clear()
        return shown

    def message(self, connection: Connection) -> dict[str, Any]:
        """What the guide says, as the page shows it."""
        nothing: dict[str, Any] = {"t": "guide", "id": None}
        course, seat = self.course, connection.seat
        if course is None or seat < 0 or seat != min(self.table.humans(), default=-1):
            return nothing
        shown, t = self._look(), connection.t
        made: dict[str, Any] = {"t": "guide", "id": course.number, "of": len(course.guide.lessons)}
        if shown is None:
            if course.left() or self._off or self.table.over:
                return nothing
            return made | {"text": t("guide.done"), "step": made["of"], "next": t("guide.on"), "play": t("guide.play")}
        if shown.reply:
            made["reply"] = t("guide.instead") if shown.reply == "instead" else self._words(shown.reply, t)
        if shown.lesson is None:
            return made | {"text": made.pop("reply"), "step": len(course.told), "next": t("guide.next")}
        made |= {"text": self._words(shown.lesson.key, t), "step": len(course.told) + 1}
        if shown.light:
            made["target"] = shown.light
        if shown.waits:
            return made | {"paths": [list(path) for path in shown.paths]}
        return made | {"next": t("guide.next")}

    def _words(self, key: str, t: Catalogue) -> str:
        return plain(game_words(self.table.game, t.language).or_key("guide", key), self.table.names(t.language))

    def closing(self, t: Catalogue) -> str:
        """After the match: the lessons that did not come up, to be read, and the way to the next match."""
        if self.course is None:
            return ""
        left = [el("li", self._words(one.key, t)) for one in self.course.left()]
        said = el("details", el("summary", t("guide.left", n=len(left))), el("ul", left), class_="left-out")
        button = el("button", t("guide.play"), type="submit", form=NOW_PLAY, class_="button main")
        return join(el("p", button), said if left else None)
