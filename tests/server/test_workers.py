"""The processes in which bots think: they load games before anybody waits, are replaced, and serve people in turn."""

import asyncio
import os
import sys
import time

import pytest

from taku.engine.game import find_game
from taku.server import worker_tasks
from taku.server.bots import Pool
from taku.server.workers import Failed, Kind, NoAnswer, Workers

PATIENCE = 240.0


def run(work):
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


async def until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def nothing():
    """How a worker of a test begins."""


def count(to, tell):
    for n in range(to):
        tell(n + 1, to)
    return to


def note(file, text):
    """What ran, in which order."""
    with open(file, "a") as out:
        out.write(f"{text}\n")


def wait_for(file):
    while not os.path.exists(file):
        time.sleep(0.01)


@pytest.fixture
def workers():
    """Makes workers that are ended with the test."""
    made = []

    def make(number=1, **options):
        made.append(Workers(number, nothing, **options))
        return made[-1]

    yield make
    for one in made:
        one._closed or one.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
def test_a_process_gives_way_from_its_first_moment_and_the_server_does_not(workers):
    async def ask():
        return await workers(nice=7).run(os.getpriority, os.PRIO_PROCESS, 0, limit=PATIENCE)

    mine = os.getpriority(os.PRIO_PROCESS, os.getpid())
    assert asyncio.run(ask()) == min(19, mine + 7)
    assert os.getpriority(os.PRIO_PROCESS, os.getpid()) == mine


def test_a_worker_loads_compiled_games_by_itself_also_after_another_died():
    async def watch():
        pool = Pool(1, None, shared=False)
        try:
            await pool.prepare(find_game("connect_four"))
            for _ in range(2):
                end = time.monotonic() + PATIENCE
                while "connect_four" not in await pool.bots.run(worker_tasks.loaded, limit=PATIENCE):
                    assert time.monotonic() < end
                    await asyncio.sleep(0.1)
                os.kill(pool.bots.processes[0], 9)
        finally:
            pool.close()

    run(watch())


def test_the_server_is_told_what_is_compiled_and_does_not_look_itself(monkeypatch):
    async def ask():
        pool = Pool(1, None, shared=False)
        try:
            await pool.prepare(find_game("connect_four"))  # compiled now, if it was not
            again = Pool(1, None, shared=False)
            monkeypatch.setattr(worker_tasks, "is_ready", None)
            assert not await again.prepare(find_game("connect_four"))
            assert again.ready(find_game("connect_four"))
            again.close()
        finally:
            pool.close()

    run(ask())


def test_a_worker_that_hangs_is_killed_and_its_job_given_to_the_next_but_not_for_ever(workers):
    async def go():
        one = workers()
        with pytest.raises(NoAnswer, match=r"in 0\.01 s"):
            await one.run(time.sleep, 300, limit=0.01)
        assert one.crashes == 3
        assert await one.run(pow, 2, 5) == 32

    run(go())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the processor time of another process")
def test_a_worker_that_only_waits_for_the_processor_is_not_taken_to_hang(workers):
    async def go():
        one = workers(1)
        await one.run(time.sleep, 2, limit=1)  # as if others had the processor meanwhile
        assert one.crashes == 0
        with pytest.raises(NoAnswer, match="no answer in 1 s"):
            await one.run(pow, 7, 10**9, limit=1, tries=1)
        assert one.crashes == 1

    run(go())


def test_a_worker_that_dies_is_replaced_and_its_job_is_done_by_the_next(workers, tmp_path):
    async def go():
        one = workers()
        waiting = asyncio.create_task(one.run(wait_for, str(tmp_path / "go")))
        await until(lambda: one.running)
        os.kill(one.processes[0], 9)
        await until(lambda: one.crashes)
        (tmp_path / "go").touch()
        await waiting
        died = one.processes[0]
        os.kill(died, 9)  # one that has nothing to do is replaced too, before anybody needs it
        await until(lambda: one.processes and one.processes != [died])
        with pytest.raises(NoAnswer, match="exit code 7"):
            await one.run(os._exit, 7)

    run(go())


def test_what_a_function_raises_is_told(workers):
    async def go():
        one = workers()
        with pytest.raises(Failed, match="invalid literal"):
            await one.run(int, "x")
        assert one.crashes == 0

    run(go())


def test_progress_is_told_in_order(workers):
    async def go():
        heard = []
        assert await workers().run(count, 3, progress=lambda *n: heard.append(n)) == 3
        assert heard == [(1, 3), (2, 3), (3, 3)]

    run(go())


def test_people_are_served_in_turn(workers, tmp_path):
    async def go():
        one, log = workers(), str(tmp_path / "log")
        first = asyncio.create_task(one.run(wait_for, str(tmp_path / "go"), owner="many"))
        await until(lambda: one.running)
        many = [asyncio.create_task(one.run(note, log, "many", owner="many")) for _ in range(30)]
        hint = asyncio.create_task(one.run(note, log, "hint", kind=Kind.HINT, owner="third"))
        await asyncio.sleep(0)
        other = asyncio.create_task(one.run(note, log, "other", owner="other"))
        await asyncio.sleep(0)
        (tmp_path / "go").touch()
        await asyncio.gather(first, *many, hint, other)
        order = (tmp_path / "log").read_text().split()
        assert order[0] == "other"
        assert 0 < order.index("hint") < 12

    run(go())


def test_one_worker_is_kept_for_moves(workers, tmp_path):
    async def go():
        two = workers(2)
        hints = [
            asyncio.create_task(two.run(wait_for, str(tmp_path / "go"), kind=Kind.HINT, owner=str(n))) for n in range(3)
        ]
        await until(lambda: len(two.processes) == 2)
        assert await two.run(pow, 2, 5, owner="player") == 32  # at once: two of the three hints wait
        assert (two.running, two.waiting) == (1, 2)
        (tmp_path / "go").touch()
        await asyncio.gather(*hints)

    run(go())


def test_a_job_that_nobody_wants_any_more_is_dropped(workers, tmp_path):
    async def go():
        one, log = workers(), tmp_path / "log"
        running = asyncio.create_task(one.run(wait_for, str(tmp_path / "go")))
        await until(lambda: one.running)
        waiting = asyncio.create_task(one.run(note, str(log), "unwanted"))
        await asyncio.sleep(0)
        assert one.waiting == 1
        waiting.cancel()
        running.cancel()  # it runs on, and its process stays
        await until(lambda: not one.waiting)
        (tmp_path / "go").touch()
        await one.run(note, str(log), "wanted")
        assert log.read_text() == "wanted\n"
        assert one.crashes == 0

    run(go())


def test_a_long_job_that_is_cancelled_ends_at_once_and_an_idle_process_that_is_not_to_stay_goes(workers):
    async def go():
        one = workers(stay=False)
        long = asyncio.create_task(one.run(time.sleep, 3000, limit=9000, precious=False))
        await until(lambda: one.running)
        long.cancel()
        await until(lambda: not one.processes and not one.running)
        assert one.crashes == 0
        assert await one.run(pow, 2, 5) == 32
        await until(lambda: not one.processes)

    run(go())


def test_whoever_waits_is_told_that_the_workers_end(workers):
    async def go():
        one = workers()
        jobs = [asyncio.create_task(one.run(time.sleep, 3000)) for _ in range(3)]
        await until(lambda: one.running)
        one.close()
        ends = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(e) for e in ends] == [NoAnswer] * 3
        with pytest.raises(NoAnswer):
            await one.run(pow, 2, 5)

    run(go())
