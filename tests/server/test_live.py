"""Live tables over their sockets: moves exactly once, nothing hidden sent, nothing pushed without need."""

import asyncio
import contextlib
import json
import re
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from taku.server import deflate
from taku.server.config import now
from taku.server.live import talk
from taku.server.store import StoreError, open_store
from tests.server.kit import PATIENCE, actions, duel, on_loop, play_out, serving, until


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("live")) as running:
        yield running


def test_a_whole_match_against_a_bot(site):
    ann = site.visitor()
    table = ann.play("connect_four")
    page = ann.socket(table)
    page.mine()
    assert page.hello["seats"][page.hello["seat"]]["kind"] == "human"
    assert {"hint", "resign"} <= set(page.hello["can"])
    while not page.view["status"]["over"]:
        page.act()
        page.mine()
    assert page.view["result"]["title"]
    page.drain()
    assert "rematch" in page.hello["can"]


def test_two_players_see_the_same_match(site):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    one.act(3)
    assert "column 4" in two.wait(lambda v: v["step"] == 1)["events"][0]["html"]
    assert two.view["status"]["yours"]
    assert not one.view["status"]["yours"]
    assert one.view["acts"] == {}


def test_a_move_counts_exactly_once(site):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    for _ in range(3):
        one.send(t="act", seq=0, action=3)
    one.wait(lambda v: v["seq"] == 1)
    one.drain()
    two.drain()
    assert two.view["step"] == 1
    two.act(3)
    one.send(t="act", seq=0, action=2)
    one.drain()
    assert one.view["seq"] == 1
    assert one.view["step"] == 2


def test_what_is_not_legal_is_refused_with_the_reason(site):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    one.send(t="act", seq=0, action=99)
    assert one.until("refused")["text"] == "That is not possible now."
    two.send(t="act", seq=0, action=3)
    assert two.until("refused")
    for _ in range(3):
        one.act(3)
        one.wait(lambda v: not v["status"]["yours"])
        two.mine()
        two.act(3)
        one.mine()
    one.send(t="act", seq=3, action=3)
    assert "F-2.3" in one.until("refused")["text"]
    one.act(2)


def test_a_program_plays_by_names(site):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    one.send(t="state")
    assert one.until("state")["actions"]["3"] == "drop column=3"
    for name, arguments, says in (
        ("dorp", {"column": 3}, "did you mean 'drop'?"),
        ("drop", {"column": 7}, "column of drop is 0 to 6"),
        ("drop", {"column": "3"}, "column of drop is 0 to 6"),
        ("drop", {}, "drop needs column=0…6"),
    ):
        one.send(t="act", seq=0, name=name, arguments=arguments)
        assert says in one.until("refused")["text"]
    one.send(t="act", seq=0, name="x" * 5000, arguments={})
    two.send(t="act", seq=0, name="drop", arguments={"column": 3})
    assert two.until("refused")
    one.send(t="act", seq=0, name="drop", arguments={"column": 3})
    assert one.wait(lambda v: v["seq"] == 1)
    assert two.mine()["step"] == 1


NONSENSE = [
    *("", "x", "[]", "1", "null", "{}", "[" * 3000, '{"t":1}', '{"t":"act"}', '{"t":"takeback"}'),
    '{"t":"act","seq":"0","action":3}',
    '{"t":"act","seq":0,"action":true}',
    '{"t":"act","seq":0,"action":1e400}',
    '{"t":"act","seq":0,"action":3.5}',
    '{"t":"act","seq":0,"action":9223372036854775808}',
    '{"t":"act","seq":-1,"action":3}',
    '{"t":"chat","channel":"team","text":"x"}',
    '{"t":"chat","channel":{},"text":[]}',
    '{"t":"answer","id":"x","say":"yes"}',
    '{"t":"offer","kind":"win"}',
    '{"t":"offer","kind":"rematch"}',
    '{"t":"point","id":"' + "x" * 500 + '"}',
    *('{"t":"point","id":"\\ud800"}', '{"t":"chat","channel":"table","text":"\\ud800"}'),
    *('{"t":"ping","c":1e400}', '{"t":"ping","c":NaN}', '{"t":"ping","c":1' + "0" * 40 + "}"),
]


