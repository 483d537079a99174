"""Matches of a study as files: the match that was counted, byte for byte."""

import numpy as np
import pytest

from taku.engine.match import Match, MatchError
from taku.lab.declare import make_study
from taku.lab.replays import match_file, match_of
from taku.lab.report import report_of
from taku.lab.run import run_study


def study(*players, **more):
    usual = {"game": "goofspiel", "players": list(players), "matches": 8, "until": "matches", "sample": 0}
    return make_study(usual | more)


@pytest.mark.parametrize("players", [("prefer", "random"), ("search:10", "prefer")])
def test_a_file_replays_to_the_match_that_was_counted(players):
    """Players that are rules draw from the match's own stream between two decisions; players that think do not."""
    one = study(*players, rotate=True, seed=5)
    results = run_study(one, workers=1)
    ranks = np.concatenate([c.ranks for c in results.whole(0)])
    for number in (0, 1, 7):
        again = Match.load(match_file(one, 0, number))
        assert again.scores() == ranks[number].tolist()
        assert again.names == (players if number % 2 == 0 else players[::-1])
        assert again.over
        assert len(again.luck) == again.step + 1


def test_after_a_branch_the_luck_is_another():
    made = match_of(study("random", "random"), 0, 3)
    branch = made.branch(4, salt=1)
    assert branch.hashes[:5] == made.hashes[:5]
    assert branch.key(4) == made.key(4)
    assert branch.key(6) != made.key(6)
    assert Match.load(branch.dumps()).hashes == branch.hashes


@pytest.mark.parametrize("luck", ["00", "zz", " ".join(["00" * 16] * 99)])
def test_damaged_luck_is_refused(luck):
    text = match_file(study("random", "random"), 0, 0)
    head, rest = text.split('"luck": "')
    with pytest.raises(MatchError, match="luck is"):
        Match.load(f'{head}"luck": "{luck}{rest[rest.index(chr(34)) :]}')


def test_a_report_says_when_playing_again_would_take_too_long():
    results = run_study(study("prefer", "random", matches=400), workers=1)
    assert report_of(results).shown
    none = report_of(results, patience=-1.0)
    assert not none.shown
    assert none.why_none == "slow"
