"""Words, reasons and the table as text."""

import random

import pytest

from taku.engine.match import Match
from taku.engine.words import Words
from taku.games.campus import game
from taku.games.campus.wording import brings, describe, text, why_closed, why_not_played
from tests.games.campus.desk import RULES, cell


def card(name):
    from taku.games.campus.content import card_named

    return card_named(name)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_match_can_be_told(language):
    luck = random.Random(5)
    match = Match.create(game, seats=3, options={"length": "taster"}, secret=bytes(32), id="told")
    words = Words(game, language, ["Anna", "Ben", "Chie"])
    for _ in range(500):
        if match.over:
            break
        seat = luck.choice(match.rules.acting(match.state))
        seen = match.view(seat)
        legal = match.legal(seat)
        named = []
        for a in legal:
            key, facts = describe(seen, seat, RULES.asked(seen, seat).read(a))
            named.append(words.say("action", key, **(RULES.asked(seen, seat).read(a).typed | facts)))
        assert len(set(named)) == len(named), named
        assert text(seen, seat, words).count("\n") >= 6
        match.act(seat, luck.choice(legal))
    assert all(words.event(told) for told in match.log(-1))
    assert text(match.view(-1), -1, words)


def test_a_choice_says_what_it_brings(sit):
    desk = sit().credits(0, "g2e").hand(0, "attend_biology", "bear").main().do("play attend_biology")
    assert brings(desk.s, 0, 0, cell("g1e")) == (0, 3)
    assert brings(desk.s, 0, 0, cell("geoenv")) == (1, 1)
    seen = RULES.view(desk.s, 0)
    action = RULES.asked(seen, 0).read(next(a for a in RULES.legal(seen, 0)))
    key, facts = describe(seen, 0, action)
    assert key == "put_as"
    assert facts["subject:subject"] == 4


def test_why_not(sit):
    desk = sit().tokens(0, dai=1, lr1=1, g1a=1, g5a=1, g5b=1, g5d=1).credits(0, "g6a_phys", "sw1")
    desk.hand(0, "overslept", "submit_math", "friend_network").turn()
    assert why_closed(desk.s, 0, cell("sw1")) == "C-3.3"
    assert why_closed(desk.s, 0, cell("g6a_chem")) == "C-3.8"
    assert why_closed(desk.s, 0, cell("calc2")) == "C-3.9"
    assert why_closed(desk.s, 0, cell("g6b")) == "C-3.10"
    assert why_closed(desk.s, 0, cell("lr2")) == "C-3.4"
    assert why_closed(desk.s, 0, cell("lr1")) == "C-3.1"
    assert why_not_played(desk.s, 0, card("overslept")) == "C-7.3"
    assert why_not_played(desk.s, 0, card("snitch")) == "C-11.6"
    desk.before(0, "loner", "heavy_snow")
    assert why_not_played(desk.s, 0, card("submit_math")) == "C-10.3"
    assert why_not_played(desk.s, 0, card("friend_network")) == "C-11.2"
