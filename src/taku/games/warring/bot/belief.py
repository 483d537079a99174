"""What a commander takes the battle to be: what its side sees, and remembered enemies where they were last seen."""

from taku.engine import rule
from taku.games.warring.content import STEP, UP
from taku.games.warring.rules.armies import free_number
from taku.games.warring.rules.sight import note_sightings
from taku.games.warring.rules.troops import put
from taku.games.warring.secrets import count_all, look_all
from taku.games.warring.state import TROOPS


@rule
def believe(s, seat):
    """Fill a hidden state in, so that every rule works on it; enemies that were never seen are left out."""
    enemy = 1 - seat
    if s.opt.fog:
        count_all(s, enemy)
        for q in range(s.count[enemy]):
            ghost = s.last_cell[seat, q]
            if ghost and not s.cell[enemy, q] and not s.at[ghost] and not (s.fallen[enemy] >> q) & 1:
                put(s, enemy, q, ghost)
                s.army[enemy, q] = ghost_army(s, enemy, q, s.in_sight[seat])
    look_all(s)
    note_sightings(s)


@rule
def ghost_army(s, side, t, seen):
    """The army of a remembered troop: that of a remembered neighbour, else a new one that faces up."""
    for d in range(4):
        q = s.at[s.cell[side, t] + STEP[d]] - 1 - TROOPS * side
        if 0 <= q < TROOPS and s.army[side, q] and not (seen >> q) & 1:
            return s.army[side, q]
    k = free_number(s, side)
    if k:
        s.facing[side, k] = 1 + UP[side]
        s.morale[side, k] = 1
    return k
