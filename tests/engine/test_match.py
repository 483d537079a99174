"""A match is its log: everything else is read from it, and nothing wrong gets in."""

import json
import random
import threading
from functools import partial

import pytest

from taku.compile.speed import rules_of
from taku.engine import find_game
from taku.engine.game import UnknownGame
from taku.engine.match import (
    SNAPSHOT,
    Entry,
    Match,
    MatchError,
    OtherRules,
    Refused,
    commitment,
    read_file,
    stream_key,
)
from taku.engine.rules import Rules


@pytest.fixture(params=["interpreted", "native"])
def speed(request):
    return request.param


@pytest.fixture
def match(speed):
    return Match.create(
        find_game("connect_four"), secret=b"s" * 32, id="m1", rules=partial(rules_of, speed=speed), names=("Ann", "Ben")
    )


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
        (0, 7, "7 is no action of this decision"),
        (0, -1, "no action"),
        (2, 3, "there is no seat 2: seats are 0 to 1"),
        (-1, 3, "there is no seat -1"),
        (0, "3", "there is no action '3' here"),
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
    match = Match.create(game, seats=4)
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
    match = Match.create(game, seats=2, options={"cards": 13}, secret=b"q" * 32, id="b")
    while not match.over:
        for seat in match.rules.acting(match.state):
            match.act(seat, match.legal(seat)[0])
    one, two = match.branch(6, salt=1), match.branch(6, salt=2)
    for other in (one, two):
        assert other.hashes[:7] == match.hashes[:7]
        for entry in match.entries[6:]:
            other.act(entry.seat, entry.value)
        assert Match.load(other.dumps()).hashes == other.hashes
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
    again = Match.load(text, partial(rules_of, speed=speed))
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


# ---- what taking back costs


class Counted:
    """A match whose rules count how often they are applied."""

    def __init__(self, match):
        self.applied = 0
        act = match.rules.act

        def counting(s, seat, action):
            self.applied += 1
            act(s, seat, action)

        match.use(type(match.rules)(match.game, match.rules.functions))
        match.rules.act = counting
        self.match = match

    def cost(self, work):
        """How often the rules are applied meanwhile."""
        before = self.applied
        work(self.match)
        return self.applied - before


def back_and_forth(match, undos):
    """A move and its undo, so often: each undo returns to the one before it."""
    for _ in range(undos):
        match.act(0, 3)
        match.undo(match.step - 1)


def scattered(match, undos):
    """Undos from far ahead to anywhere."""
    chance = random.Random(1)
    for _ in range(undos):
        while match.over:
            match.undo(chance.randrange(match.step))
        for _ in range(2):
            if not match.over:
                seat = match.rules.acting(match.state)[0]
                match.act(seat, match.legal(seat)[0])
        match.undo(chance.randrange(match.step))


def looked_at_everywhere(match):
    for step in range(match.step + 1):
        match.at(step)


def read_through(match):
    assert sum(1 for _ in match.history()) == match.step + 1


READERS = {"at": looked_at_everywhere, "history": read_through, "log": lambda m: m.log(0)}


@pytest.mark.parametrize("way", [back_and_forth, scattered])
def test_undos_cost_a_fixed_number_of_moves_each_however_many_there_are(way, monkeypatch):
    """Counted, not timed: in play, in looking back, and in replaying the file."""
    game = find_game("connect_four")

    def costs(undos):
        counted = Counted(Match.create(game, secret=b"s" * 32, id="m1"))
        found = {"play": counted.cost(lambda m: way(m, undos))}
        found |= {name: counted.cost(work) for name, work in READERS.items()}
        text = counted.match.dumps()
        begun = Match.__init__

        def watched(self, *given, **named):
            begun(self, *given, **named)
            watched.made = Counted(self)

        with monkeypatch.context() as patch:
            patch.setattr(Match, "__init__", watched)
            again = Match.load(text)
        assert again.hashes == counted.match.hashes
        return found | {"replay": watched.made.applied}, counted.match.step

    for undos in (40, 400):
        found, entries = costs(undos)
        assert found["history"] <= entries
        assert found["log"] <= entries
        for name, applied in found.items():
            assert applied <= (SNAPSHOT + 2) * entries, f"{undos} undos cost {applied} moves in {name}"


