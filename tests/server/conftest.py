"""Browsers for the tests of the server."""

import contextlib
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Page

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
DESK = {"viewport": {"width": 1366, "height": 820}}


class People:
    """Opens browsers, each a person of its own; none of their pages may complain, a blocked script would."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.complaints: list[str] = []
        self.contexts = []

    def __call__(self, **options) -> Page:
        context = self.browser.new_context(**{**DESK, "locale": "en-US", **options})
        context.set_default_timeout(180_000)  # patience costs nothing where all is well
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda e: self.complaints.append(str(e)))
        page.on("console", self._heard)
        return page

    def _heard(self, message) -> None:
        lost = "WebSocket" in message.text or "ERR_CONNECTION" in message.text or "status of 4" in message.text
        if message.type == "error" and not lost:
            self.complaints.append(message.text)


@pytest.fixture
def person(chromium: Browser) -> Iterator[People]:
    made = People(chromium)
    yield made
    for context in made.contexts:
        context.close()
    assert made.complaints == []


def until(page: Page, expression: str, seconds: float = 180) -> None:
    """Wait for JavaScript to become true; Playwright's own wait_for_function is stopped by the security header."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(Error):  # the page may be reloading just now
            if page.evaluate(expression):
                return
        page.wait_for_timeout(20)
    raise AssertionError(f"never true: {expression}; status: {page.inner_text('#status-text')!r}")
