"""S-7.4 to S-7.8, S-12.12: core abilities, who goes down, and what is paid for it."""

from taku.engine import ALL, emit, rule
from taku.games.synegier.content import TRIGGER
from taku.games.synegier.rules.damage import hurt, level_up, pay, steal
from taku.games.synegier.rules.pieces import bare, is_on, own_bits, owner, poison
from taku.games.synegier.rules.selectors import first_target, select
from taku.games.synegier.rules.words import about_target, carry_out_part, holds
from taku.games.synegier.state import ENDED, EVENT, FIRST_FOE, PIECES, SEATS
from taku.games.synegier.tables import CORE, CORE_OF, CORES, STEP, STEP_OF, STEPS
from taku.kit.sets import up_to


@rule
def applies(s, p, script, k):
    """S-12.2, S-12.11: whether a part that looks back has something to look at, and a condition of "you" holds."""
    base = STEP_OF[script, k, STEP.base]
    if base != k and s.base != 1 + base:
        return False
    condition = STEP_OF[script, k, STEP.condition]
    return condition == 0 or about_target(condition) or holds(s, p, p, condition)


@rule
def remember(s, p, script, k, whom):
    """S-12.2: later parts may look back at these targets."""
    if STEP_OF[script, k, STEP.base] == k:
        s.same = whom
        s.base = 1 + k
        s.anchor = first_target(p, whom)


@rule
def all_parts(s, p, script):
    """Parts that ask nobody, one after the other; an effect under way keeps what it looks back at."""
    same = s.same
    base = s.base
    anchor = s.anchor
    s.base = 0
    for k in range(STEPS[script]):
        if applies(s, p, script, k):
            whom = select(s, p, STEP_OF[script, k, STEP.select])
            remember(s, p, script, k, whom)
            carry_out_part(s, p, script, k, whom)
    s.same = same
    s.base = base
    s.anchor = anchor


@rule
def use_core(s, p, trigger):
    """S-12.12: what this triggers of a soldier on the field; downs are settled by who calls."""
    if not is_on(s, p):
        return
    who = s.who[p]
    for j in range(CORES[who]):
        if CORE_OF[who, j, CORE.when] == trigger:
            condition = CORE_OF[who, j, CORE.condition]
            if condition == 0 or holds(s, p, p, condition):
                emit(s, ALL, EVENT.core_ability, who, who)
                all_parts(s, p, CORE_OF[who, j, CORE.script])


@rule
def settle(s):
    """S-7.4: who is at 0 HP leaves: enemies, then soldiers; then coins change hands. Abilities may fell more."""
    fallen = at_zero(s)
    while fallen:
        for p in range(FIRST_FOE, PIECES):
            if (fallen >> p) & 1:
                enemy_down(s, p)
        for p in range(SEATS):
            s.loot[p] = (s.coins[owner(s, p)] + 1) // 2 if (fallen >> p) & 1 else 0
        for p in range(SEATS):
            if (fallen >> p) & 1:
                soldier_down(s, p)
        for p in range(SEATS):
            if (fallen >> p) & 1 and s.by[p] and s.by[p] != 1 + owner(s, p):
                steal(s, s.by[p] - 1, owner(s, p), s.loot[p])
        fallen = at_zero(s)


@rule
def at_zero(s):
    """The pieces on the field without HP."""
    fallen = 0
    for p in range(PIECES):
        if s.hp[p] == 0 and (s.on >> p) & 1:
            fallen |= 1 << p
    return fallen


@rule
def enemy_down(s, p):
    """S-7.5, S-11.11: an enemy leaves and pays its reward; a boss ends the match."""
    s.on &= ~(1 << p)
    seat = s.by[p] - 1
    if s.raid:
        s.blow = 1 + seat
        s.ended = 1 + ENDED.boss_beaten
        emit(s, ALL, EVENT.boss_beaten, seat, s.who[p])
        return
    s.kills += 1
    if seat < 0:
        emit(s, ALL, EVENT.enemy_down, s.who[p], s.kills)
        return
    s.own_kills[seat] += 1
    emit(s, ALL, EVENT.reward, seat, s.who[p], s.opt.kill_coins + s.bounty, s.kills)
    level_up(s, s.active[seat])
    pay(s, seat, s.opt.kill_coins + s.bounty)
    use_core(s, s.active[seat], TRIGGER.kill)


@rule
def soldier_down(s, p):
    """S-7.7, S-11.6: a soldier leaves the field, in the raid for good."""
    seat = owner(s, p)
    s.on &= ~(1 << p)
    s.hp[p] = 0
    bare(s, p)
    s.downs += 1
    s.own_downs[seat] += 1
    emit(s, ALL, EVENT.down, s.who[p], s.downs)
    if s.by[p] and s.by[p] != 1 + seat:
        emit(s, ALL, EVENT.downed_by, s.by[p] - 1, s.who[p])
    if p == s.active[s.turn]:
        s.cut = 1  # S-3.9
    if s.raid:
        s.gone |= 1 << p
        if s.gone & own_bits(s, seat) == own_bits(s, seat):
            leave_match(s, seat)


@rule
def leave_match(s, seat):
    """S-11.6, S-11.11: a player is out; with the last one the raid ends."""
    s.out |= 1 << seat
    emit(s, ALL, EVENT.player_out, seat)
    if s.out == up_to(s.seats) and s.ended == 0:
        s.ended = 1 + ENDED.all_out


@rule
def tick(s, p):
    """S-1.11: Poison from each player in turn order, then all ailments fade."""
    ailed = s.burn[p] > 0 or s.shock[p] > 0
    for i in range(s.seats):
        seat = (s.first + i) % max(1, s.seats)
        n = s.poison[p, seat]
        if n:
            ailed = True
            hurt(s, p, n, 1 + seat)
            s.poison[p, seat] -= 1
    s.burn[p] = max(0, s.burn[p] - 1)
    s.shock[p] = max(0, s.shock[p] - 1)
    if ailed:
        emit(s, ALL, EVENT.ailment_tick, s.who[p], poison(s, p), s.burn[p], s.shock[p])
        settle(s)
