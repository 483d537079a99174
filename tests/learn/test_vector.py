"""Vectors: the same matches as one by one, whatever the threads; observations that show a view and nothing else."""

import numpy as np
import pytest

from taku.compile.speed import rules_of
from taku.engine import find_game, found_games
from taku.engine.part import GameError
from taku.engine.state import GameState
from taku.learn import Single, Vector, layout_of, steps
from taku.learn.single import Looker, asked_of, forward

GAMES = sorted(found_games())


def flat(view: GameState, layout) -> list[int]:
    """The fields of a view, read one by one through the Python handle."""
    kept = [p.name for p in layout.parts[2:]]
    found = {name: [] for name in kept}
    for name, value in view.values():
        plain = ".".join(part.partition("[")[0] for part in name.split("."))
        if plain in found:
            found[plain].append(value)
    return [value for name in kept for value in found[name]]


@pytest.mark.parametrize("name", GAMES)
def test_every_step_is_what_the_rules_say(name):
    game = find_game(name)
    rules = rules_of(game, "native")
    for seats in sorted({game.seats[0], game.seats[-1]}):
        v = Vector(game, 3, seats=seats, seed=5)
        step = v.reset()
        for count in range(60 if seats < 10 else 20):
            for t in range(3):
                s, seat = v.state(t), int(step.seat[t])
                assert rules.actors(s) == v.acting[t]
                assert seat == rules.acting(s)[0]
                legal = forward(rules, s, seat)
                assert np.flatnonzero(step.mask[t]).tolist() == legal == sorted(v.lists[t, : v.count[t]].tolist())
                if count % 5 == 0:
                    row = step.observation[t].tolist()
                    assert row[:2] == [1 + seat, asked_of(rules, s, seat)]
                    assert row[2:] == flat(rules.view(s, seat), v.layout)
            before = [v.state(t) for t in range(3)]
            who, chosen = step.seat.copy(), v.sample().copy()
            step = v.step(chosen)
            for t, s in enumerate(before):
                rules.act(s, int(who[t]), int(chosen[t]))
                assert step.done[t] == (rules.actors(s) == 0)
                assert step.done[t] or s == v.state(t)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_know_is_in_no_observation(name):
    assert leaks(find_game(name), Looker(find_game(name)), positions=120) == []


def leaks(game, look, positions: int) -> list[str]:
    """The law *blank* for observations: a seat's row and mask are the same in every world that looks the same to it.

    Positions of random matches, for every seat; the other world is a guess from what the seat sees.
    """
    rules = rules_of(game, "native")
    found: list[str] = []
    v = Vector(game, 4, seats=game.usual_seats, seed=11)
    v.reset()
    names = v.layout.names()
    for number in range(positions):
        v.step(v.sample())
        s = v.state(number % 4)
        for seat in range(s.seats):
            seen = rules.view(s, seat)
            world = rules.guess(seen, seat, number)
            asked = asked_of(rules, s, seat)
            a, b = look(s, seat, asked), look(world, seat, asked)
            found += [f"seat {seat} sees {names[i]}" for i in np.flatnonzero(a != b)]
            if asked and forward(rules, s, seat) != forward(rules, world, seat):
                found.append(f"seat {seat} is allowed other actions")
    return found


def test_a_planted_leak_is_found(monkeypatch):
    """A writer that forgets to hide: the observation is made from the true state."""
    game = find_game("destroy")
    with monkeypatch.context() as patched:
        patched.setattr(steps, "is_open", lambda game: True)
        steps.build_of.cache_clear()
        look = Looker(game)
    steps.build_of.cache_clear()
    found = leaks(game, look, positions=60)
    assert any("draft" in leak for leak in found), found
    assert not any("cell" in leak for leak in found)


def test_threads_and_size_do_not_change_a_match():
    one, two = Vector("goofspiel", 256, seed=9), Vector("goofspiel", 256, seed=9, threads=2)
    one.reset(), two.reset()
    for _ in range(50):
        a, b = one.step(one.sample()), two.step(two.sample())
        for x, y in zip(a, b, strict=True):
            assert np.array_equal(x, y)


