"""Runs a study: round by round the same matches of every variant, on threads, processes, a GPU or a cluster.

Rounds depend on the study alone. After each of them the judge is asked whether the question is answered, so a study
that was interrupted and resumed ends at the same match, with the same numbers, as one that was not.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

from taku.bots.scripts import scripts_of
from taku.compile.cuda import device
from taku.engine.chance import seed as key_chance
from taku.engine.game import GameError
from taku.engine.rules import interpreted_rules
from taku.lab.cluster import OnRay
from taku.lab.columns import Chunk, groups_of
from taku.lab.counting import countable
from taku.lab.play import Piece, builds, in_threads, play
from taku.lab.policy import POLICIES, is_rule
from taku.lab.results import Results, ResultsFile
from taku.lab.stopping import judge_of
from taku.lab.study import Study, StudyError, Variant
from taku.lab.watch import balance_of

FIRST_ROUND = {"compiled": 256, "watched": 8}
"""Matches of each variant in the first round: a quarter of a second of play, about."""
GROWTH = 4
"""Each round has a quarter of what was played before: a study is looked at some thirty times, however long it is."""
MOST_A_PIECE = {"compiled": 4096, "watched": 4}
"""Matches a worker plays between two lines of the results: what a crash may cost."""
PIECE, LARGEST_PIECE = 0.05, 1 << 16
"""Of matches in compiled code as many as take so many seconds: the line of 4,096 costs a tenth of connect four."""
LONGEST_WAIT = 1.0
"""Seconds between two looks at the clock."""
SYNC = 2.0
"""Seconds of play that a power cut may cost, about; any other end costs nothing of what is in the file."""
DEATHS = 3
"""Workers that may die one after the other, without a result between, before it is the study's own fault."""

Judge = Callable[[Results], str]
Progress = Callable[[Results, int, int], None]
"""Hears of every piece: the results, matches played, matches at most."""


def kind_of(study: Study, groups: set[str]) -> str:
    """Whether the whole study happens in compiled code: there its workers are threads."""
    return "compiled" if all(in_threads(v, sorted(groups)) for v in study.variants) else "watched"


