"""Players of one idea (bench/ideas.py): they play by the rules, and no level from casual on loses to one."""

import pytest

from bench.ideas import TABLES, OneIdea, first
from taku.bots import Budget, find_bot
from taku.bots.arena import arena
from taku.compile.speed import rules_of
from taku.engine import find_game

EVERY = [(name, idea) for name, table in TABLES.items() for idea in table.ideas]
IDLE = {"destroy": "never", "oneiron": "stay", "synegier": "hoard", "campus": "never"}
"""Of each game the idea that does least."""


@pytest.mark.parametrize(("name", "idea"), EVERY)
def test_an_idea_plays_a_whole_match(name: str, idea: str) -> None:
    game, table = find_game(name), TABLES[name]
    made = OneIdea(game, table.ideas[idea])
    options = game.read_options(dict(table.options), table.seats)
    played = arena(game, [made, find_bot(game, "random")], seats=table.seats, options=options, games=2, workers=1)
    assert played.games == 2


@pytest.mark.parametrize("name", TABLES)
def test_who_always_takes_the_first_choice_does_so(name: str) -> None:
    game, table = find_game(name), TABLES[name]
    rules, bot = rules_of(game), OneIdea(game, table.ideas["first"])
    s = game.new(table.seats, game.read_options(dict(table.options), table.seats))
    rules.start(s)
    seat = rules.acting(s)[0]
    seen = rules.view(s, seat)
    legal = rules.legal(seen, seat)
    assert bot(seen, seat, legal, Budget(3)) == min(a for a in legal if not rules.takes_back(seen, seat, a))
    assert table.ideas["first"].wish is first


@pytest.mark.parametrize("name", TABLES)
def test_who_hardly_plays_loses_to_casual(name: str) -> None:
    """The other ideas and levels are played by the bench; its table stands in the games' pages of the docs."""
    game, table = find_game(name), TABLES[name]
    bots = [find_bot(game, "casual"), OneIdea(game, table.ideas[IDLE[name]])]
    options = game.read_options(dict(table.options), table.seats)
    games = 80 if name == "oneiron" else 6
    played = arena(game, bots, seats=table.seats, options=options, games=games, workers=1, seed=3)
    assert played.score.mean > (0.5 if name == "oneiron" else 0.8)
