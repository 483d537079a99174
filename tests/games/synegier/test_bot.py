"""What the bots know: which links help, what deserves a look, who stands better."""

from functools import partial

import pytest

from taku.compile.speed import interpreted
from taku.engine.words import Words
from taku.games.synegier.bot import plan_value
from taku.games.synegier.bot.links import joined
from taku.games.synegier.sparring import partner
from taku.games.synegier.state import MAIN
from tests.games.synegier.field import CARDS, RULES, game


def worth(left, right):
    return joined(CARDS.index(left), CARDS.index(right))


def test_links_that_help_and_links_that_hurt():
    assert worth("c_turtle_stance", "c_lantern_toss") > 0  # the nearest foe takes 6
    assert worth("c_lantern_toss", "c_turtle_stance") > 0  # you gain a shield
    assert worth("r_blood_oath", "c_lantern_toss") < 0  # you take 6
    assert worth("c_heavy_maul", "c_heavy_maul") == 0


def test_preferences(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (4, 6)}, ("c_lantern_toss", "r_blood_oath"))
    t.play("r_blood_oath")
    asked = RULES.asked(t.s, 0)
    weights = {t.word(0, asked.read(a)): RULES.prefer(t.s, 0, a) for a in RULES.legal(t.s, 0)}
    assert weights["end"] > 0
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (4, 6)}, ("c_lantern_toss",)).play("c_lantern_toss")
    t.hand("c_lantern_toss")
    t.s.row.card[0] = CARDS.index("c_turtle_stance")
    linked = RULES.prefer(t.s, 0, RULES.legal(t.s, 0)[1])
    assert linked > weights["c_lantern_toss"]


def test_a_draft_takes_what_wins_and_what_links():
    s = game.new(2)
    RULES.start(s)
    s.offer[0, 0], s.offer[0, 1] = CARDS.index("le_dragon_heart"), CARDS.index("le_comet_fall")
    heart, comet = (RULES.prefer(s, 0, a) for a in RULES.legal(s, 0))
    assert heart > 3 * comet
    s.offer[0, 0] = s.offer[0, 1] = CARDS.index("c_lantern_toss")
    alone = RULES.prefer(s, 0, 0)
    s.deck[0].size = 4
    for i in range(4):
        s.deck[0].card[i] = CARDS.index("c_turtle_stance")
    assert RULES.prefer(s, 0, 0) > alone


def test_a_plan_is_worth_more_the_better_it_leaves_its_player(stand):
    """Lasting ATK, a level, a card bought well, a hit on the boss; and less where it leaves the soldier in danger."""
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (1, 7)})
    worth = partial(interpreted(plan_value, game), t.s, 0, ())
    before = worth()
    t.otto.atk += 1
    assert (stronger := worth()) > before
    t.s.trash[0].card[t.s.trash[0].size] = CARDS.index("le_dragon_heart")
    t.s.trash[0].size += 1
    assert (richer := worth()) > stronger
    t.s.trash[0].card[t.s.trash[0].size - 1] = CARDS.index("c_bandage_roll")
    assert worth() < stronger < richer
    t.begin_raid()
    before = worth()
    t.s.tally[0] += 5
    assert (ahead := worth()) > before
    t.s.tally[1] += 50
    assert worth() < before < ahead


def test_who_stands_better(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (1, 7)})
    even = RULES.value(t.s, 0)
    assert abs(even + RULES.value(t.s, 1) - 1000) <= 2
    t.otto.level = 3
    ahead = RULES.value(t.s, 0)
    assert even < ahead < 1000
    before = t.s.bytes()
    RULES.value(t.s, 1)
    assert t.s.bytes() == before
    t.begin_raid()
    t.s.tally[1] = 60
    assert RULES.value(t.s, 0) < 500


def test_the_partner_of_the_guided_game_attacks_nobody(stand):
    choose = partner(game)
    t = stand({"otto": (4, 4), "brandt": (5, 5)}, {"mud_hog": (4, 5)}, ["c_trail_rations"] * 4)
    t.pile("deck", *["c_tripwire"] * 9)
    names = []
    while t.seat == 0 and t.s.round == 1:
        action = choose(RULES.view(t.s, 0), 0, RULES.legal(t.s, 0), None)
        names.append(RULES.asked(t.s, 0).read(action).name)
        RULES.act(t.s, 0, action)
    assert names == ["play", "stay", "play", "stay", "end", "decline", "keep_none"]


@pytest.mark.parametrize(
    ("language", "first", "after"),
    [
        ("en", "Play it first, then Lantern Toss. The nearest foe takes 6 damage.",
         "It links with Turtle Stance before it. The nearest foe takes 6 damage."),
        ("ja", "先に出して、次に「ランタン投げ」を出すと：いちばん近い相手に6ダメージ。",
         "直前の「亀の構え」とつながります：いちばん近い相手に6ダメージ。"),
    ],
)  # fmt: skip
def test_a_hint_says_what_the_order_is_good_for(stand, language, first, after):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (4, 6)}, ("c_turtle_stance", "c_lantern_toss"))
    words = Words(game, language, ["A", "B"])

    def why(card):
        return game.saying.reason(t.s, 0, MAIN.read(MAIN.play(card)), words)

    assert why(CARDS.index("c_turtle_stance")) == first
    t.play("c_turtle_stance")
    assert why(CARDS.index("c_lantern_toss")) == after
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (4, 6)}, ("c_turtle_stance", "c_lantern_toss"))
    t.s.mana = 1
    assert why(CARDS.index("c_turtle_stance")) == ""  # nothing is left to pay for the other
