"""Goofspiel: the rules, in the order of the rulebook."""

from taku.engine import ALL, emit, only, roll, rule
from taku.games.goofspiel.state import BID, CARDS, EVENT, HANDS, KIND, NOBODY_WON, ORDER, PLACES


@rule
def setup(s):
    """G-1.1, G-1.2: each seat has one card of each value, and so has the deck of prizes."""
    n = s.opt.cards
    for i in range(n):
        s.deck[i] = n - i if s.opt.order == ORDER.up else i + 1
    for seat in range(s.seats):
        s.hand[seat] = (1 << n) - 1
    turn_prize(s)


@rule
def turn_prize(s):
    """G-1.3: the next prize is a random one of those left, or the last of the ordered deck."""
    last = s.opt.cards - s.round - 1
    i = roll(s, last + 1) if s.opt.order == ORDER.random else last
    card = s.deck[i]
    s.deck[i] = s.deck[last]
    s.deck[last] = 0
    s.prize[s.round] = card
    emit(s, ALL, EVENT.prize, card)


@rule
def actors(s):
    """G-2.1: all seats bid at the same time, until all prizes are played for."""
    if s.round == s.opt.cards:
        return 0
    return ((1 << s.seats) - 1) & ~s.ready


@rule
def kind(s, seat):
    return KIND.bid


@rule
def legal(s, seat, out):
    """G-2.1: any card of one's hand. Each is written, then kept or not: no branch."""
    n = 0
    hand = s.hand[seat]
    for i in range(CARDS):
        out[n] = BID.bid(i + 1)
        n += (hand >> i) & 1
    return n


@rule
def default(s, seat):
    """G-2.6: who runs out of time bids the lowest card."""
    return BID.bid(lowest(s, seat))


@rule
def lowest(s, seat):
    """The lowest card in a hand that is not empty."""
    hand = s.hand[seat]
    card = 1
    while card < CARDS and not (hand >> (card - 1)) & 1:
        card += 1
    return card


@rule
def apply(s, seat, action):
    """G-2.1, G-2.5: a bid lies face down until all have bid; the last cards are bid by themselves."""
    card = BID.bid.card(action)
    s.bid[seat] = card
    s.ready |= 1 << seat
    emit(s, only(seat), EVENT.laid, card)
    if s.ready == (1 << s.seats) - 1:
        reveal(s)
        turn_prize(s)
        if s.round == s.opt.cards - 1:
            emit(s, ALL, EVENT.last)
            for other in range(s.seats):
                s.bid[other] = lowest(s, other)
            reveal(s)


@rule
def reveal(s):
    """G-2.2: the bids are turned up, and leave the game."""
    now = s.round
    for seat in range(s.seats):
        card = s.bid[seat]
        s.played[seat, now] = card
        s.hand[seat] ^= 1 << (card - 1)
        s.bid[seat] = 0
        if s.opt.hands == HANDS.open:
            emit(s, ALL, EVENT.bid, seat, card)
    s.ready = 0
    s.winner[now] = taker(s, now)
    s.round = now + 1
    award(s, now)


@rule
def taker(s, turn):
    """G-2.3, G-2.4: 1 + the seat whose bid of a round is higher than all others, or NOBODY_WON."""
    best = 0
    found = NOBODY_WON
    for seat in range(s.seats):
        card = s.played[seat, turn]
        if card > best:
            best = card
            found = seat + 1
        elif card == best:
            found = NOBODY_WON
    return found


@rule
def award(s, turn):
    """G-2.3, G-2.4: the highest bid takes the prize; if it is shared, nobody does."""
    card = s.prize[turn]
    if s.winner[turn] == NOBODY_WON:
        emit(s, ALL, EVENT.lost, card)
    else:
        seat = s.winner[turn] - 1
        s.points[seat] += card
        emit(s, ALL, EVENT.won, seat, card, s.points[seat])


@rule
def scores(s, out):
    """G-4.1, G-4.2: places by points; or, where only the winner counts, all others share the next place."""
    for seat in range(s.seats):
        above = 0
        best = 0
        winners = 0
        for other in range(s.seats):
            above += s.points[other] > s.points[seat]
            winners = winners + 1 if s.points[other] == best else winners
            if s.points[other] > best:
                best = s.points[other]
                winners = 1
        out[seat] = 1 + (winners if above and s.opt.places == PLACES.winner else above)
