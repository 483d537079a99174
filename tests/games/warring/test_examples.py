"""The worked examples of the rulebook, in its order. "A2" is army 2; cells are (x, y)."""

from taku.games.warring.rules.sight import sees
from tests.conftest import clause
from tests.games.warring.battle import Deployment, battle, cell_at


@clause("W-2.3", "W-9.4")
def test_1_damage_and_forest():
    b = battle({2: "I5,9 I6,9"}, {2: "I5,8 I4,8"}, {"f": "5,9 5..6,10..11"})
    b.end()
    assert b.north[5, 8].strength == 700
    b.end()
    assert b.south[5, 9].strength == 870


@clause("W-2.3", "W-2.5")
def test_2_sum_then_floor():
    b = battle({2: "S5,9 A6,9 G7,9"}, ground={"~": "5..8,9"})
    assert b.south[5, 9].numbers == (1, 2, 1, 1)
    assert b.south[6, 9].numbers[:3] == (1, 1, 2)
    b.south.set(2, morale=3)
    assert (b.south[5, 9].attack, b.south[5, 9].defence) == (1, 4)
    assert (b.south[6, 9].attack, b.south[6, 9].defence) == (3, 1)
    assert b.south[7, 9].numbers == (5, 5, 1, 1)


@clause("W-6.3")
def test_3_the_slowest_troop():
    assert battle({2: "C6,9 C7,9 C8,9"}, ground={"f": "6,9"}).marches(2) == [1]
    assert battle({2: "C6,9 C7,9 C8,9"}).marches(2) == [1, 2, 3]
    assert battle({1: "G6,9 C7,9"}, ground={"f": "6,9"}).south[6, 9].speed == 1


PEAK = {"1": "9,7 8,8 10,8 7,9 11,9 8,10 10,10 9,11", "2": "9,8 8,9 10,9 9,10", "3": "9,9"}


@clause("W-6.5")
def test_4_climbing():
    b = battle({2: "C9,11 C9,12"}, ground=PEAK)
    assert b.marches(2) == [1]
    b.march(2, 1).end().end()
    assert b.marches(2) == [1]
    b.march(2, 1).end().end()
    assert b.south.cells(2) == {(9, 9), (9, 10)}
    assert b.face(2, "S").marches(2) == [1, 2, 3]


@clause("W-8.3")
def test_5_sight_is_a_diamond():
    s = battle().s
    assert sees(s, cell_at(5, 5), cell_at(8, 7))
    assert not sees(s, cell_at(5, 5), cell_at(8, 8))
    water = {"~": "5..6,5..6"}  # n = 2: two steps right and two up
    assert not sees(battle(ground=water).s, cell_at(5, 5), cell_at(7, 3))
    assert sees(battle(ground=water, sight_shape="square").s, cell_at(5, 5), cell_at(7, 3))


@clause("W-8.4", "W-8.6")
def test_6_forest_against_forest():
    woods = {"f": "5..7,8..9"}
    b = battle({2: "A5,9 I5,10"}, {0: "I7,9"}, woods)
    assert (7, 9) in b.south.sees
    b.end()
    assert b.north[7, 9].strength == 1000
    b = battle({2: "A5,9 I5,10"}, {0: "I7,9 I4,8"}, woods)
    b.end()
    assert (b.north[7, 9].strength, b.north[4, 8].strength) == (1000, 700)


@clause("W-9.3")
def test_7_targets():
    first = {2: "I5,6/600 I4,6"}
    archer = {2: "A5,9 S5,10"}
    b = battle(archer, first).end()
    assert b.north[5, 6].strength == 300
    b = battle(archer, {**first, 3: "A6,7 I7,7"}).end()
    assert b.north[6, 7].strength == 400
    assert b.north[5, 6].strength == 600
    b = battle(archer, {**first, 3: "A6,7 I7,7", 4: "S5,7 I4,7"}).end()
    assert b.north[5, 7].strength == 850


CHARGE = ({2: "C5,12 C6,12"}, {2: "I5,8 I6,8"})


