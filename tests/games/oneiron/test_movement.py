"""O-11: moving, turning, replacing, danger."""

import pytest

from taku.games.oneiron.state import PAY, STEP, SWAP
from tests.conftest import clause
from tests.games.oneiron.dream import RULES, Dream, card


def moving(element: str, *, players: int = 4, pile: str = "F1 F1 W1 A1", **options: object) -> Dream:
    """Before a movement phase with this movement element; the forbidden area is (2,3)."""
    return Dream(players, **options).laid_out().pile(f"F7 F7 {element}9 {pile}")


@clause("O-11.1")
def test_the_movement_element_is_drawn_and_buried() -> None:
    dream = moving("A").graveyard("").movement()
    assert dream.s.moving == 3
    assert dream.s.graveyard.of[card("A9")] == 1


@clause("O-11.1", "O-14.4")
def test_without_a_card_there_is_no_movement_element() -> None:
    dream = Dream(4).laid_out().graveyard("").pile("F7 F7")
    dream.team(1).holds("F1 W1 A1")
    dream.movement()
    assert dream.s.moving == 0
    assert len(dream.told("no_movement_element")) == 1
    dream.choose(2, "F1")
    assert dream.kind(2) == "move_dir", "no card advances by itself"


@clause("O-11.2")
def test_hands_become_one_again() -> None:
    dream = moving("A")
    dream.team(1).stands((2, 2), "up", sum=4).holds("F1 F2 F3 F4 F5 F6")
    dream.team(2).stands((2, 2), "left", sum=9).holds("F1 F2 F3 F4 F5 F6")
    dream.battle().settle("present")
    assert dream.s.step == STEP.move
    assert dream.hand(2) == ""
    assert len(dream.hand(1).split()) == 2


@clause("O-11.3", "O-11.4", "O-11.5")
def test_example_22_an_empty_hand() -> None:
    dream = moving("F", pile="F5 J W1")
    dream.team(1).holds("").stands((2, 2), "up")
    dream.movement()
    assert dream.cards_of(2) == "F5 J"
    dream.choose(2, "J")
    assert dream.can(2)[:5] == [*(f"turn facing={n}" for n in range(4)), "advance"]
    dream.choose(2, "back", "F5")
    assert dream.asked == [4], "F5 can only advance"
    assert dream.told("empty_hand_draw") == [(1, 2)]


@clause("O-11.3", "O-12.7")
def test_teams_draw_in_order_of_their_numbers_and_in_secret() -> None:
    dream = moving("F", pile="W1 W2 A1 A2")
    dream.team(1).holds("")
    dream.team(2).holds("")
    dream.movement()
    assert (dream.team(1).hand, dream.team(2).hand) == ("W1 W2", "A1 A2")
    assert dream.team(1).known == ""


@clause("O-11.3", "O-14.4")
def test_a_team_that_gets_no_card_stays() -> None:
    dream = Dream(4).laid_out().graveyard("").pile("F7 F7")
    dream.team(1).holds("").stands((2, 2), "left", "F4 W6")
    dream.team(2).holds("W1 W2")
    dream.movement()
    assert dream.told("move_impossible") == [(1,)]
    assert dream.asked == [4]
    dream.choose(4, "W1", "up")
    assert (dream.team(1).cell, dream.team(1).facing, dream.team(1).grid) == ((2, 2), "left", "F4 W6")


@clause("O-11.4")
def test_a_card_of_the_movement_element_needs_no_facing() -> None:
    dream = moving("A")
    dream.team(1).holds("A11 F11")
    dream.movement().choose(2, "A11")
    assert 2 not in dream.asked
    assert len(dream.told("move_committed")) == 1


@clause("O-11.5")
@pytest.mark.parametrize(("choice", "cell", "facing"), [("advance", (2, 1), "up"), ("left", (2, 2), "left")])
def test_a_joker_advances_or_turns(choice: str, cell: tuple[int, int], facing: str) -> None:
    dream = moving("A")
    dream.team(1).holds("J").stands((2, 2), "up")
    dream.movement().choose(2, "J", choice).settle("move_card", "move_dir")
    assert (dream.team(1).cell, dream.team(1).facing) == (cell, facing)


@clause("O-11.4", "O-11.6", "O-11.8", "O-4.8")
def test_example_17_moving() -> None:
    dream = moving("A")
    dream.team(1).holds("A11 F11").stands((2, 2), "up", "F4 W6")
    dream.movement().choose(2, "A11").settle("move_card", "move_dir")
    assert (dream.team(1).cell, dream.team(1).facing) == ((2, 1), "up")
    dream.do(2, "swap", slot=1)
    dream.settle("move_swap")
    assert dream.team(1).grid == "F4 A11"
    assert (1, card("W6"), card("A11"), 15) in dream.told("grid_card_replaced")
    assert dream.s.graveyard.of[card("W6")] >= 1


@clause("O-11.6")
def test_example_17_turning() -> None:
    dream = moving("A")
    dream.team(1).holds("A11 F11").stands((2, 2), "up", "F4 W6")
    dream.movement().choose(2, "F11", "left").settle("move_card", "move_dir")
    assert (dream.team(1).cell, dream.team(1).facing) == ((2, 2), "left")


@clause("O-11.6", "O-2.5")
def test_nothing_moves_before_all_are_ready() -> None:
    dream = moving("A")
    dream.team(1).holds("A11").stands((2, 2), "up")
    dream.movement().choose(2, "A11")
    assert dream.team(1).cell == (2, 2)
    assert RULES.view(dream.s, 2).draft[1].pick[0] == 0
    dream.settle("move_card", "move_dir")
    assert dream.team(1).cell == (2, 1)


