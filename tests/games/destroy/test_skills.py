"""D-11 and D-13: skills and the words they are made of; words that no card uses yet are tried on invented ones."""

import pytest

from tests.conftest import clause

ONE = {"select": "one", "side": "enemy", "range": 3}


def plain(*steps, lv=0):
    return {"lv": lv, "frame": "plain", "step": list(steps)}


@clause("D-11.1")
def test_when_a_skill_may_be_chosen(stand):
    def can(mana=1, **state):
        duel = stand(mana=mana, s0={"citadel": 1, "shadowbinder": 4}, s1={"saint": 9})
        for name, value in state.items():
            setattr(duel.s0.shadowbinder, name, value)
        return "shadow_stitch" in duel.cards("skill_2", "pass").can()

    assert can()
    assert not can(mana=0)
    assert not can(skilled=1)
    assert not can(down=1)
    assert not can(marks=1 << 2)
    duel = stand(mana=0, s0={"citadel": 1, "shadowbinder": 4}, s1={"saint": 9}, subs=("harlequin", ""))
    assert "shadow_stitch" not in duel.cards("trump", "pass").can()  # a trump needs the same mana
    assert "shadow_stitch" not in duel.do("decline").cards("move_1", "pass").can()  # and so does a wild card


@clause("D-11.2")
def test_steps_and_effects_happen_in_order(stand, invent):
    invent("witch", skill=[plain({**ONE, "effects": [["push", 1], ["atk", -1], ["damage", 1]], "range": 1},
                                 {"select": "self", "effects": [["mana_next", 2], ["heal", 1]]})])  # fmt: skip
    duel = stand(s0={"witch": 1}, s1={"saint": 5, "citadel": 7})
    duel.s0.witch.damage = 1
    duel.cards("skill_2", "pass").do("invented_0", 5)
    assert (duel.s1.saint.cell, duel.s1.saint.damage, duel.s1.saint.atk) == (9, 1, 0)
    assert duel.s0.witch.damage == 0
    events = [t.event for t in duel.log]
    assert events.index("pushed") < events.index("changed") < events.index("damaged") < events.index("mana_pending")


@clause("D-11.3")
def test_three_cancels_and_none_after_something_happened(stand):
    duel = stand(mana=5, s0={"lightblade": 0}, s1={"saint": 9, "witch": 4}).cards("skill_2", "pass")
    for _ in range(3):
        duel.do("flash_cut", "cancel")
    assert "cancel" not in duel.do("flash_cut").can()
    duel = stand(mana=5, s0={"lightblade": 0}, s1={"saint": 9, "witch": 4}).cards("skill_2", "pass")
    assert "cancel" not in duel.do("flash_cut", 1).can()
    duel = stand(mana=3, s0={"madbeast": 0}, s1={"saint": 9}).cards("skill_2", "pass").do("frenzy")
    assert "cancel" not in duel.can()  # the first step has happened


@clause("D-11.4")
def test_a_skill_is_offered_if_it_has_something_to_do(stand, invent):
    assert "no_action" in stand(mana=2, s0={"saint": 0}, s1={"saint": 9}).cards("skill_2", "pass")  # nobody is hurt
    steps = [{**ONE, "range": 1, "effects": [["damage", 1]]}, {"select": "self", "effects": [["atk", 1]]}]
    invent("witch", skill=[plain(*steps)])
    assert "no_action" in stand(s0={"witch": 0}, s1={"saint": 9}).cards("skill_2", "pass")  # the first step has none
    invent("witch", skill=[plain({**steps[0], "optional": True}, steps[1])])
    duel = stand(s0={"witch": 0}, s1={"saint": 9}).cards("skill_2", "pass").do("invented_0")
    assert duel.s0.witch.atk == 2  # the first step is left out
    invent("witch", skill=[plain(steps[1], steps[0])])
    assert stand(s0={"witch": 0}, s1={"saint": 9}).cards("skill_2", "pass").do("invented_0").phase == 2


@clause("D-11.5")
def test_skipping_optional_steps(stand, invent):
    jump = {"select": "cell", "range": 1, "optional": True, "effects": [["move_here", 0]]}
    hit = {**ONE, "range": 1, "optional": True, "effects": [["damage", 1]]}
    invent("witch", skill=[plain(jump, hit, {"select": "self", "optional": True, "effects": [["atk", 1]]})])
    duel = stand(s0={"witch": 0}, s1={"saint": 4, "citadel": 9}).cards("skill_2", "pass").do("invented_0", "skip")
    assert "skip" in duel.can()  # a step is still to come
    duel.do("skip")
    assert duel.s0.witch.atk == 2
    duel = stand(mana=3, s0={"madbeast": 0}, s1={"saint": 9}).cards("skill_2", "pass").do("frenzy")
    assert "skip" in duel.can()  # a self step counts as done


