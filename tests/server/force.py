"""By force: a server under load that is killed again and again, and one that hears nothing but nonsense."""

import contextlib
import json
import random
import re
import socket
import sqlite3
import threading
import time
from http.client import HTTPException

from websockets.exceptions import WebSocketException

from tests.server.kit import PATIENCE, Process, Site, actions, free_port


class Bench:
    """Two players who play one match after another as fast as they may, whatever happens to the server."""

    def __init__(self, site, game):
        self.game = game
        self.people = [site.visitor(), site.visitor()]
        self.accepted = {}
        self.stop = threading.Event()
        self.lock = threading.Lock()
        self.table = ""
        self._next("")
        self.threads = [threading.Thread(target=self._play, args=(i,), daemon=True) for i in range(2)]
        for t in self.threads:
            t.start()

    def _next(self, after):
        """Open the next table, unless the other player has done so."""
        with self.lock:
            if self.table != after:
                return
            table = self.people[0].open(self.game)
            assert self.people[1].sit(table, 1).status == 303
            self.accepted[table] = [0, 0]
            self.table = table

    def _play(self, seat):
        """Play; every move that a view confirms is noted as acknowledged."""
        luck = random.Random(seat)
        lost = (OSError, WebSocketException, HTTPException, EOFError, TimeoutError, AssertionError)
        while not self.stop.is_set():
            with contextlib.suppress(*lost):
                table = self.table
                page = self.people[seat].socket(table)
                try:
                    if self._on(page, self.accepted[table], seat, luck):
                        self._next(table)
                finally:
                    with contextlib.suppress(Exception):
                        page.close()
            time.sleep(0.02)

    def _on(self, page, accepted, seat, luck):
        """Play at one connection; True at the end of the match."""
        while not self.stop.is_set():
            page.wait(lambda v: actions(v) or v["status"].get("over"), 3)
            accepted[seat] = max(accepted[seat], page.view["seq"])
            if page.view["status"].get("over"):
                return True
            page.act(luck.choice(actions(page.view)))
            accepted[seat] = max(accepted[seat], page.view["seq"])
            time.sleep(0.05)
        return False

    def noted(self):
        """What was acknowledged at the last two tables."""
        return {table: list(self.accepted[table]) for table in list(self.accepted)[-2:]}

    def total(self):
        """How many moves were acknowledged at all tables."""
        return sum(map(sum, list(self.accepted.values())))

    def end(self):
        self.stop.set()
        for t in self.threads:
            t.join(10)


def kill_again_and_again(data, tables, times, *, database="", processes=1, log=lambda text: None):
    """Kill the server so often under load; no acknowledged move may be missing. Returns how many were acknowledged.

    Of several processes one is killed every other time, and replaced; else the supervisor, and the server is started.
    """
    port = free_port()
    process = Process(data, port, *([database] if database else []), processes=processes)
    site = process.start()
    benches = [Bench(site, "goofspiel") for _ in range(tables)]
    slowest = 0.0
    for n in range(times):
        time.sleep(0.5 + random.random())
        if processes > 1 and n % 2:
            process.kill_one()
            noted = [(b, b.noted(), b.total()) for b in benches]
        else:
            process.kill()
            noted = [(b, b.noted(), b.total()) for b in benches]
            process.start()
        began = time.monotonic()
        there = {} if database else moves_in(data)
        for b, moves, _ in noted:
            for table, seats in moves.items():
                for seat, count in enumerate(seats):
                    stored = fresh_view(b.people[seat], table)["seq"] if database else there.get((table[3:], seat), 0)
                    assert stored >= count, f"{table}: a move is missing after kill {n + 1} ({stored} < {count})"
        for b, _, total in noted:  # every pair of players comes back by itself and plays on
            while b.total() <= total:
                assert time.monotonic() - began < 2 * PATIENCE, f"{b.table} does not come back after kill {n + 1}"
                time.sleep(0.02)
        slowest = max(slowest, time.monotonic() - began)
        log(f"kill {n + 1}: {sum(b.total() for b in benches):,} moves acknowledged so far, all there")
    for b in benches:
        b.end()
    errors = process.stop()
    assert "taku/server" not in errors, errors  # a trace names the file
    return sum(b.total() for b in benches), slowest


