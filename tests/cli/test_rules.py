"""``taku rules``."""

from __future__ import annotations

from taku.engine import find_game
from tests.cli.conftest import Taku


def test_the_whole_rulebook_in_both_languages(taku: Taku) -> None:
    folder = find_game("goofspiel").folder / "rulebook"
    for language in ("en", "ja"):
        said = taku("rules", "goofspiel", "--language", language)
        assert said.code == 0
        assert said.out.strip() == (folder / f"{language}.md").read_text(encoding="utf-8").strip()


def test_one_clause_and_one_section(taku: Taku) -> None:
    clause = taku("rules", "goofspiel", "G-2.1").out
    assert clause.startswith("G-2.1  ")
    assert "G-2.2" not in clause
    assert taku("rules", "goofspiel", "g-2.1").out == clause
    section = taku("rules", "goofspiel", "G-2").out
    assert section.startswith("G-2  A round\nG-2.1  ")
    assert "G-2.1  " in section
    assert "G-2.2  " in section
    assert "G-3.1" not in section.replace("(G-3.1", "")


def test_mistakes(taku: Taku) -> None:
    taku("rules", "goofspiel", "G-2.77").complains("no clause 'G-2.77'", "did you mean 'G-2.")
    taku("rules", "gofspiel").complains("unknown game 'gofspiel'", "'goofspiel'")
