"""S-5, S-6, S-7: linking, Battle, damage, downs."""

from importlib import import_module

import pytest

from taku.games.synegier.content import TRIGGER
from taku.games.synegier.rules.damage import hurt, level_up
from taku.games.synegier.rules.settlement import settle
from tests.conftest import clause
from tests.games.synegier.field import RULES

FAR = {"otto": (1, 1), "brandt": (7, 7)}


@clause("S-5.5", "S-12.10")
def test_targets_are_selected_when_the_effect_resolves(stand):
    """The nearest enemy is felled by the first link; the second finds another, and counts itself."""
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (4, 6), "cave_bat": (1, 7)},
              ("c_signal_flag", "r_barbed_arrow"), mana=6)  # fmt: skip
    t.mud_hog.hp = 4
    t.play("c_signal_flag").hand("c_rolling_stone")
    t.play("c_rolling_stone")
    assert t.mud_hog.hp == 1
    t.do("end")
    assert [told[3:] for told in t.told("link")] == [(2, 1)]
    assert t.mud_hog.at is None
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {}, ("c_smoke_veil", "c_stone_wall"))
    t.play("c_smoke_veil").play("c_stone_wall").do("end")
    assert [told[4] for told in t.told("link")] == [1]
    assert "no_target" in t
    assert t.s.links in (0, 1)


@clause("S-5.6")
def test_the_link_ability_comes_after_each_effect(stand):
    t = stand({"mirel": (4, 4), "brandt": (1, 7)}, {"mud_hog": (4, 6)}, ("c_field_notes", "c_trail_rations"))
    t.play("c_field_notes").play("c_trail_rations").do("end")
    assert t.mud_hog.hp == 18
    assert t.told("core_ability")


@clause("S-6.1")
def test_battle_is_once_with_a_foe_around(stand):
    t = stand({"otto": (4, 4), "brandt": (4, 6)}, {"mud_hog": (5, 5), "cave_bat": (4, 7)}).do("end")
    assert t.choices() == ["decline", "battle mud_hog"]
    t.do("battle mud_hog")
    assert t.seat == 1
    t = stand({"otto": (4, 4), "brandt": (4, 6)}, {"cave_bat": (4, 7)}).do("end")
    assert t.seat == 1


@clause("S-6.1", "S-12.6")
def test_again_and_reach(stand):
    t = stand({"otto": (4, 4), "brandt": (4, 6)}, {"mud_hog": (5, 5), "cave_bat": (4, 7)},
              ("r_twin_fang", "sr_sniper_perch"), mana=6)  # fmt: skip
    t.play("r_twin_fang").play("sr_sniper_perch").do("end")
    assert t.choices() == ["decline", "battle mud_hog", "battle brandt", "battle cave_bat"]
    t.do("battle cave_bat")
    assert (t.kind, t.otto.hp) == ("battle", 37)  # evade
    t.do("battle cave_bat")
    assert t.seat == 1
    t = stand({"lyra": (4, 4), "brandt": (4, 6)}, {"cave_bat": (4, 7)}).do("end")
    assert t.choices() == ["decline", "battle brandt"]


@clause("S-6.3")
def test_abilities_come_before_damage(stand):
    t = stand({"otto": (4, 4), "selma": (5, 5)}).do("end", "battle selma")
    assert (t.s.poison[0, 1], t.s.poison[1, 0]) == (1, 0)  # S-1.11: the tick came at the end of the turn
    t = stand({"mirel": (4, 4), "gunnar": (5, 5)})
    t.gunnar.hp = 18
    before = t.mirel.hp
    t.do("end", "battle gunnar")
    assert t.told("battle")[0][3] == 12 + 7 - 8
    assert before - t.mirel.hp == 11


@clause("S-6.3")
def test_who_leaves_by_an_ability_deals_nothing(stand, monkeypatch):
    t = stand({"otto": (4, 4), "brandt": (5, 5)})

    def fells(s, p, trigger):
        if p == 1:
            hurt(s, 0, 99, 2)

    monkeypatch.setattr(import_module("taku.games.synegier.rules.battle"), "use_core", fells)
    t.do("end", "battle brandt")
    assert "battle_off" in t
    assert t.brandt.hp == 33


@clause("S-6.4")
def test_pierce_and_evade(stand):
    t = stand({"otto": (4, 4), "brandt": (5, 5)}, hand=("le_void_sigil",)).play("le_void_sigil")
    t.do("end", "battle brandt")
    assert t.told("battle")[0][2:] == (13, 0)


@clause("S-6.2", "S-6.5", "S-7.7", "S-7.8")
def test_a_soldier_goes_down(stand):
    t = stand({"otto": (4, 4), "brandt": (5, 5)})
    t.brandt.hp, t.brandt.burn, t.s.atk_cycle[1], t.brandt.level, t.s.coins[1] = 2, 4, 3, 5, 7
    t.do("end", "battle brandt")
    assert (t.brandt.at, t.brandt.hp, t.brandt.burn, t.s.atk_cycle[1], t.brandt.level) == (None, 0, 0, 0, 5)
    assert (t.s.downs, t.s.own_downs[1], t.s.coins[1], t.s.coins[0]) == (1, 1, 3, 9)
    assert t.otto.level == 1


