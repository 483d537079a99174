"""What the playouts of every game rest on: its preferences and its estimate of who stands better."""

from random import Random

import pytest

from taku.engine import find_game, found_games
from taku.engine.rules import interpreted_rules

SEATS = {"destroy": (2,), "oneiron": (2, 5, 8), "warring": (2,)}
UNDO_AT_WILL = {"warring"}
"""Games in which some clicks that another undoes are as good as others: an army may turn once more."""
KNOWING = [name for name in found_games() if "prefer" in find_game(name).contract]


@pytest.mark.parametrize("name", KNOWING)
def test_preferences_are_never_negative_one_is_positive_and_values_are_shares(name: str) -> None:
    """Nothing is taken back by preference, and every kind of decision that comes up has one."""
    game, rng, kinds = find_game(name), Random(4), set()
    rules = interpreted_rules(game)
    for seats in SEATS.get(name, (game.usual_seats,)):
        s = game.new(seats)
        s.log.mute = 1
        rules.start(s)
        for _ in range(400):
            if not (acting := rules.acting(s)):
                break
            seat = rng.choice(acting)
            kinds.add(rules.kind(s, seat))
            legal = rules.legal(s, seat)
            weights = [rules.prefer(s, seat, a) for a in legal]
            onward = [w for a, w in zip(legal, weights, strict=True) if not rules.takes_back(s, seat, a)]
            assert min(weights) >= 0
            assert max(onward, default=1) > 0
            assert name in UNDO_AT_WILL or not onward or sum(weights) == sum(onward)
            assert 0 <= (rules.value(s, seat) or 0) <= 1000
            rules.act(s, seat, rng.choices(legal, [1 + w for w in weights])[0])
    assert len(kinds) > len(game.kinds) / 3
