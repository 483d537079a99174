"""Writes the stored matches of this game: ``python -m tests.games.warring.make_matches``.

To be run when the game's version rises, and only then: the law *replay* plays these files again, so that no change of
the rules passes unseen. Their clicks were chosen by commanders and by chance; how those choose may change freely.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from taku.bots import Budget, find_bot
from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.games.warring import game
from taku.games.warring.state import SPLIT

FOLDER = Path(__file__).parent / "matches"


@dataclass(frozen=True)
class Recipe:
    """Who fights, and how often something else happens instead of the commander's click."""

    south: str
    north: str
    options: Mapping[str, object] = field(default_factory=dict)
    wild: float = 0.0
    """How often a side clicks anything at all, take-backs, splits and paint included."""
    timeouts: float = 0.0
    undo_at: int = 0
    """After so many entries the table goes back to a third of them."""
    resign_at: int = 0


RECIPES = {
    "standard": Recipe("club", "expert"),
    "first_drill": Recipe(
        "casual", "song_xiang",
        {"map": "drill_ground", "max_troops": 12, "fog": False, "first_turn": "south", "round_limit": 24}, undo_at=60,
    ),
    "boju": Recipe("tian_dan", "lian_po", {"map": "boju", "return_strike": "phase"}, wild=0.05),
    "hangu": Recipe("li_mu", "yue_yi", {"map": "hangu", "sight_sharing": "army", "damage_spread": 20}),
    "wild": Recipe("club", "club", {"size": 12, "max_troops": 12, "round_limit": 20}, wild=0.8, timeouts=0.03),
    "thirty": Recipe("bai_qi", "pang_juan", {"size": 30, "terrain": "rugged", "sight_shape": "square"}),
    "at_the_limit": Recipe(
        "song_xiang", "song_xiang", {"round_limit": 10, "limit_result": "field", "strength_north": 2000}
    ),
    "drawn": Recipe("lian_po", "lian_po", {"size": 14, "round_limit": 10, "limit_result": "draw", "damage_base": 50}),
    "resigned": Recipe("club", "zhao_kuo", {"rally": False, "lone_strike": False}, resign_at=150),
    "sudden": Recipe("expert", "tian_dan", {"map": "changping", "damage_base": 500, "flank_morale": 2}, timeouts=0.02),
}  # fmt: skip


def play(name: str) -> Match:
    """The match of a recipe; the same every time, as long as commanders choose as they do."""
    recipe, rng = RECIPES[name], Random(name)
    secret = hashlib.sha256(f"warring {name}".encode()).digest()
    match = Match.create(
        game, 2, recipe.options, secret=secret, id=name, nonces=("a", "b"), names=("Aki", "Ben"), rules=rules_of
    )
    bots = [find_bot(game, recipe.south), find_bot(game, recipe.north)]
    undo_at = recipe.undo_at
    while not match.over:
        seat = rng.choice(match.rules.acting(match.state))
        if undo_at and match.step >= undo_at:
            match.undo(undo_at // 3)
            undo_at = 0
        elif recipe.resign_at and match.step >= recipe.resign_at:
            match.resign(seat)
        elif rng.random() < recipe.timeouts:
            match.timeout(seat)
        elif recipe.wild and match.view(seat).splitting[seat] and SPLIT.confirm in match.legal(seat):
            match.act(seat, "confirm")
        elif rng.random() < recipe.wild:
            match.act(seat, rng.choice(match.legal(seat)))
        else:
            match.act(seat, bots[seat](match.view(seat), seat, match.legal(seat), Budget(rng.getrandbits(60))))
    return match


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in RECIPES:
        made = play(name)
        (FOLDER / f"{name}.json").write_text(made.dumps(), encoding="utf-8")
        print(f"{name}: {made.step} entries, round {made.state.round}, ranks {made.scores()}")
