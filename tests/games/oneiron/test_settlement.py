"""O-9: paying, falling, looting, elimination."""

import pytest

from taku.games.oneiron.content import JOKER
from tests.conftest import clause
from tests.games.oneiron.dream import RULES, Dream, add, card, clear


def duel(hands: dict[int, str], lives: dict[int, int], players: int = 4, **options: object) -> Dream:
    """Teams 1 and 2 at the cards, adjacent and without a facing point; each fighter's own part is laid out."""
    dream = Dream(players, **options).laid_out()
    dream.team(1).stands((1, 2), "up", sum=4).holds("F1")
    dream.team(2).stands((2, 2), "left", sum=9).holds("F1")
    for team in dream.teams[2:]:
        team.stands((3, 3), "up", sum=12)
    for seat in (*dream.team(1).seats, *dream.team(2).seats):
        dream.s.lives[seat - 1] = lives.get(seat, 0)
    dream.battle()
    dream.log.clear()
    for seat in range(1, 5):
        clear(dream.s.hand[seat - 1])
        add(dream.s.hand[seat - 1], hands.get(seat, ""))
    for seat, hand in hands.items():
        dream.s.draft[seat - 1].status = 1 if hand and lives.get(seat) else 0
    return dream


@clause("O-9.1", "O-9.2", "O-9.3", "O-9.8")
def test_example_12_one_against_two() -> None:
    dream = duel({1: "W5 F1 F2", 2: "A6 A7", 3: "F10 W1"}, {1: 2, 2: 2, 3: 3})
    dream.present(s1="W5", s2="A6", s3="F10")
    assert (dream.lives(1), dream.lives(2), dream.lives(3)) == (0, 2, 2)
    assert (dream.token((1, 2)), dream.token((2, 2))) == (2, 1)
    assert (dream.asked, dream.kind(3), dream.cards_of(3)) == ([3], "loot", "F1 F2")
    dream.choose(3, "F2")
    assert dream.hand(3) == "F2 W1"
    assert dream.hand(2) == "F1 A7"
    assert dream.told("duel_set") == [(1, 2)]


@clause("O-9.1", "O-9.5", "O-9.9", "O-13.1")
def test_example_13_both_fall() -> None:
    hands = {1: "W4 F1 F2", 2: "A6 A7", 3: "F10 W1 W2"}
    dream = duel(hands, {1: 1, 2: 1, 3: 1}, players=6)
    dream.graveyard("").present(s1="W4", s2="A6", s3="F10")
    assert dream.team(2).rank == 3
    assert (dream.asked, dream.kind(2), dream.cards_of(2)) == ([2], "loot", "W1 W2"), "only Q loots"
    dream.choose(2, "W2")
    assert dream.team(1).hand == "F1 F2 W2 A7", "P's hand went to Q"
    assert dream.s.graveyard.of[card("W1")] == 1
    assert dream.told("card_looted") == [(1, 2, card("W2"))]
    last = duel(hands, {1: 1, 2: 1, 3: 1}, players=4)
    last.present(s1="W4", s2="A6", s3="F10")
    assert last.over
    assert (last.team(1).rank, last.team(2).rank) == (1, 2)
    assert last.told("card_looted") == []


@clause("O-9.2", "O-9.6", "O-9.7", "O-9.8")
def test_example_15_excess() -> None:
    dream = duel({1: "F12 F1", 2: "F1 F2", 3: "W6 J F3 W9 A12", 4: "F1 F2"}, {1: 2, 2: 2, 3: 1, 4: 2})
    dream.team(2).stands((1, 2), "up", sum=9)
    dream.present(s1="F12", s2="F1", s3="W6", s4="F1")
    assert dream.points(1, 3) == 3
    assert dream.token((1, 2)) == 1
    assert dream.s.owed[0] == 3
    assert (dream.asked, dream.cards_of(1)) == ([1], "F3 W9 A12 J")
    dream.choose(1, "J")
    assert dream.cards_of(1) == "F3 W9 A12", "only the first may be a joker"
    dream.choose(1, "W9", "F3")
    assert dream.hand(1) == "F1 F3 W9 J"
    assert dream.hand(4) == "F2 A12"


