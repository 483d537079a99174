"""``taku lab``."""

from __future__ import annotations

import csv
import json
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.conftest import Taku

GOOFSPIEL = ("lab", "goofspiel", "--level", "random", "--vary", "cards=5,13")


def test_one_line_is_a_study(taku: Taku, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    said = taku(*GOOFSPIEL, "-n", 500, "--until", "matches", "-o", file)
    assert said.code == 0, said.err
    assert said.out.startswith("Not decided after 500 matches: “Cards: 13” changes seat 1's result by something"), (
        said.out
    )
    assert "goofspiel, players random, seed 1: 500 of cards=5; 500 of cards=13 (all" in said.out
    rows = [line.split() for line in said.out.splitlines() if line.startswith(("seat.1 ", "decisions"))]
    assert [row[1] for row in rows] == ["cards=5", "cards=5"]
    assert rows[1][2] == "8.00", "five bids each, the last of them forced"
    assert f"every match: {file}" in said.out
    page = (tmp_path / "r.html").read_text()
    assert f"report: {tmp_path / 'r.html'}" in said.out
    assert page.index("Not decided after 500 matches") < page.index("500試合では決まらなかった")


def test_the_report_speaks_the_language_asked_for(taku: Taku, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    said = taku(*GOOFSPIEL, "-n", 60, "--language", "ja", "--report", page, "-o", tmp_path / "r.jsonl")
    assert said.out.startswith("60試合では決まらなかった。「枚数：13」による1番席の成績の変化は"), said.out
    assert page.read_text().index("60試合では決まらなかった") < page.read_text().index("Not decided after 60 matches")


def test_json_and_rows(taku: Taku, tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    said = taku(*GOOFSPIEL, "-n", 60, "--until", "matches", "--json", "--csv", table, "-o", tmp_path / "r.jsonl")
    found = json.loads(said.out)
    assert found["matches"] == [60, 60]
    assert found["measures"]["decisions"]["variants"][1]["value"][0] == 24
    assert found["measures"]["decisions"]["variants"][1]["difference"][0] == 16
    rows = list(csv.DictReader(table.open()))
    assert len(rows) == 120
    assert {row["variant"] for row in rows} == {"cards=5", "cards=13"}
    mean = sum(float(row["seat.1"]) for row in rows[:60]) / 60
    assert mean == pytest.approx(found["measures"]["seat.1"]["variants"][0]["value"][0], abs=1e-5)


def test_rows_as_parquet(taku: Taku, tmp_path: Path) -> None:
    parquet = import_module("pyarrow.parquet")
    table, file = tmp_path / "rows.parquet", tmp_path / "r.jsonl"
    said = taku(*GOOFSPIEL, "-n", 60, "--until", "matches", "--json", "--parquet", table, "-o", file)
    assert said.code == 0, said.err
    rows = parquet.read_table(table).to_pylist()
    assert len(rows) == 120
    assert {row["decisions"] for row in rows} == {8.0, 24.0}
    assert all(row["variant"] == ("cards=5" if row["decisions"] == 8 else "cards=13") for row in rows)


def test_a_study_in_a_file_and_its_resuming(taku: Taku, tmp_path: Path) -> None:
    study = tmp_path / "s.toml"
    study.write_text('game = "goofspiel"\nlevel = "random"\nmatches = 600\n[vary]\norder = ["up", "down"]\n')
    first = taku("lab", "run", study, "--json")
    assert first.code == 0, first.err
    file = tmp_path / "s.results.jsonl"
    taku("lab", "run", study).complains("has results already", "taku lab resume")
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:2]) + lines[2][:50])
    again = taku("lab", "resume", file, "--json")
    one, two = json.loads(first.out), json.loads(again.out)
    assert two["lost"] == ["line 3 was being written when it ended: its matches will be played again"]
    assert one["measures"] == two["measures"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("goofspeil",), "did you mean 'goofspiel'?"),
        (("goofspiel", "--vary", "card=3"), "did you mean 'cards'?"),
        (("goofspiel", "--vary", "cards"), "--vary takes NAME=VALUE,VALUE"),
        (("goofspiel", "--vary", "cards=1,13"), "variant 'cards=1': option cards takes 2 to 13"),
        (("goofspiel", "--level", "clb"), "did you mean 'club'?"),
        (("goofspiel", "--measure", "drawz"), "did you mean 'draws'?"),
        (("destroy", "--vary", "characters.lightblade.at=3"), "characters.lightblade has no 'at'"),
        (("destroy", "--overlay", "none.toml"), "there is no overlay none.toml"),
        (("run", "none.toml"), "there is no study 'none.toml'"),
        (("resume", "none.jsonl"), "there is no file of results 'none.jsonl'"),
        (("goofspiel", "--parquet", "x", "-n", "5"), "--parquet needs pyarrow"),
    ],
)
def test_mistakes_are_one_line(
    taku: Taku, words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TAKU_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    taku("lab", *words).complains(said)


def test_a_game_is_tuned(taku: Taku, tmp_path: Path) -> None:
    words = ("lab", "tune", "goofspiel", "--vary", "cards=2..13", "--target", "decisions=14..18", "--level", "random")
    file = tmp_path / "t.jsonl"
    said = taku(*words, "--trials", 12, "-n", 40, "-o", file)
    assert said.code == 0, said.err
    assert said.out.startswith("Cards 13 → 10: ")
    assert "--option cards=10" in said.out
    assert (tmp_path / "t.html").exists()
    again = json.loads(taku(*words, "--trials", 12, "-n", 40, "-o", file, "--json").out)
    assert again["changes"] == {"cards": [13, 10]}
    taku("lab", "tune", "goofspiel", "--vary", "cards").complains("--vary takes NAME=LOW..HIGH")
