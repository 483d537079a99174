"""Live tables of four beside two peers: Taku, a bare server that sends the same messages, and boardgame.io.

python3 run.py bench peers_live [--sockets 400 800] [--rounds 5] [--seconds 10] [--peers taku,bare,uvloop,boardgame.io]

Every player bids every two seconds, as in `bench load`, whose players and measure these are. All servers are
measured in turn, round after round, each on the first core, and the medians are shown.

- `bare`, `uvloop`: uvicorn and websockets with Taku's compression, sending messages recorded at a table of Taku; on
  asyncio's own loop and on uvloop. No rules, no pages, no store: what remains is the cost of sending.
- `boardgame.io`: the same game on its server (`peers_live.mjs`), in memory, only what changed being sent; with
  `+deflate` compressed, with `+file` in its file store. It needs Node, and npm, which fetches it into a temporary
  folder; where they are missing the exit code is 3.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

sys.path.insert(0, str(Path(__file__).parent))

import load
from load import Person, Player, Table, free_port

from taku.server.deflate import Deflated
from taku.server.main import tune

PACKAGES = ["boardgame.io@0.50.2", "node-persist@3.1.3"]
"""What is measured: the newest version in 2026, and what its file store needs."""
PEERS = ["taku", "bare", "uvloop", "boardgame.io", "boardgame.io+deflate", "boardgame.io+file"]
SHOWN = [
    "cpu_ms_per_view",
    "wire_bytes_mean",
    "view_kB_unpacked",
    "MB_per_connection",
    "p50_ms",
    "p95_ms",
    "server_cpu",
]
NO_NODE = 3
Transcript = list[list[str]]
"""For each bid what each of the four seats was sent."""


# ---- the bare server


class Bare:
    """Sends what a table of Taku sent, whatever is bid."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.tables: dict[str, dict[int, Any]] = {}
        self.step: dict[str, int] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while (await receive())["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            return
        _, table, seat = scope["path"].split("/")
        await receive()
        await send({"type": "websocket.accept"})
        seats = self.tables.setdefault(table, {})
        seats[int(seat)] = send
        await send({"type": "websocket.send", "text": self.transcript[0][int(seat)]})
        while (heard := await receive())["type"] == "websocket.receive":
            if json.loads(heard["text"])["t"] != "act":
                continue
            step = self.step[table] = self.step.get(table, 0) % (len(self.transcript) - 1) + 1
            for other, tell in list(seats.items()):
                await tell({"type": "websocket.send", "text": self.transcript[step][other]})
        seats.pop(int(seat), None)


class Plain(Deflated):
    """Taku's compression, and for the rest what uvicorn does: messages go through the application."""

    send_receive_event_to_app = WebSocketsSansIOProtocol.send_receive_event_to_app


def serve_bare(port: int, transcript: str, loop: str) -> None:
    app = Bare(json.loads(Path(transcript).read_text()))
    settings: Any = {"loop": loop, "ws": Plain, "log_level": "warning", "access_log": False}
    tune()
    uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, **settings)).run()


