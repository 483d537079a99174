"""A match is its log: everything else is read from it, and nothing wrong gets in."""

import json

import pytest

from taku.engine import find_game
from taku.engine.game import UnknownGame
from taku.engine.match import Entry, Match, MatchError, OtherRules, Refused, commitment, read_file, stream_key


@pytest.fixture(params=["interpreted", "native"])
def speed(request):
    return request.param


@pytest.fixture
def match(speed):
    return Match.create(find_game("connect_four"), secret=b"s" * 32, id="m1", speed=speed, names=("Ann", "Ben"))


def play(match, columns):
    for column in columns:
        match.act(match.rules.acting(match.state)[0], column)
    return match


def test_a_match_is_played_to_its_end(match):
    play(match, [3, 0, 3, 0, 3, 0, 3])
    assert match.over
    assert match.scores() == [1, 2]
    assert [t.event for t in match.log(1)][-2:] == ["dropped", "line"]


@pytest.mark.parametrize(
    ("seat", "action", "says"),
    [
        (1, 3, "seat 1 has nothing to decide now"),
        (0, 7, "action 7 is not legal for seat 0 now"),
        (0, -1, "not legal"),
        (2, 3, "there is no seat 2: seats are 0 to 1"),
        (-1, 3, "there is no seat -1"),
        (0, "3", "an action is a number"),
        (0, True, "an action is a number"),
    ],
)
def test_an_illegal_act_is_refused_and_changes_nothing(match, seat, action, says):
    before = match.state.bytes(), list(match.entries)
    with pytest.raises(Refused, match=says):
        match.act(seat, action)
    assert (match.state.bytes(), match.entries) == before


def test_after_the_end_nothing_is_accepted(match):
    play(match, [3, 0, 3, 0, 3, 0, 3])
    for attempt in (lambda: match.act(1, 0), lambda: match.timeout(1), lambda: match.resign(0)):
        with pytest.raises(Refused, match="over"):
            attempt()


def test_a_fault_in_a_rule_leaves_the_match_as_it_was(match, monkeypatch):
    play(match, [3])
    before = match.state.bytes(), list(match.entries), list(match.hashes)

    def fails(s, seat, action):
        s.memory[20] = 99
        raise IndexError("past the end")

    monkeypatch.setattr(match.rules, "act", fails)
    with pytest.raises(IndexError):
        match.act(1, 3)
    assert (match.state.bytes(), match.entries, match.hashes) == before


def test_every_step_can_be_seen_again(match):
    play(match, [3, 3, 2, 2, 1])
    assert match.at(0).drops == 0
    assert match.at(3).drops == 3
    assert match.at(5) == match.state
    with pytest.raises(MatchError, match="steps are 0 to 5"):
        match.at(6)


def test_long_matches_are_looked_back_into_from_snapshots():
    game = find_game("goofspiel")
    match = Match.create(game, seats=4, speed="interpreted")
    while not match.over:
        for seat in match.rules.acting(match.state):
            match.act(seat, match.legal(seat)[0])
    states = {step: s.bytes() for step, s in match.history()}
    for step in range(match.step + 1):
        assert match.at(step).bytes()[: match.state.core()] == states[step][: match.state.core()]


def test_undo_goes_back_and_the_log_goes_on(match):
    play(match, [3, 3, 2])
    match.undo(1)
    assert match.state == match.at(1)
    assert match.step == 4
    play(match, [6])
    assert [e.kind for e in match.entries] == ["move"] * 3 + ["undo", "move"]
    assert Match.load(match.dumps()).state == match.state
    with pytest.raises(Refused, match="no earlier step"):
        match.undo(99)


def test_a_branch_shares_the_beginning_and_has_other_luck():
    game = find_game("goofspiel")
    match = Match.create(game, seats=2, options={"cards": 13}, secret=b"q" * 32, id="b", speed="interpreted")
    while not match.over:
        for seat in match.rules.acting(match.state):
            match.act(seat, match.legal(seat)[0])
    one, two = match.branch(6, salt=1), match.branch(6, salt=2)
    for other in (one, two):
        assert other.hashes[:7] == match.hashes[:7]
        for entry in match.entries[6:]:
            other.act(entry.seat, entry.value)
        assert Match.load(other.dumps(), "interpreted").hashes == other.hashes
    assert len({match.hashes[-1], one.hashes[-1], two.hashes[-1]}) == 3
    with pytest.raises(MatchError, match="no step 99"):
        match.branch(99)


