"""S-3.5 to S-3.7: drawing, discarding, and what everybody knows of it."""

from taku.engine import ALL, emit, only, roll, rule
from taku.games.synegier.state import EVENT, MOST_HAND
from taku.kit.cards import Cards, clear, draw_random, push, shuffle, take


@rule
def place_in(pile: Cards, card):
    """Where a card lies; −1 if it does not."""
    for i in range(pile.size):
        if pile.card[i] == card:
            return i
    return -1


@rule
def copies(pile: Cards, card):
    """How many of a card lie in a pile."""
    n = 0
    for i in range(pile.size):
        n += pile.card[i] == card
    return n


@rule
def seen_off(s, seat, card):
    """Everybody sees a card leave the hand: it is one that they knew, or one more that they did not."""
    i = place_in(s.in_hand[seat], card)
    if i >= 0:
        take(s.in_hand[seat], i)
        return
    i = place_in(s.in_either[seat], card)
    if i >= 0:
        take(s.in_either[seat], i)


@rule
def out_of_hand(s, seat, card):
    """A card leaves the hand, seen by everybody."""
    take(s.hand[seat], place_in(s.hand[seat], card))
    seen_off(s, seat, card)


@rule
def reshuffle(s, seat):
    """S-3.7: the whole trash becomes the deck. What is hidden now is in the hand, and all know it."""
    emit(s, ALL, EVENT.reshuffled, seat, s.trash[seat].size)
    s.shuffles[seat] = 1
    for i in range(s.in_either[seat].size):
        push(s.in_hand[seat], s.in_either[seat].card[i])
    clear(s.in_either[seat])
    for i in range(s.trash[seat].size):
        card = s.trash[seat].card[i]
        push(s.deck[seat], card)
        push(s.in_either[seat], card)
    shuffle(s, s.deck[seat])  # in the order of the trash its places would be known
    clear(s.trash[seat])


@rule
def draw(s, seat, n):
    """S-3.6, S-3.7: draw n cards, as long as there are any and the hand has room."""
    drawn = 0
    while drawn < n and s.hand[seat].size < MOST_HAND:
        if s.deck[seat].size == 0:
            if s.trash[seat].size == 0:
                break
            reshuffle(s, seat)
        card = draw_random(s, s.deck[seat])
        push(s.hand[seat], card)
        emit(s, only(seat), EVENT.drew_card, card)
        drawn += 1
    if drawn:
        emit(s, ALL, EVENT.drew, seat, drawn)


@rule
def discard(s, seat, n):
    """S-12.5: random hand cards go to the trash."""
    for _ in range(min(n, s.hand[seat].size)):
        card = s.hand[seat].card[roll(s, s.hand[seat].size)]
        out_of_hand(s, seat, card)
        push(s.trash[seat], card)
        emit(s, ALL, EVENT.discarded, seat, card)


@rule
def trash_rest(s, seat):
    """S-3.5: all hand cards that were not kept, and the row, go to the trash.

    In any order: that of the hand would tell which of them had been kept before, and where the kept ones stood.
    """
    n = s.hand[seat].size - s.kept + s.row.size
    while s.hand[seat].size > s.kept:
        card = take(s.hand[seat], s.kept + roll(s, s.hand[seat].size - s.kept))
        seen_off(s, seat, card)
        push(s.trash[seat], card)
    for i in range(s.row.size):
        push(s.trash[seat], s.row.card[i])
    clear(s.row)
    if n:
        emit(s, ALL, EVENT.trashed, seat, n)


@rule
def owned(s, seat):
    """How many cards a player owns; in its own turn the row counts."""
    n = s.deck[seat].size + s.hand[seat].size + s.trash[seat].size
    return n + s.row.size if seat == s.turn else n
