"""The content is checked when it is read, and says what would be right; words and content agree."""

import pytest

from taku.engine.catalogue import LANGUAGES
from taku.engine.words import Words
from taku.games.oneiron import game
from taku.games.oneiron.content import CONTENT, FOLDER, story
from taku.games.oneiron.state import OPTIONS
from tests.kit.editing import refuses, swap

WRONG = [
    ("damage", swap('cond = ["other_blank"]', 'cond = ["other_blan"]'), "win-by-blank.*did you mean 'other_blank'"),
    ("damage", swap("ceiling = 3", "ceiling = 9"), "'ceiling' is 9; it should be from 1 to 3"),
    ("damage", swap("own = [13, 13]", "own = [13, 14]"), "modifier thirteen: 'own' is .* from 1 to 13"),
    ("damage", swap('overrides = ["double"]', 'overrides = ["doubl"]'), "did you mean 'double'"),
    ("damage", swap('op = "fix"', 'op = "add"'), "op 'fix' and group 'fixed' belong together"),
    ("cards", swap("number = 2", "number = 3"), "card fire-02: number is 3; it should be 2"),
    ("cards", swap('id = "fire-02"', 'id = "fire-01"'), "another entry has the same id"),
    ("elements", swap('beats = "wood"', 'beats = "water"'), "element fire: each element beats the next one"),
    ("presets", swap("max_teams = 10", "max_teams = 9"), "should be for max_teams = 10"),
    ("story", swap('moment = "landing"', 'moment = "landin"'), "descent: moment = 'landin' is unknown; did you"),
    ("teams", swap("number = 2", "number = 3"), "team team-02: 'number' should be 2"),
    ("bots", swap("samples = 0", "sample = 0"), "bot dozer: 'samples' is missing; did you mean 'sample'"),
]


@pytest.mark.parametrize(("file", "edit", "message"), WRONG)
def test_wrong_content_is_refused(file, edit, message):
    refuses("oneiron", file, edit, message)


def test_what_is_read_is_complete() -> None:
    assert (len(CONTENT.cards), len(CONTENT.modifiers), len(CONTENT.teams), len(CONTENT.story)) == (40, 11, 10, 9)
    assert (len(CONTENT.presets), len(CONTENT.bots)) == (7, 6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_and_content_agree(language: str) -> None:
    words = Words(game, language)
    assert [words.name("element", i) for i in range(1, 4)] == [e.name[language] for e in CONTENT.elements]


def test_presets_change_what_they_say() -> None:
    assert game.presets["letter"].options == {"hazard_tokens": "drop", "giant_rule": "cancel", "spare_joker": "removed"}
    assert game.presets["quick"].options == {"hidden_deal": 4, "exchanges": 3, "forbidden_per_round": 2}
    assert len(list(OPTIONS)) == 20


def test_the_story_is_told_when_it_should() -> None:
    first = story("game_start")
    assert first is not None
    assert first.id == "prologue"
    assert story("split") is None


def test_japanese_texts_have_one_word_for_a_card() -> None:
    texts = [game.folder / "words" / "ja.toml", game.folder / "rulebook" / "ja.md", *FOLDER.glob("*.toml")]
    for path in texts:
        said = path.read_text(encoding="utf-8").replace("手札", "")
        assert not [word for word in ("札", "痛さ", "合目", "見送り") if word in said], path.name
