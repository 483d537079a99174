"""The page in the hand: nothing jumps while a turn is played, a turn takes few taps, and what is pointed at stays."""

from html import escape
from random import Random
from statistics import mean

import pytest
from playwright.sync_api import Browser

from bench.pace import taps, turns
from bench.sweep import Sweep
from taku.bots import find_bot
from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.games.campus import game
from taku.games.campus.content import BOARD, CONTENT
from tests.booth import view_of


@pytest.mark.browser
def test_nothing_jumps_while_turns_are_played(chromium: Browser):
    """A sample of `run.py bench sweep campus --follow 200`."""
    sweep = Sweep(chromium, ((390, 664),))
    try:
        sweep.follow(game, 45)
        assert [(fault.kind, fault.where, fault.more) for fault in sweep.faults] == []
    finally:
        sweep.close()


@pytest.mark.browser
def test_a_card_of_another_hand_is_not_covered_by_what_is_read_about_it(chromium: Browser):
    match, rng = Match.create(game, 2, {"length": "taster"}, secret=bytes(32), rules=rules_of), Random(1)
    while match.rules.kind(match.state, (seat := match.rules.acting(match.state)[0])) != "take":
        match.act(seat, rng.choice(match.legal(seat)))
    sweep = Sweep(chromium, ((1366, 625),))
    try:
        sweep.booth.push({language: view_of(match, seat, language) for language in ("en", "ja")})
        page = sweep.page("en", "light", touch=False)
        page.set_viewport_size({"width": 1366, "height": 625})
        page.wait_for_selector(f"body[data-step='{sweep.booth.step}']")
        card = page.locator("#other-hand .card[data-can]").first
        card.hover()
        assert page.locator(".look[data-aim]").count() == 1
        card.click(timeout=20_000)
        assert page.locator("#other-hand .card[data-picked]").count() == 1
    finally:
        sweep.close()


def test_what_a_course_is_good_for_is_told_once():
    """Said with every cell that stands for the course, it was three quarters of an update (`run.py bench views`)."""
    match, rng = Match.create(game, 2, secret=bytes(32), rules=rules_of), Random(1)
    texts = [one.text["ja"] for one in BOARD(CONTENT)]
    said = {text: sum(text in other for other in texts) for text in texts if text}
    for _ in range(60):
        seat = match.rules.acting(match.state)[0]
        html = view_of(match, seat, "ja")["html"]
        assert [text for text, cells in said.items() if html.count(escape(text)) > cells] == []
        match.act(seat, rng.choice(match.legal(seat)))


def test_a_turn_of_an_open_campus_takes_eight_taps_by_finger():
    """A sample of `run.py bench pace`; on the pages without buttons for several taps the same turns took 9.9."""
    match = Match.create(game, 4, {"length": "taster"}, secret=bytes([1, 0] * 16), id="pace", rules=rules_of)
    counted = [taps(turn) for turn in turns(match, find_bot(game, "diligent"), 1)]
    assert mean(counted) <= 8.3
    assert len(counted) > 40
