"""Batches: many matches of random players side by side, on threads or on a GPU, with results as arrays."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from taku.compile.speed import interpreted
from taku.engine.chance import seed as seed_rule
from taku.engine.game import Game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

CHUNK = 4096
"""Matches a thread plays before it reports; small against a second of work, large against the call."""


@dataclass(frozen=True)
class Batch:
    """The results of a run, match by match. Match i depends on the run's number and i alone, at every speed."""

    ranks: npt.NDArray[np.int8]
    """Shape (matches, seats): 1 is best."""
    decisions: npt.NDArray[np.int32]
    """−1 where a match passed the declared bound."""
    hashes: npt.NDArray[np.uint64]
    """The hash of each final state, if asked for; else empty."""
    seconds: float
    """Of the playing itself, compiling excluded."""
    copying: float = 0.0
    """Of bringing the results from a GPU."""

    @property
    def total(self) -> int:
        """All decisions together."""
        return int(self.decisions[self.decisions > 0].sum())


def play_batch(
    game: Game,
    n: int,
    *,
    seats: int | None = None,
    options: Mapping[str, int] | None = None,
    number: int = 0,
    first: int = 0,
    speed: str = "native",
    threads: int = 1,
    hashes: bool = False,
    check: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Play n matches of random players; ``progress`` hears how many are done."""
    import numpy as np

    seats = game.read_seats(seats)
    template = game.new(seats, options)
    template.log.mute = 1
    ranks = np.zeros((n, game.seats[-1]), np.int8)
    decisions = np.zeros(n, np.int32)
    digests = np.zeros(n if hashes else 0, np.uint64)
    copying = 0.0
    if speed == "gpu":
        from taku.compile.gpu import run

        seconds, copying = run(game, template, number, first, ranks, decisions, digests, progress)
    else:
        play = _native(game, template, check) if speed == "native" else _interpreted(game, template)
        begun = time.perf_counter()

        def part(at: int) -> int:
            end = min(at + CHUNK, n)
            play(number, first + at, end - at, ranks[at:end], decisions[at:end], digests[at:end])
            return end - at

        done = 0
        with ThreadPoolExecutor(threads) if threads > 1 else nullcontext() as pool:
            for count in (pool.map if pool else map)(part, range(0, n, CHUNK)):
                done += count
                if progress:
                    progress(done)
        seconds = time.perf_counter() - begun
    return Batch(ranks[:, :seats], decisions, digests, seconds, copying)


def _native(game: Game, template: Any, check: bool) -> Callable[..., None]:
    import numpy as np

    play = _play_function(game, check)
    template_words = np.frombuffer(template.memory, np.uint64)

    def run(number: int, first: int, n: int, ranks: Any, decisions: Any, hashes: Any) -> None:
        words = np.stack([template_words, template_words])  # as words: NumPy copies records without their padding
        out = np.empty(max(game.most_legal, game.seats[-1]), np.int32)
        play(words.view(template.native.dtype)[:, 0], words, out, number, first, n, ranks, decisions, hashes)

    return run


@lru_cache(maxsize=64)
def _play_function(game: Game, check: bool) -> Callable[..., Any]:
    play: Callable[..., Any] = play_build(game, check).functions["play"]
    return play


def play_build(game: Game, check: bool = False) -> Any:
    """The build with the kernel that plays random matches."""
    from taku.compile.kernels import play
    from taku.compile.native import Build

    return Build(game, [play], check=check)


def _interpreted(game: Game, template: Any) -> Callable[..., None]:
    from taku.compile.kernels import random_match

    match = interpreted(random_match, game)
    rules = game.contract

    def run(number: int, first: int, n: int, ranks: Any, decisions: Any, hashes: Any) -> None:
        out = memoryview(array("i", bytes(4 * max(game.most_legal, game.seats[-1]))))
        for k in range(n):
            s = template.copy()
            seed_rule(s, number, first + k)
            rules["start"](s)
            decisions[k] = match(s, out)
            rules["scores"](s, out)
            ranks[k] = out[: game.seats[-1]]
            if len(hashes):
                hashes[k] = s.digest()

    return run
