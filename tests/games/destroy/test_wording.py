"""Words, reasons and the table as text."""

import pytest

from taku.engine.match import Match, Refused
from taku.engine.words import Words
from taku.games.destroy import game
from taku.games.destroy.state import ACT, PLAY, SETUP, TARGET
from taku.games.destroy.wording import describe
from tests.conftest import clause
from tests.games.destroy.duel import RULES
from tests.games.playing import moments

FLASH_CUT = ACT.skill(2, 0)
FIELD = {"s0": {"ironfist": 4, "saint": 0, "lightblade": 1}, "s1": {"citadel": 8, "fairy": 9}}


def test_a_match_ends_with_its_result_in_words():
    *_, match = moments(game)
    for language, draw in (("en", "A draw"), ("ja", "引き分け")):
        words = Words(game, language, ["Anna", "Ben"])
        assert words.event(match.log(-1)[-1]).startswith(("Anna", "Ben", draw))


def test_actions_name_their_effect(stand):
    duel = stand(mana=1, **FIELD).cards("attack_4", "pass").do("attack ironfist")
    assert describe(duel.s, 0, TARGET.read(TARGET.choose(8))) == (
        "attack_on",
        {"char:character": 2, "other:character": 4, "side:side": 1, "atk": 4, "def": 8},
    )
    words = Words(game, "en").action(duel.s, 0, TARGET.choose(8))
    assert words == "Iron Fist attacks Citadel: 4 against 8 dice"


@pytest.mark.parametrize(
    ("cards", "choices", "action", "clause"),
    [
        (("attack_4", "pass"), (), ACT.move(0), "D-8.1"),
        (("move_1", "pass"), (), ACT.attack(3), "D-3.6"),  # the sub
        (("attack_4", "pass"), (), ACT.attack(1), "D-8.6"),  # nobody in reach of the Saint
        (("skill_3", "pass"), (), FLASH_CUT, "D-2.2"),  # with mana 1
        (("skill_3", "pass"), (), ACT.skill(0, 1), "D-2.3"),  # Battle Aura is blue
        (("move_1", "pass"), ("move ironfist",), TARGET.choose(8), "D-8.4"),
        (("move_1", "pass"), ("move ironfist",), TARGET.choose(2), "D-8.2"),
        (("attack_4", "pass"), ("attack ironfist",), TARGET.choose(5), "D-8.6"),
        (("attack_4", "pass"), ("attack ironfist",), TARGET.skip, "D-11.5"),
    ],
)
def test_what_is_not_allowed_says_why(stand, cards, choices, action, clause):
    duel = stand(mana=1, **FIELD, subs=("witch", "")) if action == FLASH_CUT else stand(mana=1, **FIELD)
    duel.s0.saint.damage = 1
    duel.s.mana = 2 if cards[0] == "skill_3" else 1
    duel.cards(*cards).do(*choices)
    assert action not in RULES.legal(duel.s, 0)
    assert game.why_not(RULES.view(duel.s, 0), 0, action) == clause


def test_why_not_with_marks_and_used_things(stand):
    duel = stand(mana=2, **FIELD)
    fist = duel.s0.ironfist
    fist.attacked, fist.skilled = 1, 1
    fist.mark("no_move")
    duel.cards("trump", "pass")
    move, attack, skill = ACT.move(0), ACT.attack(0), ACT.skill(0, 0)
    assert [game.why_not(duel.s, 0, a) for a in (move, attack, skill)] == ["D-13.4", "D-8.7", "D-8.9"]
    fist.attacked = fist.skilled = 0
    fist.mark("no_attack", "no_skill")
    assert [game.why_not(duel.s, 0, a) for a in (attack, skill)] == ["D-13.5", "D-13.5"]
    fist.down = 1
    assert [game.why_not(duel.s, 0, a) for a in (attack, skill)] == ["D-10.2", "D-10.2"]


@clause("D-13.14")
def test_a_wild_card_is_never_the_reason(stand):
    """Sleight of Hand makes low cards good for any action: what forbids one is something else."""
    duel = stand(mana=1, **FIELD, subs=("harlequin", ""))
    duel.s0.ironfist.attacked = 1
    duel.cards("move_1", "pass")
    assert [game.why_not(duel.s, 0, a) for a in (ACT.attack(0), FLASH_CUT)] == ["D-8.7", "D-2.2"]


@clause("D-13.6")
def test_provoke_is_the_reason_why_a_skill_may_not_strike(stand):
    duel = stand(mana=5, s0={"lightblade": 4}, s1={"citadel": 8, "fairy": 7})
    duel.s1.citadel.mark("guard")
    duel.cards("skill_3", "pass").do("flash_cut", "skip")
    assert duel.can() == {8}
    assert game.why_not(duel.s, 0, TARGET.choose(7)) == "D-13.6"


def test_setup_and_cards_say_why(choosing, stand):
    duel = choosing(team_mode="mirror")
    assert game.why_not(duel.s, 0, SETUP.ready) == "D-4.5"
    barred = next(a for a in map(SETUP.pick, range(1, 11)) if a not in RULES.legal(duel.s, 0))
    assert game.why_not(duel.s, 0, barred) == "D-4.6"
    duel = choosing().act(0, "fairy")
    assert game.why_not(duel.s, 0, SETUP.pick(3)) == "D-4.2"
    duel = stand(**FIELD).cards("move_3", "skill_3")
    assert game.why_not(duel.s, 0, PLAY.play(1)) == "D-7.7"


def test_a_refused_action_names_its_clause():
    match = Match.create(game, options={"team_mode": "starter"}, secret=bytes(32), id="no")
    match.act(0, "play", card=1)
    match.act(1, "play", card=8)
    with pytest.raises(Refused, match=r"play card=1 is not legal for seat 0 now \(D-7\.7\)"):
        match.act(0, "play", card=1)
