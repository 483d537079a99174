"""Trained players of the host's: offered beside the levels, found by their files' names, told where they do not fit."""

import logging

import pytest

from taku.bots import Budget, find_bot, find_opponent, opponents
from taku.bots.analysis import analyse
from taku.bots.brought import VARIABLE, brought, judge
from taku.bots.trained import TrainedBot
from taku.compile.speed import rules_of
from taku.engine.game import GameError, find_game
from taku.engine.match import Match
from taku.learn.train import Plan, Training
from taku.server import worker_tasks

GAME = find_game("goofspiel")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("players")
    net = Training(GAME, Plan(2, {}, hidden=(16, 8), tables=8)).net()
    net.save(made / "goofspiel.player")
    net.save(made / "Ada.player")
    (made / "broken.player").write_bytes(b"what")
    return made


@pytest.fixture
def offered(folder, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(folder))


def test_nobody_is_brought_without_a_folder(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert brought(GAME) == {}
    assert judge(GAME) is None


@pytest.mark.usefixtures("offered")
def test_a_hosts_players_are_offered_to_people():
    ids = [o.id for o in opponents(GAME, "en")]
    assert ids[-2:] == ["Ada.player", "goofspiel.player"]
    ada = find_opponent(GAME, "Ada.player", "ja")
    assert (ada.name, ada.own) == ("Ada", True)
    assert "学んだ" in ada.about
    assert find_opponent(find_game("destroy"), "Ada.player", "en") is None
    assert find_opponent(GAME, "broken.player", "en") is None


@pytest.mark.usefixtures("offered")
def test_it_plays_as_itself():
    worker_tasks.compile_ahead("goofspiel")
    bot = find_bot(GAME, "Ada.player")
    assert isinstance(bot, TrainedBot)
    rules = rules_of(GAME)
    s = GAME.new(2)
    rules.start(s)
    seen, legal = rules.view(s, 0), rules.legal(s, 0)
    assert worker_tasks.choose("goofspiel", 0, "Ada.player", seen.bytes(), 5) == bot(seen, 0, legal, Budget(5))


def test_a_file_that_does_not_fit_is_told_and_left_out(folder, tmp_path, monkeypatch, caplog):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "broken.player").write_bytes(b"what")
    old = (folder / "Ada.player").read_bytes()
    key = old.partition(b'"layout": "')[2][:16]
    (tmp_path / "old.player").write_bytes(old.replace(key, b"0" * 16))
    with caplog.at_level(logging.WARNING):
        assert brought(GAME) == {}
    said = caplog.text
    assert "broken.player is no trained player, or damaged" in said
    assert "old.player was trained for another version of goofspiel" in said
    with pytest.raises(GameError, match="there is no file gone"):
        find_bot(GAME, "gone.player")


@pytest.mark.usefixtures("offered")
def test_the_servers_analysis_follows_the_hosts_player(monkeypatch):
    match = Match.create(GAME, 2, {"cards": 4}, secret=b"1" * 32, id="m", names=["a", "b"])
    while not match.over:
        seat = match.rules.acting(match.state)[0]
        match.act(seat, match.legal(seat)[0])
    asked = []
    monkeypatch.setattr("taku.bots.analysis.analyse", lambda match, net, **how: asked.append(net) or analyse(
        match, net=net, simulations=20))  # fmt: skip
    worker_tasks.analyse(match.dumps(), lambda done, of: None)
    assert asked[0].game == "goofspiel"
    monkeypatch.delenv(VARIABLE)
    worker_tasks.analyse(match.dumps(), lambda done, of: None)
    assert asked[1] is None
