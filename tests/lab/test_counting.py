"""Measures that every game has: what compiled code counts is what a watcher of the same matches sees."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from taku.bots import playout
from taku.bots.players import rewards
from taku.bots.search import teams_of
from taku.compile.batch import play_batch
from taku.compile.kernels import first_of
from taku.compile.speed import interpreted, rules_of
from taku.engine.chance import seed
from taku.games.connect_four import game as connect_four
from taku.games.goofspiel import game as goofspiel
from taku.lab.counting import COLUMNS, DONE, Depth, count, countable, items_of
from taku.lab.measures_generic import GENERIC, Watcher, columns_of
from taku.lab.watch import Count
from tests.bots.tiny import hands, race

AHEAD_OF_TIME = ("generic.deal", "generic.mattered", "generic.loss")
"""What takes copies of the match."""


def watched(game, seats, number, k):
    """A match of drawn players, watched in Python: its counts."""
    s = game.new(seats)
    s.log.mute = 1
    seed(s, number, k)
    rules = rules_of(game, "interpreted")
    rules.game.contract["start"](s)
    forward, draw = interpreted(playout.forward, game), interpreted(playout.draw, game)
    out = memoryview(array("i", bytes(4 * max(game.most_legal, game.seats[-1]))))
    counts = Count()
    watcher = Watcher(game, counts, length=64)
    while who := game.contract["actors"](s):
        seat = first_of(who)
        n = forward(s, seat, out)
        action = out[draw(s, seat, out, n, 1)]
        watcher.before(s, seat, action)
        game.contract["act"](s, seat, action)
    watcher.end(s, rewards(rules.scores(s), teams_of(s)))
    return counts.counts


@pytest.mark.parametrize(
    ("game", "seats"), [(connect_four, 2), (race, 2), (hands, 4)], ids=lambda x: getattr(x, "id", x)
)
def test_what_is_counted_is_what_is_watched(game, seats):
    counted = count(game, 12, seats=seats, options=game.read_options({}, seats), players=["prefer"] * seats, number=7)
    columns = columns_of(game, counted, seats)
    looked = "value" in game.contract
    for k in range(12):
        seen = watched(game, seats, 7, k)
        assert seen
        for name, (x, n) in seen.items():
            assert columns[name][0][k] == pytest.approx(x, abs=2e-3), (k, name)
            assert columns[name][1][k] == n, (k, name)
        missed = {name for name, (_, n) in columns.items() if n[k] and name not in seen} - set(AHEAD_OF_TIME)
        missed -= {name for name in columns if name.startswith("right.")}
        assert not (looked and missed)
        assert all(name.startswith("generic.") for name in missed)


def test_counted_matches_are_the_matches_of_a_batch():
    counted = count(connect_four, 300, seats=2, options={}, players=["random"] * 2, number=3, first=5)
    batch = play_batch(connect_four, 300, number=3, first=5)
    assert counted.found.shape == (300, COLUMNS)
    assert np.array_equal(counted.found[:, DONE], batch.decisions)
    assert np.array_equal(counted.ended[:, 0] == 1000, (batch.ranks[:, 0] == 1) & (batch.ranks[:, 1] == 2))


def test_looking_ahead_changes_no_match():
    how = {"seats": 2, "options": {}, "players": ["prefer"] * 2, "number": 3}
    much = count(connect_four, 40, **how, depth=Depth(looks=100, ask=1, again=1))
    little = count(connect_four, 40, **how, depth=Depth(looks=1, ask=1 << 20, again=0))
    assert np.array_equal(much.ended, little.ended)
    assert np.array_equal(much.taken, little.taken)
    assert columns_of(connect_four, much, 2)["generic.mattered"][1].sum() > 100


def test_a_race_by_dice_is_no_luck_of_the_deal_and_its_leader_usually_wins():
    options = race.read_options({"goal": 40}, 2)
    columns = columns_of(race, count(race, 400, seats=2, options=options, players=["prefer"] * 2, number=1), 2)

    def mean(name):
        x, n = columns[name]
        return x.sum() / n.sum()

    assert abs(mean("generic.deal")) < 0.25  # nothing is dealt: two ends of it are two races
    assert mean("generic.ahead.90") > mean("generic.ahead.50") > mean("generic.ahead.10")
    assert mean("generic.ahead.90") > 0.75
    assert 0.6 < mean("taken.action.throw") < 0.9
    assert mean("holders.action.throw") == pytest.approx(0.5, abs=0.02)  # both take it in nearly every race
    assert mean("order.1") > 0.5


def test_rounds_are_as_the_game_numbers_them_or_turns_of_who_began():
    def rounds(game, **options):
        how = {"seats": 2, "options": game.read_options(options, 2), "players": ["random"] * 2, "number": 1}
        return count(game, 30, **how)

    dealt = columns_of(goofspiel, rounds(goofspiel, cards=7), 2)
    assert (dealt["generic.rounds"][0] == 7).all()
    dropped = rounds(connect_four)
    assert np.array_equal(columns_of(connect_four, dropped, 2)["generic.rounds"][0], (dropped.found[:, DONE] + 1) // 2)


def test_what_is_offered_and_what_is_best():
    how = {"seats": 2, "options": {}, "players": ["prefer"] * 2, "number": 3}
    columns = columns_of(connect_four, count(connect_four, 60, **how, depth=Depth(looks=1, ask=1, again=0)), 2)
    x, n = columns["right.action.drop"]
    assert np.array_equal(x, n), "the only action there is, is always the best"
    assert np.array_equal(columns["offered.action.drop"][0], columns["taken.action.drop"][1])
    middle, edge = (columns[f"right.column.{at}"] for at in (3, 0))
    assert middle[0].sum() / middle[1].sum() > 1.3 * edge[0].sum() / edge[1].sum() > 0


def test_first_places_by_order_are_those_by_seat_where_the_order_is_fixed():
    how = {"seats": 2, "options": {}, "players": ["random"] * 2, "number": 3}
    counted = count(connect_four, 60, **how)
    assert np.array_equal(columns_of(connect_four, counted, 2)["order_first.1"][0], counted.ended[:, 0] == 1000)


def test_things_that_actions_speak_of():
    names, items = items_of(connect_four)
    assert names[0] == "action.drop"
    assert "column.3" in names
    assert items.shape == (1, 7, 2)
    assert countable(["random", "prefer"])
    assert not countable(["prefer", "club"])


def test_every_generic_measure_has_a_column():
    columns = columns_of(
        race, count(race, 5, seats=2, options=race.read_options({}, 2), players=["prefer"] * 2, number=1), 2
    )
    for measure in GENERIC:
        members = [name for name in columns if name.startswith(measure.family)] if measure.family else [measure.name]
        assert members
        assert all(name in columns for name in members)
