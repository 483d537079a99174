"""Attacks on a server while other guests play: nothing may stop, nobody is delayed, nothing stays in memory.

python3 run.py bench hostile [--size 10] [--attacks NAME,NAME] [--seconds 300] [--count N] [--senders 4]
                           [--processes N]

A server as `taku serve` starts it (a process a core, two workers, usual budgets) is attacked in one way after another,
as `tests/server/attacks.py` says, each `--size` (ten) times as hard as what once stopped it: 60 uploads of 550 undos
each, 550 forms of 3.9 MB, 340 tables of bots, 30,000 silent sockets, which several processes hold where `ulimit -n`
lets none have so many. What was not sent since the time was up is said. Meanwhile other guests play each other
and a bot. For each attack it prints their times from a click to the other's view (wanted: p95 at most 100 ms), the
bot's time (at most 2 s more than before), and the server's memory before, at most and afterwards (wanted: at most
50 MB more, and back again). Then the server is killed and must be back soon with a clocked table of many undos. At
last 100,000 times the size random messages and requests come (a million; `--count` says otherwise), from several
processes and without budgets; none may have an effect. A million take a quarter of an hour.

Times are wall time: a busy machine spoils them, so what they were just before is printed too. The exit code is 1
if anything was missed. Everything stays on this machine's own addresses, 127.0.0.0/8.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import multiprocessing
import queue
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent))

from load import free_port, memory

from taku.server.config import usable_cores
from tests.server.attacks import ATTACKS, LOST, take_back, told
from tests.server.force import hostile
from tests.server.kit import PATIENCE, Site, actions, duel

P95, BOT, GROWTH, KEPT = 100.0, 2.0, 50.0, 20.0
"""Milliseconds, seconds, and megabytes: at most, and afterwards."""
LOG = 100.0
"""Kilobytes that an attack may write to the log."""
REST = 160.0
"""Seconds after an attack in which memory must have come back: tables that nobody looks at stay for two minutes."""
PACE = 0.25
"""Seconds between the clicks of a guest: a page may send 100 messages in 20 s."""


class Server:
    """``taku serve`` with its usual budgets."""

    def __init__(self, data: Path, processes: int, allow: float = 1.0) -> None:
        self.data, self.processes, self.allow, self.port = data, processes, allow, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Site:
        code = (
            "import sys; from pathlib import Path\n"
            "from taku.server.config import Config; from taku.server.processes import serve\n"
            f"serve(Config(port={self.port}, data=Path(sys.argv[1]), secret='bench', allow={self.allow}, "
            f"processes={self.processes}))"
        )
        with (self.data / "log").open("ab") as log:
            command = [sys.executable, "-c", code, str(self.data)]
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        site = Site(self.port)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(*LOST):
                if site.visitor().get("/healthz").status < 500:
                    return site
            time.sleep(0.05)
        raise SystemExit("the server does not start")

    @property
    def logged(self) -> float:
        """Kilobytes written to the log."""
        return (self.data / "log").stat().st_size / 1000

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def stop(self, kill: bool = False) -> None:
        assert self.process is not None
        self.process.kill() if kill else self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


# ---- those who only want to play, in a process of their own


def guests(port: int, times: Any, stop: Any) -> None:
    """Three pairs of guests and one against a bot; every click's time goes into the queue."""
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    threads = [threading.Thread(target=_pair, args=(port, n, times, stop)) for n in range(3)]
    threads.append(threading.Thread(target=_alone, args=(port, times, stop)))
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def _pair(port: int, number: int, times: Any, stop: Any) -> None:
    matches = 0
    while not stop.is_set():
        matches += 1
        try:
            site = _at(port, f"127.210.{number}.{1 + matches % 250}")
            _, (_, one), (_, two) = duel(site)
            while not stop.is_set() and not one.view["status"].get("over"):
                for page, other in ((one, two), (two, one)):
                    page.wait(lambda v: actions(v) or v["status"].get("over"), 60)
                    if page.view["status"].get("over") or stop.is_set():
                        break
                    began, step = time.perf_counter(), page.view["step"]
                    page.act(actions(page.view)[matches % len(actions(page.view))])
                    other.wait(lambda v, step=step: v["step"] > step, 60)
                    times.put(("click", time.perf_counter() - began))
                    time.sleep(PACE)
            one.close()
            two.close()
        except LOST as fault:
            if not stop.is_set():
                times.put(("lost", repr(fault)[:200]))
                time.sleep(0.5)