@pytest.mark.parametrize("message", NONSENSE)
def test_nonsense_has_no_effect(site, message):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    one.sock.send(message)
    one.drain()
    assert one.view["step"] == 0
    one.act(3)
    two.wait(lambda v: v["step"] == 1)


def test_onlookers_see_and_cannot_act(site):
    table, (_, one), (_, two) = duel(site)
    eve = site.visitor()
    page = eve.socket(table)
    page.wait(lambda v: True)
    assert page.hello["seat"] == -1
    assert page.view["acts"] == {}
    assert page.hello["can"] == []
    for message in (
        {"t": "act", "seq": 0, "action": 3},
        {"t": "resign"},
        {"t": "offer", "kind": "pause"},
        {"t": "takeback"},
        {"t": "hint"},
    ):
        page.send(**message)
    page.drain()
    assert page.view["step"] == 0
    one.mine()
    one.act(3)
    assert page.wait(lambda v: v["step"] == 1)
    two.find(lambda m: m.get("watchers") == 1)


def test_nothing_hidden_reaches_anybody_else(site):
    """Sealed bids: what a seat laid is in its own messages only, and others are not even told when nothing shows."""
    table, (_, one), (_, two) = duel(site, "goofspiel", "?preset=poker_face")
    watcher = site.visitor().socket(table)
    watcher.wait(lambda v: True)
    for laid in range(6):
        one.mine()
        two.mine()
        before = len(watcher.raw)
        label = one.view["labels"][str(actions(one.view)[0])]
        one.act()
        two.drain()
        watcher.drain()
        assert label not in watcher.raw[before:]
        assert two.raw.count("You lay the") == laid
        two.act()
    assert "You lay" not in watcher.raw


def test_a_page_that_was_away_takes_up_where_it_was(site):
    table, (ann, one), (_, two) = duel(site)
    one.mine()
    one.act(3)
    one.close()
    two.mine()
    two.act(4)
    again = ann.socket(table, step=1)
    view = again.wait(lambda v: True)
    assert view["step"] == 2
    assert [e["step"] for e in view["events"]] == [2]
    assert "missed" not in view
    same = ann.socket(table, step=2)
    assert "html" not in same.wait(lambda v: True)


def test_a_long_absence_is_offered_as_a_replay(site):
    table, (ann, one), (_, two) = duel(site)
    for column in (0, 1, 2):
        one.mine()
        one.act(column)
        two.mine()
        two.act(column)
    again = ann.socket(table, step=0)
    assert again.wait(lambda v: True)["missed"] == 6
    steps = json.loads(ann.get(f"{table}/steps?from=0&to=20").text)
    assert steps["last"] == 6
    assert len(steps["steps"]) == 7


def test_a_client_of_another_build_is_told_to_reload(site):
    ann = site.visitor()
    table = ann.play()
    with connect(f"ws://{site.host}{table}/ws?build=old", origin=site.url, open_timeout=PATIENCE) as sock:
        assert json.loads(sock.recv(PATIENCE))["t"] == "reload"
        with pytest.raises(ConnectionClosed):
            sock.recv(PATIENCE)


def test_sockets_from_another_site_are_refused(site):
    ann = site.visitor()
    table = ann.play()
    for origin in ("https://evil.example", "null", f"http://evil.{site.host}"):
        with pytest.raises(InvalidStatus):
            ann.socket(table, origin=origin)
    with pytest.raises(InvalidStatus):
        ann.socket("/t/nothing")


def test_too_many_messages_close_the_connection(site):
    _, (_, one), (_, two) = duel(site)
    sent = 0
    with contextlib.suppress(ConnectionClosed):
        while sent < 20_000:  # five are allowed each second: no machine is so slow
            one.send(t="ping", c=1)
            sent += 1
    with pytest.raises(ConnectionClosed) as closed:
        one.until("never")
    assert closed.value.rcvd.code == 1008
    assert sent >= 100
    two.drain()
    two.send(t="ping", c=1)
    assert two.until("pong")


