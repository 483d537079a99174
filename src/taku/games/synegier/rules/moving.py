"""S-12.8: what moves pieces other than movement. A boss cannot be moved (S-11.8)."""

from taku.engine import ALL, emit, rule
from taku.games.synegier.content import OP, WIDTH
from taku.games.synegier.rules.pieces import BOSS, any_numbered, free
from taku.games.synegier.state import EVENT
from taku.games.synegier.tables import SIZE
from taku.kit.grids import OFF


@rule
def fixed(s, t):
    """S-11.8: the boss."""
    return s.raid == 1 and t == BOSS


@rule
def place(s, t, cell, op):
    """Put a piece on a cell, and tell it."""
    if cell != s.cell[t]:
        emit(s, ALL, EVENT.displaced, s.who[t], op, s.cell[t], cell)
        s.cell[t] = cell


@rule
def stepped(s, cell, dx, dy):
    """The cell beside another; OFF beyond the edge."""
    x = cell % WIDTH + dx
    y = cell // WIDTH + dy
    size = SIZE[s.board]
    return y * WIDTH + x if 0 <= x < size and 0 <= y < size else OFF


@rule
def push_away(s, p, t, n, op):
    """S-12.8: n steps away from a soldier, or towards it, until something is in the way."""
    if t == p or fixed(s, t):
        return
    way = 1 if op == OP.push else -1
    open_ = free(s)
    here = s.cell[t]
    for _ in range(n):
        dx = here % WIDTH - s.cell[p] % WIDTH
        dy = here // WIDTH - s.cell[p] // WIDTH
        if abs(dx) >= abs(dy):
            beyond = stepped(s, here, way if dx > 0 else -way, 0)
        else:
            beyond = stepped(s, here, 0, way if dy > 0 else -way)
        if beyond == OFF or not (open_ >> beyond) & 1:
            break
        here = beyond
    place(s, t, here, op)


@rule
def swap_places(s, p, t):
    """S-12.8: the two trade cells."""
    if t != p and not fixed(s, t):
        here = s.cell[p]
        place(s, p, s.cell[t], OP.swap)
        place(s, t, here, OP.swap)


@rule
def warp(s, t):
    """S-12.8: to a free numbered cell, evenly."""
    if not fixed(s, t):
        place(s, t, any_numbered(s, 0), OP.warp)
