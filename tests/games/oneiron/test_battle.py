"""O-7: splitting, pairing, lending, presenting, judging."""

import pytest

from taku.games.oneiron.rules.battle import beats
from taku.games.oneiron.state import BATTLE_OVER, LEND, STEP
from tests.conftest import clause
from tests.games.oneiron.dream import RULES, Dream, card


def meeting(first: str, second: str, players: int = 4, **options: object) -> Dream:
    """Teams 1 and 2 in one cell at right angles, so that there is no facing point; team 1 attacks first."""
    dream = Dream(players, **options).laid_out()
    dream.team(1).stands((2, 2), "up", sum=4).holds(first)
    dream.team(2).stands((2, 2), "left", sum=9).holds(second)
    return dream


@clause("O-7.1")
def test_encounters_are_fought_side_by_side() -> None:
    dream = Dream(8).laid_out()
    for team, cell in zip(dream.teams, [(1, 1), (1, 1), (3, 3), (3, 3)], strict=True):
        team.stands(cell, "up" if team.number % 2 else "left", sum=3 + team.number).holds("F1 F2 F3 F4 F5 F6")
    dream.battle()
    assert dream.asked == [1, 2, 3, 4, 5, 6, 7, 8]
    dream.settle("present")
    assert dream.told("exchange_started") == [(1, 2), (2, 2)]


@clause("O-7.2")
def test_the_split_is_secret_and_its_numbers_are_public() -> None:
    dream = meeting("F1 F2 F3 F4", "W1 W2 W3 W4").round()
    assert dream.asked == [2, 4]
    dream.share(2, "F2", "F4")
    sizes = [RULES.view(dream.s, 2).hand[seat].size for seat in (0, 1)]
    assert sizes == [4, 0], "the numbers become public when all have confirmed"
    dream.share(4)
    assert [RULES.view(dream.s, 2).hand[seat].size for seat in (0, 1)] == [0, 4]
    assert dream.told("split_done")[0] == (1, 0, 0, 1, 4)
    assert sum(RULES.view(dream.s, 2).hand[1].of) == 0


@clause("O-7.2")
def test_a_single_living_member_holds_the_whole_hand() -> None:
    dream = meeting("F1 F2", "W1 W2")
    dream.team(1).with_lives(0, 2)
    dream.battle()
    assert dream.hand(2) == "F1 F2"
    assert 2 in dream.asked
    assert 1 not in dream.asked


@clause("O-7.2")
def test_teams_without_an_encounter_do_not_split() -> None:
    dream = meeting("F1 F2", "W1 W2", players=6)
    dream.team(3).stands((3, 3)).holds("A1 A2")
    assert dream.round().asked == [2, 4]
    assert dream.hand(5) == "A1 A2"


@clause("O-7.3")
def test_the_proposal_deals_in_turn() -> None:
    dream = meeting("F3 F9 F12 W1 W5 A7 J", "W1 W2").round()
    assert dream.hand(1) == "F3 F12 W1 J", "F12, F3, W1, J to the lower seat if lives are equal"
    assert dream.hand(2) == "F9 W5 A7"


@clause("O-7.3")
def test_the_member_with_more_lives_is_dealt_first() -> None:
    dream = meeting("F3 F9 F9 W1", "W1 W2")
    dream.team(1).with_lives(1, 2)
    dream.round()
    assert (dream.hand(1), dream.hand(2)) == ("F9 W1", "F3 F9")


@clause("O-7.3")
def test_cards_are_moved_one_by_one_and_the_proposal_can_be_restored() -> None:
    dream = meeting("F1 F2 F3 F4", "W1 W2").round()
    proposal = dream.hand(1), dream.hand(2)
    assert "reset" not in dream.can(2)
    dream.do(2, "split_to", to=1, card=card("F4")).do(2, "split_to", to=0, card=card("F3"))
    assert (dream.hand(1), dream.hand(2)) == ("F2 F3", "F1 F4")
    dream.do(2, "reset")
    assert (dream.hand(1), dream.hand(2)) == proposal
    dream.do(2, "confirm")
    assert 2 not in dream.asked


