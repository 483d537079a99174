"""What is staged: each exchange once, the own duel large, and what a round took; live and in replays alike."""

import random
import re

import pytest

from taku.check.pages import Ids
from taku.engine.match import Match
from taku.engine.words import Words
from taku.games.oneiron import game
from taku.games.oneiron.page.moments import OUTCOMES
from taku.page.contract import page_of
from taku.server.live.history import SPECTATOR, History
from taku.server.live.view import effects, icon
from taku.server.replay import Replay
from taku.server.words import text_of

TEXT, NAMES, WORDS = text_of("en"), [f"P{i}" for i in range(8)], Words(game, "en")


@pytest.fixture(scope="module")
def dream():
    """A random match of eight for three rounds, and what everybody was told at each step of theirs."""
    match = Match.create(game, 8, secret=bytes(32), id="moments")
    history, told, chance = History(match), [], random.Random(5)
    while not match.over and match.state.round < 4:
        seat = chance.choice(match.rules.acting(match.state))
        forward = [a for a in match.legal(seat) if not match.rules.takes_back(match.state, seat, a)]
        match.act(seat, chance.choice(forward))
        history.advance(match.entries[-1])
        for viewer in (0, 3, SPECTATOR):
            past = history.past[viewer]
            for line in past.lines:
                if line.number == match.step and line.told:
                    made = effects(game, past.seen, viewer, past.lines, line, TEXT, NAMES)
                    told.append((viewer, line, made, str(page_of(game).table(past.seen, viewer, WORDS))))
    return match, history, told


def test_every_exchange_is_staged_once_for_everybody(dream):
    told = dream[2]
    exchanges = {line.number for viewer, line, _, _ in told if line.told.event == "card_revealed"}
    assert len(exchanges) > 3
    for viewer in (0, 3, SPECTATOR):
        staged = [
            one.number
            for who, one, made, _ in told
            if who == viewer and "moment" in made and one.told.event in OUTCOMES
        ]
        assert sorted(staged) == sorted(exchanges)


def test_what_moves_in_a_moment_is_in_its_scene_or_on_the_page(dream):
    for _, line, made, page in dream[2]:
        if moment := made.get("moment"):
            ids = set(Ids(page).found) | set(Ids(moment["html"]).found)
            for stage in moment["stages"]:
                assert stage
                for move in stage:
                    assert {move[key] for key in ("at", "from", "to") if key in move} <= ids, line


def test_the_own_duel_is_large_and_the_others_stand_below_it(dream):
    own = 0
    for viewer, line, made, _ in dream[2]:
        if line.told.event in OUTCOMES and "moment" in made:
            html, say = made["moment"]["html"], made["moment"]["say"]
            fights = viewer != SPECTATOR and f"<b>P{viewer}</b>" in html
            own += fights
            assert ('class="row"' in html) == (fights or 'class="others"' not in html)
            if fights:
                assert "others" not in html or html.index("row") < html.index("others")
                assert re.search(r"^(P\d beats P\d: |A draw|\d+ duels fought, )", say), say
    assert own


def test_the_balance_of_a_round_counts_what_everybody_saw_go(dream):
    _, history, told = dream
    ends = [(line, made) for viewer, line, made, _ in told if viewer == SPECTATOR and line.told.event == "round_ended"]
    assert len(ends) == 3
    for line, made in ends:
        number = line.told.arguments[0]
        lines = history.past[SPECTATOR].lines
        begin = next(one.id for one in lines if one.told.event == "round_started" and one.told.arguments[0] == number)
        paid = [one.told.arguments[1] for one in lines
                if begin < one.id < line.id and one.told.event in ("lives_lost", "danger_paid")]  # fmt: skip
        assert f"Round {number} is over: {sum(paid)} li" in made["moment"]["say"]


def test_a_replay_shows_the_moments_of_its_steps_and_the_log_says_where_they_are(dream):
    match, history, told = dream
    replay = Replay(match, history, NAMES, 0, TEXT)
    staged = {line.id: made["moment"] for viewer, line, made, _ in told if viewer == 0 and "moment" in made}
    found = {}
    for step in replay.steps(0, replay.last):
        found |= {event["id"]: event["moment"] for event in step.events if "moment" in event}
    assert found == staged
    past = history.past[0]
    assert {line.id for line in past.lines if icon(game, past.seen, 0, past.lines, line).get("again")} == set(staged)
