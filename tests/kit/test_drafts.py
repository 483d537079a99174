"""Drafts: half-made choices of several seats."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from taku.compile.speed import rules_of
from tests.kit.toys import CLICK, Toy, click, game

EVERYBODY = 0b1111


def test_seats_choose_until_they_commit() -> None:
    toy = Toy()
    assert toy.call(click, CLICK.ask, 0, 0b1011) == 0b1011 << 8
    toy.call(click, CLICK.pick, 1, 7)
    assert toy.call(click, CLICK.commit, 1, 0) == (0b1001 << 8) + 0b0010
    toy.call(click, CLICK.commit, 0, 0)
    assert toy.call(click, CLICK.commit, 3, 0) == 0b1011, "nobody chooses any more"
    assert toy.slow.draft[1].pick[0] == 7
    assert toy.call(click, CLICK.close, 0, 0) == 0
    assert bytes(toy.slow.draft[1].bytes()) == bytes(len(toy.slow.draft[1].bytes())), "a closed draft is blank"


def test_clicks_can_be_taken_back_a_bounded_number_of_times() -> None:
    toy = Toy()
    toy.call(click, CLICK.ask, 0, EVERYBODY)
    for value in (4, 5, 6):
        toy.call(click, CLICK.pick, 0, value)
    for _ in range(5):
        toy.call(click, CLICK.back, 0, 0)
    draft = toy.slow.draft[0]
    assert (draft.stage, draft.backs, draft.pick[0], draft.pick[1]) == (1, 2, 4, 0)


def test_others_see_only_who_is_ready() -> None:
    toy = Toy()
    toy.call(click, CLICK.ask, 0, EVERYBODY)
    before = {seat: rules_of(game, "interpreted").view(toy.slow, seat) for seat in (-1, 0, 1)}
    toy.call(click, CLICK.pick, 1, 7)
    toy.call(click, CLICK.pick, 1, 8)
    toy.call(click, CLICK.back, 1, 0)
    after: dict[int, Any] = {seat: rules_of(game, "interpreted").view(toy.slow, seat) for seat in (-1, 0, 1)}
    assert after[0].draft[1].bytes() == before[0].draft[1].bytes()
    assert after[-1].draft[1].bytes() == before[-1].draft[1].bytes()
    assert after[1].draft[1].pick[0] == 7


clicks = st.lists(
    st.tuples(st.sampled_from(["pick", "back", "commit"]), st.integers(0, 3), st.integers(1, 9)), max_size=24
)


@given(clicks, st.randoms(use_true_random=False))
def test_every_interleaving_gives_the_same_bytes(steps: list[tuple[str, int, int]], luck: random.Random) -> None:
    one, other = Toy(), Toy()
    queues = [[step for step in steps if step[1] == seat] for seat in range(4)]
    for toy in (one, other):
        toy.call(click, CLICK.ask, 0, EVERYBODY)
    for name, seat, value in steps:
        one.call(click, getattr(CLICK, name), seat, value)
    while any(queues):
        queue = luck.choice([q for q in queues if q])
        name, seat, value = queue.pop(0)
        other.call(click, getattr(CLICK, name), seat, value)
    assert one.slow.bytes() == other.slow.bytes()
