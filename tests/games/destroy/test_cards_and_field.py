"""D-1 to D-3: the goal, the cards, the field."""

import pytest

from taku.games.destroy.content import BEYOND, CARD_KIND, CARD_VALUE, CONTENT, DISTANCE, POWER, START, WITHIN
from taku.games.destroy.rules.values import lent
from tests.conftest import clause
from tests.games.destroy.duel import CARDS, RULES


@clause("D-1.1")
def test_the_last_face_up_enemy_decides_and_the_sub_does_not_count(stand):
    duel = stand(s0={"ironfist": 4}, s1={"hexshot": 8, "saint": 9}, subs=("", "citadel"))
    duel.s1.saint.down = duel.s1.saint.damage = 3
    duel.s1.hexshot.damage = 2
    duel.cards("attack_4", "pass").dice(6, 6, 6, 6, 6).do("attack ironfist", 8)
    assert duel.result == "s0"


@clause("D-2.1")
def test_a_character_card_has_numbers_one_or_two_skills_and_a_sub_skill():
    assert len(CONTENT.characters) == 10
    for c in CONTENT.characters:
        assert 0 <= c.atk <= 9
        assert 0 <= c.defence <= 9
        assert 1 <= len(c.skills) <= 2
        assert all(0 <= s.lv <= 15 and (s.auras if s.blue else s.steps) for s in c.skills)
        assert c.sub.auras


@clause("D-2.2")
@pytest.mark.parametrize(("mana", "possible"), [(3, False), (4, True), (5, True)])
def test_a_skill_needs_mana_of_its_level(stand, mana, possible):
    duel = stand(mana=mana, s0={"hexshot": 4, "citadel": 0}, s1={"saint": 8}).cards("skill_2", "pass")
    assert ("snipe" in duel.can()) == possible


@clause("D-2.3")
def test_a_blue_skill_holds_by_itself_while_face_up_and_the_mana_lasts(stand):
    duel = stand(mana=4, s0={"ironfist": 4}, s1={"saint": 8})
    assert duel.s0.ironfist.atk == 6
    assert "battle_aura" not in duel.cards("skill_2", "pass").can()  # never used
    assert stand(mana=3, s0={"ironfist": 4}).s0.ironfist.atk == 4
    duel = stand(mana=4, s0={"citadel": 4, "saint": 5})
    assert duel.s0.saint.defence == 5
    duel.s0.citadel.down = 1
    assert duel.s0.saint.defence == 3


@clause("D-2.4", "D-2.5")
def test_only_the_sub_lends_its_sub_skill_and_nothing_else(stand):
    duel = stand(mana=9, s0={"hexshot": 4, "fairy": 0}, s1={"saint": 8}, subs=("citadel", ""))
    assert duel.s0.hexshot.defence == 1 + 2  # Phalanx; Great Shield of a sub does nothing
    duel = stand(s0={"fairy": 1}, s1={"saint": 9}).cards("move_1", "pass").do("move fairy")
    assert duel.can() == {0, 2, 4, 5, "cancel"}  # Tailwind of a character on the field does nothing


@clause("D-2.6", "D-2.7")
def test_action_cards():
    assert dict(zip(CARDS, CARD_VALUE, strict=False)) == {
        "move_1": 1, "move_3": 3, "move_5": 5, "attack_1": 1, "attack_2": 2, "attack_4": 4,
        "skill_0": 0, "skill_2": 2, "skill_3": 3, "trump": 0,
    }  # fmt: skip
    assert list(CARD_KIND)[:10] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]


@clause("D-2.8")
def test_a_card_s_text_beats_a_clause(stand):
    """Miracle turns a downed character face-up at once, which D-10.4 would leave to the start phase."""
    duel = stand(mana=6, s0={"saint": 0, "ironfist": 1}, s1={"saint": 9})
    duel.s0.ironfist.down, duel.s0.ironfist.damage = 1, 4
    duel.cards("skill_3", "pass").do("miracle", 1)
    assert not duel.s0.ironfist.down
    assert duel.s0.ironfist.damage == 0


