"""Looks at a page once it has come to rest: what is half faded in has no contrast, and what slides is nowhere yet."""

import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

MOVES = """new Promise((found) => requestAnimationFrame(() => requestAnimationFrame(() => found(
  document.getAnimations().some((a) => a.playState === 'running'
    && a.effect.getComputedTiming().endTime < Infinity && a.effect.target?.closest?.('.clock') === null)))))"""
"""Asked in a frame: what has ended is followed by what comes after it only when a frame is drawn, and under load that
may be a tenth of a second later."""


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
