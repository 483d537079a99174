"""Results: one file that grows by a line for every finished piece of work, and nothing in it is ever changed.

The first line says what was asked and of which rules. Each other line has the matches of one variant from one number
on, with a checksum. Whatever ends a study (Ctrl-C, a crash, a full disk, a lost worker), the lines before it stay.
"""

from __future__ import annotations

import base64
import json
import math
import os
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from taku.engine.options import nearest
from taku.lab.columns import Chunk, Column, columns
from taku.lab.study import Study, StudyError

FORMAT = 2
"""Files of format 1 are read, too: they have no array of fewer than eight bits a number."""

PLAIN, DEFLATED = 0, 1
"""How an array's bytes are kept. Single bytes are not compressed: that takes a tenth of playing connect four."""


def write_array(a: Any) -> list[Any]:
    """An array as type, shape and base64 text; floats that are whole numbers are kept as such. Whole numbers of two
    neighbouring values, such as the ranks of two seats, are kept as bits, after the lower one."""
    a = np.ascontiguousarray(a)
    if a.dtype.kind == "f" and bool((abs(a) < 2**53).all()):
        whole = a.astype(np.int64)
        a = whole if bool((whole == a).all()) else a
    how: list[int] = []
    if a.dtype.kind == "i" and a.size:
        low, high = int(a.min()), int(a.max())
        a = a.astype(next(k for k in ("i1", "i2", "i4", "i8") if np.iinfo(k).min <= low and high <= np.iinfo(k).max))
        how = [PLAIN, low] if high - low == 1 else how
    kind = a.dtype.newbyteorder("<").str
    if how:
        data = np.packbits(a != how[1]).tobytes()
    else:
        data = a.astype(kind, copy=False).tobytes()
        if a.itemsize > 1:
            packed = zlib.compress(data, 1)
            data, how = (packed, [DEFLATED]) if len(packed) < len(data) else (data, how)
    return [kind, list(a.shape), base64.b64encode(data).decode(), *how]


def read_array(made: list[Any]) -> Any:
    kind, shape, text, *how = made
    data = base64.b64decode(text)
    if how == [DEFLATED]:
        data = zlib.decompress(data)
    elif how:
        bits = np.unpackbits(np.frombuffer(data, np.uint8), count=math.prod(shape))
        return (bits.astype(kind) + np.dtype(kind).type(how[1])).reshape(shape)
    return np.frombuffer(data, kind).reshape(shape)


def write_chunk(chunk: Chunk) -> str:
    """A chunk as a line."""
    counts = {name: [write_array(x), write_array(n)] for name, (x, n) in chunk.counts.items()}
    body = {
        "variant": chunk.variant,
        "first": chunk.first,
        "n": chunk.n,
        "ranks": write_array(chunk.ranks),
        "decisions": write_array(chunk.decisions),
        **({"teams": write_array(chunk.teams)} if chunk.teams is not None else {}),
        **({"counts": counts} if counts else {}),
    }
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return f'{{"crc":"{zlib.crc32(text.encode()):08x}","row":{text}}}\n'


def read_chunk(line: str) -> Chunk:
    """The chunk of a line; a ValueError if it is damaged."""
    prefix = '{"crc":"'
    crc, rest = line[len(prefix) : len(prefix) + 8], line[len(prefix) + 8 :]
    middle = '","row":'
    if not line.startswith(prefix) or not rest.startswith(middle) or not rest.endswith("}"):
        raise ValueError("it is cut off")
    text = rest[len(middle) : -1]
    if f"{zlib.crc32(text.encode()):08x}" != crc:
        raise ValueError("its checksum differs")
    body = json.loads(text)
    counts = {name: (read_array(x).astype(float), read_array(n).astype(float))
              for name, (x, n) in body.get("counts", {}).items()}  # fmt: skip
    teams = read_array(body["teams"]) if "teams" in body else None
    return Chunk(
        body["variant"], body["first"], read_array(body["ranks"]), read_array(body["decisions"]), teams, counts
    )


