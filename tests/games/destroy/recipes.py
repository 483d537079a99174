"""The stored matches of this game; see tests/games/recipes.py."""

from tests.games.recipes import Recipe

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
