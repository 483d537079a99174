"""What a first visit costs: bytes as they travel and requests, for the home page and for a table, with nothing kept.

.venv/bin/python bench/visit.py      (the environment of the tests: it needs Playwright and Chromium)
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Page, sync_playwright

import run
from tests.server.kit import serving

MOST_BYTES, MOST_REQUESTS = 100_000, 12


def counted(page: Page) -> dict[str, float]:
    """Counts what a page loads from now on."""
    found = {"requests": 0.0, "bytes": 0.0}
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")

    def loaded(event: dict[str, Any]) -> None:
        found["requests"] += 1
        found["bytes"] += event["encodedDataLength"]

    wire.on("Network.loadingFinished", loaded)
    return found


def main() -> int:
    ok = True
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as site,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=run.chromium() or None, args=["--no-sandbox"]) as browser,
    ):
        print(f"{'first visit to':32} {'requests':>8} {'kB':>7}")
        host = browser.new_page()
        for game in ("", "connect_four", "goofspiel"):
            path = ""
            if game:
                host.goto(site.url)
                host.click(f"#game-{game} button.main")
                host.wait_for_selector("body.at-table[data-net=on]")
                path = host.url.removeprefix(site.url)
            guest = browser.new_context().new_page()
            found = counted(guest)
            guest.goto(site.url + path)
            guest.wait_for_load_state("networkidle")
            ok = ok and found["requests"] <= MOST_REQUESTS and found["bytes"] <= MOST_BYTES
            name = f"a table of {game}" if game else "the home page"
            print(f"{name:32} {found['requests']:8.0f} {found['bytes'] / 1000:7.1f}")
    print(f"at most {MOST_REQUESTS} requests and {MOST_BYTES / 1000:.0f} kB:", "kept" if ok else "MISSED")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
