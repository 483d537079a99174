"""What a move costs the server, without network and players: old code against new in turn, on a machine that is busy.

python3 run.py bench moves [--against TREE] [--sockets 400 800] [--times 5] [--bids 6]

The server runs in this process, with its store on the disk and its own protocol for each socket, but every socket ends
in a list instead of the kernel. Tables of four play Goofspiel at the pace of `bench load`, every player a bid each two
seconds. What is measured is the CPU time of this process (`time.process_time`, the thread that stores included), so
that other people's work spoils it less than wall time; and the time from a bid until the last of the four is written.
With ``--against`` a folder with another version of the project is measured in turn, time after time; both are given
with their medians.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from load import Person, free_port, memory

from taku.server.config import Config
from taku.server.main import make_server, tune

HERE = Path(__file__).parent.parent
PACE = 0.5
"""Seconds between two bids at a table: each player bids every two."""
ROUNDS = 11
"""Bids of each player: with the twelfth the match is over, and more is sent than a view."""
SHOWN = ["cpu_ms_per_view", "cpu", "p50_ms", "p95_ms", "moves_a_commit", "wire_bytes_mean", "wire_bytes_p95",
         "MB_per_connection"]  # fmt: skip


class Wire(asyncio.Transport):
    """The server's end of a socket that leads nowhere."""

    def __init__(self, table: Table) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.table, self.sent, self.closed = table, list[bytes](), False
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        self.sent.append(data)
        self.table.told()

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading

    def get_write_buffer_size(self) -> int:
        return 0


class Table:
    """Four players, who bid in turn; each keeps their cards in a random order."""

    def __init__(self, address: str, people: list[Person], chance: random.Random) -> None:
        self.address, self.people = address, people
        self.hands = [chance.sample(range(13), ROUNDS) for _ in people]
        self.wires: list[Wire] = []
        self.waits, self.ready = 0, asyncio.Event()
        self.ready.set()
        self.at, self.times = 0.0, list[float]()

    def clicked(self, times: list[float]) -> None:
        self.waits, self.at, self.times = 4, time.perf_counter(), times
        self.ready.clear()

    def told(self) -> None:
        """A frame went out to one of the four."""
        self.waits -= 1
        if self.waits == 0:
            self.times.append(time.perf_counter() - self.at)
            self.ready.set()

    def connect(self, server: Any, port: int) -> None:
        for person in self.people:
            wire = Wire(self)
            wire.protocol = server.protocol()
            wire.protocol.connection_made(wire)
            key = base64.b64encode(random.randbytes(16)).decode()
            wire.protocol.data_received(
                f"GET {self.address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
                f"Accept-Language: en\r\n"
                f"Origin: http://127.0.0.1:{port}\r\nCookie: {person.cookie}\r\n\r\n".encode()
            )
            self.wires.append(wire)

    def bids(self) -> Iterator[tuple[Any, bytes]]:
        """One after the other: who bids, and the frame."""
        for n in range(ROUNDS):
            for wire, hand in zip(self.wires, self.hands, strict=True):
                text = json.dumps({"t": "act", "seq": n, "action": hand[n]}).encode()
                yield wire.protocol, bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


async def quiet(tables: list[Table]) -> None:
    """Until the server has nothing more to say."""
    before = -1
    while before != (now := sum(len(w.sent) for t in tables for w in t.wires)):
        before = now
        await asyncio.sleep(0.1)


