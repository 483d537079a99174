"""Playing a whole match in a real browser, in any game: open a table, tap what glows, look at what is new."""

import random
from contextlib import contextmanager

import pytest

from taku.server import worker_tasks
from tests.looking import at_rest, faults
from tests.server.conftest import until
from tests.server.kit import everybody_chooses, serving

MINE = "document.querySelector('#status.yours') !== null && document.querySelector('#view [data-can]') !== null"
OVER = "document.querySelector('#result') !== null"
READY = f"({MINE}) || ({OVER})"
CAN = "[...document.querySelectorAll('#view [data-can]')].filter(e => e.checkVisibility()).map(e => e.id)"
SET = """([name, value]) => {
  const e = document.querySelector(`[name="${name}"]`);
  e.closest('details')?.setAttribute('open', '');
  if (e.type === 'checkbox') e.checked = value; else e.value = value;
}"""
OUTSIDE = """(shown) => {
  const page = document.documentElement, out = [];
  const below = (e) => e.getBoundingClientRect().bottom > innerHeight + 1;
  const low = [...document.body.querySelectorAll('*')].filter(below);
  const names = low.slice(0, 9).map((e) => e.id || e.getAttribute('class') || e.tagName);
  if (page.scrollHeight > innerHeight + 1) out.push(`the page is ${page.scrollHeight} high: ${names}`);
  if (page.scrollWidth > innerWidth + 1) out.push(`the page is ${page.scrollWidth} wide`);
  for (const name of shown) {
    const box = document.querySelector(name)?.getBoundingClientRect();
    if (box && (box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1))
      out.push(`${name} is at ${box.left} ${box.top} ${box.right} ${box.bottom}`);
  }
  return out;
}"""
"""What cannot be seen without scrolling: of the page, and of what is always shown."""
BOT = "bot:beginner"


@contextmanager
def fixed_bots(folder):
    """A server whose bots choose the same every time; the host's own deal does the rest."""
    with pytest.MonkeyPatch.context() as patch, everybody_chooses(), serving(folder) as running:
        patch.setattr(worker_tasks, "seed", lambda: 3)
        yield running


def open_table(page, site, path, fields, others=(BOT,)):
    """A table by the form at `path`, with bots or open seats beside one's own; its address."""
    page.goto(site.url + path)
    for seat, who in enumerate(others, 1):
        page.select_option(f"[name=seat{seat}]", who)
    for field in fields.items():
        page.evaluate(SET, list(field))
    page.click("text=/^(Open the table|卓を開く)$/")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("body[data-net=on]" if "open" in others else "body.at-table[data-net=on]")
    return page.url


def tapping(way, quiet=()):
    """Whole gestures: a tap, what it opens, and the commit; the quiet ones only if there is nothing else."""

    def act(page, chance):
        seq = page.get_attribute("body", "data-seq")
        for _ in range(4):
            ids = page.evaluate(CAN)
            loud = [i for i in ids if i not in quiet]
            if not ids:
                break
            way(page.locator(f"#{'ready' if 'ready' in loud else chance.choice(loud or ids)}"))
            commit = page.locator("#commit")
            if commit.count():
                way(commit)
            page.wait_for_timeout(30)
            if page.get_attribute("body", "data-seq") != seq or page.evaluate(f"!({MINE})"):
                break
        moved_on(page, seq)

    return act


def by_keyboard(page, chance):
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
    moved_on(page, seq)


def moved_on(page, seq):
    until(page, f"document.body.dataset.seq !== '{seq}' || {OVER}", 120)


def play_out(page, act, *, each=lambda page: None):
    """The whole match."""
    chance = random.Random(3)
    for _ in range(500):
        until(page, READY, 300)  # the first answer of a bot may wait for its compiler
        if page.evaluate(OVER):
            return
        each(page)
        act(page, chance)
    raise AssertionError("the match does not end")


def fits(page, shown=(".hand",)):
    """Nothing scrolls, and what is always shown is all there."""
    at_rest(page)
    outside = page.evaluate(OUTSIDE, list(shown))
    assert not outside, f"{page.inner_text('#status-text')}: {outside}"


def looks_at_new_kinds(*shown):
    """Nothing scrolls, and axe finds nothing, whenever something new is asked; returns what was, too."""
    kinds = set()

    def look(page, now=None):
        now = now or page.inner_text("#status-text")
        if now not in kinds:
            kinds.add(now)
            fits(page, shown or (".hand",))
            found = faults(page)
            assert not found, f"{now}: {found}"

    return look, kinds
