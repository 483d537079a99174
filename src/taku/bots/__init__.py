"""Bots: players for any game, which only ever see what their seat sees.

``find_bot(game, "club")`` makes a player; ``bot(seen, seat, legal, Budget(seed))`` is its action.
"""

from taku.bots.levels import LEVEL_NAMES, SECONDS, Level, level_of, say, thinking_time
from taku.bots.opponents import Opponent, find_opponent, opponents
from taku.bots.players import Bot, Budget, GreedyBot, RandomBot, SearchBot, UnknownBot, find_bot, names, rewards
from taku.bots.search import Choice, Report, Search, Settings, search_build

__all__ = [
    "LEVEL_NAMES", "SECONDS", "Bot", "Budget", "Choice", "GreedyBot", "Level", "Opponent", "RandomBot", "Report",
    "Search", "SearchBot", "Settings", "UnknownBot", "find_bot", "find_opponent", "level_of", "names", "opponents",
    "rewards", "say", "search_build", "thinking_time",
]  # fmt: skip
