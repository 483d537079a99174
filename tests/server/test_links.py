"""Links that go to others: invitations, moments of a match, and copying them where browsers allow no clipboard."""

import re

import pytest

from taku.server import config
from tests.looking import LASTING
from tests.server.conftest import until
from tests.server.kit import duel, play_out, serving
from tests.server.test_browser import MINE, by_mouse

CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (t) => { window.taken = t; }}})"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("links")) as running:
        yield running


def links(page):
    return re.findall(r'data-copy="([^"]+)"', page.text)


def test_a_link_that_works_on_this_machine_alone_says_so(site):
    ann = site.visitor()
    table = ann.open()
    assert "answers on this computer only" in ann.get(table).text
    assert "answers on this computer only" not in ann.get(table, Host="games.example.org").text


def test_where_the_network_may_come_links_name_this_machine_as_others_do(tmp_path, monkeypatch):
    monkeypatch.setattr("taku.server.web.network_address", lambda: "192.0.2.7")
    with serving(tmp_path, host="0.0.0.0") as open_site:
        ann = open_site.visitor()
        table = ann.open(seat1="invited")
        page = ann.get(table)
        assert "answers on this computer only" not in page.text
        assert [link.partition("/i/")[0] for link in links(page)] == [
            f"http://192.0.2.7:{open_site.port}{table}",
            f"http://192.0.2.7:{open_site.port}",
        ]
        assert links(ann.get(table, Host="games.example.org"))[0] == f"http://games.example.org{table}"


def test_this_machine_has_an_address_or_none():
    assert re.fullmatch(r"(\d+\.){3}\d+|", config.network_address())


def test_a_link_to_a_moment_of_a_table_that_is_over_opens_its_replay(site):
    table, (ann, one), (_, two) = duel(site, "goofspiel", "?preset=quick", **{"option.cards": "5"})
    assert 'data-eye="0"' in ann.get(f"{table}?step=1").text
    play_out(one, two)
    assert ann.get(f"{table}?step=3&seat=1").location == f"{table}/replay?step=3&seat=1"
    shown = site.visitor().get(f"{table}/replay?step=3&seat=1").text
    assert 'data-eye="1"' in shown
    assert 'data-step="3"' in shown


@pytest.mark.browser
def test_a_link_to_a_step_names_whose_step_it_is(site, person):
    page = person()
    page.add_init_script(CLIPBOARD)
    page.goto(site.url)
    page.click("#game-goofspiel button.main")
    page.wait_for_selector("body.at-table[data-net=on]")
    for n in range(2):
        until(page, MINE)
        by_mouse(page)
        until(page, f"Number(document.body.dataset.seq) === {n + 1}")
    until(page, MINE)
    eye, url = page.get_attribute("body", "data-eye"), page.url
    page.locator("#log-lines a.line").first.click()
    until(page, "/^\\d+\\//.test(document.querySelector('#replay-step')?.textContent)")
    shown = page.inner_text("#replay-step").partition("/")[0]
    page.click("#replay-link")
    until(page, "window.taken !== undefined")
    assert page.evaluate("window.taken") == f"{url}?step={shown}&seat={eye}"
    page.goto(f"{url}?step=1&seat={eye}")
    page.wait_for_selector("#replay-now")
    until(page, "document.querySelector('#replay-step').textContent.startsWith('1/')")


@pytest.mark.browser
def test_copying_works_without_the_clipboard_of_the_browser(site, person):
    page = person()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(f"{site.url}/new/connect_four")
    page.click("text=Open the table")
    page.wait_for_url("**/t/*")
    page.evaluate(LASTING)
    page.evaluate("document.execCommand = (what) => (window.taken = `${what} ${document.activeElement.value}`, true)")
    page.click("[data-copy]")
    until(page, "document.querySelector('[data-copy]').textContent === 'Copied'")
    assert page.evaluate("window.taken") == f"copy {page.url}"
    page.evaluate("document.execCommand = () => false")
    page.click("[data-copy]")
    page.wait_for_selector("#pop input")
    assert page.input_value("#pop input") == page.url
