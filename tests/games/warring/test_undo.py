"""Taking orders back: as long as they have shown nothing hidden (UI: the platform's undo, offers.py)."""

import pytest

from taku.bots import Budget, find_bot
from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.games.warring import game
from taku.games.warring.rules.sight import watched
from taku.games.warring.state import ORDER
from taku.server.live.undo import may_undo
from tests.conftest import clause

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
    for a in [a for a in match.legal(0) if a in ORDER.face]:
        match.act(0, a)
        if any(not match.rules.scouts(match.state, 0, a) for a in match.legal(0) if a in ORDER.march):
            break
        match.enter(may_undo(match, 0, AGAINST_A_BOT).entry)
    assert may_undo(match, 0, BOTH_PEOPLE)
    marches = [a for a in match.legal(0) if a in ORDER.march and not match.rules.scouts(match.state, 0, a)]
    match.act(0, marches[0])
    assert may_undo(match, 0, AGAINST_A_BOT)
    assert may_undo(match, 0, BOTH_PEOPLE)
    for _ in range(2):
        match.enter(may_undo(match, 0, AGAINST_A_BOT).entry)
    assert match.state.core_bytes() == deployed
    assert not may_undo(match, 0, AGAINST_A_BOT)


@clause("W-8.1")
def test_a_march_that_lights_dark_cells_is_not_taken_back_though_nobody_is_there(match):
    """Emptiness is not learned for free."""
    lit = 0
    for number in range(300):
        seat = match.rules.acting(match.state)[0]
        orders = [a for a in match.legal(seat) if a in ORDER.march]
        action = orders[number % len(orders)] if orders else ORDER.end
        before, sighted = lit_cells(match.state, seat), match.state.in_sight[seat]
        match.act(seat, action)
        if match.rules.acting(match.state) == [seat] and match.state.in_sight[seat] == sighted:
            new = lit_cells(match.state, seat) - before
            assert bool(may_undo(match, seat, [seat])) == (not new)
            lit += bool(new)
        if match.over:
            break
    assert lit >= 20


def lit_cells(s, seat):
    """Every cell on which the side would see an enemy."""
    return {cell for cell in range(len(s.terrain)) if s.terrain[cell] and watched(s, seat, cell)}


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
    assert free >= 20


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
