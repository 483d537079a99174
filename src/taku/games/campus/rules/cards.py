"""C-4: decks, hands and discards, and C-10: cards that lie before a player."""

from taku.engine import ALL, emit, only, rule
from taku.games.campus.content import (
    CARD_DISCARD,
    CARD_KIND,
    CREDIT,
    CREDITS,
    DISCARD,
    FIRST_CREDIT,
    FIRST_LYING,
    FRONT,
    FRONT_OF,
    IN_CARDS,
    KIND_OF_CARD,
    LIE,
    LYING,
    NATURAL,
    NONE,
    OVERACHIEVER,
    ROW,
    SCOPE,
    STEPS,
    SUBJECT,
    TREATS_AS,
)
from taku.games.campus.content import LIST as STEP_LIST
from taku.games.campus.rules.agenda import push
from taku.games.campus.rules.board import has_credit, number_of
from taku.games.campus.state import CARDS, EVENT, HAND, TASK
from taku.kit.cards import add, draw_random

# ---- decks and piles


@rule
def can_draw(s, deck):
    """C-4.4: whether the deck or its pile has a card."""
    return s.deck[deck].size + s.pile[deck, 0] > 0


@rule
def next_card(s, deck):
    """C-4.3: the top card of a deck, its pile shuffled first if the deck is empty."""
    if s.deck[deck].size == 0:
        for card in range(1, CARDS + 1):
            add(s.deck[deck], card, s.pile[deck, card])
            s.pile[deck, card] = 0
        s.pile[deck, 0] = 0
        emit(s, ALL, EVENT.deck_reshuffled, 1 + deck)
    s.undo = 0
    return draw_random(s, s.deck[deck])


@rule
def to_pile(s, card, back):
    """C-4.1: a card goes to the pile of its own deck."""
    s.pile[back - 1, card] += 1
    s.pile[back - 1, 0] += 1


@rule
def draw_card(s, seat, deck):
    """C-4.2, C-4.5: one card to the hand, seen by its owner."""
    if s.size[seat] < HAND and can_draw(s, deck):
        card = next_card(s, deck)
        emit(s, ALL & ~s.viewers[seat], EVENT.card_drawn, seat, 1 + deck)
        emit(s, s.viewers[seat], EVENT.drew, seat, 1 + deck, card)
        to_hand(s, seat, card, 1 + deck)


# ---- hands


@rule
def to_hand(s, seat, card, back):
    """A card joins a hand."""
    s.hand[seat, s.size[seat]] = card
    s.back[seat, s.size[seat]] = back
    s.size[seat] += 1


@rule
def from_hand(s, seat, place):
    """A card leaves a hand; those behind it close up. Its back."""
    back = s.back[seat, place]
    for i in range(place, s.size[seat] - 1):
        s.hand[seat, i] = s.hand[seat, i + 1]
        s.back[seat, i] = s.back[seat, i + 1]
    s.size[seat] -= 1
    s.hand[seat, s.size[seat]] = 0
    s.back[seat, s.size[seat]] = 0
    return back


@rule
def place_of(s, seat, card):
    """Where the first copy of a card lies in a hand; NONE."""
    for i in range(s.size[seat]):
        if s.hand[seat, i] == card:
            return i
    return NONE


@rule
def is_first(s, seat, place):
    """Whether no copy of the same card lies before it: copies are chosen once."""
    return place_of(s, seat, s.hand[seat, place]) == place


@rule
def subject_of(s, seat, card):
    """C-8.5: 1 + the main subject of a card as its owner has it; 0 for other cards."""
    return s.treat[seat] if s.treat[seat] and SUBJECT[card] else SUBJECT[card]


# ---- discarding


@rule
def discardable(s, seat, card):
    """C-4.7: whether a hand card may be discarded."""
    if CARD_DISCARD[card] == DISCARD.play_only or (CARD_DISCARD[card] == DISCARD.mark_only and not s.mark[seat]):
        return False
    for row in range(FIRST_LYING[FRONT.no_discard], FIRST_LYING[FRONT.no_discard + 1]):
        if s.lying[LYING[row, LIE.front]] and IN_CARDS[LYING[row, LIE.cards], card]:
            return False
    return True


@rule
def discardables(s, seat):
    """How many cards of a hand may be discarded."""
    n = 0
    for i in range(s.size[seat]):
        if discardable(s, seat, s.hand[seat, i]):
            n += 1
    return n


@rule
def discard(s, seat, place):
    """C-4.6, C-4.9: a hand card goes to its pile; what it does waits until the instruction is done."""
    card = s.hand[seat, place]
    to_pile(s, card, from_hand(s, seat, place))
    emit(s, ALL, EVENT.card_discarded, seat, card)
    s.queue[s.queued] = card
    s.queued += 1


@rule
def discard_card(s, seat, card):
    """The first copy of a card is discarded."""
    discard(s, seat, place_of(s, seat, card))


@rule
def flush(s, seat):
    """C-4.9: the instruction is done; what its cards do comes one after the other, in discard order."""
    while s.queued > 0:
        s.queued -= 1
        card = s.queue[s.queued]
        s.queue[s.queued] = 0
        if STEPS[card, STEP_LIST.discard]:
            push(s, TASK.hit, seat, card)
        draw_for(s, seat, card)