def _alone(port: int, times: Any, stop: Any) -> None:
    matches = 0
    while not stop.is_set():
        matches += 1
        try:
            ann = _at(port, f"127.211.0.{1 + matches % 250}").visitor()
            page = ann.socket(ann.play("connect_four"))
            while not stop.is_set() and not page.mine(120)["status"].get("over"):
                page.act(actions(page.view)[matches % len(actions(page.view))])
                began = time.perf_counter()
                page.mine(120)
                times.put(("bot", time.perf_counter() - began))
                time.sleep(PACE)
            page.close()
        except LOST as fault:
            if not stop.is_set():
                times.put(("lost", repr(fault)[:200]))
                time.sleep(0.5)


def _at(port: int, address: str) -> Site:
    """The site as guests from an address see it."""
    site = Site(port)
    site.visitor = lambda language="en", at="": Site.visitor(site, language, at or address)  # type: ignore[method-assign]
    return site


@dataclass
class Seen:
    """What the guests met during an attack."""

    click: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, times: Any) -> Seen:
        made = cls()
        with contextlib.suppress(queue.Empty):
            while True:
                kind, value = times.get_nowait()
                getattr(made, kind).append(value)
        return made

    def p95(self, kind: str) -> float:
        found = sorted(getattr(self, kind))
        return found[int(0.95 * len(found))] if found else float("inf")


class Watch:
    """The memory of a server, looked at all the time."""

    def __init__(self, server: Server) -> None:
        self.pid, self.before = server.pid, memory(server.pid)
        self.most, self._on = self.before, True
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while self._on:
            with contextlib.suppress(OSError):
                self.most = max(self.most, memory(self.pid))
            time.sleep(0.1)

    def end(self) -> float:
        self._on = False
        self._thread.join()
        return memory(self.pid)


class Bench:
    def __init__(self, server: Server, site: Site, size: int, seconds: float) -> None:
        self.server, self.site, self.size, self.seconds = server, site, size, seconds
        self.missed: list[str] = []
        context = multiprocessing.get_context("spawn")
        self.times, self._stop = context.Queue(), context.Event()
        self._guests = context.Process(target=guests, args=(server.port, self.times, self._stop), daemon=True)
        self._guests.start()
        self.usual_bot = 0.0

    def end(self) -> None:
        self._stop.set()
        self._guests.join(30)
        self._guests.kill()

    def usual(self, seconds: float = 6) -> str:
        """What guests meet while nobody attacks."""
        end = time.monotonic() + 60
        while time.monotonic() < end:  # until all play
            kind, _ = self.times.get(timeout=60)
            if kind == "bot":
                break
        Seen.of(self.times)
        time.sleep(seconds)
        seen = Seen.of(self.times)
        self.usual_bot = seen.p95("bot")
        return f"before {seen.p95('click') * 1000:.0f} ms"

    def attack(self, name: str) -> None:
        before, logged = self.usual(), self.server.logged
        watch, began = Watch(self.server), time.monotonic()
        wrong = []
        try:
            met = told(ATTACKS[name](self.site, self.size, began + self.seconds))
        except AssertionError as fault:
            met = f"let in: {fault}"
            wrong.append("it had an effect")
        except LOST as fault:
            met = f"the attack ended: {fault!r}"
        took = time.monotonic() - began
        while time.monotonic() - began < 5:  # enough clicks to judge by
            time.sleep(0.1)
        seen = Seen.of(self.times)
        end = time.monotonic() + REST
        while memory(self.server.pid) - watch.before > KEPT and time.monotonic() < end:
            time.sleep(1)
        rested = REST - (end - time.monotonic())
        after = watch.end()
        if self.server.process is None or self.server.process.poll() is not None:
            raise SystemExit(f"{name}: the server is gone")
        if seen.p95("click") * 1000 > P95:
            wrong.append("guests waited")
        if seen.bot and seen.p95("bot") > self.usual_bot + BOT:
            wrong.append("their bot waited")
        if seen.lost:
            wrong.append(f"guests were cut off ({seen.lost[0]})")
        if watch.most - watch.before > GROWTH:
            wrong.append("memory grew")
        if after - watch.before > KEPT:
            wrong.append("memory stayed")
        logged = self.server.logged - logged
        if logged > LOG:
            wrong.append("the log grew")
        sizes = (
            f"memory {watch.before:.0f} → {watch.most:.0f} → {after:.0f} MB after {rested:.0f} s, log {logged:.0f} kB"
        )
        self._print(name, seen, f"{before}; {sizes}; {took:.0f} s: {met}", wrong)

    def _print(self, name: str, seen: Seen, more: str, wrong: list[str] | None = None) -> None:
        middle = statistics.median(seen.click) * 1000 if seen.click else float("inf")
        worst = max(seen.click, default=float("inf")) * 1000
        clicks = f"{len(seen.click)} clicks p50 {middle:.0f} p95 {seen.p95('click') * 1000:.0f} max {worst:.0f} ms"
        bot = f"bot p95 {seen.p95('bot'):.1f} s" if seen.bot else "no bot's move"
        verdict = "MISSED: " + ", ".join(wrong) if wrong else "ok"
        print(f"{name:16} {verdict}\n{'':16} {clicks}, {more}; {bot}", flush=True)
        self.missed += [f"{name}: {w}" for w in wrong or []]

    def restart(self) -> None:
        """A clocked table with many undos is replayed before anybody is served."""
        clocked = {"clock": "decision", "decision": "3600"}
        _, count = take_back(self.site, self.size, time.monotonic() + self.seconds, **clocked)
        self.server.stop(kill=True)
        began = time.monotonic()
        self.site = self.server.start()
        took = time.monotonic() - began
        wrong = took > 10
        print(f"{'restart':16} {'MISSED: it took too long' if wrong else 'ok'}")
        print(f"{'':16} killed with {count} undos at a clocked table: served again after {took:.1f} s", flush=True)
        self.missed += ["restart: it took too long"] * wrong


