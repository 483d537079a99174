"""Writes the stored matches of this game: ``python -m tests.games.destroy.make_matches``.

To be run when the game's version rises, and only then: the law *replay* plays these files again, so that no change of
the rules passes unseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from taku.engine.match import Match
from taku.games.destroy import game

FOLDER = Path(__file__).parent / "matches"


@dataclass(frozen=True)
class Recipe:
    """How a match is played: seats choose as the game prefers, and now and then something else happens."""

    options: Mapping[str, object] = field(default_factory=dict)
    timeouts: float = 0.0
    """How often a seat's time runs out."""
    takebacks: float = 0.0
    """How often a seat takes its own click back where it may."""
    undo_at: tuple[int, ...] = ()
    """After so many entries the table goes back to a third of them."""
    resign_at: int = 0


RECIPES = {
    "standard": Recipe(),
    "first_game": Recipe({"team_mode": "starter"}, undo_at=(30, 60)),
    "ends": Recipe({"team_mode": "random", "start_layout": "ends", "pass_mode": "round"}),
    "mirror": Recipe({"team_mode": "mirror", "tie_rule": "only", "silenced_mana": False}, takebacks=0.3),
    "resigned": Recipe(resign_at=48),
    "timeouts": Recipe(timeouts=0.25),
    "sudden": Recipe(
        {"down_at": 2, "exclude_at": 4, "attack_bonus": 2, "both_down": "actor_wins", "phases": 8, "first_mana": 5}
    ),
    "at_the_limit": Recipe(
        {"round_limit": 5, "recover": 3, "attack_bonus": 0, "down_at": 5, "exclude_at": 9, "limit_result": "draw"},
        takebacks=0.1,
    ),
}


def play(name: str) -> Match:
    """The match of a recipe; the same every time."""
    recipe, rng = RECIPES[name], Random(name)
    secret = hashlib.sha256(f"destroy {name}".encode()).digest()
    match = Match.create(game, 2, recipe.options, secret=secret, id=name, nonces=("a", "b"), names=("Aki", "Ben"))
    undo_at = list(recipe.undo_at)
    while not match.over:
        seat = rng.choice(match.rules.acting(match.state))
        if undo_at and match.step >= undo_at[0]:
            match.undo(undo_at.pop(0) // 3)
        elif recipe.resign_at and match.step >= recipe.resign_at:
            match.resign(seat)
        elif rng.random() < recipe.timeouts:
            match.timeout(seat)
        else:
            match.act(seat, choose(match, seat, recipe.takebacks, rng))
    return match


def choose(match: Match, seat: int, takebacks: float, rng: Random) -> int:
    """A legal action, each as likely as the game prefers it."""
    rules, s, legal = match.rules, match.state, match.legal(seat)
    back = [a for a in legal if rules.takes_back(s, seat, a)]
    if back and rng.random() < takebacks:
        return rng.choice(back)
    kept = [a for a in legal if a not in back] or legal
    return rng.choices(kept, [rules.prefer(s, seat, a) or 1 for a in kept])[0]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in RECIPES:
        made = play(name)
        (FOLDER / f"{name}.json").write_text(made.dumps(), encoding="utf-8")
        print(f"{name}: {made.step} entries, ranks {made.scores()}")
