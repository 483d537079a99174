"""Looks at a page once it has come to rest: what is half faded in has no contrast, and what slides is nowhere yet."""

import time
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

MOVES = """new Promise((found) => requestAnimationFrame(() => requestAnimationFrame(() => found(
  document.getAnimations().some((a) => a.playState === 'running'
    && a.effect.getComputedTiming().endTime < Infinity && a.effect.target?.closest?.('.clock') === null)))))"""
"""Asked in a frame: what has ended is followed by what comes after it only when a frame is drawn, and under load that
may be a tenth of a second later."""

LASTING = """() => {
  const soon = window.setTimeout;
  window.setTimeout = (what, ms, ...more) => (ms >= 1500 ? 0 : soon(what, ms, ...more));
}"""
"""What goes away by itself after a while stays from now on: no machine is too slow to see it."""


def happens(page: Page, told: Callable[[], object], seconds: float = 180) -> None:
    """Wait for something that is told outside of the page."""
    end = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < end, "it never happened"
        page.wait_for_timeout(20)


def at_rest(page: Page, seconds: float = 90) -> None:
    """Wait until nothing moves that will ever stop (clocks go on)."""
    end = time.monotonic() + seconds
    while page.evaluate(MOVES):
        assert time.monotonic() < end, "something moves all the time"
        page.wait_for_timeout(30)


def faults(page: Page) -> list[tuple]:
    """What axe has to say against a page at rest: the rule and the first elements that break it."""
    at_rest(page)
    found = Axe().run(page).response["violations"]
    return [(v["id"], [n["html"][:200] for n in v["nodes"]][:3], v["nodes"][0]["any"][:1]) for v in found]
