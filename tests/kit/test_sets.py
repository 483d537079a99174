"""Sets of small numbers, against Python's own."""

from hypothesis import given
from hypothesis import strategies as st

from tests.kit.toys import Toy, members, sets


@given(st.sets(st.integers(0, 8)))
def test_sets_of_bits(numbers: set[int]) -> None:
    bits = sum(1 << n for n in numbers)
    first = sum(1 << n for n in numbers if n < 3)
    assert Toy().call(sets, bits) == len(numbers) + 256 * min(numbers, default=9) + 65536 * first


@given(st.sets(st.integers(0, 2)))
def test_the_members_are_listed_in_order(numbers: set[int]) -> None:
    toy = Toy()
    toy.change(lambda s: setattr(s, "answer", sum(1 << n for n in numbers)))
    assert toy.out(members)[: 1 + len(numbers)] == [7, *(10 + n for n in sorted(numbers))]
    assert toy.slow.answer == 1 + len(numbers)
