"""Live sockets in tables of four, each moving every two seconds: the time from a click to the other players' views.

python3 run.py bench load [--sockets 800] [--seconds 20] [--bots 0] [--processes 1]

One server process on the first core against one process that plays all players, on the others. Bids of Goofspiel:
four seats choose at once, so a click changes what the three others see. The game is compiled before, as it is on every
server that has run for a while. Tables begin at times of their own within two seconds, then the measurement begins.
Times are wall time: a busy machine spoils them. With ``--bots N`` so many bots of the best level think all the while in
two worker processes, and nobody has a core of their own.

With ``--processes N`` so many server processes have a core each, and the players share those cores where there are no
others: their computing then spoils the times, and what can be compared is CPU time. So many times the players of one
process can be served as `times_one_core` says: 1 / the share of the busiest process in all of the server's CPU time,
the supervisor's included; divide it by what a view costs more than with one process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
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
import zlib
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from taku.bots.levels import LEVEL_NAMES
from taku.server.deflate import COMPRESS, WINDOW_BITS

GAME = "goofspiel"
WARM = 2.0
"""Seconds until all tables play."""


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def start(port: int, data: str, workers: int, processes: int = 1) -> subprocess.Popen[bytes]:
    code = (
        "import sys; from pathlib import Path\n"
        "from taku.server.config import Config; from taku.server.processes import serve\n"
        f"serve(Config(port={port}, data=Path(sys.argv[1]), secret='bench', workers={workers}, allow=1e6, "
        f"processes={processes}))"
    )
    cores = sorted(os.sched_getaffinity(0))
    subprocess.run([sys.executable, "-m", "taku", "compile", GAME], check=True, stdout=subprocess.DEVNULL)
    process = subprocess.Popen([sys.executable, "-c", code, data], stdout=subprocess.DEVNULL)
    if len(cores) > 1 and not workers and processes == 1:
        os.sched_setaffinity(process.pid, cores[:1])
        os.sched_setaffinity(0, cores[1:])
    answers(port, process)
    if processes > 1:
        while len(servers(process.pid)) <= processes:
            time.sleep(0.05)
        for i, pid in enumerate(servers(process.pid)[1:]):
            os.sched_setaffinity(pid, {cores[i % len(cores)]})
        if len(cores) > processes:
            os.sched_setaffinity(0, cores[processes:])
    return process


def servers(pid: int) -> list[int]:
    """A server's process and, if it is a supervisor, those that it has started."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"taku.server.child" in (place / "cmdline").read_bytes():
                found.append(int(place.name))
    return [pid, *sorted(found)]


