"""The studies of this repository can be run: each is read, and played for a moment where nothing has to be compiled."""

from pathlib import Path

import pytest

from taku.lab.declare import read_study

STUDIES = sorted((Path(__file__).parents[2] / "studies").glob("*.toml"))
GAMES = {"campus", "destroy", "oneiron", "synegier", "warring"}


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_a_study_is_read(file):
    study = read_study(file)
    assert len(study.variants) > 1
    assert study.until == "decided"
    assert file.stem.partition("-")[0] == study.game


def test_every_large_game_has_one():
    assert {read_study(file).game for file in STUDIES} == GAMES
