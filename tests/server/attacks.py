"""What one guest or one address may do to stop a server. Each attack is bounded in count and time and says what it met.

An attack takes a site, a size (1 is a sample for the suite; 10 is ten times what once stopped the server) and a moment
at which it gives up. It returns how often what came back; what must not happen raises. Attackers come from addresses of
their own (127.0.0.2 …), since budgets count addresses.
"""

import contextlib
import itertools
import json
import resource
import socket
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from taku.engine.game import find_game
from taku.engine.match import Match
from taku.server.config import now
from tests.server.kit import Page, actions

LOST = (OSError, WebSocketException, HTTPException, EOFError, TimeoutError, AssertionError)
_numbers = itertools.count(2)


def address():
    """An address that nobody has used yet."""
    n = next(_numbers)
    return f"127.{(n >> 16) % 250}.{(n >> 8) % 256}.{n % 256}"


def many(work, things, threads=8):
    """Do something with each thing, several at once: how often each answer came."""
    with ThreadPoolExecutor(threads) as pool:
        return Counter(pool.map(work, things))


def told(counts):
    return ", ".join(f"{n} × {what}" for what, n in sorted(counts.items(), key=str)) or "nothing"


def raw(site, head, body=b"", at="", seconds=10):
    """Send bytes as they are; the status that came back, or how it ended."""
    try:
        with socket.create_connection(("127.0.0.1", site.port), seconds, (at or "127.0.0.1", 0)) as s:
            with contextlib.suppress(OSError):  # refused before all was sent
                s.sendall(head + body)
            answer = s.recv(4096)
            return int(answer.split(b" ")[1]) if answer else "closed"
    except (OSError, ValueError, IndexError):
        return "cut off"


def head(site, method, path, length=0, **headers):
    kept = {"Host": site.host, "Origin": site.url, "Connection": "close", "Content-Length": str(length), **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in kept.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1")


def unharmed(counts, good):
    """Only these answers may have come."""
    assert set(counts) <= set(good), told(counts)
    return counts


# ---- undo (31)


def take_back(site, size, until, **form):
    """Click and take the click back, again and again, alone against a bot: the table, and how many were taken back."""
    eve = site.visitor(at=address())
    defaults = {"seat0": "me", "seat1": "bot:beginner", "undo": "yes", **form}
    table = eve.open("destroy", **defaults)
    count = 0
    for n in range(18 * size):
        if time.monotonic() > until:
            break
        if n % 20 == 0:  # a page may send so many messages, but there may be another one
            page = eve.socket(table)
            page.mine()
        with contextlib.suppress(TimeoutError):
            legal = actions(page.view)
            if not legal:
                page.mine(5)
                continue
            page.act(legal[count % len(legal)])
            before = page.view["step"]
            page.send(t="offer", kind="undo")
            page.drain()
            count += page.view["step"] > before
        if n % 20 == 19:
            page.close()
    return table, count


def undo_at_a_table(site, size, until):
    return Counter({"taken back": take_back(site, size, until)[1]})


def upload_of_undos(site, size, until):
    """A match file that takes back 55 times its size, each undo naming the one before."""
    match = Match.create(find_game("destroy"), secret=b"s" * 32, id="m")
    match.act(0, match.rules.legal(match.state, 0)[0])
    data = match.export()
    undos = 55 * size
    data["entries"] += [["bot", 0, 0], *(["undo", -1, n] for n in range(1, undos + 1))]
    data["hashes"] += [data["hashes"][-1]] * (undos + 1)
    file = json.dumps(data).encode()

    def send(at):
        if time.monotonic() > until:
            return "not sent"
        eve = site.visitor(at=at)
        try:
            return upload(eve, file).status
        except LOST:
            return "cut off"

    found = many(send, [address() for _ in range(2 * size)] * 3, threads=min(12, 2 * size))
    return unharmed(found, (303, 400, 422, 429, "cut off", "not sent"))


def upload(eve, file):
    token = eve.get("/upload").field("token").encode()
    parts = [("token", token, ""), ("file", file, '; filename="m.json"')]
    body = b"".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + value + b"\r\n"
        for name, value, more in parts
    )
    kind = {"Content-Type": "multipart/form-data; boundary=x", "Origin": eve.site.url}
    return eve.send("POST", "/upload", body + b"--x--\r\n", **kind)


