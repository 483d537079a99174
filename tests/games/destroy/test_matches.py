"""The stored matches: every kind of entry and most options, replayed at both speeds."""

from functools import partial

import pytest

from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.games.destroy import game
from tests.games.destroy.make_matches import FOLDER, RECIPES, play

KEPT = {file.stem: file for file in FOLDER.glob("*.json")}


def test_all_recipes_are_kept():
    assert set(KEPT) == set(RECIPES)


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("speed", ["interpreted", "native"])
def test_a_stored_match_replays(name, speed):
    """Raise the game's version if its rules have changed, and make the matches anew."""
    text = KEPT[name].read_bytes()
    match = Match.load(text, partial(rules_of, speed=speed), game)
    assert match.over
    assert match.dumps().encode() == text


def test_the_matches_cover_every_kind_of_entry_and_most_ways_to_end():
    matches = [Match.load(file.read_bytes(), game=game) for file in KEPT.values()]
    kinds = {entry.kind for match in matches for entry in match.entries}
    assert {"move", "timeout", "resign", "undo"} <= kinds
    events = {told.event for match in matches for told in match.log(-1)}
    assert set(game.events) - events == set()


def test_a_recipe_makes_its_match_again():
    assert play("standard").dumps().encode() == KEPT["standard"].read_bytes()
