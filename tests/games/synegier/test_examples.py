"""The worked examples of the rulebook, one by one."""

import pytest

from taku.games.synegier.rules.battle import battle_targets
from taku.games.synegier.rules.enemies import enemy_acts, spawn, wave
from taku.games.synegier.rules.pieces import cell_shown, pieces_in
from taku.games.synegier.rules.settlement import settle, tick
from taku.games.synegier.rules.setup import rarity_of_pick
from taku.games.synegier.rules.shop import can_shop
from taku.games.synegier.rules.turn import begin_turn
from taku.games.synegier.state import ASK, CAUSE, ENDED
from taku.games.synegier.tables import AROUND, FIELD, NUMBERED, RIM, WITHIN
from tests.conftest import clause
from tests.games.synegier.field import CARDS, column_row, number


def cells(bits):
    return {column_row(c) for c in range(49) if (bits >> c) & 1}


@clause("S-5.2", "S-5.1")
def test_1_order_of_two_cards(stand):
    def fresh():
        t = stand(
            {"brandt": (4, 4), "otto": (1, 1)}, {"puddle_slime": (4, 6)}, hand=("c_turtle_stance", "c_lantern_toss")
        )
        t.puddle_slime.hp = 14
        t.otto.at = (1, 7)
        return t

    t = fresh().play("c_turtle_stance").play("c_lantern_toss")
    assert t.puddle_slime.hp == 10
    t.do("end")
    assert [told[3] for told in t.told("link")] == [2]  # yellow alone
    assert (t.puddle_slime.hp, t.brandt.shield) == (4, 0)
    t = fresh().play("c_lantern_toss").play("c_turtle_stance").do("end")
    assert (t.puddle_slime.hp, t.brandt.shield) == (10, 7)


@clause("S-5.3", "S-5.4")
def test_2_chain_left_to_right_top_to_bottom(stand):
    hand = ("c_field_notes", "sr_berserk", "c_shield_bash")
    t = stand({"priya": (4, 4), "otto": (1, 7)}, {"mud_hog": (5, 4), "cave_bat": (6, 4)}, hand=hand)
    t.priya.hp, t.priya.max_hp = 10, 36
    t.mud_hog.hp = t.mud_hog.max_hp = 30
    t.play("c_field_notes").play("sr_berserk").play("c_shield_bash")
    assert (t.mud_hog.hp, t.mud_hog.at) == (26, (5, 4))
    t.do("end")
    assert [told[3] for told in t.told("link")] == [0, 1, 3]
    assert (t.priya.hp, t.mud_hog.hp) == (22, 21)
    assert t.priya.now == (33, 0)
    assert t.s.def_round[0, 0] == -8
    assert t.s.stock == 1


@clause("S-6.2", "S-1.10")
def test_3_battle_with_minimum_damage(stand):
    t = stand({"brandt": (4, 4), "otto": (1, 7)}, {"mud_hog": (5, 5)})
    t.mud_hog.atk, t.mud_hog.defence = 7, 12
    t.do("end", "battle mud_hog")
    assert t.told("battle")[0][2:] == (1, 1)
    assert (t.mud_hog.hp, t.brandt.hp) == (19, 32)
    t = stand(
        {"brandt": (4, 4), "otto": (1, 7)}, {"mud_hog": (5, 5)}, ("c_coin_flick", "c_pickpocket", "c_trail_rations")
    )
    t.mud_hog.atk, t.mud_hog.defence = 7, 12
    t.play("c_pickpocket").play("c_trail_rations").play("c_coin_flick")
    t.mud_hog.hp = 20
    t.do("end", "battle mud_hog")
    assert t.mud_hog.hp == 18


@clause("S-7.4", "S-7.8")
def test_4_both_go_down(stand):
    t = stand({"brandt": (4, 4), "otto": (5, 5)})
    t.brandt.hp, t.otto.hp = 6, 5
    t.brandt.atk, t.otto.atk = 30, 30
    t.s.coins[0], t.s.coins[1] = 7, 4
    t.do("end", "battle otto")
    assert t.s.downs == 2
    assert (t.s.coins[0], t.s.coins[1]) == (5, 6)