ADJACENT = {
    0: {1, 3, 4}, 1: {0, 2, 4, 5}, 2: {1, 5, 6}, 3: {0, 4, 7}, 4: {0, 1, 3, 5, 7, 8},
    5: {1, 2, 4, 6, 8, 9}, 6: {2, 5, 9}, 7: {3, 4, 8}, 8: {4, 5, 7, 9}, 9: {5, 6, 8},
}  # fmt: skip


@clause("D-3.1", "D-3.2")
def test_ten_cells_like_bricks():
    for a in range(10):
        assert {b for b in range(10) if DISTANCE[a, b] == 1} == ADJACENT[a]
        assert {9 - b for b in ADJACENT[a]} == ADJACENT[9 - a]


@clause("D-3.3")
def test_distances():
    table = ["0121123223", "1012112222", "2103211322", "1230123123", "1121012112"]
    for a, row in enumerate(table):
        for b, n in enumerate(row):
            assert DISTANCE[a, b] == DISTANCE[9 - a, 9 - b] == int(n)
    for a, (row, x) in enumerate(CONTENT.cells):
        for b, (row2, x2) in enumerate(CONTENT.cells):
            rows = abs(row - row2)
            assert DISTANCE[a, b] == max(rows, (abs(x - x2) + rows) // 2)
    assert BEYOND[1, 5] == 9
    assert BEYOND[4, 8] == -1


@clause("D-3.4")
def test_a_cell_holds_one_character(stand):
    duel = stand(s0={"fairy": 1, "saint": 0}, s1={"saint": 5}).cards("move_1", "pass").do("move fairy", 0)
    assert (duel.s0.fairy.cell, duel.s0.saint.cell) == (0, 1)


@clause("D-3.5")
def test_start_cells():
    assert [[[START[k, seat, i] for i in range(3)] for seat in range(2)] for k in range(2)] == [
        [[0, 1, 2], [9, 8, 7]],
        [[7, 3, 0], [2, 6, 9]],
    ]


@clause("D-3.5")
@pytest.mark.parametrize(("layout", "cells"), [("rows", [0, 1, 2, 9, 8, 7]), ("ends", [7, 3, 0, 2, 6, 9])])
def test_the_layout_is_an_option(choosing, layout, cells):
    s = choosing(team_mode="starter", start_layout=layout).s
    assert [s.cell[c] for c in (0, 1, 2, 4, 5, 6)] == cells


@clause("D-3.6")
def test_a_sub_cannot_be_chosen(stand):
    duel = stand(mana=5, s0={"saint": 4, "hexshot": 5}, s1={"citadel": 8, "witch": 9}, subs=("fairy", "fairy"))
    duel.s.damage[3] = 1
    duel.cards("skill_2", "pass")
    assert duel.can() == {"decline", "snipe"}  # nobody on the field is hurt
    assert duel.do("snipe").can() == {8, 9, "cancel"}


@clause("D-3.7")
def test_used_cards_are_open(stand):
    duel = stand(s0={"fairy": 1}, s1={"saint": 9}).cards("move_1", "skill_0").do("decline")
    for seat in (0, 1, -1):
        seen = RULES.view(duel.s, seat)
        assert [k for k in range(10) if seen.used[0, k]] == [CARDS.index("move_1")]
        assert [k for k in range(10) if seen.used[1, k]] == [CARDS.index("skill_0")]


@clause("D-3.8")
def test_ranges(stand):
    assert [bin(WITHIN[n, 4]).count("1") for n in range(4)] == [1, 7, 10, 10]
    duel = stand(mana=2, s0={"fairy": 0, "shadowbinder": 2}, s1={"citadel": 5, "saint": 6, "witch": 9})
    duel.cards("skill_2", "pass").do("sleep_dust")
    assert duel.can() == {5, "cancel"}  # within 2 cells
    duel.do("cancel", "shadow_walk")
    assert duel.can() == {0, 5, 6, 9, "cancel"}  # on the whole field


def test_powers_of_subs(stand):
    """What each sub lends, in the words of the content."""

    def sub(name, power):
        return lent(stand(s0={"citadel": 0}, subs=(name, "")).s, 0, getattr(POWER, power))

    assert sub("lightblade", "tie") == 1
    assert sub("fairy", "stride") == 1
    assert sub("saint", "recover") == 1
    assert sub("harlequin", "wild") == 1 + 1
    assert (sub("witch", "mana_own"), sub("shadowbinder", "mana_enemy")) == (1, -1)
