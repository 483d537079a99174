"""The stored battles: every kind of entry, most options and events, replayed at both speeds."""

from functools import partial

import pytest

from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.games.warring import game
from tests.games.warring.make_matches import FOLDER, RECIPES

KEPT = {file.stem: file for file in FOLDER.glob("*.json")}
RARE = {"draw", "field_open", "army_broken_lone", "army_cut", "muster"}
"""What may be missing in a dozen battles; tests of their own show them."""


def test_all_recipes_are_kept():
    assert set(KEPT) == set(RECIPES)


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("speed", ["interpreted", "native"])
def test_a_stored_battle_replays(name, speed):
    """Raise the game's version if its rules have changed, and make the matches anew."""
    text = KEPT[name].read_bytes()
    match = Match.load(text, partial(rules_of, speed=speed), game)
    assert match.over
    assert match.dumps().encode() == text


def test_the_battles_cover_every_kind_of_entry_and_event():
    matches = [Match.load(file.read_bytes(), partial(rules_of, speed="native"), game) for file in KEPT.values()]
    kinds = {entry.kind for match in matches for entry in match.entries}
    assert {"move", "timeout", "resign", "undo"} <= kinds
    events = {told.event for match in matches for seat in (-1, 0, 1) for told in match.log(seat)}
    assert set(game.events) - events <= RARE