def test_a_message_that_is_too_long_closes_the_connection(site):
    _, (_, one), _ = duel(site)
    one.sock.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        one.until("never")


def test_talk_is_plain_text_for_those_who_may_read_it(site):
    table, (_, one), (_, two) = duel(site)
    eve = site.visitor()
    eve.post("/me", {"name": "Eve", "colour": "red"}, page="/me")
    watcher = eve.socket(table)
    watcher.wait(lambda v: True)
    one.send(t="chat", channel="table", text="<b>hi</b>\x00\u202e there")
    assert two.until("chat")["lines"][-1]["text"] == "<b>hi</b> there"
    assert watcher.until("chat")["lines"][-1]["channel"] == "table"
    watcher.send(t="chat", channel="spectators", text="they cannot see this")
    watcher.until("chat", where=lambda m: m["lines"][-1]["channel"] == "spectators")
    watcher.send(t="chat", channel="table", text="may I?")
    assert watcher.until("notice")["level"] == "error"
    one.drain()
    two.drain()
    assert "they cannot see this" not in one.raw + two.raw
    one.send(t="resign")
    one.wait(lambda v: v["status"]["over"])
    one.find(lambda m: "they cannot see this" in str(m))


def test_quick_phrases_are_read_in_ones_own_language(site):
    table, (_, one), _ = duel(site)
    page = site.visitor("ja").socket(table)
    page.wait(lambda v: True)
    one.send(t="chat", channel="table", phrase="thanks")
    assert page.until("chat")["lines"][-1]["text"] == "ありがとう！"
    one.send(t="chat", channel="table", phrase="nonsense")
    one.drain()


def test_talk_has_limits(site, monkeypatch):
    _, (_, one), _ = duel(site)
    at = now()
    monkeypatch.setattr(talk, "now", lambda: at)  # all in one moment, however long the disk takes
    for i in range(10):
        one.send(t="chat", channel="table", text=f"line {i}")
    one.send(t="chat", channel="table", text="x" * 301)
    one.drain()
    refused = [m["unsaid"] for m in one.heard if m["t"] == "notice"]
    assert refused == ["line 6", "line 7", "line 8", "line 9", "x" * 301]  # nothing that was written is lost
    one.find(lambda m: m["t"] == "chat" and m["lines"][-1]["text"] == "line 5")
    assert sum(len(m["lines"]) for m in one.heard if m["t"] == "chat") == 6


def test_resigning_ends_the_match(site):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    two.send(t="resign")
    result = one.wait(lambda v: v["status"]["over"])["result"]
    assert result["title"].endswith("wins")
    assert re.search(r'<p class="why"><bdi class="s\d">[^<]+</bdi> resigns?\b', result["html"])  # and why


def test_pause_by_agreement(site):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    one.send(t="offer", kind="pause")
    offer = two.until("offers", where=lambda m: m["offers"])["offers"][0]
    assert "asks for a pause" in offer["text"]
    two.send(t="answer", id=offer["id"], say="yes")
    one.wait(lambda v: "Paused" in v["status"]["text"])
    one.send(t="act", seq=0, action=3)
    one.drain()
    assert one.view["step"] == 0
    two.drain()
    assert {"offer": "resume", "label": "Resume"} in two.view["status"]["buttons"]
    two.send(t="offer", kind="resume")  # either ends it
    assert "plays on" in one.until("notice")["text"]
    one.mine()
    assert not any("offer" in b for b in one.view["status"]["buttons"])
    one.act(3)


