"""Every page, form and refusal, over HTTP and without JavaScript."""

import json
import re
import struct
import time

import pytest

from taku.page import icons
from taku.page.document import CSP
from taku.server.pages import upload as uploaded
from tests.server.kit import duel, gunzip, play_out, serving


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("pages")) as running:
        yield running


@pytest.fixture
def ann(site):
    return site.visitor()


def test_a_guided_match_is_one_tap_from_home(site):
    bo = site.visitor()
    home = bo.get("/").text
    cards = {re.search(r'id="game-(\w+)"', c)[1]: c for c in re.findall(r"<article.*?</article>", home, re.S)}
    assert 'name="guide"' in cards["destroy"]
    assert 'name="guide"' not in cards["goofspiel"]
    table = bo.play("destroy", guide="yes")
    form = re.search(r'<form[^>]*id="now-play".*?</form>', bo.get(table).text, re.S)[0]
    assert 'action="/play/destroy"' in form
    assert 'name="level" value="beginner"' in form
    page = bo.socket(table)
    assert "Welcome" in page.find(lambda m: m["t"] == "guide" and m.get("text"))["text"]


def test_home_shows_games_and_invites(ann):
    page = ann.get("/")
    assert page.status == 200
    games = re.findall(r'<article[^>]*id="game-(\w+)"', page.text)
    assert games[0] == "destroy"  # a guide, and the shortest of those that have one
    assert set(games[-2:]) == {"connect_four", "goofspiel"}
    assert "<svg" in page.text
    assert "Play a bot now" in page.text


@pytest.mark.parametrize("path", ["/", "/nothing", "/rules/goofspiel", "/healthz"])
def test_every_answer_has_the_security_headers(ann, path):
    headers = ann.get(path).headers
    assert headers["content-security-policy"] == CSP
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_the_first_visit_is_small(ann):
    page = ann.get("/", **{"Accept-Encoding": "gzip"})
    total = len(page.body)
    text = gunzip(page.body).decode()
    found = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', text))
    for path in found:
        total += len(ann.send("GET", path, **{"Accept-Encoding": "gzip"}).body)
    assert len(found) + 1 <= 12
    assert total <= 100_000


def test_static_files_are_immutable_and_old_builds_are_gone(ann):
    path = re.search(r'src="(/static/[^"]+)"', ann.get("/").text)[1]
    answer = ann.send("GET", path)
    assert answer.status == 200
    assert "immutable" in answer.headers["cache-control"]
    assert ann.send("GET", re.sub(r"/static/\w+/", "/static/0000/", path)).status == 404
    assert ann.send("GET", "/static/x/../../pyproject.toml").status == 404


def test_language_by_browser_and_by_switch(site):
    visitor = site.visitor("ja-JP,ja;q=0.9,en;q=0.5")
    assert '<html lang="ja">' in visitor.get("/").text
    assert visitor.get("/language/en?next=/rules/goofspiel").location == "/rules/goofspiel"
    assert '<html lang="en">' in visitor.get("/").text
    assert visitor.get("/language/en?next=//evil.example").location == "/"
    assert visitor.get("/language/xx").location == "/"


def test_one_tap_to_a_match_against_a_bot(ann):
    table = ann.play("connect_four")
    assert re.fullmatch(r"/t/[a-z0-9]{12}", table)
    page = ann.get(table)
    assert f'data-ws="{table}/ws?squeeze=small"' in page.text  # a small table asks for little memory
    assert 'id="view"' in page.text
    assert 'id="col-3"' in page.text


def test_sending_a_form_twice_opens_one_table(ann):
    ann.get("/")
    assert ann.post("/play/connect_four").location == ann.post("/play/connect_four").location


def test_forms_without_a_good_token_are_refused(site, ann):
    other = site.visitor()
    other.get("/")
    ann.get("/")
    stolen = other.page.field("token")
    for token in ("", "x", stolen, stolen[:-1]):
        answer = ann.post("/play/connect_four", token=token)
        assert answer.status == 403
        assert "too old" in answer.text


