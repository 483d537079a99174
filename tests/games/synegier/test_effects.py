"""S-1, S-12: the words of effects."""

import pytest

from taku.games.synegier.content import CONDITION, CONTENT, DURATION, OP
from taku.games.synegier.rules.selectors import NO_YOU, select
from taku.games.synegier.rules.words import affect, holds
from taku.games.synegier.tables import SELECT_OF
from tests.conftest import clause
from tests.games.synegier.field import FIGURES

SELECTORS = ["", *(s.id for s in CONTENT.selectors)]
HERE = {"otto": (4, 4), "brandt": (6, 4), "mirel": (1, 1)}
FOES = {"mud_hog": (4, 5), "cave_bat": (5, 6), "thorn_imp": (4, 1)}


def chosen(t, selector, p=0):
    bits = select(t.s, p, SELECTORS.index(selector))
    return {FIGURES[t.s.who[q]] for q in range(9) if (bits >> q) & 1}


@clause("S-12.2", "S-1.9", "S-12.3")
@pytest.mark.parametrize(("selector", "found"), [
    ("you", {"otto"}),
    ("foe_near", {"mud_hog"}),
    ("foe_far", {"mirel"}),
    ("foe_weak", {"cave_bat"}),
    ("foe_strong", {"brandt"}),
    ("foes_around", {"mud_hog"}),
    ("foes_d2", {"mud_hog", "brandt"}),
    ("foes_d3", {"mud_hog", "brandt", "cave_bat", "thorn_imp"}),
    ("foes_line", {"mud_hog", "brandt", "thorn_imp"}),
    ("enemy_near", {"mud_hog"}),
    ("enemies_all", {"mud_hog", "cave_bat", "thorn_imp"}),
    ("rival_near", {"brandt"}),
    ("rival_top", {"mirel"}),
    ("rivals_d3", {"brandt"}),
    ("soldiers_all", {"otto", "brandt", "mirel"}),
    ("you_near", {"otto", "mud_hog"}),
    ("foe_pick_d2", {"mud_hog", "brandt"}),
])  # fmt: skip
def test_selectors(stand, selector, found):
    t = stand(HERE, FOES)
    t.cave_bat.hp, t.mirel.level = 3, 2
    assert chosen(t, selector) == found


@clause("S-12.2")
def test_a_random_foe_is_any_of_them(stand):
    t = stand(HERE, FOES)
    found = set().union(*(chosen(t, "foe_random") for _ in range(60)))
    assert found == {"mud_hog", "cave_bat", "thorn_imp", "brandt", "mirel"}


@clause("S-12.3")
def test_ties(stand):
    t = stand({"otto": (4, 4), "brandt": (1, 7)}, {"mud_hog": (4, 5), "cave_bat": (5, 4), "thorn_imp": (4, 3)})
    assert chosen(t, "foe_near") == {"thorn_imp"}  # the same HP: the upper row
    t.cave_bat.hp = 19
    assert chosen(t, "foe_near") == {"cave_bat"}
    t.mud_hog.hp = 19
    assert chosen(t, "foe_weak") == {"cave_bat"}


@clause("S-12.2", "S-12.3", "S-10.3")
def test_selectors_of_events(stand):
    t = stand(HERE, FOES)
    t.s.coins[0] = t.s.coins[1] = 9
    t.brandt.level = 2
    t.mirel.hp = 4
    assert chosen(t, "ev_rich", NO_YOU) == {"otto", "brandt"}
    assert chosen(t, "ev_poor", NO_YOU) == {"mirel"}
    assert chosen(t, "ev_low", NO_YOU) == {"otto", "mirel"}
    assert chosen(t, "ev_weakest", NO_YOU) == {"mirel"}
    assert chosen(t, "ev_rim", NO_YOU) == {"mirel"}
    assert chosen(t, "ev_inner", NO_YOU) == {"otto", "brandt"}
    assert chosen(t, "ev_soldiers", NO_YOU) == {"otto", "brandt", "mirel"}
    t.s.out = 0b001
    t.s.on &= ~0b010
    assert chosen(t, "ev_rich", NO_YOU) == {"brandt"}
    assert chosen(t.dice(4), "ev_column", NO_YOU) == {"cave_bat"}
    assert SELECT_OF[0, 0] == 0


def op(t, word, target, n=0, duration="", p=0):
    """One op of the first soldier."""
    affect(t.s, p, getattr(t, target).p, getattr(OP, word), n, getattr(DURATION, duration) if duration else 0)
    return t


