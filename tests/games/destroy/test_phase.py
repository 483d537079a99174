"""D-7: the action phase."""

import pytest

from tests.conftest import clause
from tests.games.destroy.duel import CARDS, RULES

FIELD = {"s0": {"ironfist": 4, "citadel": 1}, "s1": {"saint": 8, "fairy": 9}}


@clause("D-7.1")
@pytest.mark.parametrize("first", [0, 1, 5])
def test_the_first_phase_has_a_fixed_mana(choosing, first):
    assert choosing(team_mode="starter", first_mana=first).field_mana == first


@clause("D-7.1")
def test_the_cards_of_a_phase_make_the_mana_of_the_next(stand):
    duel = stand(**FIELD).cards("attack_4", "move_5").do("decline", "decline")
    assert duel.field_mana == 9
    assert duel.told("phase_start")[-1][:2] == (2, 9)


@clause("D-7.2")
@pytest.mark.parametrize(("option", "mana"), [("yes", 3), ("no", 0)])
def test_a_silenced_card_counts_unless_the_option_says_no(stand, option, mana):
    duel = stand(**FIELD, silenced_mana=option).cards("trump", "skill_3").do("decline")
    assert duel.field_mana == mana


@clause("D-7.3")
def test_each_seat_has_its_own_mana_and_a_new_sub_acts_at_once(stand):
    duel = stand(mana=1, s0={"harlequin": 4}, s1={"saint": 9}, subs=("shadowbinder", ""))
    assert (duel.s0.mana, duel.s1.mana, duel.field_mana) == (1, 0, 1)
    duel.cards("skill_2", "pass").do("understudy")
    assert duel.s1.mana == duel.s0.mana == duel.field_mana == 2


@clause("D-7.4")
def test_cards_are_chosen_at_once_and_in_secret(stand):
    duel = stand(**FIELD)
    assert RULES.acting(duel.s) == [0, 1]
    assert duel.can(0) == set(CARDS) | {"pass"}
    duel.act(0, "attack_4")
    assert duel.told("choice_made") == [(0,)]
    assert RULES.acting(duel.s) == [1]
    assert RULES.view(duel.s, 0).choice[0] == 1 + CARDS.index("attack_4")
    assert RULES.view(duel.s, 1).choice[0] == RULES.view(duel.s, -1).choice[0] == 0
    guessed = {RULES.guess(RULES.view(duel.s, 1), 1, n).choice[0] for n in range(300)}
    assert guessed == set(range(1, 12))


@clause("D-7.5")
def test_who_passes_plays_again_in_the_next_phase(stand):
    duel = stand(**FIELD).cards("pass", "skill_0")
    assert duel.told("passed") == [(0,)]
    assert RULES.acting(duel.s) == [0, 1]


@clause("D-7.5")
def test_a_pass_for_the_round(stand):
    duel = stand(**FIELD, pass_mode="round").cards("pass", "skill_0")
    assert duel.phase == 2
    assert RULES.acting(duel.s) == [1]
    duel.act(1, "attack_4").do("decline")
    assert (duel.phase, duel.field_mana) == (3, 4)
    duel.act(1, "pass")
    assert (duel.round, duel.phase) == (2, 1)
    assert RULES.acting(duel.s) == [0, 1]


@clause("D-7.6")
def test_both_passing_ends_the_round_also_in_the_first_phase(stand):
    duel = stand(**FIELD).cards("pass", "pass")
    assert "both_passed" in duel
    assert (duel.round, duel.phase) == (2, 1)


@clause("D-7.7")
def test_a_revealed_card_is_spent(stand):
    duel = stand(**FIELD).cards("move_3", "skill_3")
    assert duel.told("reveal") == [(0, CARDS.index("move_3"), 1, CARDS.index("skill_3"))]
    assert "move_3" not in duel.can(0)
    assert "skill_3" not in duel.can(1)


