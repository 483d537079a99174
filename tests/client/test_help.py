"""Help on the spot, the guided first game, earlier steps, large boards, fair deals."""

import hashlib
import hmac
import json

import pytest
from playwright.sync_api import expect

from tests.client.conftest import PHONE, RESTS, until
from tests.client.test_gestures import acts
from tests.client.test_wire import all_heard
from tests.guiding import overlap
from tests.looking import LASTING, at_rest, happens

pytestmark = pytest.mark.browser


def test_a_dim_thing_says_why(serve, open_page):
    page = open_page(serve().url)
    page.locator("#locked").click()
    expect(page.locator("#pop")).to_contain_text("The gate is closed until round 3.")


def test_a_card_explains_itself_and_its_rule(serve, open_page):
    page = open_page(serve().url + "/?seat=1")
    page.locator(".cards .card").first.click()
    expect(page.locator("#pop")).to_contain_text("moves one step")
    page.locator("#pop button", has_text="Rule T-1.1").click()
    expect(page.locator("#pop")).to_contain_text("A lantern moves one step.")
    page.keyboard.press("Escape")
    assert page.locator("#pop").is_hidden()


def test_right_click_and_long_press_ask_even_where_a_tap_would_choose(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.locator(".cards .card").first.click(button="right")
    expect(page.locator("#pop")).to_contain_text("moves one step")
    phone = open_page(server.url, **PHONE)
    box = phone.locator(".cards .card").first.bounding_box()
    touch = phone.context.new_cdp_session(phone)
    at = [{"x": box["x"] + 20, "y": box["y"] + 40}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    phone.evaluate(RESTS)  # it is open when the finger is up again
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.locator("#pop")).to_contain_text("moves one step")
    assert phone.locator("[data-picked]").count() == 0


def test_help_may_be_the_text_of_another_element_and_show_a_copy_of_one(serve, open_page):
    page = open_page(serve().url)
    page.evaluate("""() => {
      const one = document.querySelector('.panel');
      one.dataset.help = 'And this.';
      one.dataset.helpOf = 'status-text';
      one.dataset.show = 'deck';
    }""")
    page.locator(".panel").first.click(button="right")
    expect(page.locator("#pop p").first).to_contain_text("Your turn")
    expect(page.locator("#pop p").first).to_contain_text("And this.")
    assert page.locator("#pop .card.back").count() == 1
    assert page.locator("#deck").count() == 1
    assert page.locator("#pop [id]").count() == 0


def test_a_log_line_answers_why(serve, open_page):
    server = serve()
    server.toy.act(0, 0)
    page = open_page(server.url)
    page.locator("#log .clause").first.click()
    expect(page.locator("#pop")).to_contain_text("A lantern moves one step.")


LESSON = {"t": "guide", "id": "g1", "target": "deck", "text": "Here is the deck.", "next": "Go on", "step": 1, "of": 3}


def ring_is_around(page, id):
    until(page, f"Math.abs(document.querySelector('#guide-ring').getBoundingClientRect().x + 6"
                f" - document.getElementById({json.dumps(id)}).getBoundingClientRect().x) < 2")  # fmt: skip


def test_the_guided_first_game_points(serve, open_page):
    server = serve()
    page = open_page(server.url)
    server.push(LESSON)
    expect(page.locator("#guide")).to_contain_text("Here is the deck.")
    at_rest(page)
    ring_is_around(page, "deck")
    page.locator("#guide button", has_text="Go on").click()
    server.hears({"t": "guide", "id": "g1", "do": "next"})
    server.push({"t": "guide", "id": None})
    expect(page.locator("#guide")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 664), (844, 340), (1280, 600)])
def test_the_guide_goes_along_a_gesture_and_covers_nothing_of_it(serve, open_page, size):
    server = serve()
    page = open_page(server.url, viewport={"width": size[0], "height": size[1]})
    tree = server.toy.view(0)["acts"]
    path = []
    while isinstance(tree, dict):
        path.append(next(iter(tree)))
        tree = tree[path[-1]]
    assert len(path) == 3
    server.push({"t": "guide", "id": 1, "text": "Send a lantern on. " * 6, "paths": [path], "step": 1, "of": 3})
    for id in path:
        ring_is_around(page, id)
        bubble, lit = page.locator("#guide").bounding_box(), page.locator(f"#{id}").bounding_box()
        assert overlap(list(bubble.values()), list(lit.values())) == 0
        page.locator(f"#{id}").click()
    happens(page, lambda: acts(server), 20)


