"""Fair deals that a player can check: the browser notes promise and nonce, and judges the deal after the match."""

import hashlib
import json

import pytest

from taku.engine.match import stream_key
from taku.server.modules import sources
from tests.looking import faults
from tests.server.conftest import until
from tests.server.kit import on_loop, serving
from tests.server.test_browser import join, open_table


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("fair")) as running:
        yield running


def id_of(page):
    return page.url.partition("/t/")[2].partition("/")[0]


def at_table(page):
    page.wait_for_selector("body.at-table[data-net=on]")


def end(site, match):
    """Somebody resigns; the verdicts come."""
    table = site.server._site.registry.tables[match]
    on_loop(site, table.enter("resign", table.humans()[0]))
    assert table.over


def verdict(page):
    """The verdict in the result, and what it says."""
    page.wait_for_selector("#result details.verdict")
    details = page.locator("#result details.verdict")
    return details.get_attribute("data-verdict"), details.evaluate("e => e.textContent")


def file_of(site, match):
    return json.loads(site.visitor().get(f"/t/{match}/match.json").text)


def played(site, page):
    """A match against a bot in one tap, given up at once: its id."""
    page.goto(site.url)
    page.click("#game-connect_four button.main")
    at_table(page)
    match = id_of(page)
    end(site, match)
    return match


def serve_instead(page, change):
    """The server shows another match file to this page than it made."""

    def answer(route):
        data = route.fetch().json()
        change(data)
        route.fulfill(json=data)

    page.route("**/match.json", answer)


def checked(page, site, match):
    """The state of the whole check of a match, and what it says."""
    page.goto(f"{site.url}/t/{match}/fair")
    until(page, "document.body.dataset.fair !== undefined")
    return page.get_attribute("body", "data-fair"), page.inner_text("[data-fair-verdict]")


# ---- in a browser


@pytest.mark.browser
@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-US", ("promised to this browser", "stands at your seat")), ("ja-JP", ("約束どおり", "あなたの席にあります"))],
)
def test_new_table_seat_and_rematch_are_noted_and_checked_without_a_click(site, person, locale, words):
    ann, bo = person(locale=locale), person(locale=locale)
    url = open_table(ann, site, "connect_four")
    join(bo, url, "Bo")
    at_table(ann)
    first = id_of(ann)
    end(site, first)
    for page in (ann, bo):
        state, text = verdict(page)
        assert state == "ok", text
        assert all(w in text for w in words)
        assert "taku verify" in text
        assert faults(page) == []
    ann.click("#result .row button.main")
    bo.click("#result .row button.main")
    for page in (ann, bo):
        page.wait_for_url(lambda to: "/t/" in to and first not in to)
        at_table(page)
    end(site, id_of(ann))
    for page in (ann, bo):
        assert verdict(page)[0] == "ok", verdict(page)
        assert checked(page, site, id_of(page))[0] == "ok"
        assert faults(page) == []


@pytest.mark.browser
def test_a_bot_in_one_tap_is_checked_and_another_browser_says_what_it_cannot_know(site, person):
    page, other = person(), person()
    match = played(site, page)
    assert verdict(page)[0] == "ok"
    assert checked(page, site, match)[0] == "ok"
    state, text = checked(other, site, match)
    assert state == "part"
    assert "noted no promise for this match" in text
    assert other.locator("[data-fair-verdict] > .check.ok").count() == 0
    assert faults(other) == []
    other.fill("[data-fair-shown]", file_of(site, match)["commitment"])
    other.keyboard.press("Tab")
    until(other, "document.querySelector('[data-fair-verdict]').textContent.includes('you entered is that')")
    assert other.get_attribute("body", "data-fair") == "part"
    other.fill("[data-fair-shown]", "00" * 32)
    other.keyboard.press("Tab")
    until(other, "document.body.dataset.fair === 'wrong'")


def forge_all(m):
    m["secret"] = "11" * 32
    m["commitment"] = hashlib.sha256(bytes.fromhex(m["secret"])).hexdigest()