@clause("O-9.7")
@pytest.mark.parametrize(("factor", "owed"), [(0, 1), (1, 3), (3, 7)])
def test_excess_counts_by_the_loot_factor(factor: int, owed: int) -> None:
    hands = {1: "F12 F1", 2: "F1 F2", 3: "W6 F3 F4 F5 F6 F7 F8 F9 F10", 4: "F1 F2"}
    dream = duel(hands, {1: 2, 2: 2, 3: 1, 4: 2}, loot_factor=factor)
    dream.team(2).stands((1, 2), "up", sum=9)
    dream.present(s1="F12", s2="F1", s3="W6", s4="F1").settle("loot")
    assert len(dream.told("card_looted")) == owed


@clause("O-9.7")
def test_no_more_is_taken_than_there_is() -> None:
    dream = duel({1: "F12 F1", 2: "F1 F2", 3: "W6 J J", 4: "F1 F2"}, {1: 2, 2: 2, 3: 1, 4: 2})
    dream.team(2).stands((1, 2), "up", sum=9)
    dream.present(s1="F12", s2="F1", s3="W6", s4="F1")
    assert dream.told("card_looted") == [(0, 2, JOKER)], "one joker by O-9.6, none by O-9.7, and nobody is asked"
    assert dream.hand(4) == "F2 J"


@clause("O-7.7", "O-9.8")
def test_example_16_two_duels_cross() -> None:
    dream = duel({1: "F10 F1 F2", 2: "W7 W8 A8", 3: "W6 W5 A7", 4: "F8 F3"}, {1: 2, 2: 1, 3: 1, 4: 2})
    dream.present(s1="F10", s2="W7", s3="W6", s4="F8")
    assert dream.asked == [1, 4]
    dream.choose(1, "A7").choose(4, "W8")
    assert dream.told("card_looted") == [(3, 1, card("W8")), (0, 2, card("A7"))]
    assert dream.hand(1) == "F1 F2 A7 A8"
    assert dream.hand(4) == "F3 W5 W8"
    assert dream.told("duel_set") == [(0, 3)]


@clause("O-9.6", "O-2.5")
def test_looters_choose_at_the_same_time_and_in_secret() -> None:
    dream = duel({1: "F10 F1 F2", 2: "W7 W8 A8", 3: "W6 W5 A7", 4: "F8 F3"}, {1: 2, 2: 1, 3: 1, 4: 2})
    dream.present(s1="F10", s2="W7", s3="W6", s4="F8")
    dream.choose(1, "A7")
    seen = RULES.view(dream.s, 3)
    assert seen.looter[1] == 1
    assert not any(seen.taken[1, c] for c in range(41))
    assert seen.took[1] == 0
    assert RULES.view(dream.s, 0).took[1] == 1, "the looter's own team sees it"
    assert dream.told("card_looted") == []


@clause("O-9.6")
def test_a_looter_of_two_takes_by_seats() -> None:
    dream = duel({1: "W7 W5 W6", 2: "W8 A1 A2", 3: "F10 F1"}, {1: 1, 2: 1, 3: 2}, players=6)
    dream.team(1).with_lives(1, 1)
    dream.present(s1="W7", s2="W8", s3="F10")
    assert dream.team(1).rank == 3
    assert dream.cards_of(3) == "W5 W6"
    dream.choose(3, "W6")
    assert dream.cards_of(3) == "A1 A2"
    dream.choose(3, "A2")
    assert dream.hand(3) == "F1 W6 A2"


@clause("O-9.2", "O-9.5")
def test_points_of_both_opponents_are_added_and_the_higher_one_loots() -> None:
    hands = {1: "W3 F1", 2: "W13 F2", 3: "A5 F3 F4 F5"}
    dream = duel(hands, {1: 2, 2: 2, 3: 3}, players=6)
    dream.present(s1="W3", s2="W13", s3="A5")
    assert (dream.points(1, 3), dream.points(2, 3)) == (1, 2)
    assert dream.lives(3) == 0
    assert dream.asked == [2]


@clause("O-9.5")
def test_equal_points_the_lower_seat_loots() -> None:
    dream = duel({1: "W5 F1", 2: "W6 F2", 3: "A5 F3 F4 F5"}, {1: 2, 2: 2, 3: 2}, players=6)
    dream.present(s1="W5", s2="W6", s3="A5")
    assert dream.asked == [1]


