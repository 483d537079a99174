"""Connect four: the rules, in the order of the rulebook."""

from taku.engine import ALL, emit, rule, table
from taku.games.connect_four.state import COLUMNS, EVENT, KIND, LINE, ROWS

DIRECTIONS = table([(1, 0), (0, 1), (1, 1), (1, -1)])


@rule
def setup(s):
    """F-1.1: an empty grid; seat 0 begins."""


@rule
def actors(s):
    """F-2.1: the seats drop in turn until the match is over."""
    return 0 if s.over else 1 << s.turn


@rule
def kind(s, seat):
    return KIND.drop


@rule
def legal(s, seat, out):
    """F-2.2: a disc goes into any column that is not full."""
    n = 0
    for column in range(COLUMNS):
        if s.height[column] < ROWS:
            out[n] = column
            n += 1
    return n


@rule
def default(s, seat):
    """F-2.3: who runs out of time drops into the first open column from the middle outwards."""
    for step in range(COLUMNS):
        column = COLUMNS // 2 + (step // 2 + step % 2) * (1 if step % 2 else -1)
        if s.height[column] < ROWS:
            return column
    return 0


@rule
def apply(s, seat, action):
    """F-2.1: the disc falls to the lowest empty cell of its column."""
    column = action
    row = s.height[column]
    s.cell[column, row] = seat + 1
    s.height[column] = row + 1
    s.drops += 1
    emit(s, ALL, EVENT.dropped, seat, column, row)
    if makes_line(s, column, row):
        s.over = 1
        s.winner = seat + 1
        emit(s, ALL, EVENT.line, seat)
    elif s.drops == COLUMNS * ROWS:
        s.over = 1
        emit(s, ALL, EVENT.full)
    else:
        s.turn = 1 - seat


@rule
def makes_line(s, column, row):
    """F-3.1: four or more in a row, a column or a diagonal through this cell."""
    for d in range(4):
        dc = DIRECTIONS[d, 0]
        dr = DIRECTIONS[d, 1]
        if 1 + run(s, column, row, dc, dr) + run(s, column, row, -dc, -dr) >= LINE:
            return True
    return False


@rule
def run(s, column, row, dc, dr):
    """How many discs of the same colour follow in one direction."""
    colour = s.cell[column, row]
    length = 0
    column += dc
    row += dr
    while 0 <= column < COLUMNS and 0 <= row < ROWS and s.cell[column, row] == colour:
        length += 1
        column += dc
        row += dr
    return length


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
