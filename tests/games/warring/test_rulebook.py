"""The rulebook: the same clauses in both languages, each proved by a test, and the numbers of its tables right."""

import re
from pathlib import Path

import pytest

from taku.games.warring.tables import CONTENT
from tests.conftest import clauses_named, clauses_written
from tests.games.warring.battle import game
from tests.games.warring.test_strikes import TABLE

BOOKS = {language: game.folder / "rulebook" / f"{language}.md" for language in ("en", "ja")}


def test_every_clause_is_proved(pytestconfig):
    here = Path(__file__).parent.relative_to(pytestconfig.rootpath)
    named, written = clauses_named(pytestconfig, here), clauses_written(BOOKS["en"])
    assert set(written) - set(named) == set(), "no test names these clauses"
    assert set(named) - set(written) == set(), "tests name clauses that do not exist"


def test_both_languages_have_the_same_clauses():
    assert clauses_written(BOOKS["en"]) == clauses_written(BOOKS["ja"])


def test_events_options_and_rules_cite_clauses_that_exist():
    written = set(clauses_written(BOOKS["en"]))
    cited = {game.events.about(getattr(game.events, name)).clause for name in game.events}
    cited |= {option.clause for option in game.options}
    for file in game.folder.rglob("*.py"):
        cited |= set(re.findall(r"W-\d+\.\d+", file.read_text(encoding="utf-8")))
    assert cited - written == set()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_tables(language):
    text = BOOKS[language].read_text(encoding="utf-8")
    for kind in CONTENT.kinds:
        name = re.escape(kind.name[language])
        (row,) = re.findall(rf"^\| {name} \| (\d) \| (\d) \| (\d) \| (\d) \| (\d) \|", text, re.MULTILINE)
        assert tuple(map(int, row)) == (*kind.base, kind.priority)
    for attack, damages in enumerate(TABLE, 1):
        assert f"| {attack} | {' | '.join(map(str, damages))} |" in text
    for option in game.options:
        assert f"`{option.name}`" in text