def test_forms_from_another_site_are_refused(ann):
    ann.get("/")
    assert ann.post("/play/connect_four", Origin="https://evil.example").status == 403
    assert ann.post("/play/connect_four", Origin="null").status == 403


def test_big_and_broken_forms_are_refused(ann):
    ann.get("/")
    assert ann.post("/me", {"name": "x" * 100_000}).status == 413
    assert ann.send("POST", "/upload", b"\xff\xfe", **{"Content-Type": "multipart/form-data"}).status == 415
    assert ann.send("POST", "/me", b"a=b").status == 415
    plain = {"Content-Type": "application/x-www-form-urlencoded"}
    assert ann.send("POST", "/me", b"\xff\xfe\xfd=%%%", **plain).status == 400


def test_names_and_colours(ann):
    ann.get("/me")
    assert ann.post("/me", {"name": " <b>Ann</b> ", "colour": "teal", "language": "en"}).status == 303
    page = ann.get("/me")
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page.text
    assert "<b>Ann" not in page.text
    for name in ("", "   ", "x" * 25, "\u202e"):
        assert ann.post("/me", {"name": name, "colour": "teal"}).status == 400
    assert ann.post("/me", {"name": "Ann", "colour": "url(x)", "language": "xx"}).status == 303


def test_a_second_device_is_the_same_guest_once(site, ann):
    ann.post("/me", {"name": "Twin", "colour": "red"}, page="/me")
    code = re.search(r'class="code">([a-z0-9]{8})<', ann.post("/me/code", page="/me").text)[1]
    phone = site.visitor("ja")
    phone.get("/code")
    assert phone.post("/code", {"code": code.upper()}).location == "/me"
    assert "Twin" in phone.get("/me").text
    late = site.visitor()
    late.get("/code")
    answer = late.post("/code", {"code": code})
    assert answer.status == 400
    assert "does not work" in answer.text


def test_opening_a_table_with_every_choice(site, ann):
    table = ann.open(
        "goofspiel", "?preset=quick&seats=3", seat1="bot:club", seat2="invited", clock="bank", bank="7", increment="3",
        visibility="link", title="Friday <i>", hints="yes", seed="lucky",
    )  # fmt: skip
    page = ann.get(table)
    for words in (
        "Friday &lt;i&gt;",
        "Cards: 5",
        "7 minutes",
        "3 seconds more",
        "lucky",
        "Hints are allowed",
        "Only those who have the link",
    ):
        assert words in page.text
    assert "/i/" in page.text
    assert "<svg" in page.text
    assert table not in site.visitor().get("/").text


@pytest.mark.parametrize(
    "wrong",
    [
        *({"option.cards": "99"}, {"option.cards": "x"}, {"option.nonsense": "1"}, {"option.order": "sideways"}),
        *({"seats": "9"}, {"clock": "bank", "bank": "0"}, {"clock": "sundial"}),
    ],
)
def test_choices_out_of_range_come_back_with_the_reason(ann, wrong):
    ann.get("/new/goofspiel")
    answer = ann.post("/new/goofspiel", {"seats": "2", "clock": "none", "seat0": "me", "seat1": "open", **wrong})
    assert answer.status == 400
    assert "This cannot be played" in answer.text


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"option.cards": "99"}, "「枚数」は2–13の範囲です（「99」は選べません）。"),
        ({"option.order": "sideways"}, "「sideways」という選択肢はありません。"),
        ({"seats": "9"}, "2–4の範囲です（「9」は選べません）。"),
        ({"clock": "bank", "bank": "7", "increment": "-1"}, "「持ち時間（秒加算）」は0–600の範囲です"),
        ({"clock": "sundial"}, "「sundial」という選択肢はありません。"),
    ],
)
def test_what_is_out_of_range_is_told_in_the_readers_language(site, wrong, reason):
    aki = site.visitor("ja")
    aki.get("/new/goofspiel?preset=quick")
    answer = aki.post("/new/goofspiel", {"seats": "2", "clock": "none", "preset": "quick", "hints": "yes", **wrong})
    assert reason in answer.text
    # everything else is as it was chosen
    assert '<option value="quick" selected>' in answer.text
    assert '<input type="checkbox" name="hints" value="yes" checked>' in answer.text
    assert '<input type="checkbox" name="undo" value="yes">' in answer.text


