"""The diligent student: always does what `prefer` likes best, and thinks no further. Levels must beat it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from taku.compile.speed import rules_of

if TYPE_CHECKING:
    from taku.bots import Budget
    from taku.engine import Game, GameState


class Diligent:
    """One idea: the best-looking click."""

    at_once = True
    """It needs no search."""

    def __init__(self, game: Game) -> None:
        self.rules = rules_of(game)

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Budget) -> int:
        return max(legal, key=lambda action: (self.rules.prefer(seen, seat, action), -action))