FORGED = {
    "another promise": (forge_all, "promise that this browser noted before the match is another"),
    "another secret": (lambda m: m.update(secret="22" * 32), "does not have the hash"),
    "another nonce": (lambda m: m.update(nonces=["f" * 32] * 2), "does not stand at your seat"),
    "seats changed": (lambda m: m["nonces"].reverse(), "does not stand at your seat"),
    "another match": (lambda m: m.update(id="abcdefgh"), "file of another match (abcdefgh)"),
    "a seed after all": (lambda m: m.update(id="seed", nonces=[]), "dealt from a seed"),
    "no secret": (lambda m: m.pop("secret"), "secret is not in this file"),
    "no file": (lambda m: m.pop("nonces"), "not a match file"),
}


@pytest.mark.browser
def test_whatever_was_changed_is_told_in_red_with_the_reason(site, person):
    page = person()
    match = played(site, page)
    assert verdict(page)[0] == "ok"
    for change, reason in FORGED.values():
        serve_instead(page, change)
        state, text = checked(page, site, match)
        page.unroute("**/match.json")
        assert state == "wrong", text
        assert reason in text
        assert page.locator("[data-fair-verdict] li.wrong").count() >= 1
    assert faults(page) == []
    serve_instead(page, forge_all)
    page.goto(f"{site.url}/t/{match}")
    state, text = verdict(page)
    assert state == "wrong"
    assert page.locator("#result details.verdict[open]").count() == 1
    assert "is another one" in text


@pytest.mark.browser
def test_a_file_is_checked_against_the_notes_of_this_browser(site, person, tmp_path):
    page = person()
    good = file_of(site, played(site, page))
    forged = {**good}
    forge_all(forged)
    stripped = {**good, "nonces": ["x", "y"]}
    for name, data, state in [
        ("good", json.dumps(good), "ok"),
        ("forged", json.dumps(forged), "wrong"),
        ("stripped", json.dumps(stripped), "wrong"),
        ("unknown", json.dumps({**good, "id": "neverseen"}), "part"),
        ("torn", json.dumps(good)[:-9], "wrong"),
        ("other", "[1]", "wrong"),
        ("null", "null", "wrong"),
    ]:
        (tmp_path / f"{name}.json").write_text(data)
        page.goto(f"{site.url}/fair")
        page.set_input_files("[data-fair-file]", tmp_path / f"{name}.json")
        until(page, "document.body.dataset.fair !== undefined")
        assert page.get_attribute("body", "data-fair") == state, name


@pytest.mark.browser
def test_a_chosen_seed_is_told_before_and_after(site, person):
    host, guest = person(), person(locale="ja-JP")
    host.goto(f"{site.url}/new/connect_four")
    host.click("details:has([name=seed]) > summary")
    host.fill("[name=seed]", "known")
    host.select_option("[name=seat1]", "invited")
    host.click("text=Open the table")
    host.wait_for_url("**/t/*")
    assert "The host chose the seed" in host.inner_text("#table")
    link = host.locator("[data-copy*='/i/']").get_attribute("data-copy")
    guest.goto(link)
    assert "主催者がこの配りの種を選びました" in guest.inner_text("main")
    assert guest.locator("main .promise code").inner_text() == host.locator("#table .promise code").inner_text()
    assert faults(guest) == []
    guest.click("button.main")
    at_table(guest)
    at_table(host)
    end(site, id_of(host))
    assert verdict(host)[0] == "seed"
    assert "Whoever knew the seed" in verdict(host)[1]
    assert verdict(guest)[0] == "seed"


@pytest.mark.browser
def test_a_guided_game_from_a_seed_is_no_broken_promise(site, person):
    page = person()
    page.goto(site.url)
    page.click("#game-destroy button[name=guide]")
    at_table(page)
    match = id_of(page)
    end(site, match)
    assert checked(page, site, match)[0] == "seed"


@pytest.mark.browser
def test_notes_are_bounded_the_newest_stay_and_the_first_promise_stands(site, person):
    page = person()
    page.goto(site.url)
    found = page.evaluate(
        """async () => {
          const from = document.querySelector('script[src*="/page.js"]').src.replace('page.js', 'core.js');
          const {throwIn, noted} = await import(from);
          for (let n = 0; n < 250; n++) throwIn(`m${n}`, `p${n}`);
          const again = throwIn('m200', 'another promise') === noted('m200').nonce;
          const kept = JSON.parse(localStorage.getItem('taku.deals'));
          localStorage.setItem('taku.deals', '{"damaged');
          const lost = noted('m240') === undefined;
          return [kept.length, kept[0].match, kept.at(-1), again, lost, throwIn('x', 'y').length];
        }"""
    )
    assert found[:2] == [200, "m50"]
    assert (found[2]["match"], found[2]["promise"]) == ("m200", "p200")
    assert found[3:] == [True, True, 32]