def lose_one_of_two(data, database):
    """Two processes share a table and one is killed: the seconds until its player is served by the other."""
    first, second = Process(data, free_port(), database), Process(data, free_port(), database)
    here, there = first.start(), second.start()
    ann, bob = here.visitor(), there.visitor()
    table = ann.open("connect_four")
    assert bob.sit(table, 1).status == 303
    one, two = ann.socket(table), bob.socket(table)
    two.find(lambda m: any((p["seat"], p["state"]) == (0, "here") for p in m.get("presence", [])))
    one.mine()
    one.act(3)
    two.mine()
    two.act(3)
    one.mine()
    one.send(t="chat", channel="table", text="over there?")
    assert two.until("chat")["lines"][-1]["text"] == "over there?"
    one.send(t="offer", kind="pause")
    offer = two.until("offers", where=lambda m: m["offers"])["offers"][0]
    two.send(t="answer", id=offer["id"], say="no")
    one.until("offers", where=lambda m: not m["offers"])
    one.act(2)
    first.kill()
    ann.site = Site(second.port)
    began = time.monotonic()
    again = ann.socket(table)
    again.wait(lambda v: v["seq"] == 2)
    took = time.monotonic() - began
    two.mine()
    two.act(2)
    again.mine()
    again.act(1)
    assert actions(two.mine())
    errors = second.stop()
    assert "taku/server" not in errors, errors  # a trace names the file
    return took


def moves_in(data):
    """How many moves of each seat a server's database holds."""
    with contextlib.closing(sqlite3.connect(data / "taku.db", timeout=PATIENCE)) as db:
        rows = db.execute(
            "select match, seat, count(*) from entry where kind in ('move', 'timeout') group by match, seat"
        )
        return {(match, seat): count for match, seat, count in rows}


def fresh_view(person, table, seconds=PATIENCE):
    """What a seat is shown by a server that has just come back."""
    end = time.monotonic() + seconds
    while True:
        try:
            page = person.socket(table)
            view = page.wait(lambda v: True)
            page.close()
            return view
        except (OSError, WebSocketException, EOFError, TimeoutError):
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


# ---- nonsense

JUNK = [
    *(None, True, False, 0, -1, 1, 3, 10**30, 1e308, [], {}, [1], {"a": {}}, {"t": "act"}),
    *("", "x", "x" * 400, "\u0000", "\ud83d\ude00", "<script>alert(1)</script>", "'; drop table match; --", "%00"),
    "../../etc/passwd",
]
KINDS = [
    "act",
    "chat",
    "offer",
    "answer",
    "resign",
    "takeback",
    "hint",
    "point",
    "guide",
    "here",
    "ping",
    "sync",
    "view",
    "hello",
    "x",
    "",
]
KEYS = ["t", "seq", "action", "channel", "text", "phrase", "kind", "id", "say", "do", "on", "c", "seat", "__proto__"]


def nonsense(luck):
    """A message that a hostile page might send; never a legal move of an onlooker."""
    roll = luck.random()
    if roll < 0.1:
        return luck.choice(
            ["", "{", "[]", "null", "\x00", "[" * 2000, '{"t":', "true", "1e999", '{"t":"act","t":"act"}']
        )
    message = {key: luck.choice(JUNK) for key in luck.sample(KEYS, luck.randint(0, 6))}
    message["t"] = luck.choice(KINDS) if luck.random() < 0.9 else luck.choice(JUNK)
    if luck.random() < 0.3:
        message |= {"seq": luck.randint(-2, 5), "action": luck.randint(-5, 20)}
    return json.dumps(message)


