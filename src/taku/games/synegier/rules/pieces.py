"""S-1: pieces, cells, what they are worth now, and what lies on them."""

from taku.engine import roll, rule
from taku.games.synegier.content import WIDTH
from taku.games.synegier.state import FIRST_FOE, MOST_STAT, PIECES, SEATS
from taku.games.synegier.tables import BOARD, LANE_OF, LANES, NUMBERED
from taku.kit.sets import lowest_of, size_of

SOLDIER_BITS, FOE_BITS = 0b1111, 0b111110000
BOSS = FIRST_FOE


@rule
def owner(s, p):
    """The seat of a soldier: pieces stand in turn order (S-2.1), with two each in pairs (S-13)."""
    return (s.first + p // max(1, s.opt.soldiers_per_player)) % max(1, s.seats)


@rule
def soldiers(s):
    """How many soldiers are in play."""
    return s.seats * s.opt.soldiers_per_player


@rule
def first_of(s, seat):
    """A seat's soldier, or the first of two."""
    return (seat - s.first + s.seats) % max(1, s.seats) * s.opt.soldiers_per_player


@rule
def own_bits(s, seat):
    """A seat's soldiers, on the field or not."""
    return s.opt.soldiers_per_player * 2 - 1 << first_of(s, seat)


@rule
def is_on(s, p):
    """Whether a piece is on the field."""
    return (s.on >> p) & 1 == 1


@rule
def you(s):
    """The soldier that acts."""
    return s.active[s.turn]


@rule
def taken(s):
    """S-1.1: the cells that a piece stands on."""
    cells = 0
    for p in range(PIECES):
        if (s.on >> p) & 1:
            cells |= 1 << s.cell[p]
    return cells


@rule
def free(s):
    """The free cells of the field."""
    return BOARD[s.board] & ~taken(s)


@rule
def piece_on(s, cell):
    """The piece on a cell; −1 if it is free."""
    for p in range(PIECES):
        if s.cell[p] == cell and (s.on >> p) & 1:
            return p
    return -1


@rule
def pieces_in(s, cells):
    """The pieces that stand on a set of cells."""
    found = 0
    for p in range(PIECES):
        if (s.on >> p) & 1 and (cells >> s.cell[p]) & 1:
            found |= 1 << p
    return found


@rule
def piece_of(s, figure):
    """The piece on the field that is this figure; −1 if there is none."""
    for p in range(PIECES):
        if s.who[p] == figure and (s.on >> p) & 1:
            return p
    return -1


@rule
def distance(a, b):
    """S-1.5: the D between two cells."""
    return abs(a % WIDTH - b % WIDTH) + abs(a // WIDTH - b // WIDTH)


@rule
def attack(s, p):
    """S-1.10: the current ATK of a piece."""
    n = s.atk[p] + s.atk_turn[p] + s.atk_cycle[p] - s.shock[p]
    for seat in range(SEATS):
        n += s.atk_round[p, seat]
    return max(0, min(n, MOST_STAT))


@rule
def defence(s, p):
    """S-1.10: the current DEF of a piece."""
    n = s.defence[p] + s.def_turn[p] + s.def_cycle[p] - s.burn[p]
    for seat in range(SEATS):
        n += s.def_round[p, seat]
    return max(0, min(n, MOST_STAT))


@rule
def ailing(s, p):
    """S-1.11: whether a piece has an ailment."""
    return s.burn[p] > 0 or s.shock[p] > 0 or poison(s, p) > 0


@rule
def poison(s, p):
    """The Poison of all givers together."""
    n = 0
    for seat in range(SEATS):
        n += s.poison[p, seat]
    return n


@rule
def cleanse(s, p):
    """All ailments end."""
    s.burn[p] = s.shock[p] = 0
    for seat in range(SEATS):
        s.poison[p, seat] = 0


@rule
def bare(s, p):
    """S-7.7: ailments, Shield and temporary changes vanish."""
    cleanse(s, p)
    s.atk_turn[p] = s.def_turn[p] = s.atk_cycle[p] = s.def_cycle[p] = 0
    for seat in range(SEATS):
        s.atk_round[p, seat] = s.def_round[p, seat] = 0
    if p < FIRST_FOE:
        s.shield[p] = 0


# ---- dice -------------------------------------------------------------------------------------------------------


@rule
def lane(s):
    """S-1.2: a die that points at a numbered line; its face, from 0."""
    return roll(s, LANES[s.board])


@rule
def cell_shown(s, column, row):
    """S-1.3: the cell that two faces point at."""
    return LANE_OF[s.board, row] * WIDTH + LANE_OF[s.board, column]


@rule
def any_of(s, cells):
    """One of a set of cells, or of pieces, evenly."""
    n = size_of(cells)
    skip = roll(s, n) if n > 1 else 0
    while skip:
        cells &= cells - 1
        skip -= 1
    return lowest_of(cells)


@rule
def any_numbered(s, without):
    """S-9.3: a free numbered cell, evenly; `without` is left out."""
    return any_of(s, free(s) & NUMBERED[s.board] & ~without)