def answers(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server does."""
    for _ in range(400):
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    process.kill()
    raise SystemExit("the server does not start")


class Person:
    """A guest with a cookie, over plain HTTP."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.page, self.token = port, "", "", ""

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


class Counted(ClientConnection):
    """A connection that counts the bytes as they come from the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


class Player:
    """One seat: bids when told to, and notes when it sees the others' bids."""

    sock: Counted

    def __init__(self, table: Table, person: Person, seat: int) -> None:
        self.table, self.person, self.seat = table, person, seat
        self.seq, self.bytes, self.views, self.clicks, self.over = 0, 0, 0, 0, False
        self.acts: list[int] = []
        self.offered: list[int] = []
        self.ready = asyncio.Event()
        self.squeeze = zlib.compressobj(COMPRESS["level"], zlib.DEFLATED, -WINDOW_BITS, COMPRESS["memLevel"])
        self.wire: list[int] = []

    async def run(self, url: str) -> None:
        headers = {"Cookie": self.person.cookie, "Accept-Language": "en"}
        origin = f"http://127.0.0.1:{self.person.port}"
        asked = connect(url, additional_headers=headers, origin=origin, max_size=None, create_connection=Counted)
        async with asked as self.sock:
            async for raw in self.sock:
                self.hear(raw, time.perf_counter())

    def hear(self, raw: str, at: float) -> None:
        """A message; of one that shows the table everything is noted."""
        m = json.loads(raw)
        if m["t"] != "view":
            return
        if self.table.sampled and self.seat == 0:  # as the server squeezes it, and the frame's head
            squeezed = self.squeeze.compress(raw.encode()) + self.squeeze.flush(zlib.Z_SYNC_FLUSH)
            self.wire.append(len(squeezed))
        self.seq = m["seq"]
        if "labels" in m:
            self.offered = [int(a) for a in m["labels"]]
        self.acts = self.offered
        self.over = m["status"].get("over")
        self.saw(raw, at)

    def saw(self, raw: str, at: float) -> None:
        self.views += 1
        self.bytes += len(raw)
        self.table.seen(self.seat, at)
        self.ready.set()

    async def bid(self) -> bool:
        if not self.acts:
            return False
        self.table.clicked(self.seat)
        self.clicks += 1
        action, self.acts = random.choice(self.acts), []
        await self.sock.send(json.dumps({"t": "act", "seq": self.seq, "action": action}))
        return True


class Table:
    """Four players; a click is timed until each of the others has seen it."""

    def __init__(self, times: list[float], sampled: bool) -> None:
        self.times, self.at, self.by, self.sampled = times, 0.0, -1, sampled
        self.waiting: set[int] = set()

    def clicked(self, seat: int) -> None:
        self.at, self.by, self.waiting = time.perf_counter(), seat, {s for s in range(4) if s != seat}

    def seen(self, seat: int, at: float) -> None:
        if seat in self.waiting:
            self.waiting.discard(seat)
            self.times.append(at - self.at)


async def open_table(port: int, times: list[float], sampled: bool) -> tuple[str, list[Player]]:
    people = [Person(port) for _ in range(4)]
    form = {f"seat{i}": "me" if i == 0 else "open" for i in range(4)}
    facts = {"seats": "4", "clock": "none", "visibility": "link", "option.cards": "13", "option.order": "random"}
    to = await people[0].post(f"/new/{GAME}", f"/new/{GAME}?seats=4", **form, **facts)
    for i in (1, 2, 3):
        await people[i].post(f"{to}/sit", "/", seat=str(i))
    table = Table(times, sampled)
    return to, [Player(table, p, i) for i, p in enumerate(people)]


async def against_bots(port: int) -> None:
    """A player who answers at once, so that the three bots of the table think nearly all the time."""
    person = Person(port)
    form = {"seat0": "me"} | {f"seat{i}": f"bot:{LEVEL_NAMES[-1]}" for i in (1, 2, 3)}
    facts = {"seats": "4", "clock": "none", "visibility": "link", "option.cards": "13", "option.order": "random"}
    while True:
        to = await person.post(f"/new/{GAME}", f"/new/{GAME}?seats=4", **form, **facts)
        player = Player(Table([], False), person, 0)
        playing = asyncio.create_task(player.run(f"ws://127.0.0.1:{port}{to}/ws?step=-1&seq=0&patch=1"))
        while not player.over:
            await player.ready.wait()
            player.ready.clear()
            await player.bid()
        playing.cancel()


async def measure(sockets: int, seconds: float, bots: int, processes: int = 1) -> dict[str, float]:
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        server = start(port, data, 2 if bots else 0, processes)
        try:
            busy = [asyncio.create_task(against_bots(port)) for _ in range(-(-bots // 3))]
            found = await _measure(port, server.pid, sockets, seconds)
            for task in busy:
                if task.done():
                    task.result()
                task.cancel()
            return found
        finally:
            server.terminate()
            server.wait()


def cpu(pid: int) -> float:
    """Seconds that a server has computed, all of its processes together."""
    return sum(map(cpu_of_one, servers(pid)))


def cpu_of_one(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """MB that a server has, all of its processes together."""
    texts = [Path(f"/proc/{one}/status").read_text() for one in servers(pid)]
    return sum(int(found[1]) / 1024 for text in texts if (found := re.search(r"VmRSS:\s+(\d+)", text)))


async def _measure(port: int, pid: int, sockets: int, seconds: float) -> dict[str, float]:
    times: list[float] = []
    tables = []
    for i in range(sockets // 4):
        to, players = await open_table(port, times, i % 10 == 0)
        url = f"ws://127.0.0.1:{port}{to}/ws?step=-1&seq=0&patch=1"
        tables.append(([url] * 4, players))
    return await played(tables, times, pid, seconds)


async def played(
    tables: list[tuple[list[str], list[Player]]], times: list[float], pid: int, seconds: float
) -> dict[str, float]:
    """Connect all players to their addresses, let them play, and measure the server."""
    before, sockets = memory(pid), sum(len(players) for _, players in tables)
    tasks = []
    for urls, players in tables:
        tasks += [asyncio.create_task(p.run(url)) for url, p in zip(urls, players, strict=True)]
        await asyncio.gather(*(p.ready.wait() for p in players))
    after = memory(pid)
    gc.collect()
    gc.disable()  # the players are no part of what is measured: looking through 800 of them takes 0.1 s and more
    until = time.perf_counter() + WARM + seconds

    async def drive(players: list[Player]) -> None:
        """Every half second one of the four bids, so that each does every two seconds."""
        await asyncio.sleep(random.random() * WARM)
        while time.perf_counter() < until:
            for p in players:
                await p.bid()
                await asyncio.sleep(0.5)
                if time.perf_counter() >= until:
                    break

    driving = [asyncio.create_task(drive(players)) for _, players in tables]
    await asyncio.sleep(WARM)
    times.clear()
    clicked = sum(p.clicks for _, ps in tables for p in ps)
    each = {one: cpu_of_one(one) for one in servers(pid)}
    spent, own, began = cpu(pid), time.process_time(), time.perf_counter()
    views = sum(p.views for _, ps in tables for p in ps)
    size = sum(p.bytes for _, ps in tables for p in ps)
    received = sum(p.sock.received for _, ps in tables for p in ps)
    await asyncio.gather(*driving)
    clicks = sum(p.clicks for _, ps in tables for p in ps) - clicked
    wall = time.perf_counter() - began
    spent, own = cpu(pid) - spent, time.process_time() - own
    busiest = max(cpu_of_one(one) - before_it for one, before_it in each.items())
    views = sum(p.views for _, ps in tables for p in ps) - views
    size = sum(p.bytes for _, ps in tables for p in ps) - size
    received = sum(p.sock.received for _, ps in tables for p in ps) - received
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    times.sort()
    wire = sorted(n for _, ps in tables for p in ps for n in p.wire[1:]) or [0]
    return {
        "sockets": sockets,
        "clicks_per_second": clicks / wall,
        "p50_ms": 1000 * statistics.median(times),
        "p95_ms": 1000 * times[int(0.95 * len(times))],
        "p99_ms": 1000 * times[int(0.99 * len(times))],
        "views_per_second": views / wall,
        "view_kB_unpacked": size / max(1, views) / 1000,
        "wire_bytes_mean": received / max(1, views),
        "wire_bytes_p50": statistics.median(wire),
        "wire_bytes_p95": wire[int(0.95 * len(wire))],
        "server_cpu": spent / wall,
        "players_cpu": own / wall,
        "cpu_ms_per_view": 1000 * spent / max(1, views),
        "times_one_core": spent / max(busiest, 0.01),
        "MB_per_connection": (after - before) / sockets,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=800)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--bots", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    for name, value in asyncio.run(measure(args.sockets, args.seconds, args.bots, args.processes)).items():
        print(f"{name:20} {value:10.2f}")


if __name__ == "__main__":
    main()
