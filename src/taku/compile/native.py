"""Native speed: rules compiled by Numba, each cached by itself under a key over everything it depends on.

Every rule is written as a source file of its own into the cache folder; it imports its callees by names that contain
*their* keys, so a file's name is a hash over its own and all its callees' sources, tables and layouts. Numba's cache of
such a file can therefore never be stale. A rule that is already compiled is loaded without importing its callees.

Small callees are compiled into their callers, where they are inlined; heavy ones (``HEAVY``) stay object code of their
own that is linked when it is loaded, so that a change below does not optimise the whole game again and again.

Compiling happens in processes of its own (``taku.compile.compiler``). What is compiled is loaded as object code
(``taku.compile.loader``): a program that only *uses* native rules never imports Numba and starts in 0.1 s.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import selectors
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from taku.compile.kernels import digest
from taku.compile.loader import LoadError, load
from taku.engine.contract import OPTIONAL
from taku.engine.fields import WORD
from taku.engine.game import Game
from taku.engine.rule import Rule, rule, rule_of
from taku.engine.source import Written, parameter_kinds, write
from taku.engine.struct import dtype_spec

PACKAGE = "taku_native"
"""The name under which generated files import each other."""

FORMAT = 7
"""Rises when the way sources are written or objects are kept changes."""


HEAVY = 2000
"""Syntax nodes, callees included, from which a rule is not compiled into its callers. In a game of 2,000 lines each of
the rules on top took 2.5 s to optimise with everything inside and 0.3 s without. Goofspiel, whose `apply` has 1,700,
lost a quarter of its speed when that was not compiled into the loop."""


def cache_base() -> Path:
    """Where compiled code is kept: ``$TAKU_CACHE``, else the user's cache folder."""
    users = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(os.environ.get("TAKU_CACHE") or os.path.join(users, "taku"))


@cache
def cache_folder() -> Path:
    """The part of it for compiled Python: apart for each version of Python and Numba and each kind of processor."""
    place = "-".join((f"python{sys.version_info.major}.{sys.version_info.minor}", f"numba{version('numba')}", _cpu()))
    folder = cache_base() / place
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache
def _cpu() -> str:
    """A name for this kind of processor: compiled code is made for its features, or as ``$NUMBA_CPU_NAME`` says."""
    if name := os.environ.get("NUMBA_CPU_NAME"):
        return f"{platform.machine()}-{name}"
    features = ""
    try:
        text = Path("/proc/cpuinfo").read_text()
        features = next((line for line in text.splitlines() if line.startswith(("flags", "Features"))), "")
    except OSError:
        pass
    return f"{platform.machine()}-{hashlib.sha256((features + platform.processor()).encode()).hexdigest()[:8]}"


def marker(module: str) -> Path:
    """The file that says that a generated file is compiled; for an entry it describes the object code."""
    return cache_folder() / f"{module}.built"


@dataclass(frozen=True)
class Unit:
    """One generated file: a rule or kernel of a game, the name it is kept under and the units it calls."""

    rule: Rule
    module: str
    text: str
    callees: tuple[str, ...]
    needs: tuple[str, ...]
    """The heavy units that its object code refers to: its own callees, and those of callees compiled into it."""
    template: bool
    entry: bool
    weight: int

    @property
    def linked(self) -> bool:
        """Whether it is called as object code of its own, instead of being compiled into its callers."""
        return self.weight > HEAVY and not self.template and not self.rule.inlined

    @property
    def has_object(self) -> bool:
        """Whether its object code is kept: for what is called from Python and what is linked when loaded."""
        return self.entry or self.linked

    @property
    def built(self) -> bool:
        found = self.template or marker(self.module).exists()
        return found and (not self.has_object or marker(self.module).with_suffix(".o").exists())


def bounds(game: Game) -> dict[str, Any]:
    """What the names of the contract stand for when a kernel is compiled for this game."""
    flags = {f"HAS_{name.upper()}": int(name in game.contract) for name in OPTIONAL}
    numbers = {
        "CORE_WORDS": game.state.core() // WORD,
        "ACTIONS": max(game.most_legal, game.seats[-1]),
        "SEATS": game.seats[-1],
        "DECISIONS": game.decisions,
    }
    missing = {name: nothing for name in OPTIONAL if name not in game.contract}
    return {**game.contract, **missing, **flags, **numbers}


