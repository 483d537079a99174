"""The stored matches of this game; see tests/games/recipes.py."""

from random import Random

from taku.engine.match import Match
from tests.games.recipes import Recipe, as_preferred

ABC = ("a", "b", "c")
SIX = (*ABC, "d", "e", "f")
TASTER = {"length": "taster", "trouble_cards": False}
EASY = {"mark_gpa_x10": 20, "grade_s": 6, "grade_a": 5, "grade_b": 4, "grade_c": 3, "grade_hold": 2}

RECIPES = {
    "taster": Recipe(TASTER),
    "guided": Recipe(TASTER, seats=3, nonces=ABC, undo_at=(90, 240)),
    "short": Recipe(
        {"length": "short", "weeks": 5, "max_quarters": 5} | EASY, seats=4, nonces=SIX[:4]
    ),
    "full": Recipe({"max_quarters": 5, "top_student_draw": "2"}),
    "five": Recipe(
        {"length": "taster", "second_refill": "both", "registration_limit": 4, "max_quarters": 2},
        seats=5, nonces=SIX[:5],
    ),
    "six": Recipe({"length": "taster", "max_quarters": 2, "weeks": 4, "language_cards": False}, seats=6, nonces=SIX),
    "timeouts": Recipe({"length": "taster", "refill_base": 6, "max_quarters": 2}, seats=3, nonces=ABC, timeouts=0.15),
    "wild": Recipe(
        {"length": "short", "weeks": 4, "max_quarters": 4, "refill_base": 6} | EASY, wild=0.3, takebacks=0.3
    ),
}  # fmt: skip
"""All lengths and numbers of seats; nobody can resign (a bot plays for who leaves)."""


def choose(match: Match, seat: int, recipe: Recipe, rng: Random) -> int:
    """Mostly what the game likes best: who draws by its weights alone has no average worth a mark."""
    if rng.random() < 0.3:
        return as_preferred(match, seat, recipe, rng)
    rules, s, legal = match.rules, match.state, match.legal(seat)
    kept = [a for a in legal if not rules.takes_back(s, seat, a)] or legal
    return max(kept, key=lambda a: (rules.prefer(s, seat, a), -a))
