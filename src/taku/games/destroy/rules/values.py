"""D-12: mana, ATK and DEF. Computed whenever needed, never stored (D-11.8)."""

from taku.engine import rule
from taku.games.destroy.content import (
    ATK,
    DEF,
    LENT_BY_BLUE,
    LV,
    POWER,
    POWER_OF,
    STAT,
    STAT_OF,
    STATS,
    SUB_SLOT,
    WHEN,
    WHO,
    WITHIN,
)
from taku.games.destroy.rules.field import face_up, has_mark
from taku.games.destroy.state import CELLS, MARK, MAX_VALUE, PLACES, SEATS

NO_TARGET = -1


@rule
def lent_by_sub(s, seat, power):
    """D-2.4, D-2.5: what the seat's sub lends it."""
    return POWER_OF[s.who[s.sub[seat]], SUB_SLOT, power]


@rule
def mana(s, seat):
    """D-7.3, D-12.2: the mana of a seat."""
    other = 1 - seat
    sum_ = s.mana + s.chant + lent_by_sub(s, seat, POWER.mana_both) + lent_by_sub(s, seat, POWER.mana_own)
    sum_ += lent_by_sub(s, other, POWER.mana_both) + lent_by_sub(s, other, POWER.mana_enemy)
    return max(0, min(sum_, MAX_VALUE))


@rule
def field_mana(s):
    """D-12.2: the mana shown on the table, with the effects on both seats only."""
    sum_ = s.mana + s.chant + lent_by_sub(s, 0, POWER.mana_both) + lent_by_sub(s, 1, POWER.mana_both)
    return max(0, min(sum_, MAX_VALUE))


@rule
def blue(s, c, power):
    """D-2.3: what the character's blue skills give it now."""
    who = s.who[c]
    sum_ = 0
    for j in range(2):
        if POWER_OF[who, j, power] and face_up(s, c) and LV[who, j] <= mana(s, c // PLACES):
            sum_ += POWER_OF[who, j, power]
    return sum_


@rule
def lent(s, seat, power):
    """D-13.14: how much of a power the seat has, from its sub and from blue skills. Numbers add up (D-11.7)."""
    sum_ = lent_by_sub(s, seat, power)
    if LENT_BY_BLUE[power]:
        for c in range(PLACES * seat, PLACES * seat + PLACES):
            sum_ += blue(s, c, power)
    return sum_


@rule
def most_lent(s, seat, power):
    """D-13.14, `wild`: limits do not add up; the highest counts."""
    most = lent_by_sub(s, seat, power)
    if LENT_BY_BLUE[power]:
        for c in range(PLACES * seat, PLACES * seat + PLACES):
            most = max(most, blue(s, c, power))
    return most


@rule
def attack_power(s, c, target, more=0):
    """D-12.1, D-12.3, D-12.4: ATK, of an attack on `target` or, with NO_TARGET, as the card shows it."""
    rises = ATK[s.who[c]] + s.atk_up[c] + changes(s, c, STAT.atk, 1, target) + max(0, more)
    falls = s.atk_down[c] + changes(s, c, STAT.atk, -1, target) + min(0, more)
    if has_mark(s, c, MARK.double_atk):
        rises *= 2
    return max(0, min(rises + falls, MAX_VALUE))


@rule
def defence(s, c):
    """D-12.1: DEF. Nothing doubles it, so rises and falls are simply added."""
    rises = DEF[s.who[c]] + changes(s, c, STAT.def_, 1, NO_TARGET)
    return max(0, min(rises + changes(s, c, STAT.def_, -1, NO_TARGET) + s.def_change[c], MAX_VALUE))


@rule
def changes(s, c, stat, sign, target):
    """D-2.3, D-2.4, D-2.5: the sum of all rises (sign 1) or falls (−1) of a value by blue skills and sub skills."""
    sum_ = 0
    for source in range(SEATS * PLACES):
        who = s.who[source]
        if s.cell[source] < CELLS:
            if STATS[who, 0] + STATS[who, 1] and not s.down[source]:
                for j in range(2):
                    if STATS[who, j] and LV[who, j] <= mana(s, source // PLACES):
                        sum_ += change(s, c, stat, sign, target, source, j)
        elif STATS[who, SUB_SLOT] and s.sub[source // PLACES] == source:
            sum_ += change(s, c, stat, sign, target, source, SUB_SLOT)
    return sum_


@rule
def change(s, c, stat, sign, target, source, slot):
    """What one skill of `source` does to a value of c."""
    sum_ = 0
    who = s.who[source]
    for k in range(STATS[who, slot]):
        n = STAT_OF[who, slot, k, stat]
        if n * sign > 0 and concerns(s, c, source, STAT_OF[who, slot, k, STAT.who]):
            if holds(s, c, target, STAT_OF[who, slot, k, STAT.when], STAT_OF[who, slot, k, STAT.limit]):
                sum_ += n * s.damage[c] if STAT_OF[who, slot, k, STAT.per_damage] else n
    return sum_


@rule
def concerns(s, c, source, who):
    """Section 4, `who`: whether a skill of `source` speaks of c."""
    if who == WHO.self:
        return c == source
    if (who == WHO.enemy or who == WHO.enemy_adjacent) == (c // PLACES == source // PLACES):
        return False
    if who == WHO.own or who == WHO.enemy:
        return True
    if c == source:
        return who == WHO.own_adjacent
    return s.cell[c] < CELLS and (WITHIN[1, s.cell[source]] >> s.cell[c]) & 1 == 1


@rule
def holds(s, c, target, when, limit):
    """Section 4, `when`: whether the condition is met for c, attacking `target` where that matters."""
    if when == WHEN.always:
        return True
    if when == WHEN.printed_atk_max:
        return ATK[s.who[c]] <= limit
    if when == WHEN.damaged:
        return s.damage[c] > 0
    if when == WHEN.undamaged:
        return s.damage[c] == 0
    if when == WHEN.formation:
        return s.cell[c] < CELLS and near(s, s.cell[c], c // PLACES, c) > 0
    if target == NO_TARGET:
        return False
    if when == WHEN.prey:
        return s.damage[target] > 0
    return near(s, s.cell[target], c // PLACES, NO_TARGET) >= limit


@rule
def near(s, cell, seat, except_):
    """How many face-up characters of a seat, other than `except_`, are adjacent to a cell."""
    n = 0
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if c != except_ and face_up(s, c) and s.cell[c] != cell:
            n += (WITHIN[1, cell] >> s.cell[c]) & 1
    return n
