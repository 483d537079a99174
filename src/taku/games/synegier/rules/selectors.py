"""S-12.2, S-12.3: whom an effect is about."""

from taku.engine import rule
from taku.games.synegier.content import AREA, PICK, WHO
from taku.games.synegier.rules.pieces import (
    FOE_BITS,
    SOLDIER_BITS,
    any_of,
    distance,
    lane,
    own_bits,
    owner,
    pieces_in,
)
from taku.games.synegier.state import MOST_HP, PIECES
from taku.games.synegier.tables import AROUND, BOARD, COLUMN, LANE_OF, LINE, RIM, SELECT, SELECT_OF, WITHIN
from taku.kit.sets import lowest_of

NO_YOU = -1
"""In place of an acting soldier: an event."""


@rule
def truce(s):
    """S-11.10."""
    return s.raid == 1 and s.opt.raid_truce == 1


@rule
def others(s, p):
    """The soldiers on the field of all players but the soldier's own."""
    return s.on & SOLDIER_BITS & ~own_bits(s, owner(s, p))


@rule
def rivals(s, p):
    """S-1.9: none under the truce."""
    return 0 if truce(s) else others(s, p)


@rule
def foes(s, p):
    """S-1.9: enemies and rivals on the field."""
    return (s.on & FOE_BITS) | rivals(s, p)


@rule
def group(s, p, who):
    """S-12.2: the first word of a selector."""
    if who == WHO.self:
        return s.on & 1 << p
    if who == WHO.foe:
        return foes(s, p)
    if who == WHO.enemy:
        return s.on & FOE_BITS
    if who == WHO.rival:
        return rivals(s, p)
    if who == WHO.soldier:
        return s.on & SOLDIER_BITS
    if who == WHO.same:
        return s.same & s.on
    if who == WHO.subject:
        return s.subject & s.on
    if who == WHO.opponent:
        return s.on & 1 << (s.foe - 1) if s.foe else 0
    return s.on


@rule
def within(s, p, area):
    """S-12.2: the cells of an area, seen from a piece."""
    if area == AREA.around_same:
        return AROUND[s.cell[s.anchor - 1]] if s.anchor else 0
    if area == AREA.rim:
        return RIM[s.board]
    if area == AREA.inner:
        return BOARD[s.board] & ~RIM[s.board]
    if area == AREA.die_column:
        return COLUMN[LANE_OF[s.board, lane(s)]]
    if area == AREA.around:
        return AROUND[s.cell[p]]
    if area == AREA.line:
        return LINE[s.cell[p]]
    return WITHIN[area - AREA.d1 + 1, s.cell[p]]


@rule
def candidates(s, p, selector):
    """Who × area: those that a selector may mean; of events, the dice are rolled here."""
    found = group(s, p, SELECT_OF[selector, SELECT.who])
    area = SELECT_OF[selector, SELECT.area]
    if area != AREA.field and found:
        found &= pieces_in(s, within(s, p, area))
    return found


@rule
def tie_order(s, p, t, pick):
    """S-12.3: who comes first has the least; without a "you" no distance counts."""
    d = distance(s.cell[p], s.cell[t]) if p >= 0 else 0
    if pick == PICK.weak:
        return (s.hp[t] * 64 + d) * 64 + s.cell[t]
    if pick == PICK.strong:
        return ((MOST_HP - s.hp[t]) * 64 + d) * 64 + s.cell[t]
    if pick == PICK.top:
        return ((64 - s.level[t]) * 64 + d) * 64 + s.cell[t]
    if pick == PICK.far:
        d = 64 - d
    return (d * 1024 + s.hp[t]) * 64 + s.cell[t]


@rule
def first_by(s, p, found, pick):
    """The first of some pieces in an order of S-12.3, as a bit."""
    best = 0
    least = 0
    for t in range(PIECES):
        if (found >> t) & 1:
            order = tie_order(s, p, t, pick)
            if best == 0 or order < least:
                best = 1 << t
                least = order
    return best


@rule
def tied(s, found, pick):
    """S-10.3, S-12.3: all soldiers of the lowest level; one soldier of each of the richest or poorest players."""
    if pick != PICK.low:
        found = 0
        for seat in range(s.seats):
            if not (s.out >> seat) & 1:
                found |= 1 << s.active[seat]
    least = 999
    best = 0
    for t in range(PIECES):
        if (found >> t) & 1:
            n = s.level[t]
            if pick != PICK.low:
                n = s.coins[owner(s, t)]
                if pick == PICK.rich:
                    n = -n
            if n < least:
                least = n
                best = 0
            if n == least:
                best |= 1 << t
    return best


@rule
def select(s, p, selector):
    """S-12.2: the pieces that a selector means now; with "choose" all that may be chosen."""
    found = candidates(s, p, selector)
    pick = SELECT_OF[selector, SELECT.pick]
    if pick == PICK.low or pick == PICK.rich or pick == PICK.poor:
        return tied(s, found, pick)
    if found and pick != PICK.all and pick != PICK.choose:
        found = 1 << any_of(s, found) if pick == PICK.random else first_by(s, p, found, pick)
    if SELECT_OF[selector, SELECT.plus_self]:
        found |= s.on & 1 << p
    return found


@rule
def first_target(p, whom):
    """The first of some targets: "you", else the lowest piece; 1 + it, or 0."""
    if whom == 0:
        return 0
    return 1 + p if p >= 0 and (whom >> p) & 1 else 1 + lowest_of(whom)
