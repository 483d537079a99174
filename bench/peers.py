"""How fast the peers are: OpenSpiel, PettingZoo and Pgx, measured on the machine that measures Taku.

    python bench/peers.py                                  every peer that is installed
    python bench/peers.py pgx_connect_four --seconds 5     one of them
    TAKU_PEERS_PYTHON=/tmp/benchenv/bin/python python bench/peers.py

Each peer runs in a process of its own, pinned to one core. A package that this interpreter lacks is looked for in the
one named by TAKU_PEERS_PYTHON (JAX, Pgx and PettingZoo are heavy and no dependency of Taku). Each is driven the way its
documentation shows, and where there are several ways, the fastest counts.

CPU rows divide by the process's CPU time, all its threads together: work per core and second, also on a machine that
others use. The GPU row divides by wall time, from an idle device to an idle device.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from typing import Any

Clock = Callable[[], float]
Work = Callable[[], int]

# One thread for XLA on the CPU. Pinning to one core holds even where a version ignores these flags.
ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
MISSING = 3  # exit code of a process whose peer is not installed


class Missing(Exception):
    """A peer cannot be measured here; the message says what is missing."""


@dataclass(frozen=True)
class Peer:
    """One measured row."""

    name: str
    version: str
    unit: str
    rate: float  # count / seconds
    count: int
    seconds: float
    note: str = ""
    raw: int = 0  # Pgx: steps of the environment, moves on finished tables included


def package(module: str, install: str) -> Any:
    """A module that need not be installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise Missing(f"{module} is missing ({error}): pip install '{install}'") from error


def timed(work: Work, seconds: float, clock: Clock = time.process_time) -> tuple[int, float]:
    """Repeat `work`, which returns how much it did, for about `seconds`: the amount and the time it took."""
    work()  # warm-up: imports, first compilation, caches
    count, start = 0, clock()
    while (spent := clock() - start) < seconds:
        count += work()
    return count, spent


def row(name: str, dist: str, unit: str, work: Work, seconds: float, note: str = "") -> Peer:
    """Time `work` and make its row."""
    count, spent = timed(work, seconds)
    return Peer(name, f"{dist} {metadata.version(dist)}", unit, count / spent, count, spent, note)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and the threads it starts meanwhile, on one core."""
    if not hasattr(os, "sched_setaffinity"):  # macOS has none; CPU time is divided by all the same
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


# OpenSpiel


def openspiel_connect_four(seconds: float) -> Peer:
    """Random connect four, driven from Python."""
    pyspiel = package("pyspiel", "open_spiel")
    game, rand = pyspiel.load_game("connect_four"), random.Random(7).random

    def play() -> int:
        moves = 0
        for _ in range(100):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rand() * len(actions))])
                moves += 1
        return moves

    return row("OpenSpiel from Python, connect four", "open_spiel", "moves/s", play, seconds)


def openspiel_goofspiel(
    seconds: float,
    num_cards: int = 13,
    players: int = 2,
    points_order: str = "random",
    returns_type: str = "win_loss",
    imp_info: bool = True,
) -> Peer:
    """Random Goofspiel, driven from Python.

    A move is one seat's bid. Deals are none, nor is the last card, which OpenSpiel plays by itself.
    """
    pyspiel = package("pyspiel", "open_spiel")
    rand = random.Random(7).random
    options = {
        "num_cards": num_cards,
        "players": players,
        "points_order": points_order,
        "returns_type": returns_type,
        "imp_info": imp_info,
    }
    game, seats = pyspiel.load_game("goofspiel", options), range(players)

    def play() -> int:
        moves = 0
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():  # point cards are equally likely, so no weights are needed
                    cards = state.legal_actions()
                    state.apply_action(cards[int(rand() * len(cards))])
                    continue
                bids = []
                for seat in seats:
                    cards = state.legal_actions(seat)
                    bids.append(cards[int(rand() * len(cards))])
                state.apply_actions(bids)
                moves += players
        return moves

    note = ", ".join(f"{key}={value}" for key, value in options.items())
    return row(f"OpenSpiel from Python, Goofspiel, {players} seats", "open_spiel", "moves/s", play, seconds, note)


def openspiel_mcts_connect_four(seconds: float, simulations: int = 10_000) -> Peer:
    """OpenSpiel's C++ tree search from the empty board, one random playout a simulation."""
    pyspiel = package("pyspiel", "open_spiel")
    game = pyspiel.load_game("connect_four")
    root = game.new_initial_state()
    # UCT constant 2 is its examples' value. 1,000 MB is room for the tree without collecting garbage. With `solve` off
    # the search never ends early, and the root counts what was really done.
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(1, 7),
        2.0,
        simulations,
        1_000,
        False,
        7,
        False,
        pyspiel.ChildSelectionPolicy.UCT,
    )

    def search() -> int:
        return int(bot.mcts_search(root).explore_count)

    note = f"{simulations} simulations a search"
    return row("OpenSpiel C++ MCTS, connect four", "open_spiel", "simulations/s", search, seconds, note)


