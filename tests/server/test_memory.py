"""Cycles are searched when nobody plays, sockets leave nothing large for it, and what is free goes back."""

import ast
import gc
import platform
import random
import weakref
import zlib
from types import SimpleNamespace

import pytest

from taku.compile.speed import native_build
from taku.engine.game import find_game
from taku.server import memory
from taku.server.deflate import Deflated
from taku.server.memory import DROPPED, GROWN, OFTEN, QUIET, SELDOM, Memory, give_back, resident
from tests.server.kit import duel, on_loop, serving, until


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("memory")) as running:
        yield running


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""
    at = [1000.0]
    monkeypatch.setattr(memory, "time", SimpleNamespace(monotonic=lambda: at[0]))
    return at


def test_it_is_searched_when_nobody_plays_but_not_often(clock):
    kept = Memory()
    assert not kept.tidy(QUIET)
    clock[0] += OFTEN
    assert not kept.tidy(QUIET - 1)
    assert kept.tidy(QUIET)
    assert not kept.tidy(QUIET)


def test_it_is_searched_though_somebody_plays_if_it_must_be(clock):
    kept = Memory()
    kept.dropped = DROPPED
    assert kept.tidy(0)
    assert not kept.tidy(0)
    clock[0] += SELDOM
    assert kept.tidy(0)


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
        kept = Memory()
        kept.dropped = DROPPED
        kept.tidy(0)
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


async def dropped(registry, table):
    registry._drop(table)


def test_a_table_that_leaves_holds_nothing_large(tmp_path):
    """No cycles are searched while people play."""
    with serving(tmp_path) as here:
        table, (_, one), (_, two) = duel(here)
        one.mine()
        registry = here.server._site.registry
        there = registry.tables[table[3:]]
        match = weakref.ref(there.match)
        one.close()
        two.close()
        until(lambda: not there.connections)
        gc.disable()
        try:
            on_loop(here, dropped(registry, there))
            assert match() is None
        finally:
            gc.enable()
        again = here.visitor().socket(table)  # it is read anew
        assert again.wait(lambda v: True)


def test_the_sources_of_compiled_rules_do_not_stay():
    rules = [unit.rule for unit in native_build(find_game("connect_four")).units.values()]
    before = ast.dump(rules[0].tree)
    assert "tree" in rules[0].__dict__
    Memory().tidy(0)
    assert not any("tree" in rule.__dict__ for rule in rules)
    assert ast.dump(rules[0].tree) == before


def test_what_is_new_is_searched_when_memory_has_grown(clock, monkeypatch):
    has = [1 << 30]
    monkeypatch.setattr(memory, "resident", lambda: has[0])
    kept = Memory()
    has[0] += GROWN - 1
    assert not kept.tidy(0)
    has[0] += 1
    assert kept.tidy(0)
    assert not kept.tidy(0)


def test_the_memory_of_this_process_is_known():
    before = resident()
    held = bytearray(b"x" * (32 << 20))
    assert resident() - before > 16 << 20
    del held


GLIBC = platform.libc_ver()[0] == "glibc"


def test_what_closed_sockets_held_goes_back_to_the_system():
    before = resident()
    windows = [zlib.compressobj(4, zlib.DEFLATED, -15, 6) for _ in range(1000)]
    for one in windows:
        one.compress(random.randbytes(40_000))
    assert resident() - before > 64 << 20
    kept = windows[::100]  # those who are still here lie between those who left
    windows.clear()
    give_back()
    assert len(kept) == 10
    assert not GLIBC or resident() - before < 32 << 20


def test_memory_is_given_back_whether_or_not_anybody_plays(monkeypatch):
    given = []
    monkeypatch.setattr(memory, "give_back", lambda: given.append(True))
    kept = Memory()
    kept.tidy(0)
    kept.tidy(QUIET)
    assert len(given) == 2
