"""The server's catalogues are complete, alike in both languages, and everything the code asks for is there."""

import re
import string
from pathlib import Path

import pytest

from taku.server.words import best_language, text_of, texts

SERVER = Path(__file__).parents[2] / "src/taku/server"
ASKED = re.compile(r'(?:\bt|\.t|Problem|notice)\(\s*"([a-z_]+(?:\.[a-z_]+)*)"')
RETURNED = re.compile(r'return "((?:refused|talk|offer)\.[a-z_.]+)"')


def leaves(table, path=""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def places(text):
    return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name})


def test_both_languages_have_the_same_texts():
    english, japanese = dict(leaves(texts("en"))), dict(leaves(texts("ja")))
    assert english.keys() == japanese.keys()
    for key, value in english.items():
        assert type(japanese[key]) is type(value), key
        if isinstance(value, str):
            assert value
            assert japanese[key]
            assert places(value) == places(japanese[key]), key
        else:
            assert len(value) == len(japanese[key])


def test_everything_the_code_asks_for_is_there():
    t = text_of("en")
    asked = set()
    for path in SERVER.rglob("*.py"):
        if "store" not in path.parts:
            source = path.read_text(encoding="utf-8")
            asked |= set(ASKED.findall(source)) | set(RETURNED.findall(source))
    assert len(asked) > 150
    for key in sorted(asked):
        found = t.find(key)
        assert isinstance(found, str) or (key.startswith("problem.") and {"title", "text"} <= found.keys()), key


@pytest.mark.parametrize(
    ("header", "language"),
    [
        *(("ja-JP,ja;q=0.9,en;q=0.8", "ja"), ("de,en;q=0.1,ja;q=0.2", "ja"), ("ja;q=x", "ja")),
        *(("", "en"), ("xx", "en"), ("en-GB", "en")),
    ],
)
def test_the_browser_says_which_language(header, language):
    assert best_language(header) == language
