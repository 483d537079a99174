"""``taku compile``: games as machine code, before anybody waits for them."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from taku.cli.parser import OK, Parser, whole
from taku.cli.request import game_named
from taku.cli.terminal import Progress

if TYPE_CHECKING:
    from taku.engine.game import Game

PROCESSES = 2
"""More would take the memory and the cores of small hosts: each holds a Numba of its own, 200 MB."""


def arguments(parser: Parser) -> None:
    parser.add_argument("games", metavar="GAME", nargs="*", help="which games; all if none is named")
    parser.add_argument("--processes", type=whole(1, 64), default=PROCESSES, metavar="N", help="default: %(default)s")


def run(args: Any) -> int:
    from taku.engine.game import found_games

    for game in [game_named(name) for name in args.games or found_games()]:
        begun = time.monotonic()
        count = sum(make_ready(game, build, what, args.processes) for what, build in builds(game).items())
        done = f"compiled {count} rules in {time.monotonic() - begun:.0f} s" if count else "is compiled already"
        print(f"{game.id} {done}")
    return OK


def builds(game: Game) -> dict[str, Any]:
    """Everything of a game that is compiled: for tables, for simulations, for bots."""
    from taku.bots.search import search_build
    from taku.compile.batch import play_build
    from taku.compile.speed import native_build

    return {"tables": native_build(game), "simulations": play_build(game), "bots": search_build(game)}


def make_ready(game: Game, build: Any, what: str, processes: int = PROCESSES) -> int:
    """Compile what is missing of a build, with a line that says so; returns how many rules that were."""
    if build.ready:
        return 0
    if not sys.stderr.isatty():
        print(f"compiling {game.id} for {what} (once; it is kept)", file=sys.stderr, flush=True)
    with Progress(f"compiling {game.id} for {what}") as progress:
        count: int = build.compile(processes, progress)
        return count