@rule
def nothing(s: Any, seat: Any, action: Any = 0, more: Any = 0) -> int:
    """Stands where a game has no such rule."""
    return 0


class Build:
    """A game's rules and kernels as compiled code: plan, compile ahead, load."""

    def __init__(
        self,
        game: Game,
        kernels: Iterable[Callable[..., Any]] = (),
        check: bool = False,
        instead: Mapping[Any, Any] = MappingProxyType({}),
    ) -> None:
        """``kernels`` are added to the contract's rules; ``check`` compiles with bounds checks on every index;
        ``instead`` has functions that take the place of others, where a kernel calls what is written for the game."""
        self.game = game
        self.check = check
        self.instead = instead
        self.entries: dict[str, Rule] = {name: rule_of(f) for name, f in game.contract.items()}
        self.entries |= {f.__name__: rule_of(f) for f in kernels}

    @cached_property
    def units(self) -> dict[Rule, Unit]:
        """All files of the build, callees before callers."""
        done: dict[Rule, Unit] = {}
        space = bounds(self.game)
        spec = dtype_spec(self.game.state)
        types = keep(f"{self.game.id}_types", f"import numpy as np\nfrom numba import from_dtype\n"
                      f"State = from_dtype(np.dtype({spec!r}, align=True))\n")  # fmt: skip

        def visit(r: Rule) -> Unit:
            if r not in done:
                written = write(r, space, self.instead)
                callees = [visit(c) for c in written.callees]
                done[r] = self._unit(written, callees, types)
            return done[r]

        for r in self.entries.values():
            visit(r)
        return done

    def _unit(self, written: Written, callees: list[Unit], types: str) -> Unit:
        r = written.rule
        kinds = parameter_kinds(r)
        template = "any" in kinds and not r.signature
        lines = [f"# Generated from {r.function.__module__}.{r.name}. Do not edit.", f"RULE = {r.alias!r}"]
        lines += ["import numpy as np", "from numba import *", "from numba import from_dtype, njit"]
        lines += [f"import {PACKAGE}", f"from {PACKAGE}.{types} import State"]
        lines += [f"import {name} as {alias}" for alias, name in written.modules.items()]
        for name, of in written.structs.items():
            lines.append(f"{name}_record = from_dtype(np.dtype({dtype_spec(of)!r}, align=True))")
        for alias, t in written.tables.items():
            lines.append(f"{alias} = np.array({t.tolist()!r}, dtype={t.format!r})")
        heavy = [c for c in callees if c.linked and not template]
        light = [c for c in callees if c not in heavy]
        needs = dict.fromkeys([c.module for c in heavy] + [m for c in light for m in c.needs])
        lines += [f"import {PACKAGE}.{m}" for m in needs]
        lines += [f"from {PACKAGE}.{c.module} import {c.rule.alias}" for c in heavy]
        if light:
            if not template:
                lines.append(f"if not {PACKAGE}.built(__name__):")
            indent = "" if template else "    "
            lines += [f"{indent}from {PACKAGE}.{c.module} import {c.rule.alias}" for c in light]
        options = "cache=True, nogil=True, error_model='numpy', no_cfunc_wrapper=True, no_cpython_wrapper=True"
        signature = "" if template else _signature(r, kinds) + ", "
        if r.inlined:
            options += ", forceinline=True"
        if r.uncounted:
            options += ", _nrt=False"
        lines.append(f"{PACKAGE}.begin()")
        lines.append(f"@njit({signature}{options}, boundscheck={self.check})")
        text = "\n".join([*lines, written.text]) + "\n"
        entry = r in self.entries.values()
        module = keep(f"{self.game.id}_{r.name}", text)
        weight = sum(1 for _ in ast.walk(r.tree)) + sum(c.weight for c in light)
        names = tuple(c.module for c in callees)
        return Unit(r, module, text, names, tuple(needs), template, entry, weight)

    @property
    def missing(self) -> list[Unit]:
        """What is not compiled yet, callees first."""
        return [u for u in self.units.values() if not u.built]

    @property
    def ready(self) -> bool:
        """Whether every entry is compiled; what lies below an entry is inside its object code."""
        return all(self.units[r].built for r in self.entries.values())

    def compile(self, processes: int = 2, progress: Callable[[int, int], None] | None = None) -> int:
        """Compile what is missing, in worker processes; returns how many rules that were."""
        if self.ready:
            return 0
        with _only_builder():
            waiting = {u.module: u for u in self.missing}
            try:
                _run_workers(waiting, processes, progress)
            except CompileError:
                kept = [u for u in self.units.values() if u.module not in waiting]
                if not kept:
                    raise
                # Perhaps the fault is in what an earlier build left behind: compile everything, once.
                self._forget(kept)
                waiting = {u.module: u for u in self.missing}
                _run_workers(waiting, processes, progress)
            return len(waiting)

    @cached_property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The compiled contract and kernels, ready to call; compiles what is missing, or damaged, first."""
        self.compile()
        try:
            return self._load()
        except LoadError:
            self._forget(self.units.values())
            self.compile()
            return self._load()

    def _load(self) -> dict[str, Callable[..., Any]]:
        quick = {*self.game.contract, digest.__name__}
        return {
            name: load(cache_folder(), self.units[r].module, quick=name in quick) for name, r in self.entries.items()
        }

    @staticmethod
    def _forget(units: Iterable[Unit]) -> None:
        """Have these compiled again, whatever the cache has of them."""
        for u in units:
            marker(u.module).unlink(missing_ok=True)


def _signature(r: Rule, kinds: list[str]) -> str:
    if r.signature:
        return r.signature
    words = {"state": "State", "out": "int32[::1]", "int": "int64"}
    return "(" + "".join(f"{words.get(k) or k.removeprefix('struct:') + '_record'}, " for k in kinds) + ")"


def keep(name: str, text: str) -> str:
    """Write a generated file under its key, unless it is there; returns the module's name."""
    key = hashlib.sha256(f"{FORMAT}\n{text}".encode()).hexdigest()[:20]
    module = f"{name}_{key}"
    path = cache_folder() / f"{module}.py"
    if not path.exists():
        replace_file(path, text.encode())
    return module


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that other processes see it whole or not at all."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(data)
    os.replace(fresh, path)


