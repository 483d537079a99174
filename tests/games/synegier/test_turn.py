"""S-3, S-4, S-8: the turn, playing cards, buying."""

import pytest

from tests.conftest import clause
from tests.games.synegier.field import RULES

FAR = {"otto": (1, 1), "brandt": (7, 7)}


@clause("S-3.1", "S-3.3", "S-3.4", "S-1.8")
def test_the_steps_of_a_turn(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (5, 5)}, ("c_stone_wall", "c_war_drum", "c_hex_doll"))
    t.pile("deck", *["c_tripwire"] * 9)
    assert t.kind == "main"
    t.do("c_war_drum", (4, 3))
    assert (t.kind, t.otto.at) == ("main", (4, 3))
    assert t.do("end").kind == "keep"
    t.do("keep_none")
    assert (t.seat, t.kind) == (1, "main")


@clause("S-3.3", "S-4.1")
def test_mana_bounds_what_is_played(stand):
    t = stand(FAR, {"mud_hog": (4, 4)}, ("c_heavy_maul", "r_ember_rain", "c_field_notes"))
    assert t.can() >= {"c_heavy_maul", "r_ember_rain", "c_field_notes"}
    t.play("c_heavy_maul")
    assert t.s.mana == 1
    assert {"c_field_notes"} <= t.can()
    assert "r_ember_rain" not in t.can()


@clause("S-3.3")
def test_the_row_is_full_at_ten(stand):
    t = stand(FAR, {"mud_hog": (4, 4)}, ["c_field_notes"])
    t.s.row.size = 10
    assert "c_field_notes" not in t.can()


@clause("S-3.2", "S-1.12", "S-12.9")
def test_the_start_of_a_turn(stand):
    t = stand(FAR, {"mud_hog": (4, 4)})
    t.otto.shield, t.s.charge[0] = 30, 2
    t.s.atk_round[0, 0], t.s.def_round[4, 0] = 3, -4
    t.end_turn().end_turn()
    assert (t.seat, t.s.mana, t.s.charge[0]) == (0, 5, 0)
    assert (t.otto.shield, t.s.atk_round[0, 0], t.s.def_round[4, 0]) == (0, 0, 0)


@clause("S-3.5")
def test_the_end_of_a_turn(stand):
    t = stand({"hagane": (1, 1), "brandt": (7, 7)}, {"mud_hog": (4, 4)}, ("c_war_drum", "c_hex_doll", "c_hex_doll"))
    t.pile("deck", *["c_tripwire"] * 16)
    t.s.poison[0, 1], t.hagane.burn, t.hagane.shock = 9, 2, 1
    t.play("c_war_drum").do("end")
    assert t.told("core_ability")
    assert (t.hagane.shield, t.hagane.hp) == (0, 37 - 2)  # S-3.5: first the ability, then the Poison
    assert (t.s.poison[0, 1], t.hagane.burn, t.hagane.shock) == (8, 1, 0)
    assert t.hagane.atk_turn == 0
    assert (t.kind, t.choices()) == ("keep", ["keep_none", "c_hex_doll"])
    t.do("c_hex_doll")
    assert t.cards("hand").count("c_hex_doll") == 1
    assert t.s.hand[0].size == 5
    assert sorted(t.cards("trash")) == ["c_hex_doll", "c_war_drum"]


@clause("S-3.5")
def test_finn_keeps_two_and_keep_may_be_switched_off(stand):
    for soldier, keep, asked in (("finn", 1, 2), ("otto", 0, 0), ("otto", 3, 3)):
        t = stand({soldier: (1, 1), "brandt": (7, 7)}, {"mud_hog": (4, 4)}, ["c_hex_doll"] * 4, keep=keep)
        t.pile("deck", *["c_tripwire"] * 16).do("end")
        n = 0
        while t.kind == "keep":
            t.do("c_hex_doll")
            n += 1
        assert n == asked


@clause("S-3.6")
def test_what_is_drawn(stand):
    t = stand(FAR, {"mud_hog": (4, 4)}, ["c_field_notes"] * 3, hand_size=6).pile("deck", *["c_tripwire"] * 16)
    t.play("c_field_notes").play("c_field_notes").end_turn()
    assert t.s.hand[0].size == 8
    t = stand(FAR, {"mud_hog": (4, 4)}, ["c_field_notes"]).play("c_field_notes").end_turn()
    assert t.s.hand[0].size == 1
    assert t.s.deck[0].size == 0


@clause("S-3.8", "S-9.1")
def test_a_wave_comes_in_step_6(stand):
    t = stand(FAR).end_turn()
    assert t.told("wave") == [(1,)]
    t = stand(FAR, {"mud_hog": (4, 4)}).end_turn()
    assert "wave" not in t


@clause("S-3.9")
def test_a_cut_turn(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (4, 6)}, ("r_blood_oath", "c_lantern_toss"))
    t.pile("deck", *["c_tripwire"] * 9)
    t.otto.hp = 4
    t.play("c_lantern_toss").play("r_blood_oath")
    assert (t.otto.at, t.otto.atk_turn, t.mud_hog.hp) == (None, 0, 16)
    assert "turn_cut" in t
    assert t.seat == 1
    assert t.s.hand[0].size == 5


@clause("S-3.10", "S-10.1")
def test_a_round(stand):
    t = stand(FAR, {"mud_hog": (4, 4)}).end_turn()
    assert (t.seat, t.s.round) == (1, 1)
    t.end_turn()
    names = [told.event for told in t.log]
    assert names.index("enemy_jump") < names.index("event_drawn") < names.index("round_start")
    assert (t.s.round, t.seat) == (2, 0)