# ---- random messages


def nonsense(port: int, table: str, count: int, seed: int, sent: Any) -> None:
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    site, done = Site(port), 0
    while done < count:
        now = hostile(site, table, min(1000, count - done), seed=seed * 1_000_003 + done)
        done += now
        sent.put(now)


def errors(site: Site) -> int:
    """What the server counted as faults of its own."""
    found = re.search(r"^taku_errors\S* (\d+)", site.visitor().get("/metrics").text, re.M)
    assert found is not None, "the metrics tell no errors"
    return int(found[1])


def shower(server: Server, count: int, processes: int) -> list[str]:
    """Random messages and requests from several processes at once; a match goes on beside them untouched."""
    site = Site(server.port)
    table, (_, one), (_, two) = duel(site)
    one.mine()
    one.act(3)
    two.mine()
    before, had = (two.view["step"], two.view["seq"]), errors(site)
    context = multiprocessing.get_context("spawn")
    sent, began, total = context.Queue(), time.monotonic(), 0
    share = -(-count // processes)
    those = [
        context.Process(target=nonsense, args=(server.port, table, share, n + 1, sent), daemon=True)
        for n in range(processes)
    ]
    for p in those:
        p.start()
    shown = 0
    while any(p.is_alive() for p in those) or not sent.empty():
        with contextlib.suppress(queue.Empty):
            total += sent.get(timeout=0.5)
        for page in (one, two):  # whoever never reads is taken for lost
            page.glance(0.001)
        if total - shown >= 50_000:
            shown = total
            print(f"{total:,} sent, {total / (time.monotonic() - began):.0f} /s", file=sys.stderr, flush=True)
    missed = [f"nonsense: a sender ended with {p.exitcode}" for p in those if p.exitcode]
    two.drain()
    if (two.view["step"], two.view["seq"]) != before:
        missed.append("nonsense: the match went on")
    if errors(site) != had:
        missed.append(f"nonsense: {errors(site) - had} errors in the server")
    two.act(3)
    one.mine()
    took = time.monotonic() - began
    print(f"{'nonsense':16} {'MISSED: ' + ', '.join(missed) if missed else 'ok'}")
    print(f"{'':16} {total:,} hostile messages and requests in {took:.0f} s ({total / took:.0f} /s)", flush=True)
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--attacks", default=",".join([*ATTACKS, "restart"]), help="which ones; “none” for none")
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=300, help="for each attack, at most")
    parser.add_argument("--count", type=int, help="random messages and requests; 100,000 times the size by default")
    parser.add_argument("--senders", type=int, default=4, help="processes that send these")
    parser.add_argument("--processes", type=int, default=usable_cores(), help="of the server")
    args = parser.parse_args()
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # its complaints are about what is done here on purpose
    wanted = [name for name in args.attacks.split(",") if name != "none"]
    unknown = [name for name in wanted if name not in (*ATTACKS, "restart")]
    if unknown:
        parser.error(f"no attack {', '.join(unknown)}; there are {', '.join([*ATTACKS, 'restart'])}")
    missed: list[str] = []
    for name in wanted:  # each on a server of its own, so that none pays for the one before
        with tempfile.TemporaryDirectory() as data:
            server = Server(Path(data), args.processes)
            bench = Bench(server, server.start(), args.size, args.seconds)
            try:
                if name == "restart":
                    bench.restart()
                else:
                    bench.attack(name)
            finally:
                bench.end()
                server.stop()
            missed += bench.missed
    count = 100_000 * args.size if args.count is None else args.count
    if count:
        with tempfile.TemporaryDirectory() as data:
            server = Server(Path(data), args.processes, allow=1e6)
            server.start()
            try:
                missed += shower(server, count, args.senders)
            finally:
                server.stop()
    print("\n".join(["missed:", *missed]) if missed else "nothing missed", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