@clause("S-7.4", "S-7.5", "S-7.6", "S-7.7", "S-7.8", "S-3.9")
def test_5_trading_lives_with_an_enemy(stand):
    t = stand({"brandt": (4, 4), "otto": (1, 7)}, {"mud_hog": (5, 5)})
    t.brandt.hp, t.mud_hog.hp, t.mud_hog.atk = 2, 3, 17
    t.do("end", "battle mud_hog")
    assert t.s.kills == 1
    assert (t.brandt.level, t.brandt.max_hp, t.s.coins[0]) == (2, 36, 10)
    assert (t.brandt.at, t.s.coins[1]) == (None, 5)
    assert "turn_cut" in t


@clause("S-1.2", "S-1.3", "S-9.3")
def test_6_dice_and_cells(stand):
    for size, shown in ((7, {(4, 2): (5, 2), (6, 6): (7, 7)}), (6, {(4, 2): (4, 2), (6, 6): (6, 6)})):
        t = stand({"brandt": (1, 1), "otto": (3, 3)}, field_size=size)
        for (a, b), cell in shown.items():
            assert column_row(cell_shown(t.s, a - 1, b - 1)) == cell
    assert not (NUMBERED[FIELD.seven] >> number((4, 2))) & 1
    assert (NUMBERED[FIELD.uniform] >> number((4, 2))) & 1
    t = stand({"brandt": (5, 2), "otto": (1, 1)}).dice(1, 1, 1, 4, 2)
    spawn(t.s)
    assert t.puddle_slime.at != (5, 2)
    assert (NUMBERED[FIELD.seven] >> number(t.puddle_slime.at)) & 1
    t = stand({"brandt": (5, 5), "otto": (1, 1)}).dice(2, 3, 4, 4, 2)
    spawn(t.s)
    assert (t.puddle_slime.at, t.puddle_slime.hp, t.puddle_slime.now) == ((5, 2), 10, (14, 4))


@clause("S-1.4", "S-8.1")
def test_7_rim(stand):
    t = stand({"brandt": (1, 4), "otto": (3, 3)})
    for at, buys in (((1, 4), True), ((4, 7), True), ((7, 7), True), ((6, 4), False)):
        t.brandt.at = at
        assert can_shop(t.s) == buys
    t = stand({"brandt": (6, 4), "otto": (3, 3)}, field_size=6)
    assert can_shop(t.s)
    assert [len(cells(RIM[f])) for f in (FIELD.seven, FIELD.six)] == [24, 20]


@clause("S-1.5", "S-1.6", "S-1.7")
def test_8_ranges():
    at = number((4, 4))
    assert (5, 5) in cells(WITHIN[2, at]) & cells(AROUND[at])
    assert (4, 6) in cells(WITHIN[2, at]) - cells(AROUND[at])
    assert (6, 5) in cells(WITHIN[3, at]) - cells(WITHIN[2, at])
    assert cells(WITHIN[2, number((1, 1))]) == {(2, 1), (1, 2), (3, 1), (2, 2), (1, 3)}
    assert len(cells(WITHIN[2, at])) == 12
    assert len(cells(AROUND[at])) == 8


@clause("S-9.6", "S-9.7", "S-9.5")
def test_9_enemy_turn(stand):
    t = stand({"brandt": (4, 4), "otto": (3, 5), "hagane": (6, 3)}, {"dust_wolf": (3, 3), "cave_bat": (1, 2)})
    t.dust_wolf.atk, t.brandt.defence, t.otto.defence, t.hagane.defence = 20, 8, 9, 21
    t.otto.shield = 5
    t.dice(5, 3)
    enemy_acts(t.s, t.dust_wolf.p)
    assert t.brandt.hp == 33 - 12
    assert (t.otto.hp, t.otto.shield) == (37 - 6, 0)
    assert t.hagane.hp == 37 - 1
    assert t.dust_wolf.at not in ((3, 3), (6, 3))
    assert (NUMBERED[FIELD.seven] >> number(t.dust_wolf.at)) & 1
    assert t.cave_bat.hp == 20