@clause("D-11.6")
def test_downed_characters_can_be_chosen_unless_the_text_says_face_up(stand):
    duel = stand(mana=4, s0={"hexshot": 4, "fairy": 5}, s1={"saint": 8, "citadel": 9}, subs=("", "witch"))
    duel.s1.saint.down, duel.s1.saint.damage = 1, 3
    duel.cards("skill_2", "pass")
    assert duel.do("snipe").can() == {8, 9, "cancel"}
    assert duel.do("cancel", "sleep_dust").can() == {9, "cancel"}


@clause("D-11.7")
def test_effects_of_the_round_stay_and_add_up(stand):
    duel = stand(mana=1, s0={"shadowbinder": 4, "citadel": 0}, s1={"madbeast": 8, "saint": 9})
    duel.cards("skill_2", "pass").do("shadow_stitch", 8)
    beast = duel.s1.madbeast
    assert beast.numbers == "3/0"
    duel.s0.shadowbinder.skilled = 0
    duel.cards("skill_3", "pass").do("shadow_stitch", 8)
    assert (beast.atk_down, beast.marks) == (-4, {"no_move"})  # numbers add up, a mark counts once
    beast.down, beast.damage = 1, 3
    duel.s0.shadowbinder.down = 1
    assert (beast.atk_down, beast.marks) == (-4, {"no_move"})
    duel.cards("pass", "pass")
    assert (beast.atk_down, beast.marks) == (0, set())


@clause("D-11.8")
def test_blue_and_sub_skills_follow_the_position(stand):
    duel = stand(mana=1, s0={"citadel": 0, "hexshot": 1}, s1={"saint": 9})
    assert duel.s0.hexshot.defence == 3
    duel.cards("move_1", "pass").do("move hexshot", 2)
    assert duel.s0.hexshot.defence == 1


@clause("D-11.9", "D-13.1")
def test_an_area_is_rolled_in_the_order_of_cells(stand):
    duel = stand(mana=5, s0={"witch": 4, "saint": 5}, s1={"lightblade": 8, "citadel": 7, "fairy": 2})
    duel.cards("skill_2", "pass")
    assert duel.do("meteor").can() == {1, 2, 3, 4, 5, 6, 7, 8, 9, "cancel"}
    duel.dice(*[1, 2, 2, 2, 2, 2], *[1, 1, 2, 2, 2, 2], *[6] * 6, *[1, 1, 1, 2, 2, 2]).do(8)
    assert [t[1] for t in duel.told("skill_dice")] == [
        duel.s0.witch.who, duel.s0.saint.who, duel.s1.citadel.who, duel.s1.lightblade.who,
    ]  # fmt: skip
    assert (duel.s0.witch.damage, duel.s0.saint.damage, duel.s1.lightblade.damage) == (1, 2, 3)


@clause("D-13.1")
@pytest.mark.parametrize("word", ["damage", "roll"])
def test_all_hits_every_matching_character(stand, invent, word):
    invent(
        "witch", skill=[plain({"select": "all", "side": "other", "range": 1, "state": "up", "effects": [[word, 2]]})]
    )
    duel = stand(s0={"witch": 4, "saint": 5}, s1={"citadel": 8, "madbeast": 9, "fairy": 7})
    duel.s1.fairy.down = 1
    duel.cards("skill_2", "pass").dice(*([1, 1] * 2 if word == "roll" else [])).do("invented_0")
    assert [f.damage for f in (duel.s0.witch, duel.s0.saint, duel.s1.citadel, duel.s1.madbeast)] == [0, 2, 2, 0]
    assert duel.s1.fairy.cell == 7


@clause("D-13.2")
def test_heal_and_revive(stand):
    duel = stand(mana=6, s0={"saint": 0, "ironfist": 1, "fairy": 2}, s1={"saint": 9})
    duel.s0.saint.damage, duel.s0.ironfist.damage, duel.s0.ironfist.down = 1, 5, 1
    duel.cards("skill_2", "pass")
    assert duel.do("healing_hands").can() == {0, 1, "cancel"}
    duel.do("cancel", "miracle", 1)
    assert (duel.s0.ironfist.damage, duel.s0.ironfist.down) == (0, 0)
    duel.cards("skill_3", "pass").do("healing_hands", 0)
    assert duel.s0.saint.damage == 0


