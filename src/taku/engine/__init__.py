"""The engine: structs, rules at three speeds, chance, the contract of a game, matches and their laws.

Knows no game and no web. A game imports everything it needs from here; compiled code and NumPy load only when used.
"""

from taku.engine.actions import Action, ActionError, Actions, Kinds, act
from taku.engine.chance import die, roll
from taku.engine.fields import BY, NOBODY, OWNER, PUBLIC, TEAM, Ints, i8, i16, i32
from taku.engine.game import STANDING, Game, GameError, Preset, UnknownGame, find_game, found_games
from taku.engine.names import Events, Names, event
from taku.engine.options import Clash, Option, OptionError, Options, choice, flag, number
from taku.engine.rule import rule, table
from taku.engine.state import ALL, SPECTATORS, GameState, emit, only
from taku.engine.struct import Family, Struct, field

__all__ = [
    "ALL",
    "BY",
    "NOBODY",
    "OWNER",
    "PUBLIC",
    "SPECTATORS",
    "STANDING",
    "TEAM",
    "Action",
    "ActionError",
    "Actions",
    "Clash",
    "Events",
    "Family",
    "Game",
    "GameError",
    "GameState",
    "Ints",
    "Kinds",
    "Names",
    "Option",
    "OptionError",
    "Options",
    "Preset",
    "Struct",
    "UnknownGame",
    "act",
    "choice",
    "die",
    "emit",
    "event",
    "field",
    "find_game",
    "flag",
    "found_games",
    "i8",
    "i16",
    "i32",
    "number",
    "only",
    "roll",
    "rule",
    "table",
]