# ---- forms and heads (32, 35)


def empty_parts(site, size, until):
    body = (b"--x\r\n\r\n" * 500_000)[: 4 * 1024 * 1024 - 100]
    first = head(site, "POST", "/upload", len(body), Content_Type="multipart/form-data; boundary=x")

    def send(at):
        return raw(site, first, body, at) if time.monotonic() < until else "not sent"

    found = many(send, [address() for _ in range(size)], threads=4)
    return unharmed(found, (400, 403, 413, "cut off", "closed", "not sent"))


def long_heads(site, size, until):
    heads = [
        head(site, "GET", "/", X="a" * 400_000),
        head(site, "GET", "/", **{f"X{n}": "b" * 100 for n in range(4000)}),
        head(site, "POST", "/upload", 10, Content_Type="multipart/form-data; boundary=" + "x" * 250_000),
        head(site, "POST", "/upload", 10, Content_Type='multipart/form-data; boundary="' + "\\\\" * 3500),
        head(site, "GET", "/", Cookie='taku="' + "\\" * 300_000 + '"'),
        head(site, "GET", "/", Cookie='taku="' + "\\" * 7_500 + '"'),
        head(site, "GET", "/?" + "&".join(["a"] * 200_000)),
        head(site, "GET", "/" + "%" * 100_000),
    ]

    def send(n):
        return raw(site, heads[n % len(heads)], b"x" * 10, address()) if time.monotonic() < until else "not sent"

    found = many(send, range(8 * size), threads=4)
    return unharmed(found, (200, 400, 403, 404, 413, 414, 415, 429, 431, "cut off", "closed", "not sent"))


def refused_forms(site, size, until):
    """Forms of 3.9 MB without a token."""
    body = b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n' + b"[" * 3_900_000 + b"\r\n--x--\r\n"
    first = head(site, "POST", "/upload", len(body), Content_Type="multipart/form-data; boundary=x")
    addresses = [address() for _ in range(10)]

    def send(n):
        return raw(site, first, body, addresses[n % 10]) if time.monotonic() < until else "not sent"

    return unharmed(many(send, range(55 * size)), (400, 403, 413, 429, "cut off", "closed", "not sent"))


# ---- seats (33)


def lost_seat(site, size, until):
    """Sit down, stop reading, stand up; who sits there next is alone with their seat."""
    tried = Counter()
    for _ in range(size):
        if time.monotonic() > until:
            break
        host, eve, bob, cat = (site.visitor(at=address()) for _ in range(4))
        table = host.open("goofspiel", "?seats=3")
        assert eve.sit(table, 1).status == 303
        with _silent(site, eve, table) as old:
            assert eve.post(f"{table}/leave", page=table).status == 303
            assert bob.sit(table, 1).status == 303
            theirs_since = now()
            assert cat.sit(table, 2).status == 303
            page = bob.socket(table)
            page.mine()
            seq = page.view["seq"]
            with contextlib.suppress(*LOST):
                for action in actions(page.view):
                    old.send(json.dumps({"t": "act", "seq": seq, "action": action}))
            time.sleep(0.2)
            page.drain()
            assert page.view["seq"] == seq, "a socket that lost its seat played there"
            theirs = Page(old)
            with contextlib.suppress(*LOST):
                theirs.glance(0.2)
            late = [m["seat"] for m in theirs.heard if m["t"] == "hello" and m["now"] > theirs_since]
            assert 1 not in late, "the old socket was greeted as the seat's"
            assert not any(m.get("labels") for m in theirs.heard), "the old socket was told what the seat may do"
            page.close()
            tried["let in nowhere"] += 1
    return tried


