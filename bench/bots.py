"""How strong and how fast Taku's bots are, beside OpenSpiel's on the same machine.

    python bench/bots.py                     speed, equal budgets and the top level, small samples (a few minutes)
    python bench/bots.py --full              the same with the samples of docs/bots.md
    python bench/bots.py speed               one part: speed, equal, top, ladder
    python bench/bots.py ladder --game goofspiel

Speed is per core: CPU time of one thread, the peer measured in the same run. OpenSpiel plays with its solver on and
its examples' exploration constant.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import peers

from taku.bots import Budget, Search, find_bot, level_of, rewards
from taku.bots.arena import Ladder, Standing, ladder, prepare
from taku.bots.levels import plain_settings
from taku.bots.search import scramble
from taku.bots.statistics import interval
from taku.compile.speed import rules_of
from taku.engine import find_game

PEER_OF = {"connect_four": "openspiel_mcts_connect_four", "goofspiel": "openspiel_ismcts_goofspiel"}
SIMULATIONS_OF = {"connect_four": 10_000, "goofspiel": 1_000}  # as the peers are measured
WANTED = {"connect_four": 5, "goofspiel": 20}


def our_speed(name: str, simulations: int, seconds: float) -> float:
    """Simulations a second of CPU time, from the first decision of a match."""
    game = find_game(name)
    rules = rules_of(game, "native")
    # The peer's Goofspiel is the sealed one.
    s = game.new(2, game.read_options({"hands": "sealed"} if name == "goofspiel" else {}, 2))
    rules.key(s, bytes(range(16)))
    rules.start(s)
    search = Search(game, replace(plain_settings(game), simulations=simulations))  # as its levels search
    seen = rules.view(s, 0)

    def work() -> int:
        return search.look(seen, 0, random.getrandbits(60)).simulations

    with peers.one_core():
        count, spent = peers.timed(work, seconds)
    return count / spent


def speed(full: bool) -> None:
    """Simulations/s against OpenSpiel's search of the same game."""
    seconds = 5.0 if full else 1.5
    print("\n| game | Taku, simulations/s | OpenSpiel, simulations/s | ratio | wanted |\n|---|---:|---:|---:|---:|")
    for name, peer in PEER_OF.items():
        prepare(find_game(name))
        theirs = peers.measure(peer, seconds).rate
        ours = our_speed(name, SIMULATIONS_OF[name], seconds)
        again = peers.measure(peer, seconds).rate  # before and after: a busy moment shows
        other = (theirs + again) / 2
        print(f"| {name} | {ours:,.0f} | {other:,.0f} | {ours / other:.1f} | ≥ {WANTED[name]} |", flush=True)


# OpenSpiel's bots as opponents


def connect_four_bot(simulations: int, seed: int) -> tuple[Any, Callable[[Any], int]]:
    """OpenSpiel's game and its C++ search with the solver on."""
    pyspiel = peers.package("pyspiel", "open_spiel")
    game = pyspiel.load_game("connect_four")
    policy = pyspiel.ChildSelectionPolicy.UCT
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, simulations, 1_000, True, seed, False, policy
    )
    return game, bot.step


def goofspiel_bot(simulations: int, seed: int) -> tuple[Any, Callable[[Any], int]]:
    """OpenSpiel's open Goofspiel, turn by turn, and its Python information-set search."""
    pyspiel = peers.package("pyspiel", "open_spiel")
    ismcts = peers.package("open_spiel.python.algorithms.ismcts", "open_spiel")
    mcts = peers.package("open_spiel.python.algorithms.mcts", "open_spiel")
    numpy = peers.package("numpy", "numpy")
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("goofspiel", {"imp_info": False, "num_cards": 13}))
    rng = numpy.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, simulations, random_state=rng)

    def world(state: Any, player: int) -> Any:
        """Nothing is hidden from the first seat; the second does not know what the first has just bid."""
        if player == 0:
            return state.clone()
        made = game.new_initial_state()
        for action in state.history()[:-1]:
            made.apply_action(action)
        made.apply_action(int(rng.choice(made.legal_actions())))
        return made

    bot.set_resampler(world)
    return game, bot.step


