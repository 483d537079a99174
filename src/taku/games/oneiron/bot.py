"""What good play looks like, as weights for playouts and an estimate of a seat's result (rulebook, "Bots")."""

from math import exp
from typing import Any

from taku.engine import rule, table
from taku.games.oneiron.content import ELEMENT, ELEMENTS, JOKER, NUMBER, NUMBERS
from taku.games.oneiron.rules.board import ahead, forbidden, inside
from taku.games.oneiron.rules.teams import home, lives_of, living_members, living_partner, seat_of, team_cards
from taku.games.oneiron.state import (
    BOARD,
    FACE,
    LEFT,
    LEND,
    LOOT,
    MOVE,
    PAY,
    PLACES,
    PRESENT,
    REVIVE,
    RIGHT,
    SPLIT,
    STEP,
    SWAP,
    TURN,
)
from taku.kit.cards import Counts
from taku.kit.grids import manhattan

# Net value of a number in a duel, measured: 13 +0.9, 10 +0.6, 8 and 9 +0.5, 7 and 12 +0.3, 6 and 11 +0.15, 5 −0.3,
# 2 −0.5, 4 −0.6, 1 −0.9, 3 −1.1. `value` counts hands by it.
_FIGHT = [2, 3, 1, 3, 4, 6, 7, 9, 9, 10, 6, 7, 14]
FIGHT = table([0, *_FIGHT, *_FIGHT, *_FIGHT, 5])

# ---------------------------------------------------------------- how levels search

SEARCH: dict[str, Any] = {"uct": 0.15, "cut": 40}
"""Forty decisions are a round with 20 players and most of a match with two; `value` judges the rest."""

LEVELS: dict[str, dict[str, Any]] = {
    "beginner": {"simulations": 12, "slip": 0.3, "reach": 1.0, "prefer": False},
    "casual": {"simulations": 30, "slip": 0.14, "reach": 0.6, "prefer": False},
    "club": {"simulations": 180, "slip": 0.045, "reach": 0.3, "prefer": False},
    "expert": {"simulations": 200, "mix": 0.016},
    "master": {"simulations": 3_000, "mix": 0.0, "crowd": 8},
}
"""The lower three look ahead a little without a feel for the game, and slip. An expert knows by `prefer` what deserves
a look, and plays what is nearly as good now and then, so as not to be read; that costs a master more than it hides.

A simulation takes 13 µs with four players and 35 µs with twenty: a master answers in a tenth of a second. Luck decides
much here, and more simulations than some hundred help little: the levels are spread (docs/games/oneiron.md)."""

# ---------------------------------------------------------------- what deserves a look

# Points: eight more make a choice e times as likely. Found by self-play of teams that draw their actions by `prefer`,
# many thousand matches of 4, 8 and 12 seats for each step along the gradient (docs/games/oneiron.md).
LEAST, MOST = -24, 80
WEIGHT = table([round(20 * exp(i / 8)) for i in range(LEAST, MOST + 1)])


def _points(numbers: list[int], joker: int) -> list[int]:
    assert len(numbers) == NUMBERS
    return [0, *numbers, *numbers, *numbers, joker]


PRESENTED = table(_points([10, 12, -2, -2, 6, 20, 18, 20, 32, 36, 22, 26, 48], 30))
LANDED = table(_points([21, 18, 22, 18, 17, 13, 11, 6, 6, 6, 13, 11, 0], 0))
MOVED = table(_points([40, 36, 40, 34, 30, 24, 18, 14, 10, 6, 8, 8, -6], -28))
"""Good numbers are for duels, bad ones for the grid and for moving."""

SHARED, TO_WEAKER = 50, 42
"""Confirming a split, and giving the joker to who has fewer lives, beside 0 for each other card that could be moved:
playouts rarely touch the proposal."""
BEATS_KNOWN, GIVEN_AWAY, OTHER_ELEMENT = 70, -22, 48
JOKER_TO_LIVE, JOKER_TO_FELL = 16, 30
MANY, AWAY, INTO_DARK, TO_TOKEN, TO_STRONGER = 6, 56, -64, 26, -20  # cards that advance
TURNED, STUCK, AT_TOKEN, AT_STRONGER, ESCAPE = 24, -48, 24, -20, 28  # cards that turn, and a joker
FACE_DARK, FACE_TOKEN, FACE_STRONGER, FACE_MIDDLE = -24, 40, 16, 20
LOWER_GOES = 20
PAYS, PAYS_SELF = 16, 11
SALVAGE, CHARGE, PER_MISSING = 40, 20, 14
A_HAND = 4
MIDDLE = PLACES // 2


@rule
def weight(points):
    """How often something worth so many points is chosen, beside the others."""
    return WEIGHT[max(LEAST, min(MOST, points)) - LEAST]