def test_a_pause_holds_nobody(site):
    """Nobody is paused while they are gone, everybody goes on alone, and may give up in the pause."""
    table, (_, one), (bob, two) = duel(site, clock="decision", decision="300")
    one.mine()
    held = site.server._site.registry.tables[table[3:]]
    two.close()
    one.until("presence", where=lambda m: m["presence"][1]["state"] == "gone")
    one.send(t="offer", kind="pause")
    assert "agreed on by everybody" in one.until("notice")["text"]
    assert held.record.status == "playing"
    two = bob.socket(table)
    two.wait(lambda v: True)
    one.send(t="offer", kind="pause")
    two.send(t="answer", id=two.until("offers", where=lambda m: m["offers"])["offers"][0]["id"], say="yes")
    two.wait(lambda v: "Paused" in v["status"]["text"])
    one.close()
    two.until("presence", where=lambda m: m["presence"][0]["state"] == "gone")
    two.send(t="offer", kind="resume")
    two.wait(lambda v: "Paused" not in v["status"]["text"])
    assert any(c["runs"] for c in two.view["clocks"])


def test_who_gives_up_in_a_pause_has_lost(site):
    _, (_, one), (_, two) = duel(site)
    one.mine()
    one.send(t="offer", kind="pause")
    two.send(t="answer", id=two.until("offers", where=lambda m: m["offers"])["offers"][0]["id"], say="yes")
    two.wait(lambda v: "Paused" in v["status"]["text"])
    assert "resign" in two.hello["can"]
    two.send(t="resign")
    assert one.wait(lambda v: v["status"]["over"])["result"]["title"].endswith("wins")


def test_declined_offers_go_away(site):
    _, (_, one), (_, two) = duel(site)
    one.send(t="offer", kind="pause")
    offer = two.until("offers", where=lambda m: m["offers"])["offers"][0]
    two.send(t="answer", id=offer["id"], say="no")
    assert one.until("notice")
    one.drain()
    assert [m for m in one.heard if m["t"] == "offers"][-1]["offers"] == []


def test_a_move_that_passed_the_turn_is_not_taken_back(site):
    _, (_, one), _ = duel(site)
    one.mine()
    one.act(3)
    one.send(t="offer", kind="undo")
    assert "cannot be taken back" in one.until("notice")["text"]


def test_rematch_rotates_the_seats(site):
    _, (ann, one), (bob, two) = duel(site)
    one.send(t="resign")
    two.wait(lambda v: v["status"]["over"])
    two.drain()
    two.send(t="offer", kind="rematch")
    offer = one.until("offers", where=lambda m: m["offers"])["offers"][0]
    one.send(t="answer", id=offer["id"], say="yes")
    there = one.until("go")["href"]
    assert two.until("go")["href"] == there
    page = bob.socket(there)
    page.wait(lambda v: True)
    assert page.hello["seat"] == 0
    page.close()
    page = ann.socket(there)
    page.wait(lambda v: True)
    assert page.hello["seat"] == 1


def test_time_that_runs_out_plays_the_default(site):
    table, (_, one), (_, two) = duel(site, clock="decision", decision="300")
    one.mine()
    assert one.view["clocks"][0]["full"] == 300_000
    assert one.view["clocks"][0]["runs"]
    held = site.server._site.registry.tables[table[3:]]

    async def time_goes_by():
        held.clocks.asked = {seat: (since - 299_900, full) for seat, (since, full) in held.clocks.asked.items()}
        held.set_timer()

    on_loop(site, time_goes_by())
    two.wait(lambda v: v["step"] == 1)
    assert "ran out of time" in two.view["events"][0]["html"]


def test_a_bank_grows_by_its_increment(site):
    _, (_, one), _ = duel(site, clock="bank", bank="10", increment="600")
    one.mine()
    one.act(3)
    clock = one.view["clocks"][0]
    assert clock["bank"]
    assert 600_000 < clock["left"] <= 1_200_000  # ten minutes, less the time for the move, and ten more
    assert not clock["runs"]


def test_a_write_that_was_refused_and_tried_again_earns_its_increment_once(site, monkeypatch):
    table, (_, one), _ = duel(site, clock="bank", bank="10", increment="600")
    one.mine()
    held = site.server._site.registry.tables[table[3:]]
    append, failed = held.registry.store.append, []

    async def fails_first(*given, **named):
        if len(failed) < 3:
            failed.append(held.match.step)
            raise StoreError("the disk is full")
        return await append(*given, **named)

    monkeypatch.setattr(held.registry.store, "append", fails_first)
    for _ in range(3):
        one.send(t="act", seq=0, action=3)
        assert "could not be stored" in one.until("notice")["text"]
        assert (held.match.step, len(held.match.hashes), held.clocks.bank[0]) == (0, 1, 600_000)
    one.act(3)
    assert failed == [0, 0, 0]
    assert held.clocks.bank[0] <= 1_200_000


