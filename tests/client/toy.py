"""A toy table and a small server that speaks docs/protocol.md under the real security header, for the client's tests.

It runs in a thread of the test's process, so that a test can look into it, push messages and pull the plug.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

import taku.page
from taku.page import parts, svg
from taku.page.document import CSP, document, live, top
from taku.page.html import Raw, el, join

CLIENT = Path(taku.page.__file__).parents[1] / "client"
BUILD = "b1"
N = 5
KINDS = [
    ("Flame", "炎", "flame", "red"),
    ("Drop", "雫", "drop", "blue"),
    ("Leaf", "葉", "leaf", "green"),
    ("Wind", "風", "wind", "teal"),
    ("Moon", "月", "moon", "violet"),
]
NAMES = ["Aki", "<b>Bo</b>", "千代", "Dana"]


class Toy:
    """One table: cards move lanterns on a board of five by five; deck, gems and a die are there for other gestures."""

    def __init__(self, seats: int = 2, solo: bool = False, lang: str = "en") -> None:
        self.seats, self.solo, self.lang = seats, solo, lang
        self.rng = random.Random(7)
        self.turn, self.step = 0, 0
        self.seq = [0] * seats
        self.score = [0] * seats
        self.next_card = 0
        self.hands = [[self.deal() for _ in range(5)] for _ in range(seats)]
        self.discard: list[tuple[str, int]] = []
        corner = [(0, 0), (4, 4), (0, 4), (4, 0)]
        self.pieces = {
            f"p{s}{i}": (s, abs(corner[s][0] - (i == 1)), abs(corner[s][1] - (i == 2)))
            for s in range(seats)
            for i in range(3)
        }
        self.gems, self.face = 3, 1
        self.events: list[dict[str, Any]] = []
        self.last: list[dict[str, Any]] = []
        self.history: list[dict[str, Any]] = []
        self.over = False
        self.remember()

    def deal(self) -> tuple[str, int]:
        self.next_card += 1
        return f"card{self.next_card}", self.rng.randrange(5)

    def ja(self, en: str, ja: str) -> str:
        return ja if self.lang == "ja" else en

    def kind(self, n: int) -> str:
        return self.ja(KINDS[n][0], KINDS[n][1])

    # ---- rules

    def actions(self, seat: int) -> list[tuple[tuple[str, ...], str]]:
        """Gestures and their words; the action's number is its place in this list."""
        if self.over or (seat != self.turn and not self.solo) or seat < 0:
            return []
        taken = {(r, c) for _, r, c in self.pieces.values()}
        out: list[tuple[tuple[str, ...], str]] = [((), self.ja("Pass", "パスする"))]
        for card, kind in self.hands[seat]:
            for pid, (owner, r, c) in self.pieces.items():
                if owner != seat:
                    continue
                for dr in (-1, 0, 1):
                    for dc in (-1, 0, 1):
                        to = (r + dr, c + dc)
                        if 0 <= to[0] < N and 0 <= to[1] < N and to not in taken:
                            name = f"{'abcde'[to[1]]}{to[0] + 1}"
                            words = self.ja(
                                f"{self.kind(kind)}: lantern to {name}", f"{self.kind(kind)}：灯りを {name} へ"
                            )
                            out.append(((card, pid, f"c-{to[0]}-{to[1]}"), words))
        out.append((("deck",), self.ja("Draw a card", "1枚引く")))
        out.append((("die",), self.ja("Roll the die", "賽を振る")))
        gems = [f"gem{i}" for i in range(self.gems)]
        out += [((g,), self.ja("Take one gem", "宝石を1つ取る")) for g in gems[:1]]
        if len(gems) > 1:
            out.append(((gems[0], gems[1]), self.ja("Take two gems", "宝石を2つ取る")))
        return out

    def act(self, seat: int, action: int) -> bool:
        actions = self.actions(seat)
        if not 0 <= action < len(actions):
            return False
        gesture, words = actions[action]
        event: dict[str, Any] = {"seat": seat, "icon": "•", "clause": "T-1.1", "anim": []}
        if gesture == ("deck",):
            self.hands[seat].append(self.deal())
            event |= {"icon": "↧", "sound": "card"}
        elif gesture == ("die",):
            self.face = self.rng.randrange(1, 7)
            event |= {"icon": "⚄", "anim": [{"do": "roll", "at": "die"}], "sound": "dice"}
        elif gesture and gesture[0].startswith("gem"):
            self.gems -= len(gesture)
            self.score[seat] += len(gesture)
            event |= {
                "icon": "◆",
                "anim": [{"do": "fly", "from": "gems", "to": f"score-{seat}", "text": f"+{len(gesture)}"}],
            }
        elif gesture:
            card, pid, cell = gesture
            i = next(i for i, c in enumerate(self.hands[seat]) if c[0] == card)
            self.discard = [*self.discard, self.hands[seat].pop(i)][-3:]
            self.pieces[pid] = (seat, int(cell[2]), int(cell[4]))
            event |= {
                "icon": "→",
                "mark": [cell, pid],
                "anim": [{"do": "flash", "at": cell}, {"do": "pulse", "at": pid}],
            }
        self.seq[seat] += 1
        self.happen([{**event, "html": join(parts.name(seat), " · ", words)}])
        if not self.solo:
            self.turn = (self.turn + 1) % self.seats
        self.remember()
        return True

    def happen(self, events: list[dict[str, Any]]) -> None:
        self.step += 1
        self.last = []
        for ev in events:
            self.last.append(
                {"id": len(self.events) + 1, "step": self.step, **ev, "html": parts.named(ev["html"], NAMES)}
            )
            self.events.append(self.last[-1])

    def remember(self) -> None:
        self.history.append(
            {"step": self.step, "html": self.html(0), "status": f"Step {self.step}", "events": self.last}
        )

    # ---- the table

    def html(self, seat: int) -> str:
        t = self.ja
        panels = [
            parts.panel(
                s,
                [
                    (t("gems", "宝石"), self.score[s], f"score-{s}"),
                    (t("cards", "手札"), len(self.hands[s]), f"count-{s}"),
                ],
                you=t("you", "あなた") if s == seat else None,
                turn=s == self.turn,
                more=t("Plays with three lanterns.", "灯りを三つ持つ。"),
                ready=s == 2,
            )
            for s in range(self.seats)
        ]
        cells = svg.square_grid(
            N, N, class_=lambda r, c: "alt" if (r + c) % 2 else None, label=lambda r, c: f"{'abcde'[c]}{r + 1}"
        )
        pieces = [
            parts.piece(
                pid,
                *svg.square(r, c),
                seat=s,
                label=t(f"Lantern on {'abcde'[c]}{r + 1}", f"{'abcde'[c]}{r + 1} の灯り"),
            )
            for pid, (s, r, c) in self.pieces.items()
        ]
        aside = join(
            parts.pile(
                "deck",
                40 - self.next_card,
                label=t("Deck", "山札"),
                data_label=t("Deck", "山札"),
                data_help=t("Forty cards.", "40枚の山札。"),
                data_clause="T-1.1",
            ),
            el("div", [self.card(c, k, small=True) for c, k in self.discard], class_="row", id="discard"),
            el(
                "div",
                [
                    parts.token("◆", tone="violet", id_=f"gem{i}", label=t(f"Gem {i + 1}", f"宝石{i + 1}"))
                    for i in range(self.gems)
                ],
                class_="row",
                id="gems",
            ),
            parts.die("die", self.face, label=t("Die", "賽"), data_now=True),
            parts.token(
                "✕",
                id_="locked",
                label=t("Gate", "門"),
                data_why=t("The gate is closed until round 3.", "門は3ラウンドまで閉じている。"),
            ),
        )
        hand = parts.hand(*[self.card(c, k, from_="deck") for c, k in self.hands[seat]]) if seat >= 0 else None
        table = parts.table(
            "toy",
            players=panels,
            aside=aside,
            hand=hand,
            board=svg.board(N * 100, N * 100, cells, el("g", pieces), label=t("Board", "盤"), id_="board-svg"),
            names=(t("Players", "プレイヤー"), t("Board", "盤"), t("Hand", "手札")),
        )
        return parts.named(table, NAMES)

    def card(self, cid: str, kind: int, **more: Any) -> Raw:
        name = self.kind(kind)
        return parts.card(
            cid,
            title=name,
            value=kind + 1,
            suit=KINDS[kind][2],
            tone=KINDS[kind][3],
            label=self.ja(f"{name} card", f"{name}の札"),
            data_help=self.ja(f"{name} moves one step.", f"{name}は一歩進む。"),
            data_clause="T-1.1",
            **more,
        )

    def view(self, seat: int) -> dict[str, Any]:
        acts: dict[str, Any] = {}
        labels: dict[int, str] = {}
        buttons: list[dict[str, Any]] = []
        for n, (gesture, words) in enumerate(self.actions(seat)):
            labels[n] = words
            if not gesture:
                buttons.append({"action": n, "label": words, "kind": "quiet"})
                continue
            node = acts
            for name in gesture[:-1]:
                if isinstance(node.get(name), int):
                    node[name] = {"": node[name]}
                node = node.setdefault(name, {})
            node[gesture[-1]] = n
        yours = bool(acts)
        if yours:
            buttons.append(
                {"label": self.ja("Attack", "攻撃する"), "why": self.ja("Nobody is in reach.", "届く相手がいない。")}
            )
        words = (
            self.ja("Your turn: play a card or draw", "あなたの番：札を使うか、1枚引く")
            if yours
            else self.ja(f"{NAMES[self.turn]} is thinking", f"{NAMES[self.turn]} の番")
        )
        return {
            "t": "view",
            "seq": self.seq[seat] if seat >= 0 else 0,
            "step": self.step,
            "now": time.time() * 1000,
            "html": self.html(seat),
            "acts": acts,
            "labels": labels,
            "events": self.last,
            "status": {"text": words, "yours": yours, "over": self.over, "buttons": buttons},
            "clocks": [{"seat": s, "left": 42000, "full": 60000, "runs": s == self.turn} for s in range(self.seats)],
        }


