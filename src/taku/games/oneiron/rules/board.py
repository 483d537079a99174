"""O-5.1 to O-5.5: places, facings and neighbours."""

from taku.engine import rule
from taku.games.oneiron.content import NUMBER
from taku.games.oneiron.state import BOARD
from taku.kit.grids import STEP_X, STEP_Y, cell_at, manhattan


@rule
def place_at(column, row):
    """The place in a column and row, both from 0 (ring) to 4 (ring)."""
    return row * BOARD + column


@rule
def inside(place):
    """O-5.2: whether a place is one of the nine cells of the grid."""
    column = place % BOARD
    row = place // BOARD
    return 1 <= column <= 3 and 1 <= row <= 3


@rule
def ahead(place, facing):
    """O-5.3: one step in a facing; −1 beyond the ring."""
    return cell_at(place % BOARD + STEP_X[facing], place // BOARD + STEP_Y[facing], BOARD, BOARD)


@rule
def adjacent(a, b):
    """O-5.4: two places that share an edge."""
    return manhattan(a, b, BOARD) == 1


@rule
def parallel(one, other):
    """O-5.3: facings that are the same or opposite."""
    return (one + other) % 2 == 0


@rule
def aims_at(s, team, other):
    """O-5.5: one step in the team's facing leads to the other's cell."""
    return ahead(s.place[team], s.facing[team]) == s.place[other]


@rule
def sum_of(s, team):
    """O-4.8: the two grid-card numbers added; a joker counts 25."""
    return NUMBER[s.grid[team, 0]] + NUMBER[s.grid[team, 1]]


@rule
def forbidden(s, place):
    """O-10.1: whether a place is a forbidden area."""
    return s.marker[place, 0] > 0
