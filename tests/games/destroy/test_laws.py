"""How long random play takes, and what the bot knows."""

from taku.compile.batch import play_batch
from taku.games.destroy import game
from tests.games.destroy.duel import RULES


def test_random_play_ends_well_inside_its_bound():
    batch = play_batch(game, 500)
    assert 0 < batch.decisions.min()
    assert batch.decisions.max() < 600
    assert 0.4 < (batch.ranks[:, 0] == 1).mean() < 0.6


def test_value_is_fair_and_knows_who_stands_better(stand):
    duel = stand(s0={"ironfist": 4, "saint": 0}, s1={"ironfist": 5, "saint": 9})
    assert RULES.value(duel.s, 0) == 1000 - RULES.value(duel.s, 1) == 500
    duel.s1.saint.damage = 2
    better = RULES.value(duel.s, 0)
    assert 500 < better < 1000
    duel.s1.saint.damage, duel.s1.saint.down = 3, 1
    assert better < RULES.value(duel.s, 0) == 1000 - RULES.value(duel.s, 1)
    before = duel.s.bytes()
    RULES.value(duel.s, 0)
    assert duel.s.bytes() == before
    RULES.resign(duel.s, 1)
    assert (RULES.value(duel.s, 0), RULES.value(duel.s, 1)) == (1000, 0)


def test_preferences_are_for_doing_something(stand):
    duel = stand(mana=2, s0={"ironfist": 4, "citadel": 0}, s1={"saint": 8, "fairy": 9})
    weight = {card: RULES.prefer(duel.s, 0, k) for k, card in enumerate(["move_1", "move_3", "move_5", "attack_1"])}
    assert weight["attack_1"] > weight["move_1"] > RULES.prefer(duel.s, 0, 10)
    duel.s1.saint.damage = 2
    duel.cards("attack_4", "pass")
    assert RULES.prefer(duel.s, 0, 5) > RULES.prefer(duel.s, 0, 0)
    assert all(RULES.prefer(duel.s, 0, a) >= 0 for a in RULES.legal(duel.s, 0))
