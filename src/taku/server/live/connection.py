"""One open page of a table: reads what it sends within a budget, and sends it the newest of everything.

There is no queue of views: flags say what is out of date, and when the socket is ready the newest is sent.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
from collections import deque
from typing import TYPE_CHECKING, Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from taku.bots import say
from taku.engine.actions import ActionError
from taku.server.budget import Budget
from taku.server.config import now
from taku.server.live import generic
from taku.server.live.screen import written
from taku.server.live.talk import phrases, talker
from taku.server.store import StoreError
from taku.server.words import Text, game_words, plain

if TYPE_CHECKING:
    from taku.server.live.table import Table

log = logging.getLogger(__name__)
PLAY, WATCH, SECONDS = 100, 50, 20
"""Messages in so many seconds, after which the connection is closed."""
SMALL = 50
"""Small messages that may wait; the oldest give way."""
RESUME = 4
"""Steps that a page that was away so briefly sees as animations; more are offered as a replay."""
LONGEST_NAME = 40
"""Letters of an action's name: what is longer is none, and is not compared with those there are."""
TOO_MUCH = 1008
STUCK = 20
"""Seconds in which a page must take what it is sent; one that does not read is closed. (The system and the transport
hold some hundred kilobytes for it: a slow phone has read a view long before.)"""


