"""The language of a page is the one that its reader's browser asks for."""

import pytest

from taku.server.words import best_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        *(("ja-JP,ja;q=0.9,en;q=0.8", "ja"), ("de,en;q=0.1,ja;q=0.2", "ja"), ("ja;q=x", "ja")),
        *(("", "en"), ("xx", "en"), ("en-GB", "en")),
    ],
)
def test_the_browser_says_which_language(header, language):
    assert best_language(header) == language