PATHS = [
    *("/", "/code", "/me", "/upload", "/tables", "/finished", "/t/{id}", "/t/{id}/replay", "/t/{id}/steps"),
    *("/t/{id}/match.json", "/t/{id}/fair", "/i/{id}", "/u/{id}", "/rules/{id}", "/new/{id}", "/language/{id}"),
    *("/rules/goofspiel/clause/{id}", "/static/{id}/{id}"),
]
POSTS = [
    "/play/{id}",
    "/new/{id}",
    "/me",
    "/me/code",
    "/code",
    "/t/{id}/sit",
    "/t/{id}/leave",
    "/t/{id}/bot",
    "/t/{id}/close",
    "/i/{id}",
    "/upload",
]
WORDS = ["goofspiel", "connect_four", "x", "%00", "..%2f..", "%F0%9F%98%80", "<b>", "a" * 300, "0", "-1", "%ff"]


def hostile(site, table, count, seed=1):
    """Send so many hostile messages and requests; whatever comes back must be an answer and not a trace."""
    luck = random.Random(seed)
    eve = site.visitor()
    eve.post("/me", {"name": "<img src=x onerror=alert(1)>"[:24], "colour": "red"}, page="/me")
    sent = 0
    while sent < count:
        if luck.random() < 0.2:
            word = luck.choice([*WORDS, table[3:]])
            method = luck.choice(["GET", "POST", "PUT", "HEAD", "DELETE"])
            path = luck.choice(POSTS if method == "POST" else PATHS).replace("{id}", _quoted(word))
            path += luck.choice(["", "?step=x", "?seat=all", "?from=-5&to=1e9", "?after='", "?next=//x"])
            body = luck.choice([None, b"a=1", b"token=x&seat=0", b"\xff" * 50, b"=" * 1000])
            answer = eve.send(
                method,
                path,
                body,
                **{
                    "Content-Type": luck.choice(
                        ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"]
                    )
                },
            )
            assert answer.status < 500, (method, path, answer.status)
            assert "Traceback" not in answer.text
            sent += 1
            continue
        step = luck.choice(["-1", "0", "99999999999", "x", "%00"])
        origin = site.url if luck.random() < 0.9 else "https://evil.example"
        texts = [nonsense(luck) for _ in range(luck.randint(1, 60))]
        heard = said_at_once(site, f"{table}/ws?step={step}&seq=x", texts, Origin=origin, Cookie=eve.cookie)
        assert b"Traceback" not in heard
        sent += len(texts)
    return sent


ENDED = re.compile(rb'"c":987654321|\x88[\x02-\x7d]\x03')
"""The answer to the last ping, or a frame that closes the connection."""


def said_at_once(site, path, texts, **headers):
    """Open a socket, say all this and a ping, and listen until that is answered or the server hangs up: what it said.

    Without a library, since that is three times as fast. Nothing is compressed, since nobody asked for it.
    """
    kept = {
        "Host": site.host,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    kept["Sec-WebSocket-Key"] = "AAAAAAAAAAAAAAAAAAAAAA=="
    lines = "".join(f"{name}: {value}\r\n" for name, value in kept.items())
    heard = b""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", site.port), PATIENCE) as s:
        s.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
        while b"\r\n\r\n" not in heard and (more := s.recv(65536)):
            heard += more
        if heard.startswith(b"HTTP/1.1 101"):
            last = json.dumps({"t": "ping", "c": 987654321})
            s.sendall(b"".join(_frame(1, text.encode()) for text in [*texts, last]))
        s.settimeout(30)
        while not ENDED.search(heard[-4096:]) and (more := s.recv(65536)):
            heard += more
    return heard


def _frame(kind, data):
    """A frame of a client; its mask is zero, which changes nothing."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + bytes(4) + data


def _quoted(word):
    return word.replace("<", "%3C").replace(">", "%3E")
