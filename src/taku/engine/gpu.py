"""GPU speed: the same rules as device functions, a thread a table, for simulations by the million.

Needs the extra ``taku[gpu]`` (numba-cuda) and a CUDA device. All rules of a game are written into one file, callees
first; match i of a run gives the same bytes here as at the other speeds (``taku check GAME --hashes FILE`` proves it).
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from taku.engine.game import Game, GameError
from taku.engine.native import PACKAGE, bounds, cache_folder, keep
from taku.engine.rule import Rule, rule, rule_of
from taku.engine.source import Written, write
from taku.engine.state import HASH_FACTOR, HASH_START, clear_events, emit
from taku.engine.struct import WORD, dtype_of, dtype_spec

BLOCK = int(os.environ.get("TAKU_GPU_BLOCK", 128))
"""Threads a block; 64 to 256 measured within a few percent of each other on an H200."""

TABLES = int(os.environ.get("TAKU_GPU_TABLES", 1 << 20))
"""Tables side by side at most: enough to fill the largest devices several times over."""


HEAVY = int(os.environ.get("TAKU_GPU_HEAVY", 1200))
"""Syntax nodes, callees included, from which a rule is called and not copied into its callers. Measured on an H200 with
Destroy Them All!!!: 0.19 G decisions/s so, 0.12 with everything copied, 0.10 with calls from 400 nodes on."""


class NoGpu(GameError):
    """There is no usable GPU here; the message says what is missing."""


KERNEL = """
@cuda.jit(max_registers=64)
def play(template, states, words, number, first, total, ranks, decisions, hashes):
    thread = cuda.grid(1)
    threads = cuda.gridsize(1)
    memory = cuda.local.array(1, dtype=State)
    s = memory[0]
    out = cuda.local.array({actions}, dtype=int32)
    index = thread
    while index < total:
        take_over(s, template[0])
        {seed}(s, number, first + index)
        {start}(s)
        decisions[index] = {random_match}(s, out)
        {scores}(s, out)
        for seat in range({seats}):
            ranks[index, seat] = out[seat]
        if hashes.shape[0]:
            take_over(states[thread], s)
            h = uint64({hash_start})
            for w in range({core}):
                h = (h ^ words[thread, w]) * uint64({hash_factor})
                h ^= h >> uint64(29)
            hashes[index] = h
        index += threads
"""
"""A thread has a table of its own and plays matches i, i + threads, i + 2 threads … of the run on it.

The table lies in the thread's local memory, which the device interleaves between threads: on an H200 connect four ran
at 26 G moves/s so, and at 6.5 G with the tables side by side in global memory. 64 registers a thread: a large game has
22 % more decisions a second than with the compiler's own choice of 167, since more threads hide its waiting."""


