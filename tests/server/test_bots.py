"""Bots, hints and analyses at a server: what they tell by their timing, and what happens when workers do not answer."""

import asyncio
import itertools
import os
import random
import selectors
import time
from types import SimpleNamespace

import pytest

from taku.engine.game import Game, find_game
from taku.engine.match import Match
from taku.engine.part import Saying
from taku.server import analyses
from taku.server.bots import BotFailed
from taku.server.fair_queue import Kind
from taku.server.live import bots, registry
from taku.server.live.bots import SEALED, BotSeats
from taku.server.live.history import History
from taku.server.siblings import Siblings
from tests.server.kit import duel, on_loop, play_out, serving, until


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("bots")) as running:
        yield running


# ---- when bots answer


class Hurry(selectors.DefaultSelector):
    """A selector for the loop's own pipe, which skips the waiting."""

    loop = None

    def select(self, timeout=None):
        found = super().select(0)
        if not found and timeout:
            self.loop.now += timeout
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose time passes only by waiting, and then at once."""

    def __init__(self):
        self.now = 0.0
        selector = Hurry()
        selector.loop = self
        super().__init__(selector)

    def time(self):
        return self.now


class TableOfBots:
    """A table at which only bots sit; it notes when they play and plays nothing."""

    def __init__(self, match, search=None, loop=None, choices=99):
        self.choices = choices
        self.match, self.history, self.loop = match, History(match), loop
        self.game, self.id, self.over, self.connections = match.game, "t", False, ()
        holders = [SimpleNamespace(kind="bot", level="master", player=None) for _ in range(match.seats)]
        self.record = SimpleNamespace(seats=holders, status="playing", host="ann")
        self.presence = SimpleNamespace(state=lambda seat: "gone")
        pool, store = SimpleNamespace(choose=self.choose), SimpleNamespace(trouble=None)
        self.registry = SimpleNamespace(
            config=SimpleNamespace(speed=1.0), pool=pool, store=store, drives=lambda id: True
        )
        self.search = search
        self.guide = SimpleNamespace(read_on=SimpleNamespace(wait=lambda: asyncio.sleep(0)))
        self.played = {}
        self.tasks = []

    def acting(self):
        return self.match.rules.acting(self.match.state)

    def legal(self, seat):
        return self.match.rules.legal(self.history.past[seat].seen, seat)[: self.choices]

    def humans(self):
        return []

    def setting(self, name, default=None):
        return default

    def only_looked_on(self):
        return False

    async def choose(self, table, seat, level, number, payload, *, kind, owner):
        await asyncio.sleep(self.search(seat, len(self.legal(seat))))
        return self.legal(seat)[0]

    async def act(self, seat, seq, action):
        self.played[seat] = self.loop.time()

    def spawn(self, work):
        self.tasks.append(asyncio.create_task(work()))


def seals(choices, search, monkeypatch, seed):
    """When each bot seals its choice, in seconds from the moment when all were asked."""
    loop, match = VirtualLoop(), Match.create(find_game("goofspiel"), 4, secret=b"x" * 32, id="m")
    monkeypatch.setattr(bots, "clock", loop.time)
    random.seed(seed)

    async def go():
        table = TableOfBots(match, search, loop, choices)
        seats = BotSeats(table)
        seats.wake()
        while len(table.played) < match.seats:
            await asyncio.sleep(0.01)
        return table.played

    try:
        return loop.run_until_complete(asyncio.wait_for(go(), 1000))
    finally:
        loop.close()


def test_a_bots_moment_of_sealing_depends_on_neither_its_cards_nor_its_search(monkeypatch):
    seen = []
    for seed in range(20):
        quick = seals(1, lambda seat, legal: 0.0, monkeypatch, seed)
        slow = seals(13, lambda seat, legal: 0.12 * legal + 0.01 * seat, monkeypatch, seed)
        assert quick == pytest.approx(slow, abs=1e-6)
        seen += quick.values()
    assert SEALED[0] / 1000 <= min(seen) < 2.3
    assert 3.7 < max(seen) <= SEALED[1] / 1000


def test_bots_that_wait_for_overloaded_workers_are_late_alike(monkeypatch):
    for seed in range(10):
        quick = seals(1, lambda seat, legal: 9.0, monkeypatch, seed)
        slow = seals(13, lambda seat, legal: 9.0 + 0.001 * legal, monkeypatch, seed)
        assert min(quick.values()) > 9
        assert quick == pytest.approx(slow, abs=1e-6)


def test_a_click_that_nobody_sees_does_not_wait_and_one_that_seals_does():
    match = Match.create(find_game("destroy"), 2, secret=b"x" * 32, id="m")
    while len(match.rules.acting(match.state)) < 2:
        seat = match.rules.acting(match.state)[0]
        match.act(seat, match.legal(seat)[0])
    shown = []
    for _ in range(100):
        if 0 not in match.rules.acting(match.state):
            break
        seats = BotSeats(TableOfBots(match))
        action = next(a for a in match.legal(0) if not match.rules.takes_back(match.state, 0, a))
        shown.append(seats._shows(0, action))
        match.act(0, action)
    assert shown == [False] * (len(shown) - 1) + [True]
    assert len(shown) > 1


def turn_of_bots(game):
    """How long the bots' pauses of one whole turn are together."""
    match = Match.create(find_game(game), 3, secret=b"x" * 32, id="m")
    seat, spent = match.rules.acting(match.state)[0], 0.0
    while match.rules.acting(match.state) == [seat]:
        spent += BotSeats(TableOfBots(match))._natural(seat)
        legal = [a for a in match.legal(seat) if not match.rules.takes_back(match.state, seat, a)]
        match.act(seat, max(legal, key=lambda a: match.rules.prefer(match.state, seat, a)))
    return len(match.entries), spent