@contextlib.contextmanager
def _silent(site, eve, table):
    """A socket that reads nothing."""
    wanted = {"additional_headers": {"Cookie": eve.cookie}, "origin": site.url, "max_queue": 1, "legacy": True}
    wanted["ping_interval"] = None
    sock = connect(f"ws://{site.host}{table}/ws?step=-1&seq=0&room=0", **wanted)
    try:
        yield sock
    finally:
        with contextlib.suppress(*LOST):
            sock.close_timeout = 1
            sock.close()


# ---- workers (34)


def finished(site, game, moves, at):
    """A finished match of so many moves; somebody who sat there, and its address."""
    ann, bob = site.visitor(at=at), site.visitor(at=at)
    table = ann.open(game)
    assert bob.sit(table, 1).status == 303
    pages = [ann.socket(table), bob.socket(table)]
    for n in range(moves):
        for page in pages:
            page.glance(0.01)
            if not page.view["status"].get("over") and page.view["status"]["yours"] and actions(page.view):
                legal = actions(page.view)
                page.act(legal[n % len(legal)])
    for page in pages:
        with contextlib.suppress(*LOST):
            page.send(t="resign")
            page.wait(lambda v: v["status"].get("over"), 10)
    for page in pages:
        page.close()
    return ann, table


def analyses(site, size, until):
    """Ask for analyses of matches, each by somebody else."""

    def ask(at):
        if time.monotonic() > until:
            return "not sent"
        try:
            ann, table = finished(site, "connect_four", 12, at)
            return ann.post(f"{table}/analysis", page=f"{table}/analysis").status
        except LOST:
            return "cut off"

    return unharmed(many(ask, [address() for _ in range(2 * size)], threads=4), (303, 429, "cut off", "not sent"))


def hint_spam(site, size, until):
    """Tabs of one guest that all ask for hints, at a table against the best bot."""
    eve = site.visitor(at=address())
    table = eve.open("connect_four", seat1="bot:master", hints="yes")
    tabs = []
    for _ in range(12 * size):
        with contextlib.suppress(*LOST):
            tabs.append(eve.socket(table))
    asked = 0
    end = min(until, time.monotonic() + 2 * size)
    while tabs and time.monotonic() < end:
        for tab in list(tabs):
            try:
                tab.send(t="hint")
                asked += 1
            except LOST:
                tabs.remove(tab)
        time.sleep(0.25)
    for tab in tabs:
        tab.close()
    return Counter({"hints asked for": asked})


def bot_tables(site, size, until):
    """Tables full of the best bots, with their owner watching."""
    addresses = [address() for _ in range(max(1, size))]
    pages = []

    def make(n):
        if time.monotonic() > until:
            return "not sent"
        try:
            eve = site.visitor(at=addresses[n % len(addresses)])
            seats = {f"seat{i}": "bot:master" for i in range(4)} | {"seat0": "me"}
            answer = eve.open("goofspiel", "?seats=4", **seats)
            page = eve.socket(answer)
            pages.append(page)
            page.wait(lambda v: True, 10)
            page.send(t="act", seq=0, action=actions(page.view)[0])
            return "made"
        except LOST:
            return "refused"

    found = many(make, range(34 * size if size > 1 else 6), threads=6)
    end = min(until, time.monotonic() + size)
    while time.monotonic() < end:
        time.sleep(0.1)
    for page in pages:
        with contextlib.suppress(*LOST):
            page.close()
    return found


# ---- floods (40)


def pings(site, size, until):
    """Connections that ping as fast as they can, by messages and by frames."""
    table = site.visitor(at=address()).play("connect_four")
    sent = Counter()

    def ping(n):
        end = min(until, time.monotonic() + size)
        while time.monotonic() < end:
            with contextlib.suppress(*LOST):
                page = site.visitor(at=f"127.200.0.{1 + n % 200}").socket(table)
                while time.monotonic() < end:
                    if n % 2:
                        page.sock.ping()
                    else:
                        page.send(t="ping", c=1)
                    sent["frame" if n % 2 else "message"] += 1
            time.sleep(0.05)
        return "ended"

    many(ping, range(8 * size), threads=8 * size)
    return sent


