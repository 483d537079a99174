"""D-5, D-6 and D-14: the round, its start phase and its end phase."""

import pytest

from tests.conftest import clause

FIELD = {"s0": {"ironfist": 0, "saint": 1}, "s1": {"saint": 9, "fairy": 8}}


def pass_phases(duel, n):
    for _ in range(n):
        duel.cards("pass", "move_1" if "move_1" in duel.s1.hand else sorted(duel.s1.hand)[0])
        while duel.seat is not None:
            duel.do("decline")
    return duel


@clause("D-5.1", "D-5.2")
@pytest.mark.parametrize("phases", [3, 5, 8])
def test_a_round_has_so_many_action_phases(stand, phases):
    duel = pass_phases(stand(**FIELD, phases=phases), phases - 1)
    assert (duel.round, duel.phase) == (1, phases)
    pass_phases(duel, 1)
    assert (duel.round, duel.phase) == (2, 1)


@clause("D-5.3")
def test_the_game_ends_at_once(stand):
    duel = stand(s0={"ironfist": 4}, s1={"hexshot": 8})
    duel.s1.hexshot.damage = 2
    duel.cards("attack_4", "attack_2").dice(6, 6, 6, 6, 6).do("attack ironfist", 8)
    assert duel.over
    assert "card_used" not in duel


@clause("D-6.1", "D-6.2")
@pytest.mark.parametrize(("recover", "damage", "left"), [(1, 4, 3), (0, 4, 4), (3, 4, 1), (3, 2, 0)])
def test_downed_characters_recover_first_then_stand_up(stand, recover, damage, left):
    duel = stand(**FIELD, recover=recover)
    duel.s0.ironfist.down, duel.s0.ironfist.damage = 1, damage
    duel.cards("pass", "pass")
    assert duel.s0.ironfist.damage == left
    assert duel.s0.ironfist.down == (left > 0)
    assert bool(duel.told("stand_up")) == (left == 0)


@clause("D-6.3")
def test_face_up_characters_do_not_recover(stand):
    duel = stand(**FIELD, subs=("saint", ""))
    duel.s0.ironfist.damage = 2
    duel.cards("pass", "pass")
    assert duel.s0.ironfist.damage == 2


@clause("D-6.4")
def test_blessing_adds_to_the_recovery_of_its_side(stand):
    duel = stand(**FIELD, subs=("saint", ""))
    for figure in (duel.s0.ironfist, duel.s1.fairy):
        figure.down, figure.damage = 1, 3
    duel.cards("pass", "pass")
    assert (duel.s0.ironfist.damage, duel.s1.fairy.damage) == (1, 2)


@clause("D-14.1", "D-14.2", "D-14.3")
def test_the_end_phase(stand):
    duel = stand(mana=2, **FIELD)
    fist = duel.s0.ironfist
    fist.mark("no_move", "guard", "double_atk")
    fist.attacked, fist.skilled, fist.atk_up, fist.atk_down, fist.def_change = 1, 1, 3, -2, -1
    duel.cards("attack_4", "skill_0").do("decline")
    assert duel.s0.used == {"attack_4"}
    duel.cards("pass", "pass")
    assert [t.event for t in duel.log if t.event in ("marks_end", "cards_return", "round_end", "round_start")] == [
        "marks_end", "cards_return", "round_end", "round_start",
    ]  # fmt: skip
    assert fist.marks == set()
    assert fist.numbers == "4/3"
    assert not fist.attacked
    assert not fist.skilled
    assert not duel.s0.used
    assert duel.round == 2
