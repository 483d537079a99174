"""``taku check`` and ``taku compile``."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from taku.check import LAWS, Report, Result
from taku.check.result import FAILED
from tests.cli.conftest import Taku


def test_the_laws_of_a_game(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    # Two of them, for which nothing is compiled: all are proved for every game by its own tests.
    monkeypatch.setattr("taku.check.LAWS", [law for law in LAWS if law.name in ("who", "legal")])
    said = taku("check", "connect_four", "--seconds", "0.1")
    assert said.code == 0, said.out
    assert said.out.startswith("connect_four, version ")
    assert "legal    passed" in said.out
    assert "all laws hold" in said.out


def test_a_broken_law_is_exit_code_1(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(game: Any, seconds: float, seed: int, *, hashes: Path | None, heard: Any) -> Report:
        broken = Result("blank", FAILED, "hide leaves no secret", text="seat 1 sees hand[0, 3]")
        heard(broken)
        return Report(game.id, game.version, seed, 1, [broken])

    monkeypatch.setattr("taku.check.check", check)
    said = taku("check", "goofspiel")
    assert said.code == 1
    assert "seat 1 sees hand[0, 3]" in said.out
    assert "1 broken: blank" in said.out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["goofspil"], ["unknown game 'goofspil'", "'goofspiel'"]),
        (["goofspiel", "--seconds", "-3"], ["--seconds"]),
        (["goofspiel", "--seconds", "soon"], ["'soon'"]),
        (["goofspiel", "--speed", "gpu"], ["--hashes"]),
        (["goofspiel", "--hashes", "no/such/folder/file"], ["no/such/folder"]),
    ],
)
def test_mistakes(taku: Taku, words: list[str], named: list[str]) -> None:
    taku("check", *words).complains(*named)


def test_compiling_ahead(taku: Taku, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []

    def builds(game: Any) -> dict[str, Any]:
        def compile(processes: int, progress: Any) -> int:
            made.append((game.id, processes))
            return 7

        return {
            "tables": SimpleNamespace(ready=True),
            "bots": SimpleNamespace(ready=game.id == "goofspiel", compile=compile),
        }

    monkeypatch.setattr("taku.cli.compile.builds", builds)
    said = taku("compile", "connect_four", "goofspiel")
    assert said.code == 0
    assert "connect_four compiled 7 rules" in said.out
    assert "goofspiel is compiled already" in said.out
    assert "compiling connect_four for bots" in said.err
    assert made == [("connect_four", 2)]
    taku("compile", "conect_four").complains("'connect_four'")
