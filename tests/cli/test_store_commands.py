"""``taku backup``, ``restore``, ``export`` and ``admin``: a server's data from the command line."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path

import pytest

from taku.server.store import Entry, Seat, open_store
from tests.cli.conftest import Taku

NOW = time.time_ns() // 1_000_000


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a match that is over, one in play, and a guest."""
    folder = tmp_path / "data"

    async def fill() -> None:
        async with await open_store(folder) as store:
            aki = await store.create_player(name="Aki", now=NOW)
            seats = [Seat("player", aki.id, None, "Aki"), Seat("bot", None, "club", "Bot")]
            for id, status in (("done", "over"), ("live", "playing")):
                await store.create_match(
                    id=id, game="connect_four", game_version="1", seats=seats, secret=bytes(32), commitment="c", now=NOW
                )
                await store.append([Entry(id, 1, "move", 0, {"action": 3}, NOW)])
                await store.update_match(id, now=NOW, status=status)  # type: ignore[arg-type]

    asyncio.run(fill())
    return folder


def player(taku: Taku, data: Path) -> str:
    found: str = json.loads(taku("admin", "players", "--json", "--data", data).out)[0]["id"]
    return found


def test_backup_and_restore(taku: Taku, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    said = taku("backup", file, "--data", data)
    assert (said.code, said.err) == (0, "")
    assert "2 matches, 1 players" in said.out
    taku("backup", file, "--data", data).complains("backup.db", code=1)
    other = tmp_path / "other"
    assert "restored 2 matches" in taku("restore", file, "--data", other).out
    taku("restore", file, "--data", other).complains("--replace", code=1)
    assert taku("restore", file, "--data", other, "--replace").code == 0
    listed = [m["id"] for m in json.loads(taku("admin", "list", "--json", "--data", other).out)]
    assert sorted(listed) == ["done", "live"]


def test_a_wrong_backup_leaves_no_database_behind(taku: Taku, tmp_path: Path) -> None:
    wrong, new = tmp_path / "notes.txt", tmp_path / "new"
    wrong.write_text("no database")
    taku("restore", wrong, "--data", new).complains("notes.txt")
    taku("restore", tmp_path / "nothing.db", "--data", new).complains("nothing.db")
    assert not new.exists()


def test_export(taku: Taku, data: Path, tmp_path: Path) -> None:
    said = taku("export", "--data", data)
    lines = {line["id"]: line for line in map(json.loads, said.out.splitlines())}
    assert lines["live"]["secret"] is None
    assert lines["done"]["secret"]
    assert lines["done"]["entries"][0]["body"] == {"action": 3}
    assert lines["live"]["entries"] is None
    assert "1 matches are still played: their entries are left out" in said.err
    told = taku("export", "live", "--unfinished", "--data", data)
    assert json.loads(told.out)["entries"][0]["body"] == {"action": 3}
    assert "show it to none of the players" in told.err
    file = tmp_path / "out.jsonl"
    assert taku("export", "live", "--secrets", "-o", file, "--data", data).out == ""
    assert json.loads(file.read_text(encoding="utf-8"))["secret"]
    taku("export", "nope", "--data", data).complains("there is no match nope")


def test_admin_lists_counts_closes_and_deletes(taku: Taku, data: Path) -> None:
    listed = taku("admin", "list", "--data", data).out
    assert re.search(r"^live +connect_four +playing +1 .* Aki, Bot$", listed, re.MULTILINE)
    assert "live" not in taku("admin", "list", "--status", "over", "--data", data).out
    assert re.search(r"matches_playing +1", taku("admin", "count", "--data", data).out)
    assert taku("admin", "close", "live", "--data", data).out == "closed live\n"
    assert json.loads(taku("admin", "count", "--json", "--data", data).out)["matches_closed"] == 1
    taku("admin", "close", "done", "--data", data).complains("the match done is over")
    taku("admin", "close", "lve", "--data", data).complains("there is no match lve")
    assert taku("admin", "delete", "live", "--data", data).out == "deleted live\n"
    taku("admin", "delete", "live", "--data", data).complains("there is no match live")


def test_admin_keeps_guests_out(taku: Taku, data: Path) -> None:
    aki = player(taku, data)
    assert "Aki" in taku("admin", "ban", aki, "--reason", "rude", "--data", data).out
    assert "rude" in taku("admin", "players", "--banned", "--data", data).out
    assert taku("admin", "unban", aki, "--data", data).code == 0
    assert "Aki" not in taku("admin", "players", "--banned", "--data", data).out
    assert taku("admin", "forget", aki, "--data", data).out == f"forgot {aki}\n"
    taku("admin", "ban", "nobody", "--data", data).complains("there is no player nobody")


def test_admin_purges_by_age(taku: Taku, data: Path) -> None:
    assert "removed 0 matches" in taku("admin", "purge", "--days", "1", "--data", data).out
    taku("admin", "purge", "--data", data).complains("--days")
    taku("admin", "purge", "--days", "0", "--data", data).complains("--days", "'0'")


def test_mistakes(taku: Taku, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    for words in (["backup", tmp_path / "b.db"], ["export"], ["admin", "list"]):
        taku(*words, "--data", nowhere).complains(str(nowhere))
        assert not nowhere.exists()
    taku("restore", tmp_path / "none.db", "--data", tmp_path / "new").complains("none.db")
    (tmp_path / "text.db").write_text("hello", encoding="utf-8")
    taku("restore", tmp_path / "text.db", "--data", tmp_path / "new").complains("text.db")
    taku("export", "--database", "mysql://x").complains("postgresql://", "'mysql://x'")
    taku("export", "--database", "postgresql://x", "--data", "y").complains("not both")
    taku("admin").complains("ACTION")
    taku("admin", "list", "--status", "plaing", "--data", nowhere).complains("did you mean 'playing'?")


def test_admin_revokes_cookies_and_tells_a_way_back(taku: Taku, data: Path) -> None:
    id = player(taku, data)
    said = taku("admin", "revoke", id, "--data", data).out
    assert "the cookies of Aki" in said
    code = said.split()[-1]

    async def look() -> None:
        async with await open_store(data) as store:
            found = await store.player(id)
            assert found is not None
            assert found.generation == 1
            assert await store.redeem_code(code, now=NOW) == id

    asyncio.run(look())
    taku("admin", "revoke", "nobody", "--data", data).complains("there is no player nobody")
