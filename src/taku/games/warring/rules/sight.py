"""W-8: who sees whom, what a side remembers, and who hears of what."""

from taku.engine import ALL, SPECTATORS, emit, only, rule
from taku.games.warring.content import MUTUAL, SIGHT
from taku.games.warring.rules.troops import code
from taku.games.warring.state import EVENT, SHAPE, SIDES, STAGE, STRIDE


@rule
def sees(s, a, b):
    """W-8.1 to W-8.4: whether a troop on cell a sees an enemy on cell b."""
    dx = abs(a % STRIDE - b % STRIDE)
    dy = abs(a // STRIDE - b // STRIDE)
    ground = s.terrain[a]
    far = max(dx, dy) if s.opt.sight_shape == SHAPE.square else dx + dy
    if far > SIGHT[ground]:
        return 0
    return 0 if ground == s.terrain[b] and MUTUAL[ground] and dx + dy > MUTUAL[ground] else 1


@rule
def look_around(s, side, t):
    """W-8.8: a troop has come to its cell; who sees it now and whom it sees."""
    enemy = 1 - side
    here = s.cell[side, t]
    by = 0
    bit = 1 << t
    for q in range(s.count[enemy]):
        there = s.cell[enemy, q]
        if there:
            s.seen_by[enemy, q] &= ~bit
            if abs(here // STRIDE - there // STRIDE) <= 10:  # nobody sees farther
                by |= sees(s, there, here) << q
                if sees(s, here, there):
                    s.seen_by[enemy, q] |= bit
    s.seen_by[side, t] = by


@rule
def gone(s, side, t):
    """A fallen troop sees and is seen no more."""
    s.seen_by[side, t] = 0
    for q in range(s.count[1 - side]):
        s.seen_by[1 - side, q] &= ~(1 << t)


@rule
def visible(s, side, t):
    """W-8.5, W-8.7: whether the other side sees a troop, or it is revealed."""
    return s.seen_by[side, t] or (s.revealed[side] >> t) & 1


@rule
def watched(s, side, cell):
    """W-8.10: whether a side would see an enemy on this cell."""
    for t in range(s.count[side]):
        if s.cell[side, t] and sees(s, s.cell[side, t], cell):
            return True
    return False


@rule
def in_mutual_sight(s, side, t):
    """Whether a troop and one of its enemies see each other: then both players know that it is seen."""
    by = s.seen_by[side, t]
    for q in range(s.count[1 - side]):
        if (by >> q) & 1 and (s.seen_by[1 - side, q] >> t) & 1:
            return True
    return False


@rule
def audience(s, side, troops):
    """Who hears of something that a side's troops do: the owner, the other side if it sees one of them, spectators
    if both players know that one of them is seen."""
    if s.log.mute:
        return 0
    if not s.opt.fog or s.stage == STAGE.over:
        return ALL
    to = only(side)
    for t in range(s.count[side]):
        if (troops >> t) & 1:
            if visible(s, side, t):
                to |= only(1 - side)
            if (s.revealed[side] >> t) & 1 or in_mutual_sight(s, side, t):
                to |= SPECTATORS
    return to


@rule
def audience_of_all(s, side, troops):
    """Who hears how many these troops are: others only if they see every one of them."""
    to = ALL
    for t in range(s.count[side]):
        if (troops >> t) & 1:
            to &= audience(s, side, 1 << t)
    return to


@rule
def note_sightings(s):
    """W-8.9, W-8.10: both sides look; what they see, and what they remember of what they see no more."""
    for side in range(SIDES):
        look(s, side)


@rule
def look(s, side):
    """W-8.10, W-8.11: a side's sightings and memory after something has changed."""
    enemy = 1 - side
    was = s.in_sight[side]
    now = 0
    for q in range(s.count[enemy]):
        cell = s.cell[enemy, q]
        if cell and (s.seen_by[enemy, q] or (s.revealed[enemy] >> q) & 1 or not s.opt.fog):
            now |= 1 << q
            s.last_cell[side, q] = cell
        elif s.last_cell[side, q]:
            remember(s, side, q, (was >> q) & 1)
    s.in_sight[side] = now
    new = now & ~was
    if new:
        s.known[side] |= new
        for q in range(s.count[enemy]):
            if (new >> q) & 1:
                s.last_round[side, q] = 0
                if s.opt.fog:
                    emit(s, only(side), EVENT.sighted, code(s, enemy, q), s.cell[enemy, q])


@rule
def remember(s, side, q, lost):
    """W-8.10: an enemy troop that was seen and is not seen now; its cell is forgotten if it is seen to be empty."""
    enemy = 1 - side
    cell = s.last_cell[side, q]
    if lost:
        s.last_round[side, q] = s.round
        if s.cell[enemy, q]:
            emit(s, only(side), EVENT.lost_sight, code(s, enemy, q), cell)
    if not s.cell[enemy, q] or watched(s, side, cell):
        s.last_cell[side, q] = 0
        s.last_round[side, q] = 0
