"""What a stranger sends costs little: refused before it is read, read before it is parsed, and then forgotten."""

import contextlib
import email.parser
import gc
import http.client
import http.cookies
import json
import math
import socket
import threading
import tracemalloc
from types import SimpleNamespace

import pytest
from multipart import PushMultipartParser
from websockets.exceptions import InvalidStatus

from taku.server import budget, forms, limits, web
from taku.server.budget import Budgets, source
from taku.server.people import MAX_COOKIE, own_cookie
from taku.server.sandbox import TooMuch
from tests.server.kit import PATIENCE, gunzip, on_loop, serving, until

MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("doors"), workers=0) as running:
        yield running


@pytest.fixture
def eve(site):
    visitor = site.visitor()
    visitor.get("/upload")
    return visitor


@pytest.fixture
def parsed(monkeypatch):
    """How many bytes the parser of uploads was given; Python's own parsers of mail and cookies may not run at all."""
    seen = []
    real = PushMultipartParser.parse

    def parse(self, chunk):
        seen.append(len(chunk))
        return real(self, chunk)

    def never(*_, **__):
        raise AssertionError("a parser that takes quadratic time")

    monkeypatch.setattr(PushMultipartParser, "parse", parse)
    monkeypatch.setattr(email.parser.BytesParser, "parse", never)
    monkeypatch.setattr(http.cookies, "_unquote", never)
    return seen


def part(name, value=b"", more=""):
    return f'--x\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + value + b"\r\n"


def send(eve, body, path="/upload", kind="multipart/form-data; boundary=x", **headers):
    return eve.send("POST", path, body, **{"Content-Type": kind, "Origin": eve.site.url, **headers})


def good(eve):
    return part("token", eve.page.field("token").encode())


# ---- an upload


CHUNK = 1 << 18
"""The most that a socket hands over at once."""


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"--x\r\n\r\n" * 500_000, 400),
        (part("y") * 80_000, 403),
        (part("file", b"[" * 3_900_000), 403),
        (part("token", b"a" * 3_900_000), 413),
        (b"--x\r\nA: " + b"b" * 3_900_000, 413),
        (b"x" * 3_900_000, 400),
        (part("token", b"wrong") + part("file", b"[" * 3_900_000), 403),
    ],
    ids=["empty parts", "named parts", "no token", "long token", "long header", "no part", "wrong token"],
)
def test_an_upload_without_a_token_is_refused_with_its_first_bytes(eve, parsed, body, status):
    assert send(eve, body + b"--x--\r\n").status == status
    assert sum(parsed) <= CHUNK


@pytest.mark.parametrize(
    ("rest", "status"),
    [
        (part("y") * 80_000, 413),
        (b"--x\r\n" + b"".join(b"A%d: b\r\n" % n for n in range(80_000)), 413),
        (b"--x\r\nA: " + b"b" * 900_000, 413),
    ],
    ids=["parts", "headers", "a header"],
)
def test_an_upload_has_few_parts_and_short_headers(eve, parsed, rest, status):
    assert send(eve, good(eve) + rest).status == status
    assert sum(parsed) <= 2 * CHUNK


def test_a_body_that_says_it_is_too_big_is_not_read(eve, parsed, monkeypatch):
    def never(*_):
        raise AssertionError("the body is read")

    monkeypatch.setattr(forms, "_read", never)
    assert send(eve, b"", **{"Content-Length": str(limits.UPLOAD + 1)}).status == 413
    assert send(eve, b"", "/me", forms.URLENCODED, **{"Content-Length": str(limits.FORM + 1)}).status == 413
    assert parsed == []


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "text/plain", "application/json", ""])
def test_only_the_upload_has_parts(eve, parsed, monkeypatch, kind):
    def never(*_):
        raise AssertionError("the body is read")

    monkeypatch.setattr(forms, "_read", never)
    assert send(eve, good(eve), "/me", kind).status == 415
    assert send(eve, b"token=x", "/upload", forms.URLENCODED).status == 415
    assert send(eve, b"", kind="multipart/form-data; boundary=" + "x" * limits.TYPE).status == 415
    assert parsed == []


def test_a_form_that_drips_is_given_up(eve, monkeypatch):
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", eve.site.port), PATIENCE) as slow:
        slow.sendall(
            f"POST /me HTTP/1.1\r\nHost: {eve.site.host}\r\nContent-Type: {forms.URLENCODED}\r\n"
            "Content-Length: 1000\r\n\r\ntoken=".encode()
        )
        answer = http.client.HTTPResponse(slow)
        answer.begin()
        assert answer.status == 408


