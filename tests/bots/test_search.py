"""The search: sees what its seat sees, finds what is there, and is the same every time."""

from dataclasses import replace

import pytest

from taku.bots import Search, Settings
from taku.bots.search import is_perfect
from taku.compile.loader import array_parts
from taku.compile.speed import rules_of
from taku.engine import Game, find_game
from taku.engine.state import GameState
from tests.bots.tiny import HAND, PAPER, RUN, SCISSORS, hands, race

SMALL = Settings(simulations=600)


@pytest.fixture(scope="module")
def connect_four() -> Game:
    return find_game("connect_four")


def position(game: Game, *actions: int, seats: int | None = None, options: dict[str, int] | None = None) -> GameState:
    """The state after these actions of whoever is first to act."""
    rules = rules_of(game, "native")
    s = game.new(seats, options)
    rules.key(s, bytes(range(16)))
    rules.start(s)
    for action in actions:
        rules.act(s, rules.acting(s)[0], action)
    return s


def test_the_same_view_seed_and_budget_give_the_same_report(connect_four: Game) -> None:
    seen = position(connect_four, 3, 3)
    first, again = (Search(connect_four, SMALL).look(seen, 0, 5) for _ in range(2))
    assert first.choices == again.choices
    assert first.choices != Search(connect_four, SMALL).look(seen, 0, 6).choices
    assert first.simulations == sum(c.visits for c in first.choices) == 600


def test_a_searcher_forgets_between_searches_unless_told_to_remember(connect_four: Game) -> None:
    search = Search(connect_four, SMALL)
    fresh = search.look(position(connect_four, 3, 3), 0, 5)
    search.look(position(connect_four, 3, 3, 3, 3), 0, 1)
    assert search.look(position(connect_four, 3, 3), 0, 5).choices == fresh.choices


def test_a_kept_tree_is_found_again_after_the_next_moves(connect_four: Game) -> None:
    search = Search(connect_four, replace(SMALL, reuse=True))
    search.look(position(connect_four), 0, 1)
    later = search.look(position(connect_four, 3, 3), 0, 2)
    assert sum(c.visits for c in later.choices) > later.simulations


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_share_the_simulations_and_agree_every_time(connect_four: Game, threads: int) -> None:
    settings = replace(SMALL, threads=threads)
    seen = position(connect_four)
    first, again = (Search(connect_four, settings).look(seen, 0, 9) for _ in range(2))
    assert first.choices == again.choices
    assert sum(c.visits for c in first.choices) == 600


def test_a_win_in_one_is_proved(connect_four: Game) -> None:
    report = Search(connect_four, SMALL).look(position(connect_four, 0, 6, 0, 6, 0, 5), 0, 1)
    assert report.best.action == 0
    assert report.best.proved == "won"
    assert report.value == 1.0
    assert report.simulations < 600


def test_moves_that_lose_at_once_are_proved_lost(connect_four: Game) -> None:
    report = Search(connect_four, SMALL).look(position(connect_four, 0, 6, 0, 6, 3, 6), 0, 1)
    assert report.best.action == 6
    assert len({c.action for c in report.choices if c.proved == "lost"} - {6}) >= 3
    assert report.best.proved == ""


def test_a_double_threat_is_seen_from_afar(connect_four: Game) -> None:
    # _ _ _ x x _ _ : the open three at the bottom cannot be stopped any more.
    report = Search(connect_four, replace(SMALL, simulations=4000)).look(position(connect_four, 3, 3, 4, 4), 0, 1)
    assert report.best.action in (2, 5)
    assert report.best.proved == "won"


def test_a_full_tree_stops_growing_but_not_the_search(connect_four: Game) -> None:
    search = Search(connect_four, SMALL)
    for tree in search.trees:
        tree.node = tree.node[:50]
        tree._grow[3] = tree._root[3] = array_parts(tree.node)
    report = search.look(position(connect_four), 0, 1)
    assert report.simulations == 600


def test_secrets_give_every_seat_its_own_tree() -> None:
    assert not is_perfect(hands)
    assert is_perfect(race)
    assert is_perfect(find_game("connect_four"))
    assert not is_perfect(find_game("goofspiel"))


def test_sealed_choices_are_mixed_because_none_is_always_right() -> None:
    report = Search(hands, Settings(simulations=20_000, uct=0.5)).look(position(hands), 0, 3, True)
    assert len(report.choices) == 3
    assert all(c.visits > 1000 for c in report.choices)
    assert report.value == pytest.approx(0.5, abs=0.06)


def test_a_sealed_choice_that_is_made_is_not_known() -> None:
    seen = position(hands, PAPER, HAND.ready)
    seen = rules_of(hands, "native").view(seen, 1)
    report = Search(hands, Settings(simulations=3000)).look(seen, 1, 3)
    assert report.value < 0.75
    assert min(c.value for c in report.choices) > 0.25


def test_take_backs_are_not_searched() -> None:
    s = position(hands, SCISSORS)
    report = Search(hands, SMALL).look(rules_of(hands, "native").view(s, 0), 0, 1, True)
    assert [c.action for c in report.choices] == [HAND.ready]


def test_partners_win_together() -> None:
    seen = rules_of(hands, "native").view(position(hands, seats=4), 2)
    report = Search(hands, Settings(simulations=4000)).look(seen, 2, 1, True)
    assert report.value == pytest.approx(0.5, abs=0.15)


def test_many_at_a_table_think_less_each() -> None:
    search = Search(hands, replace(SMALL, crowd=2))
    counts = {}
    for seats in (2, 4):
        seen = rules_of(hands, "native").view(position(hands, seats=seats), 0)
        counts[seats] = search.look(seen, 0, 1, True).simulations
    assert counts == {2: 600, 4: 300}


@pytest.mark.parametrize(("need", "other", "best"), [(2, 1, RUN.two), (3, 1, RUN.throw), (6, 2, RUN.throw)])
def test_dice_are_averaged_over(need: int, other: int, best: int) -> None:
    s = position(race, options={"goal": 20})
    s.place[0], s.place[1] = 20 - need, 20 - other
    report = Search(race, Settings(simulations=2000, cut=4)).look(s, 0, 1)
    assert report.best.action == best
    if best == RUN.throw:
        assert report.value == pytest.approx((7 - need) / 6, abs=0.08)


def test_the_deadline_cuts_a_search_short(connect_four: Game) -> None:
    report = Search(connect_four, replace(SMALL, simulations=100_000)).look(position(connect_four), 0, 1, deadline=0.0)
    assert 0 < report.simulations < 1000