@dataclass
class Results:
    """What has been played of a study, variant by variant, in the order of the matches' numbers."""

    study: Study
    about: Mapping[str, Any] = field(default_factory=dict)
    """Version and content of each variant's game, of Taku, and when it began."""
    chunks: list[dict[int, Chunk]] = field(default_factory=list)
    """For each variant its chunks by their first match."""
    lost: list[str] = field(default_factory=list)
    """What could not be read of the file, in words."""
    ended: str = ""
    """Why the study is over: ``decided``, ``precise``, ``matches`` or ``time``; empty while it is not."""

    def __post_init__(self) -> None:
        self.chunks = self.chunks or [{} for _ in self.study.variants]
        self._columns: dict[tuple[int, int], dict[str, Column]] = {}
        self._kept: dict[tuple[str, int], tuple[int, Any, Any]] = {}

    @classmethod
    def begin(cls, study: Study) -> Results:
        """Nothing yet; what it will be of is written down."""
        games = [v.found for v in study.variants]
        return cls(
            study,
            {
                "version": games[0].version,
                "content": [g.content_hash for g in games],
                "taku": version("taku"),
                "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            },
        )

    @classmethod
    def read(cls, file: Path) -> Results:
        """What a file holds; damaged lines are left out and told in ``lost``."""
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            near = nearest(file.name, [f.name for f in file.parent.glob("*.jsonl")] if file.parent.is_dir() else [])
            raise StudyError(f"there is no file of results {str(file)!r}{near}") from None
        except OSError as fault:
            raise StudyError(f"{file}: {fault.strerror}") from None
        lines = data.split(b"\n")
        try:
            head = json.loads(lines[0])
            if head["taku.lab"] not in range(1, 1 + FORMAT):
                raise StudyError(f"{file}: these results have format {head['taku.lab']}, here is {FORMAT}")
            made = cls(Study.read(head["study"]), head["about"])
        except (ValueError, KeyError, TypeError):
            raise StudyError(f"{file}: this is not a file of results: its first line does not say what it is") from None
        for number, line in enumerate(lines[1:], 2):
            if not line:
                continue
            try:
                made.add(read_chunk(line.decode()))
            except (ValueError, KeyError, TypeError, IndexError, zlib.error) as fault:
                last = number == len(lines)
                said = "was being written when it ended" if last else f"is damaged ({fault})"
                made.lost.append(f"line {number} {said}: its matches will be played again")
        return made

    def head(self) -> str:
        return json.dumps({"taku.lab": FORMAT, "study": self.study.json(), "about": dict(self.about)}) + "\n"

    def add(self, chunk: Chunk) -> None:
        """One more chunk; what is there already stays."""
        if chunk.variant >= len(self.chunks):
            raise ValueError(f"there is no variant {chunk.variant}")
        self.chunks[chunk.variant].setdefault(chunk.first, chunk)

    # ---------------------------------------------------------------- what it says

    def covered(self, variant: int) -> int:
        """How many matches from number 0 on are there without a gap: what statistics may look at."""
        at = 0
        mine = self.chunks[variant]
        while at in mine:
            at += mine[at].n
        return at

    @property
    def common(self) -> int:
        """The matches that all variants have: numbers below this."""
        return min(self.covered(v) for v in range(len(self.chunks)))

    def matches(self, variant: int) -> int:
        """How many matches of a variant count."""
        return self.covered(variant)

    def whole(self, variant: int) -> Iterator[Chunk]:
        """The chunks of a variant from number 0 on, without gaps."""
        at = 0
        while at in self.chunks[variant]:
            chunk = self.chunks[variant][at]
            yield chunk
            at += chunk.n

    def columns(self, chunk: Chunk) -> dict[str, Column]:
        """What a chunk says; worked out once."""
        key = chunk.variant, chunk.first
        if key not in self._columns:
            self._columns[key] = columns(chunk, self.study.variants[chunk.variant], self.study.turns)
        return self._columns[key]

    def names(self, variant: int = 0) -> list[str]:
        """The measures that a variant has."""
        found: dict[str, None] = {}
        for chunk in self.whole(variant):
            found |= dict.fromkeys(self.columns(chunk))
        return list(found)

    def column(self, measure: str, variant: int) -> Column:
        """A measure of a variant: above and below the line, deal by deal; zeros where one says nothing of it."""
        known, x, n = self._kept.get((measure, variant), (0, np.zeros(0), np.zeros(0)))
        xs, ns, at = [x], [n], 0
        for chunk in self.whole(variant):
            if at >= known * self.study.turns:
                zero = np.zeros(chunk.n)
                one = self.columns(chunk).get(measure, (zero, zero))
                xs.append(self._deals(one[0]))
                ns.append(self._deals(one[1]))
            at += chunk.n
        if len(xs) > 1:
            x, n = np.concatenate(xs), np.concatenate(ns)
            self._kept[measure, variant] = len(x), x, n
        return x, n

    def _deals(self, column: Any) -> Any:
        """One number for each deal: where players change seats, the matches of a deal are not independent."""
        turns = self.study.turns
        return column.reshape(-1, turns).mean(axis=1) if turns > 1 else column

    def paired(self, measure: str, a: int, b: int) -> tuple[Any, Any, Any, Any]:
        """A measure of two variants over the matches that both have: on the same luck."""
        (x_a, n_a), (x_b, n_b) = self.column(measure, a), self.column(measure, b)
        n = min(len(x_a), len(x_b))
        return x_a[:n], n_a[:n], x_b[:n], n_b[:n]


class ResultsFile:
    """The file that a running study appends to; no other process writes it at the same time."""

    def __init__(self, path: Path, results: Results) -> None:
        """A new file, or one that goes on."""
        fresh = not path.exists() or path.stat().st_size == 0
        self.path, self.file = path, path.open("a+b")
        self._lock()
        if fresh:
            self.file.write(results.head().encode())
        else:
            self.file.seek(-1, os.SEEK_END)
            if self.file.read(1) != b"\n":  # a line that was being written: it stays as it is, and is not read
                self.file.write(b"\n")
        self.sync()

    def _lock(self) -> None:
        try:
            import fcntl

            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows
            pass
        except OSError:
            raise StudyError(f"{self.path}: another process is running this study") from None

    def add(self, chunk: Chunk) -> None:
        """One line; it is the system's before this returns, so that even kill -9 leaves it."""
        self.file.write(write_chunk(chunk).encode())
        self.file.flush()

    def sync(self) -> None:
        """It is on the disk."""
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        self.sync()
        self.file.close()
