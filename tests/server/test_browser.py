"""Whole matches in real browsers: by mouse, by touch on a phone, by keyboard alone; watching, coming back, axe."""

import time

import pytest

from taku.engine.game import find_game
from taku.engine.match import Match
from tests.looking import faults
from tests.server.conftest import PHONE, until
from tests.server.kit import Process, everybody_chooses, free_port, serving

pytestmark = pytest.mark.browser

MINE = "document.querySelector('#status.yours') !== null && document.querySelector('#view [data-can]') !== null"
OVER = "document.querySelector('#result') !== null"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with everybody_chooses(), serving(tmp_path_factory.mktemp("browser")) as running:
        yield running


def open_table(page, site, game, query="", **seats):
    """Open a table by the form; its address."""
    page.goto(f"{site.url}/new/{game}{query}")
    for name, value in seats.items():
        page.select_option(f"[name={name}]", value)
    page.click("text=/^(Open the table|卓を開く)$/")
    page.wait_for_url("**/t/*")
    return page.url


def unfold(page):
    """Open the parts of a form that are folded."""
    page.evaluate("for (const e of document.querySelectorAll('main details')) e.open = true")


def join(page, url, name, *, touch=False):
    page.goto(url)
    page.fill("#f-name", name)
    button = page.locator("button[name=seat]").first
    button.tap() if touch else button.click()
    page.wait_for_selector("body.at-table[data-net=on]")


def by_mouse(page, n=0):
    can = page.locator("#view [data-can]")
    can.nth(min(n, can.count() - 1)).click()
    commit = page.locator("#commit")
    if commit.count():
        commit.click()


def by_touch(page, n=0):
    can = page.locator("#view [data-can]")
    one = can.nth(min(n, can.count() - 1))
    one.tap()
    if page.locator("#commit").count():
        page.locator("#commit").tap()


def by_keyboard(page, n=0):
    if page.locator("#acts").is_hidden():
        page.keyboard.press("a")
    page.keyboard.press("1")
    if page.locator("#commit").count():
        page.keyboard.press("1")


def play_out(players, seconds=240):
    """Let everybody who may move do so in their own way until the match is over; a bot may wait for its compiler."""
    end = time.monotonic() + seconds  # from the last move
    while time.monotonic() < end:
        for page, way in players:
            if page.evaluate(OVER):
                continue
            if page.evaluate(MINE):
                seq = page.get_attribute("body", "data-seq")
                way(page)
                until(page, f"document.body.dataset.seq !== '{seq}' || {OVER}")
                end = time.monotonic() + seconds
        if all(page.evaluate(OVER) for page, _ in players):
            return
        players[0][0].wait_for_timeout(60)
    raise AssertionError("the match does not go on")


def test_two_taps_from_the_home_page_to_playing(site, person):
    page = person(**PHONE)
    page.goto(site.url)
    page.locator("#game-connect_four button.main").tap()
    page.wait_for_selector("body.at-table[data-net=on]")
    until(page, MINE)
    by_touch(page, 3)
    until(page, "Number(document.body.dataset.seq) === 1")


@pytest.mark.parametrize("game", ["connect_four", "goofspiel"])
def test_whole_matches_by_mouse_touch_and_keyboard(site, person, game):
    mouse, phone, watcher = person(), person(**PHONE, locale="ja-JP"), person()
    heard = []
    watcher.on("websocket", lambda ws: ws.on("framereceived", lambda frame: heard.append(frame)))
    query = "?preset=poker_face" if game == "goofspiel" else ""
    url = open_table(mouse, site, game, query)
    join(phone, url, "あき", touch=True)
    mouse.wait_for_selector("body.at-table[data-net=on]")
    watcher.goto(url)
    watcher.wait_for_selector("body[data-net=on]")
    play_out([(mouse, by_mouse), (phone, by_touch)])
    until(watcher, OVER)
    text = "".join(str(frame) for frame in heard)
    assert "あき" in text
    assert "You lay" not in text
    assert '"acts":{}' in text.replace(" ", "")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "対局終了" in phone.inner_text("#status-text")


def test_a_whole_match_by_keyboard_alone(site, person):
    page, other = person(), person()
    url = open_table(page, site, "goofspiel", "?preset=quick")
    join(other, url, "Bo")
    page.wait_for_selector("body.at-table[data-net=on]")
    play_out([(page, by_keyboard), (other, by_keyboard)])


