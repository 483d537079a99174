"""A guest at a table of a server who is a program: sits down through the pages, plays through the socket.

What is said on the socket stands in docs/protocol.md.
"""

from __future__ import annotations

import asyncio
import base64
import json
import random
import secrets
from collections.abc import Callable
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, build_opener

from taku.cli.parser import BAD, Fault
from taku.cli.request import game_named
from taku.cli.terminal import printable

if TYPE_CHECKING:
    from taku.bots.players import Bot
    from taku.engine.game import Game

PATIENCE = 60
"""Seconds for a page or an answer."""
TRIES = (0.25, 0.5, 1, 2, 4, 8)
"""Seconds before coming back after a lost connection, as pages do."""


class Page(HTMLParser):
    """The parts of a page that a program needs: the forms with their fields, and what the body says of the table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self.body: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "body":
            self.body = about
        elif tag == "form":
            self.forms.append({"action": about.get("action", ""), "fields": {}, "seats": []})
        elif self.forms and tag == "input" and about.get("name"):
            self.forms[-1]["fields"][about["name"]] = about.get("value", "")
        elif self.forms and tag == "button" and about.get("name") == "seat":
            self.forms[-1]["seats"].append(about.get("value", ""))


class Guest:
    """A browser without a window: keeps the cookies, fills in the forms."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.jar = CookieJar()
        self._browser = build_opener(HTTPCookieProcessor(self.jar))

    def _open(self, url: str, form: dict[str, str] | None = None) -> tuple[str, Page]:
        data = urlencode(form).encode() if form is not None else None
        try:
            with self._browser.open(url, data, timeout=PATIENCE) as answer:
                return answer.geturl(), Page(answer.read().decode("utf-8", "replace"))
        except HTTPError as fault:
            raise Fault(f"{url}: the server answers {fault.code} ({fault.reason})", BAD) from None
        except (URLError, OSError, ValueError) as fault:
            raise Fault(f"{url}: {getattr(fault, 'reason', fault)}") from None

    def sit(self, url: str, seat: int | None = None) -> str:
        """Take a seat, any free one unless it is said which; the address of the table's socket."""
        where, page = self._open(url)
        forms = [f for f in page.forms if f["action"].endswith("/sit") or f["action"] == urlsplit(where).path]
        if forms:
            free = forms[0]["seats"]
            if seat is not None and free and str(seat) not in free:
                raise Fault(
                    f"{url}: seat {seat + 1} is not free (free: {', '.join(str(int(s) + 1) for s in free)})", BAD
                )
            chosen = {"seat": str(seat) if seat is not None else free[0]} if free else {}
            fields = {**forms[0]["fields"], "name": self.name, "nonce": secrets.token_hex(16), **chosen}
            where, page = self._open(urljoin(where, forms[0]["action"]), fields)
        return self._socket(url, where, page)

    def socket(self, url: str) -> str:
        """The address of the socket of a table at which this guest sits."""
        return self._socket(url, *self._open(url))

    def _socket(self, url: str, where: str, page: Page) -> str:
        if "data-ws" not in page.body:
            raise Fault(f"{url}: there is no table with a free seat at this address", BAD)
        return urljoin(where, page.body["data-ws"])

    def cookies(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self.jar)


def ws_address(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(scheme={"http": "ws", "https": "wss"}[parts.scheme]).geturl()


class Seated:
    """A bot at a table, from sitting down to the end of the match."""

    def __init__(
        self, guest: Guest, socket: str, make: Callable[[Game], Bot], seed: int, say: Callable[[str], None]
    ) -> None:
        self.guest = guest
        self.socket = socket
        self.make = make
        self.dice = random.Random(seed)
        self.say = say
        self.bot: Bot | None = None
        self.seat = -1
        self.over = False
        self.answered = -1
        self.lost = 0
        """How often the connection was lost since something was last seen."""
        self.labels: dict[str, str] = {}

    async def play(self) -> None:
        """Play to the end; a lost connection is taken up again."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidHandshake

        headers = {"Cookie": self.guest.cookies()}
        while True:
            try:
                async with connect(
                    ws_address(self.socket), additional_headers=headers, open_timeout=PATIENCE
                ) as socket:
                    while not self.over:
                        await self._hear(socket, json.loads(await socket.recv()))
                    return
            except (ConnectionClosed, OSError, TimeoutError) as fault:
                if isinstance(fault, ConnectionClosed) and fault.rcvd and fault.rcvd.code == 1008:
                    raise Fault("the server does not let this guest in", BAD) from None
                if self.lost == len(TRIES):
                    raise Fault(f"the server cannot be reached any more: {fault}", BAD) from None
                await asyncio.sleep(TRIES[self.lost])
                self.lost += 1
            except InvalidHandshake as fault:
                raise Fault(f"{self.socket}: {fault}", BAD) from None

    async def _hear(self, socket: Any, message: dict[str, Any]) -> None:
        match message.get("t"):
            case "hello":
                self.seat = message["seat"]
                if self.seat < 0:
                    raise Fault("this guest has no seat at the table: it is full", BAD)
            case "view":
                self.lost = 0
                self._look(message)
                if not self.over and message.get("status", {}).get("yours") and message["seq"] != self.answered:
                    await self._think(socket)
            case "go":  # the match begins: come in again, at the table
                self.socket = await asyncio.to_thread(self.guest.socket, urljoin(self.socket, message["href"]))
                await socket.close()
            case "refused":
                self.answered = -1
                self.say(f"refused: {printable(message.get('text', ''))}")

    def _look(self, view: dict[str, Any]) -> None:
        self.labels = view.get("labels", {})
        status = view.get("status", {})
        self.over = bool(status.get("over"))
        if self.over:
            self.say(printable(view.get("result", {}).get("title") or status.get("text", "")))

    async def _think(self, socket: Any) -> None:
        """Ask what the seat sees, choose, act."""
        from taku.bots.players import Budget
        from taku.compile.speed import rules_of

        told = await self._state(socket)
        if told is None:
            return
        game = game_named(told["game"])
        if game.version != told["version"]:
            raise Fault(f"the server plays version {told['version']} of {game.id}; here is version {game.version}", BAD)
        if self.bot is None:
            self.bot = self.make(game)
        seen, rules = game.state(bytearray(base64.b64decode(told["state"]))), rules_of(game)
        if self.seat not in rules.acting(seen):
            return
        legal = rules.legal(seen, self.seat)
        action = await asyncio.to_thread(self.bot, seen, self.seat, legal, Budget(self.dice.getrandbits(62)))
        if action not in legal:
            raise Fault(f"the bot answers {action!r}, which is none of its legal actions {legal[:20]}", BAD)
        self.answered = told["seq"]
        self.say(printable(self.labels.get(str(action), str(action))))
        await socket.send(json.dumps({"t": "act", "seq": told["seq"], "action": action}))

    async def _state(self, socket: Any) -> dict[str, Any] | None:
        """What the seat sees now, as bytes; None if the match ended or moved elsewhere meanwhile."""
        await socket.send(json.dumps({"t": "state"}))
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    message: dict[str, Any] = json.loads(await socket.recv())
                    match message.get("t"):
                        case "state":
                            return message
                        case "view":
                            self._look(message)
                        case "go":
                            await self._hear(socket, message)
                    if self.over:
                        return None
        except TimeoutError:
            raise Fault("the server does not tell programs what their seat sees", BAD) from None
