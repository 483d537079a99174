"""What the host alone may see or do: metrics, health, and taking cookies back."""

import re
import shutil
from collections import namedtuple
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed

from taku.server import limits
from taku.server.health import Health
from taku.server.metrics import coarse
from taku.server.people import Keeper, Pass
from taku.server.store import Unavailable
from taku.server.workers import Workers
from tests.server.kit import on_loop, serving, until

TOKEN = "let me see"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("host"), workers=0, metrics_token=TOKEN) as running:
        yield running


@pytest.fixture
def inner(site):
    return site.server.config.app.state.site


def test_rules_are_loaded_and_pictures_drawn_before_they_are_needed(inner):
    games = inner.games.all()
    until(lambda: len(inner.games._pictures) == 2 * len(games))


# ---- metrics


def test_metrics_are_for_this_machine_or_those_who_know_the_token(site):
    ann = site.visitor()
    assert ann.get("/metrics").status == 200
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        assert ann.send("GET", "/metrics", **{name: "127.0.0.1"}).status == 404
    behind = {"X-Forwarded-For": "192.0.2.7"}
    assert ann.send("GET", "/metrics", **behind, Authorization=f"Bearer {TOKEN}").status == 200
    assert ann.send("GET", "/metrics", **behind, Authorization="Bearer no").status == 404
    assert ann.send("GET", "/metrics", **behind, Authorization="Bearer ").status == 404


def test_metrics_do_not_count_clicks(site):
    ann = site.visitor()
    page = ann.socket(ann.play())
    page.mine()

    def numbers():
        text = ann.get("/metrics").text
        return {n: v for n, v in re.findall(r"^(taku_store_\w+) (\S+)$", text, re.M) if "matches" not in n}

    before = numbers()
    page.act()
    assert numbers() == before
    assert coarse("taku_store_entries_total", 1234) == 1200
    assert coarse("taku_tables", 17) == 17
    page.close()


# ---- health


def test_health_says_what_is_wrong(site, inner, monkeypatch):
    ann = site.visitor()

    def fresh():
        monkeypatch.setattr(inner, "health", Health(inner))

    fresh()
    assert (ann.get("/healthz").status, ann.page.text) == (200, "ok\n")

    async def full():
        raise Unavailable("The disk is full: make room")

    monkeypatch.setattr(inner.store, "probe", full)
    assert ann.get("/healthz").status == 200  # it is looked at every few seconds only
    fresh()
    assert ann.get("/healthz").status == 503
    assert ann.page.text == "nothing can be stored: The disk is full: make room\n"
    monkeypatch.undo()
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(limits.LOW_DISK - 1))
    fresh()
    assert ann.get("/healthz").status == 503
    assert "63 MB left" in ann.page.text
    monkeypatch.undo()
    monkeypatch.setattr(inner, "config", replace(inner.config, workers=2))
    monkeypatch.setattr(inner.registry.pool, "bots", Workers(2, int))  # which never start
    fresh()
    assert ann.get("/healthz").status == 200  # they may still be on their way
    monkeypatch.setattr(inner, "began", inner.began - 3_600_000)
    fresh()
    assert ann.get("/healthz").text == "no worker thinks for the bots\n"


def test_a_probe_writes_and_leaves_nothing(site, inner):
    before = inner.store.stats.commits
    on_loop(site, inner.store.probe())
    assert inner.store.stats.commits == before + 1
    assert on_loop(site, inner.store._fetch("select count(*) from upload")) == [(0,)]


# ---- cookies


def test_old_and_new_cookies_are_read():
    keeper = Keeper("key")
    assert keeper.read(str(keeper._cookie.dumps(["v", "p", "en"]))) == Pass("v", "p", "en", 0)
    assert keeper.read(keeper.write(Pass("v", "p", "en", 3))) == Pass("v", "p", "en", 3)
    for bad in (["v"], ["v", "p", 1], ["v", "p", "en", "1"], {"a": 1}, "text", None):
        assert keeper.read(str(keeper._cookie.dumps(bad))) is None


def test_other_devices_are_forgotten_and_their_pages_come_back_as_strangers(site):
    ann = site.visitor()
    table = ann.open()
    phone = site.visitor()
    phone.get("/")
    made = ann.post("/me/code", page="/me")
    code = re.search(r'class="code">([^<]+)<', made.text)[1]
    assert phone.post("/code", {"code": code}, page="/code").status == 303
    page = phone.socket(table)
    assert page.until("hello")["seat"] == 0
    assert ann.post("/me/forget", page="/me").status == 303
    with pytest.raises(ConnectionClosed, match="1012"):
        page.until("never")
    assert phone.socket(table).until("hello")["seat"] == -1
    assert ann.socket(table).until("hello")["seat"] == 0
    old = phone.cookie
    assert "Other devices" not in phone.get("/me").text
    assert phone.cookie != old
    assert "Other devices" in ann.get("/me").text


def test_a_revoked_cookie_makes_no_valid_form(site, inner):
    ann = site.visitor()
    ann.post("/me", {"name": "Ann", "colour": "teal", "language": "en"}, page="/me")
    ann.get("/me")
    id = inner.keeper.read(ann.cookie.partition("=")[2]).player
    on_loop(site, inner.store.revoke(id))
    until(lambda: id not in inner.people._known)
    answer = ann.post("/me", {"name": "Eve", "colour": "red", "language": "en"})
    assert on_loop(site, inner.store.player(id)).name == "Ann"
    assert answer.status in (303, 403)
    assert inner.keeper.read(ann.cookie.partition("=")[2]).player != id
