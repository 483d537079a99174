"""Clicks that others cannot see leave no trace in what they are sent: not in views, clocks or offers, nor in when.

Time stands still here unless a test lets it go by, so that what is sent can be compared to the letter.
"""

import re
from itertools import count

import pytest

from taku.server import config, games
from taku.server.live import connection
from tests.server import sealed
from tests.server.kit import on_loop, serving, until

MINUTE = 60_000
LAY = sealed.CHOICE.lay
SIGN = sealed.CHOICE.sign(1)


class Clock:
    """The machine's clock and the steady one, both set by hand; in ms."""

    def __init__(self):
        self.wall, self.steady = 1_765_000_000_000, 1_000_000_000

    def time_ns(self):
        return self.wall * 1_000_000

    def monotonic_ns(self):
        return self.steady * 1_000_000

    def go(self, ms):
        self.wall += ms
        self.steady += ms


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(connection, "PLAY", 10_000)  # the pages here ask all the time whether there is something new
    monkeypatch.setattr(connection, "WATCH", 10_000)
    monkeypatch.setattr(config, "time", made)
    monkeypatch.setattr(config, "STARTED", made.wall)
    monkeypatch.setattr(config, "STARTED_TICKS", made.steady)
    return made


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    known = games.found_games
    games.found_games = lambda: known() | {"sealed": lambda: sealed.game}
    try:
        with serving(tmp_path_factory.mktemp("hidden")) as running:
            yield running
    finally:
        games.found_games = known


CLOCKS = {
    "none": {},
    "decision": {"clock": "decision", "decision": "600"},
    "bank": {"clock": "bank", "bank": "10", "increment": "30"},
    "days": {"clock": "days", "days": "2"},
}


class Meeting:
    """Three at a table of sealed choices, and somebody who watches."""

    def __init__(self, site, **form):
        people = [site.visitor() for _ in range(4)]
        for n, one in enumerate(people):
            one.post("/me", {"name": f"guest {n}", "colour": "red"}, page="/me")
        self.table = people[0].open("sealed", "?seats=3", **form)
        for seat in (1, 2):
            assert people[seat].sit(self.table, seat).status == 303
        self.pages = [one.socket(self.table) for one in people]
        self.held = site.server._site.registry.tables[self.table[3:]]
        for page in self.pages:
            page.wait(lambda v: True)
        until(lambda: len(self.held.connections) == 4)
        self.settle()
        for page in self.pages:
            page.raw = ""

    def settle(self, first=0):
        """Everybody has read everything; first the one whose message was the last."""
        for page in (self.pages[first], *self.pages):
            page.drain()

    def act(self, seat, action):
        self.pages[seat].act(action)
        self.settle()

    def ask(self, seat, kind="undo"):
        self.pages[seat].send(t="offer", kind=kind)
        self.settle(seat)

    def answer(self, seat, say):
        (offer,) = self.held.offers.open
        self.pages[seat].send(t="answer", id=offer.id, say=say)
        self.settle(seat)

    def sent(self):
        """What the other seats and the onlooker were sent, without what is drawn by lot for each table."""
        told = []
        for page in self.pages[1:]:
            numbers = count()
            lines = [line for line in page.raw.splitlines() if not line.startswith('{"t":"pong"')]  # the test's own
            text = "\n".join(lines).replace(self.table[3:], "TABLE")
            text = re.sub(r'"who":"[0-9a-f]+"', "", text)
            told.append(re.sub(r'"id":"[0-9a-f]{8}"', lambda _, n=numbers: f'"id":{next(n)}', text))
        return told


def hidden(times, pick=0):
    """Seat 0 picks so often, half a second after each other."""

    def clicks(m, clock):
        for n in range(times):
            clock.go(500)
            m.act(0, (pick + n) % 3)
        clock.go(5000 - 500 * times)

    return clicks


def taken_back(m, clock):
    """A pick and its undo, which nobody is asked about."""
    clock.go(500)
    m.act(0, 1)
    seq = m.pages[0].view["seq"]
    m.ask(0)
    m.pages[0].wait(lambda v: v["seq"] > seq)
    clock.go(4500)


@pytest.mark.parametrize("kind", CLOCKS)
def test_hidden_clicks_leave_no_trace_in_what_others_are_sent(site, clock, kind):
    began = clock.wall, clock.steady

    def played(click):
        clock.wall, clock.steady = began
        m = Meeting(site, **CLOCKS[kind])
        clock.go(3000)
        click(m, clock)
        m.act(1, 1)
        m.ask(1)  # their own pick, which nobody saw
        m.act(1, 2)
        click(m, clock)
        m.act(2, LAY)  # everybody sees this, with all clocks
        click(m, clock)
        m.ask(2)
        m.act(2, 0)
        m.act(2, LAY)
        m.ask(1, "pause")
        click(m, clock)
        m.answer(1, "no")
        m.act(1, SIGN)
        m.ask(1)  # what everybody saw: they are asked
        click(m, clock)
        m.answer(0, "yes")
        click(m, clock)
        assert m.held.match.state.sign[1] == 1
        m.answer(2, "yes")
        assert m.held.match.state.sign[1] == 0
        m.act(1, SIGN)
        m.ask(1)
        click(m, clock)
        m.answer(2, "no")
        m.act(0, LAY)  # now everybody sees that seat 0 has chosen, and what is left on its clock
        clock.go(1000)
        m.pages[2].send(t="sync")
        m.settle()
        return m.sent()

    never = played(hidden(0))
    for click in (hidden(1), hidden(4), hidden(4, pick=2), taken_back):
        for who, one, other in zip(("seat 1", "seat 2", "onlooker"), played(click), never, strict=True):
            assert one == other, f"{who} can tell {click}"


