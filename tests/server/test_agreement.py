"""What people at a table agree on and what goes on without them: undo, rematches, team talk, days, failing bots."""

import contextlib
import hashlib
import json
import logging
import sqlite3
from dataclasses import replace
from unittest.mock import patch

import pytest

from taku.engine.rules import Rules
from taku.server import games
from taku.server.live import clocks, offers
from taku.server.live.undo import may_undo
from tests.server import toy
from tests.server.kit import Page, duel, on_loop, serving, until


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    known = games.found_games
    games.found_games = lambda: known() | {"toy": lambda: toy.game}
    try:
        with serving(tmp_path_factory.mktemp("agreement")) as running:
            yield running
    finally:
        games.found_games = known


def asked(page: Page):
    """The offer that a page is shown."""
    return page.until("offers", where=lambda m: m["offers"])["offers"][0]


# ---- undo


def test_a_click_is_taken_back_if_the_other_agrees(site):
    _, (_, one), (_, two) = duel(site, "toy")
    one.mine()
    one.act(toy.CLICK.pick(1))
    assert one.act(toy.CLICK.pick(2))["seq"] == 2
    one.send(t="offer", kind="undo")
    offer = asked(two)
    assert "take the last move back" in offer["text"]
    two.send(t="answer", id=offer["id"], say="yes")
    view = one.wait(lambda v: v["seq"] == 3)
    assert view["log"]["drop"] == 1
    assert view["status"]["yours"]
    two.wait(lambda v: "log" in v and v["log"].get("drop") == 1)
    one.act(toy.CLICK.pick(3))
    one.act(toy.CLICK.done)
    two.mine()
    two.act(toy.CLICK.done)


def test_a_click_stays_if_the_other_declines_and_when_it_showed_something(site):
    _, (_, one), (_, two) = duel(site, "toy")
    one.mine()
    one.act(toy.CLICK.pick(1))
    one.send(t="offer", kind="undo")
    two.send(t="answer", id=asked(two)["id"], say="no")
    assert one.until("notice")
    one.drain()
    assert one.view["seq"] == 1
    one.act(toy.CLICK.roll)
    one.send(t="offer", kind="undo")
    assert "cannot be taken back" in one.until("notice")["text"]


def test_an_offer_to_take_back_is_void_when_the_match_goes_on(site):
    _, (_, one), (_, two) = duel(site, "toy")
    one.mine()
    one.act(toy.CLICK.pick(1))
    one.send(t="offer", kind="undo")
    offer = asked(two)
    one.act(toy.CLICK.done)
    two.mine()
    two.send(t="answer", id=offer["id"], say="yes")
    two.drain()
    one.drain()
    assert one.view["seq"] == 2


def test_a_seat_takes_back_only_so_often_and_is_told_so(site, monkeypatch):
    monkeypatch.setattr(offers, "UNDOS", 2)
    _, (_, one), (_, two) = duel(site, "toy")
    one.mine()
    for _ in range(2):
        one.act(1)
        one.send(t="offer", kind="undo")
        two.send(t="answer", id=asked(two)["id"], say="yes")
        one.wait(lambda v: "log" in v and "drop" in v["log"])
        one.view.pop("log")
    one.act(1)
    one.send(t="offer", kind="undo")
    assert one.until("notice")["text"] == "You have taken back as often as one match allows."
    one.drain()
    assert one.view["seq"] == 5


def test_undos_at_a_table_cost_a_fixed_number_of_moves_each(site):
    """Counted, not timed: while it is played, and when it comes back into memory."""
    table, (ann, one), (_, two) = duel(site, "toy")
    registry, id = site.server._site.registry, table[3:]
    applied = []
    act = Rules.act

    def counting(rules, s, seat, action):
        applied.append(action)
        act(rules, s, seat, action)

    async def back_and_forth():
        held = registry.tables[id]
        for _ in range(60):
            assert await held.act(0, held.history.seq(0), 1) is None
            assert may_undo(held.match, 0, held.humans())
            assert await held.take_back(0, agreed=True)
        return len(applied)

    with patch.object(Rules, "act", counting):
        entries = 120
        assert on_loop(site, back_and_forth()) <= 20 * entries
        one.close()
        two.close()
        until(lambda: not registry.tables[id].connections)
        site.server.servers[0].get_loop().call_soon_threadsafe(lambda: registry._drop(registry.tables[id]))
        until(lambda: id not in registry.tables)
        applied.clear()
        page = ann.socket(table)
        assert page.wait(lambda v: True)["seq"] == entries
        assert len(applied) <= 20 * entries


