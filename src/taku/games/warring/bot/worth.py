"""Rulebook, section 6: what a side's troops are worth, in per cent of one fresh infantry."""

from math import tanh

from taku.engine import rule, table
from taku.games.warring.rules.finish import field_strength
from taku.games.warring.state import DRAW, STAGE

WORTH = table([0, 100, 130, 100, 160, 500])  # infantry, archer, shield, cavalry, general
PER_MORALE = 12  # for each troop of the army
FRESH = 1000
PER_FIELD = 25  # field strength of one fresh infantry: at the limit it counts, and it is where the enemy must come
SQUASH_STEP = 20
SQUASH = table([round(500 * tanh(SQUASH_STEP * i / 800)) for i in range(81)])
"""A lead of eight fresh infantry is 500 × tanh(1) above an even chance of 500."""


@rule
def value(s, seat):
    """The seat's expected result, 0 to 1000: what both sides have left, and who holds the field."""
    if s.stage == STAGE.over:
        return 500 if s.winner == DRAW else 1000 if s.winner == 1 + seat else 0
    if s.stage == STAGE.deploy:
        return 500
    lead = worth(s, seat) - worth(s, 1 - seat) + field_lead(s, seat) * PER_FIELD // FRESH
    far = min(abs(lead) // SQUASH_STEP, 80)
    return 500 + SQUASH[far] if lead > 0 else 500 - SQUASH[far]


@rule
def field_lead(s, side):
    """W-15.4: how much more strength a side has in the field."""
    return field_strength(s, side) - field_strength(s, 1 - side)


@rule
def troop_worth(s, side, t):
    """Two fifths for being there, three fifths by strength."""
    return WORTH[s.kind[side, t]] * (400 + 600 * s.strength[side, t] // FRESH) // 1000


@rule
def worth(s, side):
    """What a side has: its troops, and the morale of its armies."""
    n = 0
    for t in range(s.count[side]):
        if s.cell[side, t]:
            n += troop_worth(s, side, t)
            if s.army[side, t]:
                n += PER_MORALE * (s.morale[side, s.army[side, t]] - 1)
    return n
