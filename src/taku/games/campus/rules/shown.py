"""C-11: shown hands, cards that are taken and given, and what is named."""

from taku.engine import ALL, emit, only, rule
from taku.games.campus.content import CARD_KIND, COLOUR, CREDIT, FIRST_CREDIT, FRONT, KIND_OF_CARD, OVERACHIEVER
from taku.games.campus.rules.agenda import arg, pop, push, who
from taku.games.campus.rules.board import has_credit, number_of
from taku.games.campus.rules.cards import (
    cover,
    discard,
    discardable,
    draw_card,
    flush,
    from_hand,
    lies_before,
    place_of,
    subject_of,
    to_hand,
)
from taku.games.campus.state import EVENT, HAND, KIND, NAMING, PURPOSE, TASK, TURNING


@rule
def card_at(s, seat, place):
    """The card at a place of a hand; 0 past its end."""
    return s.hand[seat, place] if place < s.size[seat] else 0


@rule
def show_hand(s, seat, to):
    """C-11.1: a hand is shown, five cards in a line of the log."""
    s.undo = 0
    i = 0
    while i < s.size[seat]:
        a = card_at(s, seat, i)
        b = card_at(s, seat, i + 1)
        c = card_at(s, seat, i + 2)
        d = card_at(s, seat, i + 3)
        e = card_at(s, seat, i + 4)
        emit(s, to, EVENT.hand_shown, seat, a, b, c, d, e)
        i += 5


@rule
def hidden_from_looks(s, seat):
    """C-11.2: whether cards that look at hands leave this player out."""
    return lies_before(s, seat, FRONT.hermit)


@rule
def show_own(s, seat):
    """C-11.4: one's own hand is shown to all, by a card one has played."""
    show_hand(s, seat, ALL)
    for row in range(FIRST_CREDIT[CREDIT.draw_on_reveal], FIRST_CREDIT[CREDIT.draw_on_reveal + 1]):
        if has_credit(s, seat, row):
            push(s, KIND.draw, seat, number_of(s, seat, row), 1)


@rule
def show_all(s, seat):
    """C-11.1, C-11.2: all hands are shown to all, but for hermits'."""
    for other in range(s.seats):
        if other != seat and not hidden_from_looks(s, other):
            show_hand(s, other, ALL)
    show_own(s, seat)


@rule
def can_look(s, seat, other):
    """C-11.2, C-16.6: whether the opponent's hand can be looked at."""
    return other != seat and s.size[other] > 0 and not hidden_from_looks(s, other)


@rule
def appeal(s, seat, n):
    """C-16.2: the hand is shown; who has a cheat card in it loses tokens, others may put some."""
    cheats = has_cheat(s, seat)
    if cheats:
        push(s, KIND.lose, seat, n, COLOUR.any)
    else:
        push(s, KIND.appeal, seat, n)
    show_own(s, seat)


@rule
def has_cheat(s, seat):
    """Whether a hand has a cheat card."""
    for i in range(s.size[seat]):
        if CARD_KIND[s.hand[seat, i]] == KIND_OF_CARD.cheat:
            return True
    return False


# ---- taking cards


@rule
def target(s, seat, other):
    """C-16.6, C-16.13: an opponent is chosen."""
    purpose = arg(s, 0)
    pop(s)
    if purpose == PURPOSE.inspect:
        inspect(s, seat, other)
        return
    show_hand(s, other, only(seat))
    s.viewers[other] |= only(seat)
    push(s, TASK.cover, other)
    push(s, KIND.give, seat, other)
    push(s, KIND.take, seat, other)


@rule
def inspect(s, seat, other):
    """C-16.13: with a cheat card in it the hand loses all but subject cards; else its inspector discards one."""
    show_hand(s, other, ALL)
    if not has_cheat(s, other):
        push(s, KIND.discard, seat, 1)
        return
    i = 0
    while i < s.size[other]:
        card = s.hand[other, i]
        if CARD_KIND[card] != KIND_OF_CARD.subject and discardable(s, other, card):
            discard(s, other, i)
        else:
            i += 1
    flush(s, other)


@rule
def take(s, seat, other, card):
    """A card goes from one hand to another; the two see it. Its back."""
    back = from_hand(s, other, place_of(s, other, card))
    emit(s, ALL, EVENT.card_taken, seat, other)
    emit(s, only(seat) | only(other), EVENT.passed, seat, other, card)
    to_hand(s, seat, card, back)
    return back


