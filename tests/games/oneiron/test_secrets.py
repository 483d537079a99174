"""What seats see, and guesses of the rest."""

import random

import pytest

from taku.games.oneiron import game
from taku.games.oneiron.content import CARD_TYPES, ELEMENT, JOKER
from taku.games.oneiron.state import CLAIMS
from tests.conftest import clause
from tests.games.oneiron.dream import RULES, Dream, card
from tests.games.oneiron.test_settlement import duel


def played(players: int, moves: int, seed: int = 1, **options: object) -> Dream:
    """A match after some random moves."""
    dream = Dream(players, seed=seed, **options)
    rng = random.Random(seed)
    for _ in range(moves):
        if not dream.asked:
            break
        seat = rng.choice(dream.asked)
        forward = [a for a in dream.legal(seat) if not RULES.takes_back(dream.s, seat - 1, a)]
        dream.do(seat, rng.choice(forward))
    return dream


@pytest.mark.parametrize("players", [2, 5, 12])
@pytest.mark.parametrize("moves", [0, 4, 17, 40, 90])
def test_guesses_fit_and_keep_everything(players: int, moves: int) -> None:
    dream = played(players, moves, seed=moves)
    for viewer in range(-1, players):
        seen = RULES.view(dream.s, viewer)
        for index in range(3):
            world = RULES.guess(seen, viewer, 9, index)
            assert RULES.view(world, viewer) == seen
            assert all(kept(world) for kept in game.keeps.values())


def test_known_cards_are_never_guessed_away() -> None:
    dream = played(6, 30, seed=4)
    for index in range(20):
        world = RULES.guess(RULES.view(dream.s, 0), 0, 3, index)
        for team in dream.teams[1:]:
            for c in range(1, CARD_TYPES + 1):
                held = sum(world.hand[seat - 1].of[c] for seat in team.seats)  # type: ignore[attr-defined]
                assert held >= dream.s.known[team.t, c]


def test_hidden_axes_are_guessed_with_one_of_each_element() -> None:
    dream = Dream(4)
    orders = set()
    for index in range(40):
        world = RULES.guess(RULES.view(dream.s, 0), 0, 3, index)
        elements = [ELEMENT[c] for c in world.face_down]  # type: ignore[attr-defined]
        assert sorted(elements[:3]) == sorted(elements[3:]) == [1, 2, 3]
        orders.add(tuple(elements))
    assert len(orders) > 20


def test_every_card_is_as_likely_as_it_should_be() -> None:
    """With nothing known, a type of which one of two copies is unseen is half as often in a hand."""
    dream = Dream(4, memory_aid=False, copies=2)
    seen = RULES.view(dream.s, 0)
    own = dream.s.hand[0]
    counts = [0] * (CARD_TYPES + 1)
    for index in range(3000):
        world = RULES.guess(seen, 0, 5, index)
        for c in range(1, CARD_TYPES):
            counts[c] += world.hand[2].of[c]  # type: ignore[attr-defined]
    whole = [counts[c] for c in range(1, CARD_TYPES) if own.of[c] == 0]
    half = [counts[c] for c in range(1, CARD_TYPES) if own.of[c] == 1]
    ratio = (sum(half) / len(half)) / (sum(whole) / len(whole))
    assert 0.45 < ratio < 0.55


@clause("O-9.6")
def test_who_looted_without_a_choice_has_looted_in_every_guess() -> None:
    """Seat 1 is not asked, since one card is left to it; seat 4 still chooses, and knows what seat 1 has taken."""
    dream = duel({1: "F10 F1 F2", 2: "W7 W8 A8", 3: "W6 W5", 4: "F8 F3"}, {1: 2, 2: 1, 3: 1, 4: 2})
    dream.present(s1="F10", s2="W7", s3="W6", s4="F8")
    assert dream.asked == [4]
    claim = next(k for k in range(CLAIMS) if dream.s.looter[k] == 1)
    assert (dream.s.took[claim], dream.s.taken[claim, card("W5")]) == (1, 1)
    seen = RULES.view(dream.s, 3)
    assert seen.took[claim] == 0
    for n in range(5):
        world = RULES.guess(seen, 3, n)
        assert (world.took[claim], world.taken[claim, card("W5")]) == (1, 1)


@clause("O-3.3")
def test_a_solo_team_has_its_joker_in_every_guess_of_the_landing() -> None:
    dream = Dream(3, memory_aid=False)
    solo = next(team for team in range(2) if not dream.s.member[team, 1])
    seat = dream.s.member[solo, 0] - 1
    other = (seat + 1) % 3
    assert not dream.s.known[solo, JOKER]
    seen = RULES.view(dream.s, other)
    assert all(RULES.guess(seen, other, n).hand[seat].of[JOKER] >= 1 for n in range(20))
