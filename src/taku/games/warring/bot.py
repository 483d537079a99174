"""What a player knows about playing well: who stands better, and which orders deserve a look.

Numbers are those of the rulebook's section 6, in percent of one fresh infantry. The named commanders of
content/bots.toml become `players()`.
"""

from collections.abc import Callable, Mapping
from math import tanh
from typing import Any

from taku.engine import rule, table
from taku.games.warring.rules import kind
from taku.games.warring.rules.finish import field_strength
from taku.games.warring.rules.ground import cell_at, distance
from taku.games.warring.state import (
    CONFIRM,
    DRAW,
    END,
    FACE,
    KIND,
    MARCH,
    NORTH,
    RALLY,
    READY,
    SPEED,
    SPLIT,
    STAGE,
    TROOPS,
)
from taku.games.warring.tables import KIND_OF, STEP, UP

WORTH = table([0, 100, 130, 100, 160, 500])  # infantry, archer, shield, cavalry, general
PER_MORALE = 12  # for each troop of the army
FRESH = 1000
PER_FIELD = 25  # field strength of one fresh infantry: at the limit it counts, and it is where the enemy must come
SQUASH_STEP = 20
SQUASH = table([round(500 * tanh(SQUASH_STEP * i / 800)) for i in range(81)])
"""A lead of eight fresh infantry is 500 × tanh(1) above an even chance of 500."""

SEARCH = {"cut": 30}
"""Playouts end after about one round of both sides; `value` says the rest."""


def players() -> Mapping[str, Callable[..., Any]]:
    """The scripted commanders by name."""
    return {}


# ---------------------------------------------------------------- who stands better


@rule
def value(s, seat):
    """The seat's expected result, 0 to 1000: what both sides have left, and who holds the field."""
    if s.stage == STAGE.over:
        return 500 if s.winner == DRAW else 1000 if s.winner == 1 + seat else 0
    if s.stage == STAGE.deploy:
        return 500
    lead = worth(s, seat) - worth(s, 1 - seat)
    lead += (field_strength(s, seat) - field_strength(s, 1 - seat)) * PER_FIELD // FRESH
    far = min(abs(lead) // SQUASH_STEP, 80)
    return 500 + SQUASH[far] if lead > 0 else 500 - SQUASH[far]


@rule
def worth(s, side):
    """What a side has: two fifths for being there, three fifths by strength, and its morale."""
    n = 0
    for t in range(s.count[side]):
        if s.cell[side, t]:
            n += WORTH[s.kind[side, t]] * (400 + 600 * s.strength[side, t] // FRESH) // 1000
            if s.army[side, t]:
                n += PER_MORALE * (s.morale[side, s.army[side, t]] - 1)
    return n


# ---------------------------------------------------------------- what deserves a look


@rule
def prefer(s, seat, action):
    """The weight of a choice in playouts: towards the enemy, together, and no dithering."""
    asked = kind(s, seat)
    if asked == KIND.deploy:
        return 8 if action == READY else 1
    if asked == KIND.split:
        return 8 if action == CONFIRM else 1
    if action == END:
        return 3 + 2 * s.clicks[seat]
    if action < MARCH:
        return prefer_face(s, seat, 1 + (action - FACE) // 4, (action - FACE) % 4)
    if action < SPLIT:
        return prefer_march(s, seat, 1 + (action - MARCH) // SPEED, 1 + (action - MARCH) % SPEED)
    return 1 if action < RALLY else 20


@rule
def leader(s, side, k):
    """The first troop of an army."""
    for t in range(s.count[side]):
        if s.army[side, t] == k:
            return t
    return 0


@rule
def goal(s, side, here):
    """The cell of the nearest enemy in sight, the general counted three cells nearer; else the middle of its area."""
    enemy = 1 - side
    best = cell_at(s.size // 2, s.size - 2 if enemy == 0 else 1)
    nearest = 99
    for q in range(TROOPS):
        if (s.in_sight[side] >> q) & 1:
            far = distance(here, s.cell[enemy, q]) - (3 if s.kind[enemy, q] == KIND_OF.general else 0)
            if far < nearest:
                nearest = far
                best = s.cell[enemy, q]
    return best


@rule
def prefer_face(s, side, k, d):
    """Turn where the goal lies: that is where an army can march, and where its front should be."""
    t = leader(s, side, k)
    here = s.cell[side, t]
    there = goal(s, side, here)
    nearer = distance(here, there) - distance(here + STEP[d], there)
    now = distance(here, there) - distance(here + STEP[s.facing[side, k] - 1], there)
    return 4 if nearer > now else 1 if d == UP[side] and nearer >= now else 0


@rule
def prefer_march(s, side, k, n):
    """March nearer, but not the general's army first, and not away."""
    t = leader(s, side, k)
    here = s.cell[side, t]
    there = goal(s, side, here)
    nearer = distance(here, there) - distance(here + n * STEP[s.facing[side, k] - 1], there)
    if nearer <= 0:
        return 1
    return 3 + 4 * nearer


assert NORTH == 1
