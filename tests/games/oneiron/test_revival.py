"""O-12: taking lives."""

import pytest

from taku.games.oneiron.state import REVIVE
from tests.conftest import clause
from tests.games.oneiron.dream import RULES, Dream


def found(tokens: int = 2, **options: object) -> Dream:
    """Team 1 stands on a cell with tokens, teams 2 and 3 elsewhere."""
    dream = Dream(6, **options).laid_out().tokens((2, 2), tokens)
    dream.team(1).stands((2, 2), sum=8)
    dream.team(2).stands((1, 1), sum=5)
    dream.team(3).stands((3, 3), sum=6)
    dream.s.round = 2
    return dream


@clause("O-12.1", "O-12.3", "O-12.4")
def test_example_21_alone_with_two_tokens() -> None:
    dream = found()
    dream.team(1).with_lives(2, 0)
    before = len(dream.team(1).hand.split())
    dream.revival()
    assert (dream.asked, dream.kind(1)) == ([1], "revive_use")
    dream.do(1, "salvage")
    assert dream.team(1).lives == [2, 1]
    assert len(dream.team(1).hand.split()) == before + 1
    assert dream.token((2, 2)) == 1, "only one may be taken"


@clause("O-12.5", "O-12.6")
def test_example_21_four_lives_are_the_limit() -> None:
    dream = found()
    dream.team(1).with_lives(4, 2)
    before = len(dream.team(1).hand.split())
    dream.revival()
    assert dream.can(1) == ["life member=1", "cards", "decline"]
    dream.do(1, "cards")
    assert len(dream.team(1).hand.split()) == before + 3
    assert (dream.team(1).lives, dream.token((2, 2))) == ([4, 2], 1)


@clause("O-12.1")
def test_example_21_with_company() -> None:
    dream = found()
    dream.team(3).stands((2, 2), sum=6)
    assert dream.revival().told("token_granted") == []
    dream = found()
    dream.team(3).stands((2, 2), sum=6)
    dream.s.waiting[2] = 1
    dream.revival()
    assert [e[0] for e in dream.told("token_granted")] == [3]


@clause("O-12.1")
def test_left_waiting_counts_wherever_the_team_stands_now() -> None:
    dream = found()
    dream.team(2).stands((2, 2), sum=5)
    dream.s.waiting[0] = 1
    assert dream.revival().asked == [1]


@clause("O-12.1")
def test_an_eliminated_team_is_no_company_and_a_dark_cell_no_hindrance() -> None:
    dream = found().forbid((2, 2))
    dream.team(1).with_lives(2, 0)
    dream.team(3).stands((2, 2), sum=6).with_lives(1, 0)
    dream.hazards()
    assert dream.team(3).rank == 3
    assert (dream.asked, dream.kind(1)) == ([1], "revive_use")


@clause("O-12.1")
def test_no_token_no_offer() -> None:
    assert found(0).revival().told("token_granted") == []


@clause("O-12.2")
def test_smaller_sums_are_granted_first() -> None:
    dream = found(1)
    dream.team(2).stands((2, 2), sum=5)
    dream.s.waiting[0] = dream.s.waiting[1] = 1
    dream.revival()
    assert [e[0] for e in dream.told("token_granted")] == [2]
    dream = found(2)
    dream.team(2).stands((2, 2), sum=5)
    dream.s.waiting[0] = dream.s.waiting[1] = 1
    assert dream.revival().asked == [1, 3]


@clause("O-12.2")
def test_equal_sums_are_granted_by_lot() -> None:
    for lots, winner in (((1, 2), 1), ((2, 1), 2)):
        dream = found(1)
        dream.team(2).stands((2, 2), sum=8)
        dream.s.waiting[0] = dream.s.waiting[1] = 1
        dream.s.lot[0], dream.s.lot[1] = lots
        assert [e[0] for e in dream.revival().told("token_granted")] == [winner]


@clause("O-12.2")
def test_a_token_declined_stays_and_is_not_offered_again() -> None:
    dream = found(1)
    dream.team(2).stands((2, 2), sum=5)
    dream.s.waiting[0] = dream.s.waiting[1] = 1
    dream.revival().do(3, "decline")
    assert dream.token((2, 2)) == 1
    assert dream.told("token_granted") == [(2, 12)]
    assert dream.told("token_declined") == [(2,)]


@clause("O-12.3", "O-2.5")
def test_teams_choose_at_the_same_time() -> None:
    dream = found().tokens((1, 1), 1)
    dream.revival()
    assert dream.asked == [1, 3]
    dream.do(1, "life", member=0)
    assert dream.team(1).lives == [2, 2], "nothing happens before all have chosen"
    dream.do(3, "life", member=1)
    assert (dream.team(1).lives, dream.team(2).lives) == ([3, 2], [2, 3])


@clause("O-12.4")
def test_only_the_fallen_are_salvaged() -> None:
    assert "salvage" not in found().revival().can(1)
    solo = Dream(5).laid_out().tokens((1, 3), 1)
    solo.team(3).stands((1, 3))
    assert "salvage" not in solo.revival().can(5)


@clause("O-12.5")
@pytest.mark.parametrize(
    ("scope", "cap", "lives", "allowed"),
    [("player", 4, (3, 4), [0]), ("player", 3, (2, 2), [0, 1]), ("team", 4, (2, 2), []), ("team", 5, (2, 2), [0, 1])],
)
def test_the_limit_of_lives(scope: str, cap: int, lives: tuple[int, int], allowed: list[int]) -> None:
    dream = found(life_cap=cap, life_cap_scope=scope)
    dream.team(1).with_lives(*lives)
    dream.revival()
    assert [REVIVE.life.member(use) for use in dream.legal(1) if use in REVIVE.life] == allowed


@clause("O-12.7")
def test_drawn_cards_are_the_teams_secret() -> None:
    dream = found().pile("F1 F2 F3 W4 W5 W6 A7 A8").tokens((1, 1), 1)
    dream.team(1).holds("")
    dream.team(2).holds("")
    dream.revival().do(3, "cards").do(1, "cards")
    assert (dream.team(1).hand, dream.team(2).hand) == ("F1 F2 F3", "W4 W5 W6")
    assert "cards_received" in dream.heard_by(2)
    assert dream.heard_by(5).count("cards_received") == 0
    assert dream.team(1).known == ""


def test_the_default_use_of_a_life() -> None:
    dream = found()
    dream.team(1).with_lives(2, 1)
    dream.revival()
    assert RULES.default(dream.s, 0) == REVIVE.life(1)
    dream = found()
    dream.team(1).with_lives(0, 2)
    dream.revival()
    assert RULES.default(dream.s, 1) == REVIVE.salvage
    dream = found()
    dream.team(1).with_lives(4, 4)
    dream.revival()
    assert RULES.default(dream.s, 0) == REVIVE.cards