@clause("S-9.1", "S-9.2")
@pytest.mark.parametrize(("kills", "spawned", "come"), [(3, 3, 1), (4, 4, 2), (12, 12, 3), (18, 18, 2)])
def test_10_wave_sizes(stand, kills, spawned, come):
    t = stand({"brandt": (4, 4), "otto": (1, 1)})
    t.s.kills, t.s.spawned = kills, spawned
    wave(t.s)
    assert t.s.spawned == spawned + come
    assert [t.s.who[4 + i] - 12 for i in range(come)] == [spawned + 1 + i for i in range(come)]


@clause("S-3.6", "S-3.7")
def test_11_reshuffle_in_mid_draw(stand):
    t = stand({"brandt": (4, 4), "otto": (1, 1)}, {"mud_hog": (7, 7)}, ("c_war_drum",))
    t.play("c_war_drum").hand("c_coin_flick", "c_watchfire", "c_hex_doll", "c_stone_wall")
    t.pile("deck", "c_rush_cut", "c_tripwire").pile("trash", *["c_smoke_veil"] * 9)
    t.do("end", "c_coin_flick")
    assert t.told("reshuffled") == [(0, 13)]
    assert (t.s.deck[0].size, t.s.trash[0].size, t.s.hand[0].size) == (11, 0, 5)
    assert {"c_coin_flick", "c_rush_cut", "c_tripwire"} <= set(t.cards("hand"))


@clause("S-7.9", "S-7.7", "S-3.2")
def test_12_re_entry(stand):
    t = stand({"otto": (4, 4), "brandt": (1, 1)}, hand=["c_hex_doll"] * 5).pile("deck", *["c_tripwire"] * 9)
    t.otto.max_hp, t.otto.hp = 34, 0
    t.s.poison[0, 1], t.otto.burn = 3, 2
    t.s.ask = ASK.nothing
    settle(t.s)
    assert not t.s.burn[0] + sum(t.otto.poison)
    begin_turn(t.s, 0)
    t.go_on()
    assert (t.kind, t.choices()) == ("corner", [(7, 7), (7, 1), (1, 7)])
    t.do((7, 1))
    assert (t.otto.at, t.otto.hp, t.s.hand[0].size, t.s.mana) == ((7, 1), 34, 6, 4)
    t.end_turn().end_turn()
    assert (t.seat, t.s.mana) == (0, 3)


@clause("S-8.5")
def test_13_potions(stand):
    t = stand({"brandt": (1, 4), "otto": (4, 4)})
    t.brandt.hp, t.s.coins[0], t.s.potion[0] = 10, 8, 1
    assert "buy potion" not in t.can()
    t.do("drink")
    assert t.brandt.hp == 27
    t.do("buy potion")
    assert t.s.coins[0] == 3
    t.do("drink")
    assert t.brandt.hp == 33
    assert t.can() == {"end"}


@clause("S-2.4")
def test_14_late_draft_pick(stand):
    s = stand({"brandt": (1, 1), "otto": (4, 4)}).s
    assert [rarity_of_pick(s, 13, r) for r in (1, 5, 6, 100)] == [3, 3, 2, 2]
    assert [rarity_of_pick(s, 2, r) for r in (1, 30, 31, 100)] == [1, 1, 0, 0]
    assert [rarity_of_pick(s, 8, r) for r in (1, 10, 11, 50, 51)] == [2, 2, 1, 1, 0]
    assert [rarity_of_pick(s, 15, r) for r in (1, 100)] == [3, 3]


