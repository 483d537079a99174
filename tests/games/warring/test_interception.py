"""W-11: interception and return strike."""

from tests.conftest import clause
from tests.games.warring.battle import RULES, battle


@clause("W-11.1")
def test_whoever_has_not_acted_and_reaches_a_marcher_intercepts():
    b = battle({2: "I5,12 I6,12"}, {2: "A5,7 A6,7", 3: "I9,7 I10,7"}).march(2, 1)
    assert [t[1] for t in b.told("intercept")] == [2]
    # In range before and after, but seen only now: the archers see from the grass, the marchers leave the woods' edge.
    already = battle({2: "I5,10 I6,10"}, {2: "A5,7 A6,7"}).face(2, "E").march(2, 1)
    assert already.told("intercept")


@clause("W-11.1")
def test_who_does_not_see_does_not_intercept():
    b = battle({2: "C5,11 C6,11"}, {2: "A5,7 A6,7"}, {"f": "5..6,6..7"}).march(2, 2)
    assert not b.told("intercept")  # distance 2, but from the woods one sees only 1
    watched = battle({2: "C5,11 C6,11"}, {2: "A5,7 A6,7", 0: "I8,9"}, {"f": "5..6,6..7"}).march(2, 2)
    assert watched.told("intercept")


@clause("W-11.2")
def test_only_marchers_are_targets_wherever_they_belong_now():
    b = battle({2: "I5,12/100 I6,12", 3: "S5,9 S6,9"}, {2: "A5,7 S5,6", 3: "A6,7 S6,6"}).march(2, 1)
    assert [t.cell for t in b.south.troops if t.strength < 1000] == [(6, 11)]
    assert b.south[6, 11].lone  # its army was broken by the first volley, and still it is a marcher
    assert len(b.told("strike_lone")) == 1
    assert b.south[5, 9].strength == 1000


@clause("W-11.3", "W-5.6")
def test_interception_comes_by_itself():
    b = battle({2: "I5,12 I6,12"}, {2: "A5,7 A6,7"}).march(2, 1)
    assert b.told("intercept")
    assert RULES.acting(b.s) == [0]


@clause("W-11.4")
def test_an_interceptor_has_acted_until_its_own_turn():
    b = battle({2: "I5,12 I6,12", 3: "I8,12 I9,12"}, {2: "A6,7 A7,7"}).march(2, 1)
    assert b.north.acted(2)
    b.forget().march(3, 1)
    assert not b.told("intercept")
    b.end()
    assert not b.north.acted(2)
    b.forget().end()
    assert b.told("strike")


@clause("W-11.5")
def test_the_return_strike_is_the_volley_of_the_turn():
    b = battle({2: "C5,12 C6,12"}, {2: "I5,8 I6,8", 3: "I4,9 I4,8"}).march(2, 3)
    assert b.told("return_strike") == [(0, 2)]
    assert b.south.acted(2)
    assert b.faces(2) == set()
    assert {t[5] for t in b.told("strike") + b.told("strike_flank") if t[0] == b.south[5, 9].code}  # any enemy
    strikes = len(b.told("strike") + b.told("strike_flank"))
    b.end()
    assert len(b.told("strike") + b.told("strike_flank")) == strikes


@clause("W-11.5")
def test_the_return_strike_may_wait_for_the_attack_phase():
    b = battle({2: "C5,12 C6,12"}, {2: "I5,8 I6,8"}, return_strike="phase").march(2, 3)
    assert [b.south[x, 9].strength for x in (5, 6)] == [870, 870]
    assert not b.told("return_strike")
    assert not b.south.acted(2)
    assert b.north.strength == 4000
    b.end()
    assert b.north.strength == 3400


@clause("W-11.5")
def test_a_broken_army_does_not_strike_back():
    b = battle({2: "I5,10/100 I6,10/100"}, {2: "I5,8 I6,8"}).march(2, 1)
    assert 2 not in b.south.armies
    assert not b.told("return_strike")


@clause("W-11.5", "W-14.4")
def test_a_part_that_takes_a_broken_armys_number_does_not_strike_back_for_it():
    """The first interception cuts the row in two; the second breaks what is left of army 2 and cuts army 3 in two, one
    of which becomes the new army 2."""
    row = "I2,10 I3,10/100 I4,10 I5,10/100 I6,10 I7,10/100 I8,10 I9,10 I10,10/100 A11,10 A12,10"
    comb = "I3,8 I3,7 I3,6 I4,6 I5,6 I5,7 I5,8 I6,6 I7,6 I8,6 I9,6 I10,6 I10,7 I10,8"
    b = battle({1: "G5,14 I6,14", 2: row}, {2: "I7,8 I7,7", 3: comb}).march(2, 1)
    assert [t[1] for t in b.told("intercept")] == [2, 3]
    assert b.told("army_cut") == [(0, 2, 3), (0, 3, 2)]
    assert [t[:2] for t in b.told("army_broken")] == [(0, 2)]
    assert not b.told("return_strike")
    assert not b.south.acted(2)


@clause("W-11.6")
def test_without_an_interceptor_in_reach_the_army_stays_free():
    b = battle({2: "I5,12 I6,12"}, {2: "A5,7 A6,7"}).march(2, 1)
    assert not b.south.acted(2)
    assert b.faces(2)


@clause("W-11.7")
def test_only_marches_are_intercepted_and_only_by_armies():
    north = {2: "A5,8 A6,8"}
    b = battle({2: "I4,10 I5,10 I6,10 I7,10", 0: "I8,10 I11,10 I12,10"}, north)
    b.face(2, "W").rally(2).muster(11, 10)
    assert not b.told("intercept")
    b = battle({2: "I4,10 I5,10 I6,10 I7,10"}, north).split(2, (4, 10), (5, 10))
    assert not b.told("intercept")
    assert not battle({2: "I5,12 I6,12"}, {0: "A5,7 A6,7"}).march(2, 1).told("intercept")


@clause("W-9.8", "W-11.2")
def test_a_general_may_fall_to_an_interception():
    b = battle({1: "G5,10/100 I6,10"}, {2: "A5,6 A6,6"}).march(1, 1)
    assert b.result == "north"
