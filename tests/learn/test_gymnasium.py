"""Gymnasium's checker judges one seat's environments, for every game."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from taku.engine import found_games
from taku.engine.part import GameError
from taku.learn.gymnasium import SeatEnv, SeatVectorEnv

GAMES = sorted(found_games())


class Masked(gymnasium.ActionWrapper):
    """The checker samples without masks: an action that is not legal becomes the next one that is."""

    def action(self, action):
        legal = self.unwrapped.one.legal(self.unwrapped.seat)
        return min(legal, key=lambda a: (a - action) % self.unwrapped.one.actions)


@pytest.mark.parametrize("name", GAMES)
def test_the_checker_passes(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(spec|render_modes|Overriding).*")
        check_env(Masked(SeatEnv(name)), skip_render_check=True)


def test_a_match_against_a_player_by_name():
    env = SeatEnv("connect_four", seat=1, others="beginner")
    seen, _ = env.reset(seed=3)
    rewards, over = [], False
    while not over:
        seen, reward, over, cut, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        rewards.append(reward)
        assert not cut
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert rewards[-1] in (-1.0, 0.0, 1.0)


@pytest.mark.parametrize(("name", "seat"), [("connect_four", 0), ("connect_four", 1), ("goofspiel", 1), ("destroy", 0)])
def test_many_tables_for_one_seat(name, seat):
    envs = SeatVectorEnv(name, 64, seat=seat)
    seen, _ = envs.reset(seed=2)
    assert envs.observation_space.contains(seen)
    ended, total = 0, np.zeros(64)
    fresh = np.zeros(64, bool)
    rng = np.random.default_rng(1)
    for _ in range(400):
        mask = seen["action_mask"].astype(bool)
        over = ~mask.any(axis=1)
        assert (over <= fresh).all(), "a table shows no choice only where its match has ended"
        assert (seen["observation"][~over, 0] == 1 + seat).all()
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in mask])
        seen, reward, fresh, cut, _ = envs.step(actions)
        assert not reward[~fresh].any()
        assert not cut.any()
        ended += int(fresh.sum())
        total += reward
    assert ended > 64
    assert np.abs(total.sum()) < ended


def test_the_others_may_be_given():
    """Against who always drops into the first open column."""
    envs = SeatVectorEnv("connect_four", 8, seat=0, others=lambda now: now.mask.argmax(axis=1))
    envs.reset(seed=1)
    for column in (3, 3, 3, 3):
        _, reward, over, _, _ = envs.step(np.full(8, column))
    assert over.all()
    assert (reward == 1).all()


def test_what_is_refused():
    with pytest.raises(GameError, match="seat is 0 to 1"):
        SeatEnv("connect_four", seat=2)
    envs = SeatVectorEnv("connect_four", 2)
    envs.reset(seed=1)
    with pytest.raises(GameError, match="not legal for seat 0 at table 1"):
        envs.step([0, 9])
