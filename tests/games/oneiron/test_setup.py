"""O-1 to O-3: teams, the lead, the deal."""

from collections import Counter

import pytest

from taku.engine import OptionError
from taku.games.oneiron import game
from taku.games.oneiron.content import ELEMENT, JOKER
from taku.games.oneiron.rules.battle import beats
from taku.games.oneiron.rules.teams import lead
from taku.games.oneiron.state import PAIR, PRESENT, SPLIT, copies_of, pile_after_deal
from tests.conftest import clause
from tests.games.oneiron.dream import RULES, Dream, card, cards


@clause("O-1.1", "O-1.2")
@pytest.mark.parametrize("players", range(2, 21))
def test_every_number_of_players_can_be_seated(players: int) -> None:
    dream = Dream(players)
    solo = [team for team in dream.teams if len(team.seats) == 1]
    assert len(dream.teams) == (2 if players == 2 else -(-players // 2))
    assert len(solo) == (2 if players == 2 else players % 2)
    assert sorted(seat for team in dream.teams for seat in team.seats) == list(range(1, players + 1))


@clause("O-1.2", "O-3.1", "O-3.2", "O-3.3", "O-3.4", "O-3.5", "O-3.6", "O-3.7", "O-3.10")
def test_example_1_setup_for_seven() -> None:
    dream = Dream(7)
    assert [len(team.seats) for team in dream.teams] == [2, 2, 2, 1]
    assert dream.team(4).seats == [7]
    assert dream.s.copies == 3
    assert dream.total_cards() == 119
    assert [len(team.hand.split()) for team in dream.teams] == [12, 12, 12, 13]
    assert dream.s.pile.size == 64
    assert [team.lives for team in dream.teams] == [[2, 2], [2, 2], [2, 2], [3]]


@clause("O-1.3", "O-3.3")
def test_example_2_setup_for_two() -> None:
    dream = Dream(2)
    assert [team.seats for team in dream.teams] == [[1], [2]]
    assert [team.lives for team in dream.teams] == [[3], [3]]
    assert all(len(team.hand.split()) == 13 and team.hand.split().count("J") == 1 for team in dream.teams)
    assert (dream.s.copies, dream.s.pile.size) == (2, 48)
    assert JOKER not in list(dream.s.pile.card)


@clause("O-1.4", "O-1.5")
def test_neighbours_form_teams_and_the_last_seat_is_alone() -> None:
    assert [team.seats for team in Dream(5).teams] == [[1, 2], [3, 4], [5]]
    assert Dream(5).told("team_formed") == [(1, 0, 1), (2, 2, 3)]


@clause("O-1.4")
def test_shuffled_seats_form_teams_in_their_order() -> None:
    seen = {tuple(map(tuple, (t.seats for t in Dream(5, seed=n, team_order="random").teams))) for n in range(30)}
    assert len(seen) > 5
    assert all(sorted(seat for team in teams for seat in team) == [1, 2, 3, 4, 5] for teams in seen)
    assert all(a < b for teams in seen for a, b in teams[:2]), "the lower seat is the first member"
    assert len({teams[2] for teams in seen}) > 1, "the solo player is drawn, too"


@clause("O-1.6")
def test_a_solo_team_is_announced() -> None:
    assert Dream(5).told("solo_team_formed") == [(3, 4)]
    assert Dream(4).told("solo_team_formed") == []


@clause("O-1.7")
def test_living_fallen_eliminated() -> None:
    dream = Dream(6).laid_out()
    dream.team(1).with_lives(0, 1)
    dream.team(2).with_lives(1, 0).stands((0, 2))
    dream.hazards()
    assert dream.team(1).rank == 0, "a fallen member does not eliminate the team"
    assert dream.team(2).rank == 3, "without a living member it is eliminated"


@clause("O-1.8")
def test_jokers_name_no_coordinate_and_no_movement() -> None:
    dream = Dream(4).laid_out().pile("J J A7 F2 W9 F3").movement()
    assert dream.forbidden() == [(1, 3)]
    assert dream.s.moving == ELEMENT[card("W1")]


@clause("O-1.9")
def test_fire_beats_wood_beats_water_beats_fire() -> None:
    fire, wood, water = cards("F1 W13 A7")
    assert beats(fire, wood)
    assert beats(wood, water)
    assert beats(water, fire)
    assert not beats(wood, fire)
    assert not beats(fire, fire)


@clause("O-2.1")
def test_the_lead_decides_for_the_team_and_each_player_what_to_play() -> None:
    dream = Dream(4)
    assert dream.asked == [1, 3], "the lower seats lead the landing"
    dream.laid_out()
    dream.team(1).stands((2, 2)).holds("F1 F2 F3 F4")
    dream.team(2).stands((2, 2)).holds("W1 W2 W3 W4")
    dream.round()
    assert (dream.asked, dream.kind(2)) == ([2, 4], "split")
    dream.settle("split", "pair")
    assert (dream.asked, dream.kind(1)) == ([1, 2, 3, 4], "present")


@clause("O-2.2")
def test_the_lead_alternates_and_passes_to_the_living() -> None:
    dream = Dream(4).laid_out()
    for number, seat in ((0, 1), (1, 2), (2, 1), (3, 2)):
        dream.s.round = number
        assert lead(dream.s, 0) == seat - 1
    dream.team(1).with_lives(2, 0)
    assert lead(dream.s, 0) == 0
    dream.team(1).with_lives(0, 2)
    dream.s.round = 2
    assert lead(dream.s, 0) == 1


@clause("O-2.2")
@pytest.mark.parametrize(("mode", "member"), [("first", 0), ("second", 1)])
def test_the_lead_may_stay_with_one_seat(mode: str, member: int) -> None:
    dream = Dream(4, lead_mode=mode).laid_out()
    for number in range(4):
        dream.s.round = number
        assert [lead(dream.s, team) for team in (0, 1)] == [member, 2 + member]
    dream.team(1).with_lives(2 * member, 2 * (1 - member))
    assert lead(dream.s, 0) == 1 - member


@clause("O-2.3")
def test_the_partner_sees_the_pending_choice_and_nobody_else_does() -> None:
    dream = Dream(4)
    dream.choose(1, dream.cards_of(1).split()[0])
    picked = dream.s.draft[0].pick[0]
    views = {seat: RULES.view(dream.s, seat - 1).draft[0] for seat in (0, 1, 2, 3, 4)}
    assert [views[seat].pick[0] for seat in (1, 2, 3, 4, 0)] == [picked, picked, 0, 0, 0]
    assert [views[seat].stage for seat in (2, 3)] == [1, 0]
    assert dream.asked == [1, 3], "the partner need not confirm"


@clause("O-2.4")
def test_a_fallen_member_sees_the_hand_and_is_not_asked() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).with_lives(0, 2).holds("F1 W1 J")
    dream.movement()
    assert dream.asked == [2, 4]
    assert RULES.view(dream.s, 0).hand[0].size == 3
    assert RULES.view(dream.s, 0).hand[0].of[JOKER] == 1
    assert RULES.view(dream.s, 2).hand[0].of[JOKER] == 0


@clause("O-2.5")
def test_choices_of_one_step_stay_sealed_until_the_last() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 2)).holds("F1 F9")
    dream.team(2).stands((2, 2)).holds("W1 W9")
    dream.battle()
    dream.choose(1, "F9").choose(2, "F1")
    dream.choose(3, "W9")
    assert RULES.view(dream.s, 3).draft[0].pick[0] == 0
    assert dream.told("card_revealed") == []
    dream.choose(4, "W1")
    assert len(dream.told("card_revealed")) == 4


