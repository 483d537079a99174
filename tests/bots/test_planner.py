"""The turn planner: whole turns from what a seat sees, the same every time."""

from dataclasses import replace

import pytest

from taku.bots import Budget
from taku.bots import planning as k
from taku.bots.planner import METHODS, Planner, PlanningBot, Thinking
from taku.bots.table import play_match
from taku.compile.speed import rules_of
from taku.engine.state import GameState
from tests.bots.tiny import MARCH, march, stroll

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


def test_a_plan_that_falls_behind_at_the_first_answer_is_looked_at_no_further() -> None:
    thinking = replace(SOME, method="greedy", simulations=100_000)
    thorough, brief = (look(position(), replace(thinking, slack=slack)) for slack in (100_000, 20))
    assert brief.clicks == thorough.clicks
    assert brief.simulations < thorough.simulations


def test_the_script_that_a_plan_begins_with_is_not_tried_again() -> None:
    planner = Planner(march)
    planner.prepare(rules_of(march).view(position(), 0), 0, 3, SOME)
    first, seen = planner.par[k.P_DONE], planner.par[k.P_ORDER]
    assert seen == 1
    planner._grow(int(first) + 1, None)  # one more plan: it is the second script
    assert planner.plan[k.TRIAL, 0, 1] == -2


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


def test_a_bot_may_sit_at_several_tables() -> None:
    """What it planned at one table does not change what it plays at another."""
    rules = rules_of(march)

    def played(bots: list[PlanningBot]) -> list[list[int]]:
        tables = [position(watch) for watch in (1, 2, 3)]
        for s, own in zip(tables, (2, 3, 1), strict=True):
            s.watch[0], s.place[1, 1] = own, 3
        clicks: list[list[int]] = [[], [], []]
        for turn in range(12):
            n = turn % 3
            if tables[n].turn == 0:
                legal = rules.legal(tables[n], 0)
                clicks[n].append(bots[n](rules.view(tables[n], 0), 0, legal, Budget(n)))
                rules.act(tables[n], 0, clicks[n][-1])
        return clicks

    one = PlanningBot(march, SOME)
    assert played([one] * 3) == played([PlanningBot(march, SOME) for _ in range(3)])
    assert len(one.turns) <= 3


def test_a_view_of_another_match_does_not_go_on_from_an_old_plan() -> None:
    bot, rules, s = PlanningBot(march, SOME), rules_of(march), position()
    bot(rules.view(s, 0), 0, rules.legal(s, 0), Budget(1))
    other = position()
    other.round, other.moved = 2, 1
    for man in range(3):
        other.place[0, man], other.place[1, man] = 4 + man, 5 + man
    old = bot.turn
    assert old is not None
    bot(rules.view(other, 0), 0, rules.legal(other, 0), Budget(2))
    assert bot.turn is not old
    assert old in bot.turns  # it is still good at its own table


def test_without_rules_to_plan_by_a_plan_is_a_row_of_clicks() -> None:
    rules, s = rules_of(stroll), position()
    thinking = Thinking(simulations=600, worlds=6, horizon=0)
    planner = Planner(stroll)
    found = planner.look(rules.view(s, 0), 0, 3, thinking)
    assert found.clicks[-1] == MARCH.end
    assert len(found.clicks) == 4  # everybody goes: six steps that no watch sees are better than none
    weak = planner.look(rules.view(s, 0), 0, 3, replace(thinking, simulations=1))
    assert found.value > weak.value
    assert planner.look(rules.view(s, 0), 0, 3, thinking).clicks == found.clicks


def test_plans_of_clicks_play_whole_matches() -> None:
    thinking = Thinking(simulations=200, worlds=4, horizon=3)
    strong, weak = PlanningBot(stroll, thinking), PlanningBot(stroll, replace(thinking, simulations=1))
    results = [play_match(stroll, [strong, weak], luck=5, index=n, seed=n).rewards[0] for n in range(20)]
    assert sum(results) > 12
