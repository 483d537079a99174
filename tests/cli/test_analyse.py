"""``taku analyse``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from taku.engine import find_game
from taku.learn.train import Plan, Training
from tests.cli.conftest import Taku


@pytest.fixture
def blunder(taku: Taku, tmp_path: Path) -> Path:
    """The second seat lets the first finish its column, when it need only have blocked it."""
    file = tmp_path / "blunder.json"
    taku("play", "connect_four", "--me", "all", typed=f"4\n1\n4\n1\n4\n7\n4\nsave {file}\nquit\n")
    return file


def test_the_turning_point(taku: Taku, blunder: Path) -> None:
    said = taku("analyse", blunder, "--simulations", 300)
    assert said.code == 0
    assert "7 decisions" in said.out
    assert "step 6: Player 2: “Drop into column 7” (blunder)" in said.out
    assert "“Drop into column 4” was better." in said.out
    assert "Expected then: Player 2: Drop into column 4 → Player 1: " in said.out
    japanese = taku("analyse", blunder, "--simulations", 300, "--language", "ja").out
    assert "手順6: Player 2の「7列目に落とす」" in japanese


def test_as_json(taku: Taku, blunder: Path) -> None:
    found = json.loads(taku("analyse", blunder, "--simulations", 300, "--turning", 3, "--json").out)
    assert 6 in found["turning"]
    decision = found["decisions"][5]
    assert (decision["seat"], decision["action"], decision["best"]) == (1, 6, 3)
    assert decision["before"] - decision["after"] > 0.2


def test_a_trained_player_judges(taku: Taku, blunder: Path, tmp_path: Path) -> None:
    """A network that has learned nothing yet: what is proved, it finds all the same."""
    game, file = find_game("connect_four"), tmp_path / "new.player"
    Training(game, Plan(2, {}, hidden=(16, 8), tables=8)).net().save(file)
    said = taku("analyse", blunder, "--simulations", 300, "--player", file)
    assert said.code == 0
    assert "step 6: Player 2: “Drop into column 7” (blunder)" in said.out
    taku("analyse", blunder, "--player", tmp_path / "none.player").complains("there is no file")


def test_mistakes(taku: Taku, blunder: Path) -> None:
    taku("analyse", blunder, "--simulations", "1").complains("--simulations", "'1'")
    taku("analyse", blunder.with_name("blundr.json")).complains("did you mean 'blunder.json'?")
    blunder.write_text("{}", encoding="utf-8")
    taku("analyse", blunder).complains("not a match file", code=1)
