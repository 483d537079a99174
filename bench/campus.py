"""The pictures of docs/games/campus.md: a card that is aimed, the guide, a report card, the transcript.

python3 run.py bench campus [phone-ja] [desktop-en]      (needs Chromium; writes docs/games/campus-*.jpg)
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

import run  # noqa: E402
from tests.games.browsing import OVER, fixed_bots, open_table  # noqa: E402
from tests.games.campus.test_browser import PLAYABLE, READY, TASTER, study  # noqa: E402
from tests.looking import at_rest  # noqa: E402
from tests.server.conftest import until  # noqa: E402
from tests.server.kit import Site  # noqa: E402

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True, "locale": "ja-JP"}
DESK = {"viewport": {"width": 1280, "height": 720}, "locale": "en-US"}
LATER = 14
"""After so many decisions of one's own the board has something on it."""
MOST = 300


def shoot(page: Page, name: str) -> None:
    page.screenshot(path=ROOT / "docs" / "games" / f"campus-{name}.jpg", type="jpeg", quality=75)


def match(page: Page, site: Site, size: str) -> None:
    """Half an hour of studies in half a minute; what is worth a picture on the way."""
    chance, aimed, reported = random.Random(5), False, False
    open_table(page, site, "/new/campus?seats=3", TASTER | {"option.weeks": 6}, others=("bot:club", "bot:club"))
    for n in range(MOST):
        until(page, READY, 300)
        if page.evaluate(OVER):
            break
        cards = page.locator(PLAYABLE)
        if n > LATER and not aimed and cards.count():
            cards.first.click()
            aimed = page.locator(".look[data-aim] .goal:visible").count() >= 3
            if aimed:
                at_rest(page)
                shoot(page, f"aim-{size}")
                if "desktop" in size:
                    return
            page.keyboard.press("Escape")
            page.mouse.move(5, 5)  # a card that is hovered over goes on telling of itself
        study(page, (lambda e: e.tap()) if "phone" in size else (lambda e: e.click()), chance)
        if not reported and page.locator(".report-card").count():
            page.wait_for_timeout(900)
            reported = page.locator(".report-card").count() > 0
            if reported:
                shoot(page, f"report-{size}")
    page.locator("#result .transcript h3").scroll_into_view_if_needed()
    at_rest(page)
    shoot(page, f"transcript-{size}")


def guide(page: Page, site: Site, size: str) -> None:
    """The first card of the guided game, aimed at."""
    page.goto(f"{site.url}/rules/campus")
    page.locator("form:has([name=guide]) button").click()
    page.wait_for_selector("#guide")
    for _ in range(8):
        page.wait_for_timeout(500)
        if page.locator("#guide .main").count():
            page.locator("#guide .main").click()
        elif page.locator("[id='@begin']").count():
            page.locator("[id='@begin']").click()
        else:
            break
    page.locator(PLAYABLE).nth(1).click()
    at_rest(page)
    shoot(page, f"guide-{size}")


def main() -> None:
    asked = sys.argv[1:]
    with tempfile.TemporaryDirectory() as data, fixed_bots(Path(data)) as site, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=run.chromium() or None)
        for size, options in (("phone-ja", PHONE), ("desktop-en", DESK)):
            if asked and size not in asked:
                continue
            page = browser.new_context(**options).new_page()  # type: ignore[arg-type]
            if "phone" in size:
                guide(page, site, size)
            match(page, site, size)
            page.context.close()
            print(size, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
