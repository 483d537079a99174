"""D-8: moving, attacking, using skills."""

import pytest

from tests.conftest import clause


@clause("D-8.1")
def test_each_action_needs_its_card(stand):
    def can(card, mana=2):
        field = {"s0": {"ironfist": 4}, "s1": {"saint": 8}}
        return stand(mana=mana, **field).cards(card, "pass").can()

    assert can("move_1") == {"decline", "move ironfist"}
    assert can("attack_1") == {"decline", "attack ironfist"}
    assert can("skill_3") == {"decline", "crushing_fist"}
    assert can("trump") == {"decline", "move ironfist", "attack ironfist", "crushing_fist"}


@clause("D-8.2", "D-8.4")
def test_a_move_goes_to_an_adjacent_cell_without_an_enemy(stand):
    duel = stand(s0={"ironfist": 4}, s1={"saint": 8, "witch": 3}).cards("move_1", "pass")
    duel.s1.witch.down = 1
    assert duel.do("move ironfist").can() == {0, 1, 5, 7, "cancel"}
    duel.do(7)
    assert duel.told("moved") == [(0, duel.s0.ironfist.who, 4, 7)]


@clause("D-8.3")
def test_an_exchange_is_one_action_of_the_one_chosen(stand):
    duel = stand(s0={"ironfist": 4, "saint": 5}, s1={"saint": 9}).cards("move_1", "pass")
    duel.s0.ironfist.down = 1
    duel.do("move ironfist", 5)
    assert (duel.s0.ironfist.cell, duel.s0.saint.cell) == (5, 4)
    assert duel.told("exchanged")


@clause("D-8.5")
def test_downed_characters_move_and_everybody_moves_any_number_of_times(stand):
    duel = stand(s0={"ironfist": 0, "saint": 2}, s1={"saint": 9})
    duel.s0.ironfist.down, duel.s0.ironfist.damage = 1, 3
    for card, cell in (("move_1", 1), ("move_3", 4), ("move_5", 0)):
        duel.cards(card, "pass").do("move ironfist", cell)
    assert duel.s0.ironfist.cell == 0


@clause("D-8.6")
def test_attacks_reach_adjacent_enemies_only(stand):
    duel = stand(s0={"ironfist": 4, "saint": 5}, s1={"saint": 8, "witch": 9, "fairy": 6}).cards("attack_1", "pass")
    assert duel.do("attack ironfist").can() == {8, "cancel"}
    assert duel.do("cancel", "attack saint").can() == {6, 8, "cancel", 9}


@clause("D-8.7")
def test_one_attack_a_round_whatever_it_does(stand):
    duel = stand(s0={"ironfist": 4, "witch": 0}, s1={"citadel": 8, "saint": 7}).cards("attack_1", "pass")
    duel.dice(6, 6, 6, 6, 1, 1, 6, 6, 6, 6, 6, 6).do("attack ironfist", 8)
    assert duel.told("blow") == [(1, 2, 0)]
    assert "no_action" in duel.cards("attack_2", "pass")
    duel.cards("pass", "pass")
    assert "attack ironfist" in duel.cards("attack_2", "pass").can()


@clause("D-8.8")
def test_a_plain_skill_needs_a_face_up_character(stand):
    duel = stand(mana=2, s0={"ironfist": 4, "saint": 0}, s1={"saint": 8})
    duel.s0.ironfist.down, duel.s0.ironfist.damage = 1, 3
    assert duel.cards("skill_2", "pass").can() == {"decline", "healing_hands"}


@clause("D-8.9")
def test_a_skill_once_a_round_for_each_card(stand):
    duel = stand(mana=2, s0={"citadel": 4}, s1={"citadel": 8}).cards("skill_3", "skill_2")
    duel.do("provoke", "provoke")  # both their own copy
    assert "no_action" in duel.cards("skill_2", "pass")
    assert "no_action" in duel.cards("pass", "skill_3")


@clause("D-8.7")
@pytest.mark.parametrize("who", ["face-up", "downed"])
def test_attacking_counts_from_the_declaration(stand, who):
    duel = stand(s0={"ironfist": 4}, s1={"citadel": 8, "saint": 9})
    duel.s1.citadel.down = who == "downed"
    duel.cards("attack_1", "pass").do("attack ironfist")
    assert not duel.s0.ironfist.attacked  # a half-made choice is none yet
    duel.do(8)
    assert duel.s0.ironfist.attacked
