"""Whole matches in real browsers: two partners against bots, a watcher who learns nothing, a phone, a keyboard."""

import contextlib
import json
import re

import pytest
from playwright.sync_api import Error

from taku.games.oneiron import game
from tests.games.browsing import BOT, CAN, MINE, OVER, looks_at_new_kinds, open_table
from tests.games.oneiron.courses import at_random, bots_follow, course, dealt
from tests.games.oneiron.partners import KINDS, SEATS, stored
from tests.server.conftest import PHONE, person, until  # noqa: F401
from tests.server.kit import serving

pytestmark = pytest.mark.browser

SHOWN = ("#hand", "#now", "#board")
COMMIT = """() => {
  const box = (id) => document.getElementById(id)?.getBoundingClientRect();
  const [row, button] = [box('status'), box('commit')];
  return !button || (button.top >= row.top && button.bottom <= row.bottom && button.right <= row.right);
}"""
"""The button that commits stays inside the status line."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("oneiron")) as running:
        yield running


def sit_down(page, site, monkeypatch, seats, preset):
    """A table of bots with a host's own deal and one seat for oneself; the moves that everybody will make."""
    name, rounds = f"{preset} for {seats}", 5
    bots_follow(monkeypatch, at_random(name))
    fields = {"option.max_rounds": str(rounds), "seed": name}
    open_table(page, site, f"/new/oneiron?preset={preset}&seats={seats}", fields, [BOT] * (seats - 1))
    options = {**game.presets[preset].options, "max_rounds": rounds}
    return course(dealt(name, seats, **options), at_random(name))


def made(page, number, try_it):
    """Makes a move, again if somebody else's news came between a tap and its commit."""
    done = f"document.body.dataset.seq !== '{number}' || {OVER}"
    for _ in range(20):
        with contextlib.suppress(Error):
            try_it()
        with contextlib.suppress(AssertionError):
            until(page, f"{done} || {MINE}", 120)
            until(page, done, 3)
            return
    raise AssertionError(f"nothing comes of move {number}: {page.inner_text('#status-text')}")


def by_mouse(page, one):
    act(page, one, lambda e: e.click(timeout=10_000))


def by_finger(page, one):
    act(page, one, lambda e: e.tap(timeout=10_000))


def act(page, one, tap):
    """A tap, and the commit where it asks for one."""
    tap(page.locator(f"#{one}"))
    if page.locator("#commit").count():
        assert page.evaluate(COMMIT)
        tap(page.locator("#commit"))


def by_keyboard(page, one):
    """The list of actions and its numbers, and nothing else."""
    if page.locator("#acts").is_hidden():
        page.keyboard.press("a")
    page.wait_for_selector("#acts:not([hidden])")
    rows = page.evaluate("[...document.querySelectorAll('#acts button')].map(b => b.dataset.for)")
    page.keyboard.press(str(1 + rows.index(one)))


def follow(players, *, each=lambda page, kind: None):
    """Everybody makes the moves of a course in their own way, each at their own pace, until the dream is over."""
    for _ in range(20_000):
        if all(page.evaluate(OVER) for page, *_ in players):
            return
        busy = False
        for page, way, steps in players:
            number = int(page.get_attribute("body", "data-seq"))
            if number >= len(steps) or steps[number].alone or not page.evaluate(MINE):
                continue
            busy = True
            one = steps[number].tap
            each(page, steps[number].kind)
            assert one in page.evaluate(CAN), (number, steps[number])
            made(page, number, lambda page=page, way=way, one=one: way(page, one))
        if not busy:
            players[0][0].wait_for_timeout(60)
    raise AssertionError("the match does not end")