def test_a_pause_ends_by_a_button_in_plain_sight(site, person):
    one, two = person(), person(**PHONE)
    url = open_table(one, site, "connect_four")
    join(two, url, "Bo", touch=True)
    one.wait_for_selector("body.at-table[data-net=on]")
    until(one, MINE)
    one.click("#menu")
    one.click("text=Ask for a pause")
    two.locator("text=Pause the match").tap()
    for page in (one, two):
        page.wait_for_selector("#status-buttons #resume")
    two.locator("#resume").tap()
    until(one, MINE)
    assert one.locator("#resume").count() == 0
    assert "plays on" in one.inner_text("#notices")


def test_pages_come_back_by_themselves_after_a_kill(tmp_path, person):
    process = Process(tmp_path, free_port())
    site = process.start()
    one, two = person(), person()
    url = open_table(one, site, "connect_four")
    join(two, url, "Bo")
    one.wait_for_selector("body.at-table[data-net=on]")
    until(one, MINE)
    by_mouse(one, 3)
    until(two, MINE)
    process.kill()
    until(two, "document.body.dataset.net === 'off'")
    process.start()
    for page in (one, two):
        until(page, "document.body.dataset.net === 'on' && document.body.dataset.step === '1'")
    until(two, MINE)
    by_mouse(two, 2)
    until(one, "Number(document.body.dataset.step) === 2")
    process.stop()


def test_the_page_of_a_room_says_that_it_is_one(site, person):
    host, page = person(), person()
    url = open_table(host, site, "connect_four")
    with page.expect_websocket() as opened:
        page.goto(url)
    assert "room=1" in opened.value.url
    join(page, url, "Bo")
    assert page.get_attribute("body", "data-room") is None


def test_seats_are_offered_as_they_are_taken_and_left(site, person):
    host, page, ann = person(), person(), site.visitor()
    url = open_table(host, site, "goofspiel", "?seats=3")
    table = url.removeprefix(site.url)
    page.goto(url)
    page.wait_for_selector("body[data-net=on]")
    assert page.locator("button[name=seat]:visible").count() == 2
    page.fill("#f-name", "Bo")
    assert ann.sit(table, 1).status == 303
    page.wait_for_selector("button[name=seat][value='1']", state="detached")
    assert page.locator("button[name=seat]:visible").count() == 1
    until(host, "document.querySelector('input[name=seat]')?.value === '2'")  # bots for the third seat
    host.click("#first summary")  # a QR code that is open stays so
    assert ann.post(f"{table}/leave").status == 303
    page.wait_for_selector("button[name=seat][value='1']")
    until(host, "document.querySelectorAll('select[name=seat] option').length === 3")
    assert host.locator("#first details[open]").count() == 1
    assert page.input_value("#f-name") == "Bo"
    page.click("button[name=seat][value='1']")
    page.wait_for_selector("#room-1:has-text('Bo')")
    page.wait_for_load_state()
    until(host, "document.querySelector('input[name=seat]')?.value === '2'")
    assert [p.locator("form[action$='/bot']").count() for p in (host, page)] == [1, 0]  # the host may call bots


def test_another_number_of_seats_keeps_what_was_written(site, person):
    page = person()
    page.goto(f"{site.url}/new/goofspiel")
    unfold(page)
    page.fill("[name=title]", "Evening")
    page.check("[name=clock][value=decision]")
    page.fill("[name=decision]", "45")
    page.uncheck("[name=takeover]")
    page.fill("[name='option.cards']", "7")
    page.select_option("[name=seat1]", "bot:club")
    page.select_option("#f-seats", "3")
    page.wait_for_url("**seats=3**")
    assert page.locator("[name=seat2]").count() == 1
    unfold(page)
    assert page.input_value("[name=title]") == "Evening"
    assert page.is_checked("[name=clock][value=decision]")
    assert page.input_value("[name=decision]") == "45"
    assert not page.is_checked("[name=takeover]")
    assert page.input_value("[name='option.cards']") == "7"
    assert page.input_value("[name=seat1]") == "bot:club"
    page.select_option("#f-preset", "quick")
    page.wait_for_url("**preset=quick**")
    assert page.input_value("[name=title]") == "Evening"
    assert page.input_value("[name='option.cards']") == "5"  # that is what was chosen now


