"""``taku arena`` and ``taku ladder``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from taku.bots.arena import Ladder, arena
from taku.cli.contest import split_bots
from taku.engine import find_game
from tests.cli.conftest import Taku

LAST = "def bot(game):\n    return lambda seen, seat, legal, budget: legal[-1]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results go into a folder of the test's own."""
    monkeypatch.setenv("TAKU_DATA", str(tmp_path))
    return tmp_path


def test_an_arena_as_json_keeps_every_match(taku: Taku, folder: Path) -> None:
    words = ("arena", "goofspiel", "--bots", "random,random", "--games", 20, "--workers", 1, "--preset", "quick")
    said = taku(*words, "--stop", "none", "--json")
    assert (said.code, said.err) == (0, "")
    result = json.loads(said.out)
    assert result["bots"] == ["random", "random"]
    assert result["games"] == 20
    assert result["interval"][0] <= result["score"] <= result["interval"][1]
    file = Path(result["file"])
    assert file.parent == folder / "arena"
    assert len(file.read_text(encoding="utf-8").splitlines()) == 21
    again = json.loads(taku(*words, "--stop", "none", "--json", "--keep", folder / "mine.jsonl").out)
    assert again["score"] == result["score"]
    assert again["file"] == str(folder / "mine.jsonl")


def test_an_arena_for_people_stops_when_it_is_decided(taku: Taku, folder: Path) -> None:
    bot = folder / "high.py"
    bot.write_text(LAST, encoding="utf-8")
    said = taku(
        "arena", "goofspiel", "--bots", f"{bot},random", "--games", 2000, "--workers", 1,
        "--option", "cards=3", "--option", "order=down",
    )  # fmt: skip
    assert said.code == 0
    assert "95 % interval" in said.out
    assert "clearly rather 55 % than 50 %" in said.out
    assert "2,000 matches" not in said.out


def test_a_bot_that_cheats_is_told(taku: Taku, folder: Path) -> None:
    bot = folder / "cheat.py"
    bot.write_text(LAST.replace("legal[-1]", "99"), encoding="utf-8")
    said = taku("arena", "goofspiel", "--bots", f"{bot},random", "--games", 4, "--workers", 1)
    said.complains("99 is not one of the legal actions", code=1)


def test_settings_of_a_search_are_not_bots() -> None:
    assert split_bots("my.player,simulations=9,uct=1,club") == ["my.player,simulations=9,uct=1", "club"]
    assert split_bots("club, search:500,uct=1.4,threads=2,random") == ["club", "search:500,uct=1.4,threads=2", "random"]


def test_a_ladder_is_a_table(taku: Taku, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(game: Any, **keywords: Any) -> Ladder:
        step = arena(game, ["random", "greedy"], games=4, workers=1, progress=keywords["progress"])
        return Ladder(find_game("goofspiel"), (step,))

    monkeypatch.setattr("taku.bots.arena.ladder", quick)
    monkeypatch.setattr("taku.cli.ladder.compile_for_bots", lambda *_: None)
    assert taku("ladder", "goofspiel").out.startswith("| level |")
    assert json.loads(taku("ladder", "goofspiel", "--json").out)["game"] == "goofspiel"
    assert taku("ladder", "goofspiel", "-o", folder / "ladder.md").out == ""
    assert (folder / "ladder.md").read_text(encoding="utf-8").startswith("| level |")
    taku("ladder", "goofspiel", "-o", folder / "no" / "where.md").complains("where.md")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["goofspeil", "--bots", "a,b"], ["unknown game 'goofspeil'", "'goofspiel'"]),
        (["goofspiel"], ["--bots"]),
        (["goofspiel", "--bots", "mster,random"], ["unknown bot 'mster'", "did you mean 'master'?"]),
        (["goofspiel", "--bots", "random", "--workers", "1"], ["2 sides", "2 bots, not 1"]),
        (["goofspiel", "--bots", "random,random", "--stop", "0.6,0.5"], ["--stop", "'0.6,0.5'"]),
        (["goofspiel", "--bots", "random,random", "--games", "x"], ["--games", "'x'"]),
        (["goofspiel", "--bots", "nosuch.py,random"], ["nosuch.py"]),
        (["goofspiel", "--bots", "random,random", "--seats", "8"], ["2 to 4 seats, not 8"]),
    ],
)
def test_mistakes(taku: Taku, words: list[str], named: list[str]) -> None:
    taku("arena", *words).complains(*named)