@pytest.mark.parametrize(
    ("language", "game", "wrong", "reason"),
    [
        (
            "en",
            "destroy",
            {"option.down_at": "5", "option.exclude_at": "4"},
            "“Out at” (4) must be more than “Down at” (5)",
        ),
        ("ja", "destroy", {"option.down_at": "5", "option.exclude_at": "4"}, "「除外されるダメージ」（4）は「ダウン"),
        ("ja", "oneiron", {"seats": "20", "option.copies": "1"}, "「同じカードの枚数」を増やす"),
        ("ja", "oneiron", {"seats": "5", "option.solo_lives": "5"}, "「ソロのライフ」5は「ライフの上限」4を超えます"),
        (
            "ja",
            "oneiron",
            {"seats": "4", "option.pair_lives": "8", "option.life_cap": "3"},
            "「ライフの上限」3を超えます",
        ),
        ("ja", "destroy", {"option.nonsense": "1"}, "「nonsense」"),
    ],
)
def test_what_does_not_go_together_is_told_in_the_readers_language(site, language, game, wrong, reason):
    guest = site.visitor(language)
    guest.get(f"/new/{game}")
    answer = guest.post(f"/new/{game}", {"seats": "2", "clock": "none", **wrong})
    assert answer.status == 400
    assert reason in answer.text


def test_the_usual_rules_have_one_name(ann):
    for game, name in (("destroy", "Standard"), ("goofspiel", "Classic"), ("warring", "Standard")):
        page = ann.get(f"/new/{game}").text
        names = re.findall(r"<option[^>]*>([^<]+)", page.partition('name="preset"')[2].partition("</select>")[0])
        assert names[0] == name
        assert names.count("Standard") <= 1


def test_joining_and_what_can_go_wrong(site, ann):
    table = ann.open("connect_four")
    assert table in site.visitor().get("/").text
    bob, eve = site.visitor(), site.visitor()
    assert "Take seat 2" in bob.get(table).text
    eve.get(table)
    assert bob.sit(table, 7).status == 400
    assert bob.sit(table, 0).status == 409
    assert bob.sit(table, 1, name="Bob").location == table
    answer = eve.post(f"{table}/sit", {"seat": "1"})
    assert answer.status == 409
    assert "All seats are taken" in answer.text
    assert 'data-ws="' in eve.get(table).text


def test_an_invitation_to_one_seat(site, ann):
    table = ann.open("connect_four", seat1="invited")
    link = re.search(r"/i/[a-z0-9]+", ann.get(table).text)[0]
    bob = site.visitor()
    assert "kept for invited guests" in bob.get(table).text
    assert bob.sit(table, 1).status == 409
    assert "seat 2" in bob.get(link).text
    assert bob.post(link, {"name": "Bob"}).location == table
    assert bob.get(link).location == table
    assert site.visitor().get("/i/nonsense").status == 404


def test_only_the_host_may_change_a_waiting_table(site, ann):
    table = ann.open("connect_four")
    eve = site.visitor()
    for doing in ("bot", "close", "begin"):
        assert eve.post(f"{table}/{doing}", {"seat": "all"}, page=table).status == 403
    assert ann.post(f"{table}/bot", {"seat": "all", "level": "club"}, page=table).location == table
    assert ann.post(f"{table}/close", page="/").status == 409


def test_standing_up_and_giving_up_a_table(site, ann):
    table = ann.open("goofspiel", "?seats=3")
    bob = site.visitor()
    assert bob.sit(table, 1).status == 303
    assert bob.post(f"{table}/leave", page=table).location == "/"
    assert "Take seat 2" in bob.get(table).text
    assert ann.post(f"{table}/close", page=table).location == "/"
    assert bob.get(table).status == 410