def test_what_was_asked_long_ago_can_be_asked_again(site, monkeypatch):
    _, (_, one), (_, two) = duel(site)
    monkeypatch.setattr(offers, "LASTS", 0)
    one.send(t="offer", kind="pause")
    one.drain()
    monkeypatch.setattr(offers, "LASTS", 120_000)
    two.send(t="offer", kind="pause")
    assert "asks for a pause" in asked(one)["text"]
    two.drain()
    assert two.view["status"]["text"] != "Paused by agreement"


def test_the_answer_to_what_nobody_waits_for_any_more_clears_it_away(site):
    _, (_, one), _ = duel(site)
    one.drain()
    one.send(t="answer", id="long gone", say="yes")
    assert one.until("offers")["offers"] == []


def test_a_pause_that_was_agreed_on_comes_also_when_something_else_changed_just_then(site):
    table, (_, one), (_, two) = duel(site, clock="decision", decision="60")
    held = site.server._site.registry.tables[table[3:]]
    one.send(t="offer", kind="pause")
    offer = asked(two)
    held.record = replace(held.record, version=held.record.version - 1)
    two.send(t="answer", id=offer["id"], say="yes")
    view = one.wait(lambda v: v["status"]["text"] == "Paused by agreement")
    assert not any(clock["runs"] for clock in view["clocks"])


# ---- rematch


def test_both_throw_chance_into_the_deal_of_a_rematch(site):
    table, (ann, one), (_, two) = duel(site)
    one.send(t="resign")
    deal = one.find(lambda m: m["t"] == "hello" and "deal" in m)["deal"]
    two.find(lambda m: m["t"] == "hello" and m.get("deal") == deal)
    two.send(t="offer", kind="rematch", nonce="thrown by two")
    one.send(t="answer", id=asked(one)["id"], say="yes", nonce="thrown by one")
    there = one.until("go")["href"]
    assert two.until("go")["href"] == there != table
    again = ann.socket(there)
    again.wait(lambda v: True)
    again.send(t="resign")
    again.wait(lambda v: v["status"].get("over"))
    match = json.loads(ann.get(f"{there}/match.json").text)
    assert match["commitment"] == deal["promise"] == hashlib.sha256(bytes.fromhex(match["secret"])).hexdigest()
    assert match["nonces"] == ["thrown by two", "thrown by one"]  # the seats have changed places
    assert match["id"] == deal["match"] == there.removeprefix("/t/")


def test_who_has_gone_is_not_seated_at_a_rematch_unasked(site):
    table, (ann, one), (bo, two) = duel(site)
    registry = site.server._site.registry
    one.send(t="resign")
    two.find(lambda m: m["t"] == "hello" and "deal" in m)
    one.close()
    until(lambda: len(registry.tables[table[3:]].connections) == 1)
    two.send(t="offer", kind="rematch")
    there = two.until("go")["href"]
    room = bo.get(there)
    assert "The match begins by itself" in room.text
    assert "Begin with bots" in room.text  # the host has gone, and who proposed it may call a bot
    one = ann.socket(table)  # the one who had gone comes back to the old table
    one.wait(lambda v: True)
    one.send(t="offer", kind="rematch")
    assert one.until("go")["href"] == there
    assert ann.sit(there, 1).status == 303
    ann.socket(there).wait(lambda v: True)


def test_a_rematch_with_a_bot_begins_at_once(site):
    ann = site.visitor()
    page = ann.socket(ann.play("connect_four"))
    page.mine()
    page.send(t="resign")
    page.find(lambda m: m["t"] == "hello" and "deal" in m)
    page.send(t="offer", kind="rematch", nonce={"no": "text"})
    again = ann.socket(page.until("go")["href"])
    again.mine()