def test_the_keyboard_goes_into_the_bubble_and_back(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.locator(".cards .card[data-can]").first.focus()
    at = page.evaluate("document.activeElement.id")
    page.keyboard.press("Shift")
    server.push(LESSON)
    until(page, "document.activeElement.textContent === 'Go on'")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == at
    page.locator("#guide .main").focus()
    server.push({**LESSON, "id": 2, "text": "And here.", "next": "Further"})
    until(page, "document.activeElement.textContent === 'Further'")
    server.push({"t": "guide", "id": None})
    until(page, f"document.activeElement.id === {json.dumps(at)}")


def test_hints_and_partners_point(serve, open_page):
    server = serve()
    page = open_page(server.url)
    page.evaluate(LASTING)
    server.push({"t": "hint", "text": "Draw first.", "targets": ["deck"]})
    expect(page.locator(".ring-around")).to_have_count(1)
    server.push({"t": "point", "seat": 1, "id": "c-2-2"})
    expect(page.locator(".ring-around.s1")).to_have_count(1)


def played(serve):
    server = serve(solo=True)
    for n in (3, 5, 0, 9, 2):
        server.toy.act(0, n)
    return server


def test_a_log_line_rewinds_a_live_table(serve, open_page):
    server = played(serve)
    page = open_page(server.url)
    page.locator("#log .line").nth(1).click()
    expect(page.locator("#status-text")).to_have_text("Step 2")
    assert page.locator("[data-can]").count() == 0
    page.evaluate(LASTING)
    server.toy.act(0, 0)
    server.show()
    all_heard(server, page)
    assert page.inner_text("#status-text") == "Step 2"  # the present waits
    page.locator("#replay-now").click()
    page.wait_for_selector("body[data-step='6']")
    page.wait_for_selector(".card[data-can]")
    assert not acts(server)


def test_an_earlier_step_does_not_show_what_happened_last(serve, open_page):
    server = played(serve)
    page = open_page(server.url)
    piece = page.locator(".piece").first.get_attribute("id")
    server.push(server.toy.view(0) | {"events": [{"mark": [piece]}]})
    page.wait_for_selector(f"#{piece}[data-last]")
    page.locator("#log .line").nth(1).click()
    expect(page.locator("#status-text")).to_have_text("Step 2")
    expect(page.locator(f"#{piece}[data-last]")).to_have_count(0)
    page.locator("#replay-now").click()
    page.wait_for_selector(f"#{piece}[data-last]")


def test_what_was_missed_is_played_and_ends_in_the_present(serve, open_page):
    server = played(serve)
    page = open_page(server.url)
    page.evaluate(LASTING)
    page.evaluate("""() => {
      window.reviews = [];
      const note = () => reviews.push(document.body.hasAttribute('data-review'));
      new MutationObserver(note).observe(document.body, {attributeFilter: ['data-review']});
    }""")
    server.push(server.toy.view(0) | {"missed": 2, "events": []})
    page.locator(".notice button", has_text="Show them").click()
    until(page, "reviews.length === 2")
    assert page.evaluate("reviews") == [True, False]
    page.wait_for_selector(".card[data-can]")


def test_a_replay_steps_plays_and_links(serve, open_page):
    server = played(serve)
    page = open_page(server.url + "/replay?step=1", ready="#replay")
    page.locator("#replay-forward").click()
    page.wait_for_url("**/replay?step=2")
    page.keyboard.press("End")
    page.wait_for_url("**/replay?step=5")
    page.keyboard.press("Home")
    page.wait_for_url("**/replay?step=0")
    page.locator("#log .line").nth(2).click()
    page.wait_for_url("**/replay?step=3")
    expect(page.locator("#log li.now")).to_have_count(1)
    page.locator("#replay-play").click()
    page.wait_for_url("**/replay?step=5")


def test_a_replay_works_without_javascript(serve, open_page):
    server = played(serve)
    page = open_page(server.url + "/replay?step=1", ready=None, java_script_enabled=False)
    page.locator("#status a", has_text="On").click()
    expect(page.locator("#status")).to_contain_text("Step 2")
    page.locator("#log a.line").nth(3).click()
    expect(page.locator("#status")).to_contain_text("Step 4")


def test_a_large_board_pans_and_zooms(serve, open_page):
    page = open_page(serve().url + "/map", ready=".zoom")
    where = "document.querySelector('#map > svg').style.transform"
    assert page.evaluate(where) == "translate(0px, 0px) scale(1)"
    box = page.locator("#map").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.wheel(0, -600)
    until(page, f"/scale\\(2/.test({where})")
    before = page.locator("#c-5-5").bounding_box()
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] + 170, steps=5)
    page.mouse.up()
    after = page.locator("#c-5-5").bounding_box()
    assert abs(before["x"] - after["x"] - 50) < 8
    page.keyboard.press("0")
    assert page.evaluate(where) == "translate(0px, 0px) scale(1)"
    page.keyboard.press("+")
    assert "scale(1.4)" in page.evaluate(where)
    page.evaluate("document.querySelector('#map').scrollTo(40, 40)")  # as a focus outside the box would
    assert page.evaluate("document.querySelector('#map').scrollTop") == 0


