"""The worked examples of the rulebook, section 10, one by one."""

import pytest

from tests.conftest import clause


@clause("D-7.1", "D-7.2", "D-7.6")
def test_1_mana_chain(stand):
    duel = stand(mana=1, s0={"saint": 0}, s1={"saint": 9})
    assert duel.field_mana == 1
    duel.cards("move_5", "attack_2").do("decline")
    assert (duel.phase, duel.field_mana) == (2, 7)
    duel.cards("trump", "skill_3").do("decline")
    assert (duel.phase, duel.field_mana) == (3, 3)
    duel.cards("pass", "attack_4")
    assert (duel.phase, duel.field_mana) == (4, 4)
    duel.cards("pass", "pass")
    assert (duel.round, duel.phase, duel.field_mana) == (2, 1, 1)
    assert not duel.s0.used
    assert not duel.s1.used


@clause("D-7.8", "D-7.16", "D-9.1", "D-9.2", "D-9.4", "D-9.6", "D-10.1")
def test_2_order(stand):
    duel = stand(mana=1, s0={"ironfist": 4}, s1={"madbeast": 8, "citadel": 7})
    duel.s1.madbeast.damage = 2
    duel.cards("attack_4", "attack_2")
    assert duel.seat == 0
    assert (duel.s0.ironfist.atk, duel.s1.madbeast.defence) == (4, 4)
    duel.dice(1, 3, 5, 6, 2, 4, 4, 6).do("attack ironfist", 8)
    assert duel.told("blow") == [(2, 0, 2)]
    assert duel.s1.madbeast.damage == 4
    assert duel.s1.madbeast.down
    assert duel.seat == 1
    assert duel.can() == {"decline", "attack citadel"}
    duel.do("attack citadel")
    assert duel.can() == {4, "cancel"}


@clause("D-7.9", "D-7.2")
def test_3_equal_values(stand):
    duel = stand(s0={"ironfist": 4}, s1={"citadel": 8})
    duel.cards("move_3", "skill_3")
    assert "tie" in duel
    assert (duel.phase, duel.field_mana) == (2, 6)
    assert duel.s0.used == {"move_3"}
    assert duel.s1.used == {"skill_3"}


@clause("D-7.11")
def test_4_two_trumps(stand):
    duel = stand(s0={"ironfist": 4}, s1={"citadel": 8}).cards("trump", "trump")
    assert "tie" in duel
    assert (duel.phase, duel.field_mana) == (2, 0)
    assert "trump" not in duel.s0.hand | duel.s1.hand


@clause("D-7.12")
@pytest.mark.parametrize("rule", ["first", "only"])
def test_5_first_light_wins_ties(stand, rule):
    def fresh():
        return stand(s0={"ironfist": 4}, s1={"citadel": 8}, subs=("lightblade", ""), tie_rule=rule)

    duel = fresh().cards("trump", "trump")
    assert duel.told("tie_won") == [(0,)]
    assert duel.seat == 0
    assert duel.do("decline").phase == 2
    duel = fresh().cards("attack_2", "skill_2")
    assert duel.seat == 0
    duel.do("decline")
    assert (duel.seat, duel.phase) == ((1, 1) if rule == "first" else (None, 2))


@clause("D-7.12")
def test_6_both_have_first_light(stand):
    for cards in ("attack_2", "skill_2"), ("trump", "trump"):
        duel = stand(s0={"ironfist": 4}, s1={"citadel": 8}, subs=("lightblade", "lightblade")).cards(*cards)
        assert "tie" in duel
        assert duel.phase == 2


@clause("D-7.10", "D-7.14", "D-7.2")
def test_7_a_trump_silences_even_when_its_player_declines(stand):
    duel = stand(s0={"ironfist": 4}, s1={"citadel": 8}).cards("trump", "attack_4")
    assert duel.seat == 0
    duel.do("decline")
    assert (duel.phase, duel.field_mana) == (2, 4)
    assert duel.s1.used == {"attack_4"}


@clause("D-7.14", "D-7.15")
def test_8_nothing_wanted_or_nothing_possible(stand):
    duel = stand(mana=0, s0={"saint": 0}, s1={"ironfist": 1}).cards("pass", "skill_2")
    assert duel.told("no_action") == [(1,)]
    assert duel.phase == 2
    duel = stand(mana=0, s0={"saint": 0}, s1={"ironfist": 1, "citadel": 8}).cards("pass", "skill_2")
    assert duel.can() == {"decline", "provoke"}
    assert duel.do("decline").phase == 2


@clause("D-12.1")
def test_9_fairy_and_iron_fist(stand):
    team = {"fairy": 1, "citadel": 0, "madbeast": 5}
    assert stand(mana=0, s0=team, subs=("ironfist", "")).s0.fairy.numbers == "2/2"
    duel = stand(mana=1, s0={"fairy": 2, "citadel": 0, "madbeast": 6}, subs=("ironfist", ""))
    assert duel.s0.fairy.numbers == "5/5"
    assert duel.s0.citadel.numbers == "3/9"
    assert duel.s0.madbeast.numbers == "5/2"
    duel.s0.fairy.atk_down = duel.s0.fairy.def_change = -2
    assert duel.s0.fairy.numbers == "3/3"


