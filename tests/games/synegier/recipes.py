"""The stored matches of this game; see tests/games/recipes.py."""

from tests.games.recipes import Recipe

RECIPES = {
    "standard": Recipe(seats=3, nonces=("a", "b", "c")),
    "two": Recipe(undo_at=(60, 140)),
    "four": Recipe({"field_size": 6, "raid_downs": 1}, seats=4, nonces=("a", "b", "c", "d")),
    "pairs": Recipe({"soldiers_per_player": 2, "landing": "uniform"}, takebacks=0.3),
    "short": Recipe(
        {"raid_kills": 8, "raid_downs": 6, "boss_hp_percent": 50, "mana": 5}, seats=4, nonces=("a", "b", "c", "d")
    ),
    "wild": Recipe(
        {"mana": 6, "hand_size": 6, "keep": 3, "start_coins": 20, "bought_card_to": "trash", "raid_truce": False},
        wild=0.2,
    ),
    "no_raid": Recipe({"raid": False, "sweep_rounds": 8, "kill_coins": 0}, seats=4, nonces=("a", "b", "c", "d")),
    "resigned": Recipe(resign_at=120),
    "timeouts": Recipe({"boss": "wyvern", "raid_fail": "all_lose"}, timeouts=0.1),
}