def test_a_table_of_a_vector_is_a_single_match():
    v = Vector("destroy", 2, seed=4)
    step = v.reset()
    one = Single("destroy", seed=4)
    rng = np.random.default_rng(1)
    for _ in range(3000):
        seat = int(step.seat[0])
        assert one.acting[0] == seat
        assert one.observe(seat).tolist() == step.observation[0].tolist()
        assert one.mask(seat).tolist() == step.mask[0].tolist()
        chosen = v.sample().copy()
        chosen[0] = rng.choice(one.legal(seat))
        one.act(seat, int(chosen[0]))
        step = v.step(chosen)
        if one.over:
            break
    assert step.done[0]
    assert step.rewards[0].tolist() == one.rewards()
    assert v.ranks[0].tolist() == one.rules.scores(one.state)
    assert v.length[0] == 0


def test_seats_that_choose_together():
    """Both bid in one step; it is the match in which they bid one after the other."""
    v = Vector("goofspiel", 5, together=True, seed=3)
    w = Vector("goofspiel", 5, seed=3)
    a, b = v.reset(), w.reset()
    assert a.observation.shape == (5, 2, v.layout.size)
    assert a.mask.shape == (5, 2, 13)
    for _ in range(20):
        chosen = v.sample().copy()
        a = v.step(chosen)
        for seat in range(2):
            b = w.step(chosen[:, seat])
        assert np.array_equal(a.rewards, b.rewards)
        assert np.array_equal(a.done, b.done)
        assert [v.state(t) == w.state(t) for t in range(5)] == [True] * 5


def test_no_choice_shows_before_the_others_have_chosen():
    """Seat 1's row is the same whatever seat 0 has just bid."""
    rows = []
    for first in (0, 4):
        v = Vector("goofspiel", 1, seed=3)
        v.reset()
        rows.append(v.step([first]).observation.tobytes())
    assert rows[0] == rows[1]


def test_history_is_what_the_seat_was_told_and_did():
    """Perfect recall: the lines are the events of the seat's views and its own choices, in their order."""
    game = find_game("goofspiel")
    v = Vector(game, 3, history=128, seed=8, renew=False, options={"hands": "sealed", "cards": 5})
    step = v.reset()
    rules = rules_of(game, "native")
    kept = [[[(1 + e[1], *e[2:]) for e in rules.view(v.state(t), seat).events()] for seat in (0, 1)] for t in range(3)]
    while (step.seat >= 0).any():
        for t in range(3):
            seat = int(step.seat[t])
            if seat >= 0:
                assert [tuple(line) for line in v.past[t, : v.heard[t]].tolist()] == kept[t][seat]
                assert not v.past[t, v.heard[t] :].any()
        who, chosen = step.seat.copy(), v.sample().copy()
        step = v.step(chosen)
        for t in range(3):
            if who[t] >= 0:
                kept[t][who[t]].append((-1, int(chosen[t]), 0, 0, 0, 0, 0))
                for seat in (0, 1):
                    view = rules.view(v.state(t), seat)
                    kept[t][seat] += [(1 + e[1], *e[2:]) for e in view.events()]


def test_a_short_history_keeps_the_last_lines():
    v, w = Vector("goofspiel", 1, history=64, seed=2), Vector("goofspiel", 1, history=4, seed=2)
    v.reset(), w.reset()
    for _ in range(15):
        chosen = v.sample().copy()
        v.step(chosen), w.step(chosen)
        n = int(v.heard[0])
        assert v.past[0, max(0, n - 4) : n].tolist() == w.past[0, : w.heard[0]].tolist()


def test_tables_that_stay_over_and_are_begun_again():
    v = Vector("connect_four", 4, renew=False)
    step = v.reset(seed=1)
    for _ in range(42):
        step = v.step(v.sample())
    assert (step.seat == -1).all()
    assert not step.mask.any()
    step = v.begin(np.array([True, False, False, True]))
    assert step.seat.tolist() == [0, -1, -1, 0]


def test_matches_cut_short():
    v = Vector("connect_four", 4, limit=3)
    v.reset()
    cuts = [v.step(v.sample()).cut.tolist() for _ in range(6)]
    assert cuts == [[False] * 4, [False] * 4, [True] * 4] * 2