@clause("O-2.6")
def test_a_click_can_be_taken_back_eight_times() -> None:
    dream = Dream(4)
    first, second = dream.cards_of(1).split()[:2]
    assert "back" not in dream.can(1), "there is nothing to take back yet"
    for n in range(8):
        dream.choose(1, first if n % 2 else second, "back")
    dream.choose(1, first)
    assert "back" not in dream.can(1)
    dream.choose(1, second, "up")
    assert dream.asked == [3]


@clause("O-2.6")
def test_taking_back_in_movement() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).holds("F1 W1")
    dream.pile("A1 A2 F9 F3").movement()
    dream.choose(2, "W1", "back", "W1", "left")
    assert dream.asked == [4]


@clause("O-2.7")
def test_a_timeout_plays_the_default() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 2)).holds("F3 F9 W12 J")
    dream.team(2).stands((2, 2)).holds("A1 A5 F8 F9")
    dream.round()
    assert RULES.default(dream.s, 1) == SPLIT.confirm
    dream.settle("split")
    assert RULES.default(dream.s, dream.asked[0] - 1) == PAIR.straight
    dream.settle("pair")
    dream.s.hand[0].of[JOKER] = 1
    assert RULES.default(dream.s, 0) == PRESENT.present(card("F9")), (
        "the highest of the element held most often, no joker"
    )


@clause("O-2.7")
def test_one_timeout_makes_the_whole_choice() -> None:
    dream = Dream(4)
    while RULES.acting(dream.s) and not dream.s.round:
        asked = RULES.acting(dream.s)
        RULES.timeout(dream.s, asked[0])
        assert asked[0] not in RULES.acting(dream.s) or len(asked) == 1
    dream.laid_out()
    dream.team(1).holds("F1 W1")
    dream.pile("A1 A2 F9 F3").movement()
    seat = dream.asked[0] - 1
    RULES.timeout(dream.s, seat)
    assert 1 + seat not in dream.asked


