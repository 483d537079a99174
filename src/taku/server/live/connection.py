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
from taku.engine.catalogue import Catalogue
from taku.page.contract import page_of
from taku.server.budget import Budget
from taku.server.config import now, ticks
from taku.server.deflate import SOCKET, Deflated
from taku.server.games import rules_path
from taku.server.live import generic
from taku.server.live.screen import Has, written
from taku.server.live.talk import phrases, talker
from taku.server.store import StoreError
from taku.server.words import game_words, plain

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
TOO_MUCH, FAULT = 1008, 1011


class Connection:
    """A page at a table."""

    def __init__(
        self,
        table: Table,
        sock: WebSocket,
        player: str,
        t: Catalogue,
        *,
        generation: int = 0,
        patches: bool = False,
        room: bool = False,
    ) -> None:
        self.table = table
        self.sock = sock
        self.socket: Deflated = sock.scope["extensions"][SOCKET]
        self.player = player
        self.generation = generation
        """Which of the guest's cookies it came with."""
        self.t = t
        self.away = False
        self.waits = room or table.match is None
        """The page is the room before the match; when it begins the page of the table takes over."""
        self.closing: int | None = None
        self._greeted: tuple[int, int] | None = None
        """The seat that the page was last greeted with, and whether it still took part."""
        self.has = Has()
        self.patches = patches
        """The page keeps the rendering it was sent and takes changes of it."""
        self._missed = 0
        self._talk = 0
        self._ended = False
        self._told = False
        self._flags: set[str] = {"hello"}
        self._small: deque[dict[str, Any]] = deque(maxlen=SMALL)
        self._due = False
        self._budget = Budget(PLAY if self.seat >= 0 else WATCH, SECONDS)

    @property
    def seat(self) -> int:
        """The seat that the guest holds at this moment; −1 for onlookers. It is asked anew for every message in and
        out: who stood up has lost it, also if the page has not been told yet."""
        return self.table.seat_of(self.player)

    # ---- what is out of date

    def flag(self, *what: str) -> None:
        self._flags.update(what)
        self._write_soon()

    def wake(self) -> None:
        self.flag("view")

    def greet_again(self) -> None:
        self.flag("hello")

    def tell(self, message: dict[str, Any]) -> None:
        self._small.append(message)
        self._write_soon()

    def notice(self, key: str, level: str = "info", **fill: object) -> None:
        self.tell({"t": "notice", "level": level, "text": self.t(key, **fill)})

    def close(self, code: int) -> None:
        """End the connection from the server's side; from now on nothing that it says is heard."""
        if self.closing is None:
            self.closing = code
            self.socket.stop_reading()

    # ---- both directions

    async def run(self, step: int) -> None:
        """Serve the page until it goes away."""
        await self.table.talk.load()
        self._resume(step)
        self.table.connections.add(self)
        self.socket.drained, self.socket.stuck = self._write_soon, lambda: self.close(TOO_MUCH)
        self._write_soon()
        try:
            await self.table.presence.connected(self)
            reading = asyncio.create_task(self._read())  # a task of its own wakes without the application around it
            try:
                await reading
            finally:
                reading.cancel()
        finally:
            self.closing = self.closing or 1000
            self.table.connections.discard(self)
            try:
                await self.table.presence.disconnected(self)
            except StoreError as fault:
                log.log(fault.level, "table %s: %s", self.table.id, fault)
            if self.socket.congested:  # nobody would read the good-bye
                self.socket.transport.abort()
            elif self.sock.application_state == WebSocketState.CONNECTED:
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                    await self.sock.close(self.closing)

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
            self.has = Has(seen, ids[-1] if ids else 0)
        else:
            self._missed = max(past.step - seen, past.step - last)
            if self._missed < RESUME:
                self._missed = 0
            if step == past.step:
                self.has = Has(step, drops=past.drops)  # the page has the table already, but not the log

    def _write_soon(self) -> None:
        """Write once everything that goes on now is done: what changes several times at once is sent once."""
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        """Send the newest of everything that is out of date, unless the page has not read the last yet."""
        self._due = False
        if self.closing is not None or self.socket.congested:
            return
        try:
            self._write_all()
        except Exception:
            log.exception("table %s cannot be shown", self.table.id)
            self.close(FAULT)

    def _write_all(self) -> None:
        flags, self._flags = self._flags, set()
        if "hello" in flags or self._greeted != (self.seat, self.table.standing(self.seat)):
            flags.add("hello")
            self._hello()
        elif "view" in flags:
            self._view()
        elif "presence" in flags:
            self._presence()
        if "chat" in flags or "hello" in flags:
            self._chat()
        if "offers" in flags or "hello" in flags:
            self._send({"t": "offers", "offers": self.table.offers.message(self.seat, self.t)})
        if ("guide" in flags or "hello" in flags) and self.table.setting("guide"):
            self._send(self.table.guide.message(self))
        while self._small:
            self._send(self._small.popleft())

    def _send(self, message: dict[str, Any]) -> None:
        self.socket.write(written(message))

    def _hello(self) -> None:
        table, seat = self.table, self.seat
        if (
            self._greeted is not None and self._greeted[0] != seat
        ):  # what another seat was shown is nothing to go on from
            self.has = Has()
        self._greeted = (seat, table.standing(seat))
        if self.waits and (table.match is not None or table.record.status == "closed"):
            self._send({"t": "go", "href": f"/t/{table.id}"})
            return
        self._send(
            {
                "t": "hello",
                "now": now(),
                "seat": seat,
                "game": game_words(table.game, self.t.language).title,
                "seats": table.screen.seats(self.t.language),
                **({"who": talker(self.player)} if self.player else {}),
                "channels": table.talk.channels(seat, self.t) if self.player else [],
                "phrases": phrases(self.t),
                "can": table.screen.can(seat),
                "rules": rules_path(table.game, table.match.options if table.match else {}),
                "fair": f"/t/{table.id}/fair",
                **({"deal": table.registry.deals.rematch(table.id).told()} if table.over else {}),
            }
        )
        self._view()
        if any(s.kind == "bot" for s in table.record.seats) and not table.over and not self._told:
            self._told = True
            if table.registry.config.workers > 0 and not table.registry.pool.ready(table.game):
                self.tell({"t": "notice", "level": "info", "text": say(self.t.language, "compiling")})

    def _chat(self) -> None:
        reset = self.table.over and not self._ended
        if reset:  # from now on everybody reads everything that was said
            self._ended, self._talk = True, 0
        lines, self._talk = self.table.talk.message(self.seat, self._talk, self.t)
        if lines:
            self._send({"t": "chat", "lines": lines, "reset": reset})

    def _presence(self) -> None:
        """Who is there, if that is news to the page; a clock waits for some who come back."""
        around = self.table.screen.around(self.t)
        if around.number != self.has.around:
            self.has.around = around.number
            self._send({"t": "presence", "presence": around.presence, "watchers": around.watchers})
        if self.table.clocks.on:
            self._send({"t": "clocks", "now": now(), "clocks": self.table.clocks.message(ticks())})

    def _view(self) -> None:
        screen, seat = self.table.screen, self.seat
        self.socket.write(screen.message(seat, self.t, self.has, pieces=self.patches, missed=self._missed))
        self._missed = 0
        screen.now_has(seat, self.t, self.has, pieces=self.patches)

    # ---- what the page says

    async def _read(self) -> None:
        while True:
            raw = await self.socket.next()
            if raw is None or self.closing is not None:
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
                    log.log(fault.level, "table %s: %s", self.table.id, fault)
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
            case {"t": "resign"} if (
                seat >= 0 and table.game.has_resign and table.record.status in ("playing", "paused")
            ):
                await table.enter("resign", seat)
            case {"t": "takeback"} if seat >= 0:
                await table.presence.take_back(seat)
            case {"t": "hint"} if seat >= 0 and table.setting("hints"):
                table.spawn(self._hint)
            case {"t": "point", "id": str() as id} if seat >= 0 and len(id) <= 80 and id.isprintable():
                table.point(seat, id, by=self)
                await table.peers.tell(point=[seat, id])
            case {"t": "guide", "id": int() as id, "do": str() as do} if seat >= 0:
                table.guide.answer(id, do)
            case {"t": "here", "on": bool() as on}:
                self.away = not on
                await table.presence.looked(self)
            case {"t": "state"} if seat >= 0:
                self._state()
            case {"t": "sync"}:
                self.has = Has()
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
            self.has.step = -1
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
        page = page_of(table.game)
        told = table.game.asked(seen, seat).read(action)
        ids = page.gesture(seen, seat, told) if page is not None else generic.gesture(action)
        text = self.t("hint.text", action=plain(words.action(seen, seat, told), table.names(self.t.language)))
        reason = table.game.saying.reason
        why = plain(reason(seen, seat, told, words), table.names(self.t.language)) if reason else ""
        self.tell({"t": "hint", "text": f"{text} {why}".rstrip(), "targets": list(ids)})
