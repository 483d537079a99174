"""What the tests of the store share: a fresh place for each test, in each kind of database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import pytest

from taku.server.store import Entry, Match, Seat, Store

T = TypeVar("T")
NOW = 1_800_000_000_000
KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


def run(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        return await asyncio.wait_for(work, 900)  # some wait a thousand times for the disk

    return asyncio.run(limited())


def postgres_place() -> Iterator[str]:
    """A schema of its own in the database of $TAKU_POSTGRES."""
    base = os.environ.get("TAKU_POSTGRES")
    if not base:
        pytest.skip("TAKU_POSTGRES is not set")
    schema = f"taku_test_{uuid4().hex[:12]}"
    yield f"{base}{'&' if '?' in base else '?'}schema={schema}"
    run(sql(f'drop schema if exists "{schema}" cascade'))


async def sql(text: str, *values: object) -> None:
    """As the database's administrator."""
    import asyncpg

    db = await asyncpg.connect(os.environ["TAKU_POSTGRES"])
    try:
        await db.execute(text, *values)
    finally:
        await db.close()


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh place for a store: a folder, or a schema in PostgreSQL."""
    if request.param == "sqlite":
        yield str(tmp_path / "data")
    else:
        yield from postgres_place()


@pytest.fixture(params=KINDS)
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A second fresh place, for what goes from one store into another."""
    if request.param == "sqlite":
        yield str(tmp_path / "other")
    else:
        yield from postgres_place()


async def new_match(store: Store, seats: int = 2, **more: Any) -> Match:
    facts: dict[str, Any] = {
        "game": "connect_four",
        "game_version": "1",
        "seats": [Seat()] * seats,
        "secret": b"\x00\xffsecret",
        "commitment": "c0ffee",
        "now": NOW,
    }
    return await store.create_match(**facts | more)


def move(match: Match | str, number: int, action: int = 3, at: int = NOW) -> Entry:
    return Entry(match if isinstance(match, str) else match.id, number, "move", number % 2, {"action": action}, at)