def test_timeouts_play_the_default_and_notes_change_nothing(match):
    match.timeout(0)
    assert match.log(0)[-1].arguments[:2] == (0, 3)
    before = match.state.bytes()
    match.note("bot", 1)
    match.note("back", 1)
    assert match.state.bytes() == before
    match.resign(1)
    assert match.scores() == [1, 2]
    assert Match.load(match.dumps()).scores() == [1, 2]


def test_a_match_is_one_small_file(match, speed):
    play(match, [3, 0, 3, 0, 3, 0, 3])
    text = match.dumps()
    again = Match.load(text, speed)
    assert again.hashes == match.hashes
    assert again.names == ("Ann", "Ben")
    assert len(text) < 1500
    assert json.loads(text)["commitment"] == commitment(b"s" * 32)
    assert "secret" not in match.export(reveal=False)


def broken(match, **changes):
    data = json.loads(match.dumps())
    data.update(changes)
    return json.dumps(data)


def test_a_damaged_file_says_which_step_fails_and_why(match):
    play(match, [3, 0, 3, 0])
    hashes = json.loads(match.dumps())["hashes"]
    cases = {
        r"step 3: the state is": broken(match, hashes=[*hashes[:3], "0" * 16, hashes[4]]),
        r"step 3: move cannot be played: seat 1": broken(
            match, entries=[["move", 0, 3], ["move", 1, 0], ["move", 1, 3], ["move", 1, 0]]
        ),
        r"step 2: \[\"jump\", 0, 0\] is not an entry": broken(match, entries=[["move", 0, 3], ["jump", 0, 0]]),
        r"4 entries and 2 hashes": broken(match, hashes=hashes[:2]),
        r"does not fit the commitment": broken(match, secret="00" * 32),
        r"not hexadecimal": broken(match, secret="zz"),
        r"hash of step 2 is not hexadecimal: 'zz'": broken(match, hashes=[*hashes[:2], "zz", *hashes[3:]]),
        r"The rules are those it was played with: the file is damaged": broken(match, hashes=["0" * 16, *hashes[1:]]),
        r"The rules have changed since": broken(match, hashes=["0" * 16, *hashes[1:]], content="other"),
        r"has no 'entries'": broken(match, entries=None),
        r"not a match file: maximum recursion": "[" * 100_000,
        r"cannot be set up": broken(match, seats=5),
        r"'seats' is \"two\"": broken(match, seats="two"),
        r"not a match file": "{",
        r"not a match file: it is": "[]",
        r"format 99": broken(match, taku=99),
    }
    for says, text in cases.items():
        with pytest.raises(MatchError, match=says):
            Match.load(text)


def test_other_versions_are_read_but_never_replayed(match):
    text = broken(match, version=99)
    assert read_file(text).version == 99
    with pytest.raises(OtherRules, match="version 99 of connect_four; here is version 1"):
        Match.load(text)


def test_an_unknown_game_names_the_nearest(match):
    with pytest.raises(UnknownGame, match="'conect_four'; did you mean 'connect_four'"):
        Match.load(broken(match, game="conect_four"))


def test_keys_depend_on_everything():
    base = (b"secret", "match", ("a", "b"), 5, 0)
    keys = {stream_key(*base)}
    for change in ((b"other", *base[1:]), ("x",), ()):
        keys.add(stream_key(*change) if len(change) == 5 else stream_key(b"secret", "x", ("a", "b"), 5, 0))
    keys |= {stream_key(b"secret", "match", n, 5, 0) for n in (("a",), ("ab",), ("b", "a"))}
    keys |= {stream_key(b"secret", "match", ("a", "b"), 6, 0), stream_key(b"secret", "match", ("a", "b"), 5, 1)}
    assert len(keys) == 8
    assert all(len(k) == 16 for k in keys)


def test_entries_read_what_they_write():
    assert Entry.read(Entry("move", 1, 5).write(), 1) == Entry("move", 1, 5)
