"""PettingZoo's own tests judge the adapters, for every game."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from taku.engine import find_game, found_games
from taku.engine.part import GameError
from taku.learn.pettingzoo import aec, parallel

GAMES = sorted(found_games())
SMALL = {"connect_four": {}, "goofspiel": {"cards": 5}}
CYCLES = {"oneiron": 60, "synegier": 100, "warring": 100}
"""Long games with large observations are tested for fewer cycles."""


@pytest.fixture(autouse=True)
def _strict():
    """Warnings are faults, but for those that every game with masks gets, PettingZoo's own too: its observations are
    dictionaries, and who is not asked has an empty mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings(
            "ignore", message=".*(probably should be gymnasium.spaces|not a NumPy array|all zeros).*"
        )
        yield


@pytest.mark.parametrize("name", GAMES)
def test_one_agent_after_another(name, capsys):
    api_test(aec(name), num_cycles=CYCLES.get(name, 300))
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_all_agents_at_once(name, capsys):
    parallel_api_test(parallel(name), num_cycles=CYCLES.get(name, 300))
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_match(name):
    seed_test(lambda: aec(name), num_cycles=30)
    parallel_seed_test(lambda: parallel(name), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_drawn(name, capsys):
    render_test(lambda render_mode: aec(name, render_mode=render_mode), {"html": lambda made: made.startswith("<")})


def test_sealed_choices_stay_sealed():
    """What PettingZoo's tests lack: an agent's bytes do not tell what another has just chosen, secretly."""
    env = aec("goofspiel", options={"cards": 5})
    rows = []
    for choice in (0, 4):
        env.reset(seed=1)
        assert env.agent_selection == "player_0"
        env.step(choice)
        assert env.agent_selection == "player_1"
        rows.append(env.observe("player_1")["observation"].tobytes())
    assert rows[0] == rows[1]


def test_rewards_come_at_the_end_and_are_accumulated():
    env = aec("connect_four")
    env.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1, 0):
        env.step(column)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert [env._cumulative_rewards[a] for a in env.agents] == [1.0, -1.0]
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_what_is_not_legal_is_refused():
    env = aec("connect_four")
    env.reset(seed=1)
    with pytest.raises(GameError, match="legal: 0, 1, 2, 3, 4, 5, 6"):
        env.step(7)
    with pytest.raises(GameError, match="render_mode"):
        aec("connect_four", render_mode="rgb_array")


def test_who_is_not_asked_can_only_wait():
    env = parallel("connect_four")
    seen, _ = env.reset(seed=1)
    assert seen["player_0"]["action_mask"].tolist() == [1] * 7
    assert seen["player_1"]["action_mask"].tolist() == [1] + [0] * 6
    seen, *_ = env.step({"player_0": 3, "player_1": 5})
    assert np.count_nonzero(seen["player_1"]["action_mask"]) == 7
    assert find_game("connect_four").kinds is not None