@clause("D-13.3")
def test_changes_for_this_round(stand, invent):
    invent("witch", skill=[plain({**ONE, "side": "any", "effects": [["atk", 2], ["def", -1], ["double_atk", 0]]})])
    duel = stand(s0={"witch": 0, "citadel": 2}, s1={"saint": 9}).cards("skill_2", "pass").do("invented_0", 2)
    assert duel.s0.citadel.numbers == "8/7"  # (2 + 2) × 2; 6 + 2 by Great Shield − 1
    duel.cards("pass", "pass")
    assert duel.s0.citadel.numbers == "2/8"


@clause("D-13.4")
def test_no_move(stand):
    duel = stand(mana=5, s0={"harlequin": 0, "saint": 1}, s1={"shadowbinder": 9, "ironfist": 2}, subs=("fairy", ""))
    duel.s0.harlequin.mark("no_move")
    duel.cards("trump", "pass")
    assert {"move harlequin", "understudy"} & duel.can() == set()
    assert 0 not in duel.do("move saint").can()  # nobody exchanges with it
    duel = stand(mana=5, s0={"harlequin": 0, "saint": 1}, s1={"shadowbinder": 9})
    duel.s0.harlequin.mark("no_move")
    duel.cards("pass", "skill_2").do("shadow_walk", 0)
    assert duel.s0.harlequin.cell == 9  # skills of others still move it
    duel = stand(mana=5, s0={"shadowbinder": 0, "witch": 1}, s1={"saint": 9})
    duel.s0.shadowbinder.mark("no_move")
    assert "shadow_walk" not in duel.cards("skill_2", "pass").can()


@clause("D-13.5")
def test_no_attack_and_no_skill(stand):
    duel = stand(mana=4, s0={"fairy": 4, "citadel": 0}, s1={"ironfist": 8, "saint": 9})
    duel.cards("skill_2", "pass").do("sleep_dust", 8)
    assert duel.s1.ironfist.marks == {"no_attack", "no_skill"}
    assert duel.s1.ironfist.atk == 4
    duel.s.mana = 4
    assert duel.s1.ironfist.atk == 6  # blue skills go on
    assert duel.cards("pass", "trump").can() == {"decline", "move ironfist", "move saint"}


@clause("D-13.6")
def test_guard(stand):
    def can(figure, **state):
        duel = stand(mana=5, s0={"lightblade": 4, "hexshot": 1}, s1={"citadel": 8, "saint": 7, "witch": 5})
        duel.s1.citadel.mark("guard")
        for name, value in state.items():
            setattr(duel.s1.citadel, name, value)
        return duel.cards("attack_4", "pass").do(f"attack {figure}").can() - {"cancel"}

    assert can("lightblade") == {8}
    assert can("lightblade", down=1) == {5, 7, 8}
    assert can("hexshot") == {5, 7, 8}  # not adjacent to the Citadel
    duel = stand(mana=5, s0={"lightblade": 0}, s1={"citadel": 8, "saint": 7}).cards("skill_3", "pass")
    duel.s1.citadel.mark("guard")
    assert duel.do("flash_cut", 4).can() == {8, "skip"}  # a strike as well
    duel = stand(s0={"saint": 0}, s1={"citadel": 8}).cards("pass", "skill_2").do("provoke")
    assert duel.s1.citadel.marks == {"guard"}
    assert duel.s1.citadel.defence == 6 + 2 + 1  # Great Shield and Provoke


@clause("D-13.7")
def test_a_long_push_stops_and_hurts_once(stand, invent):
    invent("witch", skill=[plain({**ONE, "range": 1, "side": "other", "effects": [["push", 3]]})])
    duel = stand(s0={"witch": 3}, s1={"saint": 4, "citadel": 9}).cards("skill_2", "pass").do("invented_0", 4)
    assert (duel.s1.saint.cell, duel.s1.saint.damage) == (6, 1)  # 4 → 5 → 6, then the edge
    duel = stand(s0={"witch": 3}, s1={"saint": 4, "citadel": 5}).cards("skill_2", "pass").do("invented_0", 4)
    assert (duel.s1.saint.cell, duel.s1.saint.damage) == (4, 1)