@clause("S-12.4", "S-1.10", "S-1.11", "S-7.2")
def test_ops_on_any_piece(stand):
    t = stand(HERE, FOES)
    op(t, "damage", "mud_hog", 4)
    assert t.mud_hog.hp == 16
    op(t, "strike", "mud_hog", 2)
    assert t.mud_hog.hp == 16 - (13 + 2 - 3)
    op(t, "strike", "otto", 9)
    assert t.otto.hp == 37
    op(t, "heal", "mud_hog", 90)
    assert t.mud_hog.hp == 20
    op(t, "vigor", "brandt", 4)
    assert (t.brandt.max_hp, t.brandt.hp) == (37, 37)
    for _ in range(3):
        op(op(op(t, "burn", "mud_hog", 4), "shock", "mud_hog", 2), "poison", "mud_hog", 4)
    assert (t.mud_hog.burn, t.mud_hog.shock, t.mud_hog.poison) == (9, 6, [9, 0, 0])
    assert t.mud_hog.now == (6, 0)
    op(t, "cleanse", "mud_hog")
    assert (t.mud_hog.now, t.mud_hog.poison) == ((12, 3), [0, 0, 0])


@clause("S-12.9", "S-1.10")
@pytest.mark.parametrize(("duration", "left"), [("turn", 11), ("round", 14), ("game", 14), ("cycle", 14)])
def test_durations(stand, duration, left):
    t = stand({"otto": (1, 1), "brandt": (7, 7)}, {"mud_hog": (4, 4)})
    op(t, "atk", "brandt", 3, duration)
    assert t.brandt.now == (14, 8)
    t.end_turn()
    assert t.brandt.now[0] == left
    if duration == "round":
        t.end_turn()
        assert t.brandt.now[0] == 11


@clause("S-12.9")
def test_a_round_change_ends_also_when_the_turn_is_skipped(stand):
    t = stand({"otto": (1, 1), "brandt": (7, 7), "mirel": (4, 4)}, {"mud_hog": (4, 1)})
    op(t, "def_", "brandt", -4, "round")
    t.s.out = 1
    t.s.on &= ~1
    t.end_turn().end_turn().end_turn()
    assert (t.seat, t.brandt.now[1]) == (1, 8)


@clause("S-12.5")
def test_ops_on_soldiers(stand):
    t = stand(HERE, FOES).pile("deck", *["c_tripwire"] * 3, seat=1).hand("c_hex_doll", "c_rush_cut", seat=1)
    for word in ("shield", "draw", "discard", "charge", "coin", "steal", "level"):
        before = t.s.bytes()
        op(t, word, "mud_hog", 2)
        assert t.s.bytes() == before
    op(t, "shield", "brandt", 20)
    op(t, "shield", "brandt", 20)
    assert t.brandt.shield == 30
    op(t, "draw", "brandt", 2)
    assert (t.s.hand[1].size, t.s.deck[1].size) == (4, 1)
    op(t, "discard", "brandt", 3)
    assert (t.s.hand[1].size, t.s.trash[1].size) == (1, 3)
    op(t, "charge", "brandt", 9)
    assert t.s.charge[1] == 3
    op(t, "coin", "brandt", 98)
    assert t.s.coins[1] == 99
    op(t, "steal", "brandt", 4)
    op(t, "steal", "otto", 4)
    assert (t.s.coins[0], t.s.coins[1]) == (9, 95)
    op(t, "coin", "otto", -20)
    assert t.s.coins[0] == 0
    op(t, "level", "brandt", 2)
    assert t.brandt.level == 3


@clause("S-12.6")
def test_ops_on_you_only(stand):
    t = stand(HERE, FOES)
    for word in ("mana", "stock", "pierce", "evade", "reach", "again", "boost"):
        before = t.s.bytes()
        op(t, word, "brandt", 2)
        assert t.s.bytes() == before
        op(t, word, "otto", 2)
    s = t.s
    assert (s.mana, s.stock, s.pierce, s.evade, s.reach, s.again, s.boost) == (5, 2, 1, 1, 2, 2, 2)
    for word in ("stock", "again"):
        op(op(t, word, "otto", 2), word, "otto", 2)
    assert (s.stock, s.again) == (3, 2)
    t = stand(HERE, FOES).do("end")
    op(t, "mana", "otto", 2)
    assert t.s.mana == 3