def silence(site, size, until):
    """Connections that say nothing: 3,000 times the size, held by as many processes as it takes."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3000 * size if size > 1 else 300
    share = min(wanted, hard - 200)
    holders = []
    made = Counter()
    try:
        for first in range(0, wanted, share):
            count = min(share, wanted - first)
            words = [sys.executable, "-c", HOLDER, *map(str, (site.port, first, count, until - time.monotonic()))]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            holders.append(subprocess.Popen(words, **pipes))
        for one in holders:
            made["connected"] += int(one.stdout.readline())
        assert site.visitor(at=address()).get("/").status == 200
        for one in holders:
            one.stdin.write("\n")
            one.stdin.flush()
            made["still open"] += int(one.stdout.readline())
        late = {"wanted (the time was up)": wanted} if made["connected"] < wanted else {}
        return made + Counter(late)
    finally:
        for one in holders:
            one.kill()
            one.wait()
            one.stdin.close()
            one.stdout.close()


HOLDER = """
import contextlib, resource, socket, sys, time
port, first, count, seconds = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
until, held = time.monotonic() + seconds, []
while len(held) < count and time.monotonic() < until:
    s = socket.socket()
    s.setblocking(False)
    n = first + len(held)
    s.bind((f"127.201.{n // 150 % 250}.{1 + n // 37_500}", 0))
    with contextlib.suppress(BlockingIOError):
        s.connect(("127.0.0.1", port))
    held.append(s)
    if len(held) % 200 == 0:
        time.sleep(0.02)
print(len(held), flush=True)
sys.stdin.readline()
open_ = 0
for s in held:
    try:
        open_ += s.recv(1) != b""
    except BlockingIOError:
        open_ += 1
    except OSError:
        pass
print(open_, flush=True)
sys.stdin.readline()
"""
"""A program that opens many connections and says how many, and after a word how many of them are open still."""


def reading(site, size, until):
    """Ask for the steps of a finished match and of an uploaded one, all over again."""
    ann, table = finished(site, "connect_four", 12, address())
    match = Match.create(find_game("connect_four"), secret=b"s" * 32, id="m")
    data = match.export()
    notes = 20 * size
    data["entries"] += [["bot", 0, 0], ["back", 0, 0]] * notes
    data["hashes"] += [data["hashes"][-1]] * (2 * notes)
    there = upload(ann, json.dumps(data).encode()).location.partition("?")[0]
    addresses = [address() for _ in range(4)]
    paths = [f"{table}/steps?from=0&to=99&seat=all", f"{there or table}/steps?from=0&to=99999", f"{table}/match.json"]

    def get(n):
        if time.monotonic() > until:
            return "not sent"
        try:
            return site.visitor(at=addresses[n % 4]).get(paths[n % len(paths)]).status
        except LOST:
            return "cut off"

    return unharmed(many(get, range(200 * size if size > 1 else 24)), (200, 422, 429, "not sent"))


def one_subscriber(site, size, until):
    """The addresses of one /64 are one subscriber: they share a budget, as a trusted proxy names them."""
    made = Counter()
    for n in range(40 + 10 * size):
        if time.monotonic() > until:
            break
        eve = site.visitor()
        forwarded = {"X-Forwarded-For": f"2001:db8:{size:x}:1::{n + 1:x}"}
        token = eve.get("/", **forwarded)
        form = {"token": token.field("token"), "ticket": token.field("ticket")}
        made[eve.post("/play/connect_four", form, **forwarded).status] += 1
    return made


ATTACKS = {
    "undo_at_a_table": undo_at_a_table,
    "upload_of_undos": upload_of_undos,
    "empty_parts": empty_parts,
    "long_heads": long_heads,
    "refused_forms": refused_forms,
    "lost_seat": lost_seat,
    "analyses": analyses,
    "hint_spam": hint_spam,
    "bot_tables": bot_tables,
    "pings": pings,
    "silence": silence,
    "reading": reading,
    "one_subscriber": one_subscriber,
}
