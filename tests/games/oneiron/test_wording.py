"""Actions, refusals and the table in words."""

import pytest

from taku.engine.match import Match, Refused
from taku.engine.words import Words
from taku.games.oneiron import game
from taku.games.oneiron.state import EVENT, LEFT, MOVE, REVIVE, TURN
from tests.games.oneiron.dream import RULES, Dream, card


def test_actions_are_called_by_what_they_do() -> None:
    dream = Dream(4).laid_out().pile("F7 F7 A9 F1")
    dream.team(1).holds("A11 F11 J").stands((2, 2), "up")
    dream.movement()
    words = Words(game, "en", ("Ann", "Bob", "Cy", "Di"))
    seen = RULES.view(dream.s, 1)
    assert words.action(seen, 1, MOVE.move(card("A11"))) == "Water 11: go one cell up"
    assert words.action(seen, 1, MOVE.move(card("F11"))) == "Fire 11: turn"
    dream.choose(2, "J")
    seen = RULES.view(dream.s, 1)
    assert words.action(seen, 1, TURN.advance) == "Go one cell up"
    assert words.action(seen, 1, TURN.turn(0)) == "Keep facing up"
    assert words.action(seen, 1, TURN.back) == "Back"


def test_refusals_name_their_clause() -> None:
    match = Match.create(game, 4, secret=b"x" * 32, id="m")
    wrong = next(a for a in map(LEFT.land_left, range(1, 41)) if a not in match.legal(0))
    with pytest.raises(Refused) as fault:
        match.act(0, wrong)
    assert fault.value.clause == "O-4.3"
    with pytest.raises(Refused, match="there is no action 'back' here"):
        match.act(0, "back")
    match.act(0, match.legal(0)[0])
    for _ in range(8):
        match.act(0, "back")
        match.act(0, match.legal(0)[0])
    with pytest.raises(Refused) as fault:
        match.act(0, "back")
    assert fault.value.clause == "O-2.6"


def test_refusals_of_other_decisions() -> None:
    dream = Dream(4).laid_out().tokens((1, 1), 1)
    dream.revival()
    seen = RULES.view(dream.s, 0)
    assert game.why_not(seen, 0, REVIVE.salvage) == "O-12.4"
    assert game.why_not(seen, 0, REVIVE.life(0)) == "O-12.5"
    dream.pile("F7 F7 A9 F1").movement()
    dream.team(1).holds("F1")
    dream.choose(2, "F1")
    assert game.why_not(RULES.view(dream.s, 1), 1, TURN.advance) == "O-11.5"


def test_the_points_are_explained() -> None:
    words = Words(game, "en")
    parts = {"facing:modifier": 4, "bonus:modifier": 6, "penalty:modifier": 0}
    text = words.say("event", "points_scored", points=3, **{"loser:seat": 2}, **parts)
    assert text == "3 points against Seat 3: 1 +1 clash +1 twice as big."


def test_a_line_of_the_log_answers_why_with_the_clause_that_was_applied() -> None:
    def said(dream: Dream) -> dict[str, str]:
        return {told: EVENT.about(getattr(EVENT, told)).clause for told, _ in dream.log}

    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 2), "up", sum=4).holds("F13 J")
    dream.team(2).stands((2, 2), "up", sum=9).holds("W1 W2")
    dream.battle().settle("present")
    told = said(dream)
    assert told["points_fixed"] == "O-8.2", "a joker's win is worth its fixed point"
    assert told["points_scored"] == "O-8.3"
    assert told["lives_lost"] == "O-9.2"

    dream = Dream(4).laid_out().forbid((1, 1), (3, 3))
    dream.team(1).stands((1, 1), sum=9).with_lives(1, 0)
    dream.team(2).stands((3, 3), sum=5).with_lives(0, 1)
    dream.hazards()
    told = said(dream)
    assert "lives_lost" not in told, "nobody has lost a duel"
    assert "player_fell" not in told
    assert (told["danger_paid"], told["danger_fell"], told["ended_together"]) == ("O-11.10", "O-11.11", "O-13.2")


def test_a_duel_against_nobodys_card_is_told_in_whole_sentences() -> None:
    words = Words(game, "en")
    dream = Dream(2).laid_out()
    dream.team(1).stands((2, 2), sum=4).holds("F1")
    dream.team(2).stands((2, 2), sum=9).holds("")
    dream.battle().settle("present")
    assert dream.told("duel_unopposed") == [(0, 1, card("F1"))]
    assert dream.told("duel_judged") == []
    told = {"winner:seat": 0, "loser:seat": 1, "card:card": card("F1")}
    assert words.say("event", "duel_unopposed", **told) == "Seat 1's Fire 1 beats Seat 2, who has no card."

    dream = Dream(4).laid_out()
    dream.team(1).stands((2, 2), sum=4).holds("F1")
    dream.team(2).stands((2, 2), sum=9).holds("W1")
    dream.battle().settle("present")
    assert dream.told("duel_blank") == [(1, 3)]
    assert dream.told("duel_drawn") == []


def test_parts_of_points_cannot_be_read_as_one_number() -> None:
    words = Words(game, "ja")
    parts = {"facing:modifier": 4, "bonus:modifier": 7, "penalty:modifier": 0}
    text = words.say("event", "points_scored", points=3, **{"loser:seat": 2}, **parts)
    assert text.endswith("に3ポイント（1 +1「激突」 +1「13の威圧」）。")
