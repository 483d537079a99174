"""S-9 to S-11, S-13: what enemies, events and bosses do, the end, and two soldiers each."""

from random import Random

import pytest

from taku.engine.options import OptionError
from taku.games.synegier import game
from taku.games.synegier.content import CONTENT
from taku.games.synegier.rules.chance import draw_event, expire_cycle
from taku.games.synegier.rules.damage import hurt
from taku.games.synegier.rules.enemies import enemy_acts, reinforce
from taku.games.synegier.rules.raid import boss_acts, boss_cell, boss_moves, raid_due, start_raid
from taku.games.synegier.rules.settlement import settle
from taku.games.synegier.state import CAUSE, ENDED
from taku.games.synegier.tables import FIELD
from tests.conftest import clause
from tests.games.synegier.field import FIGURES, RULES, column_row

FAR = {"otto": (1, 1), "brandt": (7, 7)}
EVENTS = [e.id for e in CONTENT.events]


@clause("S-9.4", "S-12.7")
def test_extra_enemies_stand_in_spawn_order(stand):
    t = stand(FAR, {"puddle_slime": (2, 2), "cave_bat": (3, 3), "mud_hog": (5, 5)})
    t.cave_bat.burn, t.s.poison[6, 1] = 2, 3
    t.s.on &= ~(1 << 4)
    reinforce(t.s, 2)
    assert [FIGURES[t.s.who[p]] for p in range(4, 8)] == ["cave_bat", "mud_hog", "shell_crab", "thorn_imp"]
    assert (t.s.burn[4], t.s.burn[5], t.s.poison[5, 1], t.s.poison[6, 1]) == (2, 0, 3, 0)
    reinforce(t.s, 5)
    assert bin(t.s.on >> 4).count("1") == 5
    t.s.on &= 0b1111
    t.s.spawned = 20
    reinforce(t.s, 1)
    assert t.s.on >> 4 == 0


@clause("S-9.7")
def test_an_enemy_jumps(stand):
    t = stand(FAR, {"mud_hog": (2, 2), "cave_bat": (5, 5)}).dice(4, 4)
    enemy_acts(t.s, 4)
    assert t.mud_hog.at not in ((2, 2), (5, 5))
    here = t.mud_hog.at
    t.dice(3, 6)
    enemy_acts(t.s, 4)
    assert t.mud_hog.at == (3, 7)
    assert here != t.mud_hog.at
    t.dice(3, 6)
    enemy_acts(t.s, 4)
    assert t.mud_hog.at == (3, 7)


def event(t, id_):
    """An event card is drawn."""
    t.s.events_left = 1 << EVENTS.index(id_)
    draw_event(t.s)
    return t


@clause("S-10.1")
def test_events_are_drawn_without_return(stand):
    t = stand(FAR, {"mud_hog": (4, 4)})
    drawn = []
    for _ in range(20):
        for p in range(2):
            t.s.hp[p] = t.s.max_hp[p]
        draw_event(t.s)
        drawn.append(t.s.event)
    assert sorted(drawn) == list(range(1, 21))
    draw_event(t.s)
    assert t.s.events_left.bit_count() == 19


@clause("S-10.2", "S-12.7", "S-12.9")
def test_what_lasts_until_the_next_event(stand):
    t = event(stand(FAR, {"mud_hog": (4, 4)}), "thick_fog")
    assert t.otto.now[0] == 11
    before = [t.s.shop[i] for i in range(3)]
    event(t, "caravan")
    assert (t.otto.now[0], t.s.sale) == (13, 1)
    assert [t.s.shop[i] for i in range(3)] != before
    event(t, "bounty_notice")
    assert (t.s.sale, t.s.bounty) == (0, 3)
    hurt(t.s, 4, 99, 1)
    settle(t.s)
    assert t.s.coins[0] == 5 + 5 + 3 + 3
    expire_cycle(t.s)
    assert t.s.bounty == 0


@clause("S-10.3")
def test_event_damage_leaves_the_last_hp(stand):
    t = stand(FAR)
    t.otto.hp, t.otto.shield, t.brandt.hp = 2, 1, 20
    event(t, "high_tide")
    assert (t.otto.hp, t.otto.shield, t.brandt.hp) == (1, 0, 16)
    event(t.dice(1), "thunderstorm")
    assert (t.otto.hp, t.otto.shock, t.brandt.shock) == (1, 2, 0)


