"""Content files by declaration: what is wrong, where, and what would be right."""

import pytest

from taku.kit.content import (
    ContentError,
    Row,
    Texts,
    any_of,
    column,
    flag,
    grid,
    number,
    place,
    read_file,
    read_rows,
    row,
    rows,
    word,
    words,
)

HEIGHT = ("low", "high")


class Use(Row):
    verb: str = word(("draw", "def_"))


class Card(Row):
    id: str
    index: int = place(1)
    name: Texts
    kind: str = word(HEIGHT, default="low")
    value: int = number(0, 9, key="def", default=-1)
    tags: tuple[str, ...] = words(HEIGHT, default=[])
    once: bool = flag(default=False)
    uses: tuple[Use, ...] = rows(Use, 0, 2, key="use")

    def check(self):
        return "a high card has a value" if self.kind == "high" and self.value < 0 else None


class File(Row):
    limit: int = number(1, 9)
    most: dict[str, int] = any_of(dict, default={})
    ace: Use = row(Use)
    size: int
    picture: tuple[str, ...] = grid(2, 1, ".x")
    cards: tuple[Card, ...] = rows(Card, 1, 2, key="card")


ACE = 'id = "ace"\nindex = 1\nname = {en = "Ace", ja = "エース"}\n'
TWO = 'id = "two"\nindex = 2\nname = {en = "Two", ja = "二"}\nkind = "high"\ndef = 7\nuse = [{verb = "def"}]\n'
HEAD = 'schema = 1\nlimit = 7\nsize = 2\npicture = [".x"]\nace = {verb = "draw"}\n'
WHOLE = f"{HEAD}[[card]]\n{ACE}[[card]]\n{TWO}"


def written(folder, text):
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_row_is_read_as_it_is_declared(tmp_path):
    file = read_file(written(tmp_path, WHOLE), "cards", File)
    ace, two = file.cards
    assert (file.limit, file.most, file.picture, file.ace.verb) == (7, {}, (".x",), "draw")
    assert (ace.id, ace.name["ja"], ace.kind, ace.value, ace.uses) == ("ace", "エース", "low", -1, ())
    assert (two.value, two.uses[0].verb, two.once) == (7, "def", False)
    assert column(file.cards, "kind", none=-1) == [-1, 0, 1]
    assert column(file.cards, "value") == [-1, 7]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (HEAD, "schema = ", r"cards\.toml: Invalid value"),
        ("schema = 1", "schema = 2", "'schema' is 2; it should be from 1 to 1"),
        ("schema = 1", "schema = true", "'schema' is True; it should be of type int"),
        ("limit = 7", "limit = 10", r"cards\.toml: 'limit' is 10; it should be from 1 to 9"),
        ("limit = 7", "limti = 7", "'limit' is missing; did you mean 'limti'"),
        ("size = 2", "size = 2\nmore = 1", "unknown field 'more'"),
        ('[".x"]', '["xx", "x"]', "'picture' should be 1 rows of 2 characters"),
        ('[".x"]', '[".o"]', "'picture' has 'o' in column 1, row 0; it should be one of .x"),
        ('"draw"', '"drow"', r"cards\.toml, ace: verb = 'drow' is unknown; did you mean 'draw'.*known: draw, def"),
        ("index = 2", "index = 3", "card two: 'index' should be 2: entries stand in their order"),
        ('id = "two"', 'id = "ace"', "card ace: another entry has the same id"),
        ('"high"', '"hihg"', r"card two: kind = 'hihg' is unknown; did you mean 'high'"),
        ("def = 7", 'def = "7"', "card two: 'def' is '7'; it should be of type int"),
        ("def = 7", "", "card two: a high card has a value"),
        (', ja = "二"', "", "card two: 'name' needs a text in each of en, ja"),
        ('use = [{verb = "def"}]', 'use = [{verb = "dig"}]', "card two, use 1: verb = 'dig' is unknown"),
        ('use = [{verb = "def"}]', "use = [1]", "card two: has 1 use entries"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, old, new, says):
    assert old in WHOLE
    with pytest.raises(ContentError, match=says):
        read_file(written(tmp_path, WHOLE.replace(old, new)), "cards", File)


def test_a_file_of_rows_has_as_many_as_it_should(tmp_path):
    written(tmp_path, f"schema = 1\n[[card]]\n{ACE}")
    assert [c.id for c in read_rows(tmp_path, "cards", Card)] == ["ace"]
    with pytest.raises(ContentError, match="has 1 card entries; it should have 2 to 3"):
        read_rows(tmp_path, "cards", Card, 2, 3)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path):
    with pytest.raises(ContentError, match=r"cards\.toml is missing"):
        read_rows(tmp_path, "cards", Card)
    (tmp_path / "cards.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ContentError, match=r"cards\.toml: "):
        read_rows(tmp_path, "cards", Card)


def test_a_field_says_how_it_is_read():
    with pytest.raises(TypeError, match=r"Odd\.size: say how it is read"):

        class Odd(Row):
            size: "float"