def test_a_trajectory_is_its_steps():
    v = Vector("connect_four", 6, seed=5)
    v.reset()
    t = v.rollout(50)
    assert t.observation.shape == (50, 6, v.layout.size)
    assert t.mask[np.arange(50)[:, None], np.arange(6), t.action].all()
    assert set(np.unique(t.rewards[t.done])) <= {-1.0, 0.0, 1.0}
    assert not t.rewards[~t.done].any()
    assert (t.observation[..., 0] == 1 + t.seat).all()


def test_parts_have_names():
    layout = layout_of(find_game("connect_four"))
    assert layout["discs"].shape == (2, 6)
    v = Vector("connect_four", 2)
    v.reset()
    v.step([3, 6])
    assert layout.take(v.now.observation, "discs")[0, 0].tolist() == [8, 0, 0, 0, 0, 0]
    assert layout.names()[-1] == "discs[1, 5]"
    assert len(layout.names()) == layout.size
    assert "discs" in layout.describe()
    with pytest.raises(GameError, match="did you mean 'discs'"):
        layout["disc"]


def test_scaled_rows_lie_around_one():
    v = Vector("destroy", 32, seed=6)
    v.reset()
    for _ in range(80):
        v.step(v.sample())
    scaled = v.scaled()
    assert scaled.dtype == np.float32
    assert 0.9 < np.abs(scaled).max() <= 4


@pytest.mark.parametrize("wrong", [[7, 0], [-1, 0], [0, 0, 0], [[0, 0], [0, 0]]])
def test_wrong_actions_are_refused_before_anything_is_played(wrong):
    v = Vector("connect_four", 2)
    v.reset()
    with pytest.raises(GameError, match=r"legal|takes"):
        v.step(wrong)
    assert v.length.tolist() == [0, 0]


def test_what_cannot_be_asked_for():
    with pytest.raises(GameError, match="at least one table"):
        Vector("connect_four", 0)
    with pytest.raises(GameError, match="begins with reset"):
        Vector("connect_four", 1).step([0])
    with pytest.raises(ValueError, match="seats"):
        Vector("connect_four", 1, seats=3)


def test_tables_that_are_left_out_stay_as_they_are():
    v = Vector("connect_four", 3)
    v.reset()
    v.step([0, 99, 1], np.array([True, False, True]))
    assert v.length.tolist() == [1, 0, 1]
    assert v.now.seat.tolist() == [1, 0, 1]


@pytest.mark.parametrize("name", ["connect_four", "destroy", "campus"])
def test_what_is_done_for_each_table_is_part_of_the_loop(name):
    """Calling it with its hundred and fifty words of arrays took twice as long as all of Destroy's rules."""
    units = steps.build_of(find_game(name)).units
    assert [r.name for r, unit in units.items() if r.inlined and unit.has_object] == []
    assert all("_nrt=False" in unit.text for r, unit in units.items() if r.name in ("step_tables", "refresh", "moves"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda v: v.step(np.full(4, 0.5)), "actions are whole numbers, not float64"),
        (lambda v: v.step(np.ones(4, bool)), "actions are whole numbers, not bool"),
        (lambda v: v.step(np.full(4, 2**40)), "1099511627776 is no action"),
        (lambda v: v.step(np.full(4, 2**32)), "4294967296 is no action"),
        (lambda v: v.reset(2**63), "a seed has at most 64 bits"),
        (lambda v: v.state(4), "tables are counted from 0 to 3: there is no 4"),
        (lambda v: v.view(0, 2), "seats are counted from 0 to 1, −1 is a spectator: there is no 2"),
        (lambda v: Vector("connect_four", 4, history=-1), "history and limit are not below 0"),
        (lambda v: Single("connect_four", seed=2**70), "a seed has at most 64 bits"),
        (lambda v: Single("connect_four").observe(2), "there is no 2"),
        (lambda v: Single("connect_four").position(-2), "there is no -2"),
    ],
)
def test_what_makes_no_sense_is_said_and_changes_nothing(wrong, said):
    """Numbers that do not fit were cut off in silence, and seats that are none read past the others."""
    v = Vector("connect_four", 4)
    v.reset(3)
    before = v.now.observation.copy()
    with pytest.raises(GameError, match=said):
        wrong(v)
    assert np.array_equal(v.now.observation, before)
    v.step(np.zeros(4, np.int64))
    v.step([1, 2, 3, 4])
