"""The engine beside its peers, all in one run on one machine.

    python bench/engine.py                      everything, about five minutes
    python bench/engine.py --seconds 0.5        quicker, noisier
    python bench/engine.py --json FILE          the rows as JSON as well

Rates of one core divide by CPU time (see bench/peers.py), so that a shared machine spoils them little; ratios are what
counts. Compiling and starting are wall time. JAX, Pgx and PettingZoo are looked for in $TAKU_PEERS_PYTHON.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import generated
import peers

from taku.compile.batch import play_batch, play_build
from taku.compile.kernels import copies, digests
from taku.compile.native import Build
from taku.engine import Game, find_game, i8
from taku.engine.fields import WORD
from taku.games.connect_four.state import State


@dataclass(frozen=True)
class Row:
    """One measured line: what, how much of which unit, and what it must reach, if anything."""

    what: str
    value: float
    unit: str
    target: str = ""
    met: bool | None = None


def rate(game: Game, seconds: float, speed: str, seats: int) -> float:
    """Decisions a second of one core in random play, by CPU time; one call plays a batch."""
    size = 20 if speed == "interpreted" else 20_000
    first = 0

    def work() -> int:
        nonlocal first
        first += size
        return play_batch(game, size, seats=seats, speed=speed, first=first).total

    count, spent = peers.timed(work, seconds)
    return count / spent


def games_on_all_cores(game: Game, seconds: float) -> float:
    """Matches a second with a thread a core, by wall time."""
    n = 20_000
    while True:
        batch = play_batch(game, n, threads=os.cpu_count() or 1)
        if batch.seconds > seconds / 2:
            return n / batch.seconds
        n *= 2


class Wide(State, events=4):
    """Connect four's state, 40 bytes, with room to 200: the size for which copying has a target."""

    room = i8(160)


def copy_and_hash(game: Game) -> tuple[float, float]:
    """Nanoseconds to copy and to hash a game's state, inside compiled code."""
    import numpy as np

    run = Build(game, [copies, digests]).functions
    memory = np.zeros((2, game.state.core() // WORD), np.uint64)
    results = []
    for call in (lambda n: run["copies"](memory, n), lambda n: run["digests"](memory[0], n)):
        call(1000)
        n = 2_000_000
        begun = time.process_time()
        call(n)
        results.append((time.process_time() - begun) / n * 1e9)
    return results[0], results[1]


START = """
import time; begun = time.perf_counter()
from taku.engine import find_game
from taku.compile.speed import rules_of
game = find_game({name!r}); rules = rules_of(game, "native"); s = game.new(); rules.start(s)
print(time.perf_counter() - begun)
"""


def cached_start(name: str) -> float:
    """Seconds from a fresh interpreter to the first native rule, compiled code from the cache; best of three."""
    program = [sys.executable, "-c", START.format(name=name)]
    return min(float(subprocess.run(program, capture_output=True, text=True, check=True).stdout) for _ in range(4))


def help_time() -> float:
    """Seconds of `taku --help`, process start included; best of five."""
    best = 9.0
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "taku", "--help"], capture_output=True, check=True)
        best = min(best, time.perf_counter() - begun)
    return best


def compiling(name: str) -> float:
    """Seconds to compile a game from nothing, in two processes."""
    code = f"""
import time
from taku.engine import find_game
from taku.compile.batch import play_build
build = play_build(find_game({name!r}))
begun = time.perf_counter()
build.compile()
print(time.perf_counter() - begun)
"""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TAKU_CACHE": folder}
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        return float(run.stdout)


def large_game() -> tuple[int, float, float]:
    """A generated game: its lines, seconds to compile it, and seconds until a one-line change is native again."""
    with tempfile.TemporaryDirectory() as folder:
        constant = time.time_ns() % 1_000_000_007
        text = generated.source(constant)
        first = play_build(generated.load(Path(folder), "generated_game", text))
        begun = time.perf_counter()
        first.compile()
        whole = time.perf_counter() - begun
        changed = play_build(generated.load(Path(folder), "generated_game", generated.source(constant + 1)))
        begun = time.perf_counter()
        assert changed.functions
        return len(text.splitlines()), whole, time.perf_counter() - begun