def rounds(study: Study, kind: str) -> Iterator[tuple[int, int]]:
    """The matches of each round, as first and end; a deal is never divided."""
    done, most = 0, -(-study.matches // study.turns) * study.turns
    while done < most:
        size = max(FIRST_ROUND[kind], done // GROWTH)
        end = min(most, done + -(-size // study.turns) * study.turns)
        yield done, end
        done = end


class Workers(Protocol):
    """Where pieces are played."""

    many: int
    """How many are played at a time."""
    largest: int
    """The most matches of a piece."""

    def submit(self, piece: Piece) -> Future[Chunk]: ...


class Threads:
    """Threads of this process: compiled code lets them run side by side."""

    largest = MOST_A_PIECE["compiled"]

    def __init__(self, many: int) -> None:
        self.many = many
        self.pool = ThreadPoolExecutor(many)

    def submit(self, piece: Piece) -> Future[Chunk]:
        return self.pool.submit(play, piece)

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(cancel_futures=True)


class OnGpu(Threads):
    """The GPU of this machine, for whole matches of players that are rules; the rest in threads beside it."""

    largest = 1 << 20

    def submit(self, piece: Piece) -> Future[Chunk]:
        return self.pool.submit(play, piece if piece.groups else replace(piece, speed="gpu"))


class Processes:
    """Worker processes, fresh ones: this one may have threads and loaded object code. One that dies is replaced."""

    largest = MOST_A_PIECE["watched"]

    def __init__(self, many: int) -> None:
        self.many = many
        self.pool = self._made()

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.many, mp_context=get_context("spawn"), initializer=begin_worker)

    def submit(self, piece: Piece) -> Future[Chunk]:
        try:
            return self.pool.submit(play, piece)
        except BrokenProcessPool:  # one of them died; the pieces they had are handed out again by who waits for them
            self.pool.shutdown(cancel_futures=True)
            self.pool = self._made()
            return self.pool.submit(play, piece)

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(cancel_futures=True)


def begin_worker() -> None:
    """A worker does not die of the terminal's Ctrl-C, and dies when who started it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)


class Here:
    """This thread, one piece after the other: for one worker, and for games that no other process could make."""

    many = 1

    def __init__(self, largest: int) -> None:
        self.largest = largest

    def submit(self, piece: Piece) -> Future[Chunk]:
        future: Future[Chunk] = Future()
        try:
            future.set_result(play(piece))
        except Exception as fault:
            future.set_exception(fault)
        return future

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        return None


def workers_for(study: Study, groups: set[str], workers: int | None, where: str) -> AbstractContextManager[Workers]:
    """The workers that a study needs: ``here``, on this machine's ``gpu``, or of a cluster, ``ray:ADDRESS``."""
    many = workers or _cores()
    kind = kind_of(study, groups)
    if where.startswith("ray:"):
        return OnRay(where.removeprefix("ray:"), study, MOST_A_PIECE[kind], many)
    if where == "gpu":
        thinking = sorted({p for v in study.variants for p in v.players if not is_rule(v.found, p)})
        if thinking:
            able = dict.fromkeys([*POLICIES, *(name for v in study.variants for name in scripts_of(v.found))])
            raise StudyError(f"on a GPU players are {', '.join(able)}; {', '.join(thinking)} search, and cannot")
        device()
        return OnGpu(many)
    if many == 1 or not all(v.found.travels for v in study.variants):
        return Here(MOST_A_PIECE[kind])
    return Threads(many) if kind == "compiled" else Processes(many)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def prepare(study: Study, make_ready: Callable[[Any, Any, str], object] | None = None) -> None:
    """Try every overlay, then compile what is missing; ``make_ready(game, build, what)`` may show that."""
    groups = tuple(sorted(groups_of(study)))
    for variant in study.variants:
        if variant.overlay:
            try_out(variant)
    for variant in study.variants:
        for what, build in builds(variant, looked_at(variant, groups, study.sample > 0)).items():
            if not build.ready:
                if make_ready:
                    make_ready(variant.found, build, what)
                else:
                    build.compile()


def try_out(variant: Variant, seconds: float = 2.0) -> None:
    """Play a while with every access checked: numbers that the rules have no room for are found before they do harm."""
    game, ends = variant.found, time.monotonic() + seconds
    rules = interpreted_rules(game)
    try:
        for deal in range(3):
            s = game.new(variant.seats, variant.options)
            s.log.mute = 1
            key_chance(s, 1, deal)
            rules.start(s)
            for step in range(game.decisions):
                acting = rules.acting(s)
                if not acting or time.monotonic() > ends:
                    break
                legal = rules.legal(s, acting[0])
                rules.act(s, acting[0], legal[(7919 * step + deal) % len(legal)])
    except Exception as fault:
        said = f"{type(fault).__name__}: {fault}".rstrip(": ")
        raise StudyError(f"variant {variant.name!r}: the rules have no room for this content: {said}") from fault


def run_study(
    study: Study,
    path: Path | None = None,
    *,
    workers: int | None = None,
    where: str = "here",
    judge: Judge | None = None,
    progress: Progress | None = None,
    results: Results | None = None,
) -> Results:
    """Play until the judge says why it is over (``Results.ended``). With a path every piece is kept there at once, and
    what is there already is not played again."""
    if path and path.exists() and results is None:
        results = resumed(path)
        study = results.study
    results = results or Results.begin(study)
    judge = judge or judge_of(study)
    groups = groups_of(study)
    file = ResultsFile(path, results) if path else None
    try:
        with workers_for(study, groups, workers, where) as hands:
            results.ended = _run(study, results, file, hands, judge, progress, tuple(sorted(groups)))
    finally:
        if file:
            file.close()
    return results


def resumed(path: Path) -> Results:
    """The results in a file, if they can go on here: the rules must be the same to the letter."""
    results = Results.read(path)
    for variant, content in zip(results.study.variants, results.about["content"], strict=True):
        if variant.found.content_hash != content:
            raise StudyError(
                f"{path}: {variant.found.id} was played with rules {content}, here they are "
                f"{variant.found.content_hash}; begin a new study, their matches cannot be mixed"
            )
    return results


def _run(
    study: Study,
    results: Results,
    file: ResultsFile | None,
    hands: Workers,
    judge: Judge,
    progress: Progress | None,
    groups: tuple[str, ...],
) -> str:
    ends = time.monotonic() + 60 * study.minutes if study.minutes else float("inf")
    most = study.matches * len(study.variants)
    kind, synced, largest = kind_of(study, set(groups)), 0.0, hands.largest
    for first, end in rounds(study, kind):
        share = -(-(end - first) * len(study.variants) // (2 * hands.many))
        size = max(1, min(largest, share) // study.turns) * study.turns
        todo = pieces(study, results, groups, first, end, size)
        begun = time.monotonic()
        for chunk in _played(todo, hands, ends):
            results.add(chunk)
            if file:
                file.add(chunk)
            if progress:
                progress(results, sum(c.n for of in results.chunks for c in of.values()), most)
        if kind == "compiled":
            pace = sum(piece.n for piece in todo) / max(1e-6, time.monotonic() - begun) / hands.many
            largest = max(hands.largest, min(LARGEST_PIECE, int(pace * PIECE)))
        if time.monotonic() >= ends:
            return "time"
        if file and time.monotonic() >= synced:
            file.sync()
            synced = time.monotonic() + SYNC
        if word := judge(results):
            return word
    return "matches"


def pieces(study: Study, results: Results, groups: tuple[str, ...], first: int, end: int, size: int) -> list[Piece]:
    """What of a round is still to be played, the lowest numbers first."""
    sampled = study.sample // study.turns * study.turns
    made = []
    for place, variant in enumerate(study.variants):
        for begin, stop in gaps(results, place, first, end):
            at = begin
            while at < stop:
                until = min(stop, at + size, sampled if at < sampled else stop)
                looked = looked_at(variant, groups, at < sampled)
                made.append(Piece(variant, place, study.seed, study.turns, looked, at, until - at))
                at = until
    return sorted(made, key=lambda piece: piece.first)


def looked_at(variant: Variant, groups: tuple[str, ...], sampled: bool) -> tuple[str, ...]:
    """What is looked at in matches of a variant. Players that think are watched: it costs nothing beside them."""
    if not variant.by_policy:
        own = bool(balance_of(variant.found).watcher)
        return tuple(sorted({*groups, "generic", *(("game",) if own else ())}))
    if sampled and countable(variant.players):
        return tuple(sorted({*groups, "generic"}))
    return groups


def gaps(results: Results, variant: int, first: int, end: int) -> Iterator[tuple[int, int]]:
    """The matches of a range that are not there yet."""
    at = first
    for begin in sorted(results.chunks[variant]):
        stop = begin + results.chunks[variant][begin].n
        if stop <= at or begin >= end:
            continue
        if begin > at:
            yield at, begin
        at = stop
    if at < end:
        yield at, end


def _played(todo: list[Piece], hands: Workers, ends: float) -> Iterator[Chunk]:
    """The pieces as they are done; those of a worker that died are handed out again."""
    waiting: dict[Future[Chunk], Piece] = {}
    deaths, todo = 0, todo[::-1]
    try:
        while todo or waiting:
            late = time.monotonic() >= ends
            while todo and not late and len(waiting) < 2 * hands.many:
                piece = todo.pop()
                waiting[hands.submit(piece)] = piece
            if late and not waiting:
                return
            done, _ = wait(waiting, LONGEST_WAIT, FIRST_COMPLETED)
            for future in done:
                piece = waiting.pop(future)
                try:
                    chunk = future.result()
                except BrokenProcessPool:
                    todo.append(piece)
                    deaths += 1
                    if deaths > DEATHS * 2 * hands.many:
                        raise GameError("the worker processes die, one after the other (out of memory?)") from None
                    continue
                deaths = 0
                yield chunk
    finally:
        for future in waiting:
            future.cancel()
