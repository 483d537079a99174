"""What runs inside a worker process: a bot's choice from the bytes that its seat sees, and compiling ahead."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from taku.bots import LEVEL_NAMES, SECONDS, Bot, Budget, UnknownBot, find_bot, search_build
from taku.bots.brought import brought, judge
from taku.bots.guided import guided_build
from taku.bots.net import load_net
from taku.bots.players import scripted
from taku.bots.trained import trained_build
from taku.compile.native import Build
from taku.compile.speed import native_build, rules_of
from taku.engine.catalogue import LANGUAGES
from taku.engine.game import Game, GameError, find_game, found_games
from taku.server.words import GameWords

BEST = LEVEL_NAMES[-1]


LATER = 2.0
"""Seconds between a worker's start and its loading of games: the server's first page comes first."""
_loaded: set[str] = set()
_free = threading.Event()
"""Set while nobody waits for this worker: it loads games then, and does not slow down an answer by that."""
_free.set()


def start_bot_worker() -> None:
    """What a bot's worker does first."""
    start_worker()
    threading.Thread(target=_load_games, daemon=True).start()


def start_worker() -> None:
    """A worker does not die of the terminal's Ctrl-C, and dies when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_server, daemon=True).start()


def _exit_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        multiprocessing.connection.wait([server.sentinel])
        os._exit(0)


def _load_games() -> None:
    """Load every game, so that nobody's first decision waits for it; one that is not compiled yet, once it is."""
    left = set(found_games())
    while left:
        time.sleep(LATER)
        for name in sorted(left):
            _free.wait()
            with contextlib.suppress(Exception):  # a game that cannot be loaded tells those who play it
                if _load(find_game(name)):
                    _loaded.add(name)
        left -= _loaded


def _load(game: Game) -> bool:
    if not is_ready(game):
        return False
    _ = [build.functions for build in _builds(game)], rules_of(game)
    return True


def loaded() -> set[str]:
    """The games that this worker has loaded."""
    return _loaded


def warm_up() -> None:
    """Load what every bot needs."""
    import numpy  # noqa: F401


def choose(game: str, seat: int, level: str, payload: bytes, seed: int) -> int:
    """The action that a bot of this level takes. It gets nothing but the hidden state.

    Until the game's search is compiled it plays at random, so that nobody waits for the compiler, unless it is a player
    of the game's own that says it needs none (``at_once``).
    """
    _free.clear()
    try:
        found = find_game(game)
        seen = found.state(bytearray(payload))
        legal = rules_of(found).legal(seen, seat)
        able = getattr(scripted(found).get(level), "at_once", False) or is_ready(found)
        bot = _bot(found, level if able else "random")
        return int(bot(seen, seat, legal, Budget(seed, SECONDS)))
    finally:
        _free.set()


@lru_cache(maxsize=32)
def _bot(game: Game, level: str) -> Bot:
    try:
        return find_bot(game, level)
    except (UnknownBot, GameError):
        return find_bot(game, "random")


def compile_ahead(game: str) -> float:
    """Compile a game's rules and its search into the cache, unless they are there; the seconds it took."""
    began = time.monotonic()
    for build in (native_build(find_game(game)), *_builds(find_game(game))):
        if not build.ready:
            _ = build.functions
    return time.monotonic() - began


def compiled(game: str) -> bool:
    """Whether a game's bots play at their level; told by a worker, since the first answer takes a third of a second."""
    return is_ready(find_game(game))


def analyse(file: str, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """What a finished match looks like to the strongest bot: its decisions, graded, and the turning points in words.
    If the host has a trained player for such matches, the search follows that.

    The words of every language are kept with it, with places for the players' names.
    """
    from taku.bots.analysis import analyse as look
    from taku.bots.analysis import in_words
    from taku.engine.match import Match

    match = Match.load(file, rules_of)
    file_of = judge(match.game)
    found = look(match, net=load_net(file_of, match.game) if file_of else None, progress=progress)
    said = {}
    for language in LANGUAGES:
        words = GameWords(match.game, language)
        turning = [d for d in found.decisions if d.step in found.turning]
        said[language] = {str(d.step): asdict(in_words(match, d, words)) for d in turning}
    return {**found.json(), "said": said}


def is_ready(game: Game) -> bool:
    """Whether the game's bots play at their level."""
    return all(build.ready for build in _builds(game))


def _builds(game: Game) -> list[Build]:
    """What the players need that people may meet: the search, and the network where the host has trained players."""
    own = [trained_build(game)] if brought(game) else []
    return [search_build(game), *own, *([guided_build(game)] if judge(game) else [])]


def seed() -> int:
    return random.SystemRandom().getrandbits(31)
