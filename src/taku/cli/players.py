"""Who sits at the seats that nobody at the keyboard plays."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from taku.bots.levels import LEVEL_NAMES, SECONDS, say
from taku.bots.net import ENDING
from taku.bots.players import Bot, Budget, SearchBot, find_bot, scripted
from taku.bots.search import search_build
from taku.bots.table import asked_view
from taku.bots.trained import TrainedBot, trained_build
from taku.cli.compile import make_ready
from taku.engine.game import Game
from taku.engine.match import Match

Player = Callable[[Match, int], int]
"""Chooses an action for a seat; it gets nothing but the seat's view."""


def player(game: Game, name: str, seed: int | None) -> Player:
    """The player of that name: random, greedy, a level, a scripted one of the game, or a file of somebody's own."""
    bot = ready(game, name)
    dice = random.Random(seed)

    def choose(match: Match, seat: int) -> int:
        seen = asked_view(match, seat)
        budget = Budget(dice.getrandbits(62), SECONDS)
        return bot(seen, seat, match.rules.legal(seen, seat), budget)

    return choose


def ready(game: Game, name: str) -> Bot:
    """The bot of that name, with whatever it needs compiled."""
    bot = find_bot(game, name)
    if name in scripted(game):
        make_ready(game, search_build(game), "bots")
    make_bot_ready(game, bot)
    return bot


def make_bot_ready(game: Game, bot: Bot) -> None:
    """Compile what one bot needs besides the rules."""
    if isinstance(bot, SearchBot):
        make_ready(game, bot.search.build, "trained players" if bot.search.net else "bots")
    if isinstance(bot, TrainedBot):
        make_ready(game, trained_build(game), "trained players")


def title(name: str, language: str) -> str:
    """What a player is called at the table."""
    if name in LEVEL_NAMES or name.isdecimal():
        return say(language, "level", LEVEL_NAMES[int(name) - 1] if name.isdecimal() else name)
    if name.endswith(".py") or ENDING in name:
        return Path(name.partition(",")[0]).stem
    return say(language, "player", name) if name in ("random", "greedy") else name