def test_looking_back_keeps_few_snapshots_however_often_moves_were_taken_back():
    match = Match.create(find_game("goofspiel"), seats=4, secret=b"s" * 32, id="m")
    while match.step < SNAPSHOT // 2 + 8:
        seat = match.rules.acting(match.state)[0]
        match.act(seat, match.legal(seat)[0])
    end = match.step
    for _ in range(300):  # many branches, each of which would like a snapshot of its own
        match.act(match.rules.acting(match.state)[0], match.legal(match.rules.acting(match.state)[0])[0])
        match.undo(end)
        match.at(match.step - 3)
    assert len(match._snapshots) <= 1 + match.step / SNAPSHOT + match.step / (SNAPSHOT // 2)


def test_every_step_of_a_match_with_undos_looks_as_it_did():
    match = Match.create(find_game("connect_four"), secret=b"s" * 32, id="m1")
    scattered(match, 150)
    for step in range(match.step + 1):
        assert match.at(step).digest() == match.hashes[step]
    assert [s.digest() for _, s in match.history()] == match.hashes
    assert [s.digest() for _, s in match.history(100)] == match.hashes[100:]


# ---- a seat takes back its own


def test_a_seat_takes_back_its_own_and_what_others_did_stays():
    match = Match.create(find_game("goofspiel"), seats=3, secret=b"s" * 32, id="m")
    match.act(0, 3)
    match.act(1, 5)
    match.undo(0, seat=0)
    other = Match.create(find_game("goofspiel"), seats=3, secret=b"s" * 32, id="m")
    other.act(1, 5)
    for seat in (-1, 0, 1, 2):
        assert match.view(seat) == other.view(seat)
    assert match.rules.acting(match.state) == [0, 2]
    match.act(0, 7)
    match.act(2, 1)
    assert Match.load(match.dumps()).hashes == match.hashes
    assert [s.digest() for _, s in match.history()] == match.hashes
    assert match.steps.in_force(match.step) == [2, 4, 5]


def test_seats_take_back_one_click_after_another_whatever_others_take_back():
    match = Match.create(find_game("goofspiel"), seats=4, secret=b"s" * 32, id="m")
    for seat, card in ((0, 3), (1, 5), (2, 6)):
        match.act(seat, card)
    match.undo(0, seat=0)  # keeps 2 and 3
    match.undo(1, seat=1)  # keeps 3
    match.act(1, 4)
    match.undo(2, seat=2)  # keeps 6, which is later
    assert match.steps.in_force(match.step) == [6]
    assert match.rules.acting(match.state) == [0, 2, 3]
    assert Match.load(match.dumps()).hashes == match.hashes
    assert [s.digest() for _, s in match.history()] == match.hashes
    assert [match.at(step).digest() for step in range(match.step + 1)] == match.hashes


def test_what_rests_on_it_cannot_stay():
    match = Match.create(find_game("goofspiel"), seats=2, secret=b"s" * 32, id="m")
    for seat, card in ((0, 3), (1, 5), (1, 4)):
        match.act(seat, card)
    before = match.state.bytes(), list(match.entries)
    with pytest.raises(Refused, match="entry 3 rests on what would be taken back"):
        match.undo(0, seat=0)
    match.undo(0)
    with pytest.raises(Refused, match="seat 0 has done nothing since step 2"):
        match.undo(2, seat=0)
    assert (match.at(3).bytes(), match.entries[:3]) == before


# ---- prepare, then commit or drop


def test_a_prepared_entry_changes_nothing_until_it_is_committed(match):
    play(match, [3, 3])
    before = repr(match.export()), match.state.bytes(), dict(match._snapshots)
    prepared = match.prepare(Entry("move", 0, 2))
    match.prepare(Entry("undo", -1, 0))
    match.prepare(Entry("resign", 1))
    assert (repr(match.export()), match.state.bytes(), match._snapshots) == before
    match.commit(prepared)
    assert match.step == 3
    assert match.state == prepared.state
    with pytest.raises(ValueError, match="prepared as entry 3, but 3 have been made"):
        match.commit(prepared)


def test_legality_is_asked_once_a_move(match, monkeypatch):
    asked = []
    legal = match.rules.legal
    monkeypatch.setattr(match.rules, "legal", lambda s, seat: asked.append(seat) or legal(s, seat))
    match.act(0, 3)
    assert asked == [0]


def test_threads_share_rules_without_a_shared_buffer():
    rules = rules_of(find_game("connect_four"), "interpreted")
    lists = [rules._lists.out]
    thread = threading.Thread(target=lambda: lists.append(rules._lists.out))
    thread.start()
    thread.join()
    assert lists[0] is not lists[1]


def test_a_match_goes_on_at_another_speed_but_only_with_its_own_rules(match):
    play(match, [3])
    match.use(rules_of(match.game, "interpreted"))
    play(match, [3])
    assert Match.load(match.dumps()).state == match.state
    with pytest.raises(ValueError, match="the match is of <game connect_four"):
        match.use(rules_of(find_game("goofspiel"), "interpreted"))


# ---- what repr tells


def test_repr_tells_no_secret():
    game = find_game("goofspiel")
    secret = bytes(range(32))
    match = Match.create(game, seats=2, secret=secret, id="m", nonces=("thrown in", "by others"))
    match.act(0, 3)
    shown = [match, match.prepare(Entry("move", 1, 5)), read_file(match.dumps()), match.rules, Rules, match.steps]
    for one in shown:
        for text in (repr(one), str(one)):
            for told in (secret.hex(), repr(secret)[2:-1], "thrown in", "hands=[", "stream"):
                assert told not in text, f"{type(one).__name__}: {text}"
    assert repr(match) == "<match m of goofspiel, 2 seats, 1 entries>"
