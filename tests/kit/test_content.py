"""The reader of content files tells what is wrong, where, and what would be right."""

import pytest

from taku.kit.content import ContentError, Entry, read_entries, read_file


def written(folder, text):
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_file_is_read_field_by_field(tmp_path):
    written(
        tmp_path, 'schema = 1\nlimit = 7\n[[card]]\nid = "ace"\nkind = "high"\nname = {en = "Ace", ja = "エース"}\n'
    )
    file = read_file(tmp_path, "cards")
    assert file.number("limit", 1, 9) == 7
    (card,) = file.entries("card")
    assert (card.take("id", str), card.word("kind", ("high", "low"))) == ("ace", "high")
    assert card.texts("name")["ja"] == "エース"
    card.close()
    file.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("schema = ", r"cards\.toml: Invalid value"),
        ("[[card]]\n", r"cards\.toml: 'schema' is missing"),
        ("schema = 2\n", r"'schema' is 2; it should be from 1 to 1"),
        ("schema = true\n", "'schema' is True; it should be of type int"),
        ("schema = 1\n", "has 0 card entries; it should have 1 to 2"),
        ("schema = 1\ncard = [1]\n", "has 1 card entries"),
        ("schema = 1\nmore = 1\n[[card]]\nid = 'a'\n", "unknown field 'more'"),
        ("schema = 1\n[[card]]\nid = 'a'\n[[card]]\nid = 'a'\n", "card a: another entry has the same id"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, text, says):
    with pytest.raises(ContentError, match=says):
        read_entries(written(tmp_path, text), "cards", "card", 1, 2)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path):
    with pytest.raises(ContentError, match=r"cards\.toml is missing"):
        read_file(tmp_path, "cards")
    (tmp_path / "cards.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ContentError, match=r"cards\.toml: "):
        read_file(tmp_path, "cards")


@pytest.mark.parametrize(
    ("data", "read", "says"),
    [
        ({"atk": 1}, lambda e: e.take("attk", int), "'attk' is missing; did you mean 'atk'"),
        ({"atk": "1"}, lambda e: e.number("atk", 0, 9), "'atk' is '1'; it should be of type int"),
        (
            {"kind": "hihg"},
            lambda e: e.word("kind", ("high", "low")),
            r"unknown; did you mean 'high'.*known: high, low",
        ),
        ({"name": {"en": "Ace"}}, lambda e: e.texts("name"), "'name' needs a text in each of en, ja"),
        ({"name": {"en": "Ace", "ja": ""}}, lambda e: e.texts("name"), "'name' needs a text in each of en, ja"),
    ],
)
def test_a_wrong_field_is_refused(data, read, says):
    with pytest.raises(ContentError, match=f"cards.toml, card ace: .*{says}"):
        read(Entry("cards.toml, card ace", data))
