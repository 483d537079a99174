"""W-5, W-10 and W-12: rounds, turns, the attack phase, and armies that have acted."""

import pytest

from taku.games.warring.state import ORDER
from tests.conftest import clause
from tests.games.warring.battle import RULES, Deployment, battle, stir


@clause("W-5.1")
def test_who_goes_first_begins_every_round():
    for first, seats in (("south", {0}), ("north", {1}), ("random", {0, 1})):
        found = set()
        for key in range(12):
            d = Deployment(map="chengpu", first_turn=first)
            stir(d.s, key)
            RULES.start(d.s)
            found.add(d.ready(0, 1).battle.mover)
        assert found == seats
    b = Deployment(map="chengpu", first_turn="north").ready(0, 1).battle
    movers = []
    for _ in range(5):
        movers.append((b.s.round, b.mover))
        b.end()
    assert movers == [(1, 1), (1, 0), (2, 1), (2, 0), (3, 1)]


@clause("W-5.2", "W-12.3")
def test_a_turn_begins_with_clear_flags():
    b = battle({2: "I5,12 I6,12"}, {2: "I5,5 I6,5"})
    b.march(2, 1)
    assert b.south.moved(2)
    b.south.set(2, acted=True)
    b.north.set(2, acted=True)
    b.s.struck[0] = b.s.struck[1] = 1
    b.end()
    assert not b.north.acted(2)
    assert b.south.acted(2)  # not before its own turn
    assert b.s.struck[0] == b.s.struck[1] == 0
    b.end()
    assert not b.south.acted(2)
    assert not b.south.moved(2)


@clause("W-5.3", "W-5.4")
def test_orders_in_any_sequence_then_the_attack():
    b = battle({2: "I3,12 I4,12", 3: "I7,12 I8,12 I9,12 I10,12"}, {2: "I3,10 I3,9"})
    b.face(3, "E").face(2, "W").face(3, "N").march(3, 1).face(2, "N").march(2, 1).face(3, "W")
    assert not b.told("attack_phase")
    assert b.kind == "orders"
    b.forget().end()
    assert b.log[0].event == "attack_phase"
    assert b.told("turn_end") == [(0,)]
    assert b.told("turn_start") == [(1, 1)]


@clause("W-5.5")
def test_an_army_moves_or_splits_once():
    b = battle({2: "I3,12 I4,12 I5,12 I6,12"})
    assert b.marches(2) == [1]
    assert b.can_split(2)
    for way in "ESWN":
        b.face(2, way)  # any number of times
    b.march(2, 1)
    assert b.marches(2) == []
    assert not b.can_split(2)
    assert b.faces(2) == {"E", "S", "W"}


@clause("W-5.6")
def test_the_other_side_has_no_decision():
    b = battle({2: "A5,12 A6,12"}, {2: "I5,7 I6,7"}, turn="north")
    assert RULES.acting(b.s) == [1]
    b.march(2, 1)
    assert b.told("intercept")
    assert RULES.acting(b.s) == [1]


@clause("W-5.7")
def test_two_hundred_clicks_end_the_turn():
    b = battle({2: "I3,12 I4,12 I5,12 I6,12"})
    for n in range(198):
        b.face(2, "E" if n % 2 == 0 else "N")
    b.split(2).pick(3, 12)  # the two hundredth click is a mark
    assert b.mover == 1
    assert (b.s.splitting[0], b.s.marks[0]) == (0, 0)
    assert not b.south.acted(2)


@clause("W-5.7")
def test_one_timeout_ends_the_turn_and_cancels_an_open_split():
    b = battle({2: "I3,12 I4,12 I5,12 I6,12"}).split(2).pick(3, 12)
    RULES.timeout(b.s, 0)
    assert b.mover == 1
    assert (b.s.splitting[0], b.s.marks[0]) == (0, 0)


@clause("W-10.1")
def test_armies_strike_in_order_of_their_numbers_then_lone_troops():
    b = battle({3: "I3,9 I4,9", 2: "I9,9 I10,9", 0: "I1,9 I14,9"}, {0: "I3,8 I9,8 I1,8 I14,8"}).end()
    origins = [t[4] % 32 - 1 for t in b.told("strike_lone")]
    assert origins == [9, 3, 1, 14]


@clause("W-10.2", "W-12.1")
def test_only_who_strikes_has_acted():
    b = battle({2: "I3,9 I4,9", 3: "I9,9 I10,9"}, {2: "I3,8 I3,7"}).end()
    assert b.south.acted(2)
    assert not b.south.acted(3)
    assert b.told("acted") == [(0, 2)]


@clause("W-10.3", "W-10.4")
def test_nobody_strikes_back_and_the_turn_ends():
    b = battle({2: "I3,9 I4,9"}, {2: "I3,8 I4,8"}).end()
    assert b.south.strength == 4000
    assert b.north.strength == 3600
    assert b.mover == 1


@clause("W-12.1", "W-6.7")
def test_marching_is_not_acting():
    b = battle({2: "I3,12 I4,12"}).march(2, 1)
    assert not b.south.acted(2)
    assert b.faces(2)


@clause("W-12.2")
def test_an_acted_army_takes_no_orders_but_strikes():
    b = battle({2: "I3,9 I4,9 I5,9 I6,9", 0: "I7,9"}, {2: "I3,8 I4,8"})
    assert b.can_rally(2)
    b.south.set(2, acted=True)
    assert b.faces(2) == set()
    assert b.marches(2) == []
    assert not b.can_split(2)
    assert not b.can_rally(2)
    b.end()
    assert b.north[3, 8].strength == 800


@clause("W-12.2", "W-11.4")
def test_an_acted_army_does_not_intercept():
    for acted in (False, True):
        b = battle({2: "I5,12 I6,12"}, {2: "A5,7 A6,7"})
        b.north.set(2, acted=acted)
        assert bool(b.march(2, 1).told("intercept")) == (not acted)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_timeout_ends_the_turn(seat):
    b = battle({2: "I3,12 I4,12 I5,12 I6,12"}, {2: "I3,2 I4,2 I5,2 I6,2"}, turn=("south", "north")[seat])
    assert RULES.default(b.s, seat) == ORDER.end
    b.split(2)
    b.do(RULES.default(b.s, seat))
    assert b.kind == "orders"
