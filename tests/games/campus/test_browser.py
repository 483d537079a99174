"""Matches in a real browser: open campus by mouse and by touch, a quarter of the full degree by keyboard, onlookers."""

import random

import pytest

from tests.games.browsing import OVER, by_keyboard, fixed_bots, looks_at_new_kinds, moved_on, open_table
from tests.guiding import DOUBLE
from tests.server.conftest import person, until  # noqa: F401
from tests.server.test_browser import join

pytestmark = pytest.mark.browser

SMALL = {"viewport": {"width": 360, "height": 560}, "has_touch": True, "is_mobile": True}
TASTER = {
    "option.length": "taster", "option.trouble_cards": False, "option.weeks": 4, "option.max_quarters": 2,
    "option.grade_s": 6, "option.grade_a": 5, "option.grade_b": 4, "option.grade_c": 3, "option.grade_hold": 2,
    "seed": "open campus in a browser",
}  # fmt: skip
"""An open campus with short quarters and easy grades."""
FULL = {"option.length": "full", "option.weeks": 4, "seed": "a quarter in a browser"}
BUTTON = "#status button[data-action]:enabled"
MINE = f"""document.querySelector('#status.yours') !== null
  && document.querySelector('#view [data-can], {BUTTON}') !== null"""
READY = f"({MINE}) || ({OVER})"
HOME = ".going-home button, .drawing .both"
PLAYABLE = ".asks-main .hand [id^=h-][data-can]"
MOST = 300
"""Decisions of one's own in the longest of these matches, and some more."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with fixed_bots(tmp_path_factory.mktemp("campus")) as running:
        yield running


def study(page, way, chance):
    """A card and the course that it goes to; home with the whole refill; else anything that glows, or a button."""
    seq = page.get_attribute("body", "data-seq")
    home, cards = page.locator(HOME), page.locator(PLAYABLE)
    if home.count() and (chance.random() < 0.4 or not cards.count()):
        chosen = any_of(home, chance)
        taps = len(chosen.get_attribute("data-taps").split())
        way(chosen)
        return came_to(page, int(seq) + taps)
    if cards.count():
        way(any_of(cards, chance))
        goals = page.locator(".look[data-aim] [data-taps]:visible")
        chosen = any_of(goals, chance) if goals.count() else page.locator("#commit")
        taps = (chosen.get_attribute("data-taps") or "once").split(" *")[0].split()
        way(chosen)
        return came_to(page, int(seq) + len(taps))
    for _ in range(4):
        lit = page.locator("#view [data-can]:visible")
        found = lit if lit.count() else page.locator(BUTTON)
        if not found.count():
            break  # it is on its way
        way(any_of(found, chance))
        if page.locator("#commit").count():
            way(page.locator("#commit"))
        page.wait_for_timeout(30)
        if page.get_attribute("body", "data-seq") != seq:
            break
    return moved_on(page, seq)


def came_to(page, seq):
    """So many moves of one's own were made."""
    until(page, f"Number(document.body.dataset.seq) >= {seq} || {OVER}", 120)


def any_of(found, chance):
    return found.nth(chance.randrange(found.count()))


def play_out(page, way, each):
    """The whole match."""
    chance = random.Random(3)
    for _ in range(MOST):
        until(page, READY, 300)  # the first answer of a bot may wait for its compiler
        if page.evaluate(OVER):
            return
        each(page)
        study(page, way, chance)
    raise AssertionError("the match does not end")


def by_mouse(element):
    """As a hand does: the pointer leaves the card that it was on, whose panel closes, on its way to the next."""
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    element.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    element.click()


def by_finger(element):
    """As a hand does: not twice within the time in which the page takes a second tap for a double one."""
    element.page.wait_for_timeout(1000 * DOUBLE)
    element.tap()


def test_an_open_campus_by_mouse_in_english(site, person):  # noqa: F811
    page = person()
    open_table(page, site, "/new/campus?seats=2", TASTER)
    look, kinds = looks_at_new_kinds()
    play_out(page, by_mouse, look)
    assert len(kinds) >= 4
    assert "The Liberal Arts Education" in page.inner_text("#verdict")
    assert "Transcript" in page.inner_text("#result")
    assert page.locator("#result .curve circle").count() >= 2


def test_an_open_campus_by_touch_in_japanese_on_a_phone(site, person):  # noqa: F811
    page = person(**SMALL, locale="ja-JP", color_scheme="dark")
    open_table(page, site, "/new/campus?seats=2", TASTER)
    look, kinds = looks_at_new_kinds()
    play_out(page, by_finger, look)
    assert len(kinds) >= 4
    assert "一般教養科目履修ゲーム" in page.inner_text("#verdict")
    assert "成績証明書" in page.inner_text("#result")


def test_a_quarter_of_the_full_degree_by_keyboard_alone(site, person):  # noqa: F811
    page, chance = person(), random.Random(3)
    open_table(page, site, "/new/campus?seats=2", FULL)
    for _ in range(MOST):
        until(page, READY, 300)
        if "Q2" in page.inner_text("#track"):
            break
        by_keyboard(page, chance)
    assert "Q2" in page.inner_text("#track")
    assert page.locator(".log li", has_text="Grades of quarter 1").count() == 1


FACES = "[...document.querySelectorAll('.hand [id^=h-]')].map(e => e.id)"


def test_two_people_and_an_onlooker_see_their_own_hands_and_nobody_elses(site, person):  # noqa: F811
    one, two, onlooker = person(), person(**SMALL, locale="ja-JP"), person()
    url = open_table(one, site, "/new/campus?seats=2", TASTER, others=("open",))
    join(two, url, "あき")
    one.wait_for_selector("body.at-table[data-net=on]")
    onlooker.goto(url)
    onlooker.wait_for_selector("body.at-table[data-net=on]")
    chance, people = random.Random(1), (one, two)
    hands = [page.evaluate(FACES) for page in people]
    assert [len(hand) for hand in hands] == [4, 4]
    assert onlooker.evaluate(FACES) == []
    for _ in range(12):
        until_any(people)
        now = next(page for page in people if page.evaluate(MINE))
        study(now, by_finger if now is two else (lambda e: e.click()), chance)
    assert onlooker.evaluate(FACES) == []
    until(onlooker, "Number(document.body.dataset.step) >= 12")
    for page in (*people, onlooker):
        assert page.locator("#track").count() == 1


def until_any(pages):
    """Somebody is asked."""
    for _ in range(3000):
        if any(page.evaluate(MINE) for page in pages):
            return
        pages[0].wait_for_timeout(20)
    raise AssertionError([page.inner_text("#status-text") for page in pages])
