"""Overlays: any number of a game's content, changed without touching its files."""

import json
import pickle
import subprocess
import sys
from functools import partial
from importlib import import_module

import pytest

from taku.compile.batch import play_batch
from taku.compile.speed import rules_of
from taku.engine import GameError, find_game
from taku.engine.match import Match, read_file
from taku.engine.overlay import Overlay, OverlayError, find_place
from taku.kit.content import ContentError

# game → a path, its number as it is, another one, a path with a mistake, and what the answer says
GAMES = {
    "destroy": ("characters.lightblade.atk", 4, 5, "characters.lightblad.atk", "did you mean 'lightblade'?"),
    "oneiron": ("damage.clash.amount", 1, 2, "damages.clash.amount", "did you mean 'damage'?"),
    "warring": ("troops.archer.range", 4, 2, "troops.archer.rang", "did you mean 'range'?"),
    "synegier": ("cards.c_lantern_toss.cost", 1, 0, "cards.lantern_toss.cost", "did you mean 'c_lantern_toss'?"),
    "campus": ("cards.attend_math.copies.science", 5, 4, "cards.attend_maths.copies", "did you mean 'attend_math'?"),
}


def game_of(name):
    return import_module(f"taku.games.{name}").game


def over(**changes):
    return Overlay({key.replace("__", "."): value for key, value in changes.items()})


@pytest.mark.parametrize("name", GAMES)
def test_every_game_with_content_takes_one(name):
    game, (path, was, now, wrong, said) = game_of(name), GAMES[name]
    assert find_place(game.folder, path).value == was
    other = game.with_overlay(Overlay({path: now}))
    assert other.content_hash != game.content_hash
    assert other is game.with_overlay(Overlay({path: now}))
    assert game.with_overlay(Overlay({path: was})).content_hash != other.content_hash
    assert find_place(game.folder, path).value == was, "the file is as it was"
    with pytest.raises(OverlayError) as found:
        game.with_overlay(Overlay({wrong: now}))
    assert said in str(found.value)
    assert "\n" not in str(found.value)
    # Both play, side by side, by their own tables.
    plain, with_it = (play_batch(g, 3, number=2, hashes=True, speed="interpreted") for g in (game, other))
    again = play_batch(game, 3, number=2, hashes=True, speed="interpreted")
    assert plain.hashes.tolist() == again.hashes.tolist()
    assert plain.hashes.tolist() != with_it.hashes.tolist()


def test_numbers_that_do_not_fit_are_named():
    game = game_of("destroy")
    for changes, said in [
        ({"characters.lightblade.atk": 50}, "'atk' is 50; it should be from 0 to 9"),
        ({"characters.lightblade.atk": "five"}, "is 4, a whole number; it cannot become 'five'"),
        ({"characters.lightblade.atk": True}, "cannot become True"),
        ({"characters.lightblade.id": "x"}, "cannot be changed"),
        ({"characters.lightblade": 3}, "names no single number or word; add one of these: index, atk, def"),
        ({"characters.lightblade.hit": 3}, "unknown field 'hit'"),
        ({"teams.fill_order.9": 3}, "cannot become 3"),
        ({"nowhere.lightblade.atk": 3}, "there is no content file 'nowhere' (actions, characters, field, teams)"),
    ]:
        with pytest.raises(GameError) as found:
            game.with_overlay(Overlay(changes))
        assert said in str(found.value)
    assert isinstance(found.value, OverlayError)
    assert issubclass(ContentError, GameError)


def test_a_reference_makes_the_same_game_anywhere():
    game = game_of("destroy").with_overlay(over(characters__lightblade__atk=5))
    assert game.reference == 'destroy~{"characters.lightblade.atk":5}'
    assert find_game(game.reference) is game
    assert game.travels
    code = f"from taku.engine import find_game; print(find_game({game.reference!r}).content_hash)"
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert there.stdout.strip() == game.content_hash
    assert pickle.loads(pickle.dumps(game)) is game
    with pytest.raises(OverlayError, match="is not an overlay"):
        find_game("destroy~cost=3")


def test_a_match_keeps_its_overlay():
    game = game_of("destroy").with_overlay(over(characters__lightblade__atk=5))
    match = Match.create(game, options={"team_mode": "starter"}, rules=partial(rules_of, speed="interpreted"))
    while not match.over and match.step < 40:
        for seat in match.rules.acting(match.state):
            match.act(seat, match.legal(seat)[0])
    text = match.dumps()
    again = Match.load(text)
    assert again.game is game
    assert again.hashes == match.hashes
    assert read_file(text).same_rules(game)
    assert not read_file(text.replace(json.dumps(game.reference), '"destroy"')).same_rules(find_game("destroy"))


def test_the_parts_are_those_of_the_copy():
    game = game_of("destroy")
    other = game.with_overlay(over(characters__lightblade__name__en="Darkblade"))
    assert other.names["en"]["character"][1] == "Darkblade"
    assert game.names["en"]["character"][1] == "Lightblade"
    modules = {key for key in sys.modules if key.startswith(other.package)}
    assert other.page.startswith(other.package)
    import_module(other.page.partition(":")[0])
    for key in modules | {other.page.partition(":")[0]}:
        for value in vars(sys.modules[key]).values():
            home = getattr(value, "__module__", "") or ""
            assert not home.startswith("taku.games.destroy."), f"{key} has {value!r} of the game as it is"
