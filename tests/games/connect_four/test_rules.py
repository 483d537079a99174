"""Connect four's rulebook, clause by clause."""

import itertools
from collections.abc import Iterable
from typing import Any

import pytest

from taku.engine.match import Match, Refused
from taku.engine.words import Words
from taku.games.connect_four import game
from taku.games.connect_four import page as drawing
from tests.conftest import clause

RED, BLUE = 0, 1


class Duel:
    """A match in the words of its tests; columns are counted from 1, as on the board."""

    def __init__(self) -> None:
        self.match = Match.create(game, secret=bytes(32), id="duel")

    @property
    def state(self) -> Any:
        return self.match.state

    def drops(self, columns: Iterable[int]) -> "Duel":
        for column in columns:
            self.match.act(self.state.turn, column - 1)
        return self

    def cell(self, column: int, row: int) -> int | None:
        who = drawing.owner(self.state, column - 1, row - 1)
        return None if who < 0 else who

    def open_columns(self) -> list[int]:
        return [a + 1 for a in self.match.legal(self.state.turn)]

    @property
    def told(self) -> list[str]:
        return [t.event for t in self.match.log(-1)]


@pytest.fixture
def duel() -> Duel:
    return Duel()


@clause("F-1.1")
def test_the_grid_is_seven_wide_and_six_high_and_empty(duel: Duel) -> None:
    assert duel.open_columns() == [1, 2, 3, 4, 5, 6, 7]
    assert all(duel.cell(c, r) is None for c in range(1, 8) for r in range(1, 7))


@clause("F-1.2", "F-2.1")
def test_the_first_seat_begins_and_seats_alternate(duel: Duel) -> None:
    assert duel.match.rules.acting(duel.state) == [RED]
    duel.drops([4])
    assert duel.match.rules.acting(duel.state) == [BLUE]
    duel.drops([4])
    assert duel.match.rules.acting(duel.state) == [RED]
    assert duel.match.legal(BLUE) == [], "nobody plays out of turn"


@clause("F-2.2")
def test_a_disc_falls_to_the_lowest_empty_cell(duel: Duel) -> None:
    duel.drops([3, 3, 3])
    assert [duel.cell(3, row) for row in (1, 2, 3, 4)] == [RED, BLUE, RED, None]


@clause("F-2.3")
def test_a_full_column_takes_no_disc(duel: Duel) -> None:
    duel.drops([2] * 6)
    assert duel.open_columns() == [1, 3, 4, 5, 6, 7]
    with pytest.raises(Refused) as refused:
        duel.drops([2])
    assert refused.value.clause == "F-2.3"
    assert duel.state.drops == 6, "a refused drop changes nothing"


@clause("F-2.4")
def test_who_runs_out_of_time_drops_nearest_to_the_middle(duel: Duel) -> None:
    played = []
    for _ in range(3):
        duel.match.timeout(duel.state.turn)
        played.append([c for c in range(1, 8) if duel.state.height[c - 1]])
    assert played[-1] == [4]
    duel.drops([4] * 3)
    duel.match.timeout(duel.state.turn)
    assert duel.cell(3, 1) is not None, "the left one of two that are equally near"


LINES = {
    "across": [1, 1, 2, 2, 3, 3, 4],
    "across, closed in the middle": [1, 1, 2, 2, 4, 4, 3],
    "upright": [5, 6, 5, 6, 5, 6, 5],
    "rising": [1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4],
    "falling": [7, 6, 6, 5, 5, 4, 5, 4, 4, 2, 4],
    "five at once": [1, 1, 2, 2, 4, 4, 5, 5, 3],
}


@clause("F-3.1")
@pytest.mark.parametrize("way", LINES)
def test_four_in_a_row_win_at_once(duel: Duel, way: str) -> None:
    *before, last = LINES[way]
    duel.drops(before)
    assert not duel.match.over
    duel.drops([last])
    assert duel.match.over
    assert duel.match.scores() == [1, 2]
    assert duel.told[-1] == "line"
    assert len(drawing.line(duel.state)) == 4


@clause("F-3.1")
def test_the_second_seat_can_win_too(duel: Duel) -> None:
    duel.drops([1, 2, 1, 3, 1, 4, 7, 5])
    assert duel.match.scores() == [2, 1]


@clause("F-3.1")
def test_three_in_a_row_and_lines_around_the_edge_do_not_win(duel: Duel) -> None:
    duel.drops([5, 5, 6, 6, 7, 7, 1])  # 5, 6, 7 and 1: next to each other only around the edge
    assert not duel.match.over
    assert drawing.line(duel.state) == []


@clause("F-3.1")
def test_every_line_of_the_grid_is_found_and_no_other() -> None:
    """All 69 lines of four, and every set of four cells in a line with one of them taken away."""
    from taku.games.connect_four.rules import makes_line

    lines = 0
    for column, row, (dc, dr) in itertools.product(range(7), range(6), ((1, 0), (0, 1), (1, 1), (1, -1))):
        cells = [(column + i * dc, row + i * dr) for i in range(4)]
        if cells[-1][0] > 6 or not 0 <= cells[-1][1] < 6:
            continue
        lines += 1
        for missing in (None, *cells):
            s: Any = game.new()
            for c, r in cells:
                if (c, r) != missing:
                    s.discs[BLUE, r] |= 1 << c
            found = any(makes_line(s, BLUE, r) for r in {r for _, r in cells})
            assert found == (missing is None)
            assert not any(makes_line(s, RED, r) for r in range(6))
    assert lines == 69


FULL = [1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 3, 4, 3, 4, 4, 3, 4, 3, 3, 4, 3, 4, 5, 6, 5, 6, 6, 5, 6, 5, 5, 6, 5, 6] + [
    7
] * 6


@clause("F-3.2")
def test_a_full_grid_without_a_line_is_a_draw(duel: Duel) -> None:
    duel.drops(FULL)
    assert duel.match.over
    assert duel.match.scores() == [1, 1]
    assert duel.told[-1] == "full"


@clause("F-3.3")
@pytest.mark.parametrize("seat", [RED, BLUE])
def test_who_resigns_has_lost_also_out_of_turn(duel: Duel, seat: int) -> None:
    duel.drops([4])
    duel.match.resign(seat)
    assert duel.match.over
    assert duel.match.scores()[seat] == 2
    assert duel.told[-1] == "resigned"


# ---- the page -----------------------------------------------------------------------------------------------------


def test_the_terminal_shows_the_grid(duel: Duel) -> None:
    duel.drops([4, 4, 1])
    drawn = drawing.text(duel.state, RED, Words(game, "en", ["Aki", "Ben"]))
    assert drawn.splitlines()[-3:] == [". . . O . . .", "X . . X . . .", "X Aki  O Ben"]


def test_a_full_column_says_why_it_cannot_be_used(duel: Duel) -> None:
    duel.drops([2] * 6)
    words = Words(game, "ja")
    page = str(drawing.table(duel.state, RED, words))
    assert f'data-why="{words.text("table", "full")}"' in page
    assert page.count("data-hint-for") == 6


@pytest.mark.parametrize("way", ["across", "upright", "rising", "falling"])
def test_a_winning_line_is_drawn_through_its_discs(duel: Duel, way: str) -> None:
    duel.drops(LINES[way])
    page = str(drawing.table(duel.state, RED, Words(game, "en")))
    assert 'id="line"' in page
    assert 'id="col-0"' not in page, "nothing can be tapped after the end"