def test_a_decision_earns_its_increment_once_however_many_clicks_it_has(site, clock):
    m = Meeting(site, **CLOCKS["bank"])
    for n in range(6):
        clock.go(1000)
        m.act(0, n % 3)
    assert m.held.clocks.bank[0] == 10 * MINUTE
    for _ in range(3):
        m.act(0, LAY)
        assert m.held.clocks.bank[0] == 10 * MINUTE - 6000 + 30_000
        m.ask(0)
        assert m.held.clocks.left(0, config.ticks()) == 10 * MINUTE - 6000
    m.act(0, LAY)
    assert m.held.clocks.bank[0] == 10 * MINUTE - 6000 + 30_000


def test_a_sealed_choice_is_taken_back_without_asking(site, clock):
    m = Meeting(site)
    m.act(0, 2)
    m.act(1, 1)
    m.act(0, LAY)
    assert m.held.acting() == [1, 2]
    m.ask(0)
    assert m.held.acting() == [0, 1, 2]
    assert m.held.match.state.pick[1] == 2  # what others did stays
    assert m.held.offers.open == []
    m.act(0, LAY)
    m.act(1, LAY)
    m.act(2, LAY)
    m.ask(0)  # the picks lie open
    assert "cannot be taken back" in m.pages[0].find(lambda x: x["t"] == "notice")["text"]


def test_two_who_take_back_do_not_agree_to_each_other(site, clock):
    m = Meeting(site)
    for seat in (0, 1):
        m.act(seat, 0)
        m.act(seat, LAY)
    for seat in (0, 1):
        m.ask(seat)
    assert m.held.acting() == [0, 1, 2]
    assert [m.held.match.state.pick[seat] for seat in (0, 1)] == [1, 1]


# ---- the machine's clock is set


def passes(site, m):
    """The table looks at its clocks now."""
    on_loop(site, m.held._time_passed())
    m.settle()


@pytest.mark.parametrize("kind", ["decision", "bank", "days"])
@pytest.mark.parametrize("hours", [2, -2, 24 * 365])
def test_setting_the_machines_clock_expires_and_freezes_nothing(site, clock, kind, hours):
    m = Meeting(site, **CLOCKS[kind])
    left = m.held.clocks.left(0, config.ticks())
    clock.wall += hours * 60 * MINUTE
    passes(site, m)
    assert m.held.match.step == 0
    assert m.held.clocks.left(0, config.ticks()) == left
    clock.go(1000)
    left -= 1000
    m.pages[3].send(t="sync")
    m.settle()
    shown = m.pages[3].view
    assert (shown["clocks"][0]["left"], shown["clocks"][0]["runs"], shown["now"]) == (left, True, clock.wall)
    clock.steady += left + 1
    passes(site, m)
    assert {e.kind for e in m.held.match.entries} == {"timeout"}


@pytest.mark.parametrize("hours", [2, -2])
def test_setting_the_machines_clock_moves_no_absence_and_no_offer(site, clock, hours):
    m = Meeting(site)
    m.ask(0, "pause")
    m.pages[2].close()
    until(lambda: m.held.presence.state(2) == "gone")
    absence = int(1000 * site.server._site.config.absence)
    clock.wall += hours * 60 * MINUTE
    on_loop(site, m.held._time_passed())
    assert m.held.bots.taken == set()
    assert m.held.presence.due() == absence
    m.pages[1].drain()
    m.held.offers._expire()
    assert len(m.held.offers.open) == 1
    told = m.held.presence.message(lambda key, **_: key)[2]
    assert told["until"] == clock.wall + absence
    clock.steady += absence
    on_loop(site, m.held._time_passed())
    assert m.held.bots.taken == {2}


def test_the_time_in_which_nothing_can_be_stored_is_nobodys(site, clock):
    registry = site.server._site.registry
    m = Meeting(site, **CLOCKS["decision"])
    clock.go(MINUTE)

    async def down():
        registry._tell_all("store.down", "warn")
        m.held.clocks.stop(config.ticks())

    left = m.held.clocks.left(0, config.ticks())
    on_loop(site, down())
    clock.go(30 * MINUTE)
    on_loop(site, registry._store_up())
    assert m.held.clocks.left(0, config.ticks()) == left == 9 * MINUTE


def test_a_restart_charges_no_time_but_days(site, clock):
    """What is kept is what was left at an entry; the time in which no server ran counts for nobody, days excepted."""
    registry = site.server._site.registry
    for kind, left in (("decision", 10 * MINUTE), ("bank", 10 * MINUTE - 9000 + 30_000), ("days", 47 * 60 * MINUTE)):
        m = Meeting(site, **CLOCKS[kind])
        clock.go(9000)
        for seat in (0, 1, 2):
            m.act(seat, LAY)
        for page in m.pages:
            page.close()
        until(lambda m=m: not m.held.connections)
        id = m.table[3:]

        async def drop(id=id):
            registry._drop(registry.tables[id])

        on_loop(site, drop())
        clock.go(60 * MINUTE)
        again = on_loop(site, registry.table(id))
        waits = again.clocks.left(0, config.ticks())
        assert waits == left, kind