def test_taku_can_be_put_on_a_home_screen(ann):
    manifest = json.loads(ann.get("/manifest.webmanifest").text)
    assert {icon["src"] for icon in manifest["icons"]} == {"/icon.svg", "/icon.png"}
    assert '<link rel="manifest" href="/manifest.webmanifest">' in ann.get("/").text
    size = struct.unpack(">II", icons.png(192)[16:24])
    assert size == (192, 192)
    assert ann.get("/icon.svg").text.startswith("<svg")
    assert "{static}" not in ann.get("/worker.js").text
    assert ann.get("/offline").status == 200


def test_one_guest_does_not_sit_at_two_seats(site, ann):
    form = {"seats": "3", "clock": "none", "seat0": "me", "seat2": "me"}
    answer = ann.post("/new/goofspiel", form, page="/new/goofspiel")
    assert answer.status == 400
    assert "you cannot sit at seat 1 and at seat 3" in answer.text


def test_the_level_of_the_bot_is_remembered(site):
    guest = site.visitor()
    guest.post("/play/connect_four", {"level": "expert"}, page="/")
    home = guest.get("/").text
    assert home.count('<option value="expert" selected>') == len(site.server._site.games.all())
    assert '<option value="casual" selected>' in site.visitor().get("/").text


def test_the_lobby_of_an_open_page_is_that_of_the_home_page(site, ann):
    table = ann.open("goofspiel", "?seats=3")
    lobby = ann.get("/lobby")
    assert lobby.status == 200
    assert f'href="{table}"' in lobby.text
    home = ann.get("/").text
    assert all(part in home for part in lobby.text.partition('<div id="lobby"'))
    assert "My tables" not in site.visitor().get("/lobby").text
    home = site.visitor().get("/").text
    assert home.index('href="#lobby-open"') < home.index('id="game-connect_four"') < home.index('id="lobby-open"')


def test_rulebooks_have_an_anchor_for_every_clause(ann):
    page = ann.get("/rules/goofspiel")
    assert 'id="G-2.1"' in page.text
    assert 'href="#G-2.1"' in page.text
    clause = ann.get("/rules/goofspiel/clause/G-2.1")
    assert clause.status == 200
    assert "<html" not in clause.text
    assert ann.get("/rules/goofspiel/clause/G-99").status == 404


@pytest.mark.parametrize(("query", "round_"), [("", 15), ("?round_limit=8", 8), ("?round_limit=99&x=1", 15)])
def test_rules_have_the_numbers_of_the_table_they_are_read_at(ann, query, round_):
    for path in ("/rules/destroy", "/rules/destroy/clause/D-15.5"):
        text = ann.get(path + query).text
        assert f"If round {round_} ends" in text
        assert not re.search(r"\{\w+\}", text.partition("prose")[2] or text)


def test_a_table_leads_to_the_rules_with_its_numbers(ann):
    table = ann.post("/play/destroy", {"preset": "quick"}, page="/").location
    assert 'data-clauses="/rules/destroy/clause/{}?round_limit=8"' in ann.get(table).text
    assert ann.get("/rules/nothing").status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/t/nothing",
        "/t/nothing/replay",
        "/t/nothing/fair",
        "/u/x",
        "/new/nothing",
        "/x" * 200,
        "/t/%00",
        "/tables?after=x",
    ],
)
def test_wrong_links_say_what_happened(site, path):
    for language, words in (("en", "To the home page"), ("ja", "ホームへ")):
        page = site.visitor(language).get(path)
        assert page.status in (404, 400) or (path.startswith("/tables") and page.status == 200)
        assert page.status == 200 or words in page.text


@pytest.fixture(scope="module")
def finished(site):
    """A finished match: its address, and what its pages said before the end."""
    table, (_, one), (_, two) = duel(site, "goofspiel", "?preset=quick")
    eve = site.visitor()
    assert eve.get(f"{table}/match.json").status == 403
    assert "will be shown after the match" in eve.get(f"{table}/fair").text
    play_out(one, two)
    one.close()
    two.close()
    return table


