"""D-9 and D-10: dice, damage, down and exclusion."""

import pytest

from taku.games.destroy.wording import faces
from tests.conftest import clause


def fight(stand, dice, mana=1, atk=0, defence=0, before=0, **options):
    """Iron Fist (4) attacks a Lightblade (2) that has a friend; atk and defence change their numbers."""
    duel = stand(mana=mana, s0={"ironfist": 4}, s1={"lightblade": 8, "saint": 6}, **options)
    duel.s0.ironfist.atk_down, duel.s1.lightblade.def_change = atk, defence
    duel.s1.lightblade.damage = before
    return duel.cards("attack_4", "pass").dice(*dice).do("attack ironfist", 8)


@clause("D-9.1", "D-9.2")
@pytest.mark.parametrize(("bonus", "value"), [(0, 2), (1, 3), (2, 4)])
def test_only_ones_count(stand, bonus, value):
    duel = fight(stand, (1, 1, 2, 6, 1, 5), attack_bonus=bonus)
    assert duel.told("blow") == [(value, 1, value - 1)]


@clause("D-9.3")
def test_without_attack_or_defence(stand):
    assert fight(stand, (1, 1), atk=-4).told("blow") == [(0, 2, 0)]
    assert fight(stand, (1, 2, 3, 4), defence=-2).told("blow") == [(2, 0, 2)]


@clause("D-9.4", "D-9.6")
def test_damage_is_the_difference_and_never_negative(stand):
    assert fight(stand, (2, 2, 2, 2, 1, 1)).told("blow") == [(1, 2, 0)]
    duel = fight(stand, (1, 2, 2, 2, 2, 2), before=0)
    assert duel.s1.lightblade.damage == 2
    assert duel.told("damaged") == [(1, duel.s1.lightblade.who, 2, 2)]


@clause("D-9.5")
@pytest.mark.parametrize(("limit", "cell"), [(5, "out"), (6, 8)])
def test_a_big_blow_excludes(stand, limit, cell):
    assert fight(stand, (1, 1, 1, 1, 2, 2), exclude_at=limit).s1.lightblade.cell == cell


@clause("D-9.7")
def test_an_attack_on_a_downed_character_excludes_it_without_dice(stand):
    duel = stand(s0={"ironfist": 4}, s1={"citadel": 8, "saint": 6})
    duel.s1.citadel.down, duel.s1.citadel.damage = 1, 3
    duel.cards("attack_1", "pass").dice().do("attack ironfist", 8)
    assert duel.s1.citadel.cell == "out"
    assert duel.told("excluded") == [(1, duel.s1.citadel.who, 1)]


@clause("D-9.8")
def test_the_attacker_throws_first_and_every_die_is_told(stand):
    duel = fight(stand, (1, 2, 3, 4, 5, 6))
    _, _, n, low, high, ones = duel.told("attack_dice")[0]
    assert (faces(n, low, high), ones) == ([1, 2, 3, 4], 1)
    _, _, n, low, high, ones = duel.told("defence_dice")[0]
    assert (faces(n, low, high), ones) == ([5, 6], 0)
    duel = stand(s0={"madbeast": 4}, s1={"saint": 8, "witch": 9})
    duel.s0.madbeast.atk_up = 11
    duel.cards("attack_4", "pass").dice(*[1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 6, 5, 4, 3, 2], 1, 1, 1).do(
        "attack madbeast", 8
    )
    _, _, n, low, high, _ = duel.told("attack_dice")[0]
    assert faces(n, low, high) == [1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 6, 5, 4, 3, 2]


@clause("D-10.1")
@pytest.mark.parametrize(("limit", "down"), [(2, True), (3, False)])
def test_down_at_so_much_damage(stand, limit, down):
    duel = fight(stand, (1, 2, 2, 2, 2, 2), down_at=limit)
    assert duel.s1.lightblade.damage == 2
    assert bool(duel.s1.lightblade.down) == down
    assert duel.s1.lightblade.cell == 8


@clause("D-10.2")
def test_a_downed_character_can_only_move(stand):
    duel = stand(mana=5, s0={"ironfist": 4, "saint": 2}, s1={"saint": 8})
    duel.s0.ironfist.down, duel.s0.ironfist.damage = 1, 3
    assert duel.cards("trump", "pass").can() == {"decline", "move ironfist", "move saint", "healing_hands"}
    assert duel.s0.ironfist.atk == 4  # Battle Aura is off


@clause("D-10.3", "D-13.1")
def test_a_skill_s_damage_on_a_downed_character_excludes_it(stand):
    duel = stand(mana=4, s0={"hexshot": 4}, s1={"citadel": 8, "saint": 6})
    duel.s1.citadel.down, duel.s1.citadel.damage = 1, 3
    duel.cards("skill_2", "pass").do("snipe", 8)
    assert duel.told("excluded") == [(1, duel.s1.citadel.who, 2)]


@clause("D-10.4")
@pytest.mark.parametrize("damage", [1, 2, 3])
def test_healing_does_not_raise_during_the_round(stand, damage):
    duel = stand(mana=2, s0={"saint": 0, "ironfist": 1}, s1={"saint": 9})
    duel.s0.ironfist.down, duel.s0.ironfist.damage = 1, damage
    duel.cards("skill_3", "pass").do("healing_hands", 1)
    assert duel.s0.ironfist.damage == damage - 1
    assert duel.s0.ironfist.down


@clause("D-10.5", "D-10.6")
def test_what_counts_is_one_blow(stand, invent):
    assert fight(stand, (1, 1, 1, 2, 2, 2), before=2).s1.lightblade.damage == 6
    bolt = {
        "lv": 0,
        "frame": "plain",
        "step": [{"select": "one", "side": "enemy", "range": 3, "effects": [["damage", 5]]}],
    }
    invent("witch", skill=[bolt])
    duel = stand(s0={"witch": 0}, s1={"citadel": 9, "saint": 8}).cards("skill_2", "pass").do("invented_0", 9)
    assert duel.s1.citadel.cell == "out"  # a skill's blow as well


@clause("D-10.7")
def test_exclusion_empties_the_cell_and_ends_all_effects(stand):
    duel = stand(s0={"ironfist": 4, "shadowbinder": 5}, s1={"citadel": 8, "saint": 9})
    citadel = duel.s1.citadel
    citadel.down, citadel.damage, citadel.atk_down = 1, 3, -2
    citadel.mark("no_move")
    duel.s1.saint.mark("no_attack")  # given by somebody this round
    duel.cards("attack_1", "pass").do("attack ironfist", 8)
    assert duel.s.at[8] == 0
    assert (citadel.cell, citadel.marks, citadel.atk_down, citadel.damage) == ("out", set(), 0, 0)
    assert duel.s1.saint.marks == {"no_attack"}
    assert "move citadel" not in duel.cards("pass", "move_1").can()
