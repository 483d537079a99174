"""``taku balance``."""

from __future__ import annotations

import json
from pathlib import Path

from taku.engine import find_game
from taku.lab.balance import balance
from taku.lab.watch import measures_of
from tests.cli.conftest import Taku

DESTROY = ("balance", "destroy", "--level", "random", "--workers", 1, "--option", "round_limit=5")


def test_every_game_has_its_seats_draws_and_length_measured(taku: Taku) -> None:
    said = taku("balance", "connect_four", "--level", "random", "-n", 40, "--workers", 1)
    assert (said.code, said.err) == (0, "")
    assert "connect_four" in said.out.splitlines()[0]
    assert "40 matches of random, seed 1" in said.out
    assert "wins of each seat" in said.out
    assert "decisions a match" in said.out


def test_a_game_is_measured_beside_its_targets(taku: Taku) -> None:
    said = taku(*DESTROY, "-n", 6)
    assert said.code == 0, said.err
    assert "| seat 0 wins (draws half) | 48–52 % |" in said.out
    assert "each character on the field: win rate" in said.out
    assert "Iron Fist" in said.out
    assert "round_limit 5" in said.out


def test_one_run_beside_another(taku: Taku, tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    assert taku(*DESTROY, "-n", 4, "-o", file, "--json").code == 0
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["matches"] == 4
    assert kept["values"]["rounds"]["mean"] <= 5
    said = taku(*DESTROY, "-n", 4, "--option", "attack_bonus=2", "--against", file)
    assert said.code == 0, said.err
    assert "attack_bonus 1" in said.out.splitlines()[0]
    assert "attack_bonus 2" in said.out.splitlines()[1]
    assert "| before | after | difference | 95 % interval | changed |" in said.out


def test_what_cannot_be_compared_is_told(taku: Taku, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    taku("balance", "connect_four", "--level", "random", "-n", 2, "--workers", 1, "-o", other)
    taku(*DESTROY, "-n", 2, "--against", other).complains("a run of connect_four, not of destroy", code=1)
    other.write_text("[]", encoding="utf-8")
    taku(*DESTROY, "-n", 2, "--against", other).complains("not a run that taku balance kept", code=1)
    taku(*DESTROY, "-n", 2, "--level", "clubb").complains("clubb", "club")


def test_results_do_not_depend_on_the_workers() -> None:
    game = find_game("goofspiel")
    runs = [balance(game, "random", 9, workers=n).json()["sums"] for n in (1, 2)]
    assert runs[0] == runs[1]
    assert [m.name for m in measures_of(game)] == ["seat.*", "draws", "decisions"]
