"""Windows that leave little room: a phone on its side, a page enlarged to 200 %, a long name on a small phone."""

import pytest

from tests.looking import at_rest
from tests.server.conftest import PHONE, until
from tests.server.kit import serving

pytestmark = pytest.mark.browser

WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LONG = "W" * 24


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("windows")) as running:
        yield running


def height(page, selector):
    return page.locator(selector).first.bounding_box()["height"]


@pytest.mark.parametrize("size", [(844, 390), (683, 410), (1366, 410)], ids=["landscape", "zoomed", "wide"])
@pytest.mark.parametrize("game", ["connect_four", "goofspiel", "destroy", "oneiron", "warring"])
def test_in_a_low_window_the_table_scrolls_and_the_status_stays(site, person, game, size):
    page = person(viewport={"width": size[0], "height": size[1]})
    page.goto(site.url)
    page.click(f"#game-{game} button.main")
    page.wait_for_selector("body.at-table[data-net=on]")
    until(page, "document.querySelector('#status-text').textContent !== ''")
    at_rest(page)
    assert 200 <= height(page, ".board") <= 640
    assert page.evaluate(WIDE) == 0
    for place in (0, 10_000):
        page.evaluate(f"scrollTo(0, {place})")
        box = page.locator("#status").bounding_box()
        assert box["y"] >= -1
        assert box["y"] + box["height"] <= size[1] + 1
    if page.locator(".hand").count():
        page.locator(".hand").first.scroll_into_view_if_needed()


def test_a_long_name_widens_no_page(site, person):
    page = person(**{**PHONE, "locale": "ja-JP"})
    page.goto(f"{site.url}/me")
    page.fill("#f-name", LONG)
    page.tap("form button[type=submit]")
    page.wait_for_selector(f"text={LONG}")
    for path in ("/", "/me", "/new/connect_four", "/rules/goofspiel"):
        page.goto(site.url + path)
        assert page.evaluate("innerWidth") == 390, path
    page.goto(f"{site.url}/new/connect_four")
    page.tap("text=/^卓を開く$/")
    page.wait_for_selector("#room-0")
    page.wait_for_selector("body[data-net=on]")
    assert page.evaluate("innerWidth") == 390
    assert page.locator("[data-tab=log]").is_hidden()


def test_names_are_readable_beside_clocks_on_a_phone(site, person):
    page = person(**PHONE)
    page.goto(f"{site.url}/new/connect_four")
    page.tap("details:has([name=clock]) > summary")
    page.check("[name=clock][value=bank]")
    page.select_option("[name=seat1]", "bot:casual")
    page.tap("text=/^Open the table$/")
    page.wait_for_selector("body.at-table[data-net=on]")
    until(page, "document.querySelector('.panel .time').textContent !== ''")
    widths = page.eval_on_selector_all(".panel .who", "all => all.map((e) => e.getBoundingClientRect().width)")
    assert min(widths) >= 48, widths
