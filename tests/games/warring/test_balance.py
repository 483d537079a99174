"""What a battle is measured by: the watcher sees what the log tells."""

from __future__ import annotations

import pytest

from taku.bots import find_bot
from taku.games.warring import game
from taku.games.warring.balance import KINDS, MEASURES, NAMES
from taku.sim.balance import watch_match
from taku.sim.measures import Run

BATTLES = 24


@pytest.fixture(scope="module")
def run() -> Run:
    made = Run()
    bots = [find_bot(game, "club")] * 2
    for number in range(BATTLES):
        made.add(watch_match(game, bots, game.read_options({}, 2), 3, number))
    return made


def test_every_target_is_measured(run: Run) -> None:
    for measure in MEASURES:
        assert run.members(measure), measure.name


def test_sums_agree(run: Run) -> None:
    assert run.ratios["south"].x == run.ratios["seat.1"].x
    assert sum(run.ratios[f"damage.{k}"].x for k in KINDS) == run.ratios["damage.archer"].n
    assert run.ratios["lost.general"].n == 2 * BATTLES
    assert run.ratios["lost.general"].x + run.ratios["limit"].x == BATTLES
    assert sum(run.ratios[f"felled.{k}"].x for k in KINDS) == run.ratios["lost.general"].x
    assert sum(run.ratios[f"lost.{k}"].n for k in KINDS) == 60 * BATTLES
    met = [r for name, r in run.ratios.items() if name.startswith("pair.")]
    assert 2 * sum(r.n for r in met) == sum(r.n for name, r in run.ratios.items() if name.startswith("formation."))


def test_members_have_names(run: Run) -> None:
    families = [m.family for m in MEASURES if m.family]
    for name in run.ratios:
        if name.startswith(tuple(families)):
            assert NAMES[name]
