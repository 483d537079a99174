"""The sparring partner: the opponent of the guided game, plain enough to learn against (rulebook, section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from taku.compile.speed import rules_of
from taku.engine.catalogue import catalogue
from taku.games.destroy.state import CARDS, PLAY

if TYPE_CHECKING:
    from taku.bots import Budget
    from taku.engine import Game, GameState

NOISE = 0.4
"""How often it takes any action instead of the plainest one."""
TRUMP_PHASE = 3
TRUMP = PLAY.play(CARDS - 1)


class Sparring:
    """Seals a card that can act, mostly takes its plainest use, and no trump before phase 3.

    It answers a position always in the same way: the guided game is the same for everybody who follows it.
    """

    at_once = True
    """It needs no search, so the guided game never waits for a compiler."""

    def __init__(self, game: Game) -> None:
        self.rules = rules_of(game)

    def __call__(self, seen: GameState, seat: int, legal: Sequence[int], budget: Budget) -> int:
        rng = Random(seen.digest())
        asked = self.rules.kind(seen, seat)
        kept = [a for a in legal if not self.rules.takes_back(seen, seat, a)] or list(legal)
        if asked == "card" and self.phase(seen) < TRUMP_PHASE:
            kept = [a for a in kept if a != TRUMP]
        weights = [self.rules.prefer(seen, seat, a) or 1 for a in kept]
        if asked == "act" and rng.random() >= NOISE:
            return max(zip(weights, kept, strict=True))[1]
        return rng.choices(kept, weights)[0]

    @staticmethod
    def phase(seen: Any) -> int:
        return int(seen.phase)


def players() -> dict[str, type[Sparring]]:
    """The game's own players."""
    return {"sparring": Sparring}


def titles(language: str) -> dict[str, tuple[str, str]]:
    """What they are called at a table."""
    words = catalogue(Path(__file__).parent, language)
    return {id: (words.text("player", id, "name"), words.text("player", id, "text")) for id in players()}
