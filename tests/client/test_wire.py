"""Moves count exactly once, the newest view wins, and a lost connection comes back by itself."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.client.conftest import until
from tests.client.test_gestures import acts, move, sending, seq
from tests.client.test_motion import HELD
from tests.looking import LASTING

pytestmark = pytest.mark.browser


def all_heard(server, page):
    """What the server has said until now has come to the page."""
    server.push({"t": "notice", "level": "error", "text": "That was all."})
    expect(page.locator(".notice", has_text="That was all.")).to_be_visible()


def test_the_first_connection_does_not_resend_the_view(serve, open_page):
    server = serve()
    page = open_page(server.url)
    assert server.wanted[0] == {"seat": "0", "step": "0", "seq": "0", "build": "b1", "patch": "1"}
    assert page.locator(".piece").count() == 6


def test_nothing_can_be_chosen_while_an_act_is_under_way(serve, open_page):
    server = serve()
    server.deaf = True
    page = open_page(server.url)
    move(page)
    sending(server, page)
    assert page.locator("[data-can]").count() == 0
    server.push(server.toy.view(0) | {"step": 1})  # somebody else did something: ours is still under way
    page.wait_for_selector("body[data-step='1']")
    assert page.locator("[data-can]").count() == 0


def test_a_lost_act_is_sent_again_once(serve, open_page):
    server = serve()
    server.deaf = True
    page = open_page(server.url)
    move(page)
    sending(server, page)
    server.deaf = False
    server.cut()
    seq(page, 1)
    first, second = acts(server)
    assert first == second
    assert server.toy.seq[0] == 1


def test_a_lost_act_is_not_sent_again_on_another_table(serve, open_page):
    server = serve()
    server.deaf = True
    page = open_page(server.url)
    move(page)
    sending(server, page)
    server.toy.step += 1
    server.deaf = False
    server.cut()
    page.wait_for_selector("body[data-step='1']")
    page.wait_for_selector(".cards .card[data-can]")
    assert len(acts(server)) == 1
    assert server.toy.seq[0] == 0


def test_an_act_that_arrived_before_the_cut_counts_once(serve, open_page):
    server = serve()
    page = open_page(server.url)
    server.deaf = True
    move(page)
    sending(server, page)
    server.toy.act(0, acts(server)[0]["action"])
    server.deaf = False
    server.cut()
    seq(page, 1)
    assert len(acts(server)) == 1


def test_a_refused_act_says_why_and_offers_again(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.evaluate("document.querySelector('#status-buttons [data-action]').click()")
    seq(page, 1)
    server.deaf = True
    server.toy.turn = 0
    server.toy.step += 1
    server.show()
    page.wait_for_selector(".card[data-can]")
    page.evaluate(LASTING)
    page.locator("#status-buttons .button", has_text="Pass").click()
    server.push({"t": "refused", "seq": 1, "text": "The clock had run out."})
    expect(page.locator(".notice.error")).to_contain_text("The clock had run out.")
    page.wait_for_selector(".card[data-can]")


def test_an_older_view_is_dropped(serve, open_page):
    server = serve()
    page = open_page(server.url)
    old = server.toy.view(0)
    server.toy.step += 5
    server.show()
    page.wait_for_selector("body[data-step='5']")
    page.evaluate(LASTING)
    server.push(old | {"html": "<p id=old>old</p>"})
    all_heard(server, page)
    assert page.locator("#old").count() == 0


def test_views_do_not_queue_behind_an_animation(serve, open_page):
    """They come while the first of them is being shown, which takes until the tap."""
    server = serve(solo=True)
    page = open_page(server.url)
    page.evaluate(LASTING)
    page.evaluate(HELD)
    page.evaluate("""() => {
      window.shown = 0;
      new MutationObserver((all) => (shown += all.length)).observe(document.body, {attributeFilter: ['data-step']});
    }""")
    slow = [{"do": "shake", "at": "deck"}]
    for n in range(1, 30):
        server.toy.happen([{"html": f"n{n}", "seat": 0, "icon": "dot", "clause": "T-1.1", "anim": slow}])
        server.show()
    all_heard(server, page)
    page.keyboard.press("x")
    page.wait_for_selector("body[data-step='29']")
    assert page.evaluate("shown") == 2  # the first and the newest
    assert page.locator("#log-lines li").count() == 29  # nothing that happened is missing from the log


def test_the_server_goes_and_comes_back(serve, open_page):
    server = serve()
    page = open_page(server.url)
    server.stop()
    page.wait_for_selector("body[data-net=off]")
    expect(page.locator("#net")).to_contain_text("Connection lost")
    expect(page.locator("#status-text")).to_contain_text("Your turn")  # nothing is being sent
    page.wait_for_timeout(600)
    assert page.locator("[data-can]").count() == 0
    server.start()
    page.wait_for_selector("body[data-net=on]")
    move(page)
    seq(page, 1)
    assert page.locator("#net").is_hidden()


def test_a_spent_budget_is_final(serve, open_page):
    server = serve()
    page = open_page(server.url)
    server.cut(1008)
    expect(page.locator("#net")).to_contain_text("closed the connection")
    page.wait_for_timeout(700)
    assert len(server.wanted) == 1
    page.locator("#net button").click()
    page.wait_for_selector("body[data-net=on]")


def test_a_new_build_reloads_the_page(serve, open_page):
    server = serve()
    page = open_page(server.url)
    server.build = "b2"
    page.evaluate("window.here = 1")
    server.cut()
    until(page, "window.here === undefined")


def test_title_and_icon_at_your_turn(serve, open_page):
    page = open_page(serve().url)
    assert page.title() == "• Your turn – Lanterns"
    lit = page.get_attribute("link[rel=icon]", "href")
    move(page)
    seq(page, 1)
    assert page.title() == "Lanterns"
    assert page.get_attribute("link[rel=icon]", "href") != lit


def test_events_and_turns_are_read_aloud(serve, open_page):
    server = serve()
    page = open_page(server.url)
    other = open_page(server.url + "/?seat=1")
    page.locator("#status-buttons .button", has_text="Pass").click()
    expect(other.locator("#say")).to_have_text("Aki · Pass Your turn: play a card or draw")


def test_talk_offers_presence_clocks_and_the_end(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.fill("#chat-text", "<i>hello</i>")
    page.keyboard.press("Enter")
    expect(page.locator("#chat-lines")).to_contain_text("Aki <i>hello</i>")
    page.locator("#phrases").click()
    page.locator("#pop button").click()
    expect(page.locator("#chat-lines li")).to_have_count(2)
    page.locator(".talker").first.click()
    page.locator("#pop button", has_text="Mute Aki").click()
    assert page.locator("#chat-lines li:visible").count() == 0
    server.push(
        {
            "t": "offers",
            "offers": [{"id": 3, "text": "Bo asks to take back", "buttons": [{"say": "yes", "label": "Let them"}]}],
        }
    )
    page.locator(".offer button").click()
    server.hears({"t": "answer", "id": 3, "say": "yes"})
    now = page.evaluate("Date.now()")
    server.push(
        {
            "t": "presence",
            "presence": [{"seat": 1, "state": "gone", "until": now + 3_599_000, "then": "a bot takes over in"}],
            "watchers": 3,
        }
    )
    expect(page.locator("#absent")).to_contain_text(re.compile(r"a bot takes over in 5\d:\d\d"))
    expect(page.locator("[data-presence='1']")).to_have_text("gone")
    expect(page.locator("#watchers")).to_have_text("3 watching")
    expect(page.locator("[data-clock='0'] .time")).to_contain_text("0:")
    server.push(
        server.toy.view(0)
        | {
            "step": 9,
            "acts": {},
            "result": {"title": "Aki wins", "html": "<p>By two gems.</p>"},
            "status": {"text": "The match is over", "over": True},
        }
    )
    expect(page.locator("#result")).to_contain_text("By two gems.")
    page.locator("#result button", has_text="Look at the table").click()
    assert page.locator("#result").is_hidden()


def test_resigning_asks_first(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.locator("#menu").click()
    page.locator("#pop button", has_text="Resign").click()
    page.locator("dialog .button", has_text="Keep playing").click()
    page.locator("#menu").click()
    page.locator("#pop button", has_text="Resign").click()
    page.locator("dialog .button", has_text="Yes, resign").click()
    server.hears({"t": "resign"})
    assert [m for m in server.got if m["t"] == "resign"] == [{"t": "resign"}]


def test_what_was_asked_too_long_ago_is_not_shown_any_more(serve, open_page):
    server = serve()
    page = open_page(server.url)
    ask = {"id": 3, "text": "Bo asks for a pause", "buttons": [{"say": "yes", "label": "Pause"}]}
    server.push({"t": "offers", "offers": [ask | {"until": time.time() * 1000 + 600_000}]})
    expect(page.locator("#offers")).to_contain_text("Bo asks")
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 601_000; }")
    expect(page.locator("#offers")).to_be_empty()


def test_the_same_notice_is_shown_once(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.evaluate(LASTING)
    for text in ("Slowly!", "Slowly!", "Slowly!", "Now."):
        server.push({"t": "notice", "level": "error", "text": text})
    expect(page.locator(".notice", has_text="Now.")).to_be_visible()
    assert page.locator(".notice").count() == 2


def test_what_could_not_be_said_stays_where_it_was_written(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.context.set_offline(True)
    page.wait_for_selector("body[data-net=off]")
    page.fill("#chat-text", "are you there?")
    page.press("#chat-text", "Enter")
    assert page.input_value("#chat-text") == "are you there?"
    page.context.set_offline(False)
    page.wait_for_selector("body[data-net=on]")
    page.press("#chat-text", "Enter")
    expect(page.locator("#chat-lines")).to_contain_text("are you there?")
    assert page.input_value("#chat-text") == ""


def test_a_refused_line_is_there_again(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.evaluate(LASTING)
    server.push({"t": "notice", "level": "error", "text": "Slowly!", "unsaid": "one more thing"})
    expect(page.locator("#chat-text")).to_have_value("one more thing")
    server.push({"t": "notice", "level": "error", "text": "Too long!", "unsaid": "and another"})
    expect(page.locator(".notice", has_text="Too long!")).to_be_visible()
    expect(page.locator("#chat-text")).to_have_value("one more thing")


def test_who_is_muted_stays_so_at_every_seat(serve, open_page):
    server = serve()
    page = open_page(server.url)

    def say(id, seat, name, who):
        line = {"id": id, "channel": "table", "seat": seat, "name": name, "who": who, "text": f"line {id}"}
        server.push({"t": "chat", "lines": [line]})

    say(1, 1, "Otter", "one")
    page.click(".talker")
    page.click("#pop button")
    say(2, 0, "Otter", "one")
    say(3, 1, "Otter", "another")
    expect(page.locator("#chat-lines li")).to_have_count(3)
    muted = page.eval_on_selector_all("#chat-lines li", "all => all.map((e) => e.classList.contains('muted'))")
    assert muted == [True, True, False]


def test_onlookers_without_a_name_are_told_how_to_talk(serve, open_page):
    server = serve()
    page = open_page(server.url)
    assert page.locator("#chat-name").is_hidden()
    server.push({"t": "hello", "now": 0, "seat": -1, "seats": [], "channels": []})
    expect(page.locator("#chat-name")).to_be_visible()
    expect(page.locator("#chat-name a")).to_have_attribute("href", "/me")
    assert page.locator("#chat-form").is_hidden()
