"""Effects of events from tables: where they are seen, what moves there, and what is heard."""

from taku.engine.match import Told
from taku.page.motion import animated, end_sound, flash, lit, pulse, shake, show

HIT = show("slot-{0}", shake, lit("bad"), mark=True, sound="hit")


def test_an_event_is_shown_where_its_numbers_say():
    made = {"anim": [shake("slot-3"), flash("slot-3", "bad")], "mark": ["slot-3"], "sound": "hit"}
    assert HIT(None, 0, (3, 7)) == made
    assert show("orb", pulse)(None, 0, ()) == {"anim": [pulse("orb")]}


def test_what_is_nowhere_is_not_shown():
    assert show(lambda seen, a: seen[a[0]], pulse, mark=True, sound="card")(["", "b1"], 0, (0,)) == {}
    assert show(lambda seen, a: seen[a[0]], pulse)(["", "b1"], 0, (1,)) == {"anim": [pulse("b1")]}


def test_every_event_has_an_icon_and_some_are_shown():
    animate = animated({"struck": "burst"}, {"struck": HIT})
    assert animate(None, 0, Told(1, "struck", "", (2,)))["icon"] == "burst"
    assert animate(None, 0, Told(1, "struck", "", (2,)))["mark"] == ["slot-2"]
    assert animate(None, 0, Told(1, "passed", "", ())) == {"icon": "dot"}


def test_the_end_sounds_like_what_it_is_to_a_seat():
    assert [end_sound(0, True), end_sound(1, False), end_sound(1, False, drawn=True)] == ["win", "lose", "gain"]
    assert end_sound(-1, False) == "gain", "onlookers have not lost"
