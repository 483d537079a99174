"""The pictures of docs/parts.md: every part, and every frame as a phone, a phone on its side and a wide page show it.

python3 run.py bench parts      (needs Chromium; writes docs/pictures/parts)
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

import run  # noqa: E402
from taku.page.document import document  # noqa: E402
from taku.page.html import el  # noqa: E402
from taku.server import files  # noqa: E402
from tests.booth import Booth  # noqa: E402
from tests.page.shown_parts import PICTURES, SHOWN, Example, examples  # noqa: E402

FORMS = ((390, 664), (844, 340), (1280, 600))
SCALE = 0.62
"""Of the pictures of frames, so that the three forms fit beside each other."""


def draw_part(browser: Browser, booth: Booth, example: Example) -> None:
    page = browser.new_page(viewport={"width": 720, "height": 400})
    body = el("main", el("div", example.html, class_="row", id="shown", data_css="padding:0.75rem"), id="main")
    html = document("Part", body, lang="en", static=files.static(), script="page")
    page.route("**/part", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto(f"http://127.0.0.1:{booth.port}/part")
    page.wait_for_timeout(300)
    page.locator("#shown").screenshot(path=PICTURES / f"{example.name}.jpg", type="jpeg", quality=78)
    page.close()


def draw_frame(browser: Browser, booth: Booth, example: Example) -> None:
    view = {"html": example.html, "acts": {}, "labels": {}, "status": {"text": "Your turn: play a card", "yours": True}}
    booth.push({"en": view})
    shots = []
    for width, height in FORMS:
        phone = width < 1000
        page = browser.new_page(viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone)
        page.goto(booth.at("en"))
        page.wait_for_selector("body[data-net=on] #status-text:not(:empty)")
        page.wait_for_timeout(300)
        shots.append((width, base64.b64encode(page.screenshot()).decode()))
        page.close()
    page = browser.new_page(viewport={"width": 1600, "height": 500})
    images = "".join(f"<img width={width * SCALE} src='data:image/png;base64,{shot}'>" for width, shot in shots)
    page.set_content(f"<div id=all style='display:inline-flex;gap:12px;align-items:start'>{images}</div>")
    page.locator("#all").screenshot(path=PICTURES / f"{example.name}.jpg", type="jpeg", quality=78)
    page.close()


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    booth = Booth()
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=run.chromium() or None)
        for example in examples():
            (draw_frame if example.is_frame else draw_part)(browser, booth, example)
        browser.close()
    booth.stop()
    SHOWN.write_text(json.dumps({one.name: one.digest for one in examples()}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