@clause("W-11.1", "W-11.5", "W-11.4")
def test_8_charge_interception_return_strike():
    b = battle(*CHARGE).march(2, 3)
    assert [b.south[x, 9].strength for x in (5, 6)] == [870, 870]
    assert [b.north[x, 8].strength for x in (5, 6)] == [700, 700]
    assert b.south.acted(2)
    assert b.north.acted(2)
    strikes = len(b.told("strike"))
    b.end()
    assert len(b.told("strike")) == strikes
    b.end()
    assert [b.south[x, 9].strength for x in (5, 6)] == [740, 740]


@clause("W-6.2", "W-9.2")
def test_9_stopping_at_lance_length():
    b = battle(*CHARGE).march(2, 2)
    assert not b.told("intercept")
    b.end()
    assert [b.north[x, 8].strength for x in (5, 6)] == [700, 700]
    assert b.south.acted(2)
    b.march(2, 1)
    assert not b.told("intercept")
    b.end()
    assert [b.south[x, 10].strength for x in (5, 6)] == [870, 870]


@clause("W-11.1", "W-11.6", "W-13.4")
def test_10_under_arrows():
    b = battle({2: "I5,12 I6,12"}, {2: "A5,7 A6,7"}).march(2, 1)
    assert [b.south[x, 11].strength for x in (5, 6)] == [700, 700]
    assert not b.told("return_strike")
    assert not b.south.acted(2)
    b.face(2, "E").end().end()
    assert [b.south[x, 11].strength for x in (5, 6)] == [400, 400]
    assert b.north.morale(2) == 2
    assert b.north.acted(2)
    b.forget().face(2, "N").march(2, 1)
    assert not b.told("intercept")


@clause("W-11.2")
def test_11_two_interceptors():
    b = battle({2: "I5,12 I6,12"}, {2: "A5,7 S5,6", 3: "A6,7 S6,6"}).march(2, 1)
    assert [(by, army) for _, by, _, army in b.told("intercept")] == [(2, 2), (3, 2)]
    assert [t[5] for t in b.told("strike")] == [cell_at(5, 11), cell_at(6, 11)]
    assert [b.south[x, 11].strength for x in (5, 6)] == [700, 700]
    assert b.north.acted(2)
    assert b.north.acted(3)


@clause("W-7.1", "W-7.2", "W-7.3", "W-12.2")
def test_12_split():
    b = battle({2: "I3,9 I4,9 I5,9 I6,9"}, {2: "I5,8 I6,8"})
    b.south.set(2, morale=2)
    b.split(2, (5, 9), (6, 9))
    assert b.south.cells(3) == {(5, 9), (6, 9)}
    assert (b.south.facing(3), b.south.morale(3)) == ("N", 2)
    for k in (2, 3):
        assert b.south.acted(k)
        assert not b.faces(k)
        assert not b.marches(k)
    b.end()
    assert [b.north[x, 8].strength for x in (5, 6)] == [700, 700]
    star = battle({2: "I5,9 I4,9 I6,9 I5,10"}).split(2)
    for marked in ((5, 9), (4, 9), (6, 9)):
        star.pick(*marked)
        assert not star.can_confirm
    star.pick(5, 9)
    assert not star.can_confirm


@clause("W-13.3", "W-13.4", "W-13.5", "W-14.3")
def test_13_flank_and_break():
    b = battle({2: "C3,9 C4,9"}, {2: "I5,9/300 I5,8"}).end()
    assert len(b.told("strike_flank")) == 1
    assert len(b.told("strike")) == 1
    assert b.north[5, 8].strength == 700
    assert b.north[5, 8].lone
    assert 2 not in b.north.armies
    assert b.south.morale(2) == 3


@clause("W-3.6", "W-7.5")
def test_14_lone_troop_and_rally():
    b = battle({2: "A5,12 S6,12"}, {2: "I5,9/300 I4,9", 3: "I2,8 I2,7"}).end()
    assert b.north[4, 9].lone
    assert b.south.morale(2) == 2
    assert not b.marches(2)
    assert not b.musters
    b.march(3, 1).end().end()
    assert b.north[4, 9].strength == 600
    b.forget().face(3, "E").march(3, 1)
    assert not b.told("intercept")
    b.rally(3)
    assert b.north[4, 9].army == 3
    assert not b.marches(3)


