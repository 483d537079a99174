"""O-4 and O-5.1 to O-5.5: the landing and the map."""

import pytest

from taku.engine.catalogue import LANGUAGES
from taku.engine.words import Words
from taku.games.oneiron import game
from taku.games.oneiron.content import story
from taku.games.oneiron.rules.board import adjacent, ahead, aims_at, inside, parallel, place_at, sum_of
from taku.games.oneiron.state import PLACES, STEP
from tests.conftest import clause
from tests.games.oneiron.dream import RULES, Dream, cards


def landing(first: str, second: str, facing: str = "right") -> Dream:
    """Two pairs that land with the axes A, F, W and W, A, F."""
    dream = Dream(4)
    for i, c in enumerate(cards("A1 F1 W1 W2 A2 F2")):
        dream.s.face_down[i] = c
    dream.team(1).holds(f"{first} F1 W1 A1")
    dream.team(2).holds(f"{second} F1 W1 A1")
    dream.choose(1, *first.split(), facing)
    return dream.choose(3, *second.split(), "up")


@clause("O-4.1")
def test_axes_are_face_down_for_everybody() -> None:
    dream = Dream(4)
    for seat in range(-1, 4):
        seen = RULES.view(dream.s, seat)
        assert not any(seen.face_down)
        assert not any(seen.axis)


@clause("O-4.2")
def test_there_is_a_story_at_the_start() -> None:
    prologue = story("game_start")
    assert prologue is not None
    assert all(prologue.text[language] for language in LANGUAGES)


@clause("O-4.3")
def test_two_cards_of_the_hand_and_a_facing() -> None:
    dream = Dream(4)
    dream.team(1).holds("F4 F4 J")
    assert (dream.kind(1), dream.cards_of(1)) == ("land_left", "F4 J")
    dream.choose(1, "F4")
    assert (dream.kind(1), dream.cards_of(1)) == ("land_right", "F4 J")
    dream.choose(1, "F4")
    assert dream.kind(1) == "land_face"
    assert dream.can(1)[:4] == [f"land_face facing={n}" for n in range(4)]


@clause("O-4.3")
def test_a_card_is_not_laid_twice() -> None:
    dream = Dream(4)
    dream.team(1).holds("F4 W2 J")
    assert dream.choose(1, "F4").cards_of(1) == "W2 J"


@clause("O-4.4")
def test_everything_is_revealed_when_all_are_ready() -> None:
    dream = Dream(4)
    dream.team(1).holds("F4 F9 W1")
    dream.team(2).holds("W4 W9 A1")
    dream.choose(1, "F4", "F9", "right")
    assert dream.told("landing_committed") == [(1,)]
    assert not any(RULES.view(dream.s, 2).grid[0, i] for i in range(2))
    dream.choose(3, "W4", "W9", "up")
    assert len(dream.told("axes_revealed")) == 2
    assert [e[0] for e in dream.told("landing_revealed")] == [1, 2]


@clause("O-4.5", "O-4.7", "O-4.8")
def test_example_3_landing() -> None:
    dream = landing("F4 F9", "J A2")
    assert dream.s.step == STEP.land_joker
    assert (dream.asked, dream.kind(3)) == ([3], "land_joker")
    dream.do(3, "line", n=1)
    assert (dream.team(1).cell, dream.team(1).facing, dream.team(1).grid) == ((2, 3), "right", "F4 F9")
    assert sum_of(dream.s, 0) == 13
    assert dream.team(2).cell == (1, 2)
    assert sum_of(dream.s, 1) == 27
    assert dream.team(1).hand == "F1 W1 A1"


@clause("O-4.6")
@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_joker_stands_in_any_line(line: int) -> None:
    assert landing("F4 F9", "J A2").do(3, "line", n=line).team(2).cell == (line, 2)
    assert landing("F4 F9", "A2 J").do(3, "line", n=line).team(2).cell == (1, line)


@clause("O-4.6")
def test_with_two_jokers_first_the_column() -> None:
    dream = landing("F4 F9", "J J").do(3, "line", n=3)
    assert dream.asked == [3]
    assert dream.do(3, "line", n=1).team(2).cell == (3, 1)


@clause("O-4.6")
def test_several_jokers_are_placed_in_secret() -> None:
    dream = landing("J F9", "A2 J")
    assert dream.asked == [1, 3]
    dream.do(1, "line", n=3)
    assert dream.told("landing_joker_chosen") == []
    assert RULES.view(dream.s, 2).draft[0].pick[0] == 0
    dream.do(3, "line", n=2)
    assert len(dream.told("landing_joker_chosen")) == 2
    assert (dream.team(1).cell, dream.team(2).cell) == ((3, 3), (1, 2))


@clause("O-4.7")
def test_teams_may_share_a_cell() -> None:
    dream = landing("F4 F9", "F5 F6")
    assert dream.team(1).cell == dream.team(2).cell == (2, 3)


@clause("O-4.8")
def test_a_joker_counts_25() -> None:
    dream = Dream(4).laid_out()
    assert [sum_of(dream.team(1).stands((1, 1), grid=g).dream.s, 0) for g in ("F1 W1", "J A1", "J J")] == [2, 26, 50]


@clause("O-5.1", "O-5.2")
def test_nine_cells_and_sixteen_places_around_them() -> None:
    grid = [p for p in range(PLACES) if inside(p)]
    assert len(grid) == 9
    assert PLACES - len(grid) == 16
    assert Words(game, "en").name("cell", place_at(2, 3)) == "(2,3)"
    assert [Words(game, "en").name("cell", p).startswith("outside") for p in range(PLACES)].count(True) == 16


@clause("O-5.3")
def test_facings() -> None:
    centre = place_at(2, 2)
    steps = [place_at(2, 1), place_at(3, 2), place_at(2, 3), place_at(1, 2)]
    assert [ahead(centre, facing) for facing in range(4)] == steps
    assert [[parallel(a, b) for b in range(4)] for a in range(4)] == [
        [True, False, True, False],
        [False, True, False, True],
    ] * 2


@clause("O-5.4")
def test_neighbours_share_an_edge() -> None:
    centre = place_at(2, 2)
    assert [p for p in range(PLACES) if adjacent(centre, p)] == [
        place_at(2, 1),
        place_at(1, 2),
        place_at(3, 2),
        place_at(2, 3),
    ]
    assert not adjacent(place_at(4, 1), place_at(0, 2)), "the end of a row does not touch the next"


@clause("O-5.5")
def test_aiming() -> None:
    dream = Dream(4).laid_out()
    dream.team(1).stands((1, 2), "right")
    dream.team(2).stands((2, 2), "right")
    assert aims_at(dream.s, 0, 1)
    assert not aims_at(dream.s, 1, 0)