@rule
def draw_for(s, seat, card):
    """C-15.10: cards of some subjects that go to a pile let their owner draw."""
    if SUBJECT[card]:
        for row in range(FIRST_CREDIT[CREDIT.draw_on_discard], FIRST_CREDIT[CREDIT.draw_on_discard + 1]):
            if (CREDITS[row, ROW.subjects] >> (subject_of(s, seat, card) - 1)) & 1 and has_credit(s, seat, row):
                push(s, TASK.draw, seat, number_of(s, seat, row))


@rule
def discard_all(s, seat):
    """C-4.7, C-16.12: all cards of a hand that may be discarded; how many."""
    n = 0
    i = 0
    while i < s.size[seat]:
        if discardable(s, seat, s.hand[seat, i]):
            discard(s, seat, i)
            n += 1
        else:
            i += 1
    return n


# ---- cards that lie before a player


@rule
def lay(s, seat, card, back):
    """C-7.1: a card lies face up before its player."""
    s.front[seat, s.fronts[seat]] = card
    s.front_back[seat, s.fronts[seat]] = back
    s.fronts[seat] += 1
    if FRONT_OF[card] != NONE:
        s.lies[seat, FRONT_OF[card]] += 1
        s.lying[FRONT_OF[card]] += 1
        look_again(s, seat)


@rule
def lift(s, seat, place):
    """A card leaves the front; its back."""
    card = s.front[seat, place]
    back = s.front_back[seat, place]
    for i in range(place, s.fronts[seat] - 1):
        s.front[seat, i] = s.front[seat, i + 1]
        s.front_back[seat, i] = s.front_back[seat, i + 1]
    s.fronts[seat] -= 1
    s.front[seat, s.fronts[seat]] = 0
    s.front_back[seat, s.fronts[seat]] = 0
    if FRONT_OF[card] != NONE:
        s.lies[seat, FRONT_OF[card]] -= 1
        s.lying[FRONT_OF[card]] -= 1
        look_again(s, seat)
    return back


@rule
def look_again(s, seat):
    """C-8.5, C-11.3: what all cards count as, by the card that was laid last, and who sees the hand."""
    s.treat[seat] = 0
    for i in range(s.fronts[seat]):
        if TREATS_AS[s.front[seat, i]]:
            s.treat[seat] = TREATS_AS[s.front[seat, i]]
    cover(s, seat)


@rule
def cover(s, seat):
    """C-11.3: a hand is seen by its owner, and by all while it lies open."""
    s.viewers[seat] = ALL if s.lies[seat, FRONT_OF[OVERACHIEVER]] else only(seat)


@rule
def lies_before(s, seat, op):
    """Whether a card with this front effect lies before the player."""
    for row in range(FIRST_LYING[op], FIRST_LYING[op + 1]):
        if s.lies[seat, LYING[row, LIE.front]]:
            return True
    return False


@rule
def like_subject(card):
    """C-8.6: subject cards, and what is played as one."""
    return CARD_KIND[card] == KIND_OF_CARD.subject or card == NATURAL


@rule
def banned(s, seat, card):
    """C-10.3: whether the card cannot be played because of its name or kind."""
    kinds = 1 << CARD_KIND[card]
    if card == NATURAL:
        kinds |= 1 << KIND_OF_CARD.subject
    for row in range(FIRST_LYING[FRONT.ban], FIRST_LYING[FRONT.ban + 1]):
        front = LYING[row, LIE.front]
        if (s.lying[front] if LYING[row, LIE.scope] == SCOPE.all else s.lies[seat, front]) and (
            LYING[row, LIE.kinds] & kinds or IN_CARDS[LYING[row, LIE.cards], card]
        ):
            return True
    return False


@rule
def banned_subjects(s, seat):
    """C-10.3: the subjects that no subject card may be used as."""
    found = 0
    for row in range(FIRST_LYING[FRONT.ban], FIRST_LYING[FRONT.ban + 1]):
        front = LYING[row, LIE.front]
        if s.lying[front] if LYING[row, LIE.scope] == SCOPE.all else s.lies[seat, front]:
            found |= LYING[row, LIE.subjects]
    return found


@rule
def immune(s, seat, card):
    """C-10.6: whether the card has no effect on the player."""
    for row in range(FIRST_LYING[FRONT.immune], FIRST_LYING[FRONT.immune + 1]):
        if s.lies[seat, LYING[row, LIE.front]] and IN_CARDS[LYING[row, LIE.cards], card]:
            return True
    for row in range(FIRST_CREDIT[CREDIT.immune], FIRST_CREDIT[CREDIT.immune + 1]):
        if IN_CARDS[CREDITS[row, ROW.cards], card] and has_credit(s, seat, row):
            return True
    return False


@rule
def without_effect(s, seat, card):
    """C-10.4, C-10.6: whether a card does nothing to this player."""
    for row in range(FIRST_LYING[FRONT.void], FIRST_LYING[FRONT.void + 1]):
        if s.lying[LYING[row, LIE.front]] and IN_CARDS[LYING[row, LIE.cards], card]:
            return True
    return immune(s, seat, card)
