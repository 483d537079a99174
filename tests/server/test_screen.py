"""Whatever happens at a table, what a page has put together from what it was sent is a fresh rendering of its seat."""

import json
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taku.engine import find_game
from taku.engine.match import Entry, Match
from taku.page.parts import Name
from taku.server.live.clocks import Clocks
from taku.server.live.history import History
from taku.server.live.screen import Has, Screen
from taku.server.live.view import show
from taku.server.words import fill, plain, text_of
from tests.server.kit import patched


class Around:
    """Who is there: told in a language, and changed by the test."""

    def __init__(self):
        self.state = "here"

    def message(self, t):
        return [{"seat": 0, "state": self.state, "then": t("presence.then_bot")}]

    def watchers(self):
        return 0


class Table:
    """What a screen asks of a live table, without sockets and store."""

    def __init__(self, game, seats):
        self.game, self.id = find_game(game), "t"
        self.match = Match.create(self.game, seats, secret=bytes(32), id="t")
        self.history = History(self.match)
        self.names = lambda _: [Name(f"<{chr(65 + i)}> & Co.", "red") for i in range(seats)]
        self.record = SimpleNamespace(status="playing", seats=[])
        self.bots = SimpleNamespace(taken=self.history.taken)
        self.clocks, self.presence, self.paused = Clocks(), Around(), False
        self.screen = Screen(self)

    def acting(self):
        return self.match.rules.acting(self.history.past[-1].seen)

    def legal(self, seat):
        return self.match.rules.legal(self.history.past[seat].seen, seat) if seat in self.acting() else []

    @property
    def over(self):
        return not self.acting()

    def only_looked_on(self):
        return False

    def setting(self, name, default=False):
        return default

    def enter(self, entry):
        self.match.enter(entry)
        self.history.advance(entry)
        self.screen.forget()


@dataclass
class Reader:
    """A page: what it was sent, put together as the client does it."""

    seat: int
    language: str
    patches: bool
    has: Has = field(default_factory=Has)
    view: dict[str, Any] = field(default_factory=dict)
    log: dict[int, str] = field(default_factory=dict)

    def read(self, table):
        t = text_of(self.language)
        message = json.loads(table.screen.message(self.seat, t, self.has, pieces=self.patches))
        table.screen.now_has(self.seat, t, self.has, pieces=self.patches)
        if "patch" in message:
            assert message["patch"]["from"] == self.view["step"]
            message["pieces"] = patched(self.view["pieces"], message["patch"]["changes"])
        if "pieces" in message:
            message["html"] = "".join(message["pieces"])
        told = message.get("log", {})
        if told.get("reset"):
            self.log = {}
        self.log = {id: html for id, html in self.log.items() if id <= told.get("drop", id)}
        self.log |= {one["id"]: one["html"] for one in (*told.get("lines", ()), *message.get("events", ()))}
        self.view |= message

    def check(self, table):
        past, t = table.history.past[self.seat], text_of(self.language)
        true = table.match.rules.view(table.match.state, self.seat)
        assert past.seen.core_bytes() == true.core_bytes()
        act = self.seat not in table.bots.taken
        fresh = show(table.game, table.match.rules, past.seen, self.seat, t, act=act, past=(past.lines, past.step))
        assert self.view["html"] == fill(fresh.html, table.names(self.language))
        assert self.view["acts"] == json.loads(json.dumps(fresh.offered.acts))
        names = table.names(self.language)
        assert self.view["labels"] == {a: plain(label, names) for a, label in fresh.offered.labels.items()}
        assert self.view["presence"] == table.presence.message(t)
        assert self.view["seq"] == table.history.seq(self.seat)
        assert self.view["step"] == past.step
        assert list(self.log) == [one.id for one in past.lines]


DEEDS = st.lists(
    st.tuples(st.sampled_from(("move", "move", "move", "undo", "bot", "back", "open", "presence", "resend")),
              st.integers(0, 1 << 16), st.integers(0, 1 << 16), st.integers(0, (1 << 8) - 1)),
    min_size=1, max_size=25,
)  # fmt: skip
"""What happens, two numbers that choose among what is possible then, and which readers read after it."""


@pytest.mark.parametrize(("game", "seats"), [("goofspiel", 3), ("connect_four", 2), ("destroy", 2)])
@settings(max_examples=30, deadline=None)
@given(deeds=DEEDS)
def test_what_a_page_put_together_is_a_fresh_rendering(game, seats, deeds):
    table = Table(game, seats)
    readers = [Reader(seat, language, patches) for seat, language, patches in
               ((0, "en", True), (0, "ja", True), (1, "en", True), (1, "en", False), (-1, "en", True))]  # fmt: skip
    for deed, one, other, who in [*deeds, ("presence", 0, 0, -1)]:
        acting = table.acting()
        if deed == "move" and acting:
            seat = acting[one % len(acting)]
            legal = table.match.legal(seat)
            table.enter(Entry("move", seat, legal[other % len(legal)]))
        elif deed == "undo" and table.match.step:
            table.enter(Entry("undo", -1, max(0, table.match.step - 1 - one % 3)))
        elif deed in ("bot", "back") and acting:
            table.enter(Entry(deed, one % seats))
            table.screen.forget_all()  # a seat that a bot plays is offered nothing
        elif deed == "open":
            at = one % len(readers)
            readers[at] = Reader(readers[at].seat, ("en", "ja")[other % 2], bool(other & 2))
        elif deed == "presence":
            table.presence.state = ("here", "away", "gone")[one % 3]
            table.screen.look_around()
        elif deed == "resend":
            readers[one % len(readers)].has.step = -1  # an act that came too late is answered with the whole view
        for i, reader in enumerate(readers):
            if who >> i & 1:
                reader.read(table)
                reader.check(table)
