"""How fast tables are stepped for learning: on one core beside the peers, and on a GPU into PyTorch's tensors; and how
fast a player is trained.

    TAKU_PEERS_PYTHON=… python bench/vectors.py cpu [--games connect_four,destroy] [--seconds 3]
    python bench/vectors.py gpu [--games …] [--tables 1048576]
    python bench/vectors.py train [--games destroy] [--device gpu|cpu]

One line of JSON each. A step is one decision at one table, with the next observation, mask, rewards and ends written;
actions are random and legal, and drawing them counts. Rates of one core divide by CPU time (bench/peers.py).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from typing import Any

import peers

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as ``taku train`` does: the matrices of a training are small

SIZES = (256, 1024, 4096)
"""Tables on a processor: the best of these counts, as for Pgx."""

PEERS = ("openspiel_connect_four", "pgx_connect_four")


def told(**what: Any) -> None:
    print(json.dumps(what), flush=True)


def on_a_core(game: str, seconds: float) -> None:
    from taku.learn import Vector

    best = (0.0, 0)
    with peers.one_core():
        for n in SIZES:
            v = Vector(game, n, seed=1)
            v.reset()

            def work(v: Any = v, n: int = n) -> int:
                for _ in range(16):
                    v.step(v.sample())
                return 16 * n

            count, spent = peers.timed(work, seconds)
            best = max(best, (count / spent, n))
    told(what="vector, one core", game=game, steps_per_second=round(best[0]), tables=best[1])


def single(seconds: float) -> None:
    from taku.learn import Single

    one, rand = Single("connect_four"), random.Random(7).random

    def work() -> int:
        moves = 0
        for _ in range(100):
            one.reset(1)
            while not one.over:
                seat = one.acting[0]
                actions = one.legal(seat)
                one.act(seat, actions[int(rand() * len(actions))])
                moves += 1
        return moves

    count, spent = peers.timed(work, seconds)
    told(what="single steps from Python", game="connect_four", steps_per_second=round(count / spent))


def on_a_gpu(game: str, seconds: float, tables: int) -> None:
    import torch

    from taku.learn.gpu import GpuVector

    v = GpuVector(game, tables, seed=1)
    now = v.reset()
    seen, mask = torch.from_dlpack(now.observation), torch.from_dlpack(now.mask)
    assert seen.is_cuda
    assert tuple(seen.shape) == (tables, v.layout.size)

    def sampled() -> int:
        for _ in range(16):
            v.step(v.sample())
        return 16 * tables

    for _ in range(20):
        sampled()  # into the middle of matches
    given = torch.from_dlpack(v.sample()).long()

    def checked() -> int:
        given.copy_(torch.from_dlpack(v.sample()))
        v.step(given)
        return tables

    rates = {}
    for name, work in (("steps_per_second", sampled), ("with_tensors_as_actions", checked)):
        count, spent = peers.timed(work, seconds, time.perf_counter)
        rates[name] = round(count / spent)
    share = round(float(mask.float().mean()), 4)
    what = "vector into PyTorch"
    told(what=what, game=game, tables=tables, legal_share=share, device=torch.cuda.get_device_name(), **rates)


def training(game: str, seconds: float, device: str) -> None:
    """Play, inference and updates together, with the numbers of ``taku train``: choices between several actions."""
    from taku.cli.train import ON_GPU
    from taku.engine import find_game
    from taku.learn.train import Plan, Training

    found = find_game(game)
    more: dict[str, Any] = ON_GPU if device == "gpu" else {}
    made = Training(found, Plan(found.usual_seats, {}, decisions=10**10, magnet=0.0, **more), device=device)
    made.lesson()
    before = made.course.decisions

    def work() -> int:
        nonlocal before
        made.lesson()
        before, count = made.course.decisions, made.course.decisions - before
        return count

    count, spent = peers.timed(work, seconds, time.perf_counter)
    told(what="training", game=game, device=device, hidden=made.plan.hidden, decisions_per_second=round(count / spent))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure vectors of tables.")
    parser.add_argument("where", choices=("cpu", "gpu", "train"))
    parser.add_argument("--games", default="connect_four,destroy")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=1 << 20)
    parser.add_argument("--device", choices=("gpu", "cpu"), default="gpu")
    args = parser.parse_args()
    if args.where == "cpu":
        for name in PEERS:
            try:
                found = peers.measure(name, args.seconds)
                told(what=found.name, versions=found.version, steps_per_second=round(found.rate), note=found.note)
            except peers.Missing as missing:
                told(what=name, missing=str(missing))
        single(args.seconds)
    for game in args.games.split(","):
        if args.where == "cpu":
            on_a_core(game, args.seconds)
        elif args.where == "train":
            training(game, args.seconds, args.device)
        else:
            on_a_gpu(game, args.seconds, args.tables)


if __name__ == "__main__":
    main()
