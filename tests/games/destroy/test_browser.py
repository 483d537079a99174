"""Whole matches against a bot in a real browser: by mouse, by touch on a Japanese phone, by keyboard; the guide."""

import json
import random
import time

import pytest

from taku.compile.speed import rules_of
from taku.engine.match import Match
from taku.engine.words import Words
from taku.games.destroy import game, guide
from taku.games.destroy.table import gesture, table
from taku.page.html import Raw
from taku.page.parts import named
from taku.server import think
from taku.server.deals import own
from tests.games.destroy.guided import Pupil
from tests.looking import faults
from tests.server.conftest import HEAR, PHONE, person, until  # noqa: F401
from tests.server.kit import everybody_chooses, serving

pytestmark = pytest.mark.browser

MINE = "document.querySelector('#status.yours') !== null && document.querySelector('#view [data-can]') !== null"
OVER = "document.querySelector('#result') !== null"
READY = f"({MINE}) || ({OVER})"
SAID = "document.querySelector('#guide p')?.textContent"
CAN = "[...document.querySelectorAll('#view [data-can]')].map(e => e.id)"
QUIET = {"pass", "decline", "skip", "cancel-act", "undo"}
OUTSIDE = """() => {
  const page = document.documentElement;
  const box = document.querySelector('.fan, .pool').getBoundingClientRect();
  const out = [];
  if (page.scrollHeight > innerHeight) out.push(`the page is ${page.scrollHeight} high`);
  if (page.scrollWidth > innerWidth) {
    const wide = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 1);
    out.push(`the page is ${page.scrollWidth} wide: ${wide.map(e => e.id || e.getAttribute('class') || e.tagName)}`);
  }
  if (box.top < 0 || box.bottom > innerHeight) out.push(`the hand is at ${box.top} to ${box.bottom}`);
  if (box.left < -1 || box.right > innerWidth + 1) out.push(`the hand is at ${box.left} to ${box.right}`);
  return out;
}"""
SHOWN = f"""html => {{
  document.querySelector('#view').innerHTML = html;
  const buttons = document.querySelector('.quiet-buttons').getBoundingClientRect();
  return [({OUTSIDE})(), document.querySelectorAll('.used .card').length, buttons.right];
}}"""
"""Looks at a rendering in the moment it is there: the server may send its own at any time."""
ROUNDS = 5


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server whose bots choose the same every time; the host's own deal does the rest."""
    with (
        pytest.MonkeyPatch.context() as patch,
        everybody_chooses(),
        serving(tmp_path_factory.mktemp("destroy")) as running,
    ):
        patch.setattr(think, "seed", lambda: 3)
        yield running


def sit_down(page, site, preset):
    """A short match against the weakest bot."""
    page.goto(f"{site.url}/new/destroy?preset={preset}")
    page.select_option("[name=seat1]", "bot:beginner")
    for name, value in (("option.round_limit", str(ROUNDS)), ("seed", "a duel in a browser")):
        page.evaluate(
            "([name, value]) => { const o = document.querySelector(`[name='${name}']`);"
            " o.closest('details')?.setAttribute('open', ''); o.value = value; }",
            [name, value],
        )
    page.click("text=/^(Open the table|卓を開く)$/")
    page.wait_for_selector("body.at-table[data-net=on]")


def pick(page, chance):
    """One of the things that glow; the quiet buttons only if there is nothing else."""
    ids = page.evaluate(CAN)
    loud = [i for i in ids if i not in QUIET]
    if "ready" in loud:
        return "ready"
    return chance.choice(loud or ids) if loud or ids else None


def act(page, chance, tap):
    """One whole gesture: a tap, what it opens, and the commit."""
    seq = page.get_attribute("body", "data-seq")
    for _ in range(4):
        one = pick(page, chance)
        if one is None:
            break
        tap(page.locator(f"#{one}"))
        commit = page.locator("#commit")
        if commit.count():
            tap(commit)
        page.wait_for_timeout(30)
        if page.get_attribute("body", "data-seq") != seq or page.evaluate(f"!({MINE})"):
            break
    until(page, f"document.body.dataset.seq !== '{seq}' || {OVER}")


def by_keyboard(page, chance, _):
    """The list of actions and its numbers, and nothing else."""
    seq = page.get_attribute("body", "data-seq")
    for _ in range(4):
        if page.locator("#acts").is_hidden():
            page.keyboard.press("a")
        rows = page.locator("#acts button").count()
        page.keyboard.press(str(1 + chance.randrange(max(1, min(rows - 1, 9)))))
        page.wait_for_timeout(30)
        if page.locator("#commit").count():
            page.keyboard.press("1")
            page.wait_for_timeout(30)
        if page.get_attribute("body", "data-seq") != seq or page.evaluate(f"!({MINE})"):
            break
    until(page, f"document.body.dataset.seq !== '{seq}' || {OVER}")


