"""Matches by the playout policy."""

import numpy as np

from taku.games.connect_four import game
from taku.lab.policy import policy_matches


def test_matches_end_and_depend_on_their_number_alone():
    first, again, other = (policy_matches(game, 200, number=n) for n in (1, 1, 2))
    assert np.array_equal(first.bytes, again.bytes)
    assert not np.array_equal(first.bytes, other.bytes)
    assert len(np.unique(first.bytes, axis=0)) > 190


def test_a_field_is_read_match_by_match():
    finals = policy_matches(game, 50)
    seats = finals.field("seats")
    assert seats.shape[0] == 50
    assert set(seats.ravel()) == {2}