# ---- playing ----------------------------------------------------------------------------------------------------


@clause("S-4.2", "S-4.5")
def test_a_card_can_be_taken_back_until_it_moves(stand):
    t = stand(FAR, {"mud_hog": (4, 4)}, ("c_war_drum",))
    for _ in range(10):
        t.do("c_war_drum", "cancel")
    assert (t.s.mana, t.s.row.size) == (3, 0)
    t.do("c_war_drum")
    assert "cancel" not in t.can()
    t.do("stay")
    assert (t.s.mana, t.cards("row"), t.s.hand[0].size, t.otto.atk_turn) == (2, ["c_war_drum"], 0, 4)


@clause("S-4.3")
def test_movement_is_asked_even_where_there_is_none(stand):
    t = stand(FAR, {"mud_hog": (4, 4)}, ("c_stone_wall",)).do("c_stone_wall")
    assert t.can() == {"stay", "cancel"}


@clause("S-4.6", "S-4.7")
def test_parts_resolve_in_order_on_fixed_targets(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (5, 4), "cave_bat": (3, 4)}, ("r_shield_bash",))
    t.do("r_shield_bash", "stay")
    assert (t.kind, t.choices()) == ("target", ["mud_hog", "cave_bat"][::-1])
    t.do("mud_hog")
    assert (t.mud_hog.hp, t.mud_hog.at, t.cave_bat.hp) == (15, (7, 4), 20)
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (5, 4)}, ("r_shield_bash",)).play("r_shield_bash")
    assert (t.kind, t.mud_hog.hp) == ("main", 15)
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (7, 1)}, ("r_shield_bash",)).play("r_shield_bash")
    assert (t.kind, t.mud_hog.hp) == ("main", 20)


@clause("S-12.2", "S-7.5")
def test_comet_fall_hits_around_where_its_target_stood(stand):
    t = stand(
        {"otto": (1, 2), "brandt": (7, 7)}, {"mud_hog": (3, 2), "cave_bat": (4, 3), "thorn_imp": (6, 2)},
        ("sr_comet_fall",),
    )  # fmt: skip
    t.mud_hog.hp = 5
    t.play("sr_comet_fall")
    assert (t.mud_hog.at, t.cave_bat.hp, t.thorn_imp.hp) == (None, 17, 20)
    assert t.s.coins[0] == 5 + 5 + 3  # Otto's ability between the two parts


# ---- the shop ---------------------------------------------------------------------------------------------------


@clause("S-8.1", "S-8.2", "S-8.3")
def test_prices_and_one_purchase(stand):
    t = stand({"brandt": (1, 1), "otto": (7, 7)}, {"mud_hog": (4, 4)}, start_coins=8)
    assert {w for w in t.can() if str(w).startswith("buy")} == {
        "buy 0", "buy 1", "buy 2", "buy mini_potion", "buy potion"
    }  # fmt: skip
    t.do("buy 1")
    assert (t.s.coins[0], t.cards("hand")) == (5, ["r_second_wind"])
    assert not {w for w in t.can() if str(w).startswith("buy")}
    assert t.s.shop[1] not in (0, t.s.shop[0], t.s.shop[2])
    t = stand({"otto": (1, 1), "brandt": (7, 7)}, {"mud_hog": (4, 4)}, start_coins=1)
    assert t.can() == {"end", "buy 0"}
    t.s.sale = 3
    t.s.coins[0] = 4
    assert {"buy 0", "buy 1", "buy 2", "buy mini_potion", "buy potion"} <= t.can()
    t.do("buy 0")
    assert t.s.coins[0] == 3
    t = stand({"brandt": (2, 2), "otto": (7, 7)}, {"mud_hog": (4, 4)})
    assert t.can() == {"end"}


@clause("S-8.4")
def test_where_a_bought_card_goes(stand):
    t = stand({"brandt": (1, 1), "otto": (7, 7)}, {"mud_hog": (4, 4)}, bought_card_to="trash").do("buy 0")
    assert (t.cards("trash"), t.cards("hand")) == (["c_drill_march"], [])
    t = stand({"brandt": (1, 1), "otto": (7, 7)}, {"mud_hog": (4, 4)}, ["c_hex_doll"] * 9)
    assert "buy 0" not in t.can()
    t = stand({"brandt": (1, 1), "otto": (7, 7)}, {"mud_hog": (4, 4)}, ["c_hex_doll"])
    t.pile("deck", *["c_hex_doll"] * 16).pile("trash", *["c_hex_doll"] * 15)
    assert "buy 0" not in t.can()
    assert "buy potion" in t.can()


@clause("S-8.5")
def test_a_potion_is_not_drunk_at_full_hp(stand):
    t = stand({"brandt": (4, 4), "otto": (7, 7)}, {"mud_hog": (1, 1)})
    t.s.potion[0] = 2
    assert t.can() == {"end"}
    t.brandt.hp = 1
    t.do("drink")
    assert (t.brandt.hp, t.s.potion[0]) == (33, 0)


@pytest.mark.parametrize("asked", ["main", "move", "battle", "keep"])
def test_a_timeout_ends_the_turn(stand, asked):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (5, 5)}, ("c_war_drum", "c_hex_doll"))
    t.pile("deck", *["c_tripwire"] * 16)
    t.do(*{"main": (), "move": ("c_war_drum",), "battle": ("end",), "keep": ("end", "decline")}[asked])
    assert t.kind == asked
    RULES.timeout(t.s, 0)
    assert (t.seat, t.kind) == (1, "main")
