"""The guided game at a table: which lesson is due, what is answered, and what is said at the end."""

from types import SimpleNamespace

import pytest

from taku.engine.entries import Entry
from taku.page.contract import Page
from taku.page.guide import Guide as Teaching
from taku.page.guide import Lesson, all_of, any_of, named, none_of, what_is_lit
from taku.server.live.guide import Guide
from taku.server.words import text_of
from tests.server import toy


def has(what):
    return lambda seen, seat: what in seen


TEACHING = Teaching(
    lessons=[
        Lesson("hello", light="table"),
        Lesson("roll", when=has("dice"), light="act-4", do=named("roll"), instead="other"),
        Lesson("pick", when=all_of(has("cards"), none_of(has("night"))), light="act-2", do=what_is_lit),
        Lesson("sun", when=any_of(has("sun"), has("stars"))),
    ]
)
PAGE = Page(table=lambda seen, seat, words: None, gesture=lambda seen, seat, action: (f"act-{action.number}",))
ROLL, SHOW, PICK = toy.CLICK.roll, toy.CLICK.show, toy.CLICK.pick(2)


class Day:
    """A table whose only seat is guided, and what it sees."""

    def __init__(self, monkeypatch, *seen):
        monkeypatch.setattr("taku.server.live.guide.guide_of", lambda game: TEACHING)
        monkeypatch.setattr("taku.server.live.guide.page_of", lambda game: PAGE)
        self.seen, self.legal = list(seen), [ROLL, SHOW, PICK]
        self.table = SimpleNamespace(
            game=toy.game, history=SimpleNamespace(past=[SimpleNamespace(seen=self.seen)]), humans=lambda: [0],
            connections=(), over=False, names=lambda language: ["Ann"], setting=lambda key: key == "guide",
            legal=lambda seat: self.legal, acting=lambda: [0],
        )  # fmt: skip
        self.guide = Guide(self.table)

    @property
    def message(self):
        return self.guide.message(SimpleNamespace(seat=0, t=text_of("en")))

    def hears(self):
        return self.message.get("text")

    def does(self, action, *seen):
        self.seen[:] = seen or self.seen
        self.guide.entered(Entry("move", 0, action))

    def reads(self):
        self.guide.answer(self.message["id"], "next")


@pytest.fixture
def day(monkeypatch):
    return lambda *seen: Day(monkeypatch, *seen)


def test_the_situation_decides_which_lesson_is_due(day):
    one = day("sun")
    assert (one.hears(), one.message["target"], one.message["step"], one.message["of"]) == ("Hello", "table", 1, 4)
    one.reads()
    assert one.hears() == "Sun"
    one.does(SHOW, "dice")
    assert one.hears() == "Roll"
    assert one.message["paths"] == [["act-4"]]
    assert "next" not in one.message


def test_another_move_is_answered_and_not_asked_for_again(day):
    one = day("dice")
    one.reads()
    one.does(SHOW, "cards")
    assert (one.message["reply"], one.hears()) == ("Other", "Pick")
    one.does(SHOW)
    assert one.hears() == "That works too."
    one.reads()
    assert one.message["id"] is None
    assert [lesson.key for lesson in one.guide.course.left()] == ["sun"]


def test_who_does_as_asked_is_not_answered(day):
    one = day("dice")
    one.reads()
    one.does(ROLL)
    assert one.message["id"] is None


def test_a_lesson_waits_only_for_what_is_legal(day):
    one = day("cards", "dice")
    one.reads()
    one.legal.remove(ROLL)
    assert one.hears() == "Pick"
    one.legal.remove(PICK)
    assert one.message["id"] is None
    one.legal.append(ROLL)
    assert one.hears() == "Roll"


def test_a_second_tap_does_not_skip_a_lesson(day):
    one = day("sun")
    first = one.message["id"]
    for _ in range(2):
        one.guide.answer(first, "next")
    assert one.hears() == "Sun"


def test_bots_wait_while_something_is_to_be_read(day):
    one = day("dice")
    one.hears()
    assert not one.guide.read_on.is_set()
    one.reads()
    assert one.guide.read_on.is_set()


def test_at_the_end_there_is_a_match_to_play_and_what_did_not_come_up_to_read(day):
    one = day("sun")
    one.reads()
    closing = one.guide.closing(text_of("en"))
    assert 'form="now-play"' in closing
    assert "<summary>3 lessons did not come up</summary><ul><li>Roll</li><li>Pick</li><li>Sun</li></ul>" in closing


def test_after_the_last_lesson_the_guide_says_so_once(day):
    one = day("sun", "dice", "cards")
    one.reads()
    for action in (ROLL, PICK):
        one.does(action)
    one.reads()
    assert (one.message["play"], one.message["next"]) == ("Now play", "Play on")
    one.reads()
    assert one.message["id"] is None
    assert "did not come up" not in one.guide.closing(text_of("en"))


def test_who_ends_the_guide_hears_nothing_more(day):
    one = day("sun")
    one.guide.answer(one.message["id"], "skip")
    assert one.message["id"] is None
    assert one.guide.read_on.is_set()
