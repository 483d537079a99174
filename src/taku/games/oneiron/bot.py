"""What good play looks like, as weights for playouts and an estimate of a seat's result (rulebook, "Bots")."""

from math import exp
from typing import Any

from taku.engine import rule, table
from taku.games.oneiron.content import ELEMENT, JOKER, NUMBER, NUMBERS
from taku.games.oneiron.rules.board import ahead, forbidden, inside
from taku.games.oneiron.rules.teams import lives_of, living_members, living_partner, seat_of, team_cards
from taku.games.oneiron.state import (
    BOARD,
    FACE,
    LEFT,
    LEND,
    LOOT,
    MOVE,
    PAY,
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
# 2 −0.5, 4 −0.6, 1 −0.9, 3 −1.1. Good numbers are for duels, bad ones for the grid and for moving.
_FIGHT = [2, 3, 1, 3, 4, 6, 7, 9, 9, 10, 6, 7, 14]
_SPEND = [14, 9, 16, 10, 8, 5, 4, 2, 2, 2, 5, 4, 1]
FIGHT = table([0, *_FIGHT, *_FIGHT, *_FIGHT, 5])
SPEND = table([0, *_SPEND, *_SPEND, *_SPEND, 1])
LENT = table([0, *_FIGHT, *_FIGHT, *_FIGHT, 2])
"""What is lent is played at once: the partner gets a card that can win, and rarely the joker."""
assert len(_FIGHT) == len(_SPEND) == NUMBERS

# ---------------------------------------------------------------- how levels search

SEARCH: dict[str, Any] = {"uct": 0.15, "cut": 40}
"""Forty decisions are a round with 20 players and most of a match with two; `value` judges the rest."""

LEVELS: dict[str, dict[str, Any]] = {
    "beginner": {"simulations": 20, "slip": 0.15, "reach": 0.6, "prefer": False},
    "casual": {"simulations": 20, "slip": 0.09, "reach": 0.4},
    "club": {"simulations": 50, "slip": 0.01, "reach": 0.08},
    "expert": {"simulations": 150},
    "master": {"simulations": 1_500},
}
"""A simulation takes 8 µs with two players and 25 µs with twenty: a master answers in a twenty-fifth of a second. Luck
decides much here: each level is above the one below at 2, 4 and 8 seats (docs/games/oneiron.md), and none by much."""

# ---------------------------------------------------------------- what deserves a look

SHARED = 400
"""The weight of confirming a split beside 1 for each card that could be moved: playouts rarely touch the proposal."""


@rule
def prefer(s, seat, action):
    """How often a sensible player chooses an action, beside the others' weights."""
    if s.step == STEP.split:
        return prefer_share(s, s.team[seat], action)
    if s.step == STEP.present:
        return prefer_present(s, seat, PRESENT.present.card(action))
    if s.step == STEP.landing:
        return prefer_landing(action, s.draft[seat].stage)
    if s.step == STEP.lend:
        return LENT[LEND.lend.card(action)]
    if s.step == STEP.loot:
        card = LOOT.loot.card(action)
        return FIGHT[card] + 30 * (card == JOKER)
    if s.step == STEP.move:
        return prefer_move(s, s.team[seat], action, s.draft[seat].stage)
    if s.step == STEP.move_swap:
        team = s.team[seat]
        slot = SWAP.swap.slot(action)
        return 3 if NUMBER[s.grid[team, slot]] > NUMBER[s.grid[team, 1 - slot]] else 1
    if s.step == STEP.hazard_pay:
        return prefer_payer(s, seat, PAY.pay.member(action))
    if s.step == STEP.revive_use:
        return prefer_use(s, s.team[seat], action)
    return 1


@rule
def prefer_share(s, team, action):
    """The proposal is fair to both; a joker is for the member who has fewer lives."""
    if action == SPLIT.confirm:
        return SHARED
    if action == SPLIT.reset:
        return 0
    to = SPLIT.split_to.to(action)
    for_the_weaker = SPLIT.split_to.card(action) == JOKER and lives_of(s, team, to) < lives_of(s, team, 1 - to)
    return SHARED // 2 if for_the_weaker else 1


@rule
def prefer_landing(action, stage):
    """Bad numbers go onto the grid; any facing will do."""
    if stage == 0:
        return SPEND[LEFT.land_left.card(action)]
    if action == FACE.back:
        return 0
    return SPEND[RIGHT.land_right.card(action)] if stage == 1 else 1


@rule
def prefer_present(s, seat, card):
    """Good numbers; a joker where a life is the last; and not the element that the partner plays against one."""
    team = s.team[seat]
    e = s.battle[team] - 1
    other = s.encounter[e, 0] + s.encounter[e, 1] - team - 2
    if card == JOKER:
        return 25 if s.lives[seat] == 1 or last_life(s, other) else FIGHT[JOKER]
    partner = living_partner(s, seat)
    if partner >= 0 and living_members(s, other) == 1:
        same = ELEMENT[s.draft[partner].pick[0]] == ELEMENT[card]
        return FIGHT[card] if same else 4 * FIGHT[card]
    return FIGHT[card]


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
        return 8 if seat_of(s, team, member) == seat else 2
    return 8 if more > 0 else 2


@rule
def dangerous(s, place):
    """A place that costs a life: beyond the grid, or forbidden."""
    return place < 0 or not inside(place) or forbidden(s, place)


@rule
def prefer_move(s, team, action, stage):
    """Leave dark cells, do not walk into them, look at a safe cell, go where lives lie; cheap cards go first."""
    place = s.place[team]
    if stage and action == TURN.back:
        return 0
    if stage and action in TURN.turn:
        to = ahead(place, TURN.turn.facing(action))
        return 1 if dangerous(s, to) else 6 + 3 * min(2, s.token[to])
    to = ahead(place, s.facing[team])
    away = dangerous(s, place)
    into = dangerous(s, to)
    if stage:
        return 12 if away and not into else 1
    card = MOVE.move.card(action)
    if ELEMENT[card] == s.moving:
        return SPEND[card] * (1 if into else 20 if away else 4 + 3 * min(2, s.token[to]))
    return SPEND[card] * (2 if away and not into else 5 + 3 * min(2, s.token[place]))


@rule
def prefer_use(s, team, use):
    """Wake the partner, then strengthen who is weak, then cards if the hand is small."""
    if use == REVIVE.salvage:
        return 16
    if use == REVIVE.cards:
        return 10 if team_cards(s, team) <= 2 else 3
    if use == REVIVE.decline:
        return 0
    return 8 if lives_of(s, team, REVIVE.life.member(use)) == 1 else 4


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