def test_the_turn_of_a_bot_takes_about_a_second_however_many_clicks_it_is():
    for seed in range(20):
        random.seed(seed)
        clicks, spent = turn_of_bots("campus")
        assert clicks >= 8
        assert 0.3 < spent < 2.0


# ---- workers that do not answer


def test_when_no_worker_answers_a_bot_plays_what_the_game_prefers_and_says_so(site, monkeypatch, caplog):
    async def choose(*_, **__):
        raise BotFailed("all of them are gone")

    monkeypatch.setattr(site.server._site.registry.pool, "choose", choose)
    monkeypatch.setattr(bots, "PATIENCE", 0.1)
    ann = site.visitor()
    page = ann.socket(ann.play("connect_four"))
    page.mine()
    page.act(3)
    page.find(lambda m: m["t"] == "notice" and "without thinking" in m["text"])
    page.mine()
    assert "play without thinking" in caplog.text


def test_a_move_without_thinking_follows_the_games_preferences():
    match = Match.create(find_game("goofspiel"), 2, secret=b"x" * 32, id="m")
    table = TableOfBots(match)
    seen = table.history.past[0].seen
    weights = {a: match.rules.prefer(seen, 0, a) for a in match.legal(0)}
    assert min(weights.values()) < max(weights.values())
    played = [BotSeats(table)._unthought(0) for _ in range(300)]
    least, most = (f(weights, key=weights.get) for f in (min, max))
    assert played.count(most) > played.count(least)


def test_a_table_says_for_whom_and_how_urgently_its_bots_think(site):
    ann, ben = site.visitor(), site.visitor()
    table = ann.open("goofspiel", "?preset=quick", seat1="bot:club")
    live = on_loop(site, site.server._site.registry.table(table[3:]))
    host = live.record.host
    assert (live.bots.kind(), live.bots.owner()) == (Kind.ALONE, host)
    page = ann.socket(table)
    page.wait(lambda v: True)
    assert (live.bots.kind(), live.bots.owner()) == (Kind.MOVE, host)
    page.close()
    until(lambda: live.bots.kind() == Kind.ALONE)
    alone = ben.open("goofspiel", "?preset=quick", seat0="bot:club", seat1="bot:club")
    live = on_loop(site, site.server._site.registry.table(alone[3:]))
    ben.socket(alone).wait(lambda v: True)
    assert live.bots.owner() == live.record.host != host
    assert live.bots.kind() == Kind.ALONE


