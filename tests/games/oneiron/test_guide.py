"""The guided first match: whatever is played, the guide tells what its player needs just then, and nothing else."""

import pytest

from taku.check.pages import Ids
from taku.engine.words import LANGUAGES, Words
from taku.games.oneiron import game, guide
from taku.games.oneiron.content import CONTENT
from taku.games.oneiron.state import STEP
from taku.games.oneiron.table import table
from tests.games.oneiron.guided import Lesson

WORDS = {language: Words(game, language) for language in LANGUAGES}
COURSES = [f"dream {k}" for k in range(40)]
LANDING = ["hand", "landing", "column", "row", "face"]
BATTLE = ["encounter", "split", "confirm", "present", "fight", "verdict"]
MOVEMENT = ["forbidden", "move", "swap"]


@pytest.fixture(scope="module")
def lessons():
    return [Lesson(course).play() for course in COURSES]


def test_the_guide_says_what_the_content_says():
    for language in LANGUAGES:
        for step in CONTENT.guide:
            key = {"cards_dealt": "hand"}.get(step.more["moment"], step.more["moment"])
            assert WORDS[language].text("guide", key) == step.text[language]
        assert all(WORDS[language].has("guide", step["text"]) for step in guide.STEPS)


@pytest.mark.parametrize(
    ("course", "told"),
    [
        ("dream 13", [*BATTLE, "lives_lost", *MOVEMENT, "revive", "round_end", "team_eliminated"]),
        (
            "dream 8",
            ["nobody_met", *MOVEMENT, "round_end", *BATTLE, "player_fell", "lives_lost", "team_eliminated"],
        ),
    ],
)
def test_everything_is_told_when_it_comes(course, told):
    for order in range(4):
        assert Lesson(course, order=order).play().told == [*LANDING, *told]


def test_nobody_moves_before_being_told_how(lessons):
    told = 0
    for lesson in lessons:
        moves = [n for step, n in zip(lesson.steps, lesson.heard, strict=True) if step.kind == "move_card"]
        if moves and "player_fell" not in lesson.told[: moves[0]]:
            told += 1
            assert lesson.told[moves[0] - 1] == "move"
    assert told > len(lessons) / 2


def test_a_round_is_over_for_those_who_are_left(lessons):
    """Who is out while the others play on is told so; the rest hear at once when the first round is over."""
    out = 0
    for lesson in lessons:
        told = dict(zip(lesson.told, lesson.rounds, strict=True))
        state = lesson.match.state
        assert told.get("round_end", 2) == 2
        assert ("round_end" in told) != (told.get("team_eliminated") == 1 or state.round == 1)
        if "team_eliminated" in told:
            out += 1
            assert lesson.told[-1] == "team_eliminated"
            assert state.rank[0] > 1
        else:
            assert state.step == STEP.over
    assert out


def test_who_plays_on_without_reading_misses_no_later_word():
    """A word that was not read in its moment is left out; the guide goes on with the next one."""
    for course in COURSES[:20]:
        lesson = Lesson(course, patience=0.3).play()
        once = [key for key in lesson.told if key != "revive"]
        assert len(once) == len(set(once))
        assert "forbidden" in once or "team_eliminated" in once


def test_the_guide_points_at_what_is_there():
    shown = set()
    for course in ("dream 8", "dream 13"):
        lesson = Lesson(course)
        while lesson.acting:
            seen = lesson.seen
            ids = set(Ids(str(table(seen, guide.SEAT, WORDS["en"]))).found)
            for step in guide.STEPS:
                if "past" in step and step["past"](seen, guide.SEAT):
                    continue
                if step.get("when", lambda *_: True)(seen, guide.SEAT):
                    target = step.get("target")
                    target = target(seen, guide.SEAT) if callable(target) else target
                    assert target in ids, step["text"]
                    shown.add(step["text"])
            lesson.move(lesson.acting[0])
    assert shown == {step["text"] for step in guide.STEPS}