def test_the_guide_brings_into_view_what_it_speaks_of_on_a_large_board(serve, open_page):
    server = serve()
    page = open_page(server.url)
    view = server.toy.view(0)
    server.push(view | {"html": view["html"].replace('class="stage"', 'class="stage" id="map" data-viewport')})
    page.wait_for_selector("#map .zoom")
    for _ in range(4):
        page.keyboard.press("+")
    board, cell = page.locator("#map").bounding_box(), page.locator("#c-0-0")
    assert cell.bounding_box()["y"] + cell.bounding_box()["height"] < board["y"]
    server.push({**LESSON, "target": "c-0-0"})
    ring_is_around(page, "c-0-0")
    until(page, f"document.querySelector('#guide-ring').getBoundingClientRect().y + 8 >= {board['y']}")
    assert cell.bounding_box()["y"] >= board["y"]


def test_the_guide_does_not_cover_what_a_tap_would_do(serve, open_page):
    server = serve()
    page = open_page(server.url, viewport={"width": 390, "height": 664})
    card = page.locator(".cards .card[data-can]").first.get_attribute("id")
    server.push({"t": "guide", "id": 1, "text": "Compare. " * 12, "paths": [[card, card]], "step": 1, "of": 3})
    expect(page.locator("#guide")).to_be_visible()
    page.evaluate(
        """card => {
      const bubble = document.querySelector('#guide').getBoundingClientRect();
      const told = document.querySelector('#view').appendChild(document.createElement('div'));
      Object.assign(told, {id: 'told', textContent: '66 %'});
      told.dataset.hintFor = card;
      Object.assign(told.style, {position: 'fixed', left: bubble.x + 'px', top: bubble.y + 'px', width: '9rem'});
    }""",
        card,
    )
    page.locator(f"#{card}").click()
    page.wait_for_selector("#told[data-aim]")
    until(
        page,
        """(() => {
      const [a, b] = ['guide', 'told'].map((id) => document.getElementById(id).getBoundingClientRect());
      return a.bottom <= b.y || b.bottom <= a.y || a.right <= b.x || b.right <= a.x;
    })()""",
    )


def test_a_phone_has_the_other_language_in_the_menu(serve, open_page):
    page = open_page(serve().url, viewport={"width": 390, "height": 664})
    link = "<a hreflang='ja' lang='ja' href='/language/ja'>日本語</a>"
    page.evaluate(f"document.querySelector('#links').insertAdjacentHTML('afterbegin', {json.dumps(link)})")
    expect(page.locator("#links a[hreflang]")).to_be_hidden()
    page.locator("#menu").click()
    expect(page.locator("#pop a[lang=ja]")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 600})
    expect(page.locator("#links a[hreflang]")).to_be_visible()