@clause("D-7.8")
@pytest.mark.parametrize(("cards", "first"), [(("attack_4", "move_5"), 1), (("attack_4", "move_3"), 0)])
def test_the_higher_value_goes_first(stand, cards, first):
    duel = stand(**FIELD).cards(*cards)
    assert duel.seat == first
    assert duel.do("decline").seat == 1 - first


@clause("D-7.9")
def test_equal_values_cancel_each_other(stand):
    duel = stand(**FIELD).cards("attack_1", "move_1")
    assert "tie" in duel
    assert duel.phase == 2


@clause("D-7.10")
def test_a_trump_goes_first_and_silences(stand):
    duel = stand(**FIELD).cards("attack_4", "trump")
    assert duel.told("trump") == [(1, CARDS.index("attack_4"))]
    assert duel.seat == 1
    assert duel.do("decline").phase == 2


@clause("D-7.11")
def test_two_trumps_tie(stand):
    assert "tie" in stand(**FIELD).cards("trump", "trump")


@clause("D-7.12")
def test_first_light_of_seat_1(stand):
    duel = stand(**FIELD, subs=("", "lightblade")).cards("move_1", "attack_1")
    assert duel.told("tie_won") == [(1,)]
    assert duel.seat == 1
    assert duel.do("decline").seat == 0


@clause("D-7.13")
def test_one_character_does_one_action(stand):
    duel = stand(**FIELD).cards("attack_4", "pass")
    assert duel.kind == "act"
    assert duel.can() == {"decline", "attack ironfist"}
    duel.do("attack ironfist", 8)
    assert duel.phase == 2


@clause("D-7.14")
def test_declining(stand):
    duel = stand(**FIELD).cards("attack_4", "pass").do("decline")
    assert duel.told("declined") == [(0,)]
    assert duel.s0.used == {"attack_4"}


@clause("D-7.15")
def test_without_a_possible_action_nobody_is_asked(stand):
    duel = stand(s0={"ironfist": 0}, s1={"saint": 9}).cards("attack_4", "attack_2")
    assert duel.told("no_action") == [(0,), (1,)]
    assert duel.phase == 2


@clause("D-7.16")
def test_the_second_acts_in_the_new_situation_with_any_character(stand):
    duel = stand(s0={"ironfist": 4}, s1={"hexshot": 8, "citadel": 7})
    duel.s1.hexshot.damage = 2
    duel.cards("attack_4", "attack_2").dice(6, 6, 6, 6, 6, 6, 6).do("attack ironfist", 8)
    assert duel.s1.hexshot.down
    assert duel.can() == {"decline", "attack citadel"}


@clause("D-7.17")
def test_after_both_cards_the_next_phase_follows(stand):
    duel = stand(**FIELD).cards("move_5", "move_3").do("decline", "decline")
    assert duel.phase == 2
    assert duel.kind == "card"


def test_a_timeout_passes_declines_and_cancels(stand):
    duel = stand(**FIELD)
    assert RULES.default(duel.s, 0) == 10
    duel.cards("attack_4", "pass")
    assert RULES.default(duel.s, 0) == 0
    duel.do("attack ironfist")
    assert RULES.default(duel.s, 0) == 11
    duel.s.cancels[0] = 3
    assert RULES.default(duel.s, 0) == 8  # the lowest cell


def test_one_timeout_ends_the_use_of_a_card(stand):
    duel = stand(**FIELD).cards("attack_4", "move_1").do("attack ironfist")
    RULES.timeout(duel.s, 0)
    assert duel.seat == 1
    assert not duel.s0.ironfist.attacked
    duel = stand(mana=5, s0={"lightblade": 0}, s1={"saint": 9, "witch": 4}).cards("skill_2", "pass").do("flash_cut", 1)
    RULES.timeout(duel.s, 0)
    assert (duel.phase, duel.kind, duel.s1.witch.damage) == (2, "card", 0)  # the strike was skipped
