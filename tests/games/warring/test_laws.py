"""The laws of every game on small, middle and large maps, and what the bot knows."""

import pytest

from taku.check import LAWS, Trial, prove
from taku.check.pairs import Setting
from tests.games.warring.battle import RULES, Deployment, battle, game

CORNERS = {
    "twelve": {"size": 12, "round_limit": 10},
    "eighteen": {"round_limit": 10, "sight_sharing": "army", "damage_spread": 30, "return_strike": "phase"},
    "thirty": {"size": 30, "terrain": "rugged", "round_limit": 10, "sight_shape": "square", "strength_north": 2000},
    "few": {"map": "drill_ground", "max_troops": 12, "round_limit": 24, "damage_base": 500},
    "clear": {"map": "boju", "fog": False, "round_limit": 10, "max_armies": 9, "flank_morale": 2},
}


@pytest.mark.parametrize("name", CORNERS)
def test_laws_on_some_tables(name):
    """Without compiling; tests/games/test_laws.py runs all laws over all pairs of options at both speeds."""
    trial = Trial(game)
    trial.settings = [Setting(2, game.read_options(CORNERS[name], 2))]
    for law in LAWS:
        result = prove(law, trial)
        assert result.ok, str(result)


def test_value_is_fair_and_knows_who_stands_better():
    b = battle({2: "I5,12 I6,12"}, {2: "I5,5 I6,5"})
    assert RULES.value(b.s, 0) == 1000 - RULES.value(b.s, 1) == 500
    b.s.strength[1, b.north[5, 5].number] = 300
    better = RULES.value(b.s, 0)
    assert 500 < better < 1000
    b.south.set(2, morale=3)
    assert better < RULES.value(b.s, 0) == 1000 - RULES.value(b.s, 1)
    RULES.resign(b.s, 1)
    assert (RULES.value(b.s, 0), RULES.value(b.s, 1)) == (1000, 0)
    assert RULES.value(Deployment().s, 0) == 500


def test_preferences_lead_to_the_enemy():
    b = battle({2: "C5,12 C6,12"}, {2: "I5,5 I6,5"})
    legal = RULES.legal(b.s, 0)
    weight = {a: RULES.prefer(b.s, 0, a) for a in legal}
    assert all(w >= 0 for w in weight.values())
    best = max(legal, key=lambda a: weight[a])
    assert best == 37 + 3 + 2  # march 3, straight at them
