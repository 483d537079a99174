"""The stored matches of all games: every kind of entry and event, replayed at both speeds."""

from functools import partial
from pathlib import Path

import pytest

from taku.compile.speed import rules_of
from taku.engine import find_game, found_games
from taku.engine.entries import MatchFile, read_file
from taku.engine.match import Match
from tests.games.recipes import begin, folder_of, play, recipes_of

KEPT = {(name, file.stem): file for name in found_games() for file in sorted(folder_of(name).glob("*.json"))}
MADE = sorted(file.parent.name for file in Path(__file__).parent.glob("*/recipes.py"))
RARE = {
    "oneiron": {"card_lent", "ended_by_round", "ended_together", "forbidden_skipped", "move_impossible",
                "no_movement_element", "pile_exhausted"},
    "synegier": {"battle_off", "enemy_down"},
    "warring": {"muster"},
}  # fmt: skip
"""What is missing in a dozen matches; tests of their own show these events."""


@pytest.mark.parametrize(("name", "match"), KEPT)
@pytest.mark.parametrize("speed", ["interpreted", "native"])
def test_a_stored_match_replays(name: str, match: str, speed: str) -> None:
    """Raise the game's version if its rules have changed, and make the matches anew."""
    text = KEPT[name, match].read_bytes()
    replayed = Match.load(text, partial(rules_of, speed=speed), find_game(name))
    assert replayed.over
    assert replayed.dumps().encode() == text


@pytest.mark.parametrize("name", MADE)
def test_all_recipes_are_kept_and_can_be_played_again(name: str) -> None:
    """Bots may have changed since then, so entries may differ; what a match was begun with is the recipe's."""
    assert {match for of, match in KEPT if of == name} == set(recipes_of(name))
    for recipe in recipes_of(name):
        kept = read_file(KEPT[name, recipe].read_bytes())
        assert _begun(read_file(begin(name, recipe).dumps())) == _begun(kept), recipe
    first = play(name, next(iter(recipes_of(name))))
    assert first.over
    assert first.dumps() == play(name, first.id).dumps()


def _begun(file: MatchFile) -> tuple[object, ...]:
    fields = (file.id, file.seats, file.names, file.options, file.secret, file.nonces)
    return (*fields, file.version, file.content, file.hashes[0])


@pytest.mark.parametrize("name", MADE)
def test_the_matches_cover_every_kind_of_entry_and_event(name: str) -> None:
    game = find_game(name)
    matches = [Match.load(file.read_bytes(), rules_of, game) for (of, _), file in KEPT.items() if of == name]
    kinds = {entry.kind for match in matches for entry in match.entries}
    assert {"move", "timeout", "undo"} | ({"resign"} if game.has_resign else set()) <= kinds
    events = {told.event for match in matches for seat in range(-1, match.seats) for told in match.log(seat)}
    assert set(game.events) - events == RARE.get(name, set())
