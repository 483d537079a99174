"""A partner for the guided first game: it plays a card or two and attacks nobody first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taku.games.synegier.state import MOVE


def partner(game: Any) -> Any:
    """Plays at most two cards a turn, stays where it is, keeps nothing, and always in the same way."""
    from taku.compile.speed import rules_of

    rules = rules_of(game, "interpreted")

    def choose(seen: Any, seat: int, legal: Sequence[int], budget: Any) -> int:
        asked = rules.asked(seen, seat)
        if rules.kind(seen, seat) == "main" and seen.row.size < 2:
            plays = [a for a in legal if asked.read(a).name == "play"]
            return min(plays, default=legal[0])
        if rules.kind(seen, seat) == "move":
            return MOVE.stay
        return rules.default(seen, seat)

    choose.at_once = True  # type: ignore[attr-defined]
    return choose
