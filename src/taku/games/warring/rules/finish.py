"""W-15: how a battle ends."""

from taku.engine import ALL, emit, rule
from taku.games.warring.content import KIND_OF
from taku.games.warring.rules.ground import in_field
from taku.games.warring.rules.troops import total_strength
from taku.games.warring.state import AREA, ARMIES, DRAW, EVENT, LIMIT, NORTH, SIDES, SOUTH, STAGE, TROOPS


@rule
def finish(s, winner):
    """W-15.5: it is over and everything is revealed; what each side noted for itself is put away."""
    s.stage = STAGE.over
    s.winner = winner
    for side in range(SIDES):
        s.brush[side] = s.held[side] = s.clicks[side] = s.turned[side] = s.splitting[side] = s.marks[side] = 0
        s.in_sight[side] = s.known[side] = 0
        for place in range(AREA):
            s.plan[side, place] = 0
        for t in range(TROOPS):
            s.last_cell[side, t] = 0
            s.last_round[side, t] = 0
        for k in range(ARMIES + 1):
            s.moved[side, k] = 0


@rule
def general_falls(s, side):
    """W-15.1: the other side wins at once."""
    finish(s, 1 + (1 - side))
    emit(s, ALL, EVENT.win_general, 1 - side)


@rule
def resign(s, seat):
    """W-15.1: who yields has lost, as if the general had fallen."""
    finish(s, 1 + (1 - seat))
    emit(s, ALL, EVENT.win_resigned, 1 - seat)


@rule
def field_strength(s, side):
    """W-15.4: the strength of a side that stands in the field."""
    n = 0
    for t in range(s.count[side]):
        if s.cell[side, t] and in_field(s, s.cell[side, t]):
            n += s.strength[side, t]
    return n


@rule
def give_field_point(s):
    """W-15.4: at the end of a round the side with more strength in the field gets a point."""
    lead = field_strength(s, SOUTH) - field_strength(s, NORTH)
    if lead:
        side = SOUTH if lead > 0 else NORTH
        s.points[side] += 1
        emit(s, ALL, EVENT.field_point, side, s.points[SOUTH], s.points[NORTH])
    else:
        emit(s, ALL, EVENT.field_open, s.points[SOUTH], s.points[NORTH])


@rule
def general_strength(s, side):
    for t in range(s.count[side]):
        if s.kind[side, t] == KIND_OF.general:
            return s.strength[side, t]
    return 0


@rule
def limit_reached(s):
    """W-15.3: after the last round total strength decides, then field points, then the generals' strength."""
    n = total_strength(s, SOUTH)
    m = total_strength(s, NORTH)
    points = s.points[SOUTH] - s.points[NORTH]
    lead = n - m if n != m else points
    if s.opt.limit_result == LIMIT.field:
        lead = points if points else n - m
    if lead == 0:
        lead = general_strength(s, SOUTH) - general_strength(s, NORTH)
    if s.opt.limit_result == LIMIT.draw or lead == 0:
        finish(s, DRAW)
        emit(s, ALL, EVENT.draw, n, m, s.points[SOUTH], s.points[NORTH])
    else:
        side = SOUTH if lead > 0 else NORTH
        finish(s, 1 + side)
        emit(s, ALL, EVENT.win_limit, side, n, m, s.points[SOUTH], s.points[NORTH])


@rule
def scores(s, out):
    """W-15.1, W-15.3: the winner is first; a draw is shared."""
    for side in range(SIDES):
        out[side] = 1 if s.winner == DRAW or s.winner == 1 + side else 2
