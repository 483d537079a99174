"""The pictures of docs/pictures: home, room, table, replay, analysis and rulebook; both languages, desktop and phone.

python3 run.py bench pictures      (needs Chromium; writes docs/pictures/*.jpg)
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

import run  # noqa: E402
from tests.server.conftest import PHONE, until  # noqa: E402
from tests.server.kit import Site, serving  # noqa: E402
from tests.server.test_browser import MINE, by_mouse, join, open_table, play_out  # noqa: E402

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1366, "height": 820}},
    "phone": {**PHONE, "device_scale_factor": 1},
}


def shoot(page: Page, name: str, **more: Any) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=ROOT / "docs" / "pictures" / f"{name}.jpg", type="jpeg", quality=72, **more)


def tour(site: Site, one: Page, two: Page, name: str) -> None:
    """One match from the home page to its replay."""
    one.goto(f"{site.url}/me")
    one.fill("#f-name", "Mika" if "-en-" in f"-{name}-" else "美香")
    one.click("main form .button.main")
    url = open_table(one, site, "goofspiel", "?preset=quick")
    shoot(one, f"room-{name}", full_page=True)
    join(two, url, "Aki" if "-en-" in f"-{name}-" else "あき")
    one.wait_for_selector("body.at-table[data-net=on]")
    for _ in range(2):
        for page in (one, two):
            until(page, MINE)
            by_mouse(page, 1 if page is one else 3)
            page.wait_for_timeout(300)
    until(one, MINE)
    shoot(one, f"table-{name}")
    play_out([(one, by_mouse), (two, by_mouse)])
    one.goto(f"{url}/replay?step=4&seat=all")
    shoot(one, f"replay-{name}")
    one.goto(f"{url}/analysis")
    one.click("main form .button.main")
    one.wait_for_selector("main polyline", timeout=300_000)
    shoot(one, f"analysis-{name}", full_page=True)
    one.goto(site.url)
    shoot(one, f"home-{name}", full_page=True)
    one.goto(f"{site.url}/rules/goofspiel")
    shoot(one, f"rules-{name}")


def main() -> None:
    (ROOT / "docs" / "pictures").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as site, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=run.chromium() or None)
        for language, locale in (("en", "en-US"), ("ja", "ja-JP")):
            for size, options in SIZES.items():
                people = [browser.new_context(locale=locale, **options).new_page() for _ in range(2)]
                tour(site, people[0], people[1], f"{language}-{size}")
                print(f"{language} {size}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
