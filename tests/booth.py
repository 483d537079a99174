"""Shows any table in the real client, without matches, stores or bots: states are pushed to open pages one by one."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from taku.engine.match import Match
from taku.page.document import CSP, document, live, top
from taku.page.html import Raw
from taku.page.parts import Name
from taku.server import files
from taku.server.live.view import show
from taku.server.words import fill, plain, text_of
from tests.server.kit import PATIENCE, free_port

NAMES = ["Mika", "Aki", "千代", "Dana", "Bo", "悠人", "Ines", "Jun"]
LEVEL = {"en": "Beginner", "ja": "入門"}


def names_for(seats: int, seat: int, language: str) -> list[Name]:
    """Who sits there: every second one from the reader's seat on is a bot, whose face and level take room."""
    bots = [LEVEL[language] if (i - seat) % 2 else "" for i in range(seats)]
    return [Name(NAMES[i % len(NAMES)], bot=bot, face=i) for i, bot in enumerate(bots)]


def view_of(match: Match, seat: int, language: str) -> dict[str, Any]:
    """What a seat is shown and may do, as the message that the client gets."""
    names = names_for(match.seats, seat, language)
    shown = show(match.game, match.rules, match.view(seat), seat, text_of(language))
    offered = shown.offered
    buttons = [{**one, "label": plain(one["label"], names)} for one in offered.buttons]
    return {
        "html": fill(shown.html, names),
        "acts": offered.acts,
        "labels": {key: plain(label, names) for key, label in offered.labels.items()},
        "status": {"text": plain(shown.text, names), "yours": shown.yours, "buttons": buttons},
    }


class Booth:
    """A small server in a thread. ``page`` is the address of a table in a language; ``push`` changes what it shows."""

    def __init__(self) -> None:
        self.sockets: list[WebSocket] = []
        self.step = 0
        self.acted: list[dict[str, Any]] = []
        self.shown: dict[str, dict[str, Any]] = {}
        self.port = free_port()
        static = Route("/static/{build}/{name}", files.serve)
        self.app = Starlette(routes=[Route("/{language}", self.page), WebSocketRoute("/ws", self.ws), static])
        config = uvicorn.Config(
            self.app, port=self.port, log_level="error", lifespan="off", timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the booth did not open"
            time.sleep(0.01)

    def stop(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join(PATIENCE)

    def at(self, language: str) -> str:
        return f"http://127.0.0.1:{self.port}/{language}"

    async def page(self, request: Request) -> Response:
        self.loop = asyncio.get_running_loop()
        language = request.path_params["language"]
        html = self.shown.get(language, {}).get("html", "")
        whole = document(
            "Taku",
            live(top("/", "Taku"), Raw(html), heading="Taku"),
            lang=language,
            static=files.static(),
            script="client",
            class_="at-table",
            ws=f"/ws?language={language}",
            build=files.build(),
            step=self.step,
            seq=self.step,
        )
        return HTMLResponse(whole, headers={"Content-Security-Policy": CSP})

    async def ws(self, socket: WebSocket) -> None:
        await socket.accept()
        socket.state.language = socket.query_params["language"]
        hello = {"t": "hello", "now": time.time() * 1000, "seat": 0, "seats": [{"name": n} for n in NAMES]}
        await socket.send_text(json.dumps(hello))
        if socket.state.language in self.shown:
            await socket.send_text(json.dumps(self._message(socket.state.language)))
        self.sockets.append(socket)
        try:
            while True:
                said = json.loads(await socket.receive_text())
                if said["t"] == "ping":
                    await socket.send_text(json.dumps({"t": "pong", "c": said["c"], "now": time.time() * 1000}))
                elif said["t"] == "act":
                    self.acted.append(said)
        except (WebSocketDisconnect, RuntimeError):
            self.sockets.remove(socket)

    def _message(self, language: str) -> dict[str, Any]:
        stamp = {"t": "view", "step": self.step, "seq": self.step, "now": time.time() * 1000}
        return {**stamp, **self.shown[language]}

    def push(self, shown: dict[str, dict[str, Any]]) -> int:
        """Show a view to all pages, by language; the number it can be waited for as ``data-step``."""
        self.shown = shown
        self.step += 1

        async def send() -> None:
            for socket in list(self.sockets):
                await socket.send_text(json.dumps(self._message(socket.state.language)))

        if self.sockets:
            asyncio.run_coroutine_threadsafe(send(), self.loop).result(PATIENCE)
        return self.step
