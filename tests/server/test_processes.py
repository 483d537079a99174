"""``taku serve`` with several processes: one port, one folder, and whichever process dies is replaced."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from taku.server import limits, supervisor
from taku.server.config import Config, usable_cores
from taku.server.processes import serve
from taku.server.route import complete, owner, process_for, trusts
from taku.server.store.folder_lock import hold
from tests.server.force import fresh_view, kill_again_and_again
from tests.server.kit import PATIENCE, Page, Process, duel, free_port, until
from tests.server.store_kit import postgres_place


@contextlib.contextmanager
def processes(data, count=2, *more, **options):
    """A server of so many processes; its address, and the supervisor's process."""
    server = Process(data, free_port(), *more, processes=count, **options)
    try:
        site = server.start()
        assert site.visitor().get("/healthz").status == 200  # it answers when all processes are there
        yield site, server
    finally:
        if server.process.poll() is None:
            errors = server.stop()
            assert "taku/server" not in errors, errors  # a trace names the file


def alive(pid):
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def tables_of_both(person, open_table, count=2):
    """A table that each process owns."""
    found = {}
    while len(found) < count:
        table = open_table(person)
        found.setdefault(owner(table[3:], count), table)
    return [found[index] for index in range(count)]


# ---- where a connection goes


def test_a_table_and_everything_about_it_belongs_to_one_process():
    for id in ("abcdefghjkmn", "pqrstuvwxyz2"):
        asked = [f"GET /t/{id}/ws?step=1", f"GET /t/{id}", f"POST /t/{id}/sit", f"GET /t/{id}?a=/t/other"]
        heads = [f"{first} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for first in asked]
        assert {process_for(head, "192.0.2.7", 4, forwarded=False) for head in heads} == {owner(id, 4)}
    spread = Counter(owner(f"table{n}", 2) for n in range(1000))
    assert min(spread.values()) > 400


def test_everything_else_goes_by_address_and_by_the_visitors_where_a_proxy_is_believed():
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.1, 192.0.2.%d\r\n\r\n"
    direct = {process_for(head % n, "127.0.0.1", 4, forwarded=False) for n in range(50)}
    assert len(direct) == 1
    assert {process_for(head % n, "127.0.0.1", 4, forwarded=True) for n in range(50)} == {0, 1, 2, 3}
    neighbours = {process_for(b"GET / HTTP/1.1\r\n\r\n", f"2001:db8::{n:x}", 4, forwarded=False) for n in range(50)}
    assert len(neighbours) == 1  # of one /64
    assert trusts(("10.0.0.0/8",), "10.1.2.3")
    assert trusts(("*",), "192.0.2.1")
    assert not trusts(("127.0.0.1",), "192.0.2.1")
    assert complete(b"GET / HTTP/1.1\r\n", forwarded=False)
    assert not complete(b"GET / HTTP/1.1\r\nX: ", forwarded=True)


def test_as_many_processes_as_cores_at_most_four(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(3)), raising=False)
    assert usable_cores() == 3
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert usable_cores() == 4
    monkeypatch.delattr(socket, "send_fds", raising=False)
    assert usable_cores() == 1


# ---- one server


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with processes(tmp_path_factory.mktemp("processes")) as both:
        yield both


def test_pages_and_tables_of_both_processes(running):
    site, server = running
    assert len(server.children()) == 2
    ann, bob = site.visitor(), site.visitor()
    for table in tables_of_both(ann, lambda person: person.open()):
        assert bob.sit(table, 1).status == 303
        one, two = ann.socket(table), bob.socket(table)
        for page in (one, two, one):
            page.mine()
            page.act(3)
        two.mine()
    for table in tables_of_both(ann, lambda person: person.play()):
        page = ann.socket(table)
        page.mine()
        page.act()
        page.mine()
    assert "taku_process_up" in ann.get("/metrics").text
    until(lambda: number(ann.get("/metrics").text, "taku_tables") >= 4)  # of both processes together
    assert ann.get("/healthz").text == "ok\n"


def number(text, name):
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} "))