async def measure(sockets: int, rounds: int) -> dict[str, float]:
    """Play all tables to their end."""
    port, chance = free_port(), random.Random(1)
    with tempfile.TemporaryDirectory() as data:
        config = Config(port=port, data=Path(data), secret="bench", workers=0, allow=1e6)
        server = make_server(config, quiet=True)
        server.config.ws_ping_interval = None
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        people = [Person(port) for _ in range(4)]
        for person in people:
            await person.send("GET", "/")
            person.token = person.field("token")
        tables = []
        for _ in range(sockets // 4):
            form = {f"seat{i}": "me" if i == 0 else "open" for i in range(4)}
            form |= {
                "seats": "4",
                "clock": "none",
                "visibility": "link",
                "option.cards": "13",
                "option.order": "random",
            }
            address = await people[0].post("/new/goofspiel", "/new/goofspiel?seats=4", **form)
            for i in (1, 2, 3):
                await people[i].send("POST", f"{address}/sit", {"token": people[i].token, "seat": str(i)})
            socket = (await people[0].socket(address)).partition(f":{port}")[2]
            tables.append(Table(socket, people, chance))
        before = memory(os.getpid())
        for table in tables:
            table.connect(server, port)
        await quiet(tables)
        after = memory(os.getpid())
        for wire in (wire for table in tables for wire in table.wires):
            wire.sent.clear()
        tune()
        found = await played(tables, server, rounds)
        server.should_exit = True
        await running
    return found | {"MB_per_connection": (after - before) / sockets}


async def played(tables: list[Table], server: Any, rounds: int) -> dict[str, float]:
    """Everybody bids at the pace of `bench load`: each table every half second, the tables one after the other."""
    store, times = server._site.registry.store, list[float]()
    commits, bids, gap = store.stats.commits, [table.bids() for table in tables], PACE / len(tables)
    gc.collect()
    began, spent = time.perf_counter(), time.process_time()
    for n in range(4 * rounds * len(tables)):
        ahead = began + n * gap - time.perf_counter()
        if ahead > 0:
            await asyncio.sleep(ahead)
        table = tables[n % len(tables)]
        if not table.ready.is_set():  # a machine that is too busy: no table bids ahead of itself
            await asyncio.wait_for(table.ready.wait(), 60)
        table.clicked(times)
        protocol, frame = next(bids[n % len(tables)])
        protocol.data_received(frame)
    for table in tables:
        await asyncio.wait_for(table.ready.wait(), 60)
    spent, wall = time.process_time() - spent, time.perf_counter() - began
    sizes = sorted(len(frame) for table in tables for wire in table.wires for frame in wire.sent)
    if len(sizes) != 4 * 4 * rounds * len(tables):
        raise SystemExit(f"{len(sizes)} frames instead of one for each bid and seat: these numbers mean nothing")
    times.sort()
    return {
        "cpu_ms_per_view": 1000 * spent / len(sizes),
        "cpu": spent / wall,
        "wire_bytes_mean": statistics.fmean(sizes),
        "wire_bytes_p95": sizes[int(0.95 * len(sizes))],
        "p50_ms": 1000 * statistics.median(times),
        "p95_ms": 1000 * times[int(0.95 * len(times))],
        "moves_a_commit": len(times) / max(1, store.stats.commits - commits),
    }


def one(tree: Path, sockets: int, bids: int) -> dict[str, float]:
    """Once with the code of a folder, in a process of its own."""
    env = os.environ | {"PYTHONPATH": str(tree / "src")}
    command = [sys.executable, __file__, "--inside", str(sockets), "--bids", str(bids)]
    done = subprocess.run(command, env=env, capture_output=True, check=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, help="a folder with another version of the project")
    parser.add_argument("--sockets", type=int, nargs="+", default=[400, 800])
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--bids", type=int, default=6, help=f"of each player, at most {ROUNDS}")
    parser.add_argument("--inside", type=int, help="once, with this code, so many sockets")
    args = parser.parse_args()
    if args.inside:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            print(json.dumps(runner.run(measure(args.inside, args.bids))))
        return
    trees = {"here": HERE} | ({"against": args.against.resolve()} if args.against else {})
    subprocess.run([sys.executable, "-m", "taku", "compile", "goofspiel"], check=True, stdout=subprocess.DEVNULL)
    for sockets in args.sockets:
        found: dict[str, list[dict[str, float]]] = {name: [] for name in trees}
        for _ in range(args.times):
            for name, tree in trees.items():
                found[name].append(one(tree, sockets, args.bids))
        print(f"\n{sockets} sockets, medians of {args.times} times, and what a view took each time")
        print(f"{'':8}" + "".join(f"{name:>18}" for name in SHOWN))
        for name, times in found.items():
            middle = [statistics.median(r[fact] for r in times) for fact in SHOWN]
            each = " ".join(f"{r['cpu_ms_per_view']:.3f}" for r in times)
            print(f"{name:8}" + "".join(f"{value:18.3f}" for value in middle) + f"   {each}", flush=True)


if __name__ == "__main__":
    main()
