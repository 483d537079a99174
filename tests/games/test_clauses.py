"""Every clause of every rulebook is proved by a test that names it, and is the same in both languages."""

from __future__ import annotations

import re

import pytest

from taku.engine import find_game, found_games
from tests.conftest import clauses_named, clauses_written


@pytest.mark.parametrize("name", found_games())
def test_every_clause_is_named_by_a_test(name: str, pytestconfig: pytest.Config) -> None:
    rulebook = find_game(name).folder / "rulebook" / "en.md"
    written = clauses_written(rulebook)
    assert written, f"{rulebook} numbers no clauses: write them as `- **F-2.1** …`"
    named = clauses_named(pytestconfig, f"tests/games/{name}")
    unproved = [clause for clause in written if clause not in named]
    assert not unproved, f"no test in tests/games/{name} names {', '.join(unproved)}"
    unknown = [f"{clause} ({named[clause][0]})" for clause in named if clause not in written]
    assert not unknown, f"tests name clauses that {rulebook} does not have: {', '.join(unknown)}"


@pytest.mark.parametrize("name", found_games())
def test_both_languages_number_the_same_clauses(name: str) -> None:
    books = find_game(name).folder / "rulebook"
    assert clauses_written(books / "en.md") == clauses_written(books / "ja.md")


@pytest.mark.parametrize("name", found_games())
def test_events_options_and_code_cite_clauses_that_exist(name: str) -> None:
    game = find_game(name)
    written = set(clauses_written(game.folder / "rulebook" / "en.md"))
    letter = min(written).partition("-")[0]
    cited = {game.events.about(getattr(game.events, event)).clause for event in game.events}
    cited |= {one.clause for kind in game.kinds for one in game.actions[kind].all()}
    cited |= {option.clause for option in game.options if option.clause}
    for file in game.folder.rglob("*.py"):
        cited |= set(re.findall(rf"\b{letter}-\d+\.\d+\b", file.read_text(encoding="utf-8")))
    assert cited - written == set()