def test_an_answer_that_nobody_needs_is_not_looked_for(site, monkeypatch):
    """A seat's player comes back, or its move was made: the job leaves the queue."""
    ended = []

    async def choose(table, seat, *_, **__):
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            ended.append((table.id, seat))
            raise

    monkeypatch.setattr(site.server._site.registry.pool, "choose", choose)
    ann = site.visitor()
    table = ann.play("connect_four")
    page = ann.socket(table)
    page.mine()
    page.act(3)
    live = site.server._site.registry.tables[table[3:]]
    bot = 1 - page.hello["seat"]
    until(lambda: live.bots._at_work)

    async def play():
        return await live.act(bot, live.history.seq(bot), live.legal(bot)[0])

    assert on_loop(site, play()) is None
    until(lambda: (table[3:], bot) in ended)


# ---- hints


def test_a_seat_has_one_hint_at_a_time_also_from_several_pages(site, monkeypatch):
    asked, go = [], asyncio.Event()
    pool = site.server._site.registry.pool
    known = pool.choose

    async def choose(table, seat, level, number, payload, *, kind, owner):
        if kind == Kind.HINT:
            asked.append(owner)
            await go.wait()
        return await known(table, seat, level, number, payload, kind=kind, owner=owner)

    monkeypatch.setattr(pool, "choose", choose)
    ann = site.visitor()
    table = ann.play("connect_four")
    pages = [ann.socket(table) for _ in range(3)]
    for page in pages:
        page.mine()
    pages[0].send(t="hint")
    until(lambda: asked)
    for page in pages:
        page.send(t="hint")
        page.until("notice", where=lambda m: "already thinking" in m["text"])
    site.server.servers[0].get_loop().call_soon_threadsafe(go.set)
    pages[0].until("hint")
    assert len(asked) == 1
    pages[1].send(t="hint")
    pages[1].until("hint")


def test_a_hint_says_why_where_the_game_knows(site, monkeypatch):
    knowing = Saying(reason=lambda seen, seat, action, words: f"{words.title}: the middle is good.")
    monkeypatch.setattr(Game, "saying", property(lambda game: knowing))
    page = (ann := site.visitor()).socket(ann.play("connect_four"))
    page.mine()
    page.send(t="hint")
    assert page.until("hint")["text"].endswith(" Connect four: the middle is good.")


def test_a_guest_has_a_budget_of_hints(site, monkeypatch):
    assert not site.server._site.registry.hints.spend("somebody", 1 + registry.HINTS * site.server._site.config.allow)
    monkeypatch.setattr(site.server._site.registry, "hints", registry.Budgets(2, 3600))
    ann, ben = site.visitor(), site.visitor()
    for table in (ann.play("connect_four"), ann.play("connect_four")):
        page = ann.socket(table)
        page.mine()
        page.send(t="hint")
        page.until("hint")
    page.send(t="hint")
    page.until("notice", where=lambda m: "a lot of advice" in m["text"])
    other = ben.socket(ben.play("connect_four"))
    other.mine()
    other.send(t="hint")
    other.until("hint")


# ---- analyses


def held(file, progress):
    """An analysis that goes on when a file is there."""
    progress(12, 87)
    while not os.path.exists(os.environ["TAKU_TEST_GATE"]):
        time.sleep(0.01)
    return {"decisions": [], "turning": [], "said": {}}