@clause("S-7.1", "S-1.12")
def test_shield_absorbs_first(stand):
    t = stand(FAR)
    t.otto.shield = 5
    hurt(t.s, 0, 8, 0)
    assert (t.otto.shield, t.otto.hp) == (0, 34)
    t.otto.shield = 50
    t.s.shield[0] = 3
    hurt(t.s, 0, 99, 0)
    assert t.otto.hp == 0


@clause("S-7.3", "S-1.11", "S-7.5")
def test_poison_is_credited_to_its_giver(stand):
    t = stand({"otto": (1, 1), "brandt": (7, 7)}, {"mud_hog": (4, 4)})
    t.mud_hog.hp = 5
    t.s.poison[4, 0], t.s.poison[4, 1] = 4, 3
    t.end_turn().end_turn()
    assert (t.s.own_kills[0], t.s.own_kills[1], t.s.kills) == (0, 1, 1)
    assert (t.brandt.level, t.s.coins[1]) == (2, 10)


@clause("S-7.5")
def test_who_is_felled_by_nobody_counts(stand):
    t = stand(FAR, {"mud_hog": (4, 4)})
    hurt(t.s, 4, 99, 0)
    settle(t.s)
    assert (t.s.kills, t.s.own_kills[0], t.s.on) == (1, 0, 3)
    hurt(t.s, 0, 99, 1)
    t.s.coins[0] = 8
    settle(t.s)
    assert t.s.coins[0] == 8  # S-7.8: one robs nobody of oneself


@clause("S-7.6")
def test_levels(stand):
    t = stand(FAR, level_cap=5)
    t.otto.hp = 0
    level_up(t.s, 0)
    assert (t.otto.level, t.otto.max_hp, t.otto.hp, t.otto.atk, t.otto.defence) == (2, 39, 0, 14, 10)
    t.otto.hp = 10
    level_up(t.s, 0)
    assert t.otto.hp == 12
    for _ in range(5):
        level_up(t.s, 0)
    assert (t.otto.level, t.otto.max_hp) == (5, 45)


@clause("S-7.4", "S-12.12")
def test_the_kill_ability_comes_before_the_own_down(stand):
    t = stand({"otto": (4, 4), "brandt": (1, 7)}, {"mud_hog": (5, 5)})
    t.otto.hp, t.mud_hog.hp, t.mud_hog.atk = 1, 1, 40
    t.do("end", "battle mud_hog")
    assert (t.otto.at, t.s.coins[0]) == (None, 5 + 5 + 3)


@clause("S-12.12")
@pytest.mark.parametrize(("soldier", "trigger", "before", "after"), [
    ("priya", TRIGGER.turn_start, {"hp": 20}, {"hp": 25}),
    ("hagane", TRIGGER.turn_end, {}, {"shield": 7}),
    ("rook", TRIGGER.entered, {}, {"atk": 13, "defence": 10}),
    ("rook", TRIGGER.turn_start, {"level": 3}, {"atk_turn": 0}),
    ("rook", TRIGGER.turn_start, {}, {"atk_turn": 3}),
    ("kuro", TRIGGER.attack, {}, {"atk_turn": 0}),
    ("gunnar", TRIGGER.battle, {"hp": 19}, {"atk_turn": 0}),
    ("gunnar", TRIGGER.battle, {"hp": 18}, {"atk_turn": 7}),
])  # fmt: skip
def test_core_abilities(stand, soldier, trigger, before, after):
    t = stand({soldier: (4, 4), "brandt": (7, 7)})
    piece = getattr(t, soldier)
    for name, n in before.items():
        setattr(piece, name, n)
    t.core(soldier, trigger)
    assert {name: getattr(piece, name) for name in after} == after


@clause("S-12.12", "S-12.11")
def test_kuro_slips_away_after_moving_4d(stand):
    t = stand({"kuro": (4, 4), "brandt": (7, 7)})
    t.s.moved = 4
    t.core("kuro", TRIGGER.attack)
    assert (t.kuro.atk_turn, t.s.evade) == (2, 1)
    t.core("kuro", TRIGGER.attack)
    assert t.kuro.atk_turn == 4  # S-12.12: one that fires twice applies twice


@clause("S-11.14")
def test_who_resigns_is_out(stand, new):
    t = stand({"otto": (1, 1), "brandt": (7, 7), "mirel": (4, 4)}, {"mud_hog": (4, 1)}).do("end")
    RULES.resign(t.s, 0)
    assert (t.otto.at, t.s.out, t.seat) == (None, 1, 1)
    t.s.own_kills[0] = 9
    t.end_turn().end_turn()
    assert (t.seat, t.s.round) == (1, 2)
    RULES.resign(t.s, 2)
    assert t.over
    assert RULES.scores(t.s) == [2, 1, 2]
    t = new(3)
    RULES.resign(t.s, 1)
    while t.s.ask <= 2:
        for seat in RULES.acting(t.s):
            assert seat != 1
            RULES.act(t.s, seat, RULES.default(t.s, seat))
    assert (t.s.out, bin(t.s.on & 15).count("1")) == (2, 2)