class Server:
    """The toy's web server, in a thread."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy
        self.got: list[dict[str, Any]] = []
        self.sockets: dict[WebSocket, int] = {}
        self.deaf = False  # acts vanish, as on a dead line
        self.build = BUILD
        self.wanted: list[dict[str, str]] = []
        self.port = 0
        self.app = Starlette(
            routes=[
                Route("/", self.page),
                Route("/replay", self.replay),
                Route("/steps", self.steps),
                Route("/clause/{id}", self.clause),
                Route("/specimen", self.specimen),
                Route("/map", self.map),
                Route("/home", self.home),
                Route("/fair", self.fair),
                Route("/match.json", self.match_json),
                Route("/empty", self.empty),
                WebSocketRoute("/ws", self.ws),
                Mount(f"/static/{BUILD}", StaticFiles(directory=CLIENT)),
            ]
        )
        self.start()

    def hears(self, message: dict[str, Any], seconds: float = 60) -> None:
        """Wait until the page has said this."""
        end = time.monotonic() + seconds
        while message not in self.got:
            assert time.monotonic() < end, f"{message} never came, but {self.got[-5:]}"
            time.sleep(0.01)

    # ---- running

    def start(self) -> None:
        config = uvicorn.Config(
            self.with_headers,
            interface="asgi3",
            lifespan="off",
            port=self.port,
            log_level="error",
            timeout_graceful_shutdown=1,
        )
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run, daemon=True)
        self.thread.start()
        while not self.uvicorn.started:
            time.sleep(0.01)
        self.port = self.uvicorn.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.uvicorn.should_exit = self.uvicorn.force_exit = True
        self.thread.join(10)
        self.sockets.clear()

    async def with_headers(self, scope: Any, receive: Any, send: Any) -> None:
        self.loop = asyncio.get_running_loop()

        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"content-security-policy", CSP.encode())]
            await send(message)

        await self.app(scope, receive, sent)

    def push(self, message: dict[str, Any], seat: int | None = None) -> None:
        """Send a message to all pages, or to a seat's."""

        async def do() -> None:
            for sock, s in list(self.sockets.items()):
                if seat is None or s == seat:
                    await sock.send_text(json.dumps(message))

        asyncio.run_coroutine_threadsafe(do(), self.loop).result(5)

    def cut(self, code: int = 1012) -> None:
        """Close every socket."""

        async def do() -> None:
            for sock in list(self.sockets):
                await sock.close(code)

        asyncio.run_coroutine_threadsafe(do(), self.loop).result(5)

    def show(self) -> None:
        """Everybody gets the newest view."""
        for seat in set(self.sockets.values()):
            self.push(self.toy.view(seat), seat)

    # ---- pages

    def frame(self, title: str, *body: Any, **more: Any) -> HTMLResponse:
        return HTMLResponse(document(title, *body, lang=self.toy.lang, static=f"/static/{BUILD}", **more))

    async def page(self, request: Request) -> Response:
        seat = int(request.query_params.get("seat", 0))
        return self.frame(
            "Lanterns",
            live(top("/home", "Lanterns"), Raw(self.toy.html(seat)), heading="Lanterns"),
            script="client",
            class_="at-table",
            ws=f"/ws?seat={seat}",
            build=BUILD,
            step=self.toy.step,
            seq=self.toy.seq[max(0, seat)],
            steps="/steps",
            clauses="/clause/",
        )

    async def replay(self, request: Request) -> Response:
        at = int(request.query_params.get("step", 0))
        log = [
            parts.log_line(
                e["id"],
                Raw(e["html"]),
                step=e["step"],
                seat=e["seat"],
                icon=e["icon"],
                clause=e["clause"],
                href=f"/replay?step={e['step']}",
            )
            for e in self.toy.events
        ]
        here = self.toy.history[at]
        nav = [
            parts.link_button(w, f"/replay?step={n}")
            for w, n in (("Back", max(0, at - 1)), ("On", min(self.toy.step, at + 1)))
        ]
        return self.frame(
            "Replay",
            live(
                top("/home", "Replay"),
                Raw(here["html"]),
                heading="Replay",
                log=log,
                status=parts.status(here["status"], nav),
            ),
            script="client",
            class_="at-table",
            replay=True,
            steps="/steps",
            step=at,
            clauses="/clause/",
            status=here["status"],
        )

    async def steps(self, request: Request) -> Response:
        a, b = int(request.query_params["from"]), int(request.query_params["to"])
        return JSONResponse({"last": self.toy.step, "steps": self.toy.history[a : b + 1]})

    async def clause(self, request: Request) -> Response:
        return HTMLResponse(el("p", "A lantern moves one step. ", el("a", "Rulebook", href="/home")))

    async def empty(self, request: Request) -> Response:
        return HTMLResponse("<!doctype html><html lang=en><title>x</title><div id=view></div>")

    async def map(self, request: Request) -> Response:
        grid = svg.square_grid(30, 30, size=30, gap=1, round_=0, label=lambda r, c: f"{r},{c}")
        board = el(
            "div",
            svg.board(900, 900, svg.pattern_defs("waves", "trees"), grid, label="Map"),
            id="map",
            data_viewport=True,
        )
        return self.frame(
            "Map",
            live(top("/home", "Map"), parts.table("toy", board=board), heading="Map"),
            script="client",
            class_="at-table",
        )

    async def home(self, request: Request) -> Response:
        from tests.client import specimen

        return self.frame("Home", *specimen.home(self.toy.lang), clauses="/clause/")

    async def specimen(self, request: Request) -> Response:
        from tests.client import specimen

        return self.frame("Parts", *specimen.parts_page(), clauses="/clause/")

    async def fair(self, request: Request) -> Response:
        from tests.client import specimen

        return self.frame("Fair", *specimen.fair(), script="fair")

    async def match_json(self, request: Request) -> Response:
        secret = bytes(range(32))
        return JSONResponse(
            {
                "id": "k3",
                "commitment": hashlib.sha256(secret).hexdigest(),
                "secret": secret.hex(),
                "nonces": ["a", "灯"],
                "entries": [["move", 0, 3], ["move", 1, 5]],
            }
        )

    # ---- the socket

    async def ws(self, sock: WebSocket) -> None:
        await sock.accept()
        seat = int(sock.query_params.get("seat", -1))
        self.wanted.append(dict(sock.query_params))
        if sock.query_params.get("build") != self.build:
            await sock.send_text(json.dumps({"t": "reload", "text": "A new version is here."}))
            return
        self.sockets[sock] = seat
        toy = self.toy
        hello = {
            "t": "hello",
            "now": time.time() * 1000,
            "seat": seat,
            "seats": [{"name": n, "kind": "human"} for n in NAMES[: toy.seats]],
            "channels": [{"id": "table", "label": "Table"}, {"id": "team", "label": "Team"}],
            "phrases": [{"id": "gg", "text": "Good game!"}],
            "can": ["undo", "pause", "resign", "hint", "point", "rematch"],
            "rules": "/home",
            "fair": "/fair",
        }
        view = toy.view(seat) | {"events": [], "log": {"reset": True, "lines": toy.events}}
        if sock.query_params.get("step") == str(toy.step):
            del view["html"]
        await sock.send_text(json.dumps(hello))
        await sock.send_text(json.dumps(view))
        try:
            while True:
                m = json.loads(await sock.receive_text())
                if m["t"] == "ping":
                    await sock.send_text(json.dumps({"t": "pong", "c": m["c"], "now": time.time() * 1000}))
                    continue
                self.got.append(m)
                if m["t"] == "act" and not self.deaf:
                    if m["seq"] == toy.seq[seat] and not toy.act(seat, m["action"]):
                        await sock.send_text(
                            json.dumps({"t": "refused", "seq": m["seq"], "text": "That is not allowed now."})
                        )
                    else:
                        for other, s in list(self.sockets.items()):
                            await other.send_text(json.dumps(toy.view(s)))
                elif m["t"] == "sync":
                    await sock.send_text(json.dumps(toy.view(seat) | {"events": []}))
                elif m["t"] == "chat":
                    line = {
                        "id": len(self.got),
                        "channel": m["channel"],
                        "seat": seat,
                        "name": NAMES[seat],
                        "text": m.get("text", "Good game!"),
                    }
                    for other in list(self.sockets):
                        await other.send_text(json.dumps({"t": "chat", "lines": [line]}))
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.sockets.pop(sock, None)
