"""O-14 and the view's counting rule: pile, graveyard, and the cards everybody has seen."""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.content import CARD_TYPES, JOKER
from taku.games.oneiron.rules.teams import home, only_team
from taku.games.oneiron.state import EVENT
from taku.kit.cards import Counts, gain, give_all, lay_out, pop, shuffle, take


@rule
def learn(s, team, card):
    """Everybody sees the team get a card."""
    if s.opt.memory_aid:
        s.known[team, card] += 1


@rule
def forget(s, team, card):
    """Everybody sees the team give up a card of this type."""
    if s.known[team, card] > 0:
        s.known[team, card] -= 1


@rule
def part_with(s, seat, card):
    """A card leaves a hand in the sight of all; where it goes is the caller's matter."""
    gain(s.hand[seat], card, -1)
    forget(s, s.team[seat], card)


@rule
def discard(s, seat, card):
    """A card goes from a hand to the graveyard, open to all (O-7.14)."""
    part_with(s, seat, card)
    gain(s.graveyard, card)


@rule
def bury(s, counts: Counts):
    """All these cards go to the graveyard."""
    give_all(counts, s.graveyard)


@rule
def reshuffle(s):
    """O-14.2, O-14.3: graveyard and surplus are shuffled together with what is left of the pile."""
    give_all(s.surplus, s.graveyard)
    lay_out(s.graveyard, s.pile)
    shuffle(s, s.pile)
    emit(s, ALL, EVENT.pile_reshuffled, s.pile.size)


@rule
def draw_card(s):
    """O-14.1, O-14.2: the top card; 0 if there is none even after a reshuffle (O-14.4)."""
    if s.pile.size == 0 and s.graveyard.size + s.surplus.size:
        reshuffle(s)
    return pop(s.pile)


@rule
def topmost_element(s):
    """The place in the pile of the topmost element card; −1 if there is none."""
    place = s.pile.size - 1
    while place >= 0 and s.pile.card[place] == JOKER:
        place -= 1
    return place


@rule
def draw_element(s):
    """O-14.1, O-14.2: the topmost element card, jokers above it keep their places; 0 if there is none (O-14.4)."""
    place = topmost_element(s)
    if place < 0 and s.graveyard.size + s.surplus.size:
        reshuffle(s)
        place = topmost_element(s)
    return take(s.pile, place) if place >= 0 else 0


@rule
def draw_for(s, team, wanted, what):
    """O-12.7: the team draws cards, and everybody hears for `what` and how many; only its members see which."""
    seat = home(s, team)
    a = draw_card(s)
    b = draw_card(s) if wanted > 1 else 0
    c = draw_card(s) if wanted > 2 else 0
    got = 0
    for card in (a, b, c):
        if card:
            gain(s.hand[seat], card)
            got += 1
    emit(s, ALL, what, 1 + team, got)
    if got:
        emit(s, only_team(s, team), EVENT.cards_received, 1 + team, a, b, c, 0, 0)
    if got < wanted:
        emit(s, ALL, EVENT.pile_exhausted, wanted, got)


@rule
def tell_cards(s, counts: Counts, to, what, whose):
    """Tell all cards of a set, five in an event, after whose they are."""
    a = b = c = d = e = 0
    n = 0
    for card in range(1, CARD_TYPES + 1):
        for _ in range(counts.of[card]):
            if n == 5:
                emit(s, to, what, whose, a, b, c, d, e)
                b = c = d = e = n = 0
            if n == 0:
                a = card
            elif n == 1:
                b = card
            elif n == 2:
                c = card
            elif n == 3:
                d = card
            else:
                e = card
            n += 1
    if n:
        emit(s, to, what, whose, a, b, c, d, e)