@clause("O-11.7")
def test_pieces_pass_each_other() -> None:
    dream = moving("A")
    dream.team(1).holds("A1").stands((1, 2), "right")
    dream.team(2).holds("A2").stands((2, 2), "left")
    dream.movement().choose(2, "A1").choose(4, "A2")
    assert (dream.team(1).cell, dream.team(2).cell) == ((2, 2), (1, 2))


@clause("O-5.2", "O-11.7", "O-11.9")
def test_example_18_over_the_edge() -> None:
    dream = moving("A", players=5, pair_lives=8)
    dream.team(1).holds("A1 A2 F1 A3").stands((3, 1), "right")

    def step(*clicks: str) -> Dream:
        dream.movement().choose(dream.asked[0], *clicks)
        return dream.until_round_ends()

    step("A1")
    assert (dream.team(1).cell, dream.team(1).lives) == ((4, 1), [3, 4])
    assert dream.team(1).foe == 0
    dream.pile("F7 F7 A9 F1 F1 W1 A1")
    step("A2")
    assert (dream.team(1).cell, sum(dream.team(1).lives)) == ((4, 1), 6)
    assert dream.told("team_blocked") == [(1,)]
    dream.pile("F7 F7 A9 F1 F1 W1 A1")
    step("F1", "left")
    assert (dream.team(1).facing, sum(dream.team(1).lives)) == ("left", 5)
    dream.pile("F7 F7 A9 F1 F1 W1 A1")
    step("A3")
    assert (dream.team(1).cell, sum(dream.team(1).lives)) == ((3, 1), 5)


@clause("O-11.8")
def test_equal_numbers_leave_no_choice() -> None:
    dream = moving("A")
    dream.team(1).holds("F2").stands((2, 2), "up", "F6 W6")
    dream.team(2).holds("F3").stands((1, 1), "up", "F6 W7")
    dream.movement().choose(2, "F2", "up").choose(4, "F3", "up")
    assert (dream.asked, dream.kind(4)) == ([4], "move_swap")
    dream.settle("move_swap")
    assert dream.team(1).grid == "F2 W6"


@clause("O-11.8")
def test_the_grid_card_is_chosen_after_everyone_has_moved() -> None:
    dream = moving("A")
    dream.team(1).holds("F2").stands((2, 2), "up", "F6 W7")
    dream.team(2).holds("A3").stands((1, 2), "up", "F6 W7")
    dream.movement().choose(2, "F2", "down").choose(4, "A3")
    assert dream.team(2).cell == (1, 1)
    assert dream.asked == [2, 4]
    assert RULES.default(dream.s, 1) == SWAP.swap(1), "the higher number goes"
    dream.do(2, "swap", slot=0)
    assert dream.team(1).grid == "F6 W7", "nothing is replaced before all have chosen"
    dream.do(4, "swap", slot=1)
    assert (dream.team(1).grid, dream.team(2).grid) == ("F2 W7", "F6 A3")


@clause("O-11.9")
def test_forbidden_cells_and_the_outside_cost_a_life() -> None:
    dream = Dream(6).laid_out().forbid((1, 1))
    dream.team(1).stands((1, 1))
    dream.team(2).stands((0, 3)).with_lives(0, 2)
    dream.team(3).stands((2, 2))
    dream.hazards()
    assert (dream.asked, dream.kind(1)) == ([1], "hazard_pay")
    assert RULES.default(dream.s, 0) == PAY.pay(0)
    dream.do(1, "pay", member=1)
    assert [team.lives for team in dream.teams] == [[2, 1], [0, 1], [2, 2]]
    assert [e[2] for e in dream.told("hazard_hit")] == [0, 1]


@clause("O-11.10")
@pytest.mark.parametrize(("option", "tokens"), [("lost", 0), ("drop", 1)])
def test_a_life_paid_to_the_dark(option: str, tokens: int) -> None:
    dream = Dream(6, hazard_tokens=option).laid_out().forbid((1, 1))
    dream.team(1).stands((1, 1)).with_lives(2, 0)
    dream.team(2).stands((0, 3)).with_lives(2, 0)
    dream.hazards()
    assert dream.token((1, 1)) == tokens
    assert sum(dream.s.token) == tokens, "outside it is lost in any case"


@clause("O-11.11")
def test_nobody_loots_and_the_hand_stays() -> None:
    dream = Dream(6).laid_out().forbid((1, 1))
    dream.team(1).stands((1, 1)).with_lives(1, 1).holds("F1 W2")
    dream.hazards().do(1, "pay", member=0)
    assert dream.team(1).lives == [0, 1]
    assert dream.team(1).hand == "F1 W2"
    assert dream.told("hand_revealed") == []
    dream.graveyard("").hazards()
    assert dream.team(1).rank == 3
    assert dream.team(1).hand == ""
    assert dream.s.graveyard.of[card("W2")] == 1


@clause("O-11.12")
def test_payments_happen_together() -> None:
    dream = Dream(6).laid_out().forbid((1, 1), (3, 3))
    dream.team(1).stands((1, 1)).with_lives(1, 0).holds("F1 F2")
    dream.team(2).stands((3, 3)).with_lives(1, 0).holds("F1")
    dream.hazards()
    assert (dream.team(1).rank, dream.team(2).rank, dream.team(3).rank) == (2, 3, 1)
    assert dream.over