@clause("D-13.8")
def test_move_here_is_a_jump(stand):
    duel = stand(mana=5, s0={"lightblade": 0, "saint": 3}, s1={"saint": 4, "witch": 1}).cards("skill_2", "pass")
    assert duel.do("flash_cut").can() == {2, 5, 7, 8, "skip", "cancel"}
    assert duel.do(8).s0.lightblade.cell == 8


@clause("D-13.9")
@pytest.mark.parametrize(("seat", "cell"), [(0, 1), (1, 9)])
def test_swap_with_anybody(stand, seat, cell):
    duel = stand(mana=2, s0={"shadowbinder": 0, "saint": 1}, s1={"witch": 9}).cards("skill_3", "pass")
    duel.do("shadow_walk", cell)
    assert duel.s0.shadowbinder.cell == cell
    assert (duel.s0.saint if seat == 0 else duel.s1.witch).cell == 0


@clause("D-13.10")
def test_swap_sub(stand):
    duel = stand(mana=1, s0={"harlequin": 4}, s1={"saint": 9}, subs=("madbeast", ""))
    duel.s0.harlequin.damage, duel.s0.madbeast.damage, duel.s0.madbeast.attacked = 2, 1, 1
    duel.s0.harlequin.mark("guard")
    duel.cards("skill_2", "pass").do("understudy")
    assert (duel.s0.harlequin.cell, duel.s0.madbeast.cell) == ("sub", 4)
    assert (duel.s0.harlequin.damage, duel.s0.harlequin.marks) == (2, {"guard"})
    assert (duel.s0.madbeast.damage, duel.s0.madbeast.attacked) == (1, 1)
    assert "move madbeast" in duel.cards("attack_1", "pass").can()  # Sleight of Hand now counts; the newcomer may act
    assert duel.result == "open"


@clause("D-13.11")
def test_mana_next(stand):
    duel = stand(s0={"witch": 0}, s1={"witch": 9}).cards("skill_3", "skill_2").do("chant", "chant")
    assert duel.field_mana == duel.s0.mana == duel.s1.mana == 5 + 6
    duel.cards("skill_0", "pass").do("decline")
    assert duel.field_mana == 0  # for one phase only
    duel = stand(s0={"witch": 0}, s1={"witch": 9})
    duel.s.phase = 5
    duel.cards("skill_3", "pass").do("chant")
    assert (duel.round, duel.field_mana) == (2, 1)  # lost


@clause("D-13.12")
def test_transfer(stand, invent):
    duel = stand(mana=3, s0={"harlequin": 4}, s1={"saint": 8, "fairy": 0})
    assert "pass_the_pain" not in duel.cards("skill_2", "pass").can()
    duel = stand(mana=3, s0={"harlequin": 4}, s1={"saint": 8, "fairy": 0})
    duel.s0.harlequin.damage = 2
    duel.cards("skill_2", "pass").do("pass_the_pain", 8)
    assert (duel.s0.harlequin.damage, duel.s1.saint.damage) == (1, 1)
    invent("harlequin", skill=[plain({**ONE, "effects": [["transfer", 9]]})])
    duel = stand(mana=3, s0={"harlequin": 4}, s1={"saint": 8, "fairy": 0})
    duel.s0.harlequin.damage = 2
    duel.cards("skill_2", "pass").do("invented_0", 8)
    assert (duel.s0.harlequin.damage, duel.s1.saint.damage) == (0, 2)


@clause("D-13.13")
def test_strike_and_refresh(stand, invent):
    strike = plain({**ONE, "effects": [["strike", 3]]})
    invent("witch", skill=[strike, plain({"select": "all", "side": "own", "range": 3, "effects": [["refresh", 0]]})])
    duel = stand(s0={"witch": 4, "ironfist": 0}, s1={"saint": 9}).cards("skill_2", "pass")
    duel.dice(1, 6, 6, 6, 6, 6, 6).do("invented_0", 9)  # 1 + 3 dice
    assert duel.s1.saint.damage == 2
    assert not duel.s0.witch.attacked
    duel.s0.ironfist.attacked = 1
    duel.cards("skill_3", "pass").do("invented_1")
    assert not duel.s0.ironfist.attacked