@clause("S-10.3")
@pytest.mark.parametrize(("id_", "check"), [
    ("field_kitchen", lambda t: t.otto.hp == 15),
    ("tailwind", lambda t: (t.s.charge[0], t.s.charge[1]) == (1, 1)),
    ("blood_moon", lambda t: t.mud_hog.now == (16, 3)),
    ("brittle_frost", lambda t: t.mud_hog.now == (12, 0)),
    ("tax_day", lambda t: (t.s.coins[0], t.s.coins[1]) == (6, 5)),
    ("alms", lambda t: (t.s.coins[0], t.s.coins[1]) == (9, 9)),
    ("underdog", lambda t: (t.otto.level, t.brandt.level) == (2, 3)),
    ("quake", lambda t: t.mud_hog.at != (4, 4)),
    ("whirlwind", lambda t: t.otto.shield + t.brandt.shield == 4),
    ("wildfire", lambda t: (t.otto.burn, t.brandt.burn) == (0, 2)),
    ("supply_drop", lambda t: (t.s.hand[0].size, t.s.hand[1].size) == (1, 0)),
    ("ambush", lambda t: t.s.spawned == 2),
    ("armory", lambda t: (t.otto.now, t.brandt.now) == ((16, 12), (11, 8))),
    ("healing_spring", lambda t: (t.otto.hp, t.otto.shock) == (22, 0)),
    ("guardian_wind", lambda t: (t.otto.shield, t.brandt.shield) == (5, 5)),
])  # fmt: skip
def test_events(stand, id_, check):
    t = stand({"otto": (1, 1), "brandt": (6, 6)}, {"mud_hog": (4, 4)}).pile("deck", "c_tripwire")
    t.otto.hp, t.otto.max_hp, t.s.coins[0], t.brandt.level = 10, 40, 9, 3
    event(t, id_)
    assert check(t), (t.otto.hp, t.otto.now, t.mud_hog.now)


@clause("S-10.4")
def test_events_in_the_raid(stand):
    t = stand(FAR).begin_raid()
    atk = t.colossus.now[0]
    event(event(event(t, "ambush"), "bounty_notice"), "blood_moon")
    assert (t.s.on >> 4, t.s.bounty, t.colossus.now[0]) == (1, 0, atk + 4)
    event(t, "quake")
    assert t.colossus.at == (4, 4)
    for on, drawn in ((True, 1), (False, 0)):
        t = stand(FAR, raid_events=on).begin_raid().end_turn().end_turn()
        assert len(t.told("event_drawn")) == drawn
    t = stand(FAR, {"mud_hog": (4, 4)}, events=False).end_turn().end_turn()
    assert "event_drawn" not in t


# ---- the raid ---------------------------------------------------------------------------------------------------


@clause("S-11.1")
def test_why_the_raid_begins(stand):
    s = stand(FAR, raid_kills=7, raid_downs=2, sweep_rounds=9).s
    assert raid_due(s, 8) == 0
    assert raid_due(s, 9) == 1 + CAUSE.rounds
    s.downs = 2
    assert raid_due(s, 9) == 1 + CAUSE.downs
    s.kills = 7
    assert raid_due(s, 0) == 1 + CAUSE.kills
    t = stand(FAR, {"mud_hog": (4, 4)}, sweep_rounds=8)
    t.s.round = 8
    t.end_turn().end_turn()
    assert t.told("raid_start") == [(CAUSE.rounds,)]


@clause("S-11.2", "S-11.3", "S-11.4")
@pytest.mark.parametrize("boss", ["colossus", "reaver", "wyvern", "sovereign"])
def test_a_boss_appears(stand, boss):
    t = stand(FAR, {"mud_hog": (2, 2)}, boss=boss, boss_hp_percent=150, field_size=6).dice(1, 2, 3)
    t.otto.hp = 9
    start_raid(t.s, 0, 1)
    row = next(b for b in CONTENT.bosses if b.id == boss)
    piece = getattr(t, boss)
    assert piece.hp == piece.max_hp == (row.hp[0] * 3 + 1) // 2
    assert piece.now == (row.atk[1], row.defence[2])
    assert piece.at in {(3, 3), (3, 4), (4, 3), (4, 4)}
    assert (t.s.lead, t.otto.hp, t.s.on) == (1, 9, 0b10011)


