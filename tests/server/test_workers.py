"""The processes in which bots think: they load games before anybody waits for them."""

import asyncio
import os
import time

import pytest

from taku.engine.game import find_game
from taku.server import think
from taku.server.bots import BotFailed, Pool

PATIENCE = 240.0


def test_a_worker_loads_compiled_games_by_itself_also_after_another_died():
    async def watch():
        pool = Pool(1, None, shared=False)
        try:
            await pool.prepare(find_game("connect_four"))
            for _ in range(2):
                end = time.monotonic() + PATIENCE
                while "connect_four" not in await pool._run(think.loaded, limit=PATIENCE):
                    assert time.monotonic() < end
                    await asyncio.sleep(0.1)
                process = next(iter(pool._executor()._processes))
                os.kill(process, 9)
        finally:
            pool.close()

    asyncio.run(watch())


def test_the_server_is_told_what_is_compiled_and_does_not_look_itself(monkeypatch):
    async def ask():
        pool = Pool(1, None, shared=False)
        try:
            await pool.prepare(find_game("connect_four"))  # compiled now, if it was not
            again = Pool(1, None, shared=False)
            monkeypatch.setattr(think, "is_ready", None)
            assert not await again.prepare(find_game("connect_four"))
            assert again.ready(find_game("connect_four"))
            again.close()
        finally:
            pool.close()

    asyncio.run(ask())


def test_workers_that_have_just_begun_may_take_longer_than_an_answer():
    async def go():
        pool = Pool(1, None, shared=False)
        try:
            assert await pool._run(pow, 2, 5, limit=0.001) == 32  # the process has to start first
            with pytest.raises(BotFailed, match="in time"):
                await pool._run(time.sleep, 5, limit=0.01)
        finally:
            pool.close()

    asyncio.run(go())
