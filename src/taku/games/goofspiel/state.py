"""Goofspiel: what is on the table."""

from taku.engine import OWNER, Actions, Events, GameState, Kinds, Names, Options, act, choice, event, i8, i16, number

CARDS = 13
SEATS = 4

ORDER = Names("random", "up", "down")
HANDS = Names("open", "sealed")
PLACES = Names("all", "winner")
OPTIONS = Options(
    number("cards", CARDS, 2, CARDS, clause="G-1.1"),
    choice("order", "random", tuple(ORDER), clause="G-1.3"),
    choice("hands", "open", tuple(HANDS), clause="G-3.1"),
    choice("places", "all", tuple(PLACES), clause="G-4.2"),
)

BID = Actions(bid=act("G-2.1", f"card:card:1..{CARDS}"))
KIND = Kinds(bid=BID)
EVENT = Events(
    prize=event("G-1.3", "card:card"),
    laid=event("G-2.1", "card:card"),
    bid=event("G-2.2", "seat", "card:card"),
    won=event("G-2.3", "seat", "card:card", "points"),
    lost=event("G-2.4", "card:card"),
    last=event("G-2.5"),
)

NOBODY_WON = SEATS + 1
"""What ``winner`` says of a round in which the highest bid was shared."""


class State(GameState, options=OPTIONS, events=16):
    round = i8()  # rounds that are over; equal to the number of cards when the match is
    ready = i8()  # bit set of the seats that have laid a bid
    points = i8(SEATS)
    prize = i8(CARDS)  # the prize of each round; 0 if it is not turned up yet
    winner = i8(CARDS)  # 1 + seat, or NOBODY_WON, of each round; 0 if it is not played yet
    deck = i8(CARDS)  # the prizes that are still face down, in no order; then zeros
    hand = i16(SEATS)  # bit set of the cards in hand: bit 0 is the 1
    bid = i8(SEATS, seen=OWNER)  # the card laid face down; 0 if none
    played = i8(SEATS, CARDS)  # the card each seat played in each round
