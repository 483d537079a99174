"""``taku sim``."""

from __future__ import annotations

import json
from ctypes.util import find_library

import numpy as np
import pytest

from taku.cli.sim import SLICE, Tally, wilson
from taku.compile.batch import Batch
from tests.cli.conftest import Taku


def test_counts_wins_draws_and_decisions(taku: Taku) -> None:
    said = taku("sim", "connect_four", "-n", 300, "--speed", "interpreted", "--seed", 7, "--json")
    assert (said.code, said.err) == (0, "")
    result = json.loads(said.out)
    assert result["game"] == "connect_four"
    assert result["games"] == 300
    assert sum(result["wins"]) + result["draws"] == 300
    assert 7 * 300 <= result["decisions"] <= 42 * 300
    assert result["seconds"] > 0
    assert result["seed"] == 7
    for k, (low, high) in zip(result["wins"], result["wins_interval"], strict=True):
        assert low < k / 300 < high
    assert result["wins"][0] > result["wins"][1]


def test_native_gives_the_same_matches_on_any_number_of_threads(taku: Taku) -> None:
    results = []
    for more in (("--speed", "interpreted"), ("--threads", 1), ("--threads", 3)):
        said = taku("sim", "goofspiel", "-n", 200, "--seats", 3, "--preset", "quick", "--seed", 1, "--json", *more)
        result = json.loads(said.out)
        results.append([result[name] for name in ("wins", "draws", "firsts", "decisions", "mean_rank", "longest")])
        assert result["options"]["cards"] == 5
        assert len(result["wins"]) == result["seats"] == 3
    assert results[0] == results[1] == results[2]


def test_a_table_for_people(taku: Taku) -> None:
    words = ("sim", "goofspiel", "-n", "1e2", "--option", "cards=3", "--option", "hands=sealed")
    said = taku(*words, "--speed", "interpreted", "--seed", 3)
    assert "100 matches of random players, 2 seats, seed 3" in said.out
    assert "cards 3" in said.out
    assert "95 % interval" in said.out
    assert "seat 2 alone first" in said.out


def test_slices_make_no_difference(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("sim", "connect_four", "-n", 50, "--speed", "interpreted", "--seed", 2, "--json")
    whole = json.loads(taku(*words).out)
    monkeypatch.setitem(SLICE, "interpreted", 7)
    sliced = json.loads(taku(*words).out)
    assert [whole[k] for k in ("wins", "draws", "decisions", "shortest", "longest")] == [
        sliced[k] for k in ("wins", "draws", "decisions", "shortest", "longest")
    ]


def test_a_team_that_is_first_has_won() -> None:
    ranks = np.array([[1, 1, 3, 3], [3, 3, 1, 1], [1, 1, 1, 1], [1, 1, 3, 3]], np.int8)
    batch = Batch(ranks, np.array([9, 9, 9, 9], np.int32), np.zeros(0, np.uint64), 1.0)
    teams, alone = Tally(4, team=2), Tally(4)
    teams.add(batch)
    alone.add(batch)
    assert (teams.wins, teams.draws, teams.firsts) == ([2, 2, 1, 1], 1, [3, 3, 2, 2])
    assert (alone.wins, alone.draws) == ([0, 0, 0, 0], 4)


def test_matches_without_an_end_are_told_and_not_counted(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(game: object, n: int, **_: object) -> Batch:
        ranks = np.array([[1, 2]] * n, np.int8)
        return Batch(ranks, np.array([-1, *[9] * (n - 1)], np.int32), np.zeros(0, np.uint64), 1.0)

    monkeypatch.setattr("taku.compile.batch.play_batch", endless)
    said = taku("sim", "connect_four", "-n", 4, "--speed", "interpreted", "--json")
    said.complains("1 matches did not end", code=1)
    assert json.loads(said.out)["wins"] == [3, 0]


def test_wilsons_interval() -> None:
    # Newcombe 1998, table I: 81 of 263, and 0 of 20.
    assert wilson(81, 263) == pytest.approx([0.2553, 0.3662], abs=1e-4)
    assert wilson(0, 20) == pytest.approx([0.0, 0.1611], abs=1e-4)
    assert wilson(0, 0) == [0.0, 1.0]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["conect_four"], ["unknown game 'conect_four'", "did you mean 'connect_four'?"]),
        (["connect_four", "--seats", "3"], ["connect_four has 2 seats, not 3"]),
        (["goofspiel", "--seats", "9"], ["2 to 4 seats, not 9"]),
        (["goofspiel", "--seats", "two"], ["--seats", "whole number", "'two'"]),
        (["goofspiel", "--option", "crads=3"], ["unknown option 'crads'", "did you mean 'cards'?"]),
        (["goofspiel", "--option", "cards=99"], ["cards takes 2 to 13", "'99'"]),
        (["goofspiel", "--option", "hands=seeled"], ["open, sealed", "did you mean 'sealed'?"]),
        (["goofspiel", "--option", "cards"], ["NAME=VALUE", "'cards'"]),
        (["goofspiel", "--preset", "quik"], ["unknown preset 'quik'", "did you mean 'quick'?"]),
        (["connect_four", "--preset", "quick"], ["unknown preset 'quick'", "presets: none"]),
        (["goofspiel", "--speed", "natve"], ["unknown speed 'natve'", "did you mean 'native'?"]),
        (["goofspiel", "-n", "0"], ["whole number", "'0'"]),
        (["goofspiel", "-n", "many"], ["whole number", "'many'"]),
        (["goofspiel", "--threads", "0"], ["--threads", "'0'"]),
        (["goofspiel", "--seed", "-1"], ["--seed"]),
    ],
)
def test_mistakes(taku: Taku, words: list[str], named: list[str]) -> None:
    taku("sim", *words).complains(*named)


@pytest.mark.skipif(find_library("cuda") is not None, reason="there may be a GPU here")
def test_without_a_gpu(taku: Taku) -> None:
    taku("sim", "connect_four", "--speed", "gpu").complains("gpu")
