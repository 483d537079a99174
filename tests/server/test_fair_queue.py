"""Whose job is next: fair between people, whatever each of them asks for."""

from collections import Counter

import pytest

from taku.server.fair_queue import FRESH_PATIENCE, MOST, PATIENCE, FairQueue, Kind, TooMany


def serve(queue, jobs, seconds=lambda owner: 0.1, least=Kind.ANALYSIS):
    """One worker does so many jobs, each taking as long as its owner's do; whose they were."""
    served = []
    for _ in range(jobs):
        granted = queue.take(least)
        if granted is None:
            break
        served.append(granted.owner)
        queue.ended(granted, seconds(granted.owner))
    return served


def fill(queue, owner, jobs, kind=Kind.MOVE):
    for n in range(jobs):
        queue.add(kind, owner, (owner, n))


def test_who_asks_for_much_does_not_delay_who_asks_for_little():
    queue = FairQueue()
    fill(queue, "many", 90)
    assert serve(queue, 3) == ["many"] * 3
    fill(queue, "one", 1)
    assert serve(queue, 1) == ["one"]  # at once, though 87 came before
    assert serve(queue, 2) == ["many"] * 2


def test_time_is_shared_and_not_the_number_of_jobs():
    queue = FairQueue()
    fill(queue, "masters", 60)
    fill(queue, "beginners", 60)
    seconds = {"masters": 1.6, "beginners": 0.1}
    served = Counter(serve(queue, 60, seconds.__getitem__))
    used = {owner: n * seconds[owner] for owner, n in served.items()}
    assert abs(used["masters"] - used["beginners"]) <= 2 * 1.6


def test_everybody_comes_in_turn():
    queue = FairQueue()
    for owner in ("a", "b", "c"):
        fill(queue, owner, 4)
    assert serve(queue, 12) == ["a", "b", "c"] * 4


def test_time_that_was_not_used_is_not_saved_up():
    queue = FairQueue()
    fill(queue, "busy", 50)
    serve(queue, 50, lambda _: 1.6)
    fill(queue, "busy", 4)
    fill(queue, "late", 50)
    assert serve(queue, 8, lambda _: 1.6).count("busy") >= 3  # though "late" has had nothing for 80 seconds


def test_a_dear_job_is_paid_also_by_who_comes_back_for_each():
    """Each time they ask for one job only, so that they never wait in line; they do not get more for it."""
    queue = FairQueue()
    fill(queue, "many", 90)
    used = Counter()
    while sum(used.values()) < 60:
        if not queue._lines[Kind.MOVE].waiting.get("dear"):
            fill(queue, "dear", 1)
        granted = queue.take()
        seconds = 1.6 if granted.owner == "dear" else 0.4
        used[granted.owner] += seconds
        queue.ended(granted, seconds)
    assert abs(used["dear"] - used["many"]) <= 2 * 1.6


def test_moves_come_before_hints_and_these_before_tables_without_people():
    queue = FairQueue()
    fill(queue, "watcher", 2, Kind.ALONE)
    fill(queue, "asker", 2, Kind.HINT)
    fill(queue, "player", 2)
    assert serve(queue, 6) == ["player"] * 2 + ["asker"] * 2 + ["watcher"] * 2


def test_nobody_waits_for_ever():
    queue = FairQueue()
    fill(queue, "player", 90)
    fill(queue, "watcher", 1, Kind.ALONE)
    assert serve(queue, 90).index("watcher") == PATIENCE


def test_who_comes_back_waits_for_no_second_search_of_a_guest_who_keeps_a_worker_busy():
    queue = FairQueue()
    fill(queue, "eve", PATIENCE + 1)
    fill(queue, "eve", 2, Kind.HINT)
    assert serve(queue, PATIENCE) == ["eve"] * PATIENCE  # a hint is next
    fill(queue, "ann", 1)
    assert [queue.take().kind for _ in range(2)] == [Kind.MOVE, Kind.HINT]


def test_nobody_waits_for_ever_though_others_come_and_go():
    queue = FairQueue()
    fill(queue, "watcher", 1, Kind.ALONE)
    kinds = []
    for n in range(FRESH_PATIENCE + 1):
        fill(queue, f"player{n}", 2)
        granted = queue.take()
        kinds.append(granted.kind)
        queue.ended(granted, 0.1)
    assert kinds.count(Kind.ALONE) == 1


def test_a_worker_can_be_kept_for_moves():
    queue = FairQueue()
    fill(queue, "asker", 3, Kind.HINT)
    assert queue.take(Kind.MOVE) is None
    fill(queue, "player", 1)
    assert serve(queue, 5, least=Kind.MOVE) == ["player"]
    assert len(queue) == 3


def test_an_owner_has_so_many_waiting_jobs_and_is_refused_more():
    queue = FairQueue()
    fill(queue, "many", MOST)
    with pytest.raises(TooMany, match=f"{MOST} jobs"):
        fill(queue, "many", 1)
    fill(queue, "other", 1)
    queue.add(Kind.MOVE, "many", "a job whose worker died", again=True)
    assert queue.take().job == "a job whose worker died"


def test_a_job_that_nobody_wants_is_taken_out():
    queue = FairQueue()
    fill(queue, "a", 2)
    assert queue.remove(Kind.MOVE, "a", ("a", 0))
    assert not queue.remove(Kind.MOVE, "a", ("a", 0))
    assert queue.take().job == ("a", 1)
    assert queue.take() is None


def test_the_place_in_line():
    queue = FairQueue()
    for owner in ("a", "b", "c"):
        fill(queue, owner, 2, Kind.ANALYSIS)
    assert [queue.position(Kind.ANALYSIS, owner) for owner in ("a", "b", "c")] == [0, 1, 2]
    queue.take()
    assert [queue.position(Kind.ANALYSIS, owner) for owner in ("b", "c", "a")] == [0, 1, 2]


def test_owners_who_are_gone_are_forgotten():
    queue = FairQueue()
    for n in range(5000):
        fill(queue, f"guest {n}", 1)
        serve(queue, 1)
    assert len(queue._lines[Kind.MOVE]._account) < 2000
