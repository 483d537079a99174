"""A struct: one declaration, two handles over the same bytes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taku.engine import NOBODY, OWNER, GameState, Struct, field, i8, i16, i32
from taku.engine.struct import dtype_of
from tests.engine.toy import Purse, State, game


def test_both_handles_look_at_the_same_bytes():
    s = game.new(3)
    s.hand[2, 1] = 7
    s.purse[3].spent[1] = -300
    assert s.native["hand"][2, 1] == 7
    assert s.native["purse"][3]["spent"][1] == -300
    s.native["points"][0] = 12
    assert s.points[0] == 12


def test_fields_are_plain_ints():
    s = game.new()
    assert type(s.done) is int
    assert type(s.hand[0, 0]) is int
    assert type(s.purse[1].coins) is int


@pytest.mark.parametrize(("value", "ok"), [(-128, True), (127, True), (128, False), (-129, False)])
def test_a_store_out_of_range_raises(value, ok):
    s = game.new()
    if ok:
        s.done = value
        assert s.done == value
    else:
        with pytest.raises(ValueError, match="invalid value"):
            s.done = value
        assert s.done == 0


def test_an_index_past_the_end_raises():
    s = game.new()
    with pytest.raises(IndexError):
        s.hand[4, 0] = 1
    with pytest.raises(IndexError):
        s.purse[4].coins = 1
    with pytest.raises(IndexError, match="all 1 axes"):
        s.purse[0, 0]


def test_a_name_that_is_no_field_cannot_be_set():
    s = game.new()
    with pytest.raises(AttributeError):
        s.handd = 3


def test_copy_is_apart_and_diff_names_what_differs():
    s = game.new(4)
    t = s.copy()
    assert s == t
    t.purse[2].spent[0] = 5
    t.done = 1
    assert s != t
    assert s.diff(t) == [("done", 0, 1), ("purse[2].spent[0]", 0, 5)]


def test_repr_shows_what_is_not_zero():
    s = game.new(2)
    s.team[1] = 1
    assert "team=[0, 1, 0, 0]" in repr(s)
    assert "points" not in repr(s)
    s.tmp[0] = 7
    s.log.count, s.log.entry[0, 1] = 1, 2
    assert "tmp" not in repr(s)
    assert repr(s).endswith("events=[(0, 2, 0, 0, 0, 0, 0, 0)])")


def test_bytes_of_another_kind_are_refused():
    s = game.new(2)
    before = s.bytes()
    with pytest.raises(ValueError, match=r"State has \d+ bytes, not 3"):
        s.load(b"123")
    assert s.bytes() == before


def test_hash_and_equality_leave_events_and_scratch_out():
    s = game.new(2)
    before, digest = s.copy(), s.digest()
    s.log.count = 1
    s.tmp[3] = 9
    assert s == before
    assert s.digest() == digest


def test_one_changed_bit_changes_half_of_the_hash():
    s = game.new(2)
    base, changed = s.digest(), []
    for byte in range(s.core()):
        for bit in range(8):
            s.memory[byte] ^= 1 << bit
            changed.append((s.digest() ^ base).bit_count())
            s.memory[byte] ^= 1 << bit
    assert min(changed) > 0
    assert 28 < sum(changed) / len(changed) < 36


def test_layout_is_aligned_and_padded():
    class Mixed(Struct):
        a = i8()
        b = i32()
        c = i16(3)
        d = field(Purse, 2)

    dtype = dtype_of(Mixed)
    assert dtype.isalignedstruct
    assert dtype.itemsize == Mixed.layout.size
    assert {n: dtype.fields[n][1] for n in dtype.names} == Mixed.layout.offsets
    assert State.layout.size % 8 == 0
    assert State.core() % 8 == 0


def test_an_outer_visibility_covers_what_is_inside():
    class Inner(Struct):
        open = i8()
        closed = i8(seen=OWNER)

    class Outer(Struct):
        a = field(Inner, 2)
        b = field(Inner, 2, seen=NOBODY)

    assert {leaf.name: str(leaf.seen) for leaf in Outer.leaves()} == {
        "a.open": "PUBLIC",
        "a.closed": "OWNER",
        "b.open": "NOBODY",
        "b.closed": "NOBODY",
    }


@pytest.mark.parametrize("name", ["copy", "memory", "_own"])
def test_a_taken_name_is_refused(name):
    with pytest.raises(TypeError, match=f"Bad.{name}: this name is taken"):
        type(Struct)("Bad", (Struct,), {name: i8()})


@pytest.mark.parametrize("name", ["digest", "events", "seats", "log", "stream"])
def test_a_name_that_every_state_has_is_refused(name):
    with pytest.raises(TypeError, match=f"Bad.{name}: this name is taken"):
        type(GameState)("Bad", (GameState,), {name: i8()}, events=1)


def test_scratch_space_inside_what_is_kept_is_refused():
    class Army(Struct):
        men = i8()
        tmp = i8(4, scratch=True)

    with pytest.raises(TypeError, match=r"Bad\.army: Army\.tmp is scratch space inside what is kept"):
        type(Struct)("Bad", (Struct,), {"army": field(Army, 2)})
    assert type(Struct)("Good", (Struct,), {"army": field(Army, 2, scratch=True)})


@pytest.mark.parametrize("shape", [(0,), (2, -1)])
def test_an_axis_has_a_length(shape):
    with pytest.raises(TypeError, match="lengths"):
        i8(*shape)


@given(st.lists(st.integers(-128, 127), min_size=12, max_size=12))
def test_what_is_stored_comes_back(values):
    s = game.new()
    for i, value in enumerate(values):
        s.hand[divmod(i, 3)] = value
    t = game.state(bytearray(s.bytes()))
    assert [t.hand[divmod(i, 3)] for i in range(12)] == values
    assert np.array_equal(s.native["hand"].ravel(), values)
