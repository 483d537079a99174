"""A seat sees a state with the secrets blanked, as the fields declare it."""

import pytest

from taku.bots.nodes import STREAM_WORDS
from taku.compile.speed import rules_of
from taku.engine import ALL, BY, OWNER, SPECTATORS, TEAM, GameState, emit, i8, only
from taku.engine.fields import WORD
from taku.engine.hiding import hiding_rule, hiding_source
from tests.engine.toy import EVENT, game


@pytest.fixture(params=["interpreted", "native"])
def rules(request):
    return rules_of(game, request.param)


@pytest.fixture
def s(rules):
    state = game.new(4)
    rules.key(state, b"0123456789abcdef")
    rules.start(state)
    for seat in range(4):
        state.plan[seat] = 10 + seat
    state.viewers[0], state.viewers[1] = 0b0001, 0b0110
    for i in range(2):
        for k in range(3):
            state.note[i, k] = 5
    return state


def test_owners_see_their_own(rules, s):
    seen = rules.view(s, 2)
    assert [any(seen.hand[seat, i] for i in range(3)) for seat in range(4)] == [False, False, True, False]
    assert [seen.purse[seat].coins > 0 for seat in range(4)] == [False, False, True, False]


def test_teams_see_their_members(rules, s):
    assert [rules.view(s, 1).plan[seat] for seat in range(4)] == [0, 11, 0, 13]


def test_listed_viewers_see_an_element(rules, s):
    assert rules.view(s, 0).note.tolist() == [[5, 5, 5], [0, 0, 0]]
    assert rules.view(s, 2).note.tolist() == [[0, 0, 0], [5, 5, 5]]
    assert rules.view(s, 3).note.tolist() == [[0, 0, 0], [0, 0, 0]]


def test_viewers_all_are_the_spectators_too(rules, s):
    s.viewers[0], s.viewers[1] = ALL, ALL & ~SPECTATORS
    assert [rules.view(s, seat).note.tolist() for seat in range(4)] == [[[5, 5, 5], [5, 5, 5]]] * 4
    assert rules.view(s, -1).note.tolist() == [[5, 5, 5], [0, 0, 0]]


def test_nobody_sees_what_is_dark_or_the_stream(rules, s):
    for seat in range(-1, 4):
        assert rules.view(s, seat).dark == 0
        assert rules.view(s, seat).stream.tolist() == [0, 0, 0, 0]


def test_spectators_see_only_what_is_public(rules, s):
    seen = rules.view(s, -1)
    assert not any(seen.hand[seat, i] for seat in range(4) for i in range(3))
    assert not any(seen.plan[seat] for seat in range(4))
    assert seen.team.tolist() == s.team.tolist()


def test_hiding_twice_changes_nothing_and_leaves_the_true_state_alone(rules, s):
    before = s.bytes()
    once = rules.view(s, 1)
    assert rules.view(once, 1).bytes() == once.bytes()
    assert s.bytes() == before


def test_events_reach_only_whom_they_are_for(rules, s):
    s.log.count = 0
    emit(s, ALL, EVENT.over)
    emit(s, only(1) | SPECTATORS, EVENT.drew, 3)
    emit(s, only(2), EVENT.drew, 9)
    kinds = {seat: [(e[1], e[2]) for e in rules.view(s, seat).events()] for seat in range(-1, 4)}
    assert kinds == {-1: [(3, 0), (2, 3)], 0: [(3, 0)], 1: [(3, 0), (2, 3)], 2: [(3, 0), (2, 9)], 3: [(3, 0)]}
    assert b"\x09" not in rules.view(s, 0).log.memory.tobytes()


def test_more_events_than_declared_are_noticed():
    s = game.new()
    for _ in range(5):
        emit(s, ALL, EVENT.over)
    assert (s.log.count, s.log.lost) == (4, 1)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"x": i8(seen=OWNER)}, "no axis"),
        ({"x": i8(2, seen=TEAM)}, "declare a public field team"),
        ({"x": i8(2, seen=BY("v"))}, "same leading axes"),
        ({"v": i8(3), "x": i8(2, seen=BY("v"))}, "same leading axes"),
    ],
)
def test_a_visibility_that_cannot_be_is_refused(fields, says):
    with pytest.raises(TypeError, match=says):
        hiding_rule(type(GameState)("Bad", (GameState,), fields, events=1), "bad")


def test_the_rule_reads_like_the_declaration():
    source = hiding_source(game.state)
    assert "if i0 != seat:" in source
    assert "tmp" not in source


def test_the_stream_is_blanked_by_its_name_wherever_it_lies():
    s = game.new()
    for i in range(4):
        s.stream[i] = 0xDEAD0000 + i
    s.seats = 3
    before = {name: value for name, value in s.values() if not name.startswith("stream")}
    s.clear_stream()
    assert s.stream.tolist() == [0, 0, 0, 0]
    assert {name: value for name, value in s.values() if not name.startswith("stream")} == before


def test_the_stream_lies_where_compiled_searches_leave_it_out():
    layout = game.state.layout
    assert (layout.offsets["stream"], layout.fields["stream"].size) == (0, WORD * STREAM_WORDS)