@clause("D-12.1", "D-9.3", "D-8.7")
def test_10_increases_first(stand):
    duel = stand(mana=0, s0={"fairy": 1}, s1={"saint": 5}, subs=("ironfist", ""))
    duel.s0.fairy.atk_down = duel.s0.fairy.def_change = -2
    assert duel.s0.fairy.atk == 0
    duel.cards("attack_4", "pass").dice(1, 1, 1).do("attack fairy", 5)
    assert duel.told("blow") == [(0, 3, 0)]
    assert duel.s0.fairy.attacked


@clause("D-12.2", "D-7.3")
def test_11_mana_is_never_negative(stand):
    duel = stand(mana=0, s0={"citadel": 1, "fairy": 0}, s1={"saint": 8}, subs=("", "shadowbinder"))
    assert duel.s0.mana == 0
    assert "provoke" in duel.cards("skill_2", "pass").can()
    duel = stand(mana=0, s0={"citadel": 1, "fairy": 0}, s1={"saint": 8}, subs=("witch", "shadowbinder"))
    assert (duel.s0.mana, duel.s1.mana) == (0, 0)
    assert duel.s0.fairy.numbers == "1/1"  # Mana Wings is off, and Great Shield beside her


@clause("D-9.5", "D-10.5", "D-10.6")
@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        (0, (1, 1, 2, 2, 2, 2), 3),
        (0, (1, 1, 1, 2, 2, 2), 4),
        (0, (1, 1, 1, 1, 1, 2), "out"),
        (2, (1, 1, 1, 2, 2, 2), 6),
    ],
)
def test_12_three_four_five_damage(stand, before, dice, after):
    duel = stand(mana=1, s0={"madbeast": 4}, s1={"lightblade": 8, "saint": 9}, subs=("madbeast", ""))
    duel.s0.madbeast.atk_up = 1
    duel.s1.lightblade.damage = before
    more = 2 if before else 0  # Scent of Blood
    guard = (1, 6) if after == "out" else (6, 6)  # attack value 6 against defence value 1
    duel.cards("attack_4", "pass").dice(*dice, *[6] * more, *guard).do("attack madbeast", 8)
    if after == "out":
        assert duel.s1.lightblade.cell == "out"
    else:
        assert duel.s1.lightblade.down
        assert duel.s1.lightblade.damage == after


def lying(stand, mana, s0, cards):
    """Seat 1's Lightblade lies on cell 8 with 1 damage, another of its side stands."""
    duel = stand(mana=mana, s0=s0, s1={"lightblade": 8, "citadel": 6})
    duel.s1.lightblade.damage = duel.s1.lightblade.down = 1
    return duel.cards(*cards)


@clause("D-10.3", "D-9.7", "D-10.4", "D-6.2")
def test_13_downed_with_one_damage(stand):
    duel = lying(stand, 4, {"hexshot": 4}, ("skill_2", "pass")).do("snipe", 8)
    assert duel.s1.lightblade.cell == "out"
    duel = lying(stand, 0, {"fairy": 4}, ("attack_2", "pass"))
    duel.s0.fairy.atk_down = -5
    duel.dice().do("attack fairy", 8)  # no dice are thrown
    assert duel.s1.lightblade.cell == "out"

    def healed():
        duel = stand(mana=2, s0={"ironfist": 4}, s1={"lightblade": 8, "saint": 7})
        duel.s1.lightblade.damage = duel.s1.lightblade.down = 1
        duel.cards("attack_2", "skill_3").do("healing_hands", 8)
        assert (duel.s1.lightblade.damage, duel.s1.lightblade.down) == (0, 1)
        return duel

    duel = healed().do("attack ironfist", 8)
    assert duel.s1.lightblade.cell == "out"
    duel = healed().do("decline").cards("pass", "pass")
    assert duel.round == 2
    assert not duel.s1.lightblade.down


@clause("D-6.1", "D-6.2", "D-6.3", "D-6.4")
def test_14_recovery(stand):
    def rounds(sub):
        duel = stand(s0={"ironfist": 0, "saint": 1}, s1={"saint": 9}, subs=(sub, ""))
        duel.s0.ironfist.damage, duel.s0.ironfist.down, duel.s0.saint.damage = 4, 1, 2
        seen = []
        while duel.s0.ironfist.down:
            duel.cards("pass", "pass")
            seen.append(duel.s0.ironfist.damage)
        assert duel.s0.saint.damage == 2
        return seen

    assert rounds("") == [3, 2, 1, 0]
    assert rounds("saint") == [2, 0]


