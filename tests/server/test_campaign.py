"""The campaign: one-tap battles on a map, and what a guest has made of them."""

import pytest

from taku.bots import find_opponent, opponents
from taku.engine.game import find_game
from taku.games.warring.content import KIND_OF
from taku.games.warring.state import STAGE
from taku.page.contract import Verdict, campaign_of
from taku.server.pages.campaign import harder, said, tally
from taku.server.store.records import Match, Seat
from taku.server.words import game_words
from tests.server.kit import serving

VERDICTS = (
    "struck_general", "wore_down", "won_limit", "won_field", "lost_general", "worn_down", "lost_limit", "lost_field",
    "won_points", "lost_points", "even",
)  # fmt: skip


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


def test_stars_verdict_and_the_hardest_difficulty_are_kept():
    def fought(id, ranks, stars, key, difficulty=""):
        made = match(id, "maling", ranks)
        made.result["verdict"] = {"stars": stars, "key": key, "facts": {"n": 70, "m": 0, "round": 9}}
        made.settings["difficulty"] = difficulty
        return made

    found = tally(
        "ann",
        ("maling",),
        [
            fought("c", [2, 1], 0, "worn_down"),
            fought("b", [1, 2], 2, "wore_down", "harder"),
            fought("a", [1, 2], 3, "x"),
        ],
    )["maling"]
    assert (found.stars, found.hardest) == (3, "harder")
    assert found.verdict.key == "worn_down"
    assert harder("", "easier") == "easier"
    assert harder("usual", "easier") == "usual"


def test_every_battle_tells_its_idea_and_every_verdict_has_words():
    game = find_game("warring")
    for language in ("en", "ja"):
        words = game_words(game, language)
        for id in campaign_of(game).places:
            assert words.text("preset", id, "idea")
        for key in VERDICTS:
            assert said(words, Verdict(0, key, {"n": 61, "m": 40, "round": 12, "own": 4, "other": 7}))


def battle_over(winner, own=1000, theirs=1000, generals=(1, 1), round=10, points=(0, 0), limit="strength"):
    s = find_game("warring").new(2, find_game("warring").read_options({"limit_result": limit}, 2))
    s.points[0], s.points[1] = points
    s.stage, s.winner, s.round = STAGE.over, winner, round
    for side, strength in ((0, own), (1, theirs)):
        s.count[side] = 2
        for t in range(2):
            s.kind[side, t] = KIND_OF.general if t == 0 else KIND_OF.infantry
            stands = generals[side] or t
            s.strength[side, t] = strength if stands else 0
            s.cell[side, t] = 400 + 2 * t + side if stands else 0
    return s


@pytest.mark.parametrize(
    ("state", "stars", "key"),
    [
        ({"winner": 1, "generals": (1, 0)}, 3, "wore_down"),
        ({"winner": 1, "own": 300, "generals": (1, 0)}, 2, "struck_general"),
        ({"winner": 1, "generals": (1, 0), "round": 30}, 2, "wore_down"),
        ({"winner": 1, "theirs": 900, "round": 36}, 2, "won_limit"),
        ({"winner": 1, "round": 36}, 2, "won_field"),
        ({"winner": 2, "theirs": 300, "generals": (0, 1)}, 0, "lost_general"),
        ({"winner": 2, "own": 300, "generals": (0, 1)}, 0, "worn_down"),
        ({"winner": 2, "own": 900}, 0, "lost_limit"),
        ({"winner": 2}, 0, "lost_field"),
        ({"winner": 1, "own": 900, "round": 36, "points": (9, 4), "limit": "field"}, 2, "won_points"),
        ({"winner": 2, "theirs": 900, "points": (4, 9), "limit": "field"}, 0, "lost_points"),
        ({"winner": 2, "own": 900, "points": (4, 4), "limit": "field"}, 0, "lost_limit"),
        ({"winner": 2, "own": 900, "points": (9, 4)}, 0, "lost_limit"),
        ({"winner": 3}, 0, "even"),
    ],
)
def test_a_verdict_says_what_decided_and_stars_what_was_done_well(state, stars, key):
    found = campaign_of(find_game("warring")).verdict(battle_over(**state), 0)
    assert (found.stars, found.key) == (stars, key)


def test_a_difficulty_changes_the_strength_and_is_remembered(site):
    bea, game = site.visitor(), find_game("warring")
    own = campaign_of(game)
    usual = game.read_options({}, 2)
    assert own.options({}, "easier", usual) == {"strength_south": 1200}
    assert own.options({"strength_south": 1200}, "harder", usual) == {"strength_south": 1020}
    assert own.options({"map": "boju"}, "usual", usual) == {"map": "boju"}
    form = {"preset": "first_drill", "difficulty": "harder"}
    table = bea.post("/play/warring", form, page="/campaign/warring").location
    assert table.startswith("/t/")
    assert '<option value="harder" selected' in bea.get("/campaign/warring").text
