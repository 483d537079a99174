"""O-13 and O-14: the end of the game, the pile."""

import random

import pytest

from taku.games.oneiron import game
from taku.games.oneiron.content import JOKER
from taku.games.oneiron.rules.cards import draw_card, draw_element
from taku.games.oneiron.rules.revival import use_tokens
from tests.conftest import clause
from tests.games.oneiron.dream import RULES, Dream, card, name


@clause("O-13.1")
def test_the_last_team_wins_at_once() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 2), "up", sum=4).holds("F10 F9 F8").with_lives(2, 0)
    dream.team(2).stands((2, 2), "left", sum=9).holds("W9 W8 W7").with_lives(1, 0)
    dream.battle().present(s1="F10", s3="W9")
    assert dream.over
    assert dream.asked == []
    assert RULES.scores(dream.s) == [1, 1, 2, 2], "the fallen member shares the victory"
    assert dream.told("card_looted") == []
    assert dream.told("team_won") == [(1,)]


@clause("O-9.11", "O-13.2")
def test_example_19_the_last_two_in_the_dark() -> None:
    def dark(first: str, second: str, sums: tuple[int, int]) -> list[int]:
        dream = Dream(4).laid_out().forbid((1, 1), (3, 3))
        dream.team(1).stands((1, 1), sum=sums[0]).with_lives(1, 0).holds(first)
        dream.team(2).stands((3, 3), sum=sums[1]).with_lives(0, 1).holds(second)
        dream.hazards()
        assert dream.over
        assert dream.told("ended_together")
        return RULES.scores(dream.s)

    assert dark("F1 F2 F3", "F1", (9, 9)) == [1, 1, 2, 2]
    assert dark("F1", "F2", (9, 5)) == [2, 2, 1, 1]
    assert dark("F1", "F2", (9, 9)) == [1, 1, 1, 1]


@clause("O-13.3")
def test_the_round_limit_ranks_the_living() -> None:
    def limit(**changes: object) -> list[int]:
        dream = Dream(8, max_rounds=5).laid_out()
        for team in dream.teams:
            team.stands((team.number % 3 + 1, 1), sum=8).with_lives(2, 2).holds("F1 F2")
        dream.team(4).stands((0, 0)).with_lives(1, 0)
        dream.hazards()
        dream.s.round = 5
        changes["change"](dream)  # type: ignore[operator]
        dream._from(10)
        assert dream.over
        assert dream.told("ended_by_round")
        return [team.rank for team in dream.teams]

    assert limit(change=lambda d: None) == [1, 1, 1, 4]
    assert limit(change=lambda d: d.team(2).with_lives(3, 2)) == [2, 1, 2, 4]
    assert limit(change=lambda d: d.team(2).with_lives(4, 0)) == [1, 3, 1, 4], "fewer living members"
    assert limit(change=lambda d: d.team(3).holds("F1 F2 F3")) == [2, 2, 1, 4]
    assert limit(change=lambda d: d.team(1).stands((1, 1), sum=7)) == [1, 2, 2, 4]


@clause("O-13.3")
def test_the_game_goes_on_before_the_last_round() -> None:
    dream = Dream(4, max_rounds=5).laid_out()
    dream.s.round = 4
    dream.round()
    assert (dream.over, dream.s.round) == (False, 5)


@clause("O-14.1")
def test_example_23_a_joker_on_top() -> None:
    dream = Dream(4).laid_out().graveyard("").pile("J A7 F2 W9")
    dream.team(1).holds("F1")
    dream.team(2).holds("F1")
    dream.movement()
    assert dream.forbidden() == [(1, 3)]
    assert dream.s.moving == 2
    assert (dream.s.pile.size, draw_card(dream.s)) == (1, JOKER)


@clause("O-14.1")
def test_cards_come_from_the_top() -> None:
    dream = Dream(4).laid_out().pile("W3 J F1")
    assert [name(draw_card(dream.s)) for _ in range(2)] == ["W3", "J"]


@clause("O-14.2")
def test_the_graveyard_is_shuffled_in_when_a_suitable_card_is_missing() -> None:
    dream = Dream(4).laid_out().pile("").graveyard("F1 F1 W2")
    assert draw_card(dream.s) in (card("F1"), card("W2"))
    assert (dream.s.pile.size, dream.s.graveyard.size) == (2, 0)
    dream.pile("J").graveyard("A3")
    assert draw_element(dream.s) == card("A3"), "a pile of jokers has no element card"
    assert (dream.s.pile.size, dream.s.pile.card[0]) == (1, JOKER)


@clause("O-14.3")
def test_surplus_comes_back_and_markers_stay() -> None:
    dream = Dream(4).laid_out()
    dream.pile("A7 F2 W9").movement()
    dream.pile("A8 F3 W9").movement()
    dream.pile("").graveyard("").s.graveyard.size = 0
    drawn = [name(draw_card(dream.s)) for _ in range(2)]
    assert sorted(drawn) == ["A8", "F3"]
    assert dream.s.surplus.size == 0
    assert dream.forbidden() == [(1, 3)]


@clause("O-14.4")
def test_a_draw_may_yield_nothing() -> None:
    dream = Dream(4).laid_out().pile("").graveyard("")
    assert (draw_card(dream.s), draw_element(dream.s)) == (0, 0)


@clause("O-14.4", "O-12.6")
def test_a_charge_draws_what_there_is() -> None:
    dream = Dream(4).laid_out().pile("F1").graveyard("").tokens((1, 1), 1)
    dream.team(1).holds("W1")
    dream.revival()
    dream.s.draft[0].pick[0], dream.s.log.count = 4, 0
    use_tokens(dream.s)
    dream._note()
    assert dream.team(1).hand == "F1 W1"
    assert dream.told("pile_exhausted") == [(3, 1)]
    assert dream.told("cards_charged") == [(1, 1)]


@clause("O-14.5")
@pytest.mark.parametrize("players", [2, 3, 8, 20])
def test_no_card_and_no_life_is_made_or_lost(players: int) -> None:
    dream = Dream(players, seed=players, forbidden_per_round=3)
    rng = random.Random(players)
    total = dream.total_cards()
    assert total == 39 * dream.s.copies + 2
    while dream.asked:
        seat = rng.choice(dream.asked)
        dream.do(seat, rng.choice(dream.legal(seat)))
        assert dream.total_cards() == total
        assert all(kept(dream.s) for kept in game.keeps.values())
