"""The guided game: which step comes when, and how they are counted."""

from types import SimpleNamespace

import pytest

from taku.server.live.guide import Guide
from taku.server.words import text_of
from tests.server import toy


def has(what):
    return lambda seen, seat: what in seen


STEPS = [
    {"text": "hello", "next": True},
    {"text": "rain", "next": True, "when": has("rain"), "past": has("sun")},
    {"text": "walk", "when": has("rain"), "past": has("sun")},
    {"text": "sun", "next": True, "when": has("sun"), "past": has("rain")},
    {"text": "walk", "when": has("sun"), "past": has("rain")},
    {"text": "end", "next": True, "when": has("evening")},
]


class Day:
    """A table whose only seat is guided, and what it sees."""

    def __init__(self, monkeypatch, *seen):
        module = type(toy.game).module
        guide = SimpleNamespace(STEPS=STEPS)
        monkeypatch.setattr(
            type(toy.game), "module", lambda game, name: guide if name == "guide" else module(game, name)
        )
        self.seen, self.moves = list(seen), 0
        history = SimpleNamespace(past=[SimpleNamespace(seen=self.seen)], seq=lambda seat: self.moves)
        self.guide = Guide(
            SimpleNamespace(
                game=toy.game, history=history, humans=lambda: [0], connections=(), over=False, names=["Ann"],
                setting=lambda key: key == "guide",
            )
        )  # fmt: skip

    def hears(self):
        """The step's text, its number and how many there are; None: nothing is said."""
        message = self.guide.message(SimpleNamespace(seat=0, t=text_of("en")))
        return None if message["id"] is None else (STEPS[message["id"]]["text"], message["step"], message["of"])

    def moves_on(self, *seen):
        self.moves += 1
        self.seen[:] = seen
        self.guide.entered()

    def reads(self):
        self.guide.answer(self.guide.at, "next")


@pytest.mark.parametrize("weather", ["rain", "sun"])
def test_steps_are_counted_as_they_are_shown(monkeypatch, weather):
    """Of two ways that a match may go, the one it does not take is no gap in the numbers."""
    day = Day(monkeypatch, "morning")
    assert day.hears() == ("hello", 1, 5)
    day.moves_on(weather)
    assert day.hears() == ("hello", 1, 4)
    day.reads()
    assert day.hears() == (weather, 2, 4)
    day.reads()
    assert day.hears() == ("walk", 3, 4)
    day.moves_on(weather, "noon")
    assert day.hears() is None
    day.moves_on(weather, "evening")
    assert day.hears() == ("end", 4, 4)
    day.reads()
    assert day.hears() is None


def test_only_a_step_that_was_shown_is_done_by_a_move(monkeypatch):
    day = Day(monkeypatch, "rain")
    day.hears()
    day.reads()
    day.reads()
    day.moves_on("rain")  # the move came before the words
    assert day.hears() == ("walk", 2, 3)


def test_a_second_tap_does_not_skip_a_step(monkeypatch):
    day = Day(monkeypatch, "rain")
    for _ in range(2):
        day.guide.answer(0, "next")
    assert day.hears() == ("rain", 1, 3)


def test_who_ends_the_guide_hears_nothing_more(monkeypatch):
    day = Day(monkeypatch, "rain")
    day.guide.answer(0, "skip")
    assert day.hears() is None
