"""Every clause of every game's rulebook is proved by a test that names it."""

from __future__ import annotations

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