@contextmanager
def _only_builder() -> Iterator[None]:
    """Wait until no other process builds into this cache: the same rule is not compiled twice."""
    with (cache_folder() / "building").open("w") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        except ImportError:  # Windows: two builds then do the same work twice, with the same result
            pass
        yield


class CompileError(Exception):
    """A rule that Numba does not take; the message is Numba's, with the rule's place."""


def _run_workers(waiting: dict[str, Unit], processes: int, progress: Callable[[int, int], None] | None) -> None:
    """Hand out files whose callees are done, to processes that each stay alive for the whole build."""
    workers = [_Worker() for _ in range(min(processes, len(waiting)))]
    total, done = len(waiting), 0
    todo, busy = dict(waiting), dict[_Worker, Unit]()
    try:
        while todo or busy:
            free = [w for w in workers if w not in busy]
            unfinished = set(todo) | {u.module for u in busy.values()}
            ready = [u for u in todo.values() if not unfinished & set(u.callees)]
            for worker, unit in zip(free, ready, strict=False):
                worker.send(unit)
                busy[worker] = todo.pop(unit.module)
            worker = _first_answer(list(busy))
            unit = busy.pop(worker)
            complaint = worker.answer()
            if complaint:
                raise CompileError(
                    f"{unit.rule.file}:{unit.rule.line}: {unit.rule.name} does not compile:\n{complaint}"
                )
            done += 1
            if progress:
                progress(done, total)
    finally:
        for worker in workers:
            worker.close()


class _Worker:
    """A process that compiles one file after another: names on its standard input, answers on its output."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "taku.compile.compiler"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    @property
    def output(self) -> IO[str]:
        assert self.process.stdout
        return self.process.stdout

    def send(self, unit: Unit) -> None:
        assert self.process.stdin
        task = [unit.module, unit.rule.alias if unit.has_object else "", unit.needs]
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        line = self.output.readline()
        if not line:
            raise CompileError(f"a compiling process ended with status {self.process.wait()}")
        complaint: str = json.loads(line)
        return complaint

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()
        self.output.close()


def _first_answer(workers: list[_Worker]) -> _Worker:
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.output, selectors.EVENT_READ, worker)
        found: _Worker = selector.select()[0][0].data
        return found