@rule
def no_event(
    s: Any, to: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> int:
    """Stands for `emit`: simulations are muted, and a GPU has no room for code that never runs."""
    return 0


@rule
def no_events(s: Any) -> int:
    """Stands for `clear_events`."""
    return 0


def gpu_source(game: Game) -> str:
    """The whole game as one CUDA source in Python: every rule it needs as a device function, then the kernel."""
    from taku.engine.chance import seed
    from taku.engine.kernels import random_match

    space = bounds(game)
    done: dict[Rule, Written] = {}
    weights: dict[Rule, int] = {}

    def visit(r: Rule) -> None:
        if r not in done:
            written = write(r, space, {emit: no_event, clear_events: no_events})
            for callee in written.callees:
                visit(callee)
            done[r] = written
            light = [weights[c] for c in written.callees if weights[c] <= HEAVY]
            weights[r] = sum(1 for _ in ast.walk(ast.parse(written.text))) + sum(light)

    entries = {"seed": seed, "start": space["start"], "random_match": random_match, "scores": space["scores"]}
    for f in entries.values():
        visit(rule_of(f))
    lines = ["import numpy as np", "from numba import cuda, from_dtype, int32, uint64, uint32"]
    lines.append(f"State = from_dtype(np.dtype({dtype_spec(game.state)!r}, align=True))")
    for written in done.values():
        text = written.text
        for alias, t in written.tables.items():
            name = f"{written.rule.alias}_{alias}"
            lines.append(f"{name} = np.array({t.tolist()!r}, dtype={t.format!r})")
            text = text.replace(alias, name)
        lines += ["@cuda.jit(device=True)", text]
    names = {name: rule_of(f).alias for name, f in entries.items()}
    core = space["CORE_WORDS"]
    numbers = {"actions": space["ACTIONS"], "seats": space["SEATS"], "core": core}
    lines.append(f"HEAVY = {[r.alias for r, weight in weights.items() if weight > HEAVY]!r}")
    lines.append(_copy_source(game))
    lines.append(KERNEL.format(**numbers, hash_start=HASH_START, hash_factor=HASH_FACTOR, **names))
    return "\n".join(lines) + "\n"


def _copy_source(game: Game) -> str:
    """A field by field copy of the state proper: records in different memories have no common view as words."""
    lines = ["@cuda.jit(device=True)", "def take_over(s, t):", "    s.log.mute = t.log.mute", "    s.log.count = 0"]
    for leaf in game.state.leaves():
        if game.state.layout.offsets[leaf.path[0]] >= game.state.core():
            continue
        loops, names, place = leaf.loops()
        lines += [*loops, "    " * (1 + len(names)) + f"s{place} = t{place}"]
    return "\n".join(lines)


@lru_cache(maxsize=8)
def _kernel(game: Game) -> tuple[Any, Any]:
    """The compiled kernel and the CUDA module; says what is missing if there is no GPU."""
    try:
        from numba import cuda

        if not cuda.is_available():
            raise NoGpu("no CUDA device was found: --speed gpu needs an NVIDIA GPU with its driver")
    except ImportError:
        raise NoGpu("--speed gpu needs numba-cuda: install taku[gpu]") from None
    module = keep(f"{game.id}_gpu", gpu_source(game))
    spec = importlib.util.spec_from_file_location(f"{PACKAGE}_{module}", cache_folder() / f"{module}.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    _call_the_heavy(set(made.HEAVY))
    return made.play, cuda


_HEAVY_NAMES: set[str] = set()


def _call_the_heavy(names: set[str]) -> None:
    """Keep the compiler from copying heavy rules into their callers: a large game would not fit the code cache."""
    lowering: Any = importlib.import_module("numba.cuda.lowering")

    if not _HEAVY_NAMES:
        before: Any = lowering.BaseLower.pre_lower

        def pre_lower(self: Any) -> None:
            before(self)
            if self.fndesc.qualname in _HEAVY_NAMES:
                self.builder.function.attributes.add("noinline")

        lowering.BaseLower.pre_lower = pre_lower
    _HEAVY_NAMES.update(names | {""})


def run(
    game: Game,
    template: Any,
    number: int,
    first: int,
    ranks: Any,
    decisions: Any,
    hashes: Any,
    progress: Callable[[int], None] | None = None,
) -> tuple[float, float]:
    """Play matches on the GPU into the given arrays; the seconds of playing and of bringing the results over."""
    import numpy as np

    play, cuda = _kernel(game)
    n = len(decisions)
    size = game.state.layout.size
    tables = min(n, TABLES)
    words = cuda.to_device(np.zeros((tables if len(hashes) else 1, size // WORD), np.uint64))
    template_words = cuda.to_device(np.frombuffer(template.memory, np.uint64).copy())

    def as_states(memory: Any) -> Any:
        count = memory.size * WORD // size
        return cuda.cudadrv.devicearray.DeviceNDArray((count,), (size,), dtype_of(game.state), gpu_data=memory.gpu_data)

    given, states = as_states(template_words), as_states(words)
    blocks = -(-tables // BLOCK)

    def launch(total: int, *results: Any) -> None:
        play[blocks, BLOCK](given, states, words, number, first, total, *results)
        cuda.synchronize()

    results = [cuda.device_array(a.shape, a.dtype) for a in (ranks, decisions, hashes)]
    launch(1, *results)
    begun = time.perf_counter()
    launch(n, *results)
    played = time.perf_counter()
    for a, on_device in zip((ranks, decisions, hashes), results, strict=True):
        if a.size:
            on_device.copy_to_host(a)
    brought = time.perf_counter()
    if progress:
        progress(n)
    return played - begun, brought - played
