"""What good play looks like: weights for choices, what positions are worth, and the five levels.

`links` knows what cards and links are worth, `prefer` which choices deserve a look, `worth` who stands better, and
`players` are the levels: planners of whole turns (`taku.bots.planner`).
"""

from taku.bots import planning
from taku.bots.contract import Bots
from taku.games.synegier.bot.players import players
from taku.games.synegier.bot.prefer import prefer
from taku.games.synegier.bot.worth import plan_value, value

__all__ = ["BOTS", "plan_value", "prefer", "value"]

SEARCH = {"uct": 0.15, "cut": 24, "drawn": ("draft", "soldier")}
"""The tree search gives analysis its figures. A turn is about eleven decisions: 24 reach past the next player's."""

BOTS = Bots(search=SEARCH, players=players, kernels=planning.KERNELS)
