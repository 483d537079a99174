"""``taku serve`` and ``taku worker`` as far as the command line goes; the server has tests of its own."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from taku.server.config import usable_cores
from tests.cli.conftest import Taku


def test_the_options_reach_the_server(taku: Taku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("taku.server.processes.serve", lambda config: asked.append(config) or 0)
    monkeypatch.setattr("taku.server.main.work", lambda config: asked.append(config) or 0)
    assert taku("serve", "--port", 0, "--data", tmp_path, "--workers", 1, "--base-url", "https://x.example").code == 0
    assert (asked[0].port, asked[0].data, asked[0].workers) == (0, tmp_path, 1)
    assert asked[0].base_url == "https://x.example"
    assert not asked[0].open_browser  # nobody sits at this terminal
    assert asked[0].processes == usable_cores()
    assert taku("serve", "--port", 0, "--data", tmp_path, "--processes", 3).code == 0
    assert asked[1].processes == 3
    assert taku("worker", "--database", "postgresql://x/y", "--workers", 3).code == 0
    assert (asked[2].database, asked[2].workers) == ("postgresql://x/y", 3)


def test_mistakes(taku: Taku, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        taku("serve", "--port", port, "--data", tmp_path).complains(f"port {port}", "--port")
    taku("serve", "--host", "no.such.host.invalid", "--data", tmp_path).complains("no.such.host.invalid")
    taku("serve", "--port", "http").complains("--port", "'http'")
    taku("serve", "--base-url", "x.example").complains("--base-url", "'x.example'")
    taku("serve", "--base-url", "https://").complains("--base-url", "'https://'")
    taku("serve", "--base-url", "https://x.example/taku").complains("without a folder", "https://x.example")
    taku("serve", "--databse", "x").complains("'--databse'", "did you mean '--database'?")
    taku("worker").complains("--database")


def test_a_store_that_cannot_be_used_is_told_in_one_line(taku: Taku, tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    file.write_text("no database")
    taku("serve", "--port", 0, "--data", file).complains("takes a folder", "matches.db")
    (tmp_path / "taku.db").write_text("no database " * 100)
    taku("serve", "--port", 0, "--data", tmp_path).complains("taku.db")
    nowhere = "postgresql://nobody@127.0.0.1:1/taku"
    taku("serve", "--port", 0, "--database", nowhere).complains("check that PostgreSQL runs", code=1)


def test_an_empty_key_signs_nothing(taku: Taku, tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    taku("serve", "--port", 0, "--data", tmp_path).complains("secret.key", "holds no key")
