"""O-10: every round further cells become forbidden areas."""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.rules.board import forbidden, place_at
from taku.games.oneiron.rules.cards import draw_element
from taku.games.oneiron.rules.landing import line_of
from taku.games.oneiron.state import AXIS, EVENT
from taku.kit.cards import gain


@rule
def add_forbidden(s):
    """O-10.1, O-10.3: two element cards name a column and a row, as often as the option says."""
    for _ in range(s.opt.forbidden_per_round):
        column = draw_element(s)
        row = draw_element(s) if column else 0
        if row:
            mark(s, column, row)
        else:
            if column:
                gain(s.graveyard, column)
            emit(s, ALL, EVENT.forbidden_skipped)


@rule
def mark(s, column, row):
    """O-10.1, O-10.2: the first pair of cards marks the cell, further pairs are surplus."""
    place = place_at(line_of(s, AXIS.column, column), line_of(s, AXIS.row, row))
    if forbidden(s, place):
        gain(s.surplus, column)
        gain(s.surplus, row)
        emit(s, ALL, EVENT.forbidden_again, column, row, place)
    else:
        s.marker[place, 0] = column
        s.marker[place, 1] = row
        emit(s, ALL, EVENT.forbidden_added, column, row, place)
