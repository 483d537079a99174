"""S-11: the raid."""

from taku.engine import ALL, emit, roll, rule
from taku.games.synegier.content import BOSSES, FIRST_BOSS, WIDTH
from taku.games.synegier.rules.enemies import AREA_OF_ENEMIES, attack_around, enter_foe
from taku.games.synegier.rules.pieces import BOSS, SOLDIER_BITS, any_of, free, pieces_in
from taku.games.synegier.rules.settlement import tick
from taku.games.synegier.state import CAUSE, ENDED, EVENT, MOST_HP
from taku.games.synegier.tables import BOSS_CELLS, CELLS, HUNTS, MOVES_FIRST, SIZE, WITHIN
from taku.kit.sets import size_of


@rule
def raid_due(s, rounds):
    """S-11.1: 1 + the cause, or 0; `rounds` were played to their end."""
    if s.raid:
        return 0
    if s.kills >= s.opt.raid_kills:
        return 1 + CAUSE.kills
    if s.downs >= s.opt.raid_downs:
        return 1 + CAUSE.downs
    return 1 + CAUSE.rounds if rounds >= s.opt.sweep_rounds else 0


@rule
def start_raid(s, cause, lead):
    """S-11.2 to S-11.5: enemies leave, the boss comes, rounds start anew with a seat; or the match ends (S-11.13)."""
    if not s.opt.raid:
        s.ended = 1 + ENDED.no_raid
        return
    emit(s, ALL, EVENT.raid_start, cause)
    s.on &= SOLDIER_BITS
    s.raid = 1
    s.round = 1
    s.lead = lead
    s.nth = 0
    boss = s.opt.boss - 1 if s.opt.boss else roll(s, BOSSES)
    who = FIRST_BOSS + boss
    dice = enter_foe(s, BOSS, who)
    s.hp[BOSS] = s.max_hp[BOSS] = min(MOST_HP, (s.hp[BOSS] * s.opt.boss_hp_percent + 99) // 100)
    cell = boss_cell(s)
    s.cell[BOSS] = cell
    s.on |= 1 << BOSS
    emit(s, ALL, EVENT.boss_spawn, who, s.hp[BOSS], s.atk[BOSS], s.defence[BOSS], cell, dice)


@rule
def boss_cell(s):
    """S-11.4: a boss cell, or the free cell nearest to the middle."""
    open_ = free(s)
    if open_ & BOSS_CELLS[s.board]:
        return any_of(s, open_ & BOSS_CELLS[s.board])
    far = 99
    nearest = 0
    last = SIZE[s.board] - 1
    for cell in range(CELLS):
        if (open_ >> cell) & 1:
            d = abs(2 * (cell % WIDTH) - last) + abs(2 * (cell // WIDTH) - last)
            if d < far:
                far = d
                nearest = 0
            if d == far:
                nearest |= 1 << cell
    return any_of(s, nearest)


@rule
def boss_acts(s):
    """S-11.7: attack, move, tick; the mobile boss moves before, too."""
    kind = s.who[BOSS] - FIRST_BOSS
    if MOVES_FIRST[kind]:
        boss_moves(s, HUNTS[kind])
    attack_around(s, BOSS, EVENT.boss_attack)
    if not s.ended:
        boss_moves(s, HUNTS[kind])
        tick(s, BOSS)


@rule
def boss_moves(s, hunts):
    """S-11.8: exactly 2D, over pieces; a hunter goes where it reaches the most soldiers."""
    here = s.cell[BOSS]
    cells = free(s) & WITHIN[2, here] & ~WITHIN[1, here]
    if hunts:
        cells = best_hunt(s, cells)
    if cells:
        s.cell[BOSS] = any_of(s, cells)
        emit(s, ALL, EVENT.boss_move, s.who[BOSS], here, s.cell[BOSS])


@rule
def best_hunt(s, cells):
    """The cells from which the most soldiers are within 2D."""
    best = 0
    most = -1
    for cell in range(CELLS):
        if (cells >> cell) & 1:
            n = size_of(s.on & SOLDIER_BITS & pieces_in(s, WITHIN[AREA_OF_ENEMIES, cell]))
            if n > most:
                most = n
                best = 0
            if n == most:
                best |= 1 << cell
    return best
