"""What good play looks like, as weights for playouts and an estimate of a seat's result (rulebook, "Bots")."""

from taku.engine import rule, table
from taku.games.oneiron.content import ELEMENT, JOKER, NUMBER, NUMBERS
from taku.games.oneiron.rules.board import ahead, forbidden, inside
from taku.games.oneiron.rules.teams import lives_of, living_members, team_cards
from taku.games.oneiron.state import ADVANCE, BACK, CONFIRM, RESET, REVIVE, STEP

# Net value of a number in a duel, measured: 13 +0.9, 10 +0.6, 8 and 9 +0.5, 7 and 12 +0.3, 6 and 11 +0.15, 5 −0.3,
# 2 −0.5, 4 −0.6, 1 −0.9, 3 −1.1. Good numbers are for duels, bad ones for the grid and for moving.
_FIGHT = [2, 3, 1, 3, 4, 6, 7, 9, 9, 10, 6, 7, 14]
_SPEND = [14, 9, 16, 10, 8, 5, 4, 2, 2, 2, 5, 4, 1]
FIGHT = table([0, *_FIGHT, *_FIGHT, *_FIGHT, 5])
SPEND = table([0, *_SPEND, *_SPEND, *_SPEND, 1])
assert len(_FIGHT) == len(_SPEND) == NUMBERS

SHARED = 400
"""The weight of confirming a split beside 1 for each card that could be moved: playouts rarely touch the proposal."""


@rule
def prefer(s, seat, action):
    """How often a sensible player chooses an action, beside the others' weights."""
    if action == BACK or (s.step == STEP.split and action == RESET):
        return 0
    if s.step == STEP.split:
        return SHARED if action == CONFIRM else 1
    if s.step == STEP.present:
        last_life = s.lives[seat] == 1
        return FIGHT[1 + action] * (3 if action + 1 == JOKER and last_life else 1)
    if s.step == STEP.landing:
        return 1 if s.draft[seat].stage == 2 else SPEND[1 + action]
    if s.step == STEP.lend:
        return SPEND[1 + action]
    if s.step == STEP.loot:
        return FIGHT[1 + action] + 30 * (action + 1 == JOKER)
    if s.step == STEP.move:
        return prefer_move(s, s.team[seat], action, s.draft[seat].stage)
    if s.step == STEP.move_swap:
        team = s.team[seat]
        return 3 if NUMBER[s.grid[team, action]] > NUMBER[s.grid[team, 1 - action]] else 1
    if s.step == STEP.hazard_pay:
        team = s.team[seat]
        return 8 if lives_of(s, team, action) > lives_of(s, team, 1 - action) else 2
    if s.step == STEP.revive_use:
        return prefer_use(s, s.team[seat], action)
    return 1


@rule
def dangerous(s, place):
    """A place that costs a life: beyond the grid, or forbidden."""
    return place < 0 or not inside(place) or forbidden(s, place)


@rule
def prefer_move(s, team, action, stage):
    """Leave dark cells, do not walk into them, and look at a safe cell; cheap cards go first."""
    place = s.place[team]
    if stage and action < ADVANCE:
        return 1 if dangerous(s, ahead(place, action)) else 6
    away = dangerous(s, place)
    into = dangerous(s, ahead(place, s.facing[team]))
    if stage:
        return 12 if away and not into else 1
    if ELEMENT[1 + action] == s.moving:
        return SPEND[1 + action] * (1 if into else 20 if away else 4)
    return SPEND[1 + action] * (2 if away and not into else 5)


@rule
def prefer_use(s, team, use):
    """Wake the partner, then strengthen who is weak, then cards if the hand is small."""
    if use == REVIVE.salvage:
        return 16
    if use == REVIVE.cards:
        return 10 if team_cards(s, team) <= 2 else 3
    if use == REVIVE.decline:
        return 0
    return 8 if lives_of(s, team, use - REVIVE.life_1) == 1 else 4


@rule
def strength(s, team):
    """What a team has to live on: lives, most of all each member's first, cards, and a safe place."""
    lives = lives_of(s, team, 0) + lives_of(s, team, 1)
    cards = team_cards(s, team)
    total = 22 * lives + 10 * living_members(s, team) + 4 * min(cards, 10) + 2 * max(0, min(cards, 30) - 10)
    if s.round and dangerous(s, s.place[team]):
        total -= 14 if dangerous(s, ahead(s.place[team], s.facing[team])) else 8
    return max(4, total)


@rule
def value(s, seat):
    """The share of the other teams that this one has outlived or, by their strengths, will outlive."""
    team = s.team[seat]
    if s.rank[team]:
        return 1000 * (s.teams - s.rank[team]) // max(1, s.teams - 1)
    own = strength(s, team) ** 2
    beaten = 0
    for other in range(s.teams):
        if other != team:
            if s.rank[other]:
                beaten += 1000
            else:
                beaten += 1000 * own // max(1, own + strength(s, other) ** 2)
    return beaten // max(1, s.teams - 1)
