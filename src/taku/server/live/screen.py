"""What a table shows: each seat's view as a message, made once for all pages that show the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from taku.engine.catalogue import Catalogue
from taku.page.html import el
from taku.server.config import now, ticks
from taku.server.live import view
from taku.server.live.patch import changes
from taku.server.live.room import room
from taku.server.results import score
from taku.server.words import plain

if TYPE_CHECKING:
    from taku.server.live.table import Table


written = orjson.dumps
"""A message as it is sent."""


FRESH = 200
"""ms for which a message is sent again as it is: it tells the time and what is left on the clocks."""
LINES = 300
"""Lines of the log that a page gets when it opens; the replay has all of them."""


@dataclass(slots=True)
class Has:
    """What a page has, and so need not be sent again."""

    step: int = -1
    """The step it shows; −1: none."""
    line: int = -1
    """The last line of its log; −1: no log yet."""
    drops: int = 0
    """How many undos it knows of."""
    base: int = -1
    """The step of the rendering that it keeps and can have changed piece by piece; −1: none."""
    around: int = -1
    """Who is there, by its number (``Screen.around``)."""

    def key(self) -> tuple[int, ...]:
        return (self.step, self.line, self.drops, self.base, self.around)


@dataclass(frozen=True, slots=True)
class Around:
    """Who is there, as it is told in one language."""

    number: int
    presence: list[dict[str, Any]]
    watchers: int


class Screen:
    """Renders a table for its seats, in their languages."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._drawn: dict[tuple[int, str], list[tuple[int, view.Shown]]] = {}
        """The last two steps of each seat and language that were rendered."""
        self._sent: dict[tuple[Any, ...], bytes] = {}
        self._sent_at = 0
        self._around: dict[str, Around] = {}
        self._news: set[str] = set()
        """Languages in which ``_around`` was looked at since somebody came or went."""
        self._said: view.Said = {}

    def forget(self, seats: set[int] | None = None) -> None:
        """Something happened: messages are made anew, and seats that see a new step are rendered anew.

        If only some seats see it, messages to the others stay: one made anew would tell when it happened.
        """
        for key in [k for k in self._sent if seats is None or k[0] in seats]:
            del self._sent[key]
        self._said.clear()

    def look_around(self) -> None:
        """Somebody came, went or gave their seat to a bot."""
        self._sent.clear()
        self._news.clear()

    def forget_all(self) -> None:
        """Everybody's table is rendered anew, though they may see the same step."""
        self.forget()
        self.look_around()
        self._drawn.clear()

    def shown(self, seat: int, t: Catalogue) -> view.Shown:
        """A seat's table, rendered once for all who look at it in one language."""
        return self._steps(seat, t)[-1][1]

    def _steps(self, seat: int, t: Catalogue) -> list[tuple[int, view.Shown]]:
        table = self.table
        assert table.match is not None
        assert table.history is not None
        past = table.history.past[seat]
        kept = self._drawn.setdefault((seat, t.language), [])
        if not kept or kept[-1][0] != past.step:
            act = table.record.status == "playing" and seat not in table.bots.taken
            drawn = view.show(
                table.game,
                table.match.rules,
                past.seen,
                seat,
                t,
                act=act,
                past=(past.lines, past.step),
                asked=(table.acting(), table.legal(seat)),
                before=kept[-1][1] if kept else None,
            )
            kept.append((past.step, drawn))
            del kept[:-2]
        return kept

    def message(self, seat: int, t: Catalogue, has: Has, *, pieces: bool = False, missed: int = 0) -> bytes:
        """The view for a page that has this. ``pieces``: it keeps a rendering and takes changes of it."""
        if ticks() - self._sent_at > FRESH:
            self._sent.clear()
            self._sent_at = ticks()
        key = (seat, t.language, *has.key(), pieces, missed)
        found = self._sent.get(key)
        if found is None:
            found = self._sent[key] = written(self._view(seat, t, has, pieces, missed))
        return found

    def now_has(self, seat: int, t: Catalogue, has: Has, *, pieces: bool) -> None:
        """The page was sent the newest view."""
        if self.table.history is None:
            return
        past = self.table.history.past[seat]
        if pieces and has.step != past.step:
            has.base = past.step
        has.step, has.line, has.drops = past.step, past.next_id - 1, past.drops
        has.around = self.around(t).number

    def _rendered(self, seat: int, t: Catalogue, has: Has, pieces: bool) -> dict[str, Any]:
        """A seat's table and what it may do there, whole or as what changed since ``base``."""
        kept, names = self._steps(seat, t), self.table.names(t.language)
        (before, was), (_, drawn) = kept[0], kept[-1]
        if before == has.base:
            found = changes(was.pieces, drawn.pieces, was.ends, drawn.ends)
            if sum([len(now) for _, _, now in found]) < len(drawn.pieces):
                told = [(at, gone, [view.fill(piece, names) for piece in now]) for at, gone, now in found]
                patch = {"patch": {"from": has.base, "changes": told}}
                return patch if was.offered == drawn.offered else patch | _offered(drawn, names)
        filled = [view.fill(piece, names) for piece in drawn.pieces]
        whole = {"pieces": filled} if pieces else {"html": "".join(filled)}
        return whole | _offered(drawn, names)

    def around(self, t: Catalogue) -> Around:
        """Who is there: the same for everybody who reads this language. Its number changes when it does."""
        found = self._around.get(t.language)
        if t.language not in self._news or found is None:
            self._news.add(t.language)
            presence, watchers = self.table.presence.message(t), self.table.presence.watchers()
            if found is None or (found.presence, found.watchers) != (presence, watchers):
                number = found.number + 1 if found else 0
                found = self._around[t.language] = Around(number, presence, watchers)
        return found

    def _view(self, seat: int, t: Catalogue, has: Has, pieces: bool, missed: int) -> dict[str, Any]:
        at, table = now(), self.table
        if table.match is None or table.history is None:
            waiting = room(table, seat, t)
            return {"t": "view", "seq": 0, "step": 0, "now": at, "html": waiting.html, "acts": {}, "labels": {},
                    "status": {"text": waiting.text, "yours": False}}  # fmt: skip
        past, names, over = table.history.past[seat], table.names(t.language), table.over
        drawn = self.shown(seat, t)
        made: dict[str, Any] = {"t": "view", "seq": table.history.seq(seat), "step": past.step, "now": at}
        made |= self._rendered(seat, t, has, pieces) if has.step != past.step else _offered(drawn, names)
        if over:
            text = t("status.over")
        elif table.paused or table.record.status == "closed":
            text = t(f"status.{table.record.status}")
        else:
            text = plain(drawn.text, names)
        buttons = [b | {"label": plain(b["label"], names)} for b in drawn.offered.buttons]
        if table.paused and seat >= 0:
            buttons.append({"offer": "resume", "label": t("offer.resume")})
        if seat >= 0 and not over and table.only_looked_on() and not table.setting("hurry"):
            buttons.append({"offer": "hurry", "label": t("offer.hurry.yes")})
        made["status"] = {"text": text, "yours": drawn.yours, "over": over, "buttons": buttons}
        if has.line < 0:
            lines = past.lines[-LINES:]
            icons = [view.icon(table.game, past.seen, seat, past.lines, one) for one in lines]
            told = [view.line(table.game, one, t, names, icon) for one, icon in zip(lines, icons, strict=True)]
            made["log"] = {"reset": True, "lines": told}
        else:
            made["events"] = self._events(seat, t, has.line)
            if past.drops != has.drops:
                made["log"] = {"drop": min(past.dropped[has.drops :]), "lines": []}
        if missed > 0:
            made["missed"] = missed
        if table.clocks.on:
            made["clocks"] = table.clocks.message(ticks())
        around = self.around(t)
        if around.number != has.around:
            made["presence"], made["watchers"] = around.presence, around.watchers
        if over:
            more = view.summary(table.game, past.lines, seat, t, names)
            if standing := score(table.record, names, t):
                more = str(el("p", standing, class_="score")) + more
            if table.setting("guide"):
                more += table.guide.closing(t)
            back = view.campaign(table.game, str(table.setting("preset", "")), t)
            made["result"] = view.result(table.match, names, t, seat, f"/t/{table.id}/replay", more, back)
        return made

    def _events(self, seat: int, t: Catalogue, after: int) -> list[dict[str, Any]]:
        """What a seat was told after a line of its log; what happened in the last step is shown in motion."""
        assert self.table.history is not None
        game, past = self.table.game, self.table.history.past[seat]
        lines, step, names = past.lines, past.step, self.table.names(t.language)
        first = len(lines)
        while first and lines[first - 1].id > after and first > len(lines) - LINES:
            first -= 1
        return [
            view.line(
                game,
                one,
                t,
                names,
                view.effects(game, past.seen, seat, lines, one, t, names) if one.step == step else None,
                self._said,
            )
            for one in lines[first:]
        ]

    def seats(self, language: str) -> list[dict[str, Any]]:
        made, names = [], self.table.names(language)
        for i, s in enumerate(self.table.record.seats):
            one: dict[str, Any] = {"name": names[i] or "…", "kind": "bot" if s.kind == "bot" else "human"}
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
        if self.table.game.has_resign:
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
    offered = drawn.offered
    return {"acts": offered.acts, "labels": {a: plain(label, names) for a, label in offered.labels.items()}}