@pytest.mark.parametrize("size", [(390, 664), (1366, 625)])
def test_what_is_needed_to_begin_is_in_the_window(site, person, size):
    host, guest = (person(viewport={"width": size[0], "height": size[1]}) for _ in range(2))

    def in_window(page, locator):
        box = page.locator(locator).first.bounding_box()
        assert box["y"] + box["height"] <= size[1], locator
        assert box["x"] + box["width"] <= size[0], locator

    host.goto(site.url)
    for needed in ("button.main", "button[name=guide]"):
        in_window(host, f".game {needed}")
    for game, seats in (("goofspiel", 4), ("oneiron", 20)):
        host.goto(f"{site.url}/new/{game}?seats={seats}")
        in_window(host, ".make button")
        assert host.evaluate("document.documentElement.scrollWidth") <= size[0]
        url = open_table(host, site, game, f"?seats={seats}")
        for needed in ("form[action$='/bot'] button", ".invite .link", ".invite button"):
            in_window(host, needed)
        guest.goto(url)
        in_window(guest, "button[name=seat]")


def test_a_rulebook_begins_with_the_game_and_not_with_its_contents(site, person):
    phone, desk = person(**PHONE), person(viewport={"width": 1280, "height": 600})
    for page in (phone, desk):
        page.goto(f"{site.url}/rules/destroy")
        for first in ("form:has([name=guide]) button", "h1"):
            box = page.locator(first).bounding_box()
            assert box["y"] + box["height"] <= page.viewport_size["height"], first
    link = ".toc a[href='#d-5']" if desk.locator(".toc a[href='#d-5']").count() else ".toc a:nth-of-type(5)"
    assert desk.locator(link).is_visible()
    assert not phone.locator(link).is_visible()
    phone.locator(".toc summary").tap()
    phone.locator(link).tap()
    phone.wait_for_function("scrollY > 300")


def test_rules_that_were_changed_are_counted(site, person):
    page = person()
    page.goto(f"{site.url}/new/goofspiel?preset=quick")
    assert page.locator("[data-changed]:visible").count() == 0
    unfold(page)
    page.fill("[name='option.cards']", "7")
    page.dispatch_event("[name='option.cards']", "change")
    assert page.inner_text("[data-changed]") == "1 changed"
    page.fill("[name='option.cards']", "5")
    page.dispatch_event("[name='option.cards']", "change")
    assert page.locator("[data-changed]:visible").count() == 0


def test_new_tables_appear_on_an_open_home_page(site, person):
    page, ann = person(), site.visitor()
    page.goto(site.url)
    table = ann.open("goofspiel", "?seats=3", title="A fresh one")
    page.wait_for_selector(f"#lobby a[href='{table}']")
    assert ann.post(f"{table}/close", page=table).location == "/"
    page.wait_for_selector(f"#lobby a[href='{table}']", state="detached")


def test_a_room_tells_who_has_left(site, person):
    host, guest = person(), person()
    url = open_table(host, site, "goofspiel", "?seats=3")
    guest.goto(url)
    guest.wait_for_selector("#room-0:has-text('is here')")
    host.close()
    guest.wait_for_selector("#room-0:has-text('is not here now')", timeout=5000)


def test_links_are_shared_by_the_systems_sheet_and_copied_without_one(site, person):
    page = person()
    answer = "Promise[window.refuse ? 'reject' : 'resolve'](new Error())"
    page.add_init_script(f"navigator.share = (what) => (window.shared = what, {answer});")
    url = open_table(page, site, "goofspiel", "?seats=3")
    page.click("text=Share the link")
    assert page.evaluate("window.shared") == {"title": "Goofspiel", "url": url}
    page.evaluate("window.refuse = true")
    page.click("text=Share the link")
    page.wait_for_selector("text=Copied")