@pytest.mark.browser
def test_where_nothing_can_be_stored_one_plays_and_the_check_says_so(site, person):
    page = person()
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    played(site, page)
    state, text = verdict(page)
    assert state == "part"
    assert "noted no promise" in text


@pytest.mark.browser
def test_the_hash_and_the_keys_are_those_of_the_server(site, person):
    page = person()
    match = played(site, page)
    checked(page, site, match)
    data = file_of(site, match)
    keys = [stream_key(bytes.fromhex(data["secret"]), match, data["nonces"], n).hex() for n in range(2)]
    assert page.locator("[data-fair-keys] li").all_text_contents()[:2] == [f"{n} {k}" for n, k in enumerate(keys)]
    page.route("**/sha256.js", lambda r: r.fulfill(body=sources()["sha256"], content_type="text/javascript"))
    lengths = page.evaluate(
        """async () => {
          const from = document.querySelector('script[src*="/fair.js"]').src.replace('fair.js', 'sha256.js');
          const {sha256} = await import(from);
          return [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000].map(
            (n) => [n, [...sha256(new Uint8Array(n).fill(7))].map((b) => b.toString(16).padStart(2, '0')).join('')]);
        }"""
    )
    assert lengths == [[n, hashlib.sha256(b"\x07" * n).hexdigest()] for n, _ in lengths]


@pytest.mark.browser
def test_without_javascript_the_server_throws_in_and_says_so(site, person):
    host = site.visitor()
    table = host.open()
    plain = person(java_script_enabled=False)
    plain.goto(site.url + table)
    assert "the server does so for you" in plain.inner_text("main")
    plain.click("button[name=seat]")
    end(site, table[3:])
    nonces = file_of(site, table[3:])["nonces"]
    assert all(n.startswith("server-") for n in nonces)
    plain.goto(f"{site.url}{table}/fair")
    assert "thrown in by the server" in plain.inner_text("main")
    assert "The check needs JavaScript" in plain.inner_text("main")


# ---- and without


def test_who_sits_down_last_throws_in_too(site):
    """The match begins with the last seat, whoever notices first that all are taken."""
    registry = site.server._site.registry
    for _ in range(5):
        ann, bo = site.visitor(), site.visitor()
        table = ann.open()
        match = table[3:]
        held = on_loop(site, registry.table(match))
        change = held.change

        async def slowly(held=held, change=change, **changes):
            await held.begin()  # as another server does that sees all seats taken
            return await change(**changes)

        held.change = slowly
        assert bo.sit(table, 1, nonce="thrown by bo").status == 303
        end(site, match)
        assert file_of(site, match)["nonces"][1] == "thrown by bo"


def test_a_bot_inherits_nothing_from_who_stood_up(site):
    ann, bo = site.visitor(), site.visitor()
    table = ann.open("goofspiel", "?seats=3")
    bo.sit(table, 1, nonce="thrown by bo")
    bo.post(f"{table}/leave", page=table)
    ann.post(f"{table}/bot", {"seat": "all", "level": "beginner"}, page=table)
    assert on_loop(site, site.server._site.store.match(table[3:])).nonces[1:] == ["", ""]


@pytest.mark.parametrize(
    ("language", "seeded"), [("en", "The host chose the seed"), ("ja", "主催者がこの配りの種を選びました")]
)
def test_room_and_invitation_show_the_promise_and_warn_of_a_chosen_seed(site, language, seeded):
    for seed in ("", "known"):
        ann, bo = site.visitor(), site.visitor(language)
        table = ann.open("connect_four", seat1="invited", seed=seed)
        record = on_loop(site, site.server._site.store.match(table[3:]))
        token = ann.get(table).text.partition("/i/")[2].partition('"')[0].partition("<")[0]
        for path in (table, f"/i/{token}"):
            text = bo.get(path).text
            assert record.commitment in text
            assert (seeded in text) == bool(seed), path
