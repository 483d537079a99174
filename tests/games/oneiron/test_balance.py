"""What a match is measured by: the watcher sees what the log tells."""

from __future__ import annotations

import pytest

from taku.bots.players import RandomBot
from taku.bots.table import play_match
from taku.games.oneiron import game
from taku.games.oneiron.balance import MEASURES, NAMES
from taku.sim.balance import watch_match
from taku.sim.measures import Run

SEATS, MATCHES = 13, 10


@pytest.fixture(scope="module")
def run() -> Run:
    made = Run()
    bots = [RandomBot(game)] * SEATS
    for number in range(MATCHES):
        made.add(watch_match(game, bots, game.read_options({}, SEATS), 3, number))
    return made


def total(run: Run, family: str) -> float:
    return sum(r.x for name, r in run.ratios.items() if name.startswith(family))


def test_every_target_of_the_rulebook_is_measured(run: Run) -> None:
    for measure in MEASURES:
        assert run.members(measure), measure.name


def test_shares_add_up(run: Run) -> None:
    judged = run.ratios["points.0"].n
    assert total(run, "points.") == judged
    assert judged + run.ratios["drawn"].x == run.ratios["drawn"].n
    assert total(run, "revival.") == run.ratios["revival.life"].n
    assert total(run, "joker.") == run.ratios["joker.present"].n
    assert run.ratios["clicks"].x == run.ratios["decisions"].x
    assert run.ratios["first_round"].n == 7 * MATCHES
    assert run.ratios["danger"].x <= run.ratios["danger"].n


def test_somebody_wins(run: Run) -> None:
    """Wins of the pairs and of the solo team, as multiples of a fair share, add up to one win a match."""
    pairs = total(run, "team.") / 6
    assert pairs + run.ratios["solo"].x / 7 == pytest.approx(MATCHES)
    assert total(run, "team.") / 6 == pytest.approx(run.ratios["team.1"].n)


def test_shares_are_shares(run: Run) -> None:
    for measure in MEASURES:
        for name in run.members(measure):
            assert run.ratios[name].mean >= 0
            if measure.share:
                assert run.ratios[name].mean <= 1, name


def test_members_of_families_have_names(run: Run) -> None:
    families = ("team.", "present.", "move.", "joker.")
    assert all(name in NAMES for name in run.ratios if name.startswith(families))


def test_watching_changes_nothing() -> None:
    bots = [RandomBot(game)] * 5
    plain = play_match(game, bots, luck=3, index=1, seed=5)
    counts = watch_match(game, bots, game.read_options({}, 5), 3, 1)
    assert counts["decisions"][1] == 1
    again = play_match(game, bots, luck=3, index=1, seed=5)
    assert (plain.ranks, plain.decisions) == (again.ranks, again.decisions)


def test_two_players_have_no_solo_edge_and_no_pairs() -> None:
    counts = watch_match(game, [RandomBot(game)] * 2, game.read_options({}, 2), 3, 1)
    assert "solo" not in counts
    assert not any(name.startswith("team.") for name in counts)
