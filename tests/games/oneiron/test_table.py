"""At a live table: who looks on talks with onlookers and may fast-forward; who plays with a bot leads every round."""

import re

import pytest

from taku.engine import STANDING
from taku.games.oneiron import game
from taku.server.live.bots import HURRY, BotSeats
from tests.conftest import clause
from tests.games.oneiron.courses import at_random, bots_follow
from tests.games.oneiron.dream import Dream
from tests.server.kit import serving


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("oneiron"), speed=500.0) as running:
        yield running


@clause("O-1.7", "O-2.4")
def test_who_has_no_lives_looks_on_and_whose_team_is_out_does_so_for_good():
    dream = Dream(6).laid_out()
    dream.team(1).with_lives(0, 2)
    dream.team(2).with_lives(0, 0)
    dream.s.rank[1] = 3
    assert [STANDING[game.standing(dream.s, seat)] for seat in range(4)] == ["fallen", "plays", "out", "out"]


def offered(view):
    """Whether the status line offers to fast-forward."""
    return any(b.get("offer") == "hurry" for b in view["status"]["buttons"])


@clause("O-2.4")
def test_one_whose_team_is_out_talks_with_onlookers_and_may_fast_forward(site, monkeypatch):
    bots_follow(monkeypatch, at_random("out"))
    pauses = []
    pause = BotSeats._pause
    monkeypatch.setattr(
        BotSeats, "_pause", lambda bots, span: pauses.append((span, pause(bots, span))) or pauses[-1][1]
    )
    ann = site.visitor()
    table = ann.open("oneiron", "?seats=6", **{f"seat{i}": "bot:beginner" for i in range(1, 6)}, seed="out")
    page = ann.socket(table)
    page.until("hello")
    assert [c["id"] for c in page.hello["channels"]] == ["table"]
    while not offered(page.wait(lambda v: v["status"]["yours"] or v["status"]["over"] or offered(v))):
        assert not page.view["status"]["over"], "this course puts the player out before its end"
        page.act()
    page.send(t="offer", kind="hurry")
    page.wait(lambda v: not offered(v))
    pauses.clear()
    page.wait(lambda v: v["status"].get("over"))
    assert pauses
    assert all(took <= span[1] / 1000 / 500 / HURRY for span, took in pauses)
    page.find(lambda m: m["t"] == "hello" and [c["id"] for c in m["channels"]] == ["spectators"])


@clause("O-2.2")
@pytest.mark.parametrize("seat", range(6))
def test_a_person_among_bots_leads_every_round(seat):
    dream = Dream(6, **game.with_bots(seat)).laid_out()
    assert seat + 1 in dream.movement().asked
    dream.s.round += 1
    assert seat + 1 in dream.movement().asked


def test_the_log_leaves_out_who_has_chosen(site, monkeypatch):
    bots_follow(monkeypatch, at_random("log"))
    ann = site.visitor()
    page = ann.socket(
        ann.open("oneiron", "?seats=4&preset=duel", seat1="bot:beginner", seat2="bot:beginner", seat3="bot:beginner")
    )
    for _ in range(12):
        if page.mine()["status"].get("over"):
            break
        page.act()
    assert "shows" in page.raw
    for words in ("is ready to land", "has decided how", "plays a card face down", "is ready to move"):
        assert words not in page.raw


@clause("O-1.2", "O-1.3", "O-1.4", "O-1.6")
def test_the_room_names_teams_and_who_plays_alone_before_anybody_sits_down(site):
    host, guest = site.visitor(), site.visitor()
    for query, language, said in (
        (
            "?seats=5",
            "en",
            ["Team 1 – Lark", "Team 1 – Lark", "Team 2 – Moth", "Team 2 – Moth", "Team 3 – Hare, alone"],
        ),
        ("?seats=2", "en", ["Team 1 – Lark, alone: high risk, high return", "Team 2 – Moth, alone"]),
        ("?seats=3", "ja", ["チーム1 ひばり", "チーム1 ひばり", "チーム2 蛾（ソロ）：ハイリスク"]),
    ):
        host.language = guest.language = language
        form = host.get(f"/new/oneiron{query}").text
        room = guest.get(host.open("oneiron", query)).text
        for text in (form, room):
            found = re.findall(r'class="badge">([^<]*)<', text)
            assert all(note.startswith(here) for note, here in zip(found, said, strict=False))
            assert len(found) >= len(said)
        assert said[-1] in room.split('name="seat"')[-1]
    shuffled = host.open("oneiron", "?seats=5", **{"option.team_order": "random"})
    assert "Team 1" not in guest.get(shuffled).text
