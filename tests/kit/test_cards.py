"""Piles and counts, against plain lists and counters, at both speeds."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from taku.compile.speed import rules_of
from tests.kit.toys import COUNT, PILE, Toy, count, game, pile

CAPACITY = 24


def deck_of(s: Any) -> list[int]:
    assert not any(s.deck.card[s.deck.size + i] for i in range(CAPACITY - s.deck.size)), "slots past the size are zero"
    return [s.deck.card[i] for i in range(s.deck.size)]


operations = st.lists(st.tuples(st.sampled_from(list(PILE)), st.integers(1, 9), st.integers(0, CAPACITY)), max_size=60)


@given(operations)
def test_a_pile_is_an_ordered_list(steps: list[tuple[str, int, int]]) -> None:
    toy, model = Toy(), list[int]()
    for name, card, place in steps:
        if (name == "push" and len(model) == CAPACITY) or (name == "take" and not model):
            continue
        place %= len(model) or 1
        answer = toy.call(pile, getattr(PILE, name), card, place)
        match name:
            case "push":
                model.append(card)
            case "pop":
                assert answer == (model.pop() if model else 0)
            case "take":
                assert answer == model.pop(place)
            case "shuffle":
                assert Counter(deck_of(toy.slow)) == Counter(model)
                model = deck_of(toy.slow)
            case "random":
                assert answer in model or (answer == 0 and not model)
                assert Counter(deck_of(toy.slow)) == Counter(model) - Counter([answer])
                model = deck_of(toy.slow)
        assert deck_of(toy.slow) == model


def test_a_shuffled_pile_has_every_order_equally_often() -> None:
    toy, seen = Toy(), Counter[tuple[int, ...]]()
    for card in (1, 2, 3, 4):
        toy.call(pile, PILE.push, card, 0)
    for _ in range(2400):
        toy.call(pile, PILE.shuffle, 0, 0)
        seen[tuple(deck_of(toy.slow))] += 1
    assert len(seen) == 24
    assert sum((n - 100) ** 2 / 100 for n in seen.values()) < 50  # chi-square, 23 degrees: 1 in 1000


def test_a_random_draw_takes_every_card_equally_often() -> None:
    toy, seen = Toy(), Counter[int]()
    for card in (1, 2, 3, 4, 5):
        toy.call(pile, PILE.push, card, 0)
    for _ in range(2000):
        card = toy.call(pile, PILE.random, 0, 0)
        seen[card] += 1
        toy.call(pile, PILE.push, card, 0)
    assert sum((n - 400) ** 2 / 400 for n in seen.values()) < 18.5  # 4 degrees: 1 in 1000


counting = st.lists(st.tuples(st.sampled_from(list(COUNT)), st.integers(1, 9)), max_size=40)


@given(counting)
def test_counts_lose_and_make_no_card(steps: list[tuple[str, int]]) -> None:
    toy, model = Toy(), [Counter[int](), Counter[int]()]
    for name, card in steps:
        mine = model[0]
        if name == "give" and not mine[card]:
            continue
        if name == "lay_out" and mine.total() + toy.slow.deck.size > CAPACITY:
            continue
        toy.call(count, getattr(COUNT, name), card, 1)
        match name:
            case "gain":
                mine[card] += 1
            case "give":
                mine[card] -= 1
                model[1][card] += 1
            case "give_all":
                model[1] += mine
                mine.clear()
            case "lay_out":
                assert deck_of(toy.slow)[-mine.total() or CAPACITY :] == sorted(mine.elements())
                mine.clear()
        for k in (0, 1):
            assert [toy.slow.bag[k].of[c] for c in range(10)] == [model[k][c] for c in range(10)]
            assert toy.slow.bag[k].size == model[k].total()


def test_others_see_how_many_cards_a_hand_has_but_not_which() -> None:
    toy = Toy()

    def deal(s: Any) -> None:
        for seat in range(4):
            for i in range(seat + 1):
                s.hand[seat].card[i] = 5 + i
            s.hand[seat].size = seat + 1

    toy.change(deal)
    seen: Any = rules_of(game, "interpreted").view(toy.slow, 2)
    assert [seen.hand[seat].size for seat in range(4)] == [1, 2, 3, 4]
    assert [seen.hand[seat].card[0] for seat in range(4)] == [0, 0, 5, 0]