@clause("S-11.1", "S-11.2", "S-11.5")
def test_15_twentieth_enemy_in_mid_turn(stand):
    t = stand({"otto": (4, 4), "brandt": (5, 5), "mirel": (1, 1)}, {"mud_hog": (4, 5), "cave_bat": (7, 1)},
              hand=("c_lantern_toss", "c_coin_flick"))  # fmt: skip
    t.s.kills, t.mud_hog.hp = 19, 3
    t.play("c_lantern_toss", "mud_hog")
    assert (t.s.kills, t.s.raid, t.kind) == (20, 0, "main")
    t.play("c_coin_flick").do("end")
    assert "battle brandt" in t.can()
    t.do("decline")
    assert t.told("raid_start") == [(CAUSE.kills,)]
    assert (t.s.on >> 4, t.seat, t.s.lead, t.s.round) == (1, 1, 1, 1)


@clause("S-11.1", "S-11.6")
def test_16_third_down_in_the_enemy_phase(stand):
    t = stand({"otto": (1, 1), "brandt": (7, 7), "mirel": (4, 4)}, {"mud_hog": (4, 5), "cave_bat": (7, 6)})
    t.s.downs, t.mirel.hp, t.s.nth, t.s.turn = 2, 1, 2, 2
    t.brandt.hp = 1
    t.end_turn()
    assert t.brandt.hp == 1
    assert "event_drawn" not in t
    assert t.told("raid_start") == [(CAUSE.downs,)]
    assert (t.seat, t.s.gone) == (0, 0)
    t.end_turn().end_turn()
    assert (t.seat, t.kind) == (2, "corner")


@clause("S-1.11", "S-11.9", "S-11.11")
def test_17_poison_on_the_boss(stand):
    t = stand({"otto": (1, 1), "brandt": (7, 7)}).begin_raid()
    t.colossus.hp = 9
    t.s.poison[4, 0], t.s.poison[4, 1] = 5, 6
    tick(t.s, 4)
    assert (t.s.tally[0], t.s.tally[1], t.s.blow) == (5, 4, 2)
    assert t.s.ended == 1 + ENDED.boss_beaten


@clause("S-7.2", "S-5.4")
def test_18_boost(stand):
    t = stand({"nova": (4, 4), "otto": (1, 7)}, {"mud_hog": (4, 6)}, ("sr_amplifier", "r_blood_oath", "c_lantern_toss"))
    t.play("sr_amplifier").play("r_blood_oath")
    assert t.nova.hp == 33 - 4
    t.play("c_lantern_toss")
    assert t.mud_hog.hp == 20 - 7
    t.do("end")
    assert t.nova.hp == 33 - 4 - 6


@clause("S-11.10")
def test_19_truce(stand):
    t = stand({"otto": (4, 5), "brandt": (5, 5)}, hand=("c_firecracker", "c_pickpocket")).begin_raid(at=(4, 3))
    t.play("c_firecracker")
    assert (t.brandt.hp, t.colossus.hp) == (33, t.colossus.max_hp)
    t.play("c_pickpocket")
    assert t.s.coins[1] == 5
    assert not pieces_in(t.s, 0)
    t.otto.at = (4, 4)
    assert battle_targets(t.s) == 1 << 4


@clause("S-4.3", "S-4.4")
def test_20_moving(stand):
    t = stand(
        {"kuro": (1, 1), "otto": (7, 7)}, {"mud_hog": (2, 1)}, ("c_rush_cut", "c_wind_sling", "r_falcon_dive")
    ).do("c_rush_cut")
    assert t.can() == {"stay", (1, 2), "cancel"}
    t.do((1, 2)).play("c_wind_sling", move=(1, 4))
    assert (t.s.moved, t.mud_hog.hp) == (3, 20 - 4)
    t.mud_hog.at = (2, 4)
    t.do("r_falcon_dive")
    assert (4, 4) in t.can()
    assert t.s.row.card[0] == CARDS.index("c_rush_cut")
