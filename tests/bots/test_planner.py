"""The turn planner: whole turns from what a seat sees, the same every time."""

from dataclasses import replace

import pytest

from taku.bots import Budget
from taku.bots.planner import METHODS, Planner, PlanningBot, Thinking
from taku.bots.table import play_match
from taku.compile.speed import rules_of
from taku.engine.state import GameState
from tests.bots.tiny import MARCH, march

SOME = Thinking(simulations=400, worlds=6)


def position(watch: int = 1) -> GameState:
    rules = rules_of(march, "native")
    s = march.new(2)
    rules.key(s, bytes(range(16)))
    rules.start(s)
    s.watch[1] = watch
    return s


def look(s: GameState, thinking: Thinking = SOME, seed: int = 3):
    return Planner(march).look(rules_of(march).view(s, 0), 0, seed, thinking)


def carried_out(s: GameState, clicks: tuple[int, ...]) -> GameState:
    rules, after = rules_of(march), s.copy()
    for click in clicks:
        assert click in rules.legal(after, 0)
        rules.act(after, 0, click)
    return after


@pytest.mark.parametrize("method", METHODS)
def test_a_plan_is_a_whole_turn_of_legal_clicks(method: str) -> None:
    found = look(position(), replace(SOME, method=method))
    assert found.clicks[-1] == MARCH.end
    assert carried_out(position(), found.clicks).turn == 1
    assert 0 < found.value < 1
    assert 0 < found.simulations <= SOME.simulations + 2 * SOME.worlds


def test_the_same_view_seed_and_budget_give_the_same_plan() -> None:
    first, again = look(position()), look(position())
    assert (first.clicks, first.value) == (again.clicks, again.value)


def test_it_knows_only_what_its_seat_sees() -> None:
    assert look(position(watch=1)).clicks == look(position(watch=3)).clicks


def test_a_deadline_stops_it_and_leaves_a_plan() -> None:
    planner, seen = Planner(march), rules_of(march).view(position(), 0)
    found = planner.look(seen, 0, 1, replace(SOME, simulations=10**8), deadline=0.0)
    assert found.clicks[-1] == MARCH.end
    assert found.simulations < 10**6


def test_what_was_expected_is_carried_out_and_what_was_not_is_planned_anew() -> None:
    bot, rules, s = PlanningBot(march, SOME), rules_of(march), position()
    first = bot(rules.view(s, 0), 0, rules.legal(s, 0), Budget(1))
    turn = bot.turn
    assert turn is not None
    rules.act(s, 0, first)
    bot(rules.view(s, 0), 0, rules.legal(s, 0), Budget(2))
    assert bot.turn is turn
    s.place[1, 0] = 9  # nobody foresaw that
    bot(rules.view(s, 0), 0, rules.legal(s, 0), Budget(3))
    assert bot.turn is not turn


def test_more_thought_plays_better_and_matches_repeat() -> None:
    strong, weak = PlanningBot(march, replace(SOME, horizon=3)), PlanningBot(march, replace(SOME, simulations=1))
    results = [play_match(march, [strong, weak], luck=5, index=n, seed=n).rewards[0] for n in range(20)]
    again = [play_match(march, [strong, weak], luck=5, index=n, seed=n).rewards[0] for n in range(20)]
    assert results == again
    assert sum(results) > 10
