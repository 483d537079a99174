"""What strangers send is replayed in a process that can be killed, and people have turns there."""

import asyncio
import gc
import json

import pytest

from taku.engine.game import find_game
from taku.engine.match import Match, MatchError
from taku.server import limits, sandbox
from taku.server.sandbox import Busy, Sandbox, TooMuch
from taku.server.upload_replay import most_entries
from taku.server.workers import Job
from tests.server import sandbox_jobs as jobs
from tests.server.kit import serving


def tried(work, **options):
    """Run something with a sandbox of its own."""

    async def run():
        box = Sandbox(**options)
        try:
            return await work(box)
        finally:
            box.close()

    return asyncio.run(run())


@pytest.mark.parametrize("job", [jobs.spin, jobs.swell, jobs.vanish])
def test_a_job_that_takes_too_much_is_ended_and_the_next_one_done(job):
    async def work(box):
        first = await box.run("ann", jobs.pid)
        with pytest.raises(TooMuch):
            await box.run("ann", job)
        assert box.killed == 1
        assert await box.run("ann", jobs.pid) != first

    tried(work, processes=1, seconds=1.0)


@pytest.mark.parametrize("job", [jobs.refuse, jobs.vanish])
def test_a_job_that_fails_leaves_nothing_behind(job):
    async def work(box):
        with pytest.raises((TooMuch, MatchError)):
            await box.run("ann", job)

    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        tried(work, processes=1)
        gc.collect()
        assert not [o for o in gc.garbage if isinstance(o, Job | TooMuch | MatchError)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def test_an_error_of_a_job_is_raised_here_and_its_process_goes_on():
    async def work(box):
        first = await box.run("ann", jobs.pid)
        with pytest.raises(MatchError, match="step 7: no"):
            await box.run("ann", jobs.refuse)
        with pytest.raises(RuntimeError, match="Local: cannot travel"):
            await box.run("ann", jobs.burst)
        assert await box.run("ann", jobs.pid) == first

    tried(work, processes=1)


def test_people_have_turns(tmp_path):
    file = tmp_path / "order"

    async def work(box):
        await box.run("eve", jobs.pid)
        many = [box.run("eve", jobs.told, file, "e", 0.05) for _ in range(5)]
        tasks = [asyncio.create_task(one) for one in many]
        await asyncio.sleep(0)
        await asyncio.gather(box.run("ann", jobs.told, file, "a"), *tasks)

    tried(work, processes=1)
    assert file.read_text() == "eaeeee"


def test_one_person_cannot_fill_all_processes():
    async def work(box):
        hostile = [asyncio.create_task(box.run("eve", jobs.spin)) for _ in range(3)]
        await asyncio.sleep(0)
        assert await box.run("ann", jobs.pid)
        assert not any(one.done() for one in hostile)
        for one in hostile:
            one.cancel()

    tried(work, processes=2, seconds=600.0)


def test_few_jobs_of_one_person_wait(monkeypatch):
    async def work(box):
        waiting = [asyncio.create_task(box.run("eve", jobs.pid)) for _ in range(limits.JOBS_WAITING_EACH + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await box.run("eve", jobs.pid)
        await box.run("ann", jobs.pid)
        await asyncio.gather(*waiting)
        assert await box.run("eve", jobs.pid)

    tried(work, processes=1)


def test_a_process_that_nobody_needs_is_ended(monkeypatch):
    monkeypatch.setattr(limits, "JOBS_REST", 0.01)

    async def work(box):
        first = await box.run("ann", jobs.pid)
        while box._workers is not None:
            await asyncio.sleep(0.01)
        assert await box.run("ann", jobs.pid) != first

    tried(work, processes=1)


# ---- uploads


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("sandbox"), workers=0) as running:
        yield running


@pytest.fixture
def upload(site):
    eve = site.visitor()

    def send(data):
        eve.get("/upload")
        body = (
            f'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n{eve.page.field("token")}\r\n'
            '--x\r\nContent-Disposition: form-data; name="file"; filename="m.json"\r\n\r\n'
        ).encode()
        kind = {"Content-Type": "multipart/form-data; boundary=x", "Origin": site.url}
        return eve.send("POST", "/upload", body + json.dumps(data).encode() + b"\r\n--x--\r\n", **kind)

    return send


def played(*entries):
    """A match of connect four with these entries behind its first move; they must not change the state."""
    match = Match.create(find_game("connect_four"), secret=b"s" * 32, id="m")
    match.act(0, 3)
    data = match.export()
    data["entries"] += entries
    data["hashes"] += [data["hashes"][-1]] * len(entries)
    return data


def test_an_upload_is_never_replayed_in_the_server_itself(site, upload, monkeypatch):
    def never(*_, **__):
        raise AssertionError("replayed in the server")

    monkeypatch.setattr(Match, "replay", never)
    monkeypatch.setattr("taku.server.replay.Replay.steps", never)
    answer = upload(played(["bot", 0, 0], ["back", 0, 0]))
    assert answer.status == 303
    ann = site.visitor()
    assert ann.get(answer.location).status == 200
    found = json.loads(ann.get(answer.location.partition("?")[0] + "/steps?from=0&to=99").text)
    assert [s["step"] for s in found["steps"]] == [0, 1, 2, 3]


def test_a_file_with_many_undos_stops_nobody(site, upload, monkeypatch):
    monkeypatch.setattr(site.server.config.app.state.site.sandbox, "_seconds", 1.0)
    answer = upload(played(["bot", 0, 0], *(["undo", -1, n] for n in range(1, 56))))
    assert answer.status in (303, 422)  # replayed, or ended in time
    assert upload(played()).status == 303


def test_a_log_is_not_longer_than_its_game_allows(upload):
    most = most_entries(find_game("connect_four").decisions)
    assert upload(played(*[["bot", 0, 0]] * (most - 1))).status == 303
    answer = upload(played(*[["bot", 0, 0]] * most))
    assert answer.status == 400
    assert f"at most {most} of connect_four" in answer.text
    assert most_entries(10**9) == limits.UPLOAD_ENTRIES


def test_what_took_too_much_is_told_in_words(site, upload, monkeypatch):
    async def run(*_):
        raise TooMuch

    monkeypatch.setattr(sandbox.Sandbox, "run", run)
    answer = upload(played())
    assert answer.status == 422
    assert "too long to replay here" in answer.text
