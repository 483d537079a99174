"""What a match is measured by: the watcher sees what the log tells."""

from __future__ import annotations

import pytest

from taku.bots.players import RandomBot
from taku.games.destroy import game
from taku.games.destroy.balance import MEASURES, NAMES
from taku.sim.balance import watch_match
from taku.sim.measures import Run


@pytest.fixture(scope="module")
def run() -> Run:
    made = Run()
    bots = [RandomBot(game)] * 2
    for number in range(12):
        made.add(watch_match(game, bots, game.read_options({"team_mode": "random"}, 2), 3, number))
    return made


def test_every_target_of_the_rulebook_is_measured(run: Run) -> None:
    for measure in MEASURES:
        assert run.members(measure), measure.name


def test_shares_add_up(run: Run) -> None:
    def total(family: str) -> float:
        return sum(r.x for name, r in run.ratios.items() if name.startswith(family))

    choices = run.ratios["pass"]
    assert total("card.") + choices.x == choices.n == 2 * run.ratios["phases"].x
    assert total("act.") == run.ratios["act.move"].n
    assert total("picked.") == 3 * 24
    assert total("picked_sub.") == 24
    assert run.ratios["ties"].n == run.ratios["phases"].x
    assert run.ratios["first_seat"].x == run.ratios["seat.1"].x
    for family, places in (("field.", 3), ("sub.", 1)):
        assert total(family) == places * 12
        assert sum(r.n for name, r in run.ratios.items() if name.startswith(family)) == places * 24


def test_shares_are_shares(run: Run) -> None:
    for measure in MEASURES:
        for name in run.members(measure):
            assert run.ratios[name].mean >= 0
            if measure.share:
                assert run.ratios[name].mean <= 1, name


def test_members_of_families_have_names(run: Run) -> None:
    families = ("field.", "sub.", "picked.", "card.", "skill.")
    assert all(name in NAMES for name in run.ratios if name.startswith(families))
    assert NAMES["skill.meteor"] == "Meteor (Witch)"
    assert sum(name.startswith("skill.") for name in NAMES) == 14


def test_watching_changes_nothing() -> None:
    from taku.bots.table import play_match

    bots = [RandomBot(game)] * 2
    plain = play_match(game, bots, luck=3, index=1, seed=5)
    counted: list[str] = []

    class Eye:
        def before(self, s, seat, action) -> None:  # type: ignore[no-untyped-def]
            counted.append("before")

        def after(self, s, seat, action) -> None:  # type: ignore[no-untyped-def]
            assert s.log.count > 0 or s.stage in (1, 2) or not s.round
            counted.append("after")

        def end(self, s, rewards) -> None:  # type: ignore[no-untyped-def]
            assert list(rewards) == plain.rewards

    watched = play_match(game, bots, luck=3, index=1, seed=5, watcher=Eye())
    assert (watched.ranks, watched.decisions) == (plain.ranks, plain.decisions)
    assert len(counted) == 2 * plain.decisions
