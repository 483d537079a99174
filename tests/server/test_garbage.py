"""Cycles are searched when nobody plays, and sockets leave nothing large for it."""

import gc
from types import SimpleNamespace

import pytest

from taku.server import garbage
from taku.server.deflate import Deflated
from taku.server.garbage import DROPPED, GROWN, OFTEN, QUIET, SELDOM, Cycles, resident
from tests.server.kit import duel, serving, until


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("garbage")) as running:
        yield running


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""
    at = [1000.0]
    monkeypatch.setattr(garbage, "time", SimpleNamespace(monotonic=lambda: at[0]))
    return at


def test_it_is_searched_when_nobody_plays_but_not_often(clock):
    cycles = Cycles()
    assert not cycles.search(QUIET)
    clock[0] += OFTEN
    assert not cycles.search(QUIET - 1)
    assert cycles.search(QUIET)
    assert not cycles.search(QUIET)


def test_it_is_searched_though_somebody_plays_if_it_must_be(clock):
    cycles = Cycles()
    cycles.dropped = DROPPED
    assert cycles.search(0)
    assert not cycles.search(0)
    clock[0] += SELDOM
    assert cycles.search(0)


def test_a_search_frees_what_holds_itself():
    class Held:
        pass

    def alive() -> int:
        return sum(isinstance(o, Held) for o in gc.get_objects())

    gc.disable()
    try:
        one = Held()
        one.self = one
        del one
        assert alive() == 1
        cycles = Cycles()
        cycles.dropped = DROPPED
        cycles.search(0)
        assert alive() == 0
    finally:
        gc.enable()


def test_a_closed_socket_frees_its_windows(site):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    now = list(site.server.server_state.connections)  # at once: the server goes on meanwhile
    open_now = [p.conn for p in now if isinstance(p, Deflated)]
    assert len(open_now) >= 2
    assert all(conn.extensions for conn in open_now)
    one.close()
    two.close()
    until(lambda: not any(conn.extensions for conn in open_now))


def test_what_is_new_is_searched_when_memory_has_grown(clock, monkeypatch):
    has = [1 << 30]
    monkeypatch.setattr(garbage, "resident", lambda: has[0])
    cycles = Cycles()
    has[0] += GROWN - 1
    assert not cycles.search(0)
    has[0] += 1
    assert cycles.search(0)
    assert not cycles.search(0)


def test_the_memory_of_this_process_is_known():
    before = resident()
    held = bytearray(b"x" * (32 << 20))
    assert resident() - before > 16 << 20
    del held
