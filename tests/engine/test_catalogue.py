"""The catalogues of Taku's own parts: alike in all languages, with every text the code asks for and no other."""

import re
from pathlib import Path

import pytest

import taku
from taku.check.texts import missing, places
from taku.engine.catalogue import LANGUAGES, Catalogue, MissingWord, catalogue
from taku.engine.words import Words
from taku.games.goofspiel import game
from taku.server.words import GameWords

SOURCES = Path(taku.__path__[0])
PARTS = ("server", "cli", "bots", "client")
LITERAL = re.compile(r"""["'`]([a-z_]+(?:\.[\w]+)*)["'`]""", re.I)
COMPOSED = re.compile(r"""["'`]([a-z_]+(?:\.[a-z_]+)*)\.\$?\{""", re.I)
ASKED = {
    "server": re.compile(r"""(?:\bt|\.t|Problem|notice)\(\s*"([a-z_]+(?:\.[a-z_]+)*)\""""),
    "cli": re.compile(r"""\bt\(\s*["']([a-z_]+\.[a-z_]+)["']"""),
    "client": re.compile(r"""\bword\("(\w+)\""""),
}


def code(part: str) -> str:
    """The source of a part; texts about bots are asked for everywhere."""
    folders = [SOURCES] if part == "bots" else [SOURCES / part]
    files = [f for folder in folders for f in folder.rglob("*.js" if part == "client" else "*.py")]
    return "\n".join(f.read_text(encoding="utf-8") for f in files)


def leaves(part: str, language: str) -> dict[str, str | list[str]]:
    found: dict[str, str | list[str]] = {}

    def walk(tree: dict[str, object], before: str) -> None:
        for key, value in tree.items():
            if isinstance(value, dict):
                walk(value, f"{before}{key}.")
            else:
                found[before + key] = value  # type: ignore[assignment]

    walk(dict(catalogue(SOURCES / part, language).tree), "")
    return found


@pytest.mark.parametrize("part", PARTS)
def test_every_language_says_the_same(part):
    for language in LANGUAGES:  # commands have as many names as a language gives them
        assert [key for key in missing(SOURCES / part, language) if not key.startswith("command.")] == []
    english = leaves(part, "en")
    for language in LANGUAGES:
        for key, text in leaves(part, language).items():
            assert text, key
            if isinstance(text, str):
                assert places(text) == places(str(english[key])), key


@pytest.mark.parametrize("part", [*ASKED])
def test_everything_the_code_asks_for_is_there(part):
    t = catalogue(SOURCES / part, "en")
    asked = set(ASKED[part].findall(code(part)))
    assert len(asked) > 20
    for key in sorted(asked):
        found = t.find(f"table.{key}" if part == "client" else key)
        assert isinstance(found, str) or (key.startswith("problem.") and {"title", "text"} <= found.keys()), key


@pytest.mark.parametrize("part", ["server", "cli", "client"])
def test_nothing_is_kept_that_no_code_asks_for(part):
    source = code(part)
    literal, composed = set(LITERAL.findall(source)), set(COMPOSED.findall(source))

    def used(key: str) -> bool:
        parts = key.split(".")
        names = {".".join(parts[i:]) for i in range(len(parts))} if part == "client" else set()
        whole = {".".join(parts[:n]) for n in range(1, len(parts) + 1)}
        return bool((names | whole) & literal) or any(before in composed for before in whole)

    assert [key for key in leaves(part, "en") if not used(key)] == []


def test_commands_are_told_apart_and_english_ones_work_everywhere():
    english = catalogue(SOURCES / "cli", "en").tree["command"]
    for language in LANGUAGES:
        commands = catalogue(SOURCES / "cli", language).tree["command"]
        words = [word for names in commands.values() for word in names]
        assert len(words) == len(set(words))
        for name, names in english.items():
            assert set(names) <= set(commands[name])


def test_places_are_filled_and_numbers_have_their_noun():
    t = Catalogue({"room": {"seat": "{n:seat|seats} of {name}", "list": ["a", "b"]}}, "en", "words/en.toml of tests")
    assert t("room.seat", n=1, name="Ann") == "1 seat of Ann"
    assert t("room.seat", n=3, name=["not", "hashable"]) == "3 seats of ['not', 'hashable']"
    assert t.all("room.list") == ["a", "b"]
    assert t.find("room.gone") is None
    with pytest.raises(MissingWord, match=r"words/en\.toml of tests lacks room\.table"):
        t("room.table")
    with pytest.raises(MissingWord, match="asks for 'name'"):
        t("room.seat", n=1)


def test_a_live_table_does_not_stop_for_a_missing_word():
    words, live = Words(game, "en"), GameWords(game, "en")
    with pytest.raises(MissingWord, match=r"words/en\.toml of goofspiel lacks kind\.sing"):
        words.kind("sing")
    assert live.kind("sing") == "Sing"
