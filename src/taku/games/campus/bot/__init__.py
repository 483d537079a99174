"""What good play looks like, and who plays: weights for choices, what positions are worth, and the five levels.

`worth` knows what courses and positions are worth, `prefer` which choices deserve a look, `foresight` follows clicks to
the grades in compiled code, and `students` are the levels.
"""

from typing import Any

from taku.bots.contract import Bots
from taku.games.campus.bot import foresight
from taku.games.campus.bot.prefer import prefer
from taku.games.campus.bot.students import made_players
from taku.games.campus.bot.worth import value

__all__ = ["BOTS", "prefer", "value"]

SEARCH: dict[str, Any] = {"uct": 0.3, "cut": 30, "widen": 1.0}
"""Of `search:N`, which is no level: thirty decisions are about two turns, `value` judges the rest."""

BOTS = Bots(search=SEARCH, players=made_players, kernels=foresight.KERNELS)
"""The levels are students: a search with few simulations loses nearly every match against `prefer`."""
