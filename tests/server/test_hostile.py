"""A small sample of every attack of `bench hostile`: what it reached is counted, not how long it took."""

import contextlib
import time

import pytest

from taku.server import limits
from tests.server import attacks
from tests.server.kit import PATIENCE, duel, serving, until


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server with its usual budgets."""
    with serving(tmp_path_factory.mktemp("hostile"), allow=1.0) as running:
        yield running


def attack(site, name):
    return attacks.ATTACKS[name](site, 1, time.monotonic() + PATIENCE)


@pytest.mark.parametrize("name", attacks.ATTACKS)
def test_a_match_goes_on_untouched_beside_an_attack(site, name):
    here = attacks.address()
    ann, bob = site.visitor(at=here), site.visitor(at=here)
    table = ann.open()
    assert bob.sit(table, 1).status == 303
    one, two = ann.socket(table), bob.socket(table)
    one.mine()
    one.act(3)
    two.mine()
    before = two.view["step"], two.view["seq"]
    attack(site, name)
    two.drain()
    assert (two.view["step"], two.view["seq"]) == before
    two.act(3)
    one.mine()
    assert site.server._site.errors == 0


def test_a_subscriber_has_one_budget(site):
    """Thirty tables in five minutes, whatever addresses of a /64 they are asked for from."""
    made = attacks.one_subscriber(site, 2, time.monotonic() + PATIENCE)
    assert made == {303: 30, 429: 30}


def test_what_is_taken_back_is_bounded_and_brought_back_after_a_restart(site, tmp_path):
    with serving(tmp_path, allow=1.0) as first:
        table, count = attacks.take_back(first, 1, time.monotonic() + PATIENCE, clock="decision", decision="3600")
        assert count > 0
        record = first.server._site.registry.tables[table[3:]].match.hashes[-1]
    with serving(tmp_path, allow=1.0) as again:
        until(lambda: table[3:] in again.server._site.registry.tables)
        until(lambda: again.server._site.registry.tables[table[3:]].match is not None)
        assert again.server._site.registry.tables[table[3:]].match.hashes[-1] == record


def test_forms_of_megabytes_are_refused_before_they_are_read(site):
    found = attacks.refused_forms(site, 1, time.monotonic() + PATIENCE)
    assert not {200, 303} & set(found)


def test_silent_connections_give_way(site, monkeypatch):
    gate = site.server._site.gate
    monkeypatch.setattr(gate, "most", len(gate) + 50)
    found = attacks.silence(site, 1, time.monotonic() + PATIENCE)
    assert found["connected"] == 300
    assert len(gate) <= gate.most
    with contextlib.suppress(*attacks.LOST):
        duel(site)
    assert limits.HEAD_SECONDS < PATIENCE
    until(lambda: len(gate) < 50)