# ---- cookies


def test_our_own_cookie_is_read_and_no_other():
    def read(text):
        return own_cookie([(b"host", b"taku=no"), (b"cookie", text)])

    assert read(b"taku=abc.d-e_f") == "abc.d-e_f"
    assert read(b'a="\\\\"; taku=abc ;b=c') == "abc"
    assert read(b"xtaku=abc; taku2=d; taku") == ""
    assert read(b"taku=" + b"x" * (MAX_COOKIE + 1)) == ""
    assert own_cookie([]) == ""


def test_a_cookie_of_backslashes_is_not_unquoted(eve, parsed):
    hostile = 'a="' + "\\" * 7000 + '"'
    assert eve.send("GET", "/upload", Cookie=f"{hostile}; {eve.cookie}").status == 200


# ---- what stays in memory


def refused(eve):
    """Forms that are refused at different moments."""
    yield part("x", b"a" * 3_900_000)
    yield part("token", b"no") + part("file", b"a" * 3_900_000)
    yield good(eve) + part("file", b"a" * 3_900_000) + b"--x\r\nbad\r\n\r\n"
    yield good(eve) + part("file", b"a" * 3_900_000)


def test_refused_forms_leave_no_memory_behind(eve):
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        for body in refused(eve):
            send(eve, body)
        del body
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(5):
            for body in refused(eve):
                assert send(eve, body).status in (400, 403)
        for n in range(5):
            assert send(eve, b"a" * 60_000 + b"&" * n * 1000, "/me", forms.URLENCODED).status in (400, 403)
        del body
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert after - before < 2 * MEGABYTE


def asked(eve):
    """One request of each kind: answered, refused, lost, forged."""
    form = {"kind": forms.URLENCODED}
    yield eve.send, ("GET", "/"), {}
    yield eve.send, ("GET", "/me"), {}
    yield eve.send, ("GET", "/nothing"), {}
    yield eve.send, ("GET", "/t/nothing/steps"), {}
    yield eve.send, ("GET", "/rules/goofspiel"), {}
    yield eve.send, ("GET", "/me"), {"Cookie": "taku=forged.x.y"}
    yield send, (eve, b"token=forged.x.y", "/me"), form
    yield send, (eve, b"token=" + b"x" * 60_000, "/me"), form
    yield send, (eve, b"token=" + eve.page.field("token").encode() + b"&ticket=a.b.c", "/play/goofspiel"), form
    yield send, (eve, part("token", b"forged.x.y") + part("file")), {}
    yield send, (eve, good(eve) + part("file", b"{}") + b"--x\r\nbad\r\n\r\n"), {}
    yield send, (eve, b"a=b", "/upload"), form
    yield send, (eve, good(eve) + part("file", b"{}") + b"--x--\r\n"), {}


@pytest.mark.parametrize("number", range(13))
def test_a_request_leaves_no_cycle_that_holds_it(eve, number):
    do, arguments, headers = list(asked(eve))[number]
    do(*arguments, **headers)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(5):
            do(*arguments, **headers)
        gc.collect()
        held = {type(o).__name__ for o in gc.garbage} & {
            "Visit",
            "Request",
            "frame",
            "traceback",
            "RequestResponseCycle",
        }
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert held == set()


# ---- who pays