class Connection:
    """A page at a table."""

    def __init__(
        self,
        table: Table,
        sock: WebSocket,
        player: str,
        t: Text,
        *,
        generation: int = 0,
        patches: bool = False,
        room: bool = False,
    ) -> None:
        self.table = table
        self.sock = sock
        self.player = player
        self.generation = generation
        """Which of the guest's cookies it came with."""
        self.t = t
        self.away = False
        self.waits = room or table.match is None
        """The page is the room before the match; when it begins the page of the table takes over."""
        self.closing: int | None = None
        self._closed = asyncio.Event()
        self._greeted: int | None = None
        """The seat that the page was last greeted with."""
        self.shown: tuple[int, int, int] | None = None
        self.patches = patches
        """The page keeps the rendering it was sent and takes changes of it."""
        self._base = -1
        """The step of that rendering."""
        self._missed = 0
        self._talk = 0
        self._ended = False
        self._told = False
        self._flags: set[str] = {"hello"}
        self._small: deque[dict[str, Any]] = deque(maxlen=SMALL)
        self._ready = asyncio.Event()
        self._ready.set()
        self._budget = Budget(PLAY if self.seat >= 0 else WATCH, SECONDS)

    @property
    def seat(self) -> int:
        """The seat that the guest holds at this moment; −1 for onlookers. It is asked anew for every message in and
        out: who stood up has lost it, also if the page has not been told yet."""
        return self.table.seat_of(self.player)

    # ---- what is out of date

    def flag(self, *what: str) -> None:
        self._flags.update(what)
        self._ready.set()

    def wake(self) -> None:
        self.flag("view")

    def greet_again(self) -> None:
        self.flag("hello")

    def tell(self, message: dict[str, Any]) -> None:
        self._small.append(message)
        self._ready.set()

    def notice(self, key: str, level: str = "info", **fill: object) -> None:
        self.tell({"t": "notice", "level": level, "text": self.t(key, **fill)})

    def close(self, code: int) -> None:
        """End the connection from the server's side; from now on nothing that it says is heard."""
        if self.closing is None:
            self.closing = code
        self._closed.set()

    # ---- both directions

    async def run(self, step: int) -> None:
        """Serve the page until it goes away."""
        await self.table.talk.load()
        self._resume(step)
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        tasks = (writer, reader, asyncio.create_task(self._closed.wait()))
        self.table.connections.add(self)
        try:
            await self.table.presence.connected(self)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.table.connections.discard(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            try:
                await self.table.presence.disconnected(self)
            except StoreError as fault:
                log.warning("table %s: %s", self.table.id, fault)
            if self.sock.application_state == WebSocketState.CONNECTED:
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                    await self.sock.close(self.closing or 1000)

    def _resume(self, step: int) -> None:
        """Take up where the page says it is, if that is not long ago."""
        history = self.table.history
        if history is None:
            return
        past = history.past[self.seat]
        last = self.table.presence.last.get(self.seat, past.step)
        seen = step if 0 <= step <= past.step else past.step
        if past.drops == 0 and past.step - seen < RESUME and seen < past.step:
            ids = [one.id for one in past.lines if one.step <= seen]
            self.shown = (seen, ids[-1] if ids else 0, 0)
        else:
            self._missed = max(past.step - seen, past.step - last)
            if self._missed < RESUME:
                self._missed = 0
            if step == past.step:
                self.shown = (step, -1, past.drops)  # the page has the table already, but not the log

    async def _write(self) -> None:
        while True:
            await self._ready.wait()
            self._ready.clear()
            try:
                async with asyncio.timeout(STUCK):
                    await self._write_all()
            except TimeoutError:
                self.close(TOO_MUCH)
                return

    async def _write_all(self) -> None:
        """Send the newest of everything that is out of date."""
        flags, self._flags = self._flags, set()
        if "hello" in flags or self._greeted != self.seat:
            flags.add("hello")
            await self._hello()
        elif "view" in flags:
            await self._view()
        elif "presence" in flags:
            presence = self.table.presence
            await self._send({"t": "presence", "presence": presence.message(self.t), "watchers": presence.watchers()})
            await self._send({"t": "clocks", "now": now(), "clocks": self.table.clocks.message(now())})
        if "chat" in flags or "hello" in flags:
            await self._chat()
        if "offers" in flags or "hello" in flags:
            await self._send({"t": "offers", "offers": self.table.offers.message(self.seat, self.t)})
        if ("guide" in flags or "hello" in flags) and self.table.setting("guide"):
            await self._send(self.table.guide.message(self))
        while self._small:
            await self._send(self._small.popleft())

    async def _send(self, message: dict[str, Any]) -> None:
        await self.sock.send_text(written(message))

    async def _hello(self) -> None:
        table, seat = self.table, self.seat
        if self._greeted not in (None, seat):  # what another seat was shown is nothing to go on from
            self.shown, self._base = None, -1
        self._greeted = seat
        if self.waits and (table.match is not None or table.record.status == "closed"):
            await self._send({"t": "go", "href": f"/t/{table.id}"})
            return
        await self._send(
            {
                "t": "hello",
                "now": now(),
                "seat": seat,
                "game": game_words(table.game, self.t.language).title,
                "seats": table.screen.seats(),
                **({"who": talker(self.player)} if self.player else {}),
                "channels": table.talk.channels(seat, self.t) if self.player else [],
                "phrases": phrases(self.t),
                "can": table.screen.can(seat),
                "rules": f"/rules/{table.game.id}",
                "fair": f"/t/{table.id}/fair",
                **({"deal": table.hall.deals.rematch(table.id).told()} if table.over else {}),
            }
        )
        await self._view()
        if any(s.kind == "bot" for s in table.record.seats) and not table.over and not self._told:
            self._told = True
            if table.hall.config.workers > 0 and not table.hall.pool.ready(table.game):
                self.tell({"t": "notice", "level": "info", "text": say(self.t.language, "compiling")})

    async def _chat(self) -> None:
        reset = self.table.over and not self._ended
        if reset:  # from now on everybody reads everything that was said
            self._ended, self._talk = True, 0
        lines, self._talk = self.table.talk.message(self.seat, self._talk, self.t)
        if lines:
            await self._send({"t": "chat", "lines": lines, "reset": reset})

    async def _view(self) -> None:
        table, seat = self.table, self.seat
        if seat != self._greeted:  # the seat changed hands while the page was greeted
            self._ready.set()
            return
        message = table.screen.message(seat, self.t, self.shown, self._base, self._missed)
        self._missed = 0
        if table.history is not None:
            past = table.history.past[seat]
            if self.patches and (self.shown is None or self.shown[0] != past.step):
                self._base = past.step
            self.shown = (past.step, past.next_id - 1, past.drops)
        await self.sock.send_text(message)

    # ---- what the page says

    async def _read(self) -> None:
        while True:
            try:
                raw = await self.sock.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            if self.closing is not None:
                return
            if not self._budget.spend():
                self.close(TOO_MUCH)
                return
            try:
                message = json.loads(raw)
            except (ValueError, RecursionError):
                continue
            if isinstance(message, dict):
                try:
                    await self._hear(message)
                except StoreError as fault:
                    log.warning("table %s: %s", self.table.id, fault)
                    self.notice("refused.store", "error")

    async def _hear(self, m: dict[str, Any]) -> None:
        table, seat = self.table, self.seat
        match m:
            case {"t": "ping", "c": int() | float() as c} if abs(c) < 1 << 53:
                self.tell({"t": "pong", "c": c, "now": now()})
            case {"t": "act", "seq": int() as seq, "action": int() as action}:
                await self._act(seq, action)
            case {"t": "act", "seq": int() as seq, "name": str() as name, "arguments": dict() as arguments}:
                await self._act_by_name(seq, name, arguments)
            case {"t": "chat", "channel": str() as channel, "phrase": str() as phrase}:
                if any(p["id"] == phrase for p in phrases(self.t)):
                    self._refused(await table.talk.say(self, channel, f"::{phrase}::"))
            case {"t": "chat", "channel": str() as channel, "text": str() as text}:
                unsaid = text.encode(errors="ignore").decode()  # half a character can be received, but not sent
                self._refused(await table.talk.say(self, channel, text), unsaid=unsaid)
            case {"t": "offer", "kind": str() as kind}:
                self._refused(await table.offers.make(seat, kind, str(m.get("nonce", ""))))
            case {"t": "answer", "id": str() as id, "say": str() as say}:
                await table.offers.answer(seat, id, say, str(m.get("nonce", "")))
            case {"t": "resign"} if seat >= 0 and table.game.has_resign and table.record.status == "playing":
                await table.enter("resign", seat)
            case {"t": "takeback"} if seat >= 0:
                await table.presence.take_back(seat)
            case {"t": "hint"} if seat >= 0 and table.setting("hints"):
                table.spawn(self._hint)
            case {"t": "point", "id": str() as id} if seat >= 0 and len(id) <= 80 and id.isprintable():
                team = table.team(seat)
                for other in table.connections:
                    if other is not self and other.seat >= 0 and (team is None or table.team(other.seat) == team):
                        other.tell({"t": "point", "seat": seat, "id": id})
            case {"t": "guide", "id": int() as id, "do": str() as do} if seat >= 0:
                table.guide.answer(id, do)
            case {"t": "here", "on": bool() as on}:
                self.away = not on
                table.presence.changed()
            case {"t": "state"} if seat >= 0:
                self._state()
            case {"t": "sync"}:
                self.shown, self._base = None, -1
                self.flag("hello")

    def _state(self) -> None:
        """What the seat sees, as the struct itself: for players that are programs."""
        table, seat = self.table, self.seat
        if table.history is not None:
            seen = base64.b64encode(table.history.past[seat].seen.bytes()).decode()
            facts = {"game": table.game.id, "version": table.game.version}
            legal = table.legal(seat)
            named = table.game.asked(table.history.past[seat].seen, seat) if legal else None
            actions = {str(a): str(named.read(a)) for a in legal} if named else {}
            seq = table.history.seq(seat)
            self.tell({"t": "state", "seq": seq, **facts, "state": seen, "actions": actions})

    def _refused(self, key: str | None, **more: str) -> None:
        if key:
            self.tell({"t": "notice", "level": "error", "text": self.t(key), **more})

    async def _act_by_name(self, seq: int, name: str, arguments: dict[str, Any]) -> None:
        """A move by a program that says ``march army=3 n=2`` instead of a number."""
        table, seat = self.table, self.seat
        if seat < 0 or table.history is None or max(map(len, [name, *arguments]), default=0) > LONGEST_NAME:
            return
        if not table.legal(seat):
            self.tell({"t": "refused", "seq": seq, "text": self.t("refused.illegal")})
            return
        asked = table.game.asked(table.history.past[seat].seen, seat)
        try:
            action = asked.number(name, **{key: v if type(v) is int else -1 for key, v in arguments.items()})
        except ActionError as fault:
            self.tell({"t": "refused", "seq": seq, "text": str(fault)})
        else:
            await self._act(seq, action)

    async def _act(self, seq: int, action: int) -> None:
        table, seat = self.table, self.seat
        if isinstance(seq, bool) or isinstance(action, bool) or seat < 0 or table.history is None:
            return
        if seq != table.history.seq(seat):
            if self.shown is not None:
                self.shown = (-1, self.shown[1], self.shown[2])
            self.wake()
            return
        why = await table.act(seat, seq, action, player=self.player)
        if why:
            self.tell({"t": "refused", "seq": seq, "text": self._why(why, seat, action)})
        elif table.history.seq(seat) == seq:
            self.wake()

    def _why(self, key: str, seat: int, action: int) -> str:
        table = self.table
        if key == "refused.illegal" and table.history is not None:
            try:
                clause = table.game.why_not(table.history.past[seat].seen, seat, action)
            except Exception:  # the seat may not be asked at all: the page need not know what to say of that
                clause = ""
            if clause:
                return self.t("refused.clause", clause=clause)
        return self.t(key)

    async def _hint(self) -> None:
        table, seat = self.table, self.seat
        action = await table.bots.hint(seat)
        if isinstance(action, str) or table.history is None or self.seat != seat:
            self.notice(action if isinstance(action, str) else "hint.none")
            return
        seen = table.history.past[seat].seen
        words = game_words(table.game, self.t.language)
        page = table.game.module("page")
        told = table.game.asked(seen, seat).read(action)
        ids = page.gesture(seen, seat, told) if page is not None else generic.gesture(action)
        text = self.t("hint.text", action=plain(words.action(seen, seat, told), table.names))
        self.tell({"t": "hint", "text": text, "targets": list(ids)})