@clause("W-14.4")
def test_15_cut_in_two():
    b = battle({2: "A5,11 S5,12"}, {2: "I3,8 I4,8 I5,8/100 I6,8 I7,8"})
    b.north.set(2, morale=2)
    b.end()
    assert b.told("strike")[0][2] == 200
    # Equal parts: the lowest troop number decides, and North counts from its own left, which is the east.
    assert b.north.cells(2) == {(6, 8), (7, 8)}
    assert b.north.cells(3) == {(3, 8), (4, 8)}
    assert (b.north.facing(3), b.north.morale(3)) == ("S", 2)
    assert not b.told("army_broken")
    assert b.south.morale(2) == 1


@clause("W-9.8", "W-15.1")
def test_16_general_down():
    b = battle({2: "A4,11 A5,11 A6,11"}, {1: "G5,8/200 I5,7"}).end()
    assert [t[2] for t in b.told("strike")] == [120, 120]
    assert b.result == "south"
    assert b.told("win_general") == [(0,)]


@clause("W-8.7")
def test_17_answer_to_the_unseen():
    b = battle({2: "A5,9 A6,9"}, {2: "C5,7 C6,7"}, {"f": "5..6,9..10"}).end()
    assert not b.told("strike")
    b.end()
    assert [b.south[x, 9].strength for x in (5, 6)] == [400, 400]
    b.end()
    assert [b.north[x, 7].strength for x in (5, 6)] == [800, 800]
    assert not b.south.sees


@clause("W-4.5", "W-4.7", "W-2.7", "W-1.10")
def test_18_deployment():
    d = Deployment(map="chengpu").preset("square").preset("square", 1).ready(0, 1)
    b = d.battle
    assert b.south[8, 15].kind == "G"
    assert b.north[9, 2].kind == "G"
    assert (b.south[0].kind, b.south[0].cell) == ("C", (3, 12))
    assert (b.north[0].kind, b.north[0].cell) == ("C", (14, 5))
    lone = Deployment(map="chengpu").preset("square").paint("no army", (8, 3))
    assert not lone.can_ready()
    diagonal = Deployment(map="chengpu").clear().paint("general", (5, 0)).paint("infantry", (6, 1))
    assert not diagonal.paint("army 1", (5, 0), (6, 1)).can_ready()
    horse = Deployment(map="chengpu").clear().paint("cavalry", *((x, 0) for x in range(10)))
    assert not horse.open("cavalry")
    apart = Deployment(map="chengpu").clear().paint("general", (5, 0)).paint("infantry", (6, 0))
    apart.paint("army 1", (5, 0), (6, 0)).paint("infantry", *((2 * i, 2) for i in range(7)))
    assert apart.can_ready()


@clause("W-6.4")
def test_19_cavalry_and_water():
    pond = {"~": "4..5,10..11"}
    assert battle({2: "C5,12 I6,12"}, ground=pond).marches(2) == []
    b = battle({2: "I5,12 I6,12"}, ground=pond)
    assert b.marches(2) == [1]
    assert b.march(2, 1).south[5, 11].numbers[:3] == (1, 1, 1)


def at_the_limit(south: str, north: str, points: tuple[int, int], **options: object):
    """The end of round 10: South is second to move, with these troops beside the generals' armies."""
    b = battle({0: south}, {0: north}, round_limit=10, turn="north", **options)
    b.s.round = 10
    b.s.points[0], b.s.points[1] = points
    return b.end().end()


@clause("W-15.3", "W-15.4")
def test_20_limit():
    # 4000 against 3990 in the field (y 6–11), and equal totals: South's fifth point decides.
    south, north = "I3,11 I5,11 I7,11 I9,11/1000 I2,13/990", "I3,6 I5,6 I7,6 I9,6/990 I2,3"
    b = at_the_limit(south, north, (4, 4))
    assert (b.s.points[0], b.s.points[1]) == (5, 4)
    assert b.south.strength == b.north.strength
    assert b.result == "south"
    assert at_the_limit(south, north.replace("I2,3", "I2,3 I4,3/10"), (4, 4)).result == "north"
    assert at_the_limit("I3,11", "I3,6", (4, 4)).result == "draw"
    # Equal totals, nobody in the field, equal points: the general with more strength.
    b = battle({1: "G0,17/900 I1,17", 0: "I4,13"}, {0: "I4,3/900"}, round_limit=10, turn="north")
    b.s.round = 10
    assert b.end().end().result == "north"
