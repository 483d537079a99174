"""O-10: forbidden areas."""

import pytest

from taku.games.oneiron.rules.board import place_at
from tests.conftest import clause
from tests.games.oneiron.dream import Dream, card, name


@clause("O-10.1")
def test_two_cards_name_the_cell() -> None:
    dream = Dream(4).laid_out().pile("A7 F2 W9 F1 F1 F1").movement()
    assert dream.forbidden() == [(1, 3)]
    assert dream.told("forbidden_added") == [(card("A7"), card("F2"), place_at(1, 3))]


@clause("O-10.2")
def test_a_second_pair_is_surplus() -> None:
    dream = Dream(4).laid_out()
    dream.pile("A7 F2 W9").movement()
    dream.pile("A8 F3 W9").movement()
    assert dream.forbidden() == [(1, 3)]
    assert [name(dream.s.marker[place_at(1, 3), i]) for i in range(2)] == ["A7", "F2"]
    assert dream.s.surplus.of[card("A8")] == dream.s.surplus.of[card("F3")] == 1
    assert len(dream.told("forbidden_again")) == 1


@clause("O-10.3")
@pytest.mark.parametrize("often", [1, 2, 3])
def test_as_often_as_the_option_says(often: int) -> None:
    dream = Dream(4, forbidden_per_round=often).laid_out()
    dream.pile("A7 F2 F9 W1 W8 A2 F13 F1 F1").movement()
    assert dream.forbidden() == sorted([(1, 3), (2, 1), (3, 2)][:often], key=lambda c: c[::-1])


@clause("O-10.4")
def test_a_forbidden_cell_costs_nothing_before_movement() -> None:
    dream = Dream(4).laid_out().forbid((2, 2))
    dream.team(1).stands((2, 2), "up", sum=4).holds("F1 F2")
    dream.team(2).stands((2, 2), "left", sum=9).holds("F3 F4")
    dream.battle().settle("present")
    assert [dream.lives(seat) for seat in (1, 2, 3, 4)] == [2, 2, 2, 2]
    dream.settle("move_card", "move_dir", "move_swap", "hazard_pay")
    assert dream.lives(1) + dream.lives(2) == 3


@clause("O-10.5")
def test_without_two_cards_no_area_is_added() -> None:
    dream = Dream(4).laid_out().graveyard("").pile("J A7").movement()
    assert dream.forbidden() == []
    assert len(dream.told("forbidden_skipped")) == 1
    assert dream.s.moving == 3, "the card drawn went to the graveyard and came back for the movement element"
