"""Two server processes share a folder, and a table whose players are at different ones is one table.

Both run in threads of this process, each at an address of its own, so that a test says who is where; a pair of sockets
stands for the supervisor, which passes on what one says to the other.
"""

import asyncio
import contextlib
import json
import socket
import sqlite3
import threading
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from taku.server import games
from taku.server.analyses import Progress, Refused
from taku.server.live import bots
from taku.server.route import owner
from taku.server.siblings import Siblings
from taku.server.store import new_id
from tests.server import toy
from tests.server.kit import PATIENCE, actions, on_loop, serving, until


@contextlib.contextmanager
def sharing(data, **options):
    line, other_line = socket.socketpair()
    with (
        serving(data, Siblings(0, 2, line), **options) as first,
        serving(data, Siblings(1, 2, other_line), **options) as second,
    ):
        yield first, second


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    known = games.found_games
    games.found_games = lambda: known() | {"toy": lambda: toy.game}
    try:
        with sharing(tmp_path_factory.mktemp("siblings")) as both:
            yield both
    finally:
        games.found_games = known


@pytest.fixture(params=[0, 1], ids=["here", "elsewhere"])
def owned(request, sites):
    """Opens tables that one of the two processes owns: the one that the first player is at, or the other."""

    def open_table(person, *args, play=False, **form):
        while True:
            table = person.play(*args, **form) if play else person.open(*args, **form)
            if owner(table[3:], 2) == request.param:
                return table

    open_table.by = request.param
    return open_table


def registry(site):
    return site.server._site.registry


def entries(site, table):
    """The log as it is stored."""
    with contextlib.closing(sqlite3.connect(site.server._site.config.data / "taku.db", timeout=PATIENCE)) as db:
        rows = db.execute("select number, kind, seat from entry where match = ? order by number", (table[3:],))
        return rows.fetchall()


def seated(sites, owned, game="connect_four", **form):
    """Ann at the first process, Bob at the other, at one table."""
    ann, bob = (site.visitor() for site in sites)
    table = owned(ann, game, **form)
    assert bob.sit(table, 1).status == 303
    one, two = come(ann, table), come(bob, table)
    for page, seat in ((one, 1), (two, 0)):
        page.find(lambda m, s=seat: presence(m, s) == "here")
    return table, (ann, one), (bob, two)


def come(person, table):
    """Open a table's page."""
    page = person.socket(table)
    page.wait(lambda v: True)
    return page


def presence(message, seat):
    """How a seat is, if a message tells."""
    return next((p["state"] for p in message.get("presence", []) if p["seat"] == seat), None)


def test_moves_talk_presence_and_offers_reach_the_other_process(sites, owned):
    _, (_, one), (_, two) = seated(sites, owned)
    for page in (one, two, one):
        page.mine()
        page.act(3)
    one.send(t="chat", channel="table", text="over there?")
    assert two.until("chat")["lines"][-1]["text"] == "over there?"
    two.send(t="offer", kind="pause")
    offer = one.until("offers", where=lambda m: m["offers"])["offers"][0]
    one.send(t="answer", id=offer["id"], say="yes")
    for page in (one, two):
        page.wait(lambda v: v["status"]["text"] == "Paused by agreement")


def test_what_is_pointed_at_and_who_declines_reach_the_other_process(sites, owned):
    _, (_, one), (_, two) = seated(sites, owned)
    one.send(t="point", id="col-3")
    assert two.until("point") == {"t": "point", "seat": 0, "id": "col-3"}
    two.send(t="offer", kind="pause")
    offer = one.until("offers", where=lambda m: m["offers"])["offers"][0]
    one.send(t="answer", id=offer["id"], say="no")
    names = [s["name"] for s in two.hello["seats"]]
    assert names[0] in two.until("notice")["text"]


