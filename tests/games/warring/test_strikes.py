"""W-9 and W-13: strikes, damage, volleys and morale."""

import pytest

from taku.games.warring.rules import strikes
from taku.games.warring.rules.strikes import damage_of, from_front
from tests.conftest import clause
from tests.games.warring.battle import battle, stir

TABLE = [
    (200, 100, 60, 50, 40, 30, 20),
    (400, 200, 130, 100, 80, 60, 50),
    (600, 300, 200, 150, 120, 100, 80),
    (800, 400, 260, 200, 160, 130, 110),
    (1000, 500, 330, 250, 200, 160, 140),
    (1200, 600, 400, 300, 240, 200, 170),
    (1400, 700, 460, 350, 280, 230, 200),
]


@clause("W-9.1")
def test_a_troop_strikes_once_a_turn():
    b = battle({2: "I5,9 I6,9"}, {2: "I5,8 I6,8"})
    b.s.struck[0] = 1 << b.south[5, 9].number
    b.end()
    assert (b.north[5, 8].strength, b.north[6, 8].strength) == (1000, 800)


@clause("W-9.2")
def test_range_sight_and_all_round():
    b = battle({2: "A5,12 S5,13"}, {2: "I5,8 I5,7"}).end()
    assert b.north[5, 8].strength == 700  # distance 4
    b = battle({2: "A5,12 S5,13"}, {2: "I4,8 I4,7"}).end()
    assert b.north[4, 8].strength == 1000  # distance 5
    b = battle({2: "I5,9 I6,9"}, {2: "I5,10 I6,10"}).end()
    assert b.north[5, 10].strength == 800  # behind the facing
    unseen = battle({2: "A5,9 A6,9"}, {2: "C5,7 C6,7"}, {"f": "5..6,9..10"}).end()
    assert unseen.north.strength == 4000


@clause("W-9.3")
@pytest.mark.parametrize(
    ("north", "struck"),
    [
        ("I5,7 G5,6", (5, 7)),  # the nearest
        ("A5,6 G4,7", (4, 7)),  # then the general,
        ("C5,6 A4,7", (4, 7)),  # archer,
        ("C5,6 I4,7", (5, 6)),  # cavalry,
        ("S5,6 I4,7", (4, 7)),  # infantry, shield
        ("I5,6 I4,7/900", (4, 7)),  # then the lowest strength,
        ("I4,7 I6,7", (6, 7)),  # then the lowest number: North counts from the east
    ],
)
def test_whom_a_troop_strikes(north, struck):
    b = battle({2: "A5,9 S5,10"}, {0: north, **({} if "G" in north else {1: "G17,0 I16,0"})}).end()
    hit = [t.cell for t in b.north.troops if t.strength not in (1000, 900)]
    assert hit == [struck]


@clause("W-9.4")
def test_the_table_of_damage():
    b = battle({2: "G5,9 I6,9"}, {2: "G5,8 I6,8"})
    s = b.s
    t, q = b.south[5, 9].number, b.north[5, 8].number
    for attack in range(1, 8):
        for defence in range(1, 8):
            numbers = {0: attack, 1: defence}
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(strikes, "current", lambda s, side, t, stat, numbers=numbers: numbers[stat])
                assert damage_of(s, 0, t, q) == TABLE[attack - 1][defence - 1]


@clause("W-9.4")
@pytest.mark.parametrize(("base", "damage"), [(50, 10), (200, 50), (500, 120)])
def test_damage_base(base, damage):
    b = battle({2: "S5,9 S6,9"}, {2: "S5,8 S6,8"}, damage_base=base).end()
    assert b.told("strike")[0][2] == damage


@clause("W-9.5")
def test_damage_spread():
    found = set()
    for key in range(60):
        b = battle({2: "I5,9 I6,9"}, {2: "I5,8 I6,8"}, damage_spread=20)
        stir(b.s, key)
        found |= {t[2] for t in b.end().told("strike")}
    assert found <= set(range(160, 241, 10))
    assert len(found) > 5


