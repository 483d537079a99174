"""How many durable moves the store takes, alone and with group commit; prints a table.

    python bench/store.py [--tables 200] [--seconds 3] [--folder FOLDER] [--postgres URL]

Each table sends its next move when the last one was acknowledged, as players do. `FULL` flushes the disk at every
commit (survives a loss of power), `NORMAL` leaves that to the system (survives the death of the process).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Literal
from uuid import uuid4

from taku.server.store import Entry, Seat, Store
from taku.server.store.commit import MAX_BATCH
from taku.server.store.driver import Driver
from taku.server.store.sqlite import Sqlite

TARGET = 3000  # durable moves a second with 200 tables


async def measure(driver: Driver, batch: int, tables: int, seconds: float) -> tuple[float, list[float], float, float]:
    """Moves a second, their times in ms, moves in a commit, and CPU ms a move."""
    times: list[float] = []
    async with Store(driver, max_batch=batch) as store:
        made = [
            await store.create_match(game="g", game_version="1", seats=[Seat()], secret=b"", commitment="", now=0)
            for _ in range(tables)
        ]
        commits, cpu, began = store.stats.commits, time.process_time(), time.perf_counter()
        end = began + seconds

        async def play(match: str) -> None:
            number = 0
            while (start := time.perf_counter()) < end:
                number += 1
                await store.append([Entry(match, number, "move", 0, {"action": number, "hash": "0123456789abcdef"}, 0)])
                times.append((time.perf_counter() - start) * 1e3)

        await asyncio.gather(*(play(m.id) for m in made))
        took = time.perf_counter() - began
        spent = (time.process_time() - cpu) * 1e3 / len(times)
        return len(times) / took, times, len(times) / (store.stats.commits - commits), spent


async def main() -> None:
    parser = argparse.ArgumentParser(description="How many durable moves the store takes.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--folder", help="on the disk to be measured; a temporary one if not said")
    parser.add_argument("--postgres", default=os.environ.get("TAKU_POSTGRES"), help="URL; $TAKU_POSTGRES if not said")
    args = parser.parse_args()
    print(f"{args.tables} tables, {args.seconds:g} s each, load {os.getloadavg()[0]:.1f}; target {TARGET} moves/s\n")
    print("| database | synchronous | commit | moves/s | p50 ms | p95 ms | moves a commit | CPU ms a move |")
    print("|---|---|---|---|---|---|---|---|")

    async def row(name: str, sync: str, driver: Driver, batch: int) -> None:
        rate, times, size, cpu = await measure(driver, batch, args.tables, args.seconds)
        cut = quantiles(times, n=20)
        print(
            f"| {name} | {sync} | {'each' if batch == 1 else 'group'} | {rate:,.0f} | {cut[9]:.1f} | {cut[18]:.1f}"
            f" | {size:.1f} | {cpu:.3f} |",
            flush=True,
        )

    levels: tuple[Literal["FULL", "NORMAL"], ...] = ("FULL", "NORMAL")
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        for sync in levels:
            for batch in (1, MAX_BATCH):
                driver = await Sqlite(Path(folder) / f"{sync}{batch}.db", sync).open()
                await row("SQLite", sync, driver, batch)
    if args.postgres:
        import asyncpg

        from taku.server.store.postgres import Postgres

        for batch in (1, MAX_BATCH):
            schema = f"taku_bench_{uuid4().hex[:8]}"
            url = f"{args.postgres}{'&' if '?' in args.postgres else '?'}schema={schema}"
            await row("PostgreSQL", "on", await Postgres(url).open(), batch)
            db = await asyncpg.connect(args.postgres)
            await db.execute(f"drop schema {schema} cascade")
            await db.close()


if __name__ == "__main__":
    asyncio.run(main())
