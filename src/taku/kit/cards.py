"""Cards: ordered piles, and hands as counts.

``deck = Cards(60, seen=NOBODY)`` is a pile of at most 60 cards, ``hand = Cards(9, 4, seen=OWNER)`` one for each of
four seats. A card is a number from 1 to 127 (0 is no card, or one that is not seen); the last slot below ``size`` is
the top, and slots past ``size`` are zero. Sizes are public, cards as ``seen`` says. ``bag = Counts(40, 4, seen=TEAM)``
holds for each card *how many* there are, where their order means nothing. No rule here makes or loses a card except
``add``, ``gain`` and ``clear``. A pile must be long enough for all cards it can ever get (the law *bounds* watches it).
"""

from typing import Any

from taku.engine import PUBLIC, Family, Ints, field, i8, i16, roll, rule
from taku.engine.fields import Seen


class Cards(Family):
    """A pile of cards in order."""

    size: int
    card: Ints

    @classmethod
    def sized(cls, capacity: int, *shape: int, seen: Seen = PUBLIC) -> Any:
        """One pile, or an array of them."""
        name = f"Cards{capacity}{seen.who.title()}{seen.by}"
        return field(cls.member(name, size=i16(), card=i8(capacity, seen=seen)), *shape)


class Counts(Family):
    """For each card from 1 to `kinds`, how many there are."""

    size: int
    of: Ints

    @classmethod
    def sized(cls, kinds: int, *shape: int, seen: Seen = PUBLIC) -> Any:
        """One set of cards, or an array of them."""
        name = f"Counts{kinds}{seen.who.title()}{seen.by}"
        return field(cls.member(name, size=i16(), of=i8(kinds + 1, seen=seen)), *shape)


# ---- piles ------------------------------------------------------------------------------------------------------


@rule
def push(pile: Cards, card):
    """Lay a card on top."""
    pile.card[pile.size] = card
    pile.size += 1


@rule
def pop(pile: Cards):
    """Take the top card; 0 if there is none."""
    if pile.size == 0:
        return 0
    pile.size -= 1
    card = pile.card[pile.size]
    pile.card[pile.size] = 0
    return card


@rule
def take(pile: Cards, place):
    """Take the card at a place; those above it close up."""
    card = pile.card[place]
    for i in range(place, pile.size - 1):
        pile.card[i] = pile.card[i + 1]
    pile.size -= 1
    pile.card[pile.size] = 0
    return card


@rule
def add(pile: Cards, card, n):
    """Lay n new copies of a card on top, when a deck is made."""
    for _ in range(n):
        push(pile, card)


@rule
def clear(pile: Cards):
    """Forget all cards of a pile."""
    for i in range(pile.size):
        pile.card[i] = 0
    pile.size = 0


@rule
def shuffle(s, pile: Cards):
    """All orders are equally likely."""
    for i in range(pile.size - 1, 0, -1):
        k = roll(s, i + 1)
        card = pile.card[i]
        pile.card[i] = pile.card[k]
        pile.card[k] = card


@rule
def draw_random(s, pile: Cards):
    """Take a random card, and let the top one fill its place; 0 if there is none. A pile used so needs no shuffling."""
    if pile.size == 0:
        return 0
    place = roll(s, pile.size)
    card = pile.card[place]
    pile.card[place] = pile.card[pile.size - 1]
    pop(pile)
    return card


# ---- counts -----------------------------------------------------------------------------------------------------


@rule
def gain(counts: Counts, card, n=1):
    """Add n copies of a card; a negative n takes them away."""
    counts.of[card] += n
    counts.size += n


@rule
def give(source: Counts, target: Counts, card):
    """One copy of a card goes from one to another."""
    gain(source, card, -1)
    gain(target, card)


@rule
def give_all(source: Counts, target: Counts):
    """All cards go from one to another."""
    for card in range(1, len(source.of)):
        n = source.of[card]
        gain(target, card, n)
        gain(source, card, -n)


@rule
def lay_out(counts: Counts, pile: Cards):
    """All cards go onto a pile, the lowest first: shuffle it then."""
    for card in range(1, len(counts.of)):
        add(pile, card, counts.of[card])
        counts.of[card] = 0
    counts.size = 0
