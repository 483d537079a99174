"""Whole matches in real browsers: two partners against bots, a watcher who learns nothing, a phone, a keyboard."""

import contextlib
import json
import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error

from taku.server.bots import Pool
from tests.games.oneiron.partners import KINDS, SEATS, course, stored
from tests.server.conftest import PHONE, person, until  # noqa: F401
from tests.server.kit import serving

pytestmark = pytest.mark.browser

MINE = "document.querySelector('#status.yours') !== null && document.querySelector('#view [data-can]') !== null"
OVER = "document.querySelector('#result') !== null"
READY = f"({MINE}) || ({OVER})"
CAN = "[...document.querySelectorAll('#view [data-can]')].map(e => e.id)"
OUTSIDE = """() => {
  const page = document.documentElement;
  const out = [];
  if (page.scrollHeight > innerHeight) out.push(`the page is ${page.scrollHeight} high`);
  if (page.scrollWidth > innerWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 1);
    out.push(`the page is ${page.scrollWidth} wide: ${wide.map(e => e.id || e.getAttribute('class') || e.tagName)}`);
  }
  for (const name of ['#hand', '#now', '#board']) {
    const box = document.querySelector(name)?.getBoundingClientRect();
    if (box && (box.top < -1 || box.bottom > innerHeight + 1)) out.push(`${name} is at ${box.top} to ${box.bottom}`);
  }
  return out;
}"""


HEAR = """() => {
  window.told = [];
  const hear = () => {
    const text = document.querySelector('#guide p')?.textContent;
    if (text && !window.told.includes(text)) window.told.push(text);
  };
  new MutationObserver(hear).observe(document.body, {childList: true, subtree: true});
  hear();
}"""
"""Notes everything the guide says."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("oneiron")) as running:
        yield running


def sit_down(page, site, seats, *, preset="quick"):
    """A table of bots with one seat for oneself; at most five rounds."""
    page.goto(f"{site.url}/new/oneiron?preset={preset}&seats={seats}")
    for i in range(1, seats):
        page.select_option(f"[name=seat{i}]", "bot:beginner")
    fill(page, "option.max_rounds", "5")
    begin(page)


def sit_with_a_partner(page, site, seed):
    """A table with a host's own deal, whose second seat is open; its address."""
    page.goto(f"{site.url}/new/oneiron?seats={SEATS}")
    for i in range(1, SEATS):
        page.select_option(f"[name=seat{i}]", "open" if i == 1 else "bot:beginner")
    fill(page, "seed", seed)
    begin(page)
    return page.url


def fill(page, name, value):
    """A field of the form, wherever it is folded away."""
    page.evaluate(
        "([name, value]) => { const o = document.querySelector(`[name='${name}']`);"
        " o.closest('details')?.setAttribute('open', ''); o.value = value; }",
        [name, value],
    )


def begin(page):
    page.click("text=/^(Open the table|卓を開く)$/")
    page.wait_for_url("**/t/*")


def choose(page, chance):
    """One of the things that glow: the proposal as it is, and no click taken back."""
    ids = page.evaluate(CAN)
    loud = [i for i in ids if i not in ("back", "reset")]
    if "confirm" in loud:
        return "confirm" if chance.random() < 0.6 else chance.choice(loud)
    return chance.choice(loud) if loud else None


def act(page, chance, tap):
    """One choice: a tap, and the commit where it asks for one; again if somebody else's news came in between."""
    if page.locator("#story[open] summary").count():
        tap(page.locator("#story summary"))
    seq = page.get_attribute("body", "data-seq")
    made = f"document.body.dataset.seq !== '{seq}' || {OVER} || !({MINE})"
    for _ in range(20):
        one = choose(page, chance)
        if one is None:
            return
        with contextlib.suppress(Error):
            tap(page.locator(f"#{one}"))
            commit = page.locator("#commit")
            if commit.count():
                tap(commit)
        with contextlib.suppress(AssertionError):
            until(page, made, 6)
            return
    raise AssertionError(f"nothing comes of tapping: {page.inner_text('#status-text')}")


def by_keyboard(page, chance, _):
    """The list of actions and its numbers, and nothing else."""
    seq = page.get_attribute("body", "data-seq")
    if page.locator("#acts").is_hidden():
        page.keyboard.press("a")
    page.wait_for_selector("#acts:not([hidden])")
    rows = page.locator("#acts button").all_inner_texts()
    wanted = [n for n, text in enumerate(rows[:9], 1) if "Back" not in text] or [1]
    page.keyboard.press(str(chance.choice(wanted)))
    page.wait_for_timeout(30)
    if page.locator("#commit").count():
        page.keyboard.press("1")
    until(page, f"document.body.dataset.seq !== '{seq}' || {OVER}", 120)


def play_out(players, *, each=lambda page: None, most=900):
    """Everybody who is asked answers in their own way until the dream is over."""
    chance = random.Random(7)
    for _ in range(most):
        if all(page.evaluate(OVER) for page, *_ in players):
            return
        busy = False
        for page, way, tap in players:
            if page.evaluate(MINE) and not page.evaluate(OVER):
                each(page)
                way(page, chance, tap)
                busy = True
        if not busy:
            players[0][0].wait_for_timeout(60)
    raise AssertionError("the match does not end")