def against_openspiel(name: str, ours: str, theirs: int, seat: int, index: int) -> float:
    """One match: our bot at a seat, OpenSpiel's at the other; our result."""
    game = find_game(name)
    rules = rules_of(game, "native")
    bot = find_bot(game, ours)
    make = {"connect_four": connect_four_bot, "goofspiel": goofspiel_bot}[name]
    other_game, other = make(theirs, 1000 + index)
    rng = random.Random(scramble(7, index))
    s = game.new(2)
    rules.key(s, rng.randbytes(16))
    rules.start(s)
    mirror = other_game.new_initial_state()

    def deal() -> None:
        """Both play for the same prizes."""
        while mirror.is_chance_node():
            mirror.apply_action(int(s.prize[s.round]) - 1)

    deal()
    while waiting := rules.acting(s):
        actions = {}
        for q in waiting:
            seen = rules.view(s, q)
            legal = rules.legal(seen, q)
            if q == seat:
                actions[q] = bot(seen, q, legal, Budget(rng.getrandbits(60)))
            else:
                at = mirror
                if q and len(waiting) > 1:  # the second of two sealed bids: OpenSpiel's state has the first one in it
                    at = mirror.clone()
                    at.apply_action(actions[0])
                actions[q] = int(other(at))
        for q, action in actions.items():
            rules.key(s, rng.randbytes(16))
            rules.act(s, q, action)
            mirror.apply_action(action)
        if rules.acting(s):
            deal()
    return rewards(rules.scores(s), [0, 1])[seat]


def many(jobs: Sequence[tuple[str, str, int, int, int]]) -> list[float]:
    """Matches in two processes."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        return list(pool.map(against_openspiel, *zip(*jobs, strict=True)))


def equal(full: bool) -> None:
    """Win rate at equal simulations, seats alternating."""
    plan = [("connect_four", 1_000, 200 if full else 60), ("connect_four", 10_000, 100 if full else 20)]
    plan += [("goofspiel", 300, 200 if full else 40), ("goofspiel", 1_000, 60 if full else 0)]
    print("\n| game | simulations | our score | 95 % interval | games | wanted |\n|---|---:|---:|---:|---:|---|")
    for name, simulations, n in plan:
        if not n:
            continue
        prepare(find_game(name))
        got = many([(name, f"search:{simulations}", simulations, i % 2, i // 2) for i in range(n)])
        pairs = [(a + b) / 2 for a, b in zip(got[::2], got[1::2], strict=True)]
        found = interval(pairs)
        print(
            f"| {name} | {simulations:,} | {100 * found.mean:.1f} % | {100 * found.low:.1f}–{100 * found.high:.1f} % "
            f"| {n} | ≥ 45 % |",
            flush=True,
        )


def top(full: bool) -> None:
    """The top level moves first in connect four against OpenSpiel's search with 10,000 simulations."""
    n = 100 if full else 20
    prepare(find_game("connect_four"))
    got = many([("connect_four", "master", 10_000, 0, 500 + i) for i in range(n)])
    won, drawn, lost = (sum(r == x for r in got) for x in (1.0, 0.5, 0.0))
    print(
        f"\nmaster first against OpenSpiel's 10,000: {won} won, {drawn} drawn, {lost} lost of {n} (wanted: ≤ 5 % lost)"
    )


def climb(name: str, full: bool) -> None:
    """The ladder of a game."""
    begun = time.perf_counter()

    def told(standing: Standing) -> None:
        if sys.stderr.isatty():
            line = f"\r{standing.bots[0]} – {standing.bots[1]}: {100 * standing.score.mean:.1f} % of {standing.games}"
            print(line, end="  ", file=sys.stderr, flush=True)

    found: Ladder = ladder(
        find_game(name), games=600 if full else 120, least=100 if full else 20, workers=2, progress=told
    )
    best = level_of(find_game(name), "master").settings.simulations
    spent = time.perf_counter() - begun
    print(f"\n{name}, {spent:.0f} s on two cores; master: {best:,} simulations\n\n{found.markdown()}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure Taku's bots.")
    parser.add_argument("parts", nargs="*", default=["speed", "equal", "top"], help="speed, equal, top, ladder")
    parser.add_argument("--full", action="store_true", help="the samples of docs/bots.md")
    parser.add_argument("--game", default="connect_four", help="for ladder (connect_four)")
    given = parser.parse_args()
    for part in given.parts:
        match part:
            case "speed":
                speed(given.full)
            case "equal":
                equal(given.full)
            case "top":
                top(given.full)
            case "ladder":
                prepare(find_game(given.game))
                climb(given.game, given.full)
            case _:
                parser.error(f"unknown part {part!r}: speed, equal, top or ladder")


if __name__ == "__main__":
    main()
