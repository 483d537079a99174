"""PostgreSQL goes and comes back while people play with bots: for the tests, and at full length for the bench."""

import contextlib
import signal
import subprocess
import sys
import time

import run
from tests.server.kit import PATIENCE, serving

WORKER = """
import sys
from taku.server.config import Config
from taku.server.main import work
from taku.server.store import postgres
postgres.PATIENCE_SECONDS = float(sys.argv[2])
sys.exit(work(Config(database=sys.argv[1], workers=2)))
"""


@contextlib.contextmanager
def own_server():
    """A PostgreSQL server that may be stopped; None where there is none."""
    server = run.own_postgres()
    if server is None:
        yield None
        return
    try:
        fault = server.create() or server.start()
        assert not fault, fault
        yield server
    finally:
        server.remove()


@contextlib.contextmanager
def worker(url, patience):
    """``taku worker`` as a process of its own; its log when it has ended."""
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER, url, str(patience)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def play_through(server, data, *, outage, patience, elsewhere):
    """Play against bots, lose the database for so many seconds, and go on.

    With ``elsewhere`` the bots think in ``taku worker``, else in the server's own workers. Returns the seconds from the
    return of the database to the next bot's move, and what the worker's log says.
    """
    with contextlib.ExitStack() as stack:
        other = stack.enter_context(worker(server.url, patience)) if elsewhere else None
        site = stack.enter_context(serving(data, database=server.url, workers=0 if elsewhere else 2))
        ann, ben = site.visitor(), site.visitor("ja")
        pages = [who.socket(who.play("connect_four")) for who in (ann, ben)]
        for page in pages:
            page.mine()
            page.act()
            page.mine()
        steps = [page.view["step"] for page in pages]
        pages[0].send(t="act", seq=pages[0].view["seq"], action=3)  # it may or may not be stored in time
        fault = server.stop()
        assert not fault, fault
        gone = time.monotonic()
        pages[1].send(t="act", seq=pages[1].view["seq"], action=3)  # this one cannot be
        pages[0].until("notice", where=lambda m: "cannot be stored at the moment" in m["text"])
        pages[1].find(lambda m: m["t"] == "notice" and "手を保存できない" in m["text"])
        pages[1].find(lambda m: m["t"] == "notice" and "もう一度お願いします" in m["text"])
        time.sleep(max(0.0, outage - (time.monotonic() - gone)))
        if other is not None:
            assert other.poll() is None, other.stderr.read().decode()
        fault = server.start()
        assert not fault, fault
        back = time.monotonic()
        pages[0].until("notice", where=lambda m: "stored again" in m["text"])
        took = []
        for page in pages:
            page.send(t="sync")
            page.until("view")
            page.mine()
            took.append(time.monotonic() - back)
            page.act()
            page.mine()
        for page, before in zip(pages, steps, strict=True):
            assert page.view["step"] >= before + 2  # what was acknowledged is there, and more came
    return max(took), other.stderr.read().decode() if other is not None else ""
