"""The rulebook: every clause has a test, both languages number the same, and what is cited exists."""

import re

import pytest

from taku.games.campus import game
from taku.games.campus.content import CONTENT
from tests.conftest import clauses_named, clauses_written

BOOKS = {language: game.folder / "rulebook" / f"{language}.md" for language in ("en", "ja")}
WRITTEN = clauses_written(BOOKS["en"])


def test_every_clause_is_named_by_a_test(pytestconfig):
    named = clauses_named(pytestconfig, "tests/games/campus")
    assert [c for c in WRITTEN if c not in named] == []
    assert [f"{c} ({named[c][0]})" for c in named if c not in WRITTEN] == []


def test_both_languages_number_the_same_clauses():
    assert len(WRITTEN) == 150
    assert clauses_written(BOOKS["ja"]) == WRITTEN


def test_what_is_cited_exists():
    cited = {game.events.about(getattr(game.events, name)).clause for name in game.events}
    cited |= {one.clause for kind in game.kinds for one in game.actions[kind].all()}
    cited |= {option.clause for option in game.options if option.clause}
    for file in game.folder.rglob("*.py"):
        cited |= set(re.findall(r"\bC-\d+\.\d+\b", file.read_text(encoding="utf-8")))
    assert cited - set(WRITTEN) == set()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_table_of_lengths(language):
    lines = BOOKS[language].read_text(encoding="utf-8").splitlines()
    numbers = [[int(n) for n in re.findall(r"\d+", line.partition("|")[2].partition("|")[2])] for line in lines]
    rows = [n for n, line in zip(numbers, lines, strict=True) if line.startswith("|") and len(n) >= 10]
    ours = [n[-10:] for n in rows]
    assert ours == lengths()


def lengths():
    """The columns of the table, in their order."""
    order = ("required", "english", "group_each", "groups_total", "group6", "course", "free", "total", "max_quarters")
    return [[getattr(m, name) for name in order] + [m.late_from] for m in CONTENT.modes]
