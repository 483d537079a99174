"""Connect four: the rules, in the order of the rulebook."""

from taku.engine import ALL, emit, rule
from taku.games.connect_four.state import COLUMNS, DROP, EVENT, KIND, LINE, ROWS


@rule
def setup(s):
    """F-1.1, F-1.2: an empty grid; seat 0 begins."""


@rule
def actors(s):
    """F-2.1: the seats drop in turn until the match is over."""
    return 0 if s.over else 1 << s.turn


@rule
def kind(s, seat):
    return KIND.drop


@rule
def legal(s, seat, out):
    """F-2.3: a disc goes into any column that is not full. Each column is written, then kept or not: no branch."""
    n = 0
    for column in range(COLUMNS):
        out[n] = DROP.drop(column)
        n += s.height[column] < ROWS
    return n


@rule
def default(s, seat):
    """F-2.4: who runs out of time drops into the open column nearest to the middle, the left one of two."""
    for away in range(COLUMNS // 2 + 1):
        for column in (COLUMNS // 2 - away, COLUMNS // 2 + away):
            if s.height[column] < ROWS:
                return DROP.drop(column)
    return DROP.drop(0)


@rule
def apply(s, seat, action):
    """F-2.2: the disc falls to the lowest empty cell of its column."""
    column = DROP.drop.column(action)
    row = s.height[column]
    s.height[column] = row + 1
    s.discs[seat, row] |= 1 << column
    s.drops += 1
    emit(s, ALL, EVENT.dropped, seat, column)
    if makes_line(s, seat, row):
        s.over = 1
        s.winner = seat + 1
        emit(s, ALL, EVENT.line, seat)
    elif s.drops == COLUMNS * ROWS:
        s.over = 1
        emit(s, ALL, EVENT.full)
    else:
        s.turn = 1 - seat


@rule
def makes_line(s, seat, row):
    """F-3.1: whether the seat has four in a row with a disc of this row.

    A row is a bit set of columns, so four rows have a line if they overlap: as they are for an upright line, each
    shifted by one more column for a diagonal; and a single row has one if it overlaps with itself shifted.
    """
    own = s.discs[seat, row]
    found = overlap(own, own >> 1, own >> 2, own >> 3)
    for low in range(ROWS - LINE + 1):
        a = s.discs[seat, low]
        b = s.discs[seat, low + 1]
        c = s.discs[seat, low + 2]
        d = s.discs[seat, low + 3]
        found |= overlap(a, b, c, d) | overlap(a, b >> 1, c >> 2, d >> 3) | overlap(a >> 3, b >> 2, c >> 1, d)
    return found != 0


@rule
def overlap(a, b, c, d):
    """The columns that four rows have in common."""
    return a & b & c & d


@rule
def scores(s, out):
    """F-3.1, F-3.2: the seat with a line is first; a full grid without one is shared."""
    for seat in range(2):
        out[seat] = 2 if s.winner and s.winner != seat + 1 else 1


@rule
def resign(s, seat):
    """F-3.3: who resigns has lost."""
    s.over = 1
    s.winner = 2 - seat
    emit(s, ALL, EVENT.resigned, seat)


@rule
def guess(s, seat):
    """Nothing is hidden."""