@clause("S-12.8")
def test_push_and_pull(stand):
    t = stand(HERE, FOES)
    op(t, "push", "mud_hog", 1)
    assert t.mud_hog.at == (4, 6)
    op(t, "push", "mud_hog", 5)
    assert t.mud_hog.at == (4, 7)
    op(t, "pull", "brandt", 5)
    assert t.brandt.at == (5, 4)
    t.cave_bat.at = (5, 5)
    op(t, "push", "cave_bat", 1)  # |dx| = |dy|: along its row
    assert t.cave_bat.at == (6, 5)
    op(t, "push", "otto", 2)
    assert t.otto.at == (4, 4)
    t.thorn_imp.at = (4, 3)
    t.mirel.at = (4, 2)
    op(t, "push", "thorn_imp", 2)
    assert t.thorn_imp.at == (4, 3)


@clause("S-12.8", "S-1.1")
def test_warp_swap_and_blink(stand):
    t = stand(HERE, FOES, ("r_warp_step", "r_mirror_lake"))
    cells = set()
    for _ in range(80):
        op(t, "warp", "mud_hog")
        cells.add(t.mud_hog.at)
    assert all(4 not in at for at in cells)
    assert len(cells) > 20
    op(t, "swap", "brandt")
    assert (t.otto.at, t.brandt.at) == ((6, 4), (4, 4))
    t.mud_hog.at = (7, 7)
    t.do("r_warp_step", "stay")
    assert t.kind == "cell"
    assert "leave" in t.can()
    assert (4, 4) not in t.can()
    assert (3, 4) in t.can()
    assert (2, 4) not in t.can()
    t.do((3, 4))
    assert (t.otto.at, t.kind, t.s.moved) == ((3, 4), "main", 0)


@clause("S-12.8", "S-5.5")
def test_a_link_may_move_others(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (4, 5)}, ("c_grapple_line", "c_lucky_charm"))
    t.play("c_grapple_line").play("c_lucky_charm").do("end")
    assert t.kind == "cell"
    t.do((5, 5))
    assert t.otto.at == (5, 5)


@clause("S-12.10")
def test_counts(stand):
    t = stand(HERE, FOES, ("c_pickpocket", "r_chain_lightning", "r_gamblers_die"), mana=6).dice(5)
    t.play("c_pickpocket").play("r_chain_lightning")
    assert t.mud_hog.hp == 20 - (4 + 2 * 2)
    t.s.on &= ~0b101100110
    t.play("r_gamblers_die")
    assert sum(p.hp for p in (t.mud_hog,)) == 12 - 7


@clause("S-12.11")
def test_conditions(stand):
    t = stand(HERE, FOES)
    for name in ("ailing", "weak10", "low_level", "rim", "hp_half", "moved4"):
        number = getattr(CONDITION, name)
        who = t.mud_hog if name in ("ailing", "weak10") else t.otto
        assert holds(t.s, 0, who.p, number) == (name == "low_level")
    t.mud_hog.hp, t.mud_hog.shock, t.otto.level, t.otto.hp, t.s.moved = 10, 1, 2, 18, 4
    t.otto.at = (1, 4)
    for name in ("ailing", "weak10", "rim", "hp_half", "moved4"):
        assert holds(t.s, 0, t.mud_hog.p if name in ("ailing", "weak10") else 0, getattr(CONDITION, name))
    assert not holds(t.s, 0, 0, CONDITION.low_level)
    t.s.on &= ~0b110
    assert not holds(t.s, 0, 0, CONDITION.low_level)


@clause("S-12.11", "S-4.6")
def test_conditions_of_parts(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {"mud_hog": (5, 5)}, ("c_night_blade", "r_war_chest"))
    t.play("c_night_blade")
    assert t.mud_hog.hp == 17
    t.hand("c_night_blade", "r_war_chest")
    t.mud_hog.burn = 1
    t.play("c_night_blade").play("r_war_chest")
    assert (t.mud_hog.hp, t.s.coins[0]) == (11, 6)
    t.otto.at = (1, 4)
    t.hand("r_war_chest").play("r_war_chest")
    assert t.s.coins[0] == 9


@clause("S-12.13", "S-11.10")
def test_harm_skips_others_soldiers_under_the_truce(stand):
    t = stand({"otto": (4, 4), "brandt": (4, 5), "mirel": (1, 1)}, {}, ("c_oil_flask", "c_hex_doll"))
    t.begin_raid(at=(4, 3)).play("c_oil_flask").play("c_hex_doll")
    assert (t.colossus.burn, t.brandt.burn) == (3, 0)
    t = stand({"otto": (4, 4), "brandt": (4, 5)}, {}, ("c_oil_flask",), raid_truce=False).begin_raid(at=(4, 3))
    assert t.do("c_oil_flask", "stay").can() == {"colossus", "brandt"}