def test_a_budget_belongs_to_an_ipv4_address_or_an_ipv6_network():
    assert source("192.0.2.7") == source("::ffff:192.0.2.7") == "192.0.2.7"
    assert source("2001:db8:1:2::7") == source("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert source("2001:db8:1:3::7") != source("2001:db8:1:2::7")
    assert source("fe80::1%eth0") == "fe80::/64"
    assert len(source("x" * 1000)) == 64


@pytest.fixture
def still(monkeypatch):
    """Budgets are not refilled: no time passes for them."""
    monkeypatch.setattr(budget, "time", SimpleNamespace(monotonic=lambda: 1000.0))


def test_an_empty_budget_says_how_long_it_takes(still):
    budgets = Budgets(2, 20)
    assert budgets.wait("a") == budgets.wait("a") == 0
    assert budgets.wait("a") == 10
    assert budgets.wait("b") == 0


# ---- budgets for reading


@pytest.fixture
def strict(tmp_path, still):
    with serving(tmp_path, workers=0, allow=1.0) as running:
        yield running


def empty(site, budgets, left=0):
    """Leave so much in the budget of this machine."""
    inner = site.server.config.app.state.site
    found = getattr(inner, budgets)
    assert not found.wait("127.0.0.1", found._most - left)
    return inner


def test_reading_has_a_budget_and_says_when_to_come_back(strict):
    ann = strict.visitor()
    empty(strict, "reads", 2)
    assert ann.get("/").status == 200
    assert [ann.get("/").status for _ in range(2)] == [200, 429]
    assert int(ann.page.headers["retry-after"]) >= 1
    assert "Too many at once" in ann.page.text
    assert ann.get("/healthz").status == 200


def test_a_fast_reader_never_meets_it(strict):
    ann = strict.visitor()
    assert {ann.get("/").status for _ in range(100)} == {200}


def test_every_step_is_paid_for(strict):
    ann = strict.visitor()
    table = ann.open()
    ann.post(f"{table}/bot", {"seat": "all", "level": "random"}, page=table)
    ann.post(f"{table}/begin", page=table)
    inner = empty(strict, "reads", 20)
    assert ann.get(f"{table}/steps?from=0&to=0").status == 200
    assert ann.get(f"{table}/steps?from=0&to=49").status == 429
    assert ann.get(f"{table}/steps?from=5&to=1").status == 200
    assert inner.reads.wait("192.0.2.7", limits.READS) == 0, "others pay for themselves"


@pytest.mark.parametrize(("took", "owed"), [(5.0, 5.0), (None, limits.JOB_SECONDS)], ids=["done", "ended"])
def test_a_job_is_paid_for_by_its_time(strict, took, owed):
    ann = strict.visitor()
    ann.get("/upload")
    inner = empty(strict, "reads", 200)

    async def run(*_):
        if took is None:
            raise TooMuch
        return took, None

    inner.sandbox.run = run
    assert send(ann, good(ann) + part("file", b"{}") + b"--x--\r\n").status == (422 if took is None else 303)
    assert ann.get("/").status == 429
    rate = limits.READS / limits.READS_SECONDS
    assert int(ann.page.headers["retry-after"]) == math.ceil((owed * limits.JOB_PRICE - 200 + 1) / rate)


def test_steps_are_written_and_compressed_in_a_thread(site, monkeypatch):
    where = []
    real = web._written
    monkeypatch.setattr(web, "_written", lambda *a: (where.append(threading.current_thread()), real(*a))[1])
    ann = site.visitor()
    table = ann.play()
    packed = ann.get(f"{table}/steps?from=0&to=9", **{"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    found = json.loads(gunzip(packed.body))
    assert [s["step"] for s in found["steps"]] == list(range(found["last"] + 1))
    plain = ann.get(f"{table}/steps?from=0&to=0", **{"Accept-Encoding": "identity"})
    assert json.loads(plain.text)["steps"][0] == found["steps"][0]
    assert len(where) == 2
    assert on_loop(site, own_thread()) not in where


def test_a_table_that_is_not_in_memory_costs_more(strict):
    ann = strict.visitor()
    table = ann.play()
    inner = strict.server.config.app.state.site
    page = ann.socket(table)
    page.mine()
    page.act()
    page.close()
    on_loop(strict, forget(inner, table))
    empty(strict, "reads", 5)
    assert ann.get(table).status == 429
    assert not inner.registry.tables


async def own_thread():
    return threading.current_thread()


async def forget(inner, table):
    inner.registry._drop(inner.registry.tables[table[3:]])


def test_a_flood_is_answered_without_a_page_and_then_not_at_all(strict):
    ann = strict.visitor()
    inner = empty(strict, "all", 1)
    answers = [ann.send("GET", "/nothing") for _ in range(2)]
    assert [a.status for a in answers] == [404, 429]
    assert answers[-1].text == "too many requests\n"
    assert answers[-1].headers["connection"] == "close"
    inner.gate.bar("127.0.0.2", 60)
    line = socket.create_connection(("127.0.0.1", strict.port), PATIENCE, ("127.0.0.2", 0))
    with line, contextlib.suppress(ConnectionResetError):
        assert line.recv(1) == b""


def test_one_address_has_so_many_sockets_open(strict, monkeypatch):
    monkeypatch.setattr(limits, "SOCKETS_EACH", 2)
    ann = strict.visitor()
    table = ann.open()
    inner = strict.server.config.app.state.site
    pages = [ann.socket(table) for _ in range(2)]
    with pytest.raises(InvalidStatus):
        ann.socket(table)
    for page in pages:
        page.close()
    until(lambda: not inner.open_sockets)
    ann.socket(table).close()
