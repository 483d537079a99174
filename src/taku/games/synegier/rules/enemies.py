"""S-9: waves, what enemies do after a round."""

from taku.engine import ALL, die, emit, rule
from taku.games.synegier.content import ENEMIES, FIRST_ENEMY
from taku.games.synegier.rules.damage import NOBODY, hurt
from taku.games.synegier.rules.pieces import (
    FOE_BITS,
    SOLDIER_BITS,
    any_numbered,
    attack,
    bare,
    cell_shown,
    defence,
    is_on,
    lane,
    piece_on,
    pieces_in,
)
from taku.games.synegier.rules.settlement import settle, tick
from taku.games.synegier.state import EVENT, FIRST_FOE, PIECES, SEATS
from taku.games.synegier.tables import ROLL_ATK, ROLL_DEF, ROLL_HP, WAVE, WITHIN
from taku.kit.sets import size_of

AREA_OF_ENEMIES = 2  # S-9.6, S-11.7: they reach within 2D


@rule
def wave(s):
    """S-9.1: enemies come when none is on the field, as long as there are status cards."""
    if s.on & FOE_BITS:
        return
    n = min(WAVE[min(s.kills, ENEMIES)], ENEMIES - s.spawned)
    if n > 0:
        emit(s, ALL, EVENT.wave, n)
        for _ in range(n):
            spawn(s)


@rule
def reinforce(s, n):
    """S-9.4: extra enemies, while there is room and a card."""
    for _ in range(n):
        if size_of(s.on & FOE_BITS) < PIECES - FIRST_FOE and s.spawned < ENEMIES:
            spawn(s)


@rule
def spawn(s):
    """S-9.2, S-9.3: the next status card, three dice for it, two for the cell."""
    close_ranks(s)
    p = FIRST_FOE + size_of(s.on & FOE_BITS)
    s.spawned += 1
    who = FIRST_ENEMY + s.spawned - 1
    dice = enter_foe(s, p, who)
    column = lane(s)
    row = lane(s)
    cell = cell_shown(s, column, row)
    dice = (dice * 10 + 1 + column) * 10 + 1 + row
    if piece_on(s, cell) >= 0:
        cell = any_numbered(s, 0)
    s.cell[p] = cell
    s.on |= 1 << p
    emit(s, ALL, EVENT.enemy_spawn, who, s.hp[p], s.atk[p], s.defence[p], cell, dice)


@rule
def enter_foe(s, p, who):
    """S-9.2, S-11.3: three dice set HP, ATK and DEF; the faces as digits."""
    a = die(s)
    b = die(s)
    c = die(s)
    s.who[p] = who
    s.hp[p] = s.max_hp[p] = ROLL_HP[who, a - 1]
    s.atk[p] = ROLL_ATK[who, b - 1]
    s.defence[p] = ROLL_DEF[who, c - 1]
    bare(s, p)
    return (a * 10 + b) * 10 + c


@rule
def close_ranks(s):
    """Enemies stand in spawn order without gaps, before another one comes."""
    to = FIRST_FOE
    for p in range(FIRST_FOE, PIECES):
        if is_on(s, p):
            if p != to:
                take_place(s, p, to)
            to += 1


@rule
def take_place(s, p, to):
    """An enemy gets another number as a piece, with all that lies on it."""
    s.who[to] = s.who[p]
    s.cell[to] = s.cell[p]
    s.hp[to] = s.hp[p]
    s.max_hp[to] = s.max_hp[p]
    s.atk[to] = s.atk[p]
    s.defence[to] = s.defence[p]
    s.burn[to] = s.burn[p]
    s.shock[to] = s.shock[p]
    s.atk_turn[to] = s.atk_turn[p]
    s.def_turn[to] = s.def_turn[p]
    s.atk_cycle[to] = s.atk_cycle[p]
    s.def_cycle[to] = s.def_cycle[p]
    for seat in range(SEATS):
        s.poison[to, seat] = s.poison[p, seat]
        s.atk_round[to, seat] = s.atk_round[p, seat]
        s.def_round[to, seat] = s.def_round[p, seat]
    s.on = s.on & ~(1 << p) | 1 << to


@rule
def blow_of(s, p, t):
    """S-9.6: ATK − DEF, at least 1, no counter."""
    return max(1, attack(s, p) - defence(s, t))


@rule
def attack_around(s, p, what):
    """S-9.6, S-11.7: every soldier within 2D, all at once."""
    found = s.on & SOLDIER_BITS & pieces_in(s, WITHIN[AREA_OF_ENEMIES, s.cell[p]])
    for t in range(SEATS):
        if (found >> t) & 1:
            blow = blow_of(s, p, t)
            emit(s, ALL, what, s.who[p], s.who[t], blow)
            hurt(s, t, blow, NOBODY)
    settle(s)


@rule
def enemy_acts(s, p):
    """S-9.6: attack, jump, tick."""
    attack_around(s, p, EVENT.enemy_attack)
    jump(s, p)
    tick(s, p)


@rule
def jump(s, p):
    """S-9.7: to the cell that two dice show; whoever stands there is attacked, once, and it jumps elsewhere."""
    column = lane(s)
    row = lane(s)
    cell = cell_shown(s, column, row)
    here = s.cell[p]
    t = piece_on(s, cell)
    if t >= 0 and t != p:
        if t < FIRST_FOE:
            blow = blow_of(s, p, t)
            emit(s, ALL, EVENT.collision, s.who[p], s.who[t], blow)
            hurt(s, t, blow, NOBODY)
            settle(s)
        cell = any_numbered(s, 1 << here)
    s.cell[p] = cell
    emit(s, ALL, EVENT.enemy_jump, s.who[p], here, cell, (1 + column) * 10 + 1 + row)
