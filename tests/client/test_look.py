"""axe finds nothing in light and dark, nothing scrolls sideways, the header blocks nothing, and it is small."""

import gzip

import pytest

from taku.server.files import styles
from taku.server.modules import bundles, sources
from tests.client.conftest import DESK, PHONE, until
from tests.looking import at_rest, faults, happens

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_on_the_table(serve, open_page, scheme, size):
    server = serve(seats=4, solo=True)
    server.toy.act(0, 3)
    page = open_page(server.url, color_scheme=scheme, **size)
    server.push({"t": "chat", "lines": [{"id": 1, "channel": "table", "seat": 1, "name": "Bo", "text": "hello"}]})
    assert faults(page) == []
    page.locator(".cards .card").first.click()
    page.keyboard.press("a")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("l" if size is PHONE else "?")
    assert faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/home", "/specimen", "/replay", "/fair"])
def test_axe_on_the_other_pages(serve, open_page, scheme, path):
    page = open_page(serve(lang="ja" if scheme == "dark" else "en").url + path, ready=None, color_scheme=scheme)
    assert faults(page) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1260, 1920])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_sideways_scrolling_and_the_table_fits(serve, open_page, width, lang):
    server = serve(seats=4, solo=True, lang=lang)
    height = 640 if width < 700 else 800
    page = open_page(server.url, viewport={"width": width, "height": height})
    for path in ("/", "/home", "/specimen"):
        page.goto(server.url + path)
        if path == "/":
            page.wait_for_selector("#status-text:not(:empty)")
        at_rest(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        if path == "/":
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            hand = page.locator(".hand").bounding_box()
            assert hand["y"] + hand["height"] <= height + 1  # the own hand never leaves the screen
            board = page.locator(".board-svg").bounding_box()
            assert board["height"] > 150
            assert page.locator("#status").bounding_box()["y"] + 40 < height


def test_a_style_attribute_would_be_blocked_and_data_css_is_not(serve, open_page):
    page = open_page(serve().url + "/specimen", ready=None)
    until(page, "document.querySelector('#big').getBoundingClientRect().width > 150")
    width = page.evaluate("""() => {
      const d = document.createElement('div');
      d.innerHTML = '<p style="width:7px">x</p>';
      document.body.append(d); return d.firstChild.getBoundingClientRect().width; }""")
    assert width > 100
    # the browser complains about exactly this one, as it should
    happens(page, lambda: any("Content Security Policy" in c for c in open_page.complaints))
    open_page.complaints.clear()


LATER = ("fair", "replay", "viewport")
"""What a table loads only when it is needed: a large board, an earlier step, the check after the match."""


def test_the_client_is_small():
    size = {name: len(gzip.compress(text.encode(), 6)) for name, text in bundles().items()}
    later = sum(size.pop(name) for name in LATER)
    first = sum(size.values()) + len(gzip.compress(styles(), 6))
    assert first <= 50_000  # half of what a first visit may have: the rest is the page itself, fonts' names and words
    assert first + later <= 60_000


def test_a_table_needs_few_requests(serve, open_page):
    page = open_page(serve().url)
    files = page.evaluate("performance.getEntriesByType('resource').map(e => e.name.split('/').pop())")
    assert sorted(files) == ["client.js", "core.js", "taku.css"]


def test_a_module_in_several_files_would_have_a_state_in_each():
    made = bundles()
    for name in sources():
        assert sum(f"const {name}_ = " in text for text in made.values()) + (name in made) == 1, name