def test_who_looks_away_and_who_goes_is_seen_at_the_other_process(sites, owned):
    _, (_, one), (_, two) = seated(sites, owned, takeover="")
    one.send(t="here", on=False)
    two.find(lambda m: presence(m, 0) == "away")
    one.close()
    two.find(lambda m: presence(m, 0) == "gone")


def test_a_click_is_taken_back_with_the_consent_of_the_other_process(sites, owned):
    _, (_, one), (_, two) = seated(sites, owned, "toy")
    one.mine()
    one.act(1)
    one.act(2)
    one.send(t="offer", kind="undo")
    offer = two.until("offers", where=lambda m: m["offers"])["offers"][0]
    two.send(t="answer", id=offer["id"], say="yes")
    for page in (one, two):
        page.wait(lambda v: "log" in v and v["log"].get("drop") == 1)


def test_who_is_faster_than_the_word_that_the_match_has_begun_gets_the_table(sites, owned, monkeypatch):
    ann, bob = (site.visitor() for site in sites)
    table = owned(ann)
    assert "room-page" in bob.get(table).text  # the second process has the table now, and nothing has begun
    siblings = registry(sites[1]).siblings
    late = []
    with monkeypatch.context() as patch:
        patch.setattr(siblings, "_take", late.append)
        assert sites[0].visitor().sit(table, 1).status == 303
        page = bob.socket(table)
        assert "<svg" in page.wait(lambda v: True)["html"]
        assert "room-page" not in bob.get(table).text
    for message in late:
        sites[1].server.servers[0].get_loop().call_soon_threadsafe(siblings._take, message)
    ann_page = come(ann, table)
    ann_page.mine()
    ann_page.act(3)
    page.wait(lambda v: v["step"] == 1)
    assert not any(m["t"] == "go" for m in page.heard)


def test_who_comes_while_the_match_is_read_gets_the_table_too(sites, owned):
    ann, bob = (site.visitor() for site in sites)
    table = owned(ann)
    bob.get(table)
    held = registry(sites[1]).tables[table[3:]]
    on_loop(sites[1], held.lock.acquire())  # it takes long to read a match
    pages = []
    thread = threading.Thread(target=lambda: pages.append(bob.socket(table)))
    try:
        assert sites[0].visitor().sit(table, 1).status == 303
        until(lambda: held.record.status == "playing")
        thread.start()
        until(lambda: sites[1].server._site.open_sockets)
    finally:
        sites[1].server.servers[0].get_loop().call_soon_threadsafe(held.lock.release)
        thread.join(PATIENCE)
    assert "<svg" in pages[0].wait(lambda v: True)["html"]
    pages[0].drain()
    assert not any(m["t"] == "go" for m in pages[0].heard)


def test_a_match_whose_opener_died_before_the_deal_begins_for_whoever_comes(sites, owned):
    ann, store = sites[0].visitor(), registry(sites[0]).store
    table = owned(ann, seat1="bot:beginner")
    made = on_loop(sites[0], store.match(table[3:]))
    while True:
        id = new_id()
        if owner(id, 2) == owned.by:
            break
    facts = {"game": made.game, "game_version": made.game_version, "seats": made.seats, "options": made.options}
    on_loop(sites[0], store.create_match(id=id, secret=b"s" * 32, commitment="", now=1, host=made.host, **facts))
    page = ann.socket(f"/t/{id}")
    page.mine()
    page.act()
    page.mine()


def test_a_bot_goes_on_when_the_pause_is_ended_at_the_other_process(sites, owned, monkeypatch):
    monkeypatch.setattr(bots, "THINK", (6_000, 6_000))
    ann, far = sites[owned.by].visitor(), sites[1 - owned.by].visitor()
    table = owned(ann, play=True)
    far.cookie = ann.cookie
    here, there = ann.socket(table), far.socket(table)
    at_table = registry(sites[owned.by]).tables[table[3:]]
    while not at_table.paused or at_table.acting() != [1 - here.hello["seat"]]:
        if at_table.paused:  # the bot was faster
            here.send(t="offer", kind="resume")
            here.wait(lambda v: "Paused" not in v["status"]["text"])
        here.mine()
        here.act()
        here.send(t="offer", kind="pause")
        here.wait(lambda v: "Paused" in v["status"]["text"])
    until(lambda: not at_table.bots._at_work and not at_table.bots._playing)
    there.wait(lambda v: "Paused" in v["status"]["text"])
    there.send(t="offer", kind="resume")
    here.mine()


