"""Section 4: content is a closed vocabulary; what is unknown is refused with its place and what would be right."""

import pytest

from taku.games.campus.content import CONTENT, COPIES, NAMES
from tests.conftest import clause
from tests.kit.editing import drop, refuses, swap


@clause("C-1.1")
def test_copies_of_both_decks():
    by_deck = [sum(column) for column in zip(*COPIES.tolist(), strict=True)]
    assert by_deck == [156, 154]
    language = sum(c.copies.humanities for c in CONTENT.cards if c.only_if == "language_cards")
    assert by_deck[1] - language == 146
    kinds = {k: [c for c in CONTENT.cards if c.kind == k] for k in ("subject", "special", "cheat", "trouble")}
    assert [len(kinds[k]) for k in kinds] == [34, 26, 3, 11]
    assert [sum(c.copies.science for c in kinds[k]) for k in kinds] == [74, 54, 7, 21]
    assert [sum(c.copies.humanities for c in kinds[k]) for k in kinds] == [76, 47, 7, 24]


@clause("C-1.2", "C-1.3")
def test_cells_of_a_board():
    assert len(CONTENT.cells) == 66
    assert len(NAMES["ja"]["cell"]) == len(set(NAMES["ja"]["cell"])) == len(set(NAMES["en"]["cell"])) == 67
    worth = {c.id: c.half_credits for c in CONTENT.cells}
    assert worth.pop("g2f_jitsugi") == 1
    assert worth.pop("training") == 0
    assert set(worth.values()) == {2}


WRONG = [
    ("cards", swap('op = "homework"', 'op = "homewrok"'), "did you mean 'homework'"),
    ("cards", drop("card", 47, "effects", 1, "series"), "'series' is missing"),
    ("cards", swap("black = 3", "blak = 3"), "'place' takes no 'blak'; did you mean 'black'"),
    ("cards", swap('subject = "math"', 'subject = ""'), "'subject' and 'series'"),
    ("cells", swap("no = 12", "no = 13"), "'no' should be 12"),
    ("modes", swap("total = 36", "total = 35"), "'total' should be 36"),
]


@pytest.mark.parametrize(("file", "edit", "message"), WRONG)
def test_wrong_content_is_refused(file, edit, message):
    refuses("campus", file, edit, message)
