"""``taku bot run``: programs of somebody's own at a real table."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from websockets.asyncio.server import ServerConnection, serve

from taku.cli import guest
from taku.cli.guest import Guest, Seated
from taku.server.config import Config
from taku.server.main import make_server
from tests.cli.conftest import Taku
from tests.server.kit import PATIENCE

FIRST = "def bot(game):\n    return lambda seen, seat, legal, budget: legal[0]\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server of the test's own; its address."""
    monkeypatch.setenv("TAKU_SPEED", "interpreted")
    server = make_server(Config(port=0, data=tmp_path / "data", workers=0), quiet=True)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE
    while not server.started:
        assert time.monotonic() < until
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(PATIENCE)


def new_table(site: str, game: str, *seats: str) -> str:
    """A table that a host opened in the browser; its address."""
    host = Guest("Host")
    where, page = host._open(f"{site}/new/{game}")
    fields = dict(next(f for f in page.forms if f["action"] == f"/new/{game}" and "token" in f["fields"])["fields"])
    fields |= {f"seat{i}": seat for i, seat in enumerate(seats)} | {"clock": "none", "visibility": "link"}
    with host._browser.open(where, urlencode(fields).encode()) as answer:
        return str(answer.geturl())


def test_two_programs_play_a_whole_match(taku: Taku, site: str, tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST, encoding="utf-8")
    table = new_table(site, "goofspiel", "open", "open")
    command = [sys.executable, "-m", "taku", "bot", "run", "random", table, "--seat", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as other:
        said = taku("bot", "run", file, table, "--seat", "1", "--name", "Firsty", "--seed", "1")
        heard, _ = other.communicate(timeout=PATIENCE)
    assert (said.code, other.returncode) == (0, 0), (said.err, heard)
    assert "Firsty sits at" in said.out
    assert "Bid the 1\n" in said.out
    assert "Bid the 12\n" in said.out


def test_a_program_comes_back_however_often_it_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is how often it tried since it last saw the table."""
    monkeypatch.setattr(guest, "TRIES", (0, 0))
    came = 0

    async def table(socket: ServerConnection) -> None:
        nonlocal came
        came += 1
        await socket.send(json.dumps({"t": "hello", "seat": 0}))
        await socket.send(json.dumps({"t": "view", "seq": 0, "status": {"over": came == 9, "text": "Over"}}))

    async def play() -> list[str]:
        said: list[str] = []
        async with serve(table, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            await Seated(Guest("Robot"), f"http://127.0.0.1:{port}/", lambda game: lambda *_: 0, 1, said.append).play()
        return said

    assert asyncio.run(play()) == ["Over"]
    assert came == 9


def test_a_seat_that_is_taken(taku: Taku, site: str) -> None:
    table = new_table(site, "connect_four", "me", "open")
    taku("bot", "run", "random", table, "--seat", "1").complains("seat 1 is not free", "free: 2", code=1)


def test_mistakes(taku: Taku, site: str, tmp_path: Path) -> None:
    taku("bot").complains("ACTION")
    taku("bot", "rn").complains("'rn'", "did you mean 'run'?")
    taku("bot", "run", "random", "localhost").complains("'localhost'", "http")
    taku("bot", "run", tmp_path / "no.py", site).complains("no.py")
    taku("bot", "run", "random", f"{site}/t/nosuchtable").complains("404", code=1)
    taku("bot", "run", "random", f"{site}/").complains("no table", code=1)
    taku("bot", "run", "random", "http://127.0.0.1:9/t/x").complains("refused")