def follow(players, *, each):
    """Everybody makes the moves of a stored course, each at their own pace, until the dream is over."""
    for _ in range(20_000):
        if all(page.evaluate(OVER) for page, *_ in players):
            return
        busy = False
        for page, tap, steps in players:
            number = int(page.get_attribute("body", "data-seq"))
            if number >= len(steps) or steps[number].alone or not page.evaluate(MINE):
                continue
            busy = True
            each(page, steps[number].kind)
            assert steps[number].tap in page.evaluate(CAN), (number, steps[number])
            if page.locator("#story[open] summary").count():
                tap(page.locator("#story summary"))
            tap(page.locator(f"#{steps[number].tap}"))
            if page.locator("#commit").count():
                tap(page.locator("#commit"))
            until(page, f"document.body.dataset.seq !== '{number}' || {OVER}", 120)
        if not busy:
            players[0][0].wait_for_timeout(60)
    raise AssertionError("the match does not end")


def looker():
    """Looks at the page at every new kind of decision: nothing scrolls, axe finds nothing."""
    kinds = set()

    def look(page, kind=None):
        kind = kind or page.inner_text("#status-text")
        if kind in kinds:
            return
        kinds.add(kind)
        if page.evaluate(OUTSIDE):
            page.wait_for_timeout(1500)  # cards come to rest
        assert page.evaluate(OUTSIDE) == []
        found = Axe().run(page).response["violations"]
        assert not found, [(v["id"], [n["html"][:200] for n in v["nodes"]][:3]) for v in found]

    return look, kinds


def test_two_partners_play_a_whole_match_while_a_watcher_learns_nothing(site, person, monkeypatch):  # noqa: F811
    """All moves are stored: both are asked everything that can be asked, on a fast machine and on a slow one."""
    seed, moves = stored()
    match, steps = course(seed, moves)

    async def told(pool, table, seat, *_, **__):
        return moves[seat][table.history.moves[seat]]

    monkeypatch.setattr(Pool, "choose", told)
    one, two, watcher = person(), person(**PHONE, locale="ja-JP", color_scheme="dark"), person()
    frames = []
    watcher.on("websocket", lambda ws: ws.on("framereceived", lambda frame: frames.append(str(frame))))
    url = sit_with_a_partner(one, site, seed)
    two.goto(url)
    two.fill("#f-name", "あき")
    two.locator("button[name=seat]").first.tap()
    two.wait_for_selector("body.at-table[data-net=on]")
    one.wait_for_selector("body.at-table[data-net=on]")
    watcher.goto(url)
    watcher.wait_for_selector("body.at-table[data-net=on]")

    # the lead's choice is the partner's business as well, and nobody else's
    until(one, MINE)
    assert one.locator("#story[open]").count() == two.locator("#story[open]").count() == 1
    hand = set(re.findall(r'id="(k0-\d+)"', one.inner_html("#hand")))
    assert hand == set(re.findall(r'id="(k0-\d+)"', two.inner_html("#hand")))
    look, kinds = looker()
    look_too, kinds_too = looker()
    look(one, steps[0][0].kind)
    one.click("#story summary")
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

    follow([(one, lambda e: e.click(), steps[0]), (two, lambda e: e.tap(), steps[1])], each=each)
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


def test_twelve_on_a_japanese_phone_know_what_to_do(site, person):  # noqa: F811
    page = person(**PHONE, locale="ja-JP")
    sit_down(page, site, 12, preset="gentle")
    page.wait_for_selector("body.at-table[data-net=on]")
    look, kinds = looker()

    def each(page):
        look(page)
        assert page.locator(".team").count() == 6

    play_out([(page, act, lambda e: e.tap(timeout=5000))], each=each)
    assert len(kinds) >= 3
    assert "対局終了" in page.inner_text("#status-text")


def test_a_duel_by_keyboard_alone(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, 2, preset="duel")
    page.wait_for_selector("body.at-table[data-net=on]")
    play_out([(page, by_keyboard, None)])
    assert "over" in page.inner_text("#status-text")


def test_the_guided_dream_leads_through_a_round(site, person):  # noqa: F811
    page = person(**PHONE)
    page.goto(f"{site.url}/rules/oneiron")
    page.locator("form:has([name=guide]) button").tap()
    page.wait_for_selector("body.at-table[data-net=on]")
    page.wait_for_selector("#guide")
    assert page.locator(".team").count() == 3
    page.evaluate(HEAR)
    chance = random.Random(5)
    for _ in range(900):
        told = page.evaluate("window.told")
        if page.locator("#guide .main").count():
            with contextlib.suppress(Error):  # the step may pass by while the finger comes down
                page.locator("#guide .main").tap(timeout=3000)
            page.wait_for_timeout(60)
        elif page.evaluate(OVER) or any("That was a round" in text for text in told):
            break
        elif page.evaluate(MINE):
            act(page, chance, lambda e: e.tap(timeout=5000))
        page.wait_for_timeout(100)  # the guide's next word comes after the view
    assert "Twelve cards" in told[0]
    assert any("only go the way you face" in text for text in told)
    # who loses the match before that is not told how to move
    for words in ("This element moves", "That was a round"):
        assert page.evaluate(OVER) or any(words in text for text in told), told
