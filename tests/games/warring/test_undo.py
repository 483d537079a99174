"""Taking orders back: as long as they have shown nothing hidden (UI: the platform's undo, offers.py)."""

import pytest

from taku.bots import Budget, find_bot
from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.games.warring import game
from taku.games.warring.state import ORDER
from taku.server.live.undo import may_undo

AGAINST_A_BOT = [0]
BOTH_PEOPLE = [0, 1]


@pytest.fixture
def match():
    made = Match.create(
        game, 2, options={"map": "chengpu", "first_turn": "south"}, secret=b"x" * 32, id="undo", rules=rules_of
    )
    made.act(0, "ready")
    made.act(1, "ready")
    return made


def test_turning_and_marching_in_own_sight_is_taken_back_order_by_order(match):
    deployed = match.state.core_bytes()
    turn = next(a for a in match.legal(0) if a in ORDER.face)
    match.act(0, turn)
    assert may_undo(match, 0, AGAINST_A_BOT)
    assert may_undo(match, 0, BOTH_PEOPLE)
    match.act(0, next(a for a in match.legal(0) if a in ORDER.march))
    assert may_undo(match, 0, AGAINST_A_BOT)
    assert may_undo(match, 0, BOTH_PEOPLE)
    for _ in range(2):
        match.enter(may_undo(match, 0, AGAINST_A_BOT).entry)
    assert match.state.core_bytes() == deployed
    assert not may_undo(match, 0, AGAINST_A_BOT)


def test_nothing_is_taken_back_once_an_enemy_came_into_sight_or_the_turn_passed(match):
    bots = [find_bot(game, "club")] * 2
    free = sighted = 0
    for number in range(160):
        seat = match.rules.acting(match.state)[0]
        before = match.state.in_sight[seat]
        action = bots[seat](match.view(seat), seat, match.legal(seat), Budget(number))
        match.act(seat, action)
        passed = match.rules.acting(match.state) != [seat]
        seen = bool(match.state.in_sight[seat] & ~before)
        if seen or passed:
            assert not may_undo(match, seat, [seat])
            sighted += seen and not passed
        else:
            (answer,) = {bool(may_undo(match, seat, [seat])) for _ in range(4)}  # asking again changes nothing
            free += answer
    assert sighted >= 3
    assert free >= 80


def test_between_people_all_is_in_view_and_turns_and_marches_are_taken_back():
    match = Match.create(
        game, 2, options={"fog": False, "first_turn": "south"}, secret=b"x" * 32, id="open", rules=rules_of
    )
    bots = [find_bot(game, "club")] * 2
    tried = 0
    for number in range(60):
        seat = match.rules.acting(match.state)[0]
        action = bots[seat](match.view(seat), seat, match.legal(seat), Budget(number))
        match.act(seat, action)
        ordered = action in ORDER.face or action in ORDER.march
        if match.state.round and match.rules.acting(match.state) == [seat] and ordered:
            assert may_undo(match, seat, BOTH_PEOPLE)
            tried += 1
    assert tried >= 20
