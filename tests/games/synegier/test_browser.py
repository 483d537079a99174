"""Whole matches in a real browser, raids and all: by mouse, by touch on a Japanese phone, by the keyboard alone.

Two people play while a third watches; and a tap only looks.
"""

import random

import pytest

from tests.games.browsing import (
    MINE,
    OVER,
    READY,
    by_keyboard,
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


def keys(page, chance):
    """Every other time the row is linked at once, from the list of actions; else any of its first nine."""
    if not page.locator("#link[data-can]").count() or chance.random() < 0.4:
        return by_keyboard(page, chance)
    seq = page.get_attribute("body", "data-seq")
    if page.locator("#acts").is_hidden():
        page.keyboard.press("a")
    page.wait_for_selector("#acts:not([hidden])")
    rows = page.evaluate("[...document.querySelectorAll('#acts button')].map(b => b.dataset.for)")
    page.keyboard.press(str(1 + rows.index("link")))
    return moved_on(page, seq)


def test_keyboard_and_finger_play_to_the_end_of_the_raid_while_a_third_watches(site, person):  # noqa: F811
    """One by the keyboard alone, one with a finger in Japanese; the watcher is told no hand and no draft."""
    one, two, watcher = person(), person(**SMALL, locale="ja-JP", color_scheme="dark"), person()
    look, kinds = looks_at_new_kinds()
    frames = []
    watcher.on("websocket", lambda ws: ws.on("framereceived", lambda frame: frames.append(str(frame))))
    url = open_table(one, site, "/new/synegier?seats=2", SHORT, ["open"])
    two.goto(url)
    two.fill("#f-name", "あき")
    two.locator("button[name=seat]").first.tap()
    for page in (one, two):
        page.wait_for_selector("body.at-table[data-net=on]")
    watcher.goto(url)
    watcher.wait_for_selector("body.at-table[data-net=on]")
    ways = ((one, keys, random.Random(1)), (two, brisk(lambda e: e.tap()), random.Random(2)))
    for _ in range(2_000):
        if one.evaluate(OVER):
            break
        for page, way, chance in ways:
            if page.evaluate(MINE):
                if page is two:
                    look(page)
                way(page, chance)
                break
        else:
            one.wait_for_timeout(30)
    until(two, OVER)
    until(watcher, OVER)
    assert len(kinds) >= 4
    assert "Synegier" in one.inner_text("#verdict")
    assert "シネジア" in two.inner_text("#verdict")
    assert watcher.locator("#boss-bar").count() == 1
    told = "".join(frame for frame in frames if '"result"' not in frame)
    assert 'id=\\"row\\"' in told
    assert 'id=\\"h-' not in told
    assert "You lift" not in told
    assert "You keep" not in told


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
