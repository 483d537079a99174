"""The campaign: one-tap battles on a map, and what a guest has made of them."""

import pytest

from taku.bots import find_opponent, opponents
from taku.engine.game import find_game
from taku.page.contract import campaign_of
from taku.server.pages.campaign import tally
from taku.server.store.records import Match, Seat
from tests.server.kit import serving


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("campaign")) as running:
        yield running


def match(id, preset, ranks, seats=("ann", None), status="over"):
    return Match(
        id, "warring", "1", {}, tuple(Seat("player" if s else "bot", s) for s in seats), "ann", "", [], 0, 0, 0, status,
        "", "link", {}, {"preset": preset} if preset else {}, {"ranks": ranks} if ranks else None, None, 1, 9,
    )  # fmt: skip


def test_results_are_counted_for_the_guest_and_the_battle():
    found = tally(
        "ann",
        ("maling", "boju", "hangu"),
        [
            match("now", "boju", None, status="playing"),
            match("e", "maling", [1, 1]),
            match("d", "maling", [2, 1], seats=(None, "ann")),
            match("c", "maling", [2, 1]),
            match("b", "boju", [2, 1]),
            match("a", "unknown", [1, 2]),
            match("x", "", [1, 2]),
            match("y", "hangu", [1, 2], seats=("bob", None)),
        ],
    )
    maling, boju, hangu = found["maling"], found["boju"], found["hangu"]
    assert (maling.won, maling.lost, maling.drawn, maling.last, maling.state) == (1, 1, 1, "e", "won")
    assert (boju.lost, boju.going, boju.state) == (1, "now", "lost")
    assert (hangu.state, hangu.last) == ("open", "")


def test_the_map_shows_every_battle_with_its_opponent(site):
    game = find_game("warring")
    for language in ("en", "ja"):
        page = site.visitor(language).get("/campaign/warring")
        assert page.status == 200
        for id in campaign_of(game).places:
            assert f'id="battle-{id}"' in page.text
            assert f'href="#battle-{id}"' in page.text
            foe = find_opponent(game, game.presets[id].bot, language)
            assert foe.own
            assert foe.name in page.text
    assert 'href="/campaign/warring"' in site.visitor().get("/").text


def test_a_battle_is_one_tap_and_its_result_is_remembered(site):
    ann, game = site.visitor(), find_game("warring")
    table = ann.post("/play/warring", {"preset": "first_drill"}, page="/campaign/warring").location
    assert table.startswith("/t/")
    page = ann.get("/campaign/warring")
    assert f'href="{table}"' in page.text
    sock = ann.socket(table)
    sock.until("hello")
    assert find_opponent(game, game.presets["first_drill"].bot, "en").name in str(sock.hello)
    sock.wait(lambda view: True)
    sock.send(t="resign")
    over = sock.wait(lambda view: view["status"]["over"])
    assert 'href="/campaign/warring#battle-first_drill"' in over["result"]["html"]
    page = ann.get("/campaign/warring")
    assert "Lost: 1" in page.text
    assert f'href="{table}/replay"' in page.text
    assert "Lost" not in site.visitor().get("/campaign/warring").text


def test_what_is_not_there_is_said(site):
    ann = site.visitor()
    assert ann.get("/campaign/connect_four").status == 404
    assert ann.get("/campaign/nothing").status == 404
    answer = ann.post("/play/warring", {"preset": "nothing"}, page="/campaign/warring")
    assert answer.status == 400
    assert "nothing" in answer.text


def test_every_preset_that_names_a_bot_names_one_that_can_be_played():
    game = find_game("warring")
    assert all(preset.bot in {o.id for o in opponents(game, "en") if o.own} for preset in game.presets.values())