def test_a_rematch_keeps_the_talk_and_counts_the_score(site):
    _, (ann, one), (bo, two) = duel(site)
    one.send(t="chat", channel="table", text="good luck")
    two.until("chat")
    one.send(t="resign")
    over = two.wait(lambda v: "result" in v)
    assert "Score" not in over["result"]["html"]
    one.find(lambda m: m["t"] == "hello" and "deal" in m)
    two.send(t="offer", kind="rematch")
    one.send(t="answer", id=asked(one)["id"], say="yes")
    there = one.until("go")["href"]
    first, second = ann.socket(there), bo.socket(there)
    assert [line["text"] for line in first.until("chat")["lines"]] == ["good luck"]
    second.wait(lambda v: True)
    first.send(t="resign")
    names = [s["name"] for s in first.hello["seats"]]
    html = second.wait(lambda v: "result" in v)["result"]["html"]
    scores = {ann_or_bo: n for n, ann_or_bo in ((2, names[1 - first.hello["seat"]]), (0, names[first.hello["seat"]]))}
    for name, n in scores.items():
        assert f"{name} {n}" in html
    assert "Score after 2 matches" in html
    winner = names[1 - first.hello["seat"]]
    assert f"{winner} wins" in ann.get("/finished").text


# ---- teams


def test_what_a_team_says_stays_in_the_team(site):
    people = [site.visitor() for _ in range(4)]
    table = people[0].open("toy", "?seats=4")
    for seat in (1, 2, 3):
        assert people[seat].sit(table, seat).status == 303
    pages = [p.socket(table) for p in people]
    watcher = site.visitor().socket(table)
    for page in (*pages, watcher):
        page.wait(lambda v: True)
    assert "team" in [c["id"] for c in pages[0].hello["channels"]]
    pages[0].send(t="chat", channel="team", text="only for us")
    said = pages[2].until("chat")["lines"][-1]
    assert (said["text"], said["channel"], said["seat"]) == ("only for us", "team", 0)
    for page in (pages[1], pages[3], watcher):
        for channel in ("team:0", "system"):
            page.send(t="chat", channel=channel, text="let me in")
        page.send(t="chat", channel="table" if page is not watcher else "team", text="and you?")
        page.drain()
    pages[2].find(lambda m: m["t"] == "chat" and m["lines"][-1]["text"] == "and you?")
    for page in (pages[1], pages[3], watcher):
        assert "only for us" not in page.raw
    assert "let me in" not in pages[0].raw + pages[2].raw


# ---- days


def test_days_for_a_move_go_by_while_nobody_is_there(site, monkeypatch):
    monkeypatch.setattr(clocks, "LATE", 0)
    table, (ann, one), (_, two) = duel(site, clock="days", days="2")
    assert one.view["clocks"][0] == one.view["clocks"][0] | {"days": True, "full": 2 * 86_400_000, "runs": True}
    one.mine()
    one.act(toy.CLICK.pick(3))
    one.close()
    two.close()
    registry, id = site.server._site.registry, table[3:]
    until(lambda: not registry.tables[id].connections)
    site.server.servers[0].get_loop().call_soon_threadsafe(lambda: registry._drop(registry.tables[id]))
    until(lambda: id not in registry.tables)
    with contextlib.closing(sqlite3.connect(site.server._site.config.data / "taku.db", timeout=60)) as db, db:
        db.execute("update entry set at = at - 3 * 86400000 where match = ?", (id,))
    on_loop(site, registry._days())
    page = ann.socket(table)
    page.wait(lambda v: v["step"] >= 2)
    assert "ran out of time" in page.raw
    assert page.mine()["clocks"][0]["runs"]


# ---- bots


@pytest.mark.parametrize("answer", [99, -1, "broken"])
def test_a_bot_that_answers_nonsense_does_not_stop_its_table(site, monkeypatch, caplog, answer):
    async def choose(*_, **__):
        if answer == "broken":
            raise RuntimeError("a bot's own mistake")
        return answer

    monkeypatch.setattr(site.server._site.registry.pool, "choose", choose)
    ann = site.visitor()
    with caplog.at_level(logging.ERROR):
        page = ann.socket(ann.play("connect_four"))
        page.mine()
        page.act(toy.CLICK.pick(3))
        page.mine()
        page.act(toy.CLICK.pick(3))
        page.mine()
    assert "the default is played" in caplog.text