@clause("S-11.3")
def test_any_boss_may_come(stand):
    found = set()
    for seed in range(40):
        t = stand(FAR)
        RULES.key(t.s, Random(seed).randbytes(16))
        start_raid(t.s, 0, 0)
        found.add(FIGURES[t.s.who[4]])
    assert found == {"colossus", "reaver", "wyvern", "sovereign"}


@clause("S-11.4")
def test_the_boss_cells_may_be_taken(stand):
    t = stand({"otto": (3, 3), "brandt": (3, 5), "mirel": (5, 3), "kuro": (5, 5)})
    assert column_row(boss_cell(t.s)) == (4, 4)
    t.kuro.at = (1, 1)
    assert {column_row(boss_cell(t.s)) for _ in range(9)} == {(5, 5)}
    t = stand({"otto": (3, 3), "brandt": (3, 4), "mirel": (4, 3), "kuro": (4, 4)}, field_size=6)
    assert column_row(boss_cell(t.s)) in {(2, 3), (2, 4), (3, 2), (4, 2), (5, 3), (5, 4), (3, 5), (4, 5)}
    assert t.s.board == FIELD.six


@clause("S-11.7", "S-11.8")
def test_the_boss_attacks_and_moves(stand):
    t = stand({"otto": (4, 4), "brandt": (6, 6), "mirel": (4, 5)}).begin_raid(at=(4, 3))
    t.colossus.atk, t.colossus.burn = 20, 2
    boss_acts(t.s)
    assert (t.otto.hp, t.brandt.hp, t.mirel.hp) == (37 - 11, 33, 31 - 12)
    assert t.colossus.burn == 1
    x, y = t.colossus.at
    assert abs(x - 4) + abs(y - 3) == 2


@clause("S-11.8")
def test_a_hunter_goes_where_it_reaches_the_most(stand):
    t = stand({"otto": (1, 3), "brandt": (6, 4), "mirel": (6, 6)}).begin_raid("wyvern", at=(4, 4))
    boss_moves(t.s, 1)
    assert t.wyvern.at in {(5, 5), (4, 6)}
    t = stand({"otto": (1, 1), "brandt": (7, 7), "mirel": (7, 1)}).begin_raid("wyvern", at=(4, 4))
    t.s.hp[0] = t.s.hp[1] = t.s.hp[2] = 90
    boss_acts(t.s)
    assert t.wyvern.at is not None


@clause("S-11.8", "S-12.8")
def test_a_boss_stays_where_it_is(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7)}, {}, ("r_mirror_lake", "r_shield_bash")).begin_raid(at=(4, 3))
    t.play("r_shield_bash").play("r_mirror_lake")
    assert (t.otto.at, t.colossus.at) == ((4, 4), (4, 3))


@clause("S-11.6")
def test_who_goes_down_in_the_raid_is_out(stand):
    t = stand({"otto": (4, 4), "brandt": (7, 7), "mirel": (1, 1)}).begin_raid(at=(4, 3))
    hurt(t.s, 0, 99, 0)
    settle(t.s)
    t.s.tally[0] = 7
    t.s.cut = 1
    t.s.ask = 0
    t.go_on()
    assert (t.s.out, t.seat) == (1, 1)
    t.end_turn().end_turn()
    assert (t.seat, t.s.round, t.s.tally[0]) == (1, 2, 7)


@clause("S-11.9", "S-11.11", "S-11.12")
def test_the_boss_is_beaten(stand):
    t = stand({"otto": (4, 4), "brandt": (1, 1), "mirel": (7, 7)}, hand=("c_lantern_toss",)).begin_raid(at=(4, 3))
    t.colossus.hp, t.s.tally[1] = 3, 3
    t.play("c_lantern_toss")
    assert t.over
    assert t.told("match_end") == [(ENDED.boss_beaten,)]
    assert t.s.tally[0] == 3
    assert RULES.scores(t.s) == [1, 2, 3]  # the finishing blow


