"""A thread that does one thing after another: it may be waited for with and without the loop."""

import asyncio
import threading
import time

import pytest

from taku.server.store.desk import Desk


def test_things_are_done_one_after_another_in_one_thread():
    desk, seen = Desk("test"), []

    async def go():
        made = await asyncio.gather(*(desk.do(lambda n=n: seen.append(n) or threading.get_ident()) for n in range(50)))
        assert seen == [*range(50)]
        assert len(set(made)) == 1
        assert made[0] != threading.get_ident()

    asyncio.run(go())
    desk.close()


def test_a_fault_is_raised_where_it_is_waited_for_and_the_thread_goes_on():
    desk = Desk("test")

    def fail():
        raise ValueError("not so")

    async def go():
        with pytest.raises(ValueError, match="not so"):
            await desk.do(fail)
        assert await desk.do(lambda: 3) == 3

    asyncio.run(go())
    desk.close()


def test_the_loop_waits_so_long_at_most():
    desk, stop = Desk("test"), threading.Event()

    async def go():
        slow = desk.begin(stop.wait)
        began = time.monotonic()
        slow.wait(0.05)
        assert not slow.done
        assert time.monotonic() - began >= 0.05
        waits = asyncio.create_task(slow.ended())
        await asyncio.sleep(0)
        gives_up = asyncio.create_task(desk.do(lambda: 1))
        await asyncio.sleep(0)
        gives_up.cancel()
        stop.set()
        assert await waits
        quick = desk.begin(lambda: 2)
        quick.wait(60)
        assert quick.done
        assert await quick.ended() == 2

    asyncio.run(go())
    desk.close()


def test_what_was_begun_is_done_before_it_closes():
    desk, seen = Desk("test"), []
    for n in range(20):
        desk.begin(lambda n=n: seen.append(n))
    desk.close()
    assert len(seen) == 20