@clause("O-7.3")
def test_after_sixty_clicks_only_confirming_is_left() -> None:
    dream = meeting("F1 F2", "W1 W2").round()
    for n in range(60):
        dream.do(2, "split_to", to=1 - n % 2, card=card("F2"))
    assert dream.can(2) == ["confirm"]


@clause("O-7.3")
def test_an_empty_hand_is_not_split() -> None:
    assert meeting("", "W1 W2").round().asked == [4]


@clause("O-7.4")
def test_partners_play_their_own_part() -> None:
    dream = meeting("F1 F2 F3 F4", "W1 W2 W3 W4").round()
    dream.share(2).share(4).settle("pair")
    assert dream.cards_of(1) == dream.hand(1)
    assert dream.cards_of(2) == dream.hand(2)
    assert set(dream.hand(1).split()).isdisjoint(dream.hand(2).split())


@clause("O-7.5")
@pytest.mark.parametrize(("choice", "duels"), [("straight", [(0, 2), (1, 3)]), ("crossed", [(0, 3), (1, 2)])])
def test_the_first_attacker_chooses_the_pairing(choice: str, duels: list[tuple[int, int]]) -> None:
    dream = meeting("F1 F2", "W1 W2").round().settle("split")
    assert (dream.asked, dream.kind(2)) == ([2], "pair")
    assert dream.do(2, choice).told("duel_set") == duels


@clause("O-7.5", "O-7.8")
@pytest.mark.parametrize("pairing", ["first_picks", "random"])
def test_nobody_is_asked_for_a_pairing_where_nobody_has_a_card(pairing: str) -> None:
    dream = meeting("", "", duel_pairing=pairing).round()
    assert dream.told("encounter_set")
    assert dream.told("pairing_chosen") == []
    assert [reason for *_, reason in dream.told("battle_ended")] == [BATTLE_OVER.no_cards]
    assert dream.kind(dream.asked[0]) == "move_card"


@clause("O-7.5")
def test_the_pairing_may_be_drawn() -> None:
    found = set()
    for seed in range(12):
        dream = meeting("F1 F2", "W1 W2", duel_pairing="random", seed=seed).round().settle("split")
        assert dream.kind(1) == "present"
        found.add(dream.s.crossed[0])
    assert found == {0, 1}


@clause("O-7.6")
def test_one_against_two_faces_both() -> None:
    dream = meeting("F1 F2", "W1 W2")
    dream.team(2).with_lives(0, 2)
    dream.battle()
    assert dream.told("duel_set") == [(0, 3), (1, 3)]
    dream = meeting("F1 F2", "W1 W2")
    dream.team(1).with_lives(2, 0)
    dream.team(2).with_lives(0, 2)
    assert dream.battle().told("duel_set") == [(0, 3)]


@clause("O-7.7")
def test_the_survivor_joins_the_partner() -> None:
    dream = meeting("F10 F5 F6 F7", "W1 A1 W2 A2")
    dream.team(2).with_lives(1, 2)
    dream.battle()
    dream.log.clear()
    played = {f"s{seat}": dream.cards_of(seat).split()[-1] for seat in (1, 2)}
    dream.present(**played, s3="W1" if "W1" in dream.hand(3) else "W2", s4=dream.cards_of(4).split()[-1])
    dream.settle("loot")
    assert dream.lives(3) == 0
    assert dream.told("duel_set") == [(0, 3), (1, 3)]


@clause("O-7.8")
def test_a_battle_has_so_many_exchanges() -> None:
    for exchanges in (1, 3):
        dream = meeting("F1 F2 F3 F4 F5 F6 F7 F8", "F1 F2 F3 F4 F5 F6 F7 F8", exchanges=exchanges)
        dream.battle().settle("present")
        assert dream.s.exchange == exchanges
        assert dream.told("battle_ended") == [(1, 2, 0)]
        assert dream.s.step == STEP.move


@clause("O-7.8")
def test_a_battle_ends_without_cards() -> None:
    dream = meeting("F1 F2", "F3 F4").battle()
    dream.settle("present")
    assert dream.told("battle_ended") == [(1, 2, 2)]
    assert meeting("", "").battle().told("battle_ended") == [(1, 2, 2)]


