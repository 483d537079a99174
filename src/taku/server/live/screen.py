"""What a table shows: each seat's view as a message, made once for all pages that show the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import orjson

from taku.server.config import now
from taku.server.live import view
from taku.server.live.patch import changes, pieces
from taku.server.live.room import room
from taku.server.words import Text, plain

if TYPE_CHECKING:
    from taku.server.live.table import Table


def written(message: dict[str, Any]) -> str:
    """A message as text."""
    return orjson.dumps(message).decode()


LINES = 300
"""Lines of the log that a page gets when it opens; the replay has all of them."""

Shown = tuple[int, int, int]
"""What a page has: the step, the last line of the log (−1: no log yet), and how many undos it knows of."""

Sheet = tuple[int, list[str], view.Shown]
"""A step, its rendering in pieces, and what went with it."""


class Screen:
    """Renders a table for its seats, in their languages."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._drawn: dict[tuple[int, str], view.Shown] = {}
        self._sheets: dict[tuple[int, str], list[Sheet]] = {}
        self._sent: dict[tuple[Any, ...], str] = {}
        self._there: dict[str, tuple[list[dict[str, Any]], int]] = {}
        self._said: view.Said = {}

    def forget(self, seats: set[int] | None = None) -> None:
        """These seats see something new; without seats, everybody does."""
        self._sent.clear()
        self._there.clear()
        self._said.clear()
        if seats is None:
            self._sheets.clear()
        for key in [k for k in self._drawn if seats is None or k[0] in seats]:
            del self._drawn[key]

    def shown(self, seat: int, t: Text) -> view.Shown:
        """A seat's table, rendered once for all who look at it in one language."""
        assert self.table.match is not None
        assert self.table.history is not None
        key = (seat, t.language)
        found = self._drawn.get(key)
        if found is None:
            act = self.table.record.status == "playing" and seat not in self.table.bots.taken
            past = self.table.history.past[seat]
            told = (past.lines, past.step)
            found = view.show(self.table.game, self.table.match.rules, past.seen, seat, t, act=act, past=told)
            self._drawn[key] = found
        return found

    def message(self, seat: int, t: Text, shown: Shown | None, base: int = -1, missed: int = 0) -> str:
        """The view for a connection that last saw a step, a line and so many undos; None: nothing yet.

        ``base`` is the step whose rendering it keeps and can have changed piece by piece; −1: none.
        """
        key = (seat, t.language, shown, base, missed)
        found = self._sent.get(key)
        if found is None:
            found = self._sent[key] = written(self._view(seat, t, shown, base, missed))
        return found

    def _rendered(self, seat: int, t: Text, base: int) -> dict[str, Any]:
        """A seat's table and what it may do there, whole or as what changed since ``base``."""
        assert self.table.history is not None
        step = self.table.history.past[seat].step
        kept = self._sheets.setdefault((seat, t.language), [])
        if not kept or kept[-1][0] != step:
            drawn = self.shown(seat, t)
            kept.append((step, pieces(drawn.html), drawn))
            del kept[:-2]
        (before, old, was), (_, new, drawn), names = kept[0], kept[-1], self.table.names
        if before == base:
            found = changes(old, new)
            if sum(len(piece) for _, _, now in found for piece in now) < len(drawn.html):
                told = [(at, gone, [view.fill(piece, names) for piece in now]) for at, gone, now in found]
                patch = {"patch": {"from": base, "changes": told}}
                return (
                    patch if was.labels == drawn.labels and was.acts == drawn.acts else patch | _offered(drawn, names)
                )
        return {"html": view.fill(drawn.html, names), **_offered(drawn, names)}

    def _around(self, t: Text) -> tuple[list[dict[str, Any]], int]:
        """Who is there: the same for everybody who is sent the same move."""
        found = self._there.get(t.language)
        if found is None:
            presence = self.table.presence
            found = self._there[t.language] = presence.message(t), presence.watchers()
        return found

    def _view(self, seat: int, t: Text, shown: Shown | None, base: int, missed: int) -> dict[str, Any]:
        at = now()
        if self.table.match is None or self.table.history is None:
            waiting = room(self.table, seat, t)
            return {"t": "view", "seq": 0, "step": 0, "now": at, "html": waiting.html, "acts": {}, "labels": {},
                    "status": {"text": waiting.text, "yours": False}}  # fmt: skip
        past, names = self.table.history.past[seat], self.table.names
        table = self.shown(seat, t)
        made: dict[str, Any] = {"t": "view", "seq": self.table.history.seq(seat), "step": past.step, "now": at}
        made |= self._rendered(seat, t, base) if shown is None or shown[0] != past.step else _offered(table, names)
        text = (
            t("status.paused")
            if self.table.paused
            else t("status.closed")
            if self.table.record.status == "closed"
            else plain(table.text, names)
        )
        made["status"] = {"text": text, "yours": table.yours, "over": self.table.over,
                          "buttons": [b | {"label": plain(b["label"], names)} for b in table.buttons]}  # fmt: skip
        if shown is None or shown[1] < 0:
            made["log"] = {
                "reset": True,
                "lines": [
                    view.line(self.table.game, one, t, names, view.icon(self.table.game, past.seen, seat, one))
                    for one in past.lines[-LINES:]
                ],
            }
        else:
            new = [one for one in past.lines if one.id > shown[1]] if past.next_id - 1 > shown[1] else []
            made["events"] = [
                view.line(
                    self.table.game,
                    one,
                    t,
                    names,
                    view.effects(self.table.game, past.seen, seat, one) if one.step == past.step else None,
                    self._said,
                )
                for one in new[-LINES:]
            ]
            if past.drops != shown[2]:
                made["log"] = {"drop": past.dropped, "lines": []}
        if missed > 0:
            made["missed"] = missed
        made["clocks"] = self.table.clocks.message(at)
        made["presence"], made["watchers"] = self._around(t)
        if self.table.over:
            made["status"]["text"] = t("status.over")
            more = view.summary(self.table.game, past.lines, seat, t, names)
            if self.table.setting("guide"):
                more += view.onward(self.table.game, t)
            back = view.campaign(self.table.game, str(self.table.setting("preset", "")), t)
            made["result"] = view.result(self.table.match, names, t, seat, f"/t/{self.table.id}/replay", more, back)
        return made

    def seats(self) -> list[dict[str, Any]]:
        made = []
        for i, s in enumerate(self.table.record.seats):
            one: dict[str, Any] = {"name": s.name or "…", "kind": "bot" if s.kind == "bot" else "human"}
            if s.level:
                one["level"] = s.level
            team = self.table.team(i)
            made.append(one | ({"team": team} if team is not None else {}))
        return made

    def can(self, seat: int) -> list[str]:
        """What the menu offers a seat now."""
        if seat < 0 or self.table.match is None or self.table.record.status == "closed":
            return []
        if self.table.over:
            return ["rematch"]
        able = ["pause"] if self.table.record.status == "playing" else ["resume"]
        if self.table.game.has_resign and self.table.record.status == "playing":
            able.append("resign")
        if self.table.setting("undo", True):
            able.append("undo")
        if self.table.setting("hints"):
            able.append("hint")
        if len(self.table.humans()) > 1:
            able.append("point")
        if seat in self.table.bots.taken:
            able.append("takeback")
        return able


def _offered(drawn: view.Shown, names: Sequence[str]) -> dict[str, Any]:
    """What a seat may do: the tree of gestures and the names of the actions."""
    return {"acts": drawn.acts, "labels": {a: plain(label, names) for a, label in drawn.labels.items()}}
