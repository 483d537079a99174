"""How the stored matches of a game are made: ``python -m tests.games.recipes GAME`` writes them.

To be run when the game's version rises, and only then: the law *replay* plays these files again, so that no change of
the rules passes unseen. Bots that choose otherwise since then do not matter: what they chose is in the file. The
game's own recipes stand in tests/games/<game>/recipes.py, with its ``choose`` where seats do not simply choose as the
game prefers.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random

from taku.compile.speed import rules_of
from taku.engine import find_game
from taku.engine.match import Match

NAMES = ("Aki", "Ben", "Chiyo", "Dora", "Emi", "Finn", "Gen", "Hana", "Ivo", "Jun", "Kei", "Lea")


@dataclass(frozen=True)
class Recipe:
    """How a match is played: now and then something else happens than what the seats choose."""

    options: Mapping[str, object] = field(default_factory=dict)
    seats: int = 2
    nonces: tuple[str, ...] = ("a", "b")
    bots: tuple[str, ...] = ()
    """Who plays, where they are bots."""
    wild: float | None = None
    """How often a seat does anything at all; None: never, and luck is not asked."""
    timeouts: float = 0.0
    """How often a seat's time runs out."""
    takebacks: float = 0.0
    """How often a seat takes its own click back where it may."""
    undo_at: tuple[int, ...] = ()
    """After so many entries the table goes back to a third of them."""
    resign_at: int = 0


def as_preferred(match: Match, seat: int, recipe: Recipe, rng: Random) -> int:
    """A legal action, each as likely as the game prefers it, or any of them."""
    rules, s, legal = match.rules, match.state, match.legal(seat)
    back = [a for a in legal if rules.takes_back(s, seat, a)]
    if back and rng.random() < recipe.takebacks:
        return rng.choice(back)
    kept = [a for a in legal if a not in back] or legal
    if recipe.wild is not None and rng.random() < recipe.wild:
        return rng.choice(kept)
    return rng.choices(kept, [rules.prefer(s, seat, a) or 1 for a in kept])[0]


def folder_of(game: str) -> Path:
    return Path(__file__).parent / game / "matches"


def recipes_of(game: str) -> dict[str, Recipe]:
    """The recipes of a game by the names of their matches."""
    found: dict[str, Recipe] = import_module(f"tests.games.{game}.recipes").RECIPES
    return found


def begin(game: str, name: str) -> Match:
    """The match of a recipe before its first entry."""
    recipe = recipes_of(game)[name]
    return Match.create(
        find_game(game),
        recipe.seats,
        recipe.options,
        secret=hashlib.sha256(f"{game} {name}".encode()).digest(),
        id=name,
        nonces=recipe.nonces,
        names=[NAMES[i % len(NAMES)] + " II" * (i >= len(NAMES)) for i in range(recipe.seats)],
        rules=rules_of,
    )


def play(game: str, name: str) -> Match:
    """The match of a recipe; the same every time, as long as those who choose do so as before."""
    own = import_module(f"tests.games.{game}.recipes")
    choose: Callable[[Match, int, Recipe, Random], int] = getattr(own, "choose", as_preferred)
    recipe, rng, match = recipes_of(game)[name], Random(name), begin(game, name)
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
            match.act(seat, choose(match, seat, recipe, rng))
    return match


if __name__ == "__main__":
    (game,) = sys.argv[1:]
    for name in recipes_of(game):
        made = play(game, name)
        (folder_of(game) / f"{name}.json").write_text(made.dumps(), encoding="utf-8")
        print(f"{name}: {made.step} entries, ranks {made.scores()}")
