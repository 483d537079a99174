"""Actions, refusals and the table in words."""

import random

import pytest

from taku.engine.match import Match, Refused
from taku.engine.words import LANGUAGES, Words
from taku.games.oneiron import game, saying
from taku.games.oneiron.state import ADVANCE, BACK, REVIVE
from tests.games.oneiron.dream import RULES, Dream, card


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 5, 14])
def test_a_whole_match_can_be_read(players: int, language: str) -> None:
    words, rng = Words(game, language), random.Random(players)
    dream = Dream(players, seed=players)
    while dream.asked:
        seat = rng.choice(dream.asked)
        seen = RULES.view(dream.s, seat - 1)
        called = [words.action(seen, seat - 1, action) for action in dream.legal(seat)]
        assert len(set(called)) == len(called)
        assert words.kind(dream.kind(seat))
        assert saying.text(seen, seat - 1, words)
        dream.do(seat, rng.choice(dream.legal(seat)))
    assert saying.text(RULES.view(dream.s, -1), -1, words)


def test_actions_are_called_by_what_they_do() -> None:
    dream = Dream(4).laid_out().pile("F7 F7 A9 F1")
    dream.team(1).holds("A11 F11 J").stands((2, 2), "up")
    dream.movement()
    words = Words(game, "en", ("Ann", "Bob", "Cy", "Di"))
    seen = RULES.view(dream.s, 1)
    assert words.action(seen, 1, card("A11") - 1) == "Water 11: go one cell up"
    assert words.action(seen, 1, card("F11") - 1) == "Fire 11: turn"
    dream.choose(2, "J")
    seen = RULES.view(dream.s, 1)
    assert words.action(seen, 1, ADVANCE) == "Go one cell up"
    assert words.action(seen, 1, 0) == "Keep facing up"
    assert words.action(seen, 1, BACK) == "Back"


def test_refusals_name_their_clause() -> None:
    match = Match.create(game, 4, secret=b"x" * 32, id="m", speed="interpreted")
    wrong = next(a for a in range(40) if a not in match.legal(0))
    with pytest.raises(Refused) as fault:
        match.act(0, wrong)
    assert fault.value.clause == "O-4.3"
    with pytest.raises(Refused) as fault:
        match.act(0, BACK)
    assert fault.value.clause == "O-2.6"


def test_refusals_of_other_decisions() -> None:
    dream = Dream(4).laid_out().tokens((1, 1), 1)
    dream.revival()
    seen = RULES.view(dream.s, 0)
    assert saying.why_not(seen, 0, REVIVE.salvage) == "O-12.4"
    assert saying.why_not(seen, 0, REVIVE.life_1) == "O-12.5"
    dream.pile("F7 F7 A9 F1").movement()
    dream.team(1).holds("F1")
    dream.choose(2, "F1")
    assert saying.why_not(RULES.view(dream.s, 1), 1, ADVANCE) == "O-11.5"


def test_the_points_are_explained() -> None:
    words = Words(game, "en")
    parts = {"facing:modifier": 4, "bonus:modifier": 6, "penalty:modifier": 0}
    text = words.say("event", "points_scored", points=3, **{"loser:seat": 2}, **parts)
    assert text == "3 points against Seat 3: 1 +1 clash +1 twice as big."
