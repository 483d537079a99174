"""Whole matches against a bot in a real browser: by mouse, by touch on a Japanese phone, by keyboard."""

import random

import pytest

from tests.games.browsing import (
    MINE,
    OVER,
    READY,
    by_keyboard,
    fixed_bots,
    looks_at_new_kinds,
    open_table,
    play_out,
    tapping,
)
from tests.server.conftest import person, until  # noqa: F401

pytestmark = pytest.mark.browser

QUIET = {"pass", "decline", "skip", "cancel-act", "undo"}
SMALL = {"viewport": {"width": 360, "height": 560}, "has_touch": True, "is_mobile": True}
"""A phone whose browser shows its bars."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with fixed_bots(tmp_path_factory.mktemp("destroy")) as running:
        yield running


def sit_down(page, site, preset):
    """A short match against the weakest bot."""
    open_table(page, site, f"/new/destroy?preset={preset}", {"option.round_limit": 5, "seed": "a duel in a browser"})


def test_a_whole_match_by_mouse_in_english(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, "standard")
    look, kinds = looks_at_new_kinds()
    play_out(page, tapping(lambda e: e.click(), QUIET), each=look)
    assert len(kinds) >= 4
    assert "Destroy Them All" in page.inner_text("#verdict")


def test_a_whole_match_by_touch_in_japanese_on_a_phone(site, person):  # noqa: F811
    page = person(**SMALL, locale="ja-JP", color_scheme="dark")
    sit_down(page, site, "quick")
    look, kinds = looks_at_new_kinds()
    play_out(page, tapping(lambda e: e.tap(), QUIET), each=look)
    assert len(kinds) >= 4
    assert "デストロイゼムオール" in page.inner_text("#verdict")


def test_a_whole_match_by_keyboard_alone(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, "first_game")
    play_out(page, by_keyboard)
    assert "over" in page.inner_text("#status-text")


DICE = "[...document.querySelectorAll('.tray .die')].map(e => e.id).join()"


def test_dice_are_still_there_after_a_reload(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, "first_game")
    chance, act = random.Random(3), tapping(lambda e: e.click(), QUIET)
    for _ in range(200):
        until(page, READY, 240)
        assert not page.evaluate(OVER), "nobody threw dice"
        if page.evaluate(DICE):
            break
        act(page, chance)
    until(page, MINE)
    thrown = page.evaluate(DICE)
    page.reload()
    page.wait_for_selector("body.at-table[data-net=on]")
    assert page.evaluate(DICE) == thrown