@clause("D-8.2", "D-8.3", "D-8.4", "D-8.5", "D-13.4")
def test_15_moving(stand):
    def fresh():
        duel = stand(s0={"lightblade": 0, "saint": 1, "fairy": 4}, s1={"hexshot": 3, "witch": 9})
        duel.s0.saint.down = duel.s1.hexshot.down = 1
        duel.s0.saint.damage = duel.s1.hexshot.damage = 3
        return duel

    assert fresh().cards("move_5", "pass").do("move lightblade").can() == {1, 4, "cancel"}
    duel = fresh().cards("move_5", "pass").do("move lightblade", 1)
    assert (duel.s0.lightblade.cell, duel.s0.saint.cell) == (1, 0)
    assert fresh().cards("move_5", "pass").do("move saint").can() == {0, 2, 4, 5, "cancel"}
    duel = fresh()
    duel.s0.fairy.mark("no_move")
    assert duel.cards("move_5", "pass").do("move lightblade").can() == {1, "cancel"}


@clause("D-13.7", "D-10.3")
def test_16_push(stand):
    def push(start, target, others=(), down=False):
        duel = stand(mana=2, s0={"ironfist": start}, s1={"hexshot": target, "witch": 0, **dict(others)})
        duel.s1.hexshot.down = down
        duel.s1.hexshot.damage = 3 * down
        return duel.cards("skill_2", "pass").do("crushing_fist", target).s1.hexshot

    assert (push(1, 5).cell, push(1, 5).damage) == (9, 0)
    blocked = push(1, 5, [("saint", 9)])
    assert (blocked.cell, blocked.damage) == (5, 1)
    assert (push(4, 8).cell, push(4, 8).damage) == (8, 1)
    assert push(4, 8, down=True).cell == "out"


@clause("D-13.6", "D-13.14")
def test_17_provoke(stand):
    duel = stand(mana=4, s0={"ironfist": 4, "hexshot": 0}, s1={"citadel": 8, "saint": 7})
    duel.s1.citadel.mark("guard")
    assert duel.cards("attack_4", "pass").do("attack ironfist").can() == {8, "cancel"}
    duel.do("cancel", "attack hexshot")
    assert duel.can() == {7, 8, "cancel"}
    duel = stand(mana=4, s0={"ironfist": 4, "hexshot": 0}, s1={"citadel": 8, "saint": 7})
    duel.s1.citadel.mark("guard")
    assert duel.cards("skill_2", "pass").do("snipe").can() == {7, 8, "cancel"}


@clause("D-11.9", "D-15.1", "D-15.3")
def test_18_meteor(stand):
    def fresh():
        duel = stand(mana=5, s0={"witch": 4, "saint": 0}, s1={"lightblade": 8, "citadel": 7})
        duel.s0.witch.damage = duel.s1.lightblade.damage = 1
        duel.s0.saint.down = duel.s1.citadel.down = 1
        duel.s0.saint.damage = duel.s1.citadel.damage = 3
        return duel.cards("skill_2", "pass")

    duel = fresh().dice(1, 1, 3, 4, 5, 6, 2, 3, 4, 5, 6, 6, 1, 1, 2, 2, 6, 6).do("meteor", 8)
    assert (duel.s0.witch.damage, duel.s1.lightblade.damage) == (3, 3)
    assert duel.s0.witch.down
    assert duel.s1.lightblade.down
    assert duel.s1.citadel.cell == 7
    assert duel.result == "draw"
    duel = fresh().dice(1, 1, 2, 2, 6, 6).do("meteor", 9)
    assert duel.s0.witch.damage == 1
    assert duel.result == "s0"


@clause("D-11.4", "D-11.5", "D-13.5", "D-8.7")
def test_19_flash_cut(stand):
    def fresh(*marks, enemy=9):
        duel = stand(mana=5, s0={"lightblade": 0}, s1={"saint": enemy, "citadel": 7})
        duel.s0.lightblade.attacked = 1
        duel.s0.lightblade.mark(*marks)
        return duel.cards("skill_3", "pass")

    duel = fresh().dice(1, 6, 6, 6, 6, 6, 6).do("flash_cut", 5, 9)
    assert duel.s0.lightblade.cell == 5
    assert duel.s1.saint.damage == 2
    assert "skip" not in fresh().do("flash_cut").can()
    duel = fresh(enemy=4).do("flash_cut")
    assert "skip" in duel.can()
    assert duel.do("skip").can() == {4}
    assert fresh("no_move", enemy=4).do("flash_cut").can() == {4, "cancel"}
    assert "no_action" in fresh("no_move")  # bound, and nobody to strike
    duel = fresh("no_attack").do("flash_cut", 5)
    assert duel.phase == 2  # only the move
    assert duel.s0.lightblade.cell == 5


@clause("D-12.1", "D-12.3")
def test_20_frenzy(stand):
    duel = stand(mana=3, s0={"madbeast": 4, "saint": 5}, s1={"citadel": 8}, subs=("hexshot", ""))
    beast = duel.s0.madbeast
    beast.damage = 2
    duel.cards("skill_3", "pass").do("frenzy", "skip")
    assert beast.numbers == "14/1"
    beast.atk_down = -2
    beast.def_change = -3
    assert beast.numbers == "12/0"
    assert beast.atk_against(duel.s1.citadel) == 16
