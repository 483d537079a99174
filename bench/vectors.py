"""How fast many tables are stepped: on one core beside a peer, and on a GPU into PyTorch's tensors.

    python bench/vectors.py cpu [--games connect_four,destroy] [--seconds 3]
    python bench/vectors.py gpu [--games …] [--tables 1048576]
    python bench/vectors.py single        # single steps from Python, beside OpenSpiel
    python bench/vectors.py pgx           # Pgx's connect four on this machine's JAX device

One line of JSON each. A step is one decision at one table, with the next observation, mask, rewards and ends written;
actions are random and legal, and drawing them counts.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

BATCH = 4096
"""Tables on a processor: their observations stay in its cache."""


def rate(step: Callable[[], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Steps a second, after a first call that does not count; ``step`` says how many it took. On a processor seconds
    are those in which it worked: others may use the machine too."""
    step()
    done, begun = 0, clock()
    while (now := clock()) - begun < seconds:
        done += step()
    return done / (now - begun)


def told(**what: Any) -> None:
    print(json.dumps(what), flush=True)


def on_a_core(game: str, seconds: float) -> None:
    from taku.learn import Vector

    best = 0.0
    for n in (256, 1024, BATCH):
        v = Vector(game, n, seed=1)
        v.reset()

        def step(v: Any = v, n: int = n) -> int:
            for _ in range(16):
                v.step(v.sample())
            return 16 * n

        best = max(best, rate(step, seconds / 3))
    told(what="vector, one core", game=game, steps_per_second=round(best))


def on_a_gpu(game: str, seconds: float, tables: int) -> None:
    import torch

    from taku.learn.gpu import GpuVector

    v = GpuVector(game, tables, seed=1)
    now = v.reset()
    seen, mask = torch.from_dlpack(now.observation), torch.from_dlpack(now.mask)
    assert seen.is_cuda
    assert tuple(seen.shape) == (tables, v.layout.size)

    def step() -> int:
        for _ in range(16):
            v.step(v.sample())
        return 16 * tables

    for _ in range(20):
        step()  # into the middle of matches
    found = rate(step, seconds, time.perf_counter)
    given = torch.from_dlpack(v.sample()).long()

    def checked() -> int:
        given.copy_(torch.from_dlpack(v.sample()))
        v.step(given)
        return tables

    told(
        what="vector into PyTorch",
        game=game,
        tables=tables,
        steps_per_second=round(found),
        steps_per_second_with_tensors_as_actions=round(rate(checked, seconds, time.perf_counter)),
        legal_share=round(float(mask.float().mean()), 4),
        device=torch.cuda.get_device_name(),
    )


def single(seconds: float) -> None:
    import random

    import pyspiel

    from taku.learn import Single

    one, rng, theirs = Single("connect_four"), random.Random(1), pyspiel.load_game("connect_four")

    def ours() -> int:
        one.reset(1)
        done = 0
        while not one.over:
            seat = one.acting[0]
            one.act(seat, rng.choice(one.legal(seat)))
            done += 1
        return done

    def peer() -> int:
        state, done = theirs.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
        return done

    for name, step in [("OpenSpiel, before", peer), ("Taku", ours), ("OpenSpiel, after", peer)]:
        told(what="single steps", game="connect_four", who=name, steps_per_second=round(rate(step, seconds)))


def pgx(seconds: float) -> None:
    import jax
    import pgx as peer

    env = peer.make("connect_four")
    init, move = jax.jit(jax.vmap(env.init)), jax.vmap(env.step)

    @jax.jit
    def steps(state: Any, key: Any) -> Any:
        def one(carry: Any, k: Any) -> Any:
            over = carry.terminated | carry.truncated
            logits = jax.numpy.where(carry.legal_action_mask, 0.0, -1e9)
            moved = move(carry, jax.random.categorical(k, logits))
            fresh = jax.vmap(env.init)(jax.random.split(k, len(over)))
            keep = jax.tree.map(lambda a, b: jax.numpy.where(over.reshape(-1, *[1] * (a.ndim - 1)), b, a), moved, fresh)
            return keep, None

        return jax.lax.scan(one, state, jax.random.split(key, 16))[0]

    for n in (256, 1024, BATCH, 1 << 17):
        state, key = init(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2)

        def step(state: Any = state, key: Any = key, n: int = n) -> int:
            jax.block_until_ready(steps(state, key))
            return 16 * n

        where = str(jax.devices()[0])
        told(what="Pgx", game="connect_four", tables=n, steps_per_second=round(rate(step, seconds)), device=where)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("cpu", "gpu", "single", "pgx"))
    parser.add_argument("--games", default="connect_four,destroy")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=1 << 20)
    args = parser.parse_args()
    if args.what in ("single", "pgx"):
        {"single": single, "pgx": pgx}[args.what](args.seconds)
        return
    for game in args.games.split(","):
        if args.what == "cpu":
            on_a_core(game, args.seconds)
        else:
            on_a_gpu(game, args.seconds, args.tables)


if __name__ == "__main__":
    main()