@clause("O-2.7")
def test_defaults_of_landing_and_movement() -> None:
    dream = Dream(4)
    dream.team(1).holds("F3 W2 A2 J")
    assert RULES.default(dream.s, 0) == card("W2") - 1
    dream.choose(1, "W2")
    assert RULES.default(dream.s, 0) == card("A2") - 1
    dream.choose(1, "A2")
    assert RULES.default(dream.s, 0) == 0
    dream.laid_out()
    dream.team(1).holds("F3 W4 J").stands((2, 2), "left")
    dream.pile("A1 A2 F9").movement()
    assert RULES.default(dream.s, 1) == card("W4") - 1, "the lowest that only turns"
    dream.choose(2, "W4")
    assert RULES.default(dream.s, 1) == 3, "the present facing"


@clause("O-3.1", "O-3.2", "O-4.1")
@pytest.mark.parametrize(("players", "open_deal"), [(4, 1), (7, 3), (12, 2), (20, 2)])
def test_open_cards_and_axes_come_from_each_element(players: int, open_deal: int) -> None:
    dream = Dream(players, open_deal=open_deal, hidden_deal=0)
    for team in dream.teams:
        elements = Counter(ELEMENT[card(c)] for c in team.hand.split() if c != "J")
        assert elements == {1: open_deal, 2: open_deal, 3: open_deal}
        assert team.known == team.hand, "everybody has seen these"
    for axis in (0, 3):
        assert sorted(ELEMENT[dream.s.face_down[axis + i]] for i in range(3)) == [1, 2, 3]


@clause("O-3.3")
def test_the_joker_nobody_needs() -> None:
    def jokers(dream: Dream) -> int:
        return list(dream.s.pile.card).count(JOKER) + sum(t.hand.split().count("J") for t in dream.teams)

    assert jokers(Dream(4)) == 2
    assert jokers(Dream(4, spare_joker="removed")) == 1
    assert jokers(Dream(5, spare_joker="removed")) == 2
    assert Dream(5).team(3).known.split().count("J") == 1, "everybody knows that the solo team has one"


@clause("O-3.5")
def test_seen_cards_are_noted_if_the_table_likes() -> None:
    assert len(Dream(4).team(1).known.split()) == 6
    assert Dream(4, memory_aid=False).team(1).known == ""


@clause("O-3.6", "O-3.8")
def test_hidden_cards_are_seen_by_the_team_alone() -> None:
    dream = Dream(4)
    assert dream.heard_by(1).count("hidden_cards_seen") == 2, "six cards, five in a line"
    assert "hidden_cards_seen" not in dream.heard_by(0)
    assert RULES.view(dream.s, 1).hand[0].of.tolist() == dream.s.hand[0].of.tolist(), "one hand for both members"
    assert sum(RULES.view(dream.s, 2).hand[0].of) == 0
    assert RULES.view(dream.s, 2).hand[0].size == 12


@clause("O-3.7")
def test_lives_by_option() -> None:
    dream = Dream(5, pair_lives=6, solo_lives=4, life_cap=4)
    assert [team.lives for team in dream.teams] == [[3, 3], [3, 3], [4]]


@clause("O-3.9")
def test_a_hand_may_grow_without_limit() -> None:
    dream = Dream(4).laid_out().tokens((1, 1), 1)
    before = len(dream.team(1).holds("F1 " * 6 + "F2 " * 6 + "W1 " * 6).hand.split())
    dream.revival().do(1, "cards")
    assert len(dream.team(1).hand.split()) == before + 3


@clause("O-3.10")
def test_copies_by_teams() -> None:
    wanted = {2: 2, 3: 2, 6: 2, 7: 3, 12: 3, 13: 4, 16: 4, 17: 5, 20: 5}
    assert {n: Dream(n).s.copies for n in wanted} == wanted
    assert copies_of(0, 20, 4, 8, 0) == 6, "raised until the deal works"
    assert Dream(4, copies=1, hidden_deal=0).s.copies == 1


@clause("O-3.11")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (20, {"copies": 1}),
        (20, {"open_deal": 4, "hidden_deal": 10}),
        (4, {"pair_lives": 8, "life_cap": 3}),
        (5, {"solo_lives": 5}),
        (4, {"copies": 1, "hidden_deal": 10, "open_deal": 4}),
    ],
)
def test_options_that_cannot_be_dealt_are_refused(players: int, options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        game.read_options(options, players)


@clause("O-3.11")
def test_a_solo_limit_does_not_matter_without_a_solo_team() -> None:
    game.read_options({"solo_lives": 5}, 4)
    assert pile_after_deal(3, 7, 2, 6, 0) == 64


@pytest.mark.parametrize("preset", game.presets)
def test_presets_can_be_played_by_everybody(preset: str) -> None:
    for players in game.seats:
        game.read_options(game.presets[preset].options, players)