def test_a_socket_that_came_on_another_processs_connection_is_served_too(running):
    """As behind a proxy, which sends many requests over one connection."""
    site, _ = running
    ann = site.visitor()
    for table in tables_of_both(ann, lambda person: person.play()):
        with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
            line.sendall(f"GET /healthz HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode())
            answer = b""
            while not answer.endswith(b"ok\n"):
                answer += line.recv(4096)
            url = f"ws://{site.host}{table}/ws?step=-1&seq=0"
            headers = {"Cookie": ann.cookie, "Accept-Language": "en"}
            with connect(url, sock=line, origin=site.url, additional_headers=headers, open_timeout=PATIENCE) as sock:
                page = Page(sock)
                for _ in range(2):
                    page.mine()  # the bot is played by the table's owner, wherever the page is
                    page.act()
                page.mine()


def test_what_another_program_does_is_seen_by_both_processes(running):
    site, server = running
    ann = site.visitor()
    for table in tables_of_both(ann, lambda person: person.play()):
        page = ann.socket(table)
        page.mine()
        words = [sys.executable, "-m", "taku", "admin", "close", table[3:], "--data", str(server.data)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        page.wait(lambda v: v["status"].get("over") or not v["status"]["yours"])


def test_bytes_that_come_one_by_one_and_lines_too_long_are_answered(running):
    site, _ = running
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
        for byte in f"GET /healthz HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode():
            line.send(bytes([byte]))
        assert b"200 OK" in line.recv(4096)
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
        line.sendall(b"GET /" + b"x" * 2 * limits.HEAD)
        assert line.recv(4096).startswith(b"HTTP/1.1 4")


def test_of_many_silent_connections_the_oldest_give_way(running):
    site, _ = running
    silent = [socket.create_connection(("127.0.0.1", site.port), PATIENCE) for _ in range(limits.SILENT + 20)]
    try:
        assert silent[0].recv(1) == b""
        assert site.visitor().get("/healthz").status == 200
    finally:
        for one in silent:
            one.close()


# ---- ends and faults


def test_a_stopped_server_tells_its_pages_and_ends_with_its_processes(tmp_path):
    with processes(tmp_path) as (site, server):
        _, (_, one), (_, two) = duel(site)
        one.mine()
        pids = server.children()
        server.process.terminate()
        with pytest.raises((WebSocketException, EOFError)):
            two.until("never")
        assert two.sock.protocol.close_code == 1012
        assert server.process.wait(PATIENCE) == 0
        assert not any(alive(pid) for pid in pids)


def test_ctrl_c_stops_everything(tmp_path):
    with processes(tmp_path) as (_, server):
        pids = server.children()
        server.process.send_signal(signal.SIGINT)
        server.process.wait(PATIENCE)
        assert server.process.returncode != 0  # the command line makes 130 of it
        assert "KeyboardInterrupt" in server.process.stderr.read().decode()
        assert not any(alive(pid) for pid in pids)


def test_a_process_that_dies_is_replaced_and_the_other_goes_on(tmp_path):
    with processes(tmp_path) as (site, server):
        ann = site.visitor()
        tables = tables_of_both(ann, lambda person: person.play())
        pages = [ann.socket(table) for table in tables]
        for page in pages:
            page.mine()
            page.act()
            page.mine()
        victim, survivor = server.children()  # the first one started is process 0
        os.kill(victim, signal.SIGKILL)
        lost, kept = pages
        with pytest.raises((WebSocketException, EOFError)):
            lost.until("never")
        kept.act()
        kept.mine()
        assert fresh_view(ann, tables[0])["seq"] >= 1
        again = ann.socket(tables[0])
        again.mine()
        again.act()
        again.mine()
        assert survivor in server.children()
        assert victim not in server.children()
        until(lambda: len(server.children()) == 2)
        server.process.terminate()
        assert "server process 0 has ended (killed by SIGKILL)" in server.process.stderr.read().decode()


def test_a_process_that_hangs_is_killed(monkeypatch):
    monkeypatch.setattr(supervisor, "HUNG", 0.2)
    sent = []

    async def attend():
        process, reader = supervisor.Process(0), asyncio.StreamReader()
        process.signal = sent.append
        one = supervisor.Supervisor.__new__(supervisor.Supervisor)
        one.processes = [process]
        reader.feed_data(b'["ready",5]\n')
        await asyncio.wait_for(one._attend(process, reader), PATIENCE)

    asyncio.run(attend())
    assert sent == [signal.SIGKILL]


def test_processes_end_with_their_supervisor(tmp_path):
    with processes(tmp_path) as (site, server):
        ann = site.visitor()
        table = ann.play()
        page = ann.socket(table)
        page.mine()
        page.act()
        pids = server.children()
        server.kill()
        until(lambda: not any(alive(pid) for pid in pids))
        server.start()
        assert fresh_view(ann, table)["seq"] >= 1


def test_a_folder_has_one_server(tmp_path):
    with processes(tmp_path) as (site, _):
        code = f"""
from pathlib import Path
from taku.server.store import InUse
from taku.server.store.folder_lock import hold
try:
    with hold(Path({str(tmp_path)!r})):
        raise SystemExit(1)
except InUse as fault:
    print(fault)
"""
        said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        assert "another server uses the folder" in said
        assert site.visitor().get("/").status == 200
    with hold(tmp_path):  # and another can have it afterwards
        pass


def test_a_port_that_is_taken_is_told_and_nothing_is_started(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        config = Config(port=taken.getsockname()[1], data=tmp_path, processes=2)
        with pytest.raises(OSError, match="in use"):
            serve(config)
    assert not (tmp_path / "taku.db").exists()


def test_no_acknowledged_move_is_lost_when_processes_and_supervisor_are_killed(tmp_path):
    total, _ = kill_again_and_again(tmp_path, tables=4, times=4, processes=2)
    assert total > 0


@pytest.fixture
def database():
    yield from postgres_place()


@pytest.mark.postgres
def test_processes_share_a_postgresql_database_too(tmp_path, database):
    with processes(tmp_path, 2, database) as (site, _):
        ann = site.visitor()
        for table in tables_of_both(ann, lambda person: person.play()):
            page = ann.socket(table)
            for _ in range(2):
                page.mine()
                page.act()
            page.mine()