FOLD_HTML = """<div class="fold" id="fold">
  <button type="button" class="fold-chip" popovertarget="shop" id="shop-chip">Shop</button>
  <div class="fold-body" popover id="shop"><div id="wares" class="card">Rope</div></div></div>"""
FOLD = f"() => document.querySelector('.hand').insertAdjacentHTML('beforebegin', `{FOLD_HTML}`)"


def test_the_guide_leads_into_a_fold_and_stays_above_it(serve, open_page):
    server = serve()
    page = open_page(server.url, viewport={"width": 390, "height": 664})
    page.evaluate(FOLD)
    server.push({"t": "guide", "id": 1, "text": "Buy a rope.", "paths": [["wares"]], "step": 1, "of": 3})
    ring_is_around(page, "shop-chip")
    page.locator("#shop-chip").click()
    page.wait_for_selector("#shop:popover-open")
    ring_is_around(page, "wares")
    bubble, lit = page.locator("#guide").bounding_box(), page.locator("#wares").bounding_box()
    assert overlap(list(bubble.values()), list(lit.values())) == 0
    ring, guide = page.locator("#guide-ring"), page.locator("#guide")
    assert all(part.evaluate("e => e.matches(':popover-open')") for part in (ring, guide))
    assert guide.evaluate("e => getComputedStyle(e).pointerEvents") == "none"
    server.push({**LESSON, "id": 2})  # what is said next can be read, although the fold is still open
    page.locator("#guide .main").click()
    server.hears({"t": "guide", "id": 2, "do": "next"})
    page.keyboard.press("Escape")
    expect(page.locator("#shop")).to_be_hidden()


def test_a_fold_in_which_all_is_chosen_does_not_cover_the_board(serve, open_page):
    server = serve()
    page = open_page(server.url, viewport={"width": 390, "height": 664})
    page.set_default_timeout(20_000)
    view = server.toy.view(0)
    html = view["html"].replace('<div class="stage"', f'{FOLD_HTML}<div class="stage"', 1)
    view |= {"html": html, "labels": {"0": "Draw"}}
    server.push(view | {"acts": {"c-0-0": 0}})
    page.locator("#shop-chip").click()
    page.locator("#wares").click()  # nothing can be chosen there: it stays open to be read
    server.push(view | {"acts": {"wares": {"c-0-0": 0}}})
    page.wait_for_selector("#wares[data-can]")
    assert page.locator("#shop").is_visible()
    page.locator("#wares").click()  # the next choice is on the board
    page.wait_for_selector("#c-0-0[data-can]")
    assert page.locator("#shop").is_hidden()


def test_two_fingers_zoom(serve, open_page):
    page = open_page(serve().url + "/map", ready=".zoom", **PHONE)
    touch = page.context.new_cdp_session(page)
    for kind, d in [("touchStart", 20), ("touchMove", 40), ("touchMove", 80), ("touchEnd", 0)]:
        points = [] if kind == "touchEnd" else [{"x": 195 - d, "y": 400, "id": 0}, {"x": 195 + d, "y": 400, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    scale = "new DOMMatrix(getComputedStyle(document.querySelector('#map > svg')).transform).a"
    until(page, f"{scale} > 2.5")
    assert page.evaluate(scale) < 5


def test_the_fair_deal_is_checked_in_the_browser(serve, open_page):
    page = open_page(serve().url + "/fair", ready="body[data-fair=part]")
    expect(page.locator("[data-fair-verdict] li.ok")).to_have_count(1)
    message = json.dumps(["k3", ["a", "灯"], 1, 0], separators=(",", ":")).encode()
    key = hmac.new(bytes(range(32)), message, hashlib.sha256).hexdigest()[:32]
    expect(page.locator("[data-fair-keys] li").nth(1)).to_have_text(f"1 {key}")
    page.fill("#shown", "00" * 32)
    page.keyboard.press("Tab")
    page.wait_for_selector("body[data-fair=wrong]")
