"""Pages of the toy table in Chromium."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.client.toy import Toy
from tests.client.toy_server import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
expect.set_options(timeout=180_000)  # patience costs nothing where all is well
LIVE = "body[data-net=on][data-seq]"
DESK = {"viewport": {"width": 1366, "height": 820}}

RESTS = "new Promise((done) => setTimeout(done, 600))"
"""A finger rests on the page, by the page's own clock, for longer than a tap."""


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    made: list[Server] = []

    def start(**options: Any) -> Server:
        made.append(Server(Toy(**options)))
        return made[-1]

    yield start
    for server in made:
        server.stop()


def until(page: Page, expression: str) -> None:
    """Wait for JavaScript to become true; Playwright's own wait_for_function is stopped by the security header."""
    for _ in range(9000):
        with contextlib.suppress(Error):  # the page may be reloading just now
            if page.evaluate(expression):
                return
        page.wait_for_timeout(20)
    raise AssertionError(f"never true: {expression}")


class Open:
    """Opens pages and, at the end, insists that none of them complained (a blocked style would)."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.complaints: list[str] = []
        self.contexts: list[Any] = []

    def __call__(self, url: str, *, ready: str | None = LIVE, **options: Any) -> Page:
        context = self.browser.new_context(**{**DESK, **options})
        context.set_default_timeout(180_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: self.complaints.append(str(e)))
        page.goto(url)
        if ready:
            page.wait_for_selector(ready)
        if ready == LIVE:
            page.wait_for_selector("#status-text:not(:empty)")
        return page


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Open]:
    opener = Open(chromium)
    yield opener
    for context in opener.contexts:
        context.close()
    noise = [c for c in opener.complaints if "WebSocket connection" not in c and "net::ERR" not in c]
    assert not noise, noise