@clause("W-9.6")
def test_a_volley_goes_by_numbers_and_the_fallen_are_gone():
    b = battle({2: "I4,9 I5,9 I6,9"}, {0: "I5,8/150 I4,8 I6,8"}).end()
    assert [t[4] % 32 - 1 for t in b.told("strike_lone")] == [4, 5, 6]
    b = battle({2: "C4,9 C5,9 C6,9"}, {0: "I5,8/150 I5,7"}).end()
    assert [t[5] // 32 - 1 for t in b.told("strike_lone")] == [8, 7]  # (6, 9) reaches nobody any more
    assert len(b.told("fallen")) == 1


@clause("W-9.7")
def test_morale_and_facing_stay_through_a_volley():
    # Every strike of the volley comes from the flank; morale rises only after the last.
    b = battle({2: "C3,8 C3,9 C3,10"}, {2: "S5,8 S5,9 S5,10"}).end()
    assert [t[2] for t in b.told("strike_flank")] == [150, 150, 150]
    assert b.south.morale(2) == 2
    events = [t.event for t in b.log]
    assert events.index("morale_flank") < events.index("acted")
    breaks = battle({2: "C3,8 C3,9 I4,9"}, {2: "I5,9/100 I5,8"}).end()
    order = [t.event for t in breaks.log if t.event in ("fallen", "army_broken", "morale", "acted")]
    assert order == ["fallen", "army_broken", "morale", "acted"]


@clause("W-9.8")
def test_the_battle_ends_with_the_strike_that_fells_the_general():
    b = battle({2: "I4,9 I5,9 I6,9"}, {1: "G5,8/80 I6,8"}).end()
    assert b.over
    assert len(b.told("strike")) == 1
    assert b.north[6, 8].strength == 1000
    assert b.told("general_fallen")[0][0] == 1


@clause("W-9.9")
def test_every_strike_is_public():
    b = battle({2: "A5,9 A6,9"}, {2: "C5,7 C6,7"}, {"f": "5..6,9..10"}).end()
    striker, target = b.north[6, 7].code, b.south[6, 9].code
    b.end()
    for seat in (-1, 0, 1):
        assert (striker, target, 600, 400, 32 * 8 + 7, 32 * 10 + 7) in b.heard(seat, "strike")


@clause("W-13.1", "W-13.3")
def test_morale_is_between_1_and_3():
    b = battle({2: "I4,9 I5,9 I6,9 I7,9"}, {2: "I4,8/100 I4,7", 3: "I6,8/100 I6,7", 4: "I7,8/100 I8,8"}).end()
    assert len(b.told("army_broken")) == 3
    assert b.south.morale(2) == 3
    assert b.told("morale") == [(0, 2, 3)]
    assert not b.told("morale_flank")


@clause("W-13.2")
def test_morale_strengthens_the_whole_army():
    b = battle({2: "I5,9 I6,9"}, {2: "I5,8 I6,8"})
    b.south.set(2, morale=2)
    b.end()
    assert {t[2] for t in b.told("strike")} == {300}
    b.forget().end()
    assert {t[2] for t in b.told("strike")} == {130}


@clause("W-13.4")
@pytest.mark.parametrize(("gain", "morale"), [(0, 1), (1, 2), (2, 3)])
def test_flank_morale_once_a_volley(gain, morale):
    b = battle({2: "C3,8 C3,9 C3,10"}, {2: "S5,8 S5,9 S5,10"}, flank_morale=gain).end()
    assert len(b.told("strike_flank")) == 3
    assert b.south.morale(2) == morale
    assert b.told("morale_flank") == ([(0, 2, morale)] if gain else [])


@clause("W-13.3", "W-13.4")
def test_flank_and_broken_army_are_told_one_by_one():
    b = battle({2: "C3,9 C4,9"}, {2: "I5,9/300 I5,8"}).end()
    assert b.told("morale_flank") == [(0, 2, 2)]
    assert b.told("morale") == [(0, 2, 3)]
    assert [t.clause for t in b.log if t.event.startswith("morale")] == ["W-13.4", "W-13.3"]


FRONT = {  # strikers around a troop that faces south, at (5, 8)
    (5, 9): True, (5, 10): True, (4, 9): True, (6, 9): True, (4, 8): False, (6, 8): False,
    (4, 7): False, (5, 7): False, (6, 7): False, (3, 8): False,
}  # fmt: skip


@clause("W-13.5")
@pytest.mark.parametrize("origin", FRONT)
def test_the_front_is_a_quarter_with_its_diagonals(origin):
    b = battle({0: "C{},{}".format(*origin)}, {2: "S5,8 S10,8"})
    assert from_front(b.s, 0, b.south[origin].number, b.north[5, 8].number) == FRONT[origin]


@clause("W-13.5", "W-13.6")
@pytest.mark.parametrize("facing", "NESW")
def test_the_facing_at_that_moment_counts(facing):
    b = battle({2: "I5,9 I6,9"}, {2: "I5,8 I6,8"})
    b.north.turn(2, facing)
    b.end()
    assert len(b.told("strike")) == (2 if facing == "S" else 0)
    assert len(b.told("strike_flank")) == (0 if facing == "S" else 2)


@clause("W-13.6")
def test_lone_troops_have_no_front():
    b = battle({2: "I5,9 I6,9"}, {0: "I4,9"}).end()
    assert len(b.told("strike_lone")) == 1
    assert b.south.morale(2) == 1


@clause("W-13.7")
def test_lone_troops_gain_nothing_and_other_volleys_do():
    b = battle({0: "I4,8"}, {2: "I5,8/100 I5,7"}).end()
    assert b.told("army_broken_lone")
    assert not b.told("morale")
    b = battle({2: "C5,12 C5,13"}, {2: "A4,10 A4,9"}).face(2, "E").march(2, 1)  # struck in the back
    assert b.told("morale_flank") == [(1, 2, 2)]
    assert not b.told("morale")


@clause("W-13.8")
def test_a_flank_strike_does_no_extra_damage():
    front = battle({2: "I5,9 I6,9"}, {2: "I5,8 I5,7"}).end()
    flank = battle({2: "I4,8 I4,9"}, {2: "I5,8 I5,7"}).end()
    assert front.told("strike")[0][2] == flank.told("strike_flank")[0][2] == 200
