"""What the tests of the server share: a server in a thread or a process, visitors with cookies, and their sockets."""

import asyncio
import contextlib
import http.client
import itertools
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import zlib
from html import unescape
from pathlib import Path
from unittest.mock import patch

from websockets.sync.client import ClientConnection, connect

from taku.server.config import Config
from taku.server.live.bots import BotSeats
from taku.server.main import make_server

SPEED = 30.0
PATIENCE = 180.0
"""Seconds that something may take on a busy machine; where all is well nobody waits for it."""


@contextlib.contextmanager
def serving(data: Path, siblings=None, **options):
    """A server in a thread of this process; its address. With siblings it is one of several that share the folder."""
    server = make_server(
        Config(port=0, data=data, secret="for tests", **{"workers": 1, "speed": SPEED, "allow": 1000.0, **options}),
        quiet=True,
        siblings=siblings,
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE
    while not server.started and time.monotonic() < until:
        time.sleep(0.01)
    assert server.started
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Site(port, server)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server does not stop"


@contextlib.contextmanager
def everybody_chooses():
    """Nobody's only choice is made for them: whoever is about to tap it would find it gone."""

    async def leave(bots, seat, seq, *, alone):
        pass

    with patch.object(BotSeats, "_answer", leave):
        yield


def on_loop(site, work):
    """Run something on the server's own loop; its result."""
    return asyncio.run_coroutine_threadsafe(work, site.server.servers[0].get_loop()).result(PATIENCE)


class Site:
    def __init__(self, port, server=None):
        self.port, self.server = port, server
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"

    def visitor(self, language="en", at=""):
        return Visitor(self, language, at)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.text = body.decode("utf-8", "replace")

    @property
    def location(self):
        return self.headers.get("location", "")

    def field(self, name):
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        return unescape(found[1]) if found else ""


class Visitor:
    """Somebody with a browser that keeps cookies and sends forms, but no JavaScript."""

    def __init__(self, site, language="en", at=""):
        self.site, self.language, self.cookie = site, language, ""
        self.at = (at, 0) if at else None
        """The address that it comes from."""
        self.page = None

    def send(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection(self.site.host, timeout=PATIENCE, source_address=self.at)
        kept = {"Accept-Language": self.language, **({"Cookie": self.cookie} if self.cookie else {}), **headers}
        connection.request(method, path, body, kept)
        response = connection.getresponse()
        answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        connection.close()
        given = answer.headers.get("set-cookie")
        if given:
            self.cookie = given.split(";")[0]
        return answer

    def get(self, path, **headers):
        self.page = self.send("GET", path, **headers)
        return self.page

    def post(self, path, form=None, *, token=None, page=None, **headers):
        """Send a form as the page at ``page`` (or the last one) carries it."""
        if page:
            self.get(page)
        carried = {}
        if self.page:
            for name in ("token", "ticket", "nonce", "commitment"):
                carried[name] = self.page.field(name)
        fields = {**carried, **(form or {})}
        if token is not None:
            fields["token"] = token
        body = urllib.parse.urlencode(fields)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.site.url, **headers}
        return self.send("POST", path, body, **headers)

    def play(self, game="connect_four", **form):
        """Play a bot now; the address of the table."""
        return self.post(f"/play/{game}", form, page="/").location

    def open(self, game="connect_four", query="", **form):
        """Open a table with the form's defaults; its address."""
        page = self.get(f"/new/{game}{query}")
        defaults = {
            n: unescape(v)
            for n, v in re.findall(r'<input type="(?:number|hidden)" name="([^"]+)"[^>]* value="([^"]*)"', page.text)
        }
        seats = int(page.field("seats"))
        defaults |= {"clock": "none", "visibility": "public", "takeover": "yes", "undo": "yes"}
        defaults |= {f"seat{i}": "me" if i == 0 else "open" for i in range(seats)}
        answer = self.post(f"/new/{game}", {**defaults, **form})
        assert answer.status == 303, answer.text[-3000:]
        return answer.location

    def sit(self, table, seat, **form):
        return self.post(f"{table}/sit", {"seat": str(seat), "nonce": "mine", **form}, page="/")

    def socket(self, table, step=-1, patch=0, squeeze="", room=0, **headers):
        url = f"ws://{self.site.host}{table}/ws?step={step}&seq=0&patch={patch}&squeeze={squeeze}&room={room}"
        kept = {"Accept-Language": self.language, **({"Cookie": self.cookie} if self.cookie else {})}
        origin = headers.pop("origin", self.site.url)
        more = {
            "additional_headers": {**kept, **headers},
            "open_timeout": PATIENCE,
            "max_size": None,
            "max_queue": None,  # the server's pings are answered also while nobody reads
            "ping_interval": None,
            **({"source_address": self.at} if self.at else {}),
        }
        return Page(connect(url, origin=origin, legacy=True, **more))


class Page:
    """An open table: remembers everything that was sent to it."""

    def __init__(self, sock: ClientConnection):
        self.sock = sock
        self.heard = []
        self.raw = ""
        self.view = None
        self.hello = None
        self.pings = 0

    def read(self, seconds=PATIENCE):
        """The next message."""
        text = self.sock.recv(seconds)
        self.raw += text + "\n"
        message = json.loads(text)
        self.heard.append(message)
        if message["t"] == "view":
            before, self.view = self.view, {**(self.view or {}), **message}
            if "patch" in message:
                assert message["patch"]["from"] == before["step"]
                self.view["pieces"] = patched(before["pieces"], message["patch"]["changes"])
            if "patch" in message or "pieces" in message:
                self.view["html"] = "".join(self.view["pieces"])
        elif message["t"] in ("presence", "clocks") and self.view:
            self.view |= {key: message[key] for key in ("presence", "watchers", "clocks") if key in message}
        elif message["t"] == "hello":
            self.hello = message
        return message

    def until(self, kind, seconds=PATIENCE, where=lambda m: True):
        """Read until a message of this kind comes."""
        end = time.monotonic() + seconds
        while True:
            message = self.read(max(0.01, end - time.monotonic()))
            if message["t"] == kind and where(message):
                return message

    def wait(self, condition, seconds=PATIENCE):
        """Read until the view is as wanted."""
        end = time.monotonic() + seconds
        while self.view is None or not condition(self.view):
            self.read(max(0.01, end - time.monotonic()))
        return self.view

    def mine(self, seconds=PATIENCE):
        """Wait until this page is asked, or the match is over."""
        end = time.monotonic() + seconds
        while self.view is None or not (self.view["status"]["yours"] or self.view["status"].get("over")):
            message = self.read(max(0.01, end - time.monotonic()))
            assert message["t"] != "go", f"this page is a room's and is sent to {message['href']}"
        return self.view

    def find(self, condition):
        """The first message of all that came or will come for which this holds."""
        for message in self.heard:
            if condition(message):
                return message
        while not condition(message := self.read()):
            pass
        return message

    def drain(self):
        """Read all that the server had to say until now: it answers a page's messages in their order."""
        self.pings += 1
        self.send(t="ping", c=self.pings)
        self.until("pong", where=lambda m: m["c"] == self.pings)

    def glance(self, seconds):
        """Read what is there already; without a word to the server."""
        with contextlib.suppress(TimeoutError):
            while True:
                self.read(seconds)

    def send(self, **message):
        self.sock.send(json.dumps(message))

    def act(self, action=None):
        """Play an action, or the first one that there is, and wait until it is accepted."""
        view = self.view
        if action is None:
            action = actions(view)[0]
        seq = view["seq"]
        self.send(t="act", seq=seq, action=action)
        return self.wait(lambda v: v["seq"] > seq)

    def close(self):
        self.sock.close()


def until(condition, seconds=PATIENCE):
    """Wait for something that is not told on a socket."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def actions(view):
    """All actions that a view offers."""
    found = []

    def walk(tree):
        for value in tree.values():
            walk(value) if isinstance(value, dict) else found.append(value)

    walk(view["acts"])
    return found + [b["action"] for b in view["status"].get("buttons", []) if "action" in b]


def duel(site, game="connect_four", query="", **form):
    """Two visitors at a new table, with their sockets; the table's address first."""
    a, b = site.visitor(), site.visitor()
    table = a.open(game, query, **form)
    assert b.sit(table, 1).status == 303
    first, second = a.socket(table), b.socket(table)
    first.wait(lambda v: True)
    second.wait(lambda v: True)
    return table, (a, first), (b, second)


def patched(pieces, changes):
    """The new pieces of a rendering."""
    for at, gone, now in reversed(changes):
        pieces[at : at + gone] = now
    return pieces


def play_out(*pages, most=None):
    """Play first legal actions until the match is over, or everybody so often."""
    end = time.monotonic() + PATIENCE
    for n in itertools.count():
        if n == most:
            return
        for page in pages:
            page.glance(0.02)
            if page.view["status"].get("over"):
                return
            if page.view["status"]["yours"] and actions(page.view):
                page.act()
                end = time.monotonic() + PATIENCE
        assert time.monotonic() < end, "the match does not go on"


# ---- a server of its own process


def free_port():
    """A port of this program's own until it ends: a server may come and go there, and no other socket comes up at it
    meanwhile, be it somebody else's or one that connects to itself."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    HELD.append(held)
    return held.getsockname()[1]


HELD = []


class Process:
    """``taku serve`` as a process that can be killed."""

    def __init__(self, data, port, *more, processes=1, **env):
        self.data, self.port, self.more, self.processes, self.env = data, port, more, processes, env
        self.process = None

    def start(self):
        code = (
            "import sys; from pathlib import Path\n"
            "from taku.server.config import Config; from taku.server.processes import serve\n"
            f"serve(Config(port={self.port}, data=Path(sys.argv[1]), secret='for tests', workers=1, speed={SPEED}, "
            f"processes={self.processes}, allow=1000.0, "
            "database=sys.argv[2] if len(sys.argv) > 2 else ''))"
        )
        env = {**os.environ, **self.env}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(self.data), *self.more],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
                return Site(self.port)
            assert self.process.poll() is None, self.process.stderr.read().decode()
            time.sleep(0.03)
        raise AssertionError("the server does not answer")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def children(self):
        """The server processes that a supervisor has started, the oldest first."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (place / "stat").read_text().rpartition(")")[2].split()
                if int(words[1]) == self.process.pid and b"taku.server.child" in (place / "cmdline").read_bytes():
                    found.append((int(words[19]), int(place.name)))
        return [pid for _, pid in sorted(found)]

    def kill_one(self):
        """Kill one server process, as soon as there is one."""
        until(self.children)
        os.kill(random.choice(self.children()), signal.SIGKILL)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
        return self.process.stderr.read().decode()


def gunzip(data):
    return zlib.decompress(data, 31)
