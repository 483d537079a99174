"""Whole matches in a real browser: by mouse and by touch on a Japanese phone; and a tap that only looks."""

import random

import pytest

from tests.games.browsing import (
    READY,
    fixed_bots,
    looks_at_new_kinds,
    moved_on,
    open_table,
    play_out,
    tapping,
)
from tests.server.conftest import person, until  # noqa: F401

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 560}, "has_touch": True, "is_mobile": True}
SHORT = {
    "option.raid_kills": 5, "option.raid_downs": 1, "option.sweep_rounds": 8, "option.raid_rounds": 3,
    "option.boss_hp_percent": 50, "option.mana": 2, "seed": "a raid in a browser",
}  # fmt: skip
QUIET = {"drink", "sale-0", "sale-1", "sale-2", "item-1", "item-2"}
"""What lies in a closed sheet on a phone."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with fixed_bots(tmp_path_factory.mktemp("synegier")) as running:
        yield running


def brisk(way):
    """Every other time the row is linked at once: a whole match in a minute or two."""
    act = tapping(way, QUIET)

    def tap(page, chance):
        link = page.locator("#link[data-can]")
        if not link.count() or chance.random() < 0.4:
            return act(page, chance)
        seq = page.get_attribute("body", "data-seq")
        way(link)
        if page.locator("#commit").count():
            way(page.locator("#commit"))
        return moved_on(page, seq)

    return tap


def sit_down(page, site):
    """A match of two against the weakest bot, as short as it gets."""
    open_table(page, site, "/new/synegier?seats=2", SHORT)


def test_a_match_by_mouse_in_english_to_the_end_of_its_raid(site, person):  # noqa: F811
    page = person()
    sit_down(page, site)
    look, kinds = looks_at_new_kinds()
    play_out(page, brisk(lambda e: e.click()), each=look)
    assert len(kinds) >= 4
    assert "Synegier" in page.inner_text("#verdict")
    assert page.locator("#boss-bar").count() == 1


def test_a_match_by_touch_in_japanese_on_a_phone(site, person):  # noqa: F811
    page = person(**SMALL, locale="ja-JP", color_scheme="dark")
    sit_down(page, site)
    look, kinds = looks_at_new_kinds()
    play_out(page, brisk(lambda e: e.tap()), each=look)
    assert len(kinds) >= 4
    assert "シネジア" in page.inner_text("#verdict")


def test_a_tap_on_a_card_shows_what_it_would_do_and_does_nothing(site, person):  # noqa: F811
    page = person(**SMALL)
    sit_down(page, site)
    act = tapping(lambda e: e.tap(), QUIET)
    until(page, READY, 300)
    chance = random.Random(1)
    while page.locator(".hand #link").count() == 0:
        act(page, chance)
        until(page, READY, 300)
    seq = page.get_attribute("body", "data-seq")
    card = page.locator(".hand [id^=h-][data-can]").first
    card.tap()
    shown = page.locator(".link-preview[data-aim]")
    assert shown.is_visible()
    assert shown.inner_text().strip()
    assert page.get_attribute("body", "data-seq") == seq
