"""The rulebook: the numbers of its tables are those of the content."""

import re

import pytest

from taku.games.warring.content import CONTENT
from tests.games.warring.battle import game
from tests.games.warring.test_strikes import TABLE

BOOKS = {language: game.folder / "rulebook" / f"{language}.md" for language in ("en", "ja")}


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