async def record() -> Transcript:
    """Twelve rounds at a table of Taku: what each seat is sent at each bid. The last round ends the match."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data, _process(load.start(port, data, 0)):
        url, players = await load.open_table(port, [], False)
        heard: list[str] = [""] * 4

        def note(p: Player, raw: str, at: float) -> None:
            if json.loads(raw)["t"] == "view":
                heard[p.seat] = raw
            Player.hear(p, raw, at)

        for p in players:
            p.hear = lambda raw, at, p=p: note(p, raw, at)  # type: ignore[method-assign, misc]
        tasks = [asyncio.create_task(p.run(url)) for p in players]
        await asyncio.gather(*(p.ready.wait() for p in players))
        made = [list(heard)]
        for n in range(4 * 12):
            before = [p.views for p in players]
            await players[n % 4].bid()
            while any(p.views == b for p, b in zip(players, before, strict=True)):
                await asyncio.sleep(0.01)
            made.append(list(heard))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return made


# ---- boardgame.io


class Visitor(Player):
    """A player at boardgame.io, in Socket.IO's words: 40 opens a namespace, 42 is an event, 2 and 3 ping and pong."""

    def hear(self, raw: str, at: float) -> None:
        if raw == "2":
            self._say("3")
        elif raw.startswith("0"):
            self._say("40/goofspiel,")
        elif raw.startswith("40/goofspiel"):
            self._event("sync", self.person.page, str(self.seat), None, 4)
        elif raw.startswith("42/goofspiel,"):
            kind, _, *facts = json.loads(raw.partition(",")[2])
            if kind == "sync":
                self._state(facts[0]["state"]["_stateID"], facts[0]["state"]["G"]["hands"][self.seat])
            elif kind == "patch":  # previous and new number of the state, then what changed
                self._state(facts[1], None)
            elif kind == "update":
                self._state(facts[0]["_stateID"], facts[0]["G"]["hands"][self.seat])
            else:
                return
            self.saw(raw, at)

    def _state(self, number: int, hand: list[int] | None) -> None:
        self.seq = number
        if hand is not None:
            self.offered = hand

    def _say(self, text: str) -> None:
        self.table.spawn(self.sock.send(text))

    def _event(self, *what: object) -> None:
        self._say(f"42/goofspiel,{json.dumps(what)}")

    async def bid(self) -> bool:
        """Bid one of the cards that are left; as there, a whole hand is dealt again after the last."""
        self.table.clicked(self.seat)
        self.clicks += 1
        card = random.choice(self.offered)
        self.offered = [c for c in self.offered if c != card] or list(range(1, 14))
        payload = {"type": "bid", "args": [card], "playerID": str(self.seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._event("update", action, self.seq, self.person.page, str(self.seat))
        return True


class Spawning(Table):
    """A table whose players' answers are sent from callbacks."""

    def __init__(self, times: list[float], sampled: bool) -> None:
        super().__init__(times, sampled)
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def installed(folder: Path) -> None:
    """Fetch boardgame.io by name and version into a folder."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        others = ",".join(p for p in PEERS if not p.startswith("boardgame.io"))
        missing = "boardgame.io needs node and npm, which are not installed"
        print(f"{missing}; --peers {others} leaves it out", file=sys.stderr)
        raise SystemExit(NO_NODE)
    quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--loglevel=error"]
    made = subprocess.run([npm, "install", *quiet, *PACKAGES], cwd=folder, capture_output=True, text=True)
    if made.returncode:
        print(f"npm cannot install {' '.join(PACKAGES)}:\n{made.stderr[-1000:]}", file=sys.stderr)
        raise SystemExit(NO_NODE)


# ---- in turn


@contextlib.contextmanager
def _process(process: subprocess.Popen[bytes]) -> Iterator[int]:
    try:
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def started(port: int, *command: str, cwd: Path | None = None) -> subprocess.Popen[bytes]:
    """A server on the first core; the players have the others."""
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL)
    load.answers(port, process)
    cores, others = load.places(1)
    load.pin(process.pid, cores)
    os.sched_setaffinity(0, others)
    return process


async def tables_at(peer: str, port: int, first: int, count: int) -> load.Tables:
    """Tables at a peer, from a number on."""
    times: list[float] = []
    tables: list[tuple[list[str], list[Player]]] = []
    for i in range(first, first + count):
        person = Person(port)
        if peer.startswith("boardgame.io"):
            person.page = f"table{i}"
            url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
            table = Spawning(times, False)
            tables.append(([url] * 4, [Visitor(table, person, s) for s in range(4)]))
        else:
            there = Table(times, i % 10 == 0)
            urls = [f"ws://127.0.0.1:{port}/{i}/{s}?squeeze=small" for s in range(4)]
            tables.append((urls, [Player(there, person, s) for s in range(4)]))
    return tables, times


async def measure(peer: str, sockets: int, seconds: float, folder: Path) -> dict[str, float]:
    """One server, so many sockets, so long."""
    if peer == "taku":
        return await load.measure(sockets, seconds, 0)
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        if peer.startswith("boardgame.io"):
            kind = ("file" if peer.endswith("+file") else "memory", "yes" if peer.endswith("+deflate") else "no", data)
            script = folder / "peers_live.mjs"
            process = started(port, "node", str(script), str(port), *kind, cwd=folder)
        else:
            loop = "uvloop" if peer == "uvloop" else "asyncio"
            process = started(port, sys.executable, __file__, "--serve", f"{port},{folder / 'transcript.json'},{loop}")
        with _process(process) as pid:
            found = await load.played(partial(tables_at, peer, port), sockets, pid, seconds)
    told = found["views_per_second"] / max(0.01, found["clicks_per_second"])
    if not 3.5 < told < 4.5:
        raise SystemExit(f"{peer}: a bid was told to {told:.1f} seats, not to all four: these numbers mean nothing")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, nargs="+", default=[400, 800])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        port, transcript, loop = args.serve.split(",")
        serve_bare(int(port), transcript, loop)
        return 0
    peers = [p.strip() for p in args.peers.split(",") if p.strip()]
    unknown = [p for p in peers if p not in PEERS]
    if unknown:
        parser.error(f"no peer {', '.join(unknown)}; there are {', '.join(PEERS)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if any(p.startswith("boardgame.io") for p in peers):
            installed(folder)
            shutil.copy(Path(__file__).with_suffix(".mjs"), folder)
        (folder / "transcript.json").write_text(json.dumps(asyncio.run(record())))
        for sockets in args.sockets:
            found: dict[str, list[dict[str, float]]] = {p: [] for p in peers}
            for n in range(args.rounds):
                for peer in peers:
                    began = time.perf_counter()
                    found[peer].append(asyncio.run(measure(peer, sockets, args.seconds, folder)))
                    cpu = found[peer][-1]["cpu_ms_per_view"]
                    took = time.perf_counter() - began
                    print(f"round {n + 1}: {peer:22} {cpu:.3f} ms a view ({took:.0f} s)", file=sys.stderr, flush=True)
            print(f"\n{sockets} sockets, medians of {args.rounds} rounds")
            print(f"{'':22}" + "".join(f"{name:>19}" for name in SHOWN))
            for peer in peers:
                middle = [statistics.median(one[name] for one in found[peer]) for name in SHOWN]
                print(f"{peer:22}" + "".join(f"{value:19.3f}" for value in middle), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