@clause("D-13.14")
def test_stride_wild_and_reach(stand):
    duel = stand(s0={"saint": 0}, s1={"witch": 4}, subs=("fairy", "")).cards("move_1", "pass")
    assert duel.do("move saint").can() == {1, 2, 3, 5, 7, 8, "cancel"}
    duel = stand(s0={"ironfist": 4, "citadel": 0}, s1={"saint": 8}, subs=("harlequin", ""))
    everything = {"decline", "move ironfist", "move citadel", "attack ironfist", "provoke"}
    for card in ("move_1", "attack_1", "skill_0", "trump"):
        assert everything <= duel.cards(card, "pass").can()
        duel.do("decline")
    assert duel.cards("attack_2", "pass").can() == {"decline", "attack ironfist"}
    assert duel.do("decline").field_mana == 1  # the fifth phase is over
    duel = stand(mana=3, s0={"hexshot": 1}, s1={"saint": 8, "witch": 5}).cards("attack_1", "pass")
    assert duel.do("attack hexshot").can() == {5, 8, "cancel"}


@clause("D-13.14")
def test_powers_of_blue_skills_work_for_the_side(stand, invent):
    invent(
        "witch",
        skill=[
            {"lv": 2, "frame": "blue", "aura": [{"kind": "stride", "n": 2}, {"kind": "tie"}, {"kind": "wild", "n": 2}]}
        ],
    )
    duel = stand(mana=2, s0={"witch": 0, "saint": 1}, s1={"saint": 9}).cards("attack_2", "skill_2")
    assert duel.told("tie_won") == [(0,)]
    assert "move saint" in duel.can()
    assert len(duel.do("move saint").can()) == 8 + 1  # all cells but its own and the enemy's, and cancel
    duel = stand(mana=1, s0={"witch": 0, "saint": 1}, s1={"saint": 9}).cards("attack_2", "skill_2")
    assert "tie" in duel


def test_a_user_that_goes_down_does_not_go_on(stand, invent):
    """D-11.2: what is left of a skill is left out when its user no longer stands on the field."""
    invent(
        "witch",
        skill=[
            plain(
                {"select": "area", "side": "any", "range": 2, "effects": [["roll", 6]]},
                {"select": "self", "effects": [["mana_next", 3]]},
            )
        ],
    )
    duel = stand(s0={"witch": 4, "saint": 0}, s1={"citadel": 5, "madbeast": 9}).cards("skill_2", "pass")
    duel.dice(*[6] * 6, *[1, 1, 1, 6, 6, 6], *[6] * 6).do("invented_0", 4)
    assert duel.s0.witch.down
    assert duel.field_mana == 2


@clause("D-11.2")
def test_a_user_that_leaves_the_field_does_not_go_on_within_a_step(stand, invent):
    invent("witch", skill=[plain({"select": "self", "effects": [["damage", 5], ["swap_sub", 0]]}),
                           plain({"select": "self", "effects": [["damage", 3], ["swap_sub", 0]]})])  # fmt: skip
    for skill, left in (("invented_0", "out"), ("invented_1", 4)):
        duel = stand(s0={"witch": 4, "saint": 0}, s1={"citadel": 5}, subs=("fairy", "")).cards("skill_2", "pass")
        duel.do(skill)
        assert (duel.s0.witch.cell, duel.s0.fairy.cell) == (left, "sub")


@clause("D-11.4")
def test_an_area_hits_only_who_fits(stand, invent):
    burst = {"select": "area", "side": "enemy", "range": 3, "state": "down", "effects": [["damage", 1]]}
    invent("witch", skill=[plain({**burst, "optional": True}, {"select": "self", "effects": [["atk", 1]]})])
    duel = stand(s0={"witch": 0}, s1={"citadel": 5, "madbeast": 9}).cards("skill_2", "pass")
    assert duel.do("invented_0").s0.witch.atk == 2  # nobody is downed: the step is left out
    duel = stand(s0={"witch": 0}, s1={"citadel": 5, "madbeast": 9})
    duel.s1.madbeast.damage = duel.s1.madbeast.down = 1
    duel.cards("skill_2", "pass").do("invented_0")
    assert duel.can() == {5, 6, 8, 9, "skip", "cancel"}
    duel.do(8)
    assert (duel.s1.madbeast.cell, duel.s1.citadel.damage) == ("out", 0)


@clause("D-13.14")
def test_limits_of_wild_do_not_add_up(stand, invent):
    wild = {"kind": "wild", "n": 1}
    invent("witch", skill=[{"lv": 0, "frame": "blue", "aura": [wild, wild]}])
    duel = stand(s0={"witch": 0, "saint": 1}, s1={"saint": 9}, subs=("harlequin", ""))
    assert "move saint" in duel.cards("attack_1", "pass").can()
    assert "no_action" in duel.do("decline").cards("attack_2", "pass")
