"""Actions in words, why something is not allowed, and the table as text."""

import pytest

from taku.engine.words import Words
from taku.games.warring.state import DEPLOY, ORDER, SPLIT
from taku.games.warring.wording import text
from tests.games.warring.battle import RULES, Deployment, battle, game

EN, JA = Words(game, "en"), Words(game, "ja")


def said(b, action, words=EN):
    return words.action(RULES.view(b.s, b.mover), b.mover, action)


def test_orders_in_words():
    b = battle({2: "I5,12 I6,12", 0: "I9,9 I9,10"})
    assert said(b, ORDER.face(2, 1)) == "Left: turn east"
    assert said(b, ORDER.march(2, 1), JA) == "左軍：北へ1マス進む"
    assert said(b, ORDER.muster(b.south[9, 9].number)) == "Muster the lone troops around the Infantry on (9, 9)"


def test_clicks_of_a_deployment_in_words():
    d = Deployment(map="chengpu")
    square = 30 + 3
    assert EN.action(RULES.view(d.s, 0), 0, DEPLOY.place(square)) == "Take the Cavalry on (3, 13)"
    d.paint("hand", (3, 1))
    assert EN.action(RULES.view(d.s, 0), 0, DEPLOY.place(0)) == "Put the Cavalry on (0, 12)"
    assert JA.action(RULES.view(d.s, 0), 0, DEPLOY.place(4)) == "(4, 12)の騎兵と入れ替える"
    assert JA.action(RULES.view(d.s, 0), 0, DEPLOY.place(square)) == "(3, 13)の騎兵を元に戻す"
    d.clear().brush("infantry").brush("infantry", 1)
    seen = RULES.view(d.s, 0)
    assert EN.action(seen, 0, DEPLOY.place(30 + 2)) == "Infantry on (2, 13)"
    assert EN.action(seen, 0, DEPLOY.preset(0)) == "Formation: Square"
    assert JA.action(seen, 0, DEPLOY.brush(5)) == "筆：消す"
    d.paint("cavalry", (2, 1))
    d.brush("army 4")
    assert EN.action(RULES.view(d.s, 0), 0, DEPLOY.place(32)) == "Cavalry on (2, 13): to Van"
    assert JA.action(RULES.view(d.s, 1), 1, DEPLOY.place(0)) == "(17, 5)に歩兵を置く"


def test_events_in_words():
    b = battle({2: "I4,9 I5,9"}, {2: "I5,8/100 I5,7"}).end()
    lines = [EN.event(t) for t in b.log]
    assert "South infantry 1 strikes North infantry 0: −200, 0 left." in lines
    assert "North's Left is broken by South's Left." in lines
    assert all(JA.event(t) for t in b.log)


def refused(b, action, seat=0):
    seen = RULES.view(b.s, seat)
    assert action not in RULES.legal(b.s, seat) or seat not in RULES.acting(b.s)
    return game.why_not(seen, seat, action)


def test_why_an_order_is_not_allowed():
    b = battle({2: "C5,12 C6,12", 3: "I0,0 I1,0", 4: "I9,12 I9,13"}, ground={"~": "5,11", "2": "9,11"})
    assert refused(b, ORDER.march(2, 1)) == "W-6.4"
    assert refused(b, ORDER.march(3, 1)) == "W-6.4"
    assert refused(b, ORDER.march(4, 1)) == "W-6.5"
    assert refused(b, ORDER.march(5, 1)) == "W-3.2"
    assert refused(b, ORDER.split(2)) == "W-7.1"
    assert refused(b, ORDER.rally(2)) == "W-7.5"
    assert refused(b, ORDER.muster(0)) == "W-7.6"
    assert refused(b, ORDER.face(2, 0)) == "W-6.1"
    b.south.set(4, acted=True)
    assert refused(b, ORDER.face(4, 1)) == "W-12.2"
    b.south.set(2, moved=True)
    assert refused(b, ORDER.march(2, 1)) == "W-5.5"
    assert refused(b, ORDER.face(1, 0), seat=1) == "W-5.6"
    blocked = battle({2: "I5,12 I6,12", 0: "I5,11"})
    assert refused(blocked, ORDER.march(2, 1)) == "W-6.6"
    assert refused(blocked, ORDER.march(2, 2)) == "W-6.6"
    assert refused(battle({2: "I5,12 I6,12"}), ORDER.march(2, 2)) == "W-6.3"
    split = battle({2: "I5,12 I6,12 I7,12 I8,12"}).split(2)
    assert refused(split, SPLIT.confirm) == "W-7.2"
    assert SPLIT.cancel in split.legal


def test_why_a_click_is_not_allowed():
    d = Deployment(map="chengpu")
    seen = RULES.view(d.brush("general").s, 0)
    assert game.why_not(seen, 0, DEPLOY.place(0)) == "W-4.4"
    assert game.why_not(RULES.view(d.brush("cavalry").s, 0), 0, DEPLOY.place(120)) == "W-4.3"
    d.clear()
    assert game.why_not(RULES.view(d.s, 0), 0, DEPLOY.ready) == "W-4.5"
    assert game.why_not(RULES.view(d.s, 0), 0, DEPLOY.auto) == "W-4.6"
    d.preset("square").ready(0)
    assert game.why_not(RULES.view(d.s, 0), 0, DEPLOY.ready) == "W-4.9"


@pytest.mark.parametrize("words", [EN, JA], ids=["en", "ja"])
def test_the_table_as_text(words):
    d = Deployment(map="chengpu")
    assert text(RULES.view(d.s, 0), 0, words).count("\n") > 18
    b = battle({2: "C5,11 C6,11"}, {2: "I5,6 I6,6"}).face(2, "S").march(2, 3)
    for seat in (-1, 0, 1):
        assert text(RULES.view(b.s, seat), seat, words)
    shown = text(RULES.view(b.s, 0), 0, words)
    assert "?" in shown  # a remembered enemy
    RULES.resign(b.s, 0)
    assert words.name("side", 1) in text(RULES.view(b.s, 1), 1, words).splitlines()[0]


def test_norths_table_is_turned():
    b = battle({2: "C5,11 C6,11"}, {2: "I5,6 I6,6"})
    for seat, order in ((0, range(18)), (1, range(17, -1, -1))):
        lines = text(RULES.view(b.s, seat), seat, EN).splitlines()
        assert [line.split()[0] for line in lines[3 : 3 + 18]] == [str(y) for y in order]
        assert lines[2].split() == [str(x) for x in order]
