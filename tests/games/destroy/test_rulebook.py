"""The rulebook: the same clauses in both languages, each proved by a test, and the numbers of its tables right."""

import re
from pathlib import Path

import pytest

from taku.games.destroy import game
from taku.games.destroy.tables import CONTENT
from tests.conftest import clauses_named, clauses_written

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
        cited |= set(re.findall(r"D-\d+\.\d+", file.read_text(encoding="utf-8")))
    assert cited - written == set()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_tables_of_cards(language):
    text = BOOKS[language].read_text(encoding="utf-8")
    for c in CONTENT.characters:
        (row,) = re.findall(rf"^\| {c.name[language]} \| (.*) \|$", text, re.MULTILINE)
        numbers, skills, sub = row.split(" | ")
        mark = {"en": " (blue)", "ja": "（青）"}[language]
        assert numbers == f"{c.atk}/{c.defence}"
        assert re.split(", |、", skills) == [f"Lv{s.lv} {s.name[language]}{mark * s.blue}" for s in c.skills]
        assert sub == c.sub.name[language]
    for card in CONTENT.cards:
        name = f"`{card.id}`" if language == "en" else card.name["ja"]
        (value,) = re.findall(rf"\| {name} \| [^|]* \| ([^|]*?) \|", text)
        assert value.startswith(("above all", "最優先") if card.kind == "trump" else str(card.value))
