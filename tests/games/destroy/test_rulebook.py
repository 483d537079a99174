"""The rulebook: the numbers of its tables are those of the content."""

import re

import pytest

from taku.games.destroy import game
from taku.games.destroy.content import CONTENT

BOOKS = {language: game.folder / "rulebook" / f"{language}.md" for language in ("en", "ja")}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_tables_of_cards(language):
    text = BOOKS[language].read_text(encoding="utf-8")
    for c in CONTENT.characters:
        (row,) = re.findall(rf"^\| {c.name[language]} \| (.*) \|$", text, re.MULTILINE)
        numbers, skills, sub = row.split(" | ")
        mark = {"en": " (round)", "ja": "（丸）"}[language]
        assert numbers == f"{c.atk}/{c.defence}"
        assert re.split(", |、", skills) == [f"Lv{s.lv} {s.name[language]}{mark * s.blue}" for s in c.skills]
        assert sub == c.sub.name[language]
    for card in CONTENT.cards:
        name = f"`{card.id}`" if language == "en" else card.name["ja"]
        (value,) = re.findall(rf"\| {name} \| [^|]* \| ([^|]*?) \|", text)
        assert value.startswith(("above all", "最優先") if card.kind == "trump" else str(card.value))