def test_a_replay_has_an_address_for_every_step_and_eye(site, finished):
    eve = site.visitor()
    page = eve.get(f"{finished}/replay?step=2")
    assert page.status == 200
    assert 'id="log-lines"' in page.text
    assert "step=1" in page.text
    for seat in ("0", "1", "-1", "all", "77", "x"):
        assert eve.get(f"{finished}/replay?step=1&seat={seat}").status == 200
    steps = json.loads(eve.get(f"{finished}/steps?from=0&to=99&seat=all").text)
    assert len(steps["steps"]) == steps["last"] + 1
    assert finished in eve.get("/finished").text


def test_the_secret_is_shown_after_the_end(site, finished):
    eve = site.visitor()
    data = json.loads(eve.get(f"{finished}/match.json").text)
    assert data["secret"] in eve.get(f"{finished}/fair").text


def test_the_analysis_of_a_match_is_made_once_and_kept(site, finished):
    eve = site.visitor()
    assert "Analyse this match" in eve.get(f"{finished}/analysis").text
    assert eve.post(f"{finished}/analysis").location == f"{finished}/analysis"
    end = time.monotonic() + 900  # the bot's search may have to be compiled first
    while "Turning points" not in eve.get(f"{finished}/analysis").text:
        assert time.monotonic() < end
        time.sleep(0.2)
    assert "<polyline" in eve.page.text


def test_uploading_a_match_file(site, finished):
    eve = site.visitor()
    file = eve.get(f"{finished}/match.json")

    def upload(data):
        eve.get("/upload")
        body = (
            f'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n{eve.page.field("token")}\r\n'
            '--x\r\nContent-Disposition: form-data; name="file"; filename="m.json"\r\n\r\n'
        ).encode()
        return eve.send(
            "POST",
            "/upload",
            body + data + b"\r\n--x--\r\n",
            **{"Content-Type": "multipart/form-data; boundary=x", "Origin": site.url},
        )

    answer = upload(file.body)
    assert answer.status == 303, answer.text
    assert eve.get(answer.location).status == 200
    steps = answer.location.partition("?")[0] + "/steps?from=0&to=5"
    assert len(json.loads(eve.get(steps).text)["steps"]) > 2
    uploaded._keys.clear()  # the server was restarted, or it is another one
    assert len(json.loads(eve.get(steps).text)["steps"]) > 2
    assert eve.get("/u/nothing").status == 404
    changed = json.loads(file.text)
    changed["entries"][0][2] = 3 if changed["entries"][0][2] != 3 else 2
    for bad in (b"", b"{}", b"no", file.body[:-40], json.dumps(changed).encode(), b'{"taku":1}', b"[" * 100_000):
        answer = upload(bad)
        assert answer.status == 400
        assert (
            "cannot be replayed" in answer.text or "not a match" in answer.text or "No file was chosen" in answer.text
        )
    eve.get("/language/ja")
    changed["version"] = 99
    answer = upload(json.dumps(changed).encode())
    assert "版が違うため、再生できません。" in answer.text
    assert 'プログラムの説明（英語）： <span lang="en">this match was played with version 99' in answer.text


def test_health_and_metrics(ann):
    assert ann.get("/healthz").text == "ok\n"
    text = ann.get("/metrics").text
    assert re.search(r"^taku_connections \d+$", text, re.M)
    assert "# TYPE taku_store_entries_total counter" in text


def test_the_colour_somebody_chose_stands_before_their_name(site):
    ann, bob = site.visitor(), site.visitor()
    ann.post("/me", {"name": "Ann", "colour": "violet"}, page="/me")
    table = ann.open("connect_four")
    assert '<bdi class="own tone-violet">Ann</bdi>' in bob.get("/").text  # in the lobby
    bob.sit(table, 1)
    page = bob.socket(table)
    view = page.wait(lambda v: True)
    assert '<bdi data-name="0" class="own tone-violet">Ann</bdi>' in view["html"]
    ann.socket(table).send(t="chat", channel="table", text="hello")
    assert page.until("chat")["lines"][-1]["colour"] == "violet"
