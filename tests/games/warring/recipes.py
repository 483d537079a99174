"""The stored matches of this game; see tests/games/recipes.py. Commanders and chance choose the clicks."""

from functools import cache
from random import Random

from taku.bots import Budget, find_bot
from taku.bots.players import Bot
from taku.engine.match import Match
from taku.games.warring import game
from taku.games.warring.state import SPLIT
from tests.games.recipes import Recipe

RECIPES = {
    "standard": Recipe(bots=("club", "expert")),
    "first_drill": Recipe(
        {"map": "drill_ground", "max_troops": 12, "fog": False, "first_turn": "south", "round_limit": 24},
        bots=("casual", "song_xiang"),
        undo_at=(60,),
    ),
    "boju": Recipe({"map": "boju", "return_strike": "phase"}, bots=("tian_dan", "lian_po"), wild=0.05),
    "hangu": Recipe({"map": "hangu", "sight_sharing": "army", "damage_spread": 20}, bots=("li_mu", "yue_yi")),
    "wild": Recipe({"size": 12, "max_troops": 12, "round_limit": 20}, bots=("club", "club"), wild=0.8, timeouts=0.03),
    "thirty": Recipe({"size": 30, "terrain": "rugged", "sight_shape": "square"}, bots=("bai_qi", "pang_juan")),
    "at_the_limit": Recipe(
        {"round_limit": 10, "limit_result": "field", "strength_north": 2000}, bots=("song_xiang", "song_xiang")
    ),
    "drawn": Recipe(
        {"size": 14, "round_limit": 10, "limit_result": "draw", "damage_base": 50}, bots=("lian_po", "lian_po")
    ),
    "resigned": Recipe({"rally": False, "lone_strike": False}, bots=("club", "zhao_kuo"), resign_at=150),
    "sudden": Recipe(
        {"map": "changping", "damage_base": 500, "flank_morale": 2}, bots=("expert", "tian_dan"), timeouts=0.02
    ),
}


def choose(match: Match, seat: int, recipe: Recipe, rng: Random) -> int:
    """The commander's click, or any: take-backs, splits and paint included."""
    seen, legal = match.view(seat), match.legal(seat)
    if recipe.wild and seen.splitting[seat] and SPLIT.confirm in legal:
        return SPLIT.confirm
    if rng.random() < (recipe.wild or 0.0):
        return rng.choice(legal)
    return commander(recipe.bots[seat])(seen, seat, legal, Budget(rng.getrandbits(60)))


@cache
def commander(name: str) -> Bot:
    return find_bot(game, name)