def test_without_a_connection_there_is_a_page_and_nothing_of_a_table_is_kept(site, person):
    page = person()
    url = open_table(page, site, "goofspiel", "?seats=3")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    page.goto(url)
    assert page.inner_text("h1") == "No connection"
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).borderRadius") != "0px"  # with its styles
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"""
    )
    assert sorted(path.split("/")[-1] for path in kept) == ["offline", "taku.css"]
    page.context.set_offline(False)
    page.goto(url)
    assert page.inner_text("h1") == "Goofspiel"


def test_your_turn_comes_as_a_notification_after_a_tap_and_only_to_a_hidden_page(site, person):
    page = person()
    page.add_init_script(
        "Object.defineProperty(Notification, 'permission', {get: () => window.asked ? 'granted' : 'default'});"
        "Notification.requestPermission = async () => (window.asked = true, 'granted');"
    )  # a browser without a window grants none
    told = "async (title, more) => { window.told = [title, more.body]; }"
    page.add_init_script(f"ServiceWorkerRegistration.prototype.showNotification = {told}")
    page.goto(site.url)
    page.click("#game-connect_four button.main")
    page.wait_for_selector("body.at-table[data-net=on]")
    until(page, MINE)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.click("#menu")
    page.click("text=Notification at your turn: off")
    until(page, "localStorage.getItem('taku.notify') === '1'")
    by_mouse(page)
    until(page, MINE)
    assert page.evaluate("window.told") is None
    assert page.evaluate("window.asked")
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    by_mouse(page, 3)
    until(page, "window.told !== undefined")
    assert page.evaluate("window.told[0]") == "Your turn"


def test_rewinding_and_the_reason_behind_a_line(site, person):
    page = person()
    page.goto(site.url)
    page.click("#game-connect_four button.main")
    page.wait_for_selector("body.at-table[data-net=on]")
    for n in range(2):
        until(page, MINE)
        by_mouse(page, n)
        until(page, f"Number(document.body.dataset.seq) === {n + 1}")
    until(page, MINE)
    page.locator("#log-lines .clause").first.click()
    page.wait_for_selector("#pop .clause-text a")
    page.keyboard.press("Escape")
    page.locator("#log-lines a.line").first.click()
    page.wait_for_selector("#replay-now")
    page.click("#replay-now")
    until(page, MINE)


def test_replay_with_and_without_javascript(site, person):
    mouse, other = person(), person()
    url = open_table(mouse, site, "goofspiel", "?preset=quick")
    join(other, url, "Bo")
    mouse.wait_for_selector("body.at-table[data-net=on]")
    play_out([(mouse, by_mouse), (other, by_mouse)])
    page = person()
    page.goto(f"{url}/replay?step=0&seat=all")
    page.wait_for_selector("#replay-play")
    page.keyboard.press("ArrowRight")
    until(page, "location.search.includes('step=1')")
    plain = person(java_script_enabled=False)
    plain.goto(f"{url}/replay?step=0")
    plain.click("a[title='One step on']")
    plain.wait_for_url("**step=1**")
    plain.goto(site.url)
    assert plain.locator(".game").count() >= 2
    plain.goto(f"{site.url}/rules/goofspiel#G-2.1")
    assert plain.locator("#G-2\\.1").is_visible()
    plain.goto(f"{url}/fair")
    page.goto(f"{url}/fair")
    until(page, "document.body.dataset.fair === 'part'")


SQUEEZED = """[...document.querySelectorAll('#players .panel, #status-text, .status-text')].filter(e =>
  e.scrollHeight > e.clientHeight + 1 || e.getBoundingClientRect().width < 100).map(e => e.outerHTML.slice(0, 200))"""
"""Players who are one badge wide, and words of the status line that are cut."""


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_and_no_page_is_too_wide(site, person, scheme, width):
    phone = {"has_touch": True, "is_mobile": True} if width < 600 else {}
    page = person(color_scheme=scheme, viewport={"width": width, "height": 664}, **phone)
    table = open_table(page, site, "goofspiel", "?preset=quick", seat1="bot:beginner")
    page.wait_for_selector("body.at-table[data-net=on]")
    until(page, MINE)
    found = {"table": faults(page)}
    play_out([(page, by_mouse)])
    found["end"] = faults(page)
    room = open_table(page, site, "goofspiel", "", seat1="invited")
    paths = [
        "/",
        "/new/goofspiel",
        "/me",
        "/code",
        "/upload",
        "/fair",
        "/rules/goofspiel",
        "/tables",
        "/finished",
        "/nothing",
    ]
    replay, analysis = f"{table}/replay?step=1", f"{table}/analysis"
    for url in [f"{site.url}{p}" for p in paths] + [replay, analysis, f"{table}/fair", room]:
        page.goto(url)
        found[url] = faults(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found[url] += [("too wide", wide)]
        if url == replay and (squeezed := page.evaluate(SQUEEZED)):
            found[url] += [("squeezed", squeezed)]
    assert not {where: what for where, what in found.items() if what}


def test_a_browser_uploads_a_match_file_and_other_devices_are_forgotten(site, person, tmp_path):
    match = Match.create(find_game("connect_four"))
    for column in (3, 3, 4):
        match.act(match.rules.acting(match.state)[0], column)
    file = tmp_path / '「対局」 a "match".json'
    file.write_text(match.dumps(), encoding="utf-8")
    page = person()
    page.goto(f"{site.url}/upload")
    page.set_input_files("#f-file", file)
    page.click("main button[type=submit]")
    page.wait_for_url("**/u/*")
    until(page, "document.querySelector('#replay output')?.textContent.endsWith('/3') === true")
    page.goto(f"{site.url}/me")
    page.fill("#f-name", "Ann")
    page.click("text=Save")
    page.click("text=Forget all other devices")
    page.wait_for_url("**/me")
    assert page.input_value("#f-name") == "Ann"