def test_two_partners_play_a_whole_match_while_a_watcher_learns_nothing(site, person, monkeypatch):  # noqa: F811
    """All moves are stored: both are asked everything that can be asked, on a fast machine and on a slow one."""
    seed, moves = stored()
    match = dealt(seed, SEATS)
    steps = course(match, moves)
    bots_follow(monkeypatch, moves)
    one, two, watcher = person(), person(**PHONE, locale="ja-JP", color_scheme="dark"), person()
    frames = []
    watcher.on("websocket", lambda ws: ws.on("framereceived", lambda frame: frames.append(str(frame))))
    url = open_table(one, site, f"/new/oneiron?seats={SEATS}", {"seed": seed}, ["open", *[BOT] * (SEATS - 2)])
    two.goto(url)
    two.fill("#f-name", "あき")
    two.locator("button[name=seat]").first.tap()
    two.wait_for_selector("body.at-table[data-net=on]")
    one.wait_for_selector("body.at-table[data-net=on]")
    watcher.goto(url)
    watcher.wait_for_selector("body.at-table[data-net=on]")

    # the lead's choice is the partner's business as well, and nobody else's
    until(one, MINE)
    hand = set(re.findall(r'id="(k0-\d+)"', one.inner_html("#hand")))
    assert hand == set(re.findall(r'id="(k0-\d+)"', two.inner_html("#hand")))
    look, kinds = looks_at_new_kinds(*SHOWN)
    look_too, kinds_too = looks_at_new_kinds(*SHOWN)
    look(one, steps[0][0].kind)
    label = one.get_attribute(f"#{steps[0][0].tap}", "data-label")
    one.click(f"#{steps[0][0].tap}")
    until(two, "document.querySelector('#now .place .hc[data-label]') !== null")
    assert label
    assert two.get_attribute("#now .place .hc[data-label]", "data-label") != ""

    # both talk where only the team listens
    for page, said in ((one, "left is ours"), (two, "了解です")):
        if page is two:
            page.locator("[data-tab=chat]").tap()
        page.locator("#chat .tab", has_text=re.compile("Team|チーム")).click()
        page.fill("#chat-form input", said)
        page.press("#chat-form input", "Enter")
    until(two, "document.body.innerText.includes('left is ours')")
    until(one, "document.body.innerText.includes('了解です')")
    two.keyboard.press("Escape")
    if two.locator("body[data-sheet]").count():
        two.locator("#chat .close").tap()

    def each(page, kind):
        (look if page is one else look_too)(page, kind)

    follow([(one, by_mouse, steps[0]), (two, by_finger, steps[1])], each=each)
    until(watcher, OVER, 120)
    assert kinds | kinds_too == KINDS
    assert kinds == {step.kind for step in steps[0] if not step.alone}
    assert kinds_too == {step.kind for step in steps[1] if not step.alone}
    assert "over" in one.inner_text("#status-text")
    assert "対局終了" in two.inner_text("#status-text")
    assert one.locator("#verdict").count() == 1
    rank = one.locator("#verdict tr", has=one.locator(".tok.t0")).locator("td").first.inner_text()
    assert rank == f"{match.state.rank[0]}."
    while_played = "".join(frame for frame in frames if '"result"' not in frame)
    assert "left is ours" not in while_played
    assert 'id=\\"hand\\"' not in while_played
    assert 'id=\\"k0-' not in while_played
    assert "New cards for" not in while_played
    assert all(not json.loads(f)["acts"] for f in frames if f.startswith('{"t":"view"') and '"acts"' in f)


def test_twelve_on_a_japanese_phone_know_what_to_do(site, person, monkeypatch):  # noqa: F811
    page = person(**PHONE, locale="ja-JP")
    steps = sit_down(page, site, monkeypatch, 12, "gentle")[0]
    look, kinds = looks_at_new_kinds(*SHOWN)
    results = []

    def each(page, kind):
        look(page, kind)
        assert page.locator(".team").count() == 6
        if kind == "move_card" and page.locator(".enc.mine").count():  # how the own battle ended
            assert page.locator(".enc.mine").is_visible()
            results.append(page.get_attribute(".enc.mine", "data-help"))

    follow([(page, by_finger, steps)], each=each)
    assert kinds == {step.kind for step in steps if not step.alone}
    assert len(kinds) > 6
    assert results
    assert all("ポイント" in said or "あいこ" in said for said in results)
    assert "対局終了" in page.inner_text("#status-text")


def test_a_duel_by_keyboard_alone(site, person, monkeypatch):  # noqa: F811
    page = person()
    steps = sit_down(page, site, monkeypatch, 2, "duel")[0]
    follow([(page, by_keyboard, steps)])
    assert int(page.get_attribute("body", "data-seq")) == len(steps)
    assert "over" in page.inner_text("#status-text")
