"""D-1 and D-15: the end of the game."""

import pytest

from tests.conftest import clause
from tests.games.destroy.duel import RULES


@clause("D-1.2", "D-15.4")
@pytest.mark.parametrize("seat", [0, 1])
def test_who_surrenders_loses_at_any_decision(stand, choosing, seat):
    field = {"s0": {"saint": 0}, "s1": {"saint": 9}}
    for duel in (choosing(), stand(**field), stand(**field).cards("move_1", "pass")):
        RULES.resign(duel.s, seat)
        assert duel.result == ("s1", "s0")[seat]


@clause("D-15.1")
def test_victory_is_checked_after_the_whole_skill(stand, invent):
    """The Witch falls in the first step of a skill whose second would have no user: the game ends after it."""
    duel = stand(mana=5, s0={"witch": 4}, s1={"saint": 8, "fairy": 2})
    duel.s0.witch.damage = 2
    duel.cards("skill_3", "attack_2").dice(*[1, 6, 6, 6, 6, 6], *[6] * 6).do("meteor", 8)
    assert duel.result == "s1"
    assert "card_used" not in duel  # the waiting card is not used


@clause("D-15.2")
def test_who_has_nobody_left_loses_whoever_acted(stand):
    duel = stand(s0={"ironfist": 4, "saint": 0}, s1={"hexshot": 8})
    duel.s1.hexshot.down = 1
    duel.cards("move_1", "pass").do("decline")
    assert duel.result == "s0"


@clause("D-15.3")
@pytest.mark.parametrize(("option", "result"), [("draw", "draw"), ("actor_wins", "s1"), ("actor_loses", "s0")])
def test_both_down_at_once(stand, option, result):
    duel = stand(mana=5, s0={"saint": 4}, s1={"witch": 8}, both_down=option)
    duel.s0.saint.damage = duel.s1.witch.damage = 2
    duel.cards("pass", "skill_2").dice(*[1, 6, 6, 6, 6, 6] * 2).do("meteor", 5)
    assert duel.result == result


def last_round(stand, **options):
    duel = stand(s0={"ironfist": 0, "saint": 1}, s1={"ironfist": 9, "saint": 8}, round_limit=7, recover=0, **options)
    duel.s.round = 7
    return duel


@clause("D-15.5")
def test_after_the_last_round_face_up_characters_count_first(stand):
    duel = last_round(stand)
    duel.s1.saint.down = duel.s1.saint.damage = 1
    duel.s0.saint.damage = 2
    duel.cards("pass", "pass")
    assert duel.result == "s0"
    assert duel.told("won") == [(0, 3)]


@clause("D-15.5")
def test_then_characters_on_the_field(stand):
    duel = last_round(stand)
    duel.s0.saint.down = 1
    duel.s0.saint.damage = 3
    duel.s.at[8], duel.s1.saint.cell = 0, 11
    duel.cards("pass", "pass")
    assert duel.told("won") == [(0, 4)]


@clause("D-15.5")
def test_then_damage_and_else_it_is_a_draw(stand):
    duel = last_round(stand)
    duel.s0.saint.damage = 1
    assert duel.cards("pass", "pass").told("won") == [(1, 5)]
    assert last_round(stand).cards("pass", "pass").told("drawn") == [(6,)]
    duel = last_round(stand, limit_result="draw")
    duel.s0.saint.damage = 1
    assert duel.cards("pass", "pass").result == "draw"


@clause("D-15.5")
def test_before_the_last_round_play_goes_on(stand):
    duel = last_round(stand)
    duel.s.round = 6
    assert not duel.cards("pass", "pass").over
    assert duel.round == 7
