"""Goofspiel against OpenSpiel: the same legal actions at every decision, the same prizes, points and results."""

import random
from typing import Any

import pytest

from taku.compile.speed import rules_of
from taku.games.goofspiel import game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is among the test dependencies")

GAMES = 10_000
ORDER = {"random": "random", "up": "ascending", "down": "descending"}
VARIANTS = [
    (seats, order, hands, returns)
    for seats in (2, 3, 4)
    for order in ORDER
    for hands in ("open", "sealed")
    for returns in ("win_loss", "total_points")
]


@pytest.mark.parametrize(("seats", "order", "hands", "returns"), VARIANTS)
def test_random_games_are_the_same_move_for_move(seats: int, order: str, hands: str, returns: str) -> None:
    """All variants together are 10,000 games."""
    luck = random.Random(f"{seats} {order} {hands} {returns}")
    rules = rules_of(game, "native")
    for n in range(-(-GAMES // len(VARIANTS))):
        cards = 13 if n % 2 else luck.randint(2, 13)
        theirs = pyspiel.load_game(
            "goofspiel",
            {
                "players": seats,
                "num_cards": cards,
                "points_order": ORDER[order],
                "returns_type": returns,
                "imp_info": hands == "sealed",
            },
        ).new_initial_state()
        options = game.read_options({"cards": cards, "order": order, "hands": hands, "places": "winner"}, seats)
        ours: Any = game.new(seats, options)
        rules.key(ours, luck.randbytes(16))
        rules.start(ours)
        while rules.actors(ours):
            turn_up(theirs, ours)
            bids = []
            for seat in range(seats):
                legal = rules.legal(ours, seat)
                assert legal == theirs.legal_actions(seat)
                bids.append(luck.choice(legal))
            for seat in luck.sample(range(seats), seats):
                assert seat in rules.acting(ours)
                rules.act(ours, seat, bids[seat])
            theirs.apply_actions(bids)
        turn_up(theirs, ours)
        assert theirs.is_terminal()
        points = [ours.points[seat] for seat in range(seats)]
        if returns == "total_points":
            assert theirs.returns() == points
        else:
            ranks = rules.scores(ours)
            won = theirs.returns()
            assert [r == 1 for r in ranks] == [p == max(points) for p in points]
            assert [w > 0 for w in won] == [r == 1 and ranks != [1] * seats for r in ranks]


def turn_up(theirs: Any, ours: Any) -> None:
    """Let OpenSpiel's chance turn up the prize that was turned up here, after comparing what could have been."""
    if theirs.is_chance_node():
        now = ours.round if ours.round < ours.opt.cards else ours.round - 1
        prize = ours.prize[now]
        left = {prize} | {ours.deck[i] for i in range(ours.opt.cards) if ours.deck[i]}
        outcomes = dict(theirs.chance_outcomes())
        assert {action + 1 for action in outcomes} == left
        assert all(p == pytest.approx(1 / len(left)) for p in outcomes.values())
        theirs.apply_action(prize - 1)