def play_out(page, way, tap=None, *, each=lambda page: None):
    chance = random.Random(3)
    for _ in range(400):
        until(page, READY, 240)  # the first answer of a bot may wait for its compiler
        if page.evaluate(OVER):
            return
        each(page)
        way(page, chance, tap)
    raise AssertionError("the match does not end")


def fits(page):
    """Nothing scrolls and the own hand is on the screen, once the cards have come to rest."""
    end = time.monotonic() + 180
    while found := page.evaluate(OUTSIDE):
        assert time.monotonic() < end, found
        page.wait_for_timeout(100)


def test_a_whole_match_by_mouse_in_english(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, "standard")
    until(page, MINE)
    assert faults(page) == []
    kinds = set()

    def look(page):
        fits(page)
        kind = page.inner_text("#status-text")
        if kind not in kinds:
            kinds.add(kind)
            assert faults(page) == []

    play_out(page, act, lambda e: e.click(), each=look)
    assert len(kinds) >= 4
    assert "over" in page.inner_text("#status-text")
    assert "Destroy Them All" in page.inner_text("#verdict")


def test_a_whole_match_by_touch_in_japanese_on_a_phone(site, person):  # noqa: F811
    page = person(**PHONE, locale="ja-JP", color_scheme="dark")
    sit_down(page, site, "quick")
    kinds = set()

    def look(page):
        fits(page)
        kind = page.inner_text("#status-text")
        if kind not in kinds:
            kinds.add(kind)
            assert faults(page) == []

    play_out(page, act, lambda e: e.tap(), each=look)
    assert "対局終了" in page.inner_text("#status-text")
    assert "デストロイゼムオール" in page.inner_text("#verdict")


def test_a_whole_match_by_keyboard_alone(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, "first_game")
    play_out(page, by_keyboard)
    assert "over" in page.inner_text("#status-text")


def renderings(words, matches=12):
    """Tables of random matches on which a part of an act may be skipped or chosen anew."""
    for number in range(matches):
        match = Match.create(game, 2, secret=own(f"fits {number}"), id="seed", rules=rules_of)
        chance = random.Random(number)
        while not match.over:
            seat = match.rules.acting(match.state)[0]
            match.act(seat, chance.choice(match.legal(seat)))
            html = str(table(match.view(seat), seat, words))
            if 'id="skip"' in html and 'id="cancel-act"' in html:
                yield named(Raw(html), ["Ann", "Bo"])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_buttons_fit_beside_the_used_cards_on_a_phone(site, person, language):  # noqa: F811
    page = person(**PHONE, locale={"en": "en-US", "ja": "ja-JP"}[language])
    sit_down(page, site, "standard")
    seen = set()
    for html in renderings(Words(game, language)):
        outside, used, right = page.evaluate(SHOWN, html)
        assert outside == []
        assert right <= 390
        seen.add(used)
    assert max(seen) >= 6


DICE = "[...document.querySelectorAll('.tray .die')].map(e => e.id).join()"


def test_dice_are_still_there_after_a_reload(site, person):  # noqa: F811
    page = person()
    sit_down(page, site, "first_game")
    chance = random.Random(3)
    for _ in range(200):
        until(page, READY, 240)
        assert not page.evaluate(OVER), "nobody threw dice"
        if page.evaluate(DICE):
            break
        act(page, chance, lambda e: e.click())
    until(page, MINE)
    thrown = page.evaluate(DICE)
    page.reload()
    page.wait_for_selector("body.at-table[data-net=on]")
    assert page.evaluate(DICE) == thrown


def test_the_guided_game_leads_to_the_first_knock_out(site, person):  # noqa: F811
    """Who reads every step and does what it says is told the whole guide, word by word."""
    page, pupil, words = person(**PHONE), Pupil(), Words(game, "en")
    page.goto(f"{site.url}/rules/destroy")
    page.locator("form:has([name=guide]) button").tap()
    page.wait_for_selector("body.at-table[data-net=on]")
    page.evaluate(HEAR)
    while pupil.at < len(guide.STEPS):
        step = pupil.step()
        said = json.dumps(words.text("guide", step["text"])) if step else ""
        if step:
            until(page, f"{SAID} === {said}")
        if step and step.get("next"):
            page.locator("#guide .main").tap()
            until(page, f"{SAID} !== {said}")
        elif pupil.asked:
            tap(page, pupil, step)
        pupil.go_on()
    told = [words.text("guide", text) for _, _, text in pupil.told]
    assert page.evaluate("told") == list(dict.fromkeys(told))
    assert "out of the game for good" in " ".join(told)


def tap(page, pupil, step):
    """What the pupil does next: a tap on each part of the gesture, and the commit where it asks for one."""
    until(page, f"{MINE} && document.body.dataset.seq === '{pupil.moves}'")
    for one in gesture(pupil.seen, guide.SEAT, pupil.named(pupil.choice(step))):
        page.locator(f"#{one}").tap()
    if page.locator("#commit").count():
        page.locator("#commit").tap()
    until(page, f"document.body.dataset.seq !== '{pupil.moves}'")
