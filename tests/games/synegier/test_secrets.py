"""What a seat does not see, guesses of it, and what everybody knows of hands and decks."""

from random import Random

import pytest

from taku.games.synegier import game
from taku.games.synegier.rules.cards import draw
from tests.games.synegier.field import RULES


def test_what_everybody_knows_of_cards(stand):
    t = stand({"brandt": (1, 1), "otto": (7, 7)}, {"mud_hog": (4, 4)}, ("c_war_drum", "c_hex_doll"))
    t.pile("deck", "c_tripwire").pile("trash", *["c_stone_wall"] * 6)
    t.do("buy 0")
    assert t.cards("in_hand") == ["c_drill_march"]
    t.play("c_drill_march")
    assert t.cards("in_hand") == []
    draw(t.s, 0, 2)
    assert (t.cards("in_hand"), len(t.cards("in_either")), t.s.shuffles[0]) == ([], 6, 1)
    t.play("c_war_drum")
    assert len(t.cards("in_either")) == 6
    draw(t.s, 0, 2)
    t.play("c_stone_wall")
    assert len(t.cards("in_either")) == 5


@pytest.mark.parametrize("seed", range(4))
def test_guesses_fit_what_is_known(seed):
    rng = Random(seed)
    s = game.new(3, game.read_options({}, 3))
    RULES.key(s, rng.randbytes(16))
    RULES.start(s)
    keeps = game.keeps["cards_known"]
    n = 0
    while RULES.acting(s):
        seat = rng.choice(RULES.acting(s))
        legal = RULES.legal(s, seat)
        RULES.act(s, seat, rng.choices(legal, [RULES.prefer(s, seat, a) or 1 for a in legal])[0])
        n += 1
        if n % 25 == 0:
            viewer = rng.randrange(3)
            world = RULES.guess(RULES.view(s, viewer), viewer, n)
            assert keeps(world)
            assert RULES.view(world, viewer).core() == RULES.view(s, viewer).core()


def test_dealt_soldiers_are_guessed_from_those_that_are_left(new):
    t = new(3)
    world = RULES.guess(RULES.view(t.s, 0), 0, 1)
    dealt = [world.dealt[seat, i] for seat in range(3) for i in range(4)]
    assert [world.dealt[0, i] for i in range(4)] == [t.s.dealt[0, i] for i in range(4)]
    assert len(set(dealt)) == 12
