"""OpenSpiel's own tests and algorithms judge the adapter, and through it the engine."""

import importlib
import re
import sys

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from open_spiel.python.policy import UniformRandomPolicy

import run
from taku.compile.speed import rules_of
from taku.engine import find_game, found_games
from taku.engine.part import GameError
from taku.learn import openspiel
from taku.learn.single import Looker, asked_of

GAMES = sorted(found_games())
SHORT = {"oneiron": "(seats=2)", "synegier": "(seats=2)"}
"""Their usual matches take many minutes when every step is copied, printed and read back."""
LONG = ("oneiron", "synegier", "warring")


@pytest.mark.parametrize("name", [g for g in GAMES if g not in LONG])
def test_random_simulations_with_copies_and_masks(name):
    game = pyspiel.load_game(f"taku_{name}{SHORT.get(name, '')}")
    pyspiel.random_sim_test(game, 1, True, False)


@pytest.mark.parametrize("name", LONG)
def test_a_long_game_stands_copies_and_storing(name):
    """What `random_sim_test` does at every state, for the first hundred of a long match."""
    game = pyspiel.load_game(f"taku_{name}{SHORT.get(name, '')}")
    state = game.new_initial_state()
    rng = np.random.default_rng(4)
    for number in range(100):
        if state.is_terminal():
            state = game.new_initial_state()
        twin = state.clone()
        stored = game.deserialize_state(state.serialize()) if number % 10 == 0 else twin
        if state.is_chance_node():
            seed = int(rng.integers(game.max_chance_outcomes()))
            for one in {state, twin, stored}:
                one.apply_action(seed)
        elif state.is_simultaneous_node():
            joint = [int(rng.choice(state.legal_actions(p) or [0])) for p in range(game.num_players())]
            for one in {state, twin, stored}:
                one.apply_actions(joint)
        else:
            action = int(rng.choice(state.legal_actions()))
            assert sum(state.legal_actions_mask()) == len(state.legal_actions())
            for one in {state, twin, stored}:
                one.apply_action(action)
        assert str(state) == str(twin) == str(stored)


def _judge(name):
    """OpenSpiel's API test, on states sampled from a game; those whose seats choose at once are taken in turn."""
    game = pyspiel.load_game(f"taku_{name}")
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)

    class Judged(api_test.EnforceAPIOnPartialTreeBase):
        def runTest(self):
            for test in (t for t in dir(self) if t.startswith("test_")):
                with self.subTest(test):
                    getattr(self, test)()

        @classmethod
        def setUpClass(cls):
            cls.some_states = sample_some_states(cls.game, max_states=30)
            cls.game_type = cls.game.get_type()

    Judged.game, Judged.game_name = game, name
    return Judged()


@pytest.mark.parametrize("name", ["connect_four", "goofspiel", "destroy"])
def test_the_interface_on_a_part_of_the_tree(name):
    judged = _judge(name)
    judged.setUpClass()
    result = judged.run()
    assert result is not None
    assert [str(fault[1]) for fault in result.failures + result.errors] == []
    assert result.testsRun == 1


OURS = "taku_goofspiel(cards={n},order=down,hands=sealed)"
THEIRS = "goofspiel(num_cards={n},points_order=descending,returns_type=win_loss,imp_info=True)"


@pytest.mark.parametrize("n", [3, 4])
def test_small_goofspiel_is_as_exploitable_as_theirs(n):
    """Two independent sources of the rules, one algorithm: the same numbers, at random and after learning."""
    ours, theirs = (pyspiel.convert_to_turn_based(pyspiel.load_game(g.format(n=n))) for g in (OURS, THEIRS))
    at_random = [exploitability.nash_conv(game, UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert at_random[0] == pytest.approx(at_random[1], abs=1e-9)
    assert at_random[0] > 0.5
    if n == 3:
        learned = []
        for game in (ours, theirs):
            solver = cfr.CFRSolver(game)
            for _ in range(60):
                solver.evaluate_and_update_policy()
            learned.append(exploitability.nash_conv(game, solver.average_policy()))
        assert learned[0] == pytest.approx(learned[1], abs=1e-9)
        assert learned[0] < 0.2 * at_random[0]


@pytest.fixture(scope="module")
def lots(tmp_path_factory):
    """The tutorial's game, written out as its reader writes it."""
    folder = tmp_path_factory.mktemp("lots")
    text = (run.ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    for file, body in re.findall(r"<!-- file: (lots/\S+) -->\n```\w+\n(.*?)\n```\n", text, re.DOTALL):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(body + "\n", encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("lots").game
    finally:
        sys.path.remove(str(folder))


def test_learning_the_tutorials_game(lots):
    """Counterfactual regret minimisation on the rules as the tutorial writes them: what is learned is less exploitable
    with every round of learning."""
    openspiel.register(lots)
    small = pyspiel.load_game("taku_lots(seats=2,lots=2,coins=2,seeds=2)")
    game = pyspiel.convert_to_turn_based(small)
    solver = cfr.CFRSolver(game)
    found = [exploitability.nash_conv(game, UniformRandomPolicy(game))]
    for _ in range(3):
        for _ in range(4):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[0] > found[1] > found[3] >= 0
    assert found[3] < 0.25 * found[0]


@pytest.mark.parametrize("name", ["goofspiel", "destroy", "synegier"])
def test_resampled_worlds_look_the_same(name):
    """OpenSpiel's test of resampling, for `guess`: every seat's view and who acts are what they were."""
    game = find_game(name)
    rules, look = rules_of(game, "native"), Looker(game)
    state = pyspiel.load_game(f"taku_{name}").new_initial_state()
    state.apply_action(5)
    rng = np.random.default_rng(2)
    for number in range(60):
        if state.is_terminal():
            break
        s = state.state()
        for seat in range(s.seats):
            world = rules.guess(rules.view(s, seat), seat, number)
            asked = asked_of(rules, s, seat)
            assert look(world, seat, asked).tolist() == look(s, seat, asked).tolist()
            assert rules.actors(world) == rules.actors(s)
        if state.is_simultaneous_node():
            state.apply_actions([int(rng.choice(state.legal_actions(p) or [0])) for p in range(s.seats)])
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


def test_a_playthrough_reads_back(tmp_path):
    """OpenSpiel's golden texts: what it writes of a match it finds again in a fresh one."""
    flags.FLAGS.mark_as_parsed()
    name = "taku_goofspiel(cards=4,order=up)"
    text = generate_playthrough.playthrough(name, None, seed=3)
    assert 'short_name = "taku_goofspiel"' in text
    assert "Apply joint action" in text
    file = tmp_path / "goofspiel.txt"
    file.write_text(text)
    expected, actual = generate_playthrough.replay(str(file))
    assert expected == actual


def test_names_and_options():
    game = pyspiel.load_game("taku_goofspiel(cards=5,seats=3,seeds=7)")
    assert (game.num_players(), game.max_chance_outcomes(), game.num_distinct_actions()) == (3, 7, 13)
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(6)
    assert state.is_simultaneous_node()
    assert state.action_to_string(0, 2) == "bid card=3"
    assert pyspiel.load_game("taku_destroy(team_mode=starter,silenced_mana=false)").options["silenced_mana"] == 0
    with pytest.raises((GameError, ValueError, RuntimeError)):
        pyspiel.load_game("taku_goofspiel(cards=99)")
