"""Match files from elsewhere, kept so that every server and every restart can show them."""

from __future__ import annotations

import asyncio
import zlib

from taku.server.store.base import Base
from taku.server.store.driver import Statement
from taku.server.store.records import new_id

KEPT = 500
KEPT_BYTES = 64 * 1024 * 1024

# The newest that fit into both limits stay.
TOO_MUCH = """
    delete from upload where id in (
        select id from (
            select id, row_number() over newest as place, sum(length(body)) over newest as bytes
            from upload window newest as (order by at desc, id desc)
        ) as kept where place > $1 or bytes > $2
    )
"""


class Uploads(Base):
    """The part of the store that keeps uploaded match files; the oldest give way."""

    async def keep_upload(self, body: bytes, *, now: int, kept: int = KEPT, kept_bytes: int = KEPT_BYTES) -> str:
        """Keep a file; the id under which it is found."""
        id, squeezed = new_id(), await asyncio.to_thread(zlib.compress, body)  # megabytes: tables must not wait for it
        insert = Statement("insert into upload (id, body, at) values ($1, $2, $3)", (id, squeezed, now))
        await self._store(insert, Statement(TOO_MUCH, (kept, kept_bytes)))
        return id

    async def upload(self, id: str) -> bytes | None:
        """A file that was kept, if it still is."""
        rows = await self._fetch("select body from upload where id = $1", id)
        return await asyncio.to_thread(zlib.decompress, rows[0][0]) if rows else None
