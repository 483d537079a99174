"""Live sockets in tables of four, each moving every two seconds: the time from a click to the other players' views.

python3 run.py bench load [--sockets 800] [--seconds 20]

One server process on the first core against one process that plays all players, on the others. Bids of Goofspiel:
four seats choose at once, so a click changes what the three others see. The game is compiled before, as it is on every
server that has run for a while. Times are wall time: a busy machine spoils them.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

from websockets.asyncio.client import connect

GAME = "goofspiel"


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def start(port: int, data: str) -> subprocess.Popen[bytes]:
    code = (
        "import sys; from pathlib import Path\n"
        "from taku.server.config import Config; from taku.server.main import serve\n"
        f"serve(Config(port={port}, data=Path(sys.argv[1]), secret='bench', workers=0, allow=1e6))"
    )
    cores = sorted(os.sched_getaffinity(0))
    subprocess.run([sys.executable, "-m", "taku", "compile", GAME], check=True, stdout=subprocess.DEVNULL)
    process = subprocess.Popen([sys.executable, "-c", code, data], stdout=subprocess.DEVNULL)
    if len(cores) > 1:
        os.sched_setaffinity(process.pid, cores[:1])
        os.sched_setaffinity(0, cores[1:])
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return process
        time.sleep(0.05)
    raise SystemExit("the server does not start")


class Person:
    """A guest with a cookie, over plain HTTP."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.page = port, "", ""

    async def send(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[str, str]:
        body = urllib.parse.urlencode(form or {})
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\nCookie: {self.cookie}\r\n"
        )
        head += f"Origin: http://127.0.0.1:{self.port}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        answer = (await reader.read()).decode("utf-8", "replace")
        writer.close()
        headers, _, self.page = answer.partition("\r\n\r\n")
        given = re.search(r"set-cookie: (taku=[^;]+)", headers, re.I)
        if given:
            self.cookie = given[1]
        to = re.search(r"location: (\S+)", headers, re.I)
        return headers.split(" ")[1], to[1] if to else ""

    def field(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', self.page)
        return found[1] if found else ""

    async def post(self, path: str, page: str, **form: str) -> str:
        await self.send("GET", page)
        status, to = await self.send(
            "POST", path, {"token": self.field("token"), "ticket": self.field("ticket"), **form}
        )
        if status != "303":
            raise SystemExit(f"{path}: {status} {self.page[:2000]}")
        return to


class Player:
    """One seat: bids when told to, and notes when it sees the others' bids."""

    def __init__(self, table: Table, person: Person, seat: int) -> None:
        self.table, self.person, self.seat = table, person, seat
        self.seq, self.acts, self.bytes, self.views = 0, [], 0, 0
        self.ready = asyncio.Event()

    async def run(self, url: str) -> None:
        headers = {"Cookie": self.person.cookie, "Accept-Language": "en"}
        origin = f"http://127.0.0.1:{self.person.port}"
        async with connect(url, additional_headers=headers, origin=origin, max_size=None) as self.sock:
            async for raw in self.sock:
                at = time.perf_counter()
                m = json.loads(raw)
                if m["t"] == "view":
                    self.views += 1
                    self.bytes += len(raw)
                    self.seq = m["seq"]
                    if "labels" in m:
                        self.offered = [int(a) for a in m["labels"]]
                    self.acts = self.offered
                    self.over = m["status"].get("over")
                    self.table.seen(self.seat, at)
                    self.ready.set()

    async def bid(self) -> bool:
        if not self.acts:
            return False
        self.table.clicked(self.seat)
        action, self.acts = random.choice(self.acts), []
        await self.sock.send(json.dumps({"t": "act", "seq": self.seq, "action": action}))
        return True


class Table:
    """Four players; a click is timed until each of the others has seen it."""

    def __init__(self, times: list[float]) -> None:
        self.times, self.at, self.by = times, 0.0, -1
        self.waiting: set[int] = set()

    def clicked(self, seat: int) -> None:
        self.at, self.by, self.waiting = time.perf_counter(), seat, {s for s in range(4) if s != seat}

    def seen(self, seat: int, at: float) -> None:
        if seat in self.waiting:
            self.waiting.discard(seat)
            self.times.append(at - self.at)


async def open_table(port: int, times: list[float]) -> tuple[str, list[Player]]:
    people = [Person(port) for _ in range(4)]
    form = {f"seat{i}": "me" if i == 0 else "open" for i in range(4)}
    facts = {"seats": "4", "clock": "none", "visibility": "link", "option.cards": "13", "option.order": "random"}
    to = await people[0].post(f"/new/{GAME}", f"/new/{GAME}?seats=4", **form, **facts)
    for i in (1, 2, 3):
        await people[i].post(f"{to}/sit", "/", seat=str(i))
    table = Table(times)
    return to, [Player(table, p, i) for i, p in enumerate(people)]


async def measure(sockets: int, seconds: float) -> dict[str, float]:
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        server = start(port, data)
        try:
            return await _measure(port, server.pid, sockets, seconds)
        finally:
            server.terminate()
            server.wait()


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", text)
    return int(found[1]) / 1024 if found else 0.0


async def _measure(port: int, pid: int, sockets: int, seconds: float) -> dict[str, float]:
    times: list[float] = []
    tables = []
    for _ in range(sockets // 4):
        tables.append(await open_table(port, times))
    before = memory(pid)
    tasks = []
    for to, players in tables:
        tasks += [asyncio.create_task(p.run(f"ws://127.0.0.1:{port}{to}/ws?step=-1&seq=0&patch=1")) for p in players]
        await asyncio.gather(*(p.ready.wait() for p in players))
    after = memory(pid)
    until = time.perf_counter() + seconds

    async def drive(players: list[Player]) -> int:
        """Every half second one of the four bids, so that each does every two seconds."""
        done = 0
        await asyncio.sleep(random.random() * 0.5)
        while time.perf_counter() < until:
            for p in players:
                done += await p.bid()
                await asyncio.sleep(0.5)
                if time.perf_counter() >= until:
                    break
        return done

    times.clear()
    spent, own, began = cpu(pid), time.process_time(), time.perf_counter()
    views = sum(p.views for _, ps in tables for p in ps)
    size = sum(p.bytes for _, ps in tables for p in ps)
    clicks = sum(await asyncio.gather(*(drive(players) for _, players in tables)))
    wall = time.perf_counter() - began
    spent, own = cpu(pid) - spent, time.process_time() - own
    views = sum(p.views for _, ps in tables for p in ps) - views
    size = sum(p.bytes for _, ps in tables for p in ps) - size
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    times.sort()
    return {
        "sockets": sockets,
        "clicks_per_second": clicks / wall,
        "p50_ms": 1000 * statistics.median(times),
        "p95_ms": 1000 * times[int(0.95 * len(times))],
        "p99_ms": 1000 * times[int(0.99 * len(times))],
        "views_per_second": views / wall,
        "view_kB_unpacked": size / max(1, views) / 1000,
        "server_cpu": spent / wall,
        "players_cpu": own / wall,
        "cpu_ms_per_view": 1000 * spent / max(1, views),
        "MB_per_connection": (after - before) / sockets,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=800)
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    for name, value in asyncio.run(measure(args.sockets, args.seconds)).items():
        print(f"{name:20} {value:10.2f}")


if __name__ == "__main__":
    main()