@pytest.fixture
def impatient(tmp_path):
    """A server that gives the seat of one who is gone to a bot after a second."""
    with serving(tmp_path, absence=1.0) as running:
        yield running


def test_a_bot_takes_over_and_hands_back(impatient):
    table, (ann, one), (_, two) = duel(impatient)
    one.mine()
    one.close()
    gone = two.until("presence", where=lambda m: any(p["state"] == "gone" for p in m["presence"]))
    assert any("until" in p for p in gone["presence"])
    two.mine()
    assert any(p["state"] == "bot" for p in two.view["presence"])
    again = ann.socket(table)
    again.wait(lambda v: True)
    two.wait(lambda v: all(p["state"] == "here" for p in v["presence"]))
    two.act()
    again.mine()
    again.act()


def test_hints_point_at_elements(site):
    ann = site.visitor()
    page = ann.socket(ann.play("connect_four"))
    page.mine()
    page.send(t="hint")
    hint = page.until("hint")
    assert hint["targets"][0].startswith("col-")


def test_a_room_that_connects_after_the_match_began_goes_on_to_the_table(site):
    ann, ben, cyd = site.visitor(), site.visitor(), site.visitor()
    table = ann.open()
    assert " data-room " in cyd.get(table).text
    assert ben.sit(table, 1).status == 303
    assert cyd.socket(table, step=0, room=1).read() == {"t": "go", "href": table}
    assert "at-table" in cyd.get(table).text


def test_who_is_kept_out_by_another_program_loses_their_pages(site):
    table, (ann, one), (_, two) = duel(site)
    player = site.server._site.registry.tables[table[3:]].record.seats[0].player

    async def ban():
        async with await open_store(site.server._site.config.data) as store:
            await store.ban(player, "spam")

    asyncio.run(ban())
    with pytest.raises(ConnectionClosed):
        one.until("never")
    assert one.sock.close_code == 1008
    two.drain()
    # they may still watch, as anybody may
    assert 'data-eye="-1"' in ann.get(table).text
    again = ann.socket(table)
    again.wait(lambda v: True)
    assert (again.hello["seat"], again.hello["channels"], again.hello["can"]) == (-1, [], [])
    assert ann.post("/play/connect_four", page="/").status == 403


def connections(site, table, visitor):
    """The server's side of a visitor's pages."""
    player = site.server._site.keeper.read(visitor.cookie.partition("=")[2]).player
    return [c for c in site.server._site.registry.tables[table[3:]].connections if c.player == player]


def reads_nothing(site, connection):
    """As the transport tells it once the page has not taken what was sent to it."""

    async def pause():
        connection.socket.pause_writing()

    on_loop(site, pause())


def test_who_stood_up_has_lost_the_seat_also_if_their_page_reads_nothing(site, monkeypatch):
    monkeypatch.setattr(deflate, "STUCK", PATIENCE)
    ann, mal, bea, cyd = (site.visitor() for _ in range(4))
    table = ann.open("goofspiel", "?seats=3&preset=poker_face")
    assert mal.sit(table, 1).status == 303
    page = mal.socket(table)
    page.wait(lambda v: True)
    assert page.hello["seat"] == 1
    (stuck,) = connections(site, table, mal)
    reads_nothing(site, stuck)
    page.send(t="ping", c=1)
    until(lambda: stuck._small)
    assert mal.post(f"{table}/leave", page="/").status == 303
    assert bea.sit(table, 1).status == 303
    assert cyd.sit(table, 2).status == 303
    held = site.server._site.registry.tables[table[3:]]
    hers = bea.socket(table)
    hers.wait(lambda v: True)
    hear, heard = stuck._hear, []

    async def hearing(message):
        await hear(message)
        heard.append(message["t"])

    stuck._hear = hearing
    page.send(t="act", seq=0, action=actions(hers.view)[0])
    for t in ("state", "resign", "hint", "takeback"):
        page.send(t=t)
    page.send(t="offer", kind="pause")
    until(lambda: heard[-1:] == ["offer"])
    assert (held.match.step, held.offers.open, stuck.seat) == (0, [], -1)
    assert not any(m["t"] in ("state", "hint") for m in stuck._small)
    hers.act()


