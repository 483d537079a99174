"""Live sockets in tables of four, each moving every two seconds: the time from a click to the other players' views.

python3 run.py bench load [--sockets 800] [--seconds 20] [--bots 0] [--processes 1] [--players N]

One server process on the first core against processes that play the players, at most four, on the others. Bids of
Goofspiel: four seats choose at once, so a click changes what the three others see. The game is compiled before, as it
is on every server that has run for a while. Tables begin at times of their own within two seconds, then the measurement
begins. Times are wall time: a busy machine spoils them. With ``--bots N`` so many bots of the best level think all the
while in two worker processes, and nobody has a core of their own.

With ``--processes N`` so many server processes have a core each, and the players share those cores where there are no
others: their computing then spoils the times, and what can be compared is CPU time. So many times the players of one
process can be served as `times_one_core` says: 1 / the share of the busiest process in all of the server's CPU time,
the supervisor's included; divide it by what a view costs more than with one process. `busiest_players` is the share of
a core that the busiest process of players takes: with more than half of one the times are its own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
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
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from taku.bots.levels import LEVEL_NAMES
from taku.server.deflate import SQUEEZES

GAME = "goofspiel"
WARM = 2.0
"""Seconds until all tables play."""
CROWDS = 4
"""Processes of players at most: each can play about 2,000 sockets before its own computing is what is measured."""
CORES = sorted(os.sched_getaffinity(0))


def places(processes: int) -> tuple[list[int], list[int]]:
    """A core for each server process and those for the players: no two threads of one core where there are enough."""
    whole: dict[str, list[int]] = {}
    for core in CORES:
        told = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
        whole.setdefault(told.read_text() if told.exists() else str(core), []).append(core)
    apart = list(whole.values())
    if len(apart) > processes:
        return [threads[0] for threads in apart[:processes]], [one for threads in apart[processes:] for one in threads]
    return [CORES[i % len(CORES)] for i in range(processes)], CORES[processes:] or CORES


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
    subprocess.run([sys.executable, "-m", "taku", "compile", GAME], check=True, stdout=subprocess.DEVNULL)
    process = subprocess.Popen([sys.executable, "-c", code, data], stdout=subprocess.DEVNULL)
    answers(port, process)
    if not workers:
        cores, others = places(processes)
        if processes == 1:
            pin(process.pid, cores)
        else:
            while len(servers(process.pid)) <= processes:
                time.sleep(0.05)
            for pid, core in zip(servers(process.pid)[1:], cores, strict=True):
                pin(pid, [core])
        os.sched_setaffinity(0, others)
    return process


def pin(pid: int, cores: list[int]) -> None:
    """Keep all threads of a process on these cores."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            os.sched_setaffinity(int(thread.name), cores)


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

    async def socket(self, table: str) -> str:
        """Where the page of a table connects to."""
        await self.send("GET", table)
        found = re.search(r'data-ws="([^"]*)"', self.page)
        assert found is not None
        return f"ws://127.0.0.1:{self.port}{found[1]}{'&' if '?' in found[1] else '?'}step=-1&seq=0&patch=1"

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
        self.squeeze = SQUEEZES["small"].stream()
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
    """The address of a new table's socket, and its players."""
    people = [Person(port) for _ in range(4)]
    form = {f"seat{i}": "me" if i == 0 else "open" for i in range(4)}
    facts = {"seats": "4", "clock": "none", "visibility": "link", "option.cards": "13", "option.order": "random"}
    to = await people[0].post(f"/new/{GAME}", f"/new/{GAME}?seats=4", **form, **facts)
    for i in (1, 2, 3):
        await people[i].post(f"{to}/sit", "/", seat=str(i))
    table = Table(times, sampled)
    return await people[0].socket(to), [Player(table, p, i) for i, p in enumerate(people)]


async def against_bots(port: int) -> None:
    """A player who answers at once, so that the three bots of the table think nearly all the time."""
    person = Person(port)
    form = {"seat0": "me"} | {f"seat{i}": f"bot:{LEVEL_NAMES[-1]}" for i in (1, 2, 3)}
    facts = {"seats": "4", "clock": "none", "visibility": "link", "option.cards": "13", "option.order": "random"}
    while True:
        to = await person.post(f"/new/{GAME}", f"/new/{GAME}?seats=4", **form, **facts)
        player = Player(Table([], False), person, 0)
        playing = asyncio.create_task(player.run(await person.socket(to)))
        while not player.over:
            await player.ready.wait()
            player.ready.clear()
            await player.bid()
        playing.cancel()