def test_both_go_to_the_same_rematch(sites, owned):
    table, (ann, one), (bob, two) = seated(sites, owned)
    one.send(t="resign")
    two.find(lambda m: m["t"] == "hello" and "deal" in m)
    two.send(t="offer", kind="rematch", nonce="thrown by two")
    offer = one.until("offers", where=lambda m: m["offers"])["offers"][0]
    one.send(t="answer", id=offer["id"], say="yes", nonce="thrown by one")
    there = one.until("go")["href"]
    assert two.until("go")["href"] == there != table
    again, too = come(ann, there), come(bob, there)
    too.mine()  # the seats have changed places
    too.act(3)
    again.mine()


def test_a_seat_is_taken_once(sites, owned):
    ann = sites[0].visitor()
    table = owned(ann)
    rivals = [site.visitor() for site in sites for _ in range(3)]
    for rival in rivals:
        rival.get("/")
    answers = []
    ready = threading.Barrier(len(rivals))

    def sit(rival):
        ready.wait()
        answers.append(rival.post(f"{table}/sit", {"seat": "1", "nonce": "mine"}).status)

    threads = [threading.Thread(target=sit, args=(rival,)) for rival in rivals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert Counter(answers)[303] == 1, answers
    page = come(ann, table)
    page.mine()
    page.act()
    assert [number for number, *_ in entries(sites[0], table)] == [1]


def test_moves_sent_at_the_same_moment_are_each_stored_once(sites, owned):
    people = [sites[i % 2].visitor() for i in range(4)]
    table = owned(people[0], "goofspiel", "?seats=4", **{"option.cards": "5"})
    for seat in (1, 2, 3):
        assert people[seat].sit(table, seat).status == 303
    pages = [come(person, table) for person in people]
    while not all(page.view and page.view["status"].get("over") for page in pages):
        for page in pages:
            page.wait(lambda v: actions(v) or v["status"].get("over"))
        sent = [(page, page.view["seq"]) for page in pages if actions(page.view)]
        for page, seq in sent:
            page.send(t="act", seq=seq, action=actions(page.view)[0])
        for page, seq in sent:
            page.wait(lambda v, s=seq: v["seq"] > s or v["status"].get("over"))
    log = entries(sites[0], table)
    assert [number for number, *_ in log] == list(range(1, len(log) + 1))
    assert len(set(Counter(seat for _, kind, seat in log if kind == "move").values())) == 1


def test_a_bot_plays_for_a_player_at_either_process_and_each_move_once(sites, owned):
    ann = sites[0].visitor()
    table = owned(ann, play=True)
    page = come(ann, table)
    for _ in range(3):
        page.mine()
        page.act()
    page.mine()
    seats = [seat for _, kind, seat in entries(sites[0], table) if kind == "move"]
    assert all(a != b for a, b in pairwise(seats))
    both = [registry(site).tables.get(table[3:]) for site in sites]
    assert both[owned.by] is not None  # the owner has it in memory, though its player may be elsewhere
    assert not any(t.bots._at_work for t in both if t is not None and t is not both[owned.by])


def test_a_clock_runs_out_once(sites, owned):
    table, (_, one), (_, two) = seated(sites, owned, clock="decision", decision="60")

    async def hurry(held):
        held.clocks.full = 300
        held.clocks.asked = {seat: (since, 300) for seat, (since, _) in held.clocks.asked.items()}
        held.set_timer()

    for site in sites:
        on_loop(site, hurry(registry(site).tables[table[3:]]))
    assert registry(sites[1 - owned.by]).tables[table[3:]]._timer is None
    for page in (one, two):
        page.wait(lambda v: v["step"] >= 2)
        assert "ran out of time" in page.raw
    log = entries(sites[0], table)
    assert [kind for _, kind, _ in log] == ["timeout"] * len(log)
    assert all(a[2] != b[2] for a, b in pairwise(log))


def test_a_bot_takes_the_seat_of_one_who_left_the_other_process(sites, owned, monkeypatch):
    table, (ann, one), (_, two) = seated(sites, owned)
    for site in sites:
        monkeypatch.setattr(registry(site), "config", replace(registry(site).config, absence=0.5))
    one.close()
    two.find(lambda m: presence(m, 0) == "bot")
    two.mine()
    assert sum(kind == "bot" for _, kind, _ in entries(sites[0], table)) == 1
    before = len(two.heard)
    come(ann, table)
    two.find(lambda m: m not in two.heard[:before] and presence(m, 0) == "here")


def test_a_new_name_is_known_at_the_other_process_at_once(sites):
    ann = sites[0].visitor()
    table = ann.open()
    there = sites[1].visitor()
    there.cookie = ann.cookie
    assert there.get("/me").status == 200  # the other process remembers her now
    ann.post("/me", {"name": "Annabel", "colour": "red"}, page="/me")
    until(lambda: "Annabel" in there.get("/me").text)
    assert there.get(table).status == 200


def test_of_a_table_that_only_its_owner_has_nobody_is_told(sites, owned):
    here, there = sites[owned.by], sites[1 - owned.by]
    heard = []
    there.server._site.siblings.listen(heard.append)
    ann, bob = here.visitor(), here.visitor()
    table = owned(ann)
    assert bob.sit(table, 1).status == 303
    one, two = ann.socket(table), bob.socket(table)
    for page in (one, two, one, two):
        page.mine()
        page.act(3)
    cat = there.visitor().socket(table)
    assert cat.wait(lambda v: True)["step"] == 4
    assert not any(change.what == "entry" and change.id == table[3:] and change.number < 4 for change in heard)
    one.mine()
    one.act(2)
    cat.wait(lambda v: v["step"] == 5)


def test_what_was_stored_before_the_owner_knew_of_others_is_caught_up_with(sites, owned):
    table, (_, one), (_, two) = seated(sites, owned)
    owner_of, other = (registry(sites[i]).siblings for i in (owned.by, 1 - owned.by))

    async def forget():
        owner_of._watched.clear()

    async def watch():
        other.watch(table[3:])

    on_loop(sites[owned.by], forget())
    mover, watcher = (one, two) if owned.by == 0 else (two, one)
    if owned.by == 1:
        watcher.mine()
        watcher.act(3)
        on_loop(sites[owned.by], forget())
    mover.mine()
    mover.act(3)
    watcher.drain()
    assert watcher.view["step"] == owned.by  # nobody told it
    on_loop(sites[1 - owned.by], watch())
    watcher.wait(lambda v: v["step"] == owned.by + 1)


def test_one_process_compiles_and_the_other_is_told(sites, monkeypatch):
    asked = []

    async def prepare(game, *, build=True):
        asked.append((build, game.id))
        return build

    for site in sites:
        monkeypatch.setattr(registry(site).pool, "prepare", prepare)
    on_loop(sites[1], registry(sites[1]).prepare(registry(sites[1]).games.get("toy")))
    on_loop(sites[0], registry(sites[0]).prepare(registry(sites[0]).games.get("toy")))
    until(lambda: asked.count((False, "toy")) == 2)  # asked for there, and told that it is done
    assert asked.count((True, "toy")) == 1


def test_what_nobody_looks_at_stays_with_its_owner_only(sites, owned):
    ann = sites[0].visitor()
    table = owned(ann)
    for site in sites:
        person = site.visitor()
        person.get(table)
        assert table[3:] in registry(site).tables
    other = registry(sites[1 - owned.by])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("taku.server.live.registry.SWEEP", 0.05)
        task = asyncio.run_coroutine_threadsafe(other._sweep(), sites[1 - owned.by].server.servers[0].get_loop())
        until(lambda: table[3:] not in other.tables)
        task.cancel()
    assert table[3:] in registry(sites[owned.by]).tables


def test_numbers_of_all_processes_are_told_and_a_dead_one_is_named(sites):
    person, siblings = sites[0].visitor(), sites[0].server._site.siblings
    until(lambda: 1 in siblings.reports())
    text = person.get("/metrics").text
    assert 'taku_process_up{process="1"} 1' in text
    assert person.get("/healthz").text == "ok\n"
    before = sum(site.server._site.requests for site in sites)
    until(lambda: int(number(person.get("/metrics").text, "taku_requests_total")) > before)

    async def hear(*messages):
        for message in messages:
            siblings._take(json.loads(json.dumps(message)))
        return person_sees()

    def person_sees():
        return siblings.missing(), siblings.reports()

    assert on_loop(sites[0], hear(["down", 1])) == ([1], {})
    assert on_loop(sites[0], hear(["numbers", 1, {"taku_tables": 2}]))[0] == []


def number(text, name):
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} "))


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """Two processes with the usual budgets."""
    with sharing(tmp_path_factory.mktemp("strict"), allow=1.0) as both:
        yield both


