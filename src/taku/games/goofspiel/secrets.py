"""Goofspiel: what a seat does not know, and worlds that fit what it knows."""

from taku.engine import roll, rule
from taku.games.goofspiel.rules import taker
from taku.games.goofspiel.state import CARDS, HANDS

SEARCH, DEALS = 2000, 100
"""Swaps tried until all rounds fit, and how often cards are dealt anew when they do not: 286,000 views of seats in
random matches all found a world that fits. If none is found, the nearest one stands."""
STIR, WORSE = 60, 32
"""Worlds that fit met by stirring, per seat, and how much rarer a step for the worse is: compared with lists of all
worlds that fit in small matches, their frequencies are even (chi-square per degree of freedom 0.4 to 2.1)."""


@rule
def hide(s, seat):
    """G-3.1, G-3.2: where bids stay sealed, others' cards are secret until the match is over."""
    if s.opt.hands == HANDS.sealed and s.round < s.opt.cards:
        for other in range(s.seats):
            if other != seat:
                s.hand[other] = 0
                for turn in range(s.round):
                    s.played[other, turn] = 0


@rule
def guess(s, seat):
    """Others laid any card of their hands; where bids are sealed they played any that explain who won which prize."""
    if s.round == s.opt.cards:
        return
    if s.opt.hands == HANDS.sealed:
        guess_history(s, seat)
    for other in range(s.seats):
        if other != seat and (s.ready >> other) & 1:
            s.bid[other] = 1 + random_card(s, s.hand[other])


@rule
def random_card(s, hand):
    """A random bit of a set that is not empty."""
    size = 0
    for card in range(CARDS):
        size += (hand >> card) & 1
    skip = roll(s, size)
    for card in range(CARDS):
        if (hand >> card) & 1:
            if skip == 0:
                return card
            skip -= 1
    return 0


@rule
def guess_history(s, seat):
    """Deal every other seat's cards to the rounds in random order, swap until the known winners fit, then stir."""
    for _ in range(DEALS):
        misfits = settle(s, seat, deal_all(s, seat))
        if misfits == 0:
            misfits = settle(s, seat, stir(s, seat))
            if misfits == 0:
                break
    for other in range(s.seats):
        if other != seat:
            take_up(s, other)


@rule
def stir(s, seat):
    """Swap on from a world that fits, until worlds that fit were met often enough; returns how many rounds do not.

    Some steps are for the worse, since worlds that fit may lie apart. A swap is as likely as its opposite but for a
    factor WORSE for each round that does not fit: so those met in which all do are equally likely in the long run.
    """
    misfits = 0
    left = STIR * s.seats
    for _ in range(SEARCH):
        misfits += swap(s, seat, True)
        if misfits == 0:
            left -= 1
            if left == 0:
                break
    return misfits


@rule
def settle(s, seat, misfits):
    """Swap until all rounds fit; returns how many still do not."""
    for _ in range(SEARCH):
        if misfits == 0:
            break
        misfits += swap(s, seat, False)
    return misfits


@rule
def deal_all(s, seat):
    """Deal all other seats' cards; returns how many rounds do not fit their winners."""
    for other in range(s.seats):
        if other != seat:
            deal(s, other)
    misfits = 0
    for turn in range(s.round):
        misfits += misfit(s, turn)
    return misfits


@rule
def deal(s, other):
    """A random order of all of a seat's cards: first those of the rounds so far, then its hand."""
    for i in range(s.opt.cards):
        k = roll(s, i + 1)
        s.played[other, i] = s.played[other, k]
        s.played[other, k] = i + 1


@rule
def swap(s, seat, stirring):
    """Swap two cards of another seat if no more rounds fail to fit, or as chance has it; returns their change."""
    other = roll(s, s.seats)
    a = roll(s, s.round) if s.round else 0
    b = roll(s, s.opt.cards)
    if other == seat or a == b or s.round == 0:
        return 0
    before = misfit(s, a) + misfit(s, b)
    exchange(s, other, a, b)
    change = misfit(s, a) + misfit(s, b) - before
    if change > 0 and (not stirring or roll(s, WORSE * WORSE if change == 2 else WORSE)):
        exchange(s, other, a, b)
        return 0
    return change


@rule
def misfit(s, turn):
    """1 if the cards of a round do not explain its winner; cards in hand explain everything."""
    return 1 if turn < s.round and taker(s, turn) != s.winner[turn] else 0


@rule
def exchange(s, other, a, b):
    card = s.played[other, a]
    s.played[other, a] = s.played[other, b]
    s.played[other, b] = card


@rule
def take_up(s, other):
    """The cards that no round took are the seat's hand."""
    s.hand[other] = 0
    for turn in range(s.round, s.opt.cards):
        s.hand[other] |= 1 << (s.played[other, turn] - 1)
        s.played[other, turn] = 0
