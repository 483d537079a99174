"""``taku games``."""

from __future__ import annotations

import json

import pytest

from taku.engine import found_games
from tests.cli.conftest import Taku


def test_lists_every_game_with_seats_and_options(taku: Taku) -> None:
    said = taku("games")
    assert said.code == 0
    line = next(line for line in said.out.splitlines() if line.startswith("goofspiel"))
    assert line.split()[1:4] == ["Goofspiel", "2–4", "4"]
    assert any(line.startswith("connect_four") for line in said.out.splitlines())


def test_as_json(taku: Taku) -> None:
    games = {game["id"]: game for game in json.loads(taku("games", "--json").out)}
    assert games["connect_four"]["seats"] == [2]
    assert games["goofspiel"]["options"]["cards"]["range"] == [2, 13]
    assert games["goofspiel"]["options"]["hands"]["choices"] == ["open", "sealed"]
    assert games["goofspiel"]["presets"]["quick"]["options"] == {"cards": 5}
    assert json.loads(taku("games", "goofspiel", "--json").out) == games["goofspiel"]


def test_one_game_with_its_options_in_the_readers_language(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    english = taku("games", "goofspiel").out
    assert "2 to 13" in english
    assert "default 13" in english
    assert "How many cards each hand has" in english
    assert "グーフシュピール" in taku("games", "goofspiel", "--language", "ja").out
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert "グーフシュピール" in taku("games", "goofspiel").out
    taku("games", "--language", "jp").complains("unknown language 'jp'", "'ja'")


def test_a_game_that_does_not_load_does_not_hide_the_others(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> object:
        raise ImportError("No module named 'nowhere'")

    real = found_games()
    monkeypatch.setattr("taku.engine.game.found_games", lambda: {**real, "broken": broken})
    said = taku("games")
    assert said.code == 1
    assert "connect_four" in said.out
    said.complains("'broken'", "No module named 'nowhere'", "test_games.py:", code=1)
    taku("rules", "broken").complains("'broken'", "does not load", code=1)