@pytest.fixture
def gate(monkeypatch, tmp_path):
    monkeypatch.setenv("TAKU_TEST_GATE", str(tmp_path / "go"))
    monkeypatch.setattr(analyses.worker_tasks, "analyse", held)
    return tmp_path / "go"


@pytest.fixture
def finished(site):
    """Makes finished matches."""

    def make():
        table, (_, one), (_, two) = duel(site, "goofspiel", "?preset=quick")
        play_out(one, two)
        one.close()
        two.close()
        return table

    return make


def shows(visitor, table, words):
    until(lambda: words in visitor.get(f"{table}/analysis").text)


def test_an_analysis_tells_how_far_it_is_waits_in_line_and_is_kept_though_its_table_has_left(site, gate, finished):
    ann, ben = site.visitor(), site.visitor("ja")
    first, second = finished(), finished()
    assert ann.post(f"{first}/analysis", page=f"{first}/analysis").status == 303
    shows(ann, first, "12 of 87 decisions done")
    shows(ben, first, "87手のうち12手")
    assert "Cancel" in ann.get(f"{first}/analysis").text
    assert "取り消す" not in ben.get(f"{first}/analysis").text
    ben.post(f"{second}/analysis", page=f"{second}/analysis")
    shows(ben, second, "順番は2番目")
    refused = ann.post(f"{second}/analysis", page="/")
    assert refused.status == 303  # it is under way already
    third = finished()
    refused = ann.post(f"{third}/analysis", page=f"{third}/analysis")
    assert (refused.status, "One analysis at a time" in refused.text) == (429, True)
    assert f'href="{first}/analysis"' in refused.text

    async def leave():
        home = site.server._site.registry
        for table in (first, second):
            home._drop(home.tables[table[3:]])

    on_loop(site, leave())
    gate.touch()
    shows(ann, first, "Turning points")
    shows(ben, second, "勝負の分かれ目")


def test_an_analysis_can_be_cancelled_by_who_asked_for_it(site, gate, finished):
    ann, ben = site.visitor(), site.visitor()
    table = finished()
    ann.post(f"{table}/analysis", page=f"{table}/analysis")
    shows(ann, table, "12 of 87")
    ben.play("connect_four")
    ben.post(f"{table}/analysis/cancel", page=f"{table}/analysis")
    shows(ann, table, "12 of 87")
    ann.post(f"{table}/analysis/cancel", page=f"{table}/analysis")
    shows(ann, table, "Analyse this match")
    until(lambda: not site.server._site.registry.analyses._workers.running)
    assert not len(site.server._site.registry.analyses)
    gate.touch()
    ann.post(f"{table}/analysis", page=f"{table}/analysis")
    shows(ann, table, "Turning points")


def test_an_analysis_that_takes_too_long_is_ended_and_that_is_told(site, gate, finished, monkeypatch):
    monkeypatch.setattr(analyses, "LIMIT", 0.5)
    ann, table = site.visitor(), finished()
    ann.post(f"{table}/analysis", page=f"{table}/analysis")
    shows(ann, table, "took too long")
    assert "Analyse this match" in ann.page.text


def test_another_server_shows_and_cancels_an_analysis(site, gate, finished):
    """Two servers of one site: the page may be asked of either."""
    ann, table = site.visitor(), finished()
    ann.post(f"{table}/analysis", page=f"{table}/analysis")
    shows(ann, table, "12 of 87")
    home = site.server._site.registry

    async def elsewhere():
        other = analyses.Analyses(home.store, Siblings())
        for _ in itertools.count():
            progress = await other.progress(table[3:])
            if progress is not None and progress.done == 12:
                break
            await asyncio.sleep(0.05)
        await other.start(table[3:], "", "ben")  # it is under way: nothing begins here
        assert len(other) == 0
        await other.cancel(table[3:], "somebody else")
        assert (await other.progress(table[3:])).active
        await other.cancel(table[3:], progress.owner)

    on_loop(site, elsewhere())
    until(lambda: not len(home.analyses))