@clause("O-7.8")
def test_a_battle_ends_with_a_team() -> None:
    dream = meeting("F10 F9", "W1 W2", players=6)
    dream.team(2).with_lives(1, 0)
    dream.team(3).stands((3, 3))
    dream.battle().present(s1="F10", s2="F9", s3="W2")
    dream.settle("loot")
    assert dream.told("battle_ended") == [(1, 2, 1)]


@clause("O-7.9")
def test_example_14_lending() -> None:
    dream = meeting("F1 F2 F3", "F4 F5 F6 F7").round()
    dream.share(2, "F1", "F3").settle("split", "pair")
    assert dream.hand(1) == ""
    assert (dream.asked, dream.kind(2)) == ([2], "lend")
    assert dream.cards_of(2) == "F1 F2 F3"
    dream.choose(2, "F2")
    assert (dream.hand(1), dream.hand(2)) == ("F2", "F1 F3")
    assert dream.heard_by(3)[0] == "card_lent"
    dream.present(s1="F2", s2="F1", s3=dream.cards_of(3).split()[0], s4=dream.cards_of(4).split()[0])
    assert dream.asked == [2, 3, 4], "one card is kept, and the partner is blank"
    assert dream.kind(2) == "present"


@clause("O-7.9")
def test_lending_is_asked_even_if_only_one_card_can_be_lent() -> None:
    dream = meeting("F1 F1", "F4 F5").round()
    dream.share(2, "F1")
    dream.settle("split", "pair")
    assert (dream.asked, dream.kind(2), dream.cards_of(2)) == ([2], "lend", "F1")


@clause("O-7.9")
def test_the_default_lends_the_lowest_number_and_no_joker() -> None:
    dream = meeting("F9 W2 J", "F4 F5").round()
    for c in ("F9", "J", "W2"):
        if c in dream.hand(1).split():
            dream.do(2, "split_to", to=1, card=card(c))
    dream.settle("split", "pair")
    assert RULES.default(dream.s, 1) == LEND.lend(card("W2"))


@clause("O-7.10")
def test_passing_is_not_possible_and_blanks_are_blank() -> None:
    dream = meeting("F1", "F4 F5").battle()
    assert dream.asked == [1, 3, 4], "the member without a card is not asked"
    assert dream.can(1) == [f"present card={card('F1')}"]
    dream.settle("present")
    assert (1,) in dream.told("blank_presented")


@clause("O-7.11")
def test_all_cards_are_turned_over_together() -> None:
    dream = meeting("F1 F2", "F4 F5").battle()
    dream.choose(4, dream.cards_of(4)).choose(1, dream.cards_of(1)).choose(2, dream.cards_of(2))
    assert dream.told("card_revealed") == []
    dream.choose(3, dream.cards_of(3))
    assert [e[0] for e in dream.told("card_revealed")] == [0, 1, 2, 3]


@clause("O-7.12")
def test_a_single_card_is_judged_against_each() -> None:
    dream = meeting("W5 A6", "F10")
    dream.team(2).with_lives(2, 0)
    dream.battle()
    mine = {f"s{seat}": dream.cards_of(seat) for seat in (1, 2)}
    dream.present(**mine, s3="F10")
    pairs = {(e[0], e[1]) for e in dream.told("duel_judged")}
    wood = 0 if mine["s1"] == "W5" else 1
    assert pairs == {(2, wood), (1 - wood, 2)}


@clause("O-7.13")
def test_the_table_of_judgement() -> None:
    element, joker, blank = card("F1"), card("J"), 0
    wins = {(a, b): beats(a, b) for a in (element, joker, blank) for b in (element, joker, blank)}
    assert [pair for pair, won in wins.items() if won] == [(element, blank), (joker, element), (joker, blank)]


@clause("O-7.14")
def test_played_cards_go_to_the_open_graveyard() -> None:
    dream = meeting("F1 F2", "F4 F5").graveyard("").battle()
    dream.settle("present")
    assert RULES.view(dream.s, -1).graveyard.size >= 4
    assert all(dream.s.graveyard.of[card(c)] for c in ("F1", "F2", "F4", "F5"))
