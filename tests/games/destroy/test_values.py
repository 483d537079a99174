"""D-12: mana, ATK and DEF."""

import pytest

from tests.conftest import clause


def blue(*auras, lv=0):
    return {"lv": lv, "frame": "blue", "aura": [{"kind": "stat", **a} for a in auras]}


@clause("D-12.1")
def test_nothing_is_cut_off_between_the_steps(stand):
    duel = stand(mana=4, s0={"ironfist": 4}, s1={"saint": 9})
    fist = duel.s0.ironfist
    fist.atk_down = -9
    assert fist.atk == 0
    fist.atk_up = 4
    assert fist.atk == 4 + 2 + 4 - 9
    fist.mark("double_atk")
    assert fist.atk == (4 + 2 + 4) * 2 - 9
    fist.atk_up = 20
    assert fist.atk == 20
    fist.def_change = -20
    assert fist.defence == 0
    fist.def_change = 20
    assert fist.defence == 20


@clause("D-12.2")
@pytest.mark.parametrize(
    ("subs", "mana", "field", "own", "other"),
    [(("witch", ""), 3, 3, 4, 3), (("shadowbinder", "witch"), 0, 0, 0, 0), (("witch", "witch"), 20, 20, 20, 20)],
)
def test_mana_of_a_seat(stand, subs, mana, field, own, other):
    duel = stand(mana=mana, s0={"citadel": 0}, s1={"citadel": 9}, subs=subs)
    assert (duel.field_mana, duel.s0.mana, duel.s1.mana) == (field, own, other)
    assert "provoke" in duel.cards("skill_2", "pass").can()  # Lv0 with mana 0


@clause("D-12.2")
def test_mana_for_both_is_field_mana(stand, invent):
    invent("witch", sub={"aura": [{"kind": "mana", "scope": "both", "n": 2}]})
    duel = stand(mana=1, s0={"citadel": 0}, s1={"citadel": 9}, subs=("witch", "shadowbinder"))
    assert (duel.field_mana, duel.s0.mana, duel.s1.mana) == (3, 2, 3)


@clause("D-12.3")
def test_increases_that_depend_on_the_target(stand):
    duel = stand(s0={"ironfist": 4, "saint": 5}, s1={"citadel": 8, "witch": 7}, subs=("hexshot", ""))
    assert duel.s0.ironfist.atk == 4
    assert duel.s0.ironfist.atk_against(duel.s1.citadel) == 6  # pincer
    assert duel.s0.ironfist.atk_against(duel.s1.witch) == 4
    duel = stand(s0={"ironfist": 4}, s1={"citadel": 8}, subs=("madbeast", ""))
    assert duel.s0.ironfist.atk_against(duel.s1.citadel) == 4
    duel.s1.citadel.damage = 1
    assert duel.s0.ironfist.atk_against(duel.s1.citadel) == 6  # prey
    assert duel.s0.ironfist.atk == 4


@clause("D-12.4")
def test_two_doublings_double_once(stand):
    duel = stand(mana=3, s0={"madbeast": 4}, s1={"saint": 9})
    duel.s0.madbeast.mark("double_atk")
    duel.cards("skill_2", "pass").do("frenzy", "skip")
    assert duel.s0.madbeast.atk == 10


@clause("D-2.3", "D-12.1")
def test_whom_a_stat_aura_concerns(stand, invent):
    def numbers(who):
        invent("witch", skill=[blue({"who": who, "atk": 1})], atk=1)
        duel = stand(s0={"witch": 4, "saint": 5, "citadel": 2}, s1={"hexshot": 8, "saint": 6})
        figures = (duel.s0.witch, duel.s0.saint, duel.s0.citadel, duel.s1.hexshot, duel.s1.saint)
        return [f.atk - printed for f, printed in zip(figures, (1, 1, 2, 2, 1), strict=True)]

    assert numbers("self") == [1, 0, 0, 0, 0]
    assert numbers("own") == [1, 1, 1, 0, 0]
    assert numbers("own_adjacent") == [1, 1, 0, 0, 0]
    assert numbers("ally_adjacent") == [0, 1, 0, 0, 0]
    assert numbers("enemy") == [0, 0, 0, 1, 1]
    assert numbers("enemy_adjacent") == [0, 0, 0, 1, 0]


@clause("D-12.1")
def test_when_a_stat_aura_holds(stand, invent):
    def defence(damage=0, beside=False, **aura):
        invent("witch", skill=[blue({"who": "self", "def": 3, **aura})])
        duel = stand(s0={"witch": 4, "ironfist": 5 if beside else 2}, s1={"saint": 9})
        duel.s0.witch.damage = damage
        return duel.s0.witch.defence

    assert defence(when="always") == 5
    assert (defence(when="printed_atk_max", limit=1), defence(when="printed_atk_max", limit=0)) == (5, 2)
    assert (defence(when="formation"), defence(when="formation", beside=True)) == (2, 5)
    assert (defence(when="damaged"), defence(when="damaged", damage=1)) == (2, 5)
    assert (defence(when="undamaged"), defence(when="undamaged", damage=1)) == (5, 2)
    assert (defence(per_damage=True), defence(per_damage=True, damage=2)) == (2, 8)


@clause("D-12.1")
def test_decreases_by_auras_come_after_doubling(stand, invent):
    invent("witch", sub={"aura": [{"kind": "stat", "who": "enemy", "atk": -3}]})
    duel = stand(s0={"ironfist": 4}, s1={"saint": 9}, subs=("", "witch"))
    duel.s0.ironfist.mark("double_atk")
    assert duel.s0.ironfist.atk == 4 * 2 - 3
