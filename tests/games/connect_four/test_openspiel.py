"""Connect four against OpenSpiel: the same legal actions at every decision, and the same results."""

import random

import pytest

from taku.compile.speed import rules_of
from taku.games.connect_four import game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is among the test dependencies")

GAMES = 10_000
PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_are_the_same_move_for_move(part: int) -> None:
    """All parts together are 10,000 games."""
    luck = random.Random(part)
    rules = rules_of(game, "native")
    theirs_all = pyspiel.load_game("connect_four")
    for _ in range(GAMES // PARTS):
        theirs, ours = theirs_all.new_initial_state(), game.new()
        rules.start(ours)
        while who := rules.acting(ours):
            assert who == [theirs.current_player()]
            legal = rules.legal(ours, who[0])
            assert legal == theirs.legal_actions()
            action = luck.choice(legal)
            rules.act(ours, who[0], action)
            theirs.apply_action(action)
        assert theirs.is_terminal()
        ranks = rules.scores(ours)
        assert theirs.returns() == ([0, 0] if ranks == [1, 1] else [3 - 2 * r for r in ranks])