@rule
def prefer(s, seat, action):
    """How often a sensible player chooses an action, beside the others' weights."""
    if s.step == STEP.split:
        return prefer_share(s, s.team[seat], action)
    if s.step == STEP.present:
        return weight(points_presented(s, seat, PRESENT.present.card(action)))
    if s.step == STEP.landing:
        return prefer_landing(action, s.draft[seat].stage)
    if s.step == STEP.lend:  # what is lent is played at once
        return weight(PRESENTED[LEND.lend.card(action)])
    if s.step == STEP.loot:
        return weight(PRESENTED[LOOT.loot.card(action)])
    if s.step == STEP.move:
        return prefer_move(s, s.team[seat], action, s.draft[seat].stage)
    if s.step == STEP.move_swap:
        team = s.team[seat]
        slot = SWAP.swap.slot(action)
        # A high sum comes late in the order, and who is late is often not matched: a duel less.
        return weight(LOWER_GOES if NUMBER[s.grid[team, slot]] < NUMBER[s.grid[team, 1 - slot]] else 0)
    if s.step == STEP.hazard_pay:
        return prefer_payer(s, seat, PAY.pay.member(action))
    if s.step == STEP.revive_use:
        return prefer_use(s, s.team[seat], action)
    return 1


@rule
def prefer_share(s, team, action):
    """The proposal is fair to both; a joker is for the member who has fewer lives."""
    if action == SPLIT.confirm:
        return weight(SHARED)
    if action == SPLIT.reset:
        return 0
    to = SPLIT.split_to.to(action)
    for_the_weaker = SPLIT.split_to.card(action) == JOKER and lives_of(s, team, to) < lives_of(s, team, 1 - to)
    return weight(TO_WEAKER if for_the_weaker else 0)


@rule
def prefer_landing(action, stage):
    """Bad numbers go onto the grid; any facing will do."""
    if stage == 0:
        return weight(LANDED[LEFT.land_left.card(action)])
    if action == FACE.back:
        return 0
    return weight(LANDED[RIGHT.land_right.card(action)]) if stage == 1 else 1


@rule
def points_presented(s, seat, card):
    """Good numbers of an element that beats what the others are known to hold, and not one they know of; a joker where
    a life is the last; and not the element that the partner plays against one."""
    team = s.team[seat]
    e = s.battle[team] - 1
    other = s.encounter[e, 0] + s.encounter[e, 1] - team - 2
    n = PRESENTED[card]
    if card == JOKER:
        return n + JOKER_TO_LIVE * (s.lives[seat] == 1) + JOKER_TO_FELL * last_life(s, other)
    n += BEATS_KNOWN * beaten(s, other, ELEMENT[card]) // max(1, team_cards(s, other))
    n += GIVEN_AWAY * (s.known[team, card] > 0)
    partner = living_partner(s, seat)
    if partner >= 0 and living_members(s, other) == 1:
        n += OTHER_ELEMENT * (ELEMENT[s.draft[partner].pick[0]] != ELEMENT[card])
    return n


@rule
def beaten(s, team, element):
    """How many cards that a team is known to hold this element beats, less those that beat it (O-1.9)."""
    n = 0
    for i in range(1, NUMBERS + 1):
        n += s.known[team, NUMBERS * (element % ELEMENTS) + i]
        n -= s.known[team, NUMBERS * ((element + 1) % ELEMENTS) + i]
    return n


@rule
def last_life(s, team):
    """Whether a living member of a team has one life left."""
    return lives_of(s, team, 0) == 1 or lives_of(s, team, 1) == 1


@rule
def prefer_payer(s, seat, member):
    """Who has more lives pays; if both have the same, who decides pays."""
    team = s.team[seat]
    more = lives_of(s, team, member) - lives_of(s, team, 1 - member)
    if more == 0:
        return weight(PAYS_SELF if seat_of(s, team, member) == seat else 0)
    return weight(PAYS if more > 0 else 0)


@rule
def dangerous(s, place):
    """A place that costs a life: beyond the grid, or forbidden."""
    return place < 0 or not inside(place) or forbidden(s, place)


@rule
def might(s, team):
    """What everybody sees of a team's strength: lives and, up to twelve, cards."""
    return 3 * (lives_of(s, team, 0) + lives_of(s, team, 1)) + min(12, team_cards(s, team))


@rule
def stronger_near(s, team, place):
    """How many teams at a place or beside it are at least as strong: whom one does not want to meet."""
    n = 0
    for other in range(s.teams):
        if other != team and s.rank[other] == 0 and manhattan(place, s.place[other], BOARD) <= 1:
            n += might(s, other) >= might(s, team)
    return n


