"""O-8: points, read from the damage sheet."""

from dataclasses import replace

import pytest

from taku.games.oneiron.content import CONTENT, POINTS_MASK, worth
from taku.games.oneiron.rules.damage import clash
from tests.conftest import clause
from tests.games.oneiron.dream import Dream, card


class Duel:
    """Two teams that stand somehow; seats 1 and 3 fight."""

    def __init__(self, **options: object) -> None:
        self.dream = Dream(4, **options).laid_out()

    def stands(self, a: tuple[int, int], face_a: str, b: tuple[int, int], face_b: str) -> "Duel":
        self.dream.team(1).stands(a, face_a)
        self.dream.team(2).stands(b, face_b)
        return self

    def won(self, winner: str, against: str, by: int = 1) -> int:
        """The points of a win by seat 1 (or seat 3)."""
        other = 0 if against == "blank" else card(against)
        seats = (0, 2) if by == 1 else (2, 0)
        return int(clash(self.dream.s, *seats, card(winner), other)) & POINTS_MASK


@pytest.fixture
def apart() -> Duel:
    """Adjacent, no facing point."""
    return Duel().stands((1, 2), "up", (2, 2), "left")


@clause("O-8.3", "O-8.4", "O-8.5")
def test_example_8_clash() -> None:
    assert Duel().stands((2, 2), "up", (2, 2), "down").won("F8", "W4") == 3
    assert Duel().stands((2, 2), "up", (2, 2), "left").won("F8", "W4") == 2


@clause("O-8.4", "O-5.5")
def test_example_9_from_behind() -> None:
    duel = Duel().stands((1, 2), "right", (2, 2), "right")
    assert duel.won("A9", "F5") == 2
    assert duel.won("F9", "W5", by=3) == 1
    assert Duel().stands((1, 2), "right", (2, 2), "up").won("A9", "F5") == 1


@clause("O-8.5", "O-8.6", "O-8.8")
@pytest.mark.parametrize(
    ("winner", "loser", "points"),
    [("W2", "A11", 2), ("W12", "A1", 0), ("F13", "W8", 2), ("F8", "W13", 0), ("F13", "W6", 2), ("F13", "W11", 1),
     ("F3", "W11", 0), ("F6", "W3", 2), ("F7", "W7", 1)],
)  # fmt: skip
def test_example_10_numbers(apart: Duel, winner: str, loser: str, points: int) -> None:
    assert apart.won(winner, loser) == points


@clause("O-8.7")
def test_example_10_giants_cancel_by_option() -> None:
    duel = Duel(giant_rule="cancel").stands((1, 2), "up", (2, 2), "left")
    assert (duel.won("W2", "A11"), duel.won("W12", "A1")) == (1, 1)
    duel = Duel().stands((1, 2), "up", (2, 2), "left")
    assert (duel.won("W2", "A11"), duel.won("W12", "A1")) == (2, 0)


@clause("O-8.1", "O-8.2")
def test_example_11_jokers_and_blanks() -> None:
    duel = Duel().stands((2, 2), "up", (2, 2), "down")
    assert duel.won("J", "W1") == 1
    assert duel.won("A13", "blank") == 1
    assert duel.won("J", "blank") == 1
    assert duel.won("F13", "W8") == 3, "while other wins get the facing point here"


@clause("O-8.1")
def test_a_draw_costs_nothing() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 2), "up", sum=4).holds("F13 F12")
    dream.team(2).stands((2, 2), "up", sum=9).holds("F1 F2")
    dream.battle().settle("present")
    assert dream.told("points_scored") == []
    assert len(dream.told("duel_drawn")) == 2
    assert [dream.lives(seat) for seat in (1, 2, 3, 4)] == [2, 2, 2, 2]


BONUS = {
    1: {11, 12, 13}, 2: {1, 11, 12, 13}, 3: {1}, 4: {1, 2}, 5: {1, 2}, 6: {1, 2, 3}, 7: {1, 2, 3}, 8: {1, 2, 3, 4},
    9: {1, 2, 3, 4}, 10: {1, 2, 3, 4, 5}, 11: {3, 4, 5}, 12: {3, 4, 5, 6}, 13: {3, 4, 5, 6, 7, 8, 9, 10},
}  # fmt: skip
PENALTY = {
    1: {*range(2, 11)}, 2: {*range(4, 11)}, 3: {*range(6, 14)}, 4: {*range(8, 14)}, 5: {*range(10, 14)}, 6: {12, 13},
    7: {13}, 8: {13}, 9: {13}, 10: {13}, 11: {1, 2}, 12: {1, 2}, 13: {1, 2},
}  # fmt: skip


@clause("O-8.5", "O-8.6", "O-8.7", "O-8.8")
def test_the_whole_sheet_of_numbers(apart: Duel) -> None:
    for own in range(1, 14):
        for other in range(1, 14):
            expected = 1 + (other in BONUS[own]) - (other in PENALTY[own])
            assert apart.won(f"F{own}", f"W{other}") == expected, (own, other)


@clause("O-8.8")
def test_points_stay_between_none_and_three() -> None:
    duel = Duel().stands((2, 2), "up", (2, 2), "down")
    found = {duel.won(f"F{own}", f"W{other}") for own in range(1, 14) for other in range(1, 14)}
    assert found == {1, 2, 3}, "with a facing point no win is worth nothing"


def test_the_parts_of_a_result_are_told() -> None:
    duel = Duel().stands((2, 2), "up", (2, 2), "down")
    duel.dream.s.log.count = 0
    duel.won("F8", "W4")
    duel.dream._note()
    ids = ["", *(m.id for m in CONTENT.modifiers)]
    parts = duel.dream.told("points_scored")[-1]
    assert [ids[i] for i in parts[3:]] == ["clash", "double", ""]


def test_the_damage_is_what_the_sheet_says() -> None:
    fierce = tuple(replace(m, amount=2) if m.id == "clash" else m for m in CONTENT.modifiers)
    changed = replace(CONTENT, modifiers=fierce)
    assert worth(CONTENT, 0, 6, 7, 7)[0] == 2
    assert worth(changed, 0, 6, 7, 7)[0] == 3
