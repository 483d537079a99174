"""Connections before anything is known about them: few, short, and not silent for long."""

import asyncio
import contextlib
import http.client
import logging
import socket

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from taku.server import gate as doors
from taku.server import limits
from taku.server.gate import Gate, Socket, hush, room_for
from tests.server.kit import PATIENCE, serving, until


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("gate"), workers=0, connections=60, allow=1.0) as running:
        yield running


@pytest.fixture
def gate(site):
    return site.server.config.app.state.site.gate


def opened(site, address="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", site.port), PATIENCE, (address, 0))


def closed(line):
    """Whether the other side has ended a connection."""
    line.settimeout(PATIENCE)
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def ask(site, text):
    """The status of the answer to a request as it is written."""
    with opened(site) as line:
        line.sendall(text.replace(b"\n", b"\r\n"))
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status


# ---- the head of a request


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\nHost: x\nA: " + b"b" * limits.HEAD + b"\n\n", 431),
        (b"GET / HTTP/1.1\nHost: x\nCookie: a=" + b"\\" * 30_000 + b"\n\n", 431),
        (b"GET / HTTP/1.1\nHost: x\n" + b"A: b\n" * 10_000 + b"\n", 431),
        (b"GET / HTTP/1.1\nHost: x\n" + b"A: b\n" * (limits.HEADERS + 1) + b"\n", 431),
        (b"GET /?a=" + b"b" * limits.QUERY + b" HTTP/1.1\nHost: x\n\n", 414),
        (b"GET /" + b"b" * 200_000, 431),
        (b"POST /upload HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n" + b"1\na\n" * 20_000, 411),
        (b"POST /upload HTTP/1.1\nHost: x\nContent-Length: %d\n\n" % (limits.UPLOAD + 1), 413),
        (b"POST /upload HTTP/1.1\nHost: x\nContent-Length: 9999999999999\n\n", 413),
        (b"\x16\x03\x01 hello\n\n", 400),
        (b"GET / HTTP/1.1\nHost: x\n\n", 200),
    ],
    ids=["header", "cookie", "headers", "too many", "query", "path", "chunks", "body", "huge body", "nonsense", "good"],
)
def test_the_head_of_a_request_is_short(site, request_, status):
    assert ask(site, request_) == status


def test_a_long_head_is_not_parsed(site, monkeypatch):
    seen = []
    real = doors.Head.receive_data
    monkeypatch.setattr(doors.Head, "receive_data", lambda self, data: (seen.append(len(data)), real(self, data)))
    assert ask(site, b"GET / HTTP/1.1\nHost: x\n" + b"A: b\n" * 40_000 + b"\n") == 431
    assert sum(seen) <= 2 * limits.HEAD


def test_the_rest_of_a_refused_body_is_thrown_away_for_a_while_only(site, monkeypatch):
    monkeypatch.setattr(limits, "REST_SECONDS", 0.05)
    with opened(site) as line:
        line.sendall(b"POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n")
        answer = http.client.HTTPResponse(line)
        answer.begin()
        assert answer.status == 415
        answer.read()
        line.sendall(b"a")
        assert closed(line)


def test_bad_requests_do_not_fill_the_log(site, caplog):
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            ask(site, b"nonsense\n\n")
            ask(site, b"GET / HTTP/1.1\nHost: x\nConnection: upgrade\nUpgrade: x\n\n")
    assert caplog.records == []


# ---- silent connections


@pytest.mark.parametrize("said", [b"", b"GET / HT"])
def test_a_connection_that_sends_no_request_is_closed(site, monkeypatch, said):
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.05)
    with opened(site) as line:
        line.sendall(said)
        assert closed(line)


def test_a_second_request_that_drips_is_given_up_too(site, monkeypatch):
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.05)
    with opened(site) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = http.client.HTTPResponse(line)
        answer.begin()
        answer.read()
        line.sendall(b"G")
        assert closed(line)


def test_silent_connections_give_way_to_people(site, gate):
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(opened(site)) for _ in range(gate.most)]
        until(lambda: len(gate) == gate.most)
        for _ in range(5):
            assert site.visitor().get("/healthz").status == 200
        assert closed(lines[0])
    until(lambda: len(gate) == 0)


def test_one_address_has_few_connections_and_others_are_served(site, gate, monkeypatch):
    monkeypatch.setattr(gate, "most_of_one", 5)
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(opened(site, "127.0.0.2")) for _ in range(20)]
        assert [closed(line) for line in lines[5:]] == [True] * 15
        assert site.visitor().get("/healthz").status == 200
        assert len(gate) >= 5
    until(lambda: len(gate) == 0)


def test_a_page_of_a_table_is_counted_once_and_is_not_silent(site, gate):
    ann = site.visitor()
    table = ann.open()
    page = ann.socket(table)
    page.wait(lambda v: True)
    until(lambda: len(gate) == 1)
    assert not gate._silent
    page.close()
    until(lambda: len(gate) == 0)


def test_descriptors_are_kept_for_the_database(monkeypatch):
    import resource

    for soft, room in ((1024, 1024 - limits.RESERVED), (100, 50), (10**6, limits.CONNECTIONS), (20, 16)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, soft=soft: (soft, soft))
        assert room_for() == room
    assert Gate().most == 16


def test_a_lack_of_descriptors_is_said_once(caplog):
    loop = asyncio.new_event_loop()
    hush(loop)
    with caplog.at_level(logging.ERROR):
        for _ in range(100):
            loop.call_exception_handler({"message": "socket.accept() out of system resource", "exception": OSError(24)})
    assert len(caplog.records) == 1
    loop.close()


# ---- frames


@pytest.mark.parametrize("do", ["ping", "pong"])
def test_pings_are_counted(site, monkeypatch, do):
    counted = []
    real = Socket._paid
    monkeypatch.setattr(Socket, "_paid", lambda self: (counted.append(1), real(self))[1])
    ann = site.visitor()
    table = ann.open()
    with connect(
        f"ws://{site.host}{table}/ws", origin=site.url, ping_interval=None, additional_headers={"Cookie": ann.cookie}
    ) as sock:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(limits.FRAMES + 2000):
                getattr(sock, do)()
        try:
            while sock.recv(PATIENCE):
                pass
        except ConnectionClosed as told:
            end = told
    assert end.rcvd is None or end.rcvd.code == 1008
    assert len(counted) <= limits.FRAMES + limits.FRAMES_BYTES