@rule
def prefer_move(s, team, action, stage):
    """Leave dark cells and never walk into them, go where lives lie, keep from the strong; bad cards go first."""
    place = s.place[team]
    if stage and action == TURN.back:
        return 0
    if stage and action in TURN.turn:
        to = ahead(place, TURN.turn.facing(action))
        if dangerous(s, to):
            return weight(FACE_DARK)
        n = FACE_TOKEN * min(2, s.token[to]) + FACE_STRONGER * stronger_near(s, team, to)
        return weight(n + FACE_MIDDLE * (to == MIDDLE))
    to = ahead(place, s.facing[team])
    away = dangerous(s, place)
    into = dangerous(s, to)
    if stage:
        return weight(ESCAPE if away and not into else 0)
    card = MOVE.move.card(action)
    n = MOVED[card] + MANY * held(s, team, card)
    if ELEMENT[card] == s.moving:
        if into:
            return weight(n + INTO_DARK)
        n += AWAY * away + TO_TOKEN * min(2, s.token[to])
        return weight(n + TO_STRONGER * stronger_near(s, team, to))
    n += TURNED + STUCK * (away and not into) + AT_TOKEN * min(2, s.token[place])
    return weight(n + AT_STRONGER * stronger_near(s, team, place))


@rule
def held(s, team, card):
    """How many cards of a card's element a team holds; the one it has most of is spent first."""
    if card == JOKER:
        return 0
    hand = s.hand[home(s, team)]
    n = 0
    for i in range(1, NUMBERS + 1):
        n += hand.of[NUMBERS * (ELEMENT[card] - 1) + i]
    return n


@rule
def prefer_use(s, team, use):
    """Wake the partner; else cards, the more the smaller the hand, or a life."""
    if use == REVIVE.salvage:
        return weight(SALVAGE)
    if use == REVIVE.cards:
        return weight(CHARGE + PER_MISSING * max(0, A_HAND - team_cards(s, team)))
    if use == REVIVE.decline:
        return 0
    return weight(0)


# ---------------------------------------------------------------- who stands better

# Hundredths of a logit: a team that has 100 more than another outlives it e times as often as not. Fitted to who
# outlived whom from 245,000 positions of 29,000 matches with 2 to 20 seats (docs/games/oneiron.md).
PER_LIFE, PER_BEST_LIFE = 42, 14  # every life, and once more those of the member who has most
CARDS = table([0, 15, 30, 45, 60, 67, 74, 81, 88, 95, 102])
PER_JOKER, PER_TEN_FIGHT = 27, 7
WAY_OUT, NO_WAY_OUT, DARK_AHEAD, OUTSIDE, PAYING, LAST_LIFE = 33, 127, 18, 11, 72, 132  # standing in danger
PER_TOKEN, PER_NEIGHBOUR = 24, 35
SQUASH_STEP = 10
SQUASH = table([round(1000 / (1 + exp(-SQUASH_STEP * i / 100))) for i in range(-60, 61)])


@rule
def strength(s, team):
    """What a team has to live on: lives, cards, and a safe place away from others."""
    a = lives_of(s, team, 0)
    b = lives_of(s, team, 1)
    total = PER_LIFE * (a + b) + PER_BEST_LIFE * max(a, b) + CARDS[min(10, team_cards(s, team))]
    for i in range(2):
        seat = seat_of(s, team, i)
        if seat >= 0:
            total += quality(s.hand[seat])
    if s.round == 0:
        return total
    place = s.place[team]
    ahead_dark = dangerous(s, ahead(place, s.facing[team]))
    if dangerous(s, place):
        total -= (NO_WAY_OUT if ahead_dark else WAY_OUT) + LAST_LIFE * (a + b == 1) + OUTSIDE * (not inside(place))
        if s.step == STEP.move_swap or s.step == STEP.hazard_pay:
            total -= PAYING
    else:
        total -= DARK_AHEAD * ahead_dark
    if inside(place):
        total += PER_TOKEN * min(2, s.token[place])
    for other in range(s.teams):
        if other != team and s.rank[other] == 0:
            total -= PER_NEIGHBOUR * (manhattan(place, s.place[other], BOARD) <= 1)
    return total


@rule
def quality(hand: Counts):
    """What the cards of a hand are good for in duels, beyond their number."""
    points = 0
    if hand.size:
        for card in range(1, JOKER):
            points += FIGHT[card] * hand.of[card]
    return points * PER_TEN_FIGHT // 10 + PER_JOKER * hand.of[JOKER]


@rule
def value(s, seat):
    """The share of the other teams that this one has outlived or, by their strengths, will outlive."""
    team = s.team[seat]
    if s.rank[team]:
        return 1000 * (s.teams - s.rank[team]) // max(1, s.teams - 1)
    own = strength(s, team)
    beaten = 0
    for other in range(s.teams):
        if other != team:
            if s.rank[other]:
                beaten += 1000
            else:
                lead = (own - strength(s, other)) // SQUASH_STEP
                beaten += SQUASH[60 + max(-60, min(60, lead))]
    return beaten // max(1, s.teams - 1)