def test_a_seat_that_was_left_is_an_onlookers_page_at_once(site):
    ann, bea = site.visitor(), site.visitor()
    table = ann.open("goofspiel", "?seats=3")
    assert bea.sit(table, 1).status == 303
    page = bea.socket(table)
    page.wait(lambda v: True)
    assert bea.post(f"{table}/leave", page="/").status == 303
    page.until("hello", where=lambda m: m["seat"] == -1)
    assert page.hello["can"] == []


def test_a_page_that_reads_nothing_is_closed(site, monkeypatch):
    table, (ann, one), (_, two) = duel(site)
    one.mine()
    (stuck,) = connections(site, table, ann)
    monkeypatch.setattr(deflate, "STUCK", 0.2)
    reads_nothing(site, stuck)
    two.send(t="chat", channel="table", text="are you there?")
    gone = two.until("presence", where=lambda m: m["presence"][0]["state"] == "gone")
    assert gone["presence"][1]["state"] == "here"
    with pytest.raises(ConnectionClosed):  # without a reason, which nobody would read
        one.until("never")
    assert stuck not in site.server._site.registry.tables[table[3:]].connections


def test_what_a_closed_page_had_still_to_say_is_not_heard(site):
    """Whoever is banned while the server cannot write to their page does not play on."""
    table, (ann, one), (_, two) = duel(site)
    one.mine()
    (stuck,) = connections(site, table, ann)
    held = site.server._site.registry.tables[table[3:]]

    async def closed_before_it_speaks():
        stuck.close(1008)
        one.send(t="act", seq=0, action=3)

    on_loop(site, closed_before_it_speaks())
    with pytest.raises(ConnectionClosed):
        one.until("never")
    two.drain()
    assert held.match.step == 0


def test_a_table_that_cannot_be_replayed_does_not_keep_the_others_closed(tmp_path, caplog):
    with serving(tmp_path) as site:
        table, (_, one), _ = duel(site, clock="decision", decision="600")
        other, (ann, two), _ = duel(site, clock="decision", decision="600")
        for page in (one, two):
            page.mine()
            page.act(3)
    with contextlib.closing(sqlite3.connect(tmp_path / "taku.db", timeout=PATIENCE)) as db, db:
        db.execute("update entry set body = ? where match = ?", ('{"value": 99}', table[3:]))
    with serving(tmp_path) as site:
        ann.site = site
        assert ann.socket(other).wait(lambda v: True)["step"] == 1
        assert ann.get(table).status == 500
    assert f"table {table[3:]} cannot be opened" in caplog.text


def test_a_table_leaves_memory_and_comes_back(site):
    table, (ann, one), (_, two) = duel(site)
    one.mine()
    one.act(3)
    one.close()
    two.close()
    registry = site.server._site.registry
    until(lambda: not registry.tables[table[3:]].connections)
    site.server.servers[0].get_loop().call_soon_threadsafe(lambda: registry._drop(registry.tables[table[3:]]))
    until(lambda: table[3:] not in registry.tables)
    page = ann.socket(table)
    view = page.wait(lambda v: True)
    assert (view["step"], view["seq"]) == (1, 1)


def test_goofspiel_with_four_and_bots(site):
    ann = site.visitor()
    table = ann.open(
        "goofspiel", "?seats=4", seat1="bot:beginner", seat2="bot:casual", seat3="bot:club", **{"option.cards": "4"}
    )
    page = ann.socket(table)
    page.wait(lambda v: True)
    play_out(page)
    assert len(page.hello["seats"]) == 4