@clause("S-11.11")
def test_the_raid_ends_after_its_rounds_or_when_all_are_out(stand):
    t = stand(FAR, raid_rounds=3).begin_raid()
    for _ in range(6):
        t.s.hp[0] = t.s.hp[1] = 30
        t.end_turn()
    assert (t.over, t.s.ended) == (True, 1 + ENDED.raid_rounds)
    t = stand(FAR).begin_raid()
    hurt(t.s, 0, 99, 0)
    hurt(t.s, 1, 99, 0)
    settle(t.s)
    t.s.ask = 0
    assert t.go_on().over
    assert t.s.ended == 1 + ENDED.all_out


@clause("S-11.12")
@pytest.mark.parametrize(("fields", "ranks"), [
    ({"tally": (5, 9)}, [2, 1]),
    ({"own_kills": (4, 3)}, [1, 2]),
    ({"own_downs": (1, 0)}, [2, 1]),
    ({"coins": (9, 8)}, [1, 2]),
    ({}, [1, 1]),
])  # fmt: skip
def test_the_ranking(stand, fields, ranks):
    t = stand(FAR)
    t.s.ended = 1 + ENDED.raid_rounds
    for name, values in fields.items():
        for seat, n in enumerate(values):
            getattr(t.s, name)[seat] = n
    assert RULES.scores(t.s) == ranks
    t.s.opt.raid_fail = 1
    assert RULES.scores(t.s) == [1, 1]


@clause("S-11.13")
def test_without_a_raid(stand):
    t = stand(FAR, {"mud_hog": (4, 4)}, raid=False)
    t.s.kills, t.s.own_kills[0], t.s.own_kills[1] = 20, 9, 9
    t.brandt.level = 4
    t.end_turn()
    assert (t.over, t.s.ended) == (True, 1 + ENDED.no_raid)
    assert RULES.scores(t.s) == [2, 1]
    t.otto.level = 4
    t.s.own_downs[1] = 1
    assert RULES.scores(t.s) == [1, 2]


# ---- two soldiers each ------------------------------------------------------------------------------------------

PAIRS = {"otto": (4, 4), "brandt": (4, 5), "mirel": (7, 7), "kuro": (1, 1)}


def pairs(stand, *args, **options):
    return stand(PAIRS, *args, seats=2, soldiers_per_player=2, **options)


@clause("S-13.2")
def test_the_other_soldier_is_neither_foe_nor_rival(stand):
    t = pairs(stand, {"mud_hog": (5, 4)}, ("c_firecracker", "c_lantern_toss"))
    t.play("c_firecracker")
    assert (t.brandt.hp, t.mud_hog.hp) == (33, 17)
    t.do("end")
    assert t.choices() == ["decline", "battle mud_hog"]
    t.end_turn()
    assert (t.seat, t.choices()) == (1, ["mirel", "kuro"])


@clause("S-13.3")
def test_rewards_and_ticks_of_two(stand):
    t = pairs(stand, {"mud_hog": (5, 4)})
    t.s.active[0] = 1
    t.s.poison[4, 0] = 9
    t.mud_hog.hp, t.otto.burn, t.brandt.burn = 5, 2, 2
    t.end_turn()
    assert (t.otto.burn, t.brandt.burn) == (1, 1)
    t.do("kuro").end_turn()
    assert (t.otto.level, t.brandt.level) == (1, 2)


@clause("S-13.4", "S-7.9")
def test_downs_of_two(stand):
    t = pairs(stand, {"mud_hog": (5, 4)}).pile("deck", *["c_tripwire"] * 9)
    hurt(t.s, 0, 99, 0)
    hurt(t.s, 1, 99, 0)
    settle(t.s)
    assert (t.s.downs, t.s.cut) == (2, 1)
    t.s.ask = 0
    t.go_on()
    t.s.on &= ~(1 << 4)
    t.do("mirel").end_turn()
    assert (t.seat, t.kind) == (0, "corner")
    hand = t.s.hand[0].size
    t.do((7, 1))  # one corner is left for the other
    assert t.kind == "active"
    t.do("brandt")
    assert (t.s.mana, t.s.hand[0].size, t.brandt.at) == (4, hand + 1, (1, 7))
    t = pairs(stand).begin_raid(at=(2, 4))
    hurt(t.s, 0, 99, 0)
    settle(t.s)
    assert t.s.out == 0
    hurt(t.s, 1, 99, 0)
    settle(t.s)
    assert t.s.out == 1


@clause("S-13.1")
def test_two_soldiers_are_for_two_players():
    with pytest.raises(OptionError):
        game.read_options({"soldiers_per_player": 2}, 3)