def measure(seconds: float, say: Callable[[str], None]) -> list[Row]:
    """All rows."""
    rows: list[Row] = []

    def add(what: str, value: float, unit: str, target: str = "", met: bool | None = None) -> float:
        rows.append(Row(what, value, unit, target, met))
        say(f"{what}: {value:,.4g} {unit}" + (f" ({target}: {'met' if met else 'MISSED'})" if target else ""))
        return value

    def peer(name: str) -> float | None:
        try:
            found = peers.measure(name, seconds)
        except peers.Missing as missing:
            say(f"{name}: {missing}")
            return None
        return add(f"{found.name} ({found.version})", found.rate, found.unit)

    def against(what: str, ours: float, theirs: float | None, factor: float) -> None:
        if theirs:
            add(what, ours / theirs, "×", f"≥ {factor:g} ×", ours / theirs >= factor)

    four, goof = find_game("connect_four"), find_game("goofspiel")
    for game in (four, goof):
        play_build(game).compile()
    slow = rate(four, seconds, "interpreted", 2)
    add("connect four, interpreted", slow, "moves/s", "≥ 30,000", slow >= 30_000)
    fast = add("connect four, native", rate(four, seconds, "native", 2), "moves/s")
    against("connect four against OpenSpiel from Python", fast, peer("openspiel_connect_four"), 30)
    playouts = fast / (play_batch(four, 20_000).total / 20_000)
    add("connect four, playouts", playouts, "games/s")
    against("playouts against OpenSpiel's C++ MCTS", playouts, peer("openspiel_mcts_connect_four"), 8)
    for name in ("pettingzoo_connect_four", "pgx_connect_four"):
        found = peer(name)
        if found:
            add(f"connect four, native against {name.partition('_')[0]}", fast / found, "×")
    for seats, name in ((2, "openspiel_goofspiel"), (4, "openspiel_goofspiel_4")):
        ours = add(f"Goofspiel, {seats} seats, native", rate(goof, seconds, "native", seats), "bids/s")
        against(f"Goofspiel, {seats} seats, against OpenSpiel from Python", ours, peer(name), 20)
    add("connect four on all cores", games_on_all_cores(four, seconds), "games/s")
    for game in (four, goof):
        add(f"{game.id}: a state", game.state.core(), "bytes")
    copy, hashed = copy_and_hash(replace(four, state=Wide))
    add(f"copy of a state of {Wide.core()} bytes", copy, "ns", "≤ 100 ns", copy <= 100)
    add(f"hash of a state of {Wide.core()} bytes", hashed, "ns")
    for game in (four, goof):
        add(f"{game.id}: compiled from nothing", compiling(game.id), "s")
        start = cached_start(game.id)
        add(f"{game.id}: native start from the cache", start, "s", "≤ 1 s", start <= 1)
    lines, whole, change = large_game()
    add(f"a game of {lines:,} lines: compiled from nothing", whole, "s")
    add("the same after a one-line change", change, "s", "≤ 15 s", change <= 15)
    start = help_time()
    add("taku --help", start, "s", "≤ 0.3 s", start <= 0.3)
    return rows


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | measured | must reach |", "|---|---|---|"]
    for r in rows:
        value = (
            f"{r.value / 1e6:.2f} M"
            if r.value >= 1e6
            else f"{r.value / 1e3:.1f} k"
            if r.value >= 1e4
            else f"{r.value:,.0f}"
            if r.value >= 1e3
            else f"{r.value:.3g}"
        )
        verdict = f"{r.target}{'' if r.met else ' (missed)'}" if r.target else ""
        lines.append(f"| {r.what} | {value} {r.unit} | {verdict} |")
    return "\n".join(lines)


def machine() -> str:
    """What this runs on, in a line."""
    cpu = next((line.partition(": ")[2] for line in _lines("/proc/cpuinfo") if line.startswith("model name")), "")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0
    return f"{cpu or platform.processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f}"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure the engine beside its peers.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each rate (3)")
    parser.add_argument("--json", type=Path, help="write the rows to this file too")
    wanted: Any = parser.parse_args()
    if importlib.util.find_spec("open_spiel") is None and not os.environ.get("TAKU_PEERS_PYTHON"):
        print("OpenSpiel is not installed here: its rows will be missing", file=sys.stderr)
    head = f"{date.today()}, {machine()}"
    print(head)
    rows = measure(wanted.seconds, lambda line: print(f"  {line}", flush=True))
    print(f"\n{head}\n\n{table(rows)}")
    if wanted.json:
        wanted.json.write_text(json.dumps({"machine": head, "rows": [asdict(r) for r in rows]}, indent=1))
    return 1 if any(r.met is False for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
