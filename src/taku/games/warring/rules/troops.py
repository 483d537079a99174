"""W-2: what a troop is worth at this moment, and where it stands."""

from taku.engine import rule
from taku.games.warring.content import ADD, BASE, SET, STAT
from taku.games.warring.state import SIDES, TROOPS


@rule
def current(s, side, t, stat):
    """W-2.3 to W-2.6: base, terrain under the troop and morale of its army are summed; never below 1."""
    kind = s.kind[side, t]
    ground = s.terrain[s.cell[side, t]]
    n = BASE[stat, kind] + ADD[stat, ground, kind]
    if stat <= STAT.defence and s.army[side, t]:
        n += s.morale[side, s.army[side, t]] - 1
    if SET[stat, ground, kind]:
        n = SET[stat, ground, kind]
    return max(1, n)


@rule
def code(s, side, t):
    """What events call a troop: its kind, side and number in one."""
    return SIDES * TROOPS * (s.kind[side, t] - 1) + TROOPS * side + t


@rule
def stands(s, side, t):
    """Whether a troop is on the map."""
    return s.cell[side, t] > 0


@rule
def put(s, side, t, cell):
    """A troop stands on an empty cell."""
    s.cell[side, t] = cell
    s.at[cell] = 1 + TROOPS * side + t


@rule
def total_strength(s, side):
    """W-15.3: the strength of a side on the map."""
    n = 0
    for t in range(s.count[side]):
        n += s.strength[side, t]
    return n
