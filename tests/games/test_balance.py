"""What matches are measured by, in every game that says so: its watcher sees what the log tells."""

import math

import pytest

from taku.bots import find_bot
from taku.bots.search import scramble
from taku.bots.table import play_match
from taku.engine import find_game, found_games
from taku.lab.watch import balance_of, names_of, watch_match
from tests.games.measuring import LUCK, measured

WORDS = ("act.", "seat.")
"""Families whose members are called by their own word or number."""
MEASURED = [name for name in found_games() if find_game(name).balance]


@pytest.mark.parametrize("name", MEASURED)
def test_every_target_is_measured_and_shares_are_shares(name: str) -> None:
    run = measured(name)
    for measure in balance_of(find_game(name)).measures:
        found = run.members(measure)
        assert found, measure.name
        for one in found:
            assert 0 <= run.ratios[one].mean <= (1 if measure.share else math.inf), one


@pytest.mark.parametrize("name", MEASURED)
def test_members_of_families_have_names(name: str) -> None:
    game = find_game(name)
    families = tuple(m.family for m in balance_of(game).measures if m.family and m.family not in WORDS)
    assert [one for one in measured(name).ratios if one.startswith(families) and one not in names_of(game)] == []


@pytest.mark.parametrize("name", MEASURED)
def test_watching_changes_nothing(name: str) -> None:
    game = find_game(name)
    bots = [find_bot(game, "random")] * game.usual_seats
    plain = play_match(game, bots, luck=LUCK, index=1, seed=scramble(LUCK, 1))
    counts = watch_match(game, bots, game.read_options({}, len(bots)), LUCK, 1)
    assert counts["decisions"] == (plain.decisions, 1)
    assert [counts[f"seat.{seat + 1}"][0] for seat in range(len(bots))] == plain.rewards
