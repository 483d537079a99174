"""D-3: the field. A set of cells is a bit set; a character in play is numbered c = 4 × seat + team place."""

from taku.engine import rule
from taku.games.destroy.state import CELLS, OUT, PLACES, SUB_PLACE


@rule
def on_field(s, c):
    """A character stands on one of the ten cells, face-up or downed."""
    return s.cell[c] < CELLS


@rule
def face_up(s, c):
    """A character is on the field and not downed."""
    return s.cell[c] < CELLS and not s.down[c]


@rule
def has_mark(s, c, mark):
    """D-11.7: the mark lies on the character this round."""
    return (s.marks[c] >> mark) & 1


@rule
def cells_of(s, seat):
    """The cells on which the seat's characters stand, face-up or downed."""
    found = 0
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if s.cell[c] < CELLS:
            found |= 1 << s.cell[c]
    return found


@rule
def face_up_cells(s, seat):
    """The cells on which the seat has face-up characters."""
    found = 0
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if face_up(s, c):
            found |= 1 << s.cell[c]
    return found


@rule
def marked_cells(s, seat, mark):
    """The cells on which the seat's characters bear the mark."""
    found = 0
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if s.cell[c] < CELLS and has_mark(s, c, mark):
            found |= 1 << s.cell[c]
    return found


@rule
def put(s, c, cell):
    """D-3.4: place a character on an empty cell; the cell it came from becomes empty."""
    if s.cell[c] < CELLS:
        s.at[s.cell[c]] = 0
    s.cell[c] = cell
    s.at[cell] = 1 + c


@rule
def exchange(s, c, other):
    """D-8.3, D-13.9: two characters on the field change places."""
    here = s.cell[c]
    there = s.cell[other]
    s.cell[c] = there
    s.cell[other] = here
    s.at[there] = 1 + c
    s.at[here] = 1 + other


@rule
def remove(s, c):
    """D-10.7: the character leaves the field and its cell becomes empty."""
    s.at[s.cell[c]] = 0
    s.cell[c] = OUT


@rule
def put_on_sub_place(s, c):
    """D-3.6: the sub place is not part of the field."""
    s.cell[c] = SUB_PLACE
    s.sub[c // PLACES] = c