BUDGETS = ("all", "reads", "posts", "sockets", "creates", "newcomers", "codes")


@pytest.mark.parametrize("name", [*BUDGETS, "hints"])
def test_what_is_spent_at_one_process_is_spent_at_the_other(strict, name):
    here, there = (
        registry(site).hints if name == "hints" else getattr(site.server._site, name) for site in reversed(strict)
    )

    async def spend(budgets, cost):
        return budgets.spend("192.0.2.9", cost)

    assert on_loop(strict[0], spend(there, 0))
    assert on_loop(strict[1], spend(here, here._most))
    until(lambda: not on_loop(strict[0], spend(there, 0.5 * there._most)))
    assert on_loop(strict[0], spend(there, 0))  # no debt beyond what was spent, and it comes back


def test_pages_that_are_read_at_one_process_are_paid_for_at_the_other(strict, monkeypatch):
    ann = strict[0].visitor(at="127.0.77.1")
    monkeypatch.setattr(strict[0].server._site.reads, "_most", 10)
    monkeypatch.setattr(strict[1].server._site.reads, "_most", 10)
    same = strict[1].visitor(at="127.0.77.1")
    assert [ann.get("/finished").status for _ in range(10)] == [200] * 10
    until(lambda: same.get("/finished").status == 429)


def test_a_guest_has_one_analysis_at_all_processes(sites):
    one, other = (registry(site).analyses for site in sites)

    async def begin(here):
        here._here["there"] = (Progress("ann"), asyncio.create_task(asyncio.sleep(PATIENCE)))
        here.tell()

    async def ask():
        await other.start("mine", "", "ann")

    async def end(here):
        here._here["there"][1].cancel()
        here._done("there")

    on_loop(sites[0], begin(one))
    until(lambda: registry(sites[1]).siblings.analysed_elsewhere("ann") == "there")
    with pytest.raises(Refused, match="one_analysis"):
        on_loop(sites[1], ask())
    on_loop(sites[0], end(one))
    until(lambda: not registry(sites[1]).siblings.analysed_elsewhere("ann"))


def test_without_another_process_nobody_is_told(tmp_path):
    with serving(tmp_path) as site:
        assert not registry(site).shared
        assert registry(site).drives("anything")
        ann = site.visitor()
        page = ann.socket(ann.play())
        page.mine()
        assert 'taku_process_up{process="0"} 1' in ann.get("/metrics").text