def openspiel_ismcts_goofspiel(seconds: float, simulations: int = 1_000, num_cards: int = 13) -> Peer:
    """OpenSpiel's Python information-set search on sealed Goofspiel of two, one random playout a simulation.

    Its C++ `pyspiel.ISMCTSBot` cannot play Goofspiel: the game has no `ResampleFromInfostate`, and only the Python bot
    takes another resampler. The first seat's first bid is searched: nothing is hidden from it yet, so a copy of the
    state is the only world, and the cheapest to make.
    """
    pyspiel = package("pyspiel", "open_spiel")
    ismcts = package("open_spiel.python.algorithms.ismcts", "open_spiel")
    mcts = package("open_spiel.python.algorithms.mcts", "open_spiel")
    numpy = package("numpy", "numpy")
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("goofspiel", {"imp_info": True, "num_cards": num_cards}))
    root = game.new_initial_state()
    root.apply_action(num_cards // 2)  # the first point card
    random_state = numpy.random.RandomState(7)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=random_state)
    bot.set_resampler(lambda state, _: state.clone())

    def search() -> int:
        bot.run_search(root)
        return simulations

    note = f"{simulations} simulations a search, {num_cards} cards"
    return row("OpenSpiel Python IS-MCTS, Goofspiel", "open_spiel", "simulations/s", search, seconds, note)


# PettingZoo


def pettingzoo_connect_four(seconds: float, raw: bool = False) -> Peer:
    """Random legal moves in connect_four_v3; `raw` leaves out the wrappers that check the order of calls."""
    connect_four = package("pettingzoo.classic.connect_four_v3", "pettingzoo[classic]")
    env, rand = connect_four.raw_env() if raw else connect_four.env(), random.Random(7).random

    def play() -> int:
        moves = 0
        for _ in range(10):
            env.reset()
            while True:
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    break
                actions = [column for column, legal in enumerate(seen["action_mask"].tolist()) if legal]
                env.step(actions[int(rand() * len(actions))])
                moves += 1
        return moves

    name = f"PettingZoo connect_four_v3{', raw_env' if raw else ''}"
    return row(name, "pettingzoo", "moves/s", play, seconds)


def pettingzoo_connect_four_raw(seconds: float) -> Peer:
    """The same without PettingZoo's checking wrappers."""
    return pettingzoo_connect_four(seconds, raw=True)


# Pgx

STEPS = 64  # steps a compiled call; enough that its dispatch does not show


def pgx_random_play(batch: int, chooser: str) -> Callable[[], tuple[int, int]]:
    """A call that plays STEPS steps on `batch` tables, a finished table starting anew: (real moves, steps)."""
    jax = package("jax", "jax")
    pgx = package("pgx", "pgx")
    auto_reset = package("pgx.experimental", "pgx").auto_reset
    jnp = jax.numpy
    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def gumbel(key: Any, legal: Any) -> Any:  # as in Pgx's examples: a random number for every column
        return jax.random.categorical(key, jnp.log(legal.astype(jnp.float32)), axis=-1)

    def nth(key: Any, legal: Any) -> Any:  # one random number for the move
        n = (jax.random.uniform(key, (batch,)) * legal.sum(-1)).astype(jnp.int32)
        return jnp.argmax(jnp.cumsum(legal, -1) > n[:, None], axis=-1)

    choose = {"gumbel": gumbel, "nth": nth}[chooser]

    def one(carry: Any, _: None) -> tuple[Any, None]:
        state, key, real = carry
        key, to_choose, to_step = jax.random.split(key, 3)
        # `auto_reset` leaves `terminated` set on the fresh table; only a finished one would have moves on it.
        real += (~(state.terminated & (state._step_count > 0))).sum()
        state = step(state, choose(to_choose, state.legal_action_mask), jax.random.split(to_step, batch))
        return (state, key, real), None

    @jax.jit  # type: ignore[untyped-decorator]
    def play(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, key, jnp.int32(0)), None, length=STEPS)[0]

    key = jax.random.PRNGKey(7)
    at: list[Any] = [jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key]

    def call() -> tuple[int, int]:
        at[0], at[1], real = play(*at)
        return int(real), STEPS * batch  # int() waits for the device

    return call