async def measure(sockets: int, seconds: float, bots: int, processes: int = 1, players: int = 0) -> dict[str, float]:
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        server = start(port, data, 2 if bots else 0, processes)
        try:
            busy = [asyncio.create_task(against_bots(port)) for _ in range(-(-bots // 3))]
            found = await played(partial(open_tables, port), sockets, server.pid, seconds, players)
            for task in busy:
                if task.done():
                    task.result()
                task.cancel()
            return found
        finally:
            server.terminate()
            server.wait()
            os.sched_setaffinity(0, CORES)


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


Tables = tuple[list[tuple[list[str], list[Player]]], list[float]]
"""For each table the addresses and the players of its four seats; and where their times are noted."""
Make = Callable[[int, int], Awaitable[Tables]]
"""Makes so many tables, from a number on."""


async def open_tables(port: int, first: int, count: int) -> Tables:
    times: list[float] = []
    tables = []
    for i in range(first, first + count):
        url, players = await open_table(port, times, i % 10 == 0)
        tables.append(([url] * 4, players))
    return tables, times


# ---- processes of players


@dataclass
class Met:
    """What the players of one process met while it was measured."""

    times: list[float]
    wire: list[int]
    clicks: int
    views: int
    size: int
    received: int
    cpu: float


def crowd(make: Make, first: int, count: int, seconds: float, pipe: Any) -> None:
    """A process of players; once its tables are made, and once it is connected, it waits to be told to go on."""
    pipe.send(asyncio.run(_crowd(make, first, count, seconds, pipe)))


async def _crowd(make: Make, first: int, count: int, seconds: float, pipe: Any) -> Met:
    async def next_word() -> Any:
        pipe.send(None)
        return await asyncio.to_thread(pipe.recv)

    tables, times = await make(first, count)
    await next_word()
    tasks = []
    for urls, players in tables:
        tasks += [asyncio.create_task(p.run(url)) for url, p in zip(urls, players, strict=True)]
        await asyncio.gather(*(p.ready.wait() for p in players))
    gc.collect()
    gc.disable()  # the players are no part of what is measured: looking through 800 of them takes 0.1 s and more
    begin = await next_word()  # of the clock that all processes share
    until = begin + WARM + seconds

    async def drive(players: list[Player]) -> None:
        """Every half second one of the four bids, so that each does every two seconds."""
        await asyncio.sleep(begin - time.perf_counter() + random.random() * WARM)
        while time.perf_counter() < until:
            for p in players:
                await p.bid()
                await asyncio.sleep(0.5)
                if time.perf_counter() >= until:
                    break

    def counted() -> list[float]:
        seats = [p for _, ps in tables for p in ps]
        facts = [(p.clicks, p.views, p.bytes, p.sock.received) for p in seats]
        return [*map(sum, zip(*facts, strict=True)), time.process_time()]

    driving = [asyncio.create_task(drive(players)) for _, players in tables]
    await asyncio.sleep(begin + WARM - time.perf_counter())
    times.clear()
    before = counted()
    await asyncio.sleep(until - time.perf_counter())
    clicks, views, size, received, spent = (b - a for a, b in zip(before, counted(), strict=True))
    await asyncio.gather(*driving)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    wire = [n for _, ps in tables for p in ps for n in p.wire[1:]]
    return Met(times, wire, int(clicks), int(views), int(size), int(received), spent / seconds)


async def played(make: Make, sockets: int, pid: int, seconds: float, players: int = 0) -> dict[str, float]:
    """Let processes of players make their tables, connect and play, and measure the server."""
    count = players or min(CROWDS, len(os.sched_getaffinity(0)))
    context = multiprocessing.get_context("spawn")
    pipes, shares = [], [sockets // 4 * i // count for i in range(count + 1)]
    for first, end in pairwise(shares):
        pipe, theirs = context.Pipe()
        context.Process(target=crowd, args=(make, first, end - first, seconds, theirs), daemon=True).start()
        theirs.close()
        pipes.append(pipe)

    async def heard() -> list[Any]:
        return [await asyncio.to_thread(pipe.recv) for pipe in pipes]

    def say(word: Any) -> None:
        for pipe in pipes:
            pipe.send(word)

    await heard()
    before = memory(pid)
    say("connect")
    await heard()
    after, begin = memory(pid), time.perf_counter() + 0.2
    say(begin)
    await asyncio.sleep(begin + WARM - time.perf_counter())
    each = {one: cpu_of_one(one) for one in servers(pid)}
    await asyncio.sleep(begin + WARM + seconds - time.perf_counter())
    spent = {one: cpu_of_one(one) - before_it for one, before_it in each.items()}
    full = memory(pid)
    met: list[Met] = await heard()
    times, wire = sorted(t for m in met for t in m.times), sorted(n for m in met for n in m.wire) or [0]
    views, clicks = max(1, sum(m.views for m in met)), sum(m.clicks for m in met)
    return {
        "sockets": sockets,
        "clicks_per_second": clicks / seconds,
        "p50_ms": 1000 * statistics.median(times),
        "p95_ms": 1000 * times[int(0.95 * len(times))],
        "p99_ms": 1000 * times[int(0.99 * len(times))],
        "views_per_second": views / seconds,
        "view_kB_unpacked": sum(m.size for m in met) / views / 1000,
        "wire_bytes_mean": sum(m.received for m in met) / views,
        "wire_bytes_p50": statistics.median(wire),
        "wire_bytes_p95": wire[int(0.95 * len(wire))],
        "server_cpu": sum(spent.values()) / seconds,
        "busiest_players": max(m.cpu for m in met),
        "cpu_ms_per_view": 1000 * sum(spent.values()) / views,
        "times_one_core": sum(spent.values()) / max(*spent.values(), 0.01),
        "MB_per_connection": (after - before) / sockets,
        "MB_after_play": (full - before) / sockets,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=800)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--bots", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--players", type=int, default=0, help="processes of players; by default at most four")
    args = parser.parse_args()
    found = measure(args.sockets, args.seconds, args.bots, args.processes, args.players)
    for name, value in asyncio.run(found).items():
        print(f"{name:20} {value:10.3f}")


if __name__ == "__main__":
    main()
