"""W-9 and W-13: strikes, damage, volleys, and the morale they raise."""

from taku.engine import ALL, emit, roll, rule
from taku.games.warring.content import KIND_OF, MUTUAL, PRIORITY, STAT, STEP_X, STEP_Y
from taku.games.warring.rules.armies import members
from taku.games.warring.rules.finish import general_falls
from taku.games.warring.rules.losses import settle
from taku.games.warring.rules.sight import gone, note_sightings
from taku.games.warring.rules.troops import code, current
from taku.games.warring.state import EVENT, SHARING, STAGE, STRIDE

TOP_MORALE = 3  # W-13.1
FARTHEST = 1 << 40


@rule
def prey(s, side, strikers, among):
    """W-8.5, W-9.2: those of a set of enemies that are visible to the strikers."""
    enemy = 1 - side
    found = 0
    for q in range(s.count[enemy]):
        if (among >> q) & 1 and s.cell[enemy, q]:
            by = s.seen_by[enemy, q]
            if s.opt.sight_sharing == SHARING.army:
                by &= strikers
            if by or (s.revealed[enemy] >> q) & 1:
                found |= 1 << q
    return found


@rule
def target(s, side, t, among):
    """W-8.6, W-9.2, W-9.3: 1 + the enemy that a troop strikes: the nearest, then by kind, strength, number; 0: none."""
    enemy = 1 - side
    here = s.cell[side, t]
    ground = s.terrain[here]
    reach = current(s, side, t, STAT.range)
    limit = min(reach, MUTUAL[ground]) if MUTUAL[ground] else reach  # against an enemy on the same ground
    best = FARTHEST
    found = 0
    for q in range(s.count[enemy]):
        if (among >> q) & 1:
            there = s.cell[enemy, q]
            far = abs(here % STRIDE - there % STRIDE) + abs(here // STRIDE - there // STRIDE)
            if far <= reach and (far <= limit or s.terrain[there] != ground):
                order = (8 * far + PRIORITY[s.kind[enemy, q]]) * 4096 + s.strength[enemy, q]
                if order < best:
                    best = order
                    found = 1 + q
    return found


@rule
def can_reach(s, side, k, among):
    """W-11.1, W-11.5: whether a troop of an army that has not struck can strike one of these enemies."""
    strikers = members(s, side, k)
    visible = prey(s, side, strikers, among)
    if visible:
        for t in range(s.count[side]):
            if (strikers >> t) & 1 and not (s.struck[side] >> t) & 1 and target(s, side, t, visible):
                return True
    return False


@rule
def damage_of(s, side, t, q):
    """W-9.4, W-9.5: base × attack ÷ defence, rounded down to tens, at least 10."""
    attack = current(s, side, t, STAT.attack)
    defence = current(s, 1 - side, q, STAT.defence)
    if s.opt.damage_spread:
        luck = 100 - s.opt.damage_spread + roll(s, 2 * s.opt.damage_spread + 1)
        damage = s.opt.damage_base * attack * luck // max(1, 100 * defence)
    else:
        damage = s.opt.damage_base * attack // max(1, defence)
    return max(10, damage // 10 * 10)


@rule
def from_front(s, side, t, q):
    """W-13.5, W-13.6: whether a strike comes from the quarter that the struck troop's army faces."""
    enemy = 1 - side
    d = s.facing[enemy, s.army[enemy, q]] - 1
    here = s.cell[enemy, q]
    there = s.cell[side, t]
    dx = there % STRIDE - here % STRIDE
    dy = there // STRIDE - here // STRIDE
    ahead = dx * STEP_X[d] + dy * STEP_Y[d]
    return ahead > 0 and ahead >= abs(dx * STEP_Y[d] - dy * STEP_X[d])


@rule
def strike(s, side, t, q):
    """W-8.7, W-9.1, W-9.9: one blow; everybody hears of it. Returns 1 if it came from the flank (W-13.4)."""
    enemy = 1 - side
    flank = 0
    told = EVENT.strike_lone
    if s.army[enemy, q]:
        flank = 0 if from_front(s, side, t, q) else 1
        told = EVENT.strike_flank if flank else EVENT.strike
    damage = damage_of(s, side, t, q)
    left = max(0, s.strength[enemy, q] - damage)
    s.strength[enemy, q] = left
    s.struck[side] |= 1 << t
    s.revealed[side] |= 1 << t
    emit(s, ALL, told, code(s, side, t), code(s, enemy, q), damage, left, s.cell[side, t], s.cell[enemy, q])
    if left == 0:
        fall(s, enemy, q)
    return flank


@rule
def fall(s, side, t):
    """W-2.2, W-9.6, W-9.8: a troop without strength is gone at once; with the general the battle is over."""
    cell = s.cell[side, t]
    s.at[cell] = 0
    s.cell[side, t] = 0
    s.army[side, t] = 0
    s.fallen[side] |= 1 << t
    s.struck[side] &= ~(1 << t)
    s.revealed[side] &= ~(1 << t)
    gone(s, side, t)
    if s.kind[side, t] == KIND_OF.general:
        emit(s, ALL, EVENT.general_fallen, side, cell)
        general_falls(s, side)
    else:
        emit(s, ALL, EVENT.fallen, code(s, side, t), cell)


@rule
def volley(s, side, k, lone, among):
    """W-9.6, W-9.7: an army's troops (or one lone troop, for k = 0) strike in turn; returns how many did."""
    strikers = members(s, side, k) if k else 1 << lone
    enemy = 1 - side
    open_ = prey(s, side, strikers, among)
    strikes = flank = hit = 0
    fell = s.fallen[enemy]
    for t in range(s.count[side]):
        if open_ and (strikers >> t) & 1 and not (s.struck[side] >> t) & 1:
            q = target(s, side, t, open_) - 1
            if q >= 0:
                hit |= 1 << s.army[enemy, q]
                flank |= strike(s, side, t, q)
                strikes += 1
                if s.stage == STAGE.over:
                    return strikes
                if not s.cell[enemy, q]:
                    open_ &= ~(1 << q)
    if strikes:
        broken = settle(s, enemy, hit, k, lone) if s.fallen[enemy] != fell else 0
        if k:
            raise_morale(s, side, k, broken, flank)
            has_acted(s, side, k)
        note_sightings(s)
    return strikes


@rule
def raise_morale(s, side, k, broken, flank):
    """W-13.3, W-13.4: once for strikes from the flank, and for each army broken."""
    lift_morale(s, side, k, s.opt.flank_morale * flank, EVENT.morale_flank)
    lift_morale(s, side, k, broken, EVENT.morale)


@rule
def lift_morale(s, side, k, points, told):
    """W-13.1: three at most."""
    after = min(TOP_MORALE, s.morale[side, k] + points)
    if after > s.morale[side, k]:
        s.morale[side, k] = after
        emit(s, ALL, told, side, k, after)


@rule
def has_acted(s, side, k):
    """W-12.1: everybody sees who has struck."""
    if not s.acted[side, k]:
        s.acted[side, k] = 1
        emit(s, ALL, EVENT.acted, side, k)
