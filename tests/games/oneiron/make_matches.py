"""Writes the stored matches of this game: ``python -m tests.games.oneiron.make_matches``.

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
from taku.games.oneiron import game

FOLDER = Path(__file__).parent / "matches"
NAMES = ("Aki", "Ben", "Chiyo", "Dora", "Emi", "Finn", "Gen", "Hana", "Ivo", "Jun", "Kei", "Lea")


@dataclass(frozen=True)
class Recipe:
    """How a match is played: seats choose as the game prefers, and now and then something else happens."""

    seats: int
    options: Mapping[str, object] = field(default_factory=dict)
    timeouts: float = 0.0
    """How often a seat's time runs out."""
    takebacks: float = 0.0
    """How often a seat takes its own click back where it may."""
    wild: float = 0.0
    """How often a seat does anything at all."""
    undo_at: tuple[int, ...] = ()
    """After so many entries the table goes back to a third of them."""


RECIPES = {
    "duel": Recipe(2, {"forbidden_per_round": 2}, undo_at=(12,)),
    "trio": Recipe(3, {"solo_lives": 2, "loot_factor": 3}, wild=0.2),
    "four": Recipe(4, timeouts=0.2),
    "odd": Recipe(5, {"team_order": "random", "lead_mode": "first"}, takebacks=0.2),
    "letter": Recipe(8, {"hazard_tokens": "drop", "giant_rule": "cancel", "spare_joker": "removed"}),
    "long_battles": Recipe(7, {"exchanges": 6, "pair_lives": "8", "life_cap": 6, "hidden_deal": 10}, wild=0.3),
    "crowd_outside": Recipe(
        9, {"outside_encounters": True, "waiting_adjacent": False, "duel_pairing": "random", "memory_aid": False}
    ),
    "twelve": Recipe(12, takebacks=0.1, timeouts=0.05, undo_at=(60,)),
    "last_round": Recipe(6, {"max_rounds": 5, "life_cap_scope": "team", "exchanges": 1}, wild=0.1),
    "full": Recipe(20, {"copies": 6, "open_deal": 3, "loot_factor": 0, "forbidden_per_round": 3}),
}


def play(name: str) -> Match:
    """The match of a recipe; the same every time."""
    recipe, rng = RECIPES[name], Random(name)
    names = [NAMES[i % len(NAMES)] + ("" if i < len(NAMES) else " II") for i in range(recipe.seats)]
    match = Match.create(
        game,
        recipe.seats,
        recipe.options,
        secret=hashlib.sha256(f"oneiron {name}".encode()).digest(),
        id=name,
        nonces=tuple(f"n{i}" for i in range(recipe.seats)),
        names=tuple(names),
    )
    undo_at = list(recipe.undo_at)
    while not match.over:
        seat = rng.choice(match.rules.acting(match.state))
        if undo_at and match.step >= undo_at[0]:
            match.undo(undo_at.pop(0) // 3)
        elif rng.random() < recipe.timeouts:
            match.timeout(seat)
        else:
            match.act(seat, choose(match, seat, recipe, rng))
    return match


def choose(match: Match, seat: int, recipe: Recipe, rng: Random) -> int:
    """A legal action, each as likely as the game prefers it."""
    rules, s, legal = match.rules, match.state, match.legal(seat)
    back = [a for a in legal if rules.takes_back(s, seat, a)]
    if back and rng.random() < recipe.takebacks:
        return rng.choice(back)
    kept = [a for a in legal if a not in back] or legal
    if rng.random() < recipe.wild:
        return rng.choice(kept)
    return rng.choices(kept, [rules.prefer(s, seat, a) or 1 for a in kept])[0]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in RECIPES:
        made = play(name)
        (FOLDER / f"{name}.json").write_text(made.dumps(), encoding="utf-8")
        print(f"{name}: {made.step} entries, round {made.state.round}, ranks {made.scores()}")