@clause("O-9.3")
def test_outside_dropped_lives_are_lost() -> None:
    dream = Dream(4, outside_encounters=True).laid_out()
    dream.team(1).stands((0, 2), "up", sum=4).holds("F10 F9 F8 F7")
    dream.team(2).stands((0, 2), "left", sum=9).holds("W5 W6 W7 W8")
    dream.battle().settle("present")
    assert dream.lives(3) + dream.lives(4) < 4
    assert sum(dream.s.token) == 0


@clause("O-9.4")
def test_a_fallen_hand_is_shown_and_noted() -> None:
    dream = duel({1: "F10 F1", 2: "F1 F2", 3: "W6 F3 W9 A12", 4: "F1 F2"}, {1: 2, 2: 2, 3: 1, 4: 2})
    dream.present(s1="F10", s2="F2", s3="W6", s4="F2")
    assert dream.told("hand_revealed") == [(2, card("F3"), card("W9"), card("A12"), 0, 0)]
    assert RULES.view(dream.s, -1).spoil[0].of[card("W9")] == 1
    dream.choose(1, "W9")
    assert dream.team(1).known == "W9"
    assert dream.team(2).known == "F3 A12", "what everybody has seen and the partner now holds"


@clause("O-9.8", "O-9.9")
def test_an_eliminated_team_leaves_everything_but_its_tokens() -> None:
    dream = duel({1: "F10 F1", 2: "F1 F2", 3: "W6 F3 W9 A12"}, {1: 2, 2: 2, 3: 1}, players=6)
    dream.graveyard("").tokens((2, 2), 2)
    dream.team(2).stands((2, 2), "left", grid="A1 A8")
    dream.present(s1="F10", s2="F2", s3="W6").choose(1, "W9")
    buried = [card(c) for c in ("F3", "A12", "A1", "A8")]
    assert all(dream.s.graveyard.of[c] for c in buried)
    assert dream.team(2).grid == "- -"
    assert dream.token((2, 2)) == 3
    assert dream.team(2).known == ""


@clause("O-9.10", "O-9.11")
def test_example_20_ranks() -> None:
    def hit(second: str, sixth: str) -> list[int]:
        dream = Dream(12).laid_out()
        for team in dream.teams:
            team.stands((team.number % 3 + 1, 1), sum=11).with_lives(1, 0).holds("F1")
        dream.team(5).stands((0, 1), sum=11)
        dream.hazards()
        dream.team(2).stands((0, 1), sum=11).holds(second)
        dream.team(6).stands((0, 2), sum=11).holds(sixth)
        dream.hazards()
        ranks = [team.rank for team in dream.teams]
        dream.team(1).stands((0, 1), sum=11)
        dream.hazards()
        return [*ranks, dream.team(1).rank]

    assert hit("F1 F2 F3 F4", "F1 F2 F3 F4 F5 F6 F7") == [0, 5, 0, 0, 6, 4, 3]
    assert hit("F1 F2 F3 F4", "F1 F2 F3 F4") == [0, 4, 0, 0, 6, 4, 3]


@clause("O-9.11")
def test_the_larger_sum_goes_first() -> None:
    dream = Dream(6).laid_out()
    dream.team(1).stands((0, 1), sum=9).with_lives(1, 0).holds("F1")
    dream.team(2).stands((0, 2), sum=5).with_lives(1, 0).holds("F2")
    dream.hazards()
    assert [dream.team(1).rank, dream.team(2).rank] == [3, 2]


@clause("O-9.12")
def test_no_encounter_eliminates_both() -> None:
    for seed in range(40):
        dream = Dream(4, seed=seed, exchanges=6).laid_out()
        for team in dream.teams:
            team.stands((2, 2), "up", sum=4 + team.number)
            team.with_lives(1, 1)
        dream.battle().settle("lend", "present", "loot")
        assert [team.rank for team in dream.teams] != [1, 1]
        assert dream.over is (1 in [team.rank for team in dream.teams])


def test_the_default_loots_a_joker_then_high_numbers() -> None:
    dream = duel({1: "F12 F1", 2: "F1 F2", 3: "W6 J F3 W9 A12", 4: "F1 F2"}, {1: 2, 2: 2, 3: 1, 4: 2})
    dream.team(2).stands((1, 2), "up", sum=9)
    dream.present(s1="F12", s2="F1", s3="W6", s4="F1")
    assert RULES.default(dream.s, 0) == JOKER - 1
    dream.choose(1, "J")
    assert RULES.default(dream.s, 0) == card("A12") - 1
