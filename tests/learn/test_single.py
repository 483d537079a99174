"""A single table: fast calls that refuse what is not legal, keep what they need alive, and can be copied."""

import copy
import gc
import pickle

import numpy as np
import pytest

from taku.compile.speed import rules_of
from taku.engine import find_game, found_games
from taku.engine.part import GameError
from taku.learn import Single, Vector
from taku.learn.single import forward


@pytest.mark.parametrize("name", sorted(found_games()))
def test_a_table_goes_as_the_rules_say_and_as_the_first_of_a_vector(name):
    game = find_game(name)
    rules, one = rules_of(game, "native"), Single(game, seed=7)
    v = Vector(game, 3)
    v.reset(7)
    assert v.state(0) == one.state
    for count in range(80):
        s = one.state.copy()
        assert one.acting == rules.acting(s)
        for seat in range(one.seats):
            assert one.legal(seat) == (forward(rules, s, seat) if seat in one.acting else [])
        if one.over:
            break
        seat = one.acting[count % len(one.acting)]
        action = one.legal(seat)[(7919 * count) % len(one.legal(seat))]
        one.act(seat, action)
        rules.act(s, seat, action)
        assert one.state == s
    one.reset(7)
    v.reset(7)
    assert v.state(0) == one.state


@pytest.mark.parametrize(("seat", "action"), [(0, 9), (1, 3), (-1, 0), (0, -1), (7, 3)])
def test_what_is_not_legal_changes_nothing(seat, action):
    one = Single("connect_four")
    before = one.state.copy()
    with pytest.raises(GameError, match=f"{action} is not legal for seat {seat}"):
        one.act(seat, action)
    assert one.state == before
    one.act(0, 3)
    assert one.acting == [1]


def test_a_full_column_and_a_match_that_is_over_take_nothing_more():
    one = Single("connect_four")
    for at in range(6):
        one.act(at % 2, 3)
    with pytest.raises(GameError, match="legal: 0, 1, 2, 4, 5, 6"):
        one.act(0, 3)
    for seat, column in [(0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 0)]:
        one.act(seat, column)
    assert one.over
    assert one.legal(1) == []
    with pytest.raises(GameError, match="it is not asked"):
        one.act(1, 5)


def test_taking_an_own_click_back_is_allowed_though_it_is_not_listed():
    one = Single("destroy", options={"team_mode": "choose"})
    rules = rules_of(one.game, "native")
    one.act(0, one.legal(0)[0])
    back = next(a for a in rules.legal(one.state, 0) if rules.takes_back(one.state, 0, a))
    assert back not in one.legal(0)
    one.act(0, back)


def test_numbers_of_any_kind_are_taken_and_nothing_else():
    one = Single("connect_four")
    one.act(np.int64(0), np.uint8(3))
    assert one.legal(np.int32(1)) == list(range(7))
    for wrong in [("1", 3), (1, 3.0), (1,), (1, 2, 3), (None, 3)]:
        with pytest.raises(TypeError):
            one.act(*wrong)
    assert one.acting == [1]


def test_copies_and_pickles_go_on_by_themselves():
    one = Single("goofspiel", seats=3, options={"cards": 5}, seed=4)
    one.act(0, one.legal(0)[2])
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other.state == one.state
        assert other.options == one.options
        other.act(1, other.legal(1)[0])
        assert other.acting == [2]
        assert one.acting == [1, 2]


def test_a_state_that_somebody_holds_keeps_its_match():
    one = Single("connect_four")
    one.act(0, 3)
    held = one.state
    before = held.copy()
    one.reset()
    assert held == before
    assert one.acting == [0]


def test_a_state_that_was_changed_is_asked_anew():
    one = Single("connect_four")
    assert one.legal(0) == list(range(7))
    one.state.height[2] = 6
    assert one.legal(0) == [0, 1, 3, 4, 5, 6]
    with pytest.raises(GameError):
        one.act(0, 2)


def test_calls_outlive_their_table():
    one = Single("connect_four")
    act, legal = one.act, one.legal
    del one
    gc.collect()
    act(0, 3)
    assert legal(1) == list(range(7))
