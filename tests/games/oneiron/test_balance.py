"""What a match is measured by: the watcher sees what the log tells."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from taku.bots.levels import level_of
from taku.bots.players import Budget, RandomBot, SearchBot
from taku.bots.table import play_match
from taku.games.oneiron import game
from taku.games.oneiron.content import CARD_TYPES
from taku.games.oneiron.state import State
from taku.lab.watch import watch_match
from tests.games.measuring import measured, total


def test_shares_add_up() -> None:
    run = measured("oneiron")
    judged = run.ratios["points.0"].n
    assert total(run, "points.") == judged
    assert judged + run.ratios["drawn"].x == run.ratios["drawn"].n
    assert total(run, "revival.") == run.ratios["revival.life"].n
    assert total(run, "joker.") == run.ratios["joker.present"].n
    assert run.ratios["clicks"].x == run.ratios["decisions"].x
    assert run.ratios["first_round"].n == 7 * 10
    assert run.ratios["danger"].x <= run.ratios["danger"].n


def test_somebody_wins() -> None:
    """Wins of the pairs and of the solo team, as multiples of a fair share, add up to one win a match."""
    run = measured("oneiron")
    pairs = total(run, "team.") / 6
    assert pairs + run.ratios["solo"].x / 7 == pytest.approx(10)
    assert total(run, "team.") / 6 == pytest.approx(run.ratios["team.1"].n)


def test_two_players_have_no_solo_edge_and_no_pairs() -> None:
    counts = watch_match(game, [RandomBot(game)] * 2, game.read_options({}, 2), 3, 1)
    assert "solo" not in counts
    assert not any(name.startswith("team.") for name in counts)


class Compared:
    """A bot that plays by preference, and a watcher: what each seat was asked, and what the table was when it acted."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, ...]] = []
        self.acted: list[tuple[int, ...]] = []
        self.bot = SearchBot(game, level_of(game, "club"))

    def __call__(self, seen: State, seat: int, legal: Sequence[int], budget: Budget) -> int:
        self.asked.append(self.facts(seen, seat))
        return self.bot.draw(seen, seat, legal, Random(budget.seed))

    def before(self, s: State, seat: int, action: int) -> None:
        self.acted.append(self.facts(s, seat))

    def after(self, s: State, seat: int, action: int) -> None: ...

    def end(self, s: State, rewards: Sequence[float]) -> None: ...

    def facts(self, s: State, seat: int) -> tuple[int, ...]:
        team = [s.member[s.team[seat], i] - 1 for i in (0, 1)]
        held = [s.hand[member].of[card] for member in team if member >= 0 for card in range(CARD_TYPES + 1)]
        return (seat, s.round, s.exchange, s.step, s.moving, *held)


def test_bots_decide_at_the_table_as_it_is_when_only_partners_choose() -> None:
    """Where all who choose are partners, the last of them carries the step out, and chance decides what comes next."""
    for number in range(10, 20):  # in number 14 they did not, once
        both = Compared()
        play_match(game, [both] * 12, luck=9, index=number, seed=number, watcher=both)
        assert sorted(both.asked) == sorted(both.acted)
