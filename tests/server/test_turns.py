"""Whose job is next: fair between people, whatever each of them asks for."""

from collections import Counter

import pytest

from taku.server.turns import MOST, PATIENCE, Kind, TooMany, Turns


def serve(turns, jobs, seconds=lambda owner: 0.1, least=Kind.ANALYSIS):
    """One worker does so many jobs, each taking as long as its owner's do; whose they were."""
    served = []
    for _ in range(jobs):
        turn = turns.take(least)
        if turn is None:
            break
        served.append(turn.owner)
        turns.ended(turn, seconds(turn.owner))
    return served


def fill(turns, owner, jobs, kind=Kind.MOVE):
    for n in range(jobs):
        turns.add(kind, owner, (owner, n))


def test_who_asks_for_much_does_not_delay_who_asks_for_little():
    turns = Turns()
    fill(turns, "many", 90)
    assert serve(turns, 3) == ["many"] * 3
    fill(turns, "one", 1)
    assert serve(turns, 1) == ["one"]  # at once, though 87 came before
    assert serve(turns, 2) == ["many"] * 2


def test_time_is_shared_and_not_the_number_of_jobs():
    turns = Turns()
    fill(turns, "masters", 60)
    fill(turns, "beginners", 60)
    seconds = {"masters": 1.6, "beginners": 0.1}
    served = Counter(serve(turns, 60, seconds.__getitem__))
    used = {owner: n * seconds[owner] for owner, n in served.items()}
    assert abs(used["masters"] - used["beginners"]) <= 2 * 1.6


def test_everybody_comes_in_turn():
    turns = Turns()
    for owner in ("a", "b", "c"):
        fill(turns, owner, 4)
    assert serve(turns, 12) == ["a", "b", "c"] * 4


def test_time_that_was_not_used_is_not_saved_up():
    turns = Turns()
    fill(turns, "busy", 50)
    serve(turns, 50, lambda _: 1.6)
    fill(turns, "busy", 4)
    fill(turns, "late", 50)
    assert serve(turns, 8, lambda _: 1.6).count("busy") >= 3  # though "late" has had nothing for 80 seconds


def test_a_dear_job_is_paid_also_by_who_comes_back_for_each():
    """Each time they ask for one job only, so that they never wait in line; they do not get more for it."""
    turns = Turns()
    fill(turns, "many", 90)
    used = Counter()
    while sum(used.values()) < 60:
        if not turns._lines[Kind.MOVE].waiting.get("dear"):
            fill(turns, "dear", 1)
        turn = turns.take()
        seconds = 1.6 if turn.owner == "dear" else 0.4
        used[turn.owner] += seconds
        turns.ended(turn, seconds)
    assert abs(used["dear"] - used["many"]) <= 2 * 1.6


def test_moves_come_before_hints_and_these_before_tables_without_people():
    turns = Turns()
    fill(turns, "watcher", 2, Kind.ALONE)
    fill(turns, "asker", 2, Kind.HINT)
    fill(turns, "player", 2)
    assert serve(turns, 6) == ["player"] * 2 + ["asker"] * 2 + ["watcher"] * 2


def test_nobody_waits_for_ever():
    turns = Turns()
    fill(turns, "player", 90)
    fill(turns, "watcher", 1, Kind.ALONE)
    assert serve(turns, 90).index("watcher") == PATIENCE


def test_a_worker_can_be_kept_for_moves():
    turns = Turns()
    fill(turns, "asker", 3, Kind.HINT)
    assert turns.take(Kind.MOVE) is None
    fill(turns, "player", 1)
    assert serve(turns, 5, least=Kind.MOVE) == ["player"]
    assert len(turns) == 3


def test_an_owner_has_so_many_waiting_jobs_and_is_refused_more():
    turns = Turns()
    fill(turns, "many", MOST)
    with pytest.raises(TooMany, match=f"{MOST} jobs"):
        fill(turns, "many", 1)
    fill(turns, "other", 1)
    turns.add(Kind.MOVE, "many", "a job whose worker died", again=True)
    assert turns.take().job == "a job whose worker died"


def test_a_job_that_nobody_wants_is_taken_out():
    turns = Turns()
    fill(turns, "a", 2)
    assert turns.remove(Kind.MOVE, "a", ("a", 0))
    assert not turns.remove(Kind.MOVE, "a", ("a", 0))
    assert turns.take().job == ("a", 1)
    assert turns.take() is None


def test_the_place_in_line():
    turns = Turns()
    for owner in ("a", "b", "c"):
        fill(turns, owner, 2, Kind.ANALYSIS)
    assert [turns.position(Kind.ANALYSIS, owner) for owner in ("a", "b", "c")] == [0, 1, 2]
    turns.take()
    assert [turns.position(Kind.ANALYSIS, owner) for owner in ("b", "c", "a")] == [0, 1, 2]


def test_owners_who_are_gone_are_forgotten():
    turns = Turns()
    for n in range(5000):
        fill(turns, f"guest {n}", 1)
        serve(turns, 1)
    assert len(turns._lines[Kind.MOVE]._account) < 2000