@rule
def collect_from_all(s, seat):
    """C-16.5: all hands are shown; from each opponent one card is taken, and then replaced."""
    push(s, TASK.replace, seat)
    push(s, TASK.collect, seat, 1)
    show_all(s, seat)
    for other in range(s.seats):
        if can_look(s, seat, other):
            s.viewers[other] = ALL


@rule
def collect(s):
    """C-16.5: the next opponent clockwise."""
    seat = who(s)
    i = arg(s, 0)
    if i >= s.seats:
        pop(s)
        return
    s.task[s.depth - 1, 2] = i + 1
    other = (seat + i) % max(1, s.seats)
    if can_look(s, seat, other) and s.size[seat] < HAND:
        push(s, KIND.take, seat, other, 1)
    else:
        cover(s, other)


@rule
def collected(s, seat, other, card):
    """C-16.5, C-16.6: the card is taken; one that is to be replaced is remembered by its deck."""
    replaced = arg(s, 1)
    pop(s)
    back = take(s, seat, other, card)
    if replaced:
        s.gone[other, back - 1] += 1
        cover(s, other)


@rule
def replace(s):
    """C-11.5: lost cards are replaced from the deck of each."""
    seat = who(s)
    pop(s)
    for i in range(1, s.seats):
        other = (seat + i) % max(1, s.seats)
        for deck in range(2):
            while s.gone[other, deck] > 0:
                s.gone[other, deck] -= 1
                draw_card(s, other, deck)


@rule
def name_subject(s, seat, subject):
    """C-16.8, C-16.17: a subject is named."""
    naming = arg(s, 0)
    pop(s)
    s.undo = 0
    emit(s, ALL, EVENT.subject_named, seat, subject)
    if naming == NAMING.forecast:
        push(s, KIND.flip, seat, TURNING.forecast, subject)
        return
    push(s, TASK.replace, seat)
    show_all(s, seat)
    for i in range(1, s.seats):
        other = (seat + i) % max(1, s.seats)
        if not hidden_from_looks(s, other):
            take_subject(s, seat, other, subject)


@rule
def take_subject(s, seat, other, subject):
    """C-16.8: all subject cards of the named subject."""
    i = 0
    while i < s.size[other]:
        card = s.hand[other, i]
        if subject_of(s, other, card) == 1 + subject and s.size[seat] < HAND:
            back = take(s, seat, other, card)
            s.gone[other, back - 1] += 1
        else:
            i += 1


# ---- credits that exchange hands (C-15.7)


@rule
def open_trade(s, seat, other):
    """3C: a hand is looked at; cards are swapped as often as one likes."""
    s.swaps = 0
    show_hand(s, other, only(seat))
    s.viewers[other] |= only(seat)
    push(s, KIND.trade_mine, seat, other)


@rule
def may_offer(card):
    """C-15.7: trouble cards and 意識高い系 are never given."""
    return CARD_KIND[card] != KIND_OF_CARD.trouble and card != OVERACHIEVER


@rule
def swap_cards(s, seat, other, card):
    """C-15.7: card for card; both go to the end of their new hands, where they stay."""
    place = s.offered - 1
    s.offered = 0
    mine = s.hand[seat, place]
    my_back = from_hand(s, seat, place)
    back = from_hand(s, other, place_of(s, other, card))
    to_hand(s, seat, card, back)
    to_hand(s, other, mine, my_back)
    s.swaps += 1
    emit(s, ALL, EVENT.card_taken, seat, other)
    emit(s, only(seat) | only(other), EVENT.passed, seat, other, card)
    emit(s, only(seat) | only(other), EVENT.passed, other, seat, mine)


@rule
def swap_hands(s, seat, other):
    """C-15.7: whole hands, unseen."""
    for i in range(max(s.size[seat], s.size[other])):
        card = s.hand[seat, i]
        back = s.back[seat, i]
        s.hand[seat, i] = s.hand[other, i]
        s.back[seat, i] = s.back[other, i]
        s.hand[other, i] = card
        s.back[other, i] = back
    n = s.size[seat]
    s.size[seat] = s.size[other]
    s.size[other] = n
    emit(s, ALL, EVENT.hands_swapped, seat, other)