def pgx_best(name: str, seconds: float, batches: tuple[int, ...], clock: Clock) -> Peer:
    """Try every batch size and way to choose for a tenth of the time, then measure the best."""
    best: tuple[float, int, str] | None = None
    for batch in batches:
        for chooser in ("gumbel", "nth"):
            call = pgx_random_play(batch, chooser)
            count, spent = timed(lambda call=call: call()[0], seconds / 10, clock)  # type: ignore[misc]
            best = max(best or (0.0, 0, ""), (count / spent, batch, chooser))
    assert best is not None, "give at least one batch size"
    _, batch, chooser = best
    call, raw = pgx_random_play(batch, chooser), 0

    def work() -> int:
        nonlocal raw
        real, steps = call()
        raw += steps
        return real

    count, spent = timed(work, seconds, clock)
    raw -= STEPS * batch  # the warm-up's
    version = f"pgx {metadata.version('pgx')}, jax {metadata.version('jax')}"
    note = f"{batch} tables, {chooser}, {raw / spent:.4g} raw steps/s"
    return Peer(name, version, "moves/s", count / spent, count, spent, note, raw)


def pgx_connect_four(seconds: float) -> Peer:
    """Pgx's connect four, jit and vmap, on one core."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {ONE_THREAD}".strip()
    with one_core():
        return pgx_best("Pgx on one core, connect four", seconds, (256, 2_048, 16_384), time.process_time)


def pgx_gpu(seconds: float) -> Peer:
    """Pgx's connect four, jit and vmap, on a GPU."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # leave memory to others in this process
    jax = package("jax", "jax[cuda13]")
    try:
        device = jax.devices("gpu")[0]
    except RuntimeError as error:
        raise Missing(f"JAX sees no GPU ({str(error).splitlines()[0]})") from error
    with jax.default_device(device):
        name = f"Pgx on {device.device_kind}, connect four"
        return pgx_best(name, seconds, (1 << 16, 1 << 18, 1 << 20), time.perf_counter)


# All of them

PEERS: dict[str, Callable[[float], Peer]] = {
    "openspiel_connect_four": openspiel_connect_four,
    "openspiel_goofspiel": openspiel_goofspiel,
    "openspiel_goofspiel_4": lambda seconds: openspiel_goofspiel(seconds, players=4),
    "openspiel_mcts_connect_four": openspiel_mcts_connect_four,
    "openspiel_ismcts_goofspiel": openspiel_ismcts_goofspiel,
    "pettingzoo_connect_four": pettingzoo_connect_four,
    "pettingzoo_connect_four_raw": pettingzoo_connect_four_raw,
    "pgx_connect_four": pgx_connect_four,
    "pgx_gpu": pgx_gpu,
}
ON_A_CORE = [name for name in PEERS if name != "pgx_gpu"]


def measure(name: str, seconds: float) -> Peer:
    """Measure one peer in a process of its own; `Missing` says why it cannot be."""
    missing: Missing | None = None
    for python in filter(None, (sys.executable, os.environ.get("TAKU_PEERS_PYTHON"))):
        done = subprocess.run(
            [python, __file__, name, "--seconds", str(seconds), "--here"], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return Peer(**json.loads(done.stdout))
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        if done.returncode != MISSING:
            raise RuntimeError(f"measuring {name} with {python} failed: {last}")
        missing = Missing(last)  # the last interpreter asked is the one meant for peers
    assert missing is not None
    raise missing


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure the peers, each on one core.")
    parser.add_argument("names", nargs="*", metavar="PEER", help=f"one of {', '.join(PEERS)} (all that need no GPU)")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each (2)")
    parser.add_argument("--here", action="store_true", help="measure one peer in this process and print JSON")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in PEERS]:
        parser.error(f"unknown peer {unknown[0]!r}: one of {', '.join(PEERS)}")
    if given.here:
        if len(given.names) != 1:
            parser.error("--here measures exactly one PEER")
        try:
            with one_core():
                print(json.dumps(asdict(PEERS[given.names[0]](given.seconds))))
        except Missing as missing:
            print(missing, file=sys.stderr)
            return MISSING
        return 0
    for name in given.names or ON_A_CORE:
        try:
            peer = measure(name, given.seconds)
            print(f"{peer.name:44} {peer.rate:14,.0f} {peer.unit:14} {peer.version}; {peer.note}", flush=True)
        except Missing as missing:
            print(f"{name:44} {'-':>14} {missing}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
