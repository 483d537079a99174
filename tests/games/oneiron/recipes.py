"""The stored matches of this game; see tests/games/recipes.py."""

from typing import Any

from tests.games.recipes import Recipe


def seated(seats: int, options: dict[str, object] | None = None, wild: float = 0.0, **more: Any) -> Recipe:
    return Recipe(options or {}, seats, tuple(f"n{i}" for i in range(seats)), wild=wild, **more)


RECIPES = {
    "duel": seated(2, {"forbidden_per_round": 2}, undo_at=(12,)),
    "trio": seated(3, {"solo_lives": 2, "loot_factor": 3}, wild=0.2),
    "four": seated(4, timeouts=0.2),
    "odd": seated(5, {"team_order": "random", "lead_mode": "first"}, takebacks=0.2),
    "letter": seated(8, {"hazard_tokens": "drop", "giant_rule": "cancel", "spare_joker": "removed"}),
    "long_battles": seated(7, {"exchanges": 6, "pair_lives": "8", "life_cap": 6, "hidden_deal": 10}, wild=0.3),
    "crowd_outside": seated(
        9, {"outside_encounters": True, "waiting_adjacent": False, "duel_pairing": "random", "memory_aid": False}
    ),
    "twelve": seated(12, takebacks=0.1, timeouts=0.05, undo_at=(60,)),
    "last_round": seated(6, {"max_rounds": 5, "life_cap_scope": "team", "exchanges": 1}, wild=0.1),
    "full": seated(20, {"copies": 6, "open_deal": 3, "loot_factor": 0, "forbidden_per_round": 3}),
}
