"""S-12.4 to S-12.11: what the words of effects do: ops, amounts, conditions."""

from taku.engine import ALL, die, emit, rule
from taku.games.synegier.content import AILMENT, CONDITION, COUNT, DURATION, ON, OP, STATIC
from taku.games.synegier.rules.cards import discard, draw
from taku.games.synegier.rules.damage import NOBODY, credit, heal, hurt, level_up, pay, raise_hp, steal
from taku.games.synegier.rules.moving import push_away, swap_places, warp
from taku.games.synegier.rules.pieces import ailing, attack, cleanse, defence, owner, soldiers, you
from taku.games.synegier.rules.selectors import NO_YOU, others, truce
from taku.games.synegier.state import (
    EVENT,
    FIRST_FOE,
    MOST_AGAIN,
    MOST_AILMENT,
    MOST_BOOST,
    MOST_CHARGE,
    MOST_MANA,
    MOST_SHIELD,
    MOST_STAT,
    MOST_STOCK,
    PIECES,
    STAGE,
    STAT,
)
from taku.games.synegier.tables import EFFECT_OF, ON_OF, RIM, STATIC_OF, STEP, STEP_OF


@rule
def acts(s, p):
    """Whether a piece is the soldier whose turn it is."""
    return p == you(s) and owner(s, p) == s.turn


@rule
def holds(s, p, t, condition):
    """S-12.11: a condition of the soldier p with the ability, or of the target t."""
    if condition == CONDITION.ailing:
        return ailing(s, t)
    if condition == CONDITION.weak10:
        return s.hp[t] <= 10
    if condition == CONDITION.rim:
        return (RIM[s.board] >> s.cell[p]) & 1 == 1
    if condition == CONDITION.hp_half:
        return 2 * s.hp[p] <= s.max_hp[p]
    if condition == CONDITION.moved4:
        return acts(s, p) and s.moved >= 4
    if condition == CONDITION.low_level:
        for other in range(soldiers(s)):
            if s.level[other] < s.level[p]:
                return False
    return True


@rule
def about_target(condition):
    """S-12.11: these conditions are looked up for each target."""
    return condition == CONDITION.ailing or condition == CONDITION.weak10


@rule
def count(s, p, of):
    """S-12.10: what an amount is multiplied by; who does not act has played, linked and moved nothing."""
    if of == COUNT.die:
        return die(s)
    if not acts(s, p):
        return 0
    if of == COUNT.links:
        return s.links
    return s.row.size if of == COUNT.played else s.moved


@rule
def carry_out_part(s, p, script, k, whom):
    """S-4.6, S-12.1: one part of an effect on its targets, together; downs are settled by who calls."""
    op = EFFECT_OF[script, k, 0, 0]
    n = EFFECT_OF[script, k, 0, 1]
    if STEP_OF[script, k, STEP.per]:
        n += STEP_OF[script, k, STEP.per] * count(s, p, STEP_OF[script, k, STEP.of])
    harmful = STEP_OF[script, k, STEP.harmful]
    if p >= 0 and truce(s) and (harmful > 0 or (harmful < 0 and n < 0)):
        whom &= ~others(s, p)  # S-11.10, S-12.13
    condition = STEP_OF[script, k, STEP.condition]
    duration = STEP_OF[script, k, STEP.dur]
    for i in range(-1, PIECES):
        t = p if i < 0 else i
        if t >= 0 and (whom >> t) & 1 and (i < 0 or t != p):
            if not about_target(condition) or holds(s, p, t, condition):
                affect(s, p, t, op, n, duration)


@rule
def affect(s, p, t, op, n, duration):
    """One op of a soldier p, or of an event, on a piece t."""
    on = ON_OF[op]
    if on == ON.you:
        if t == p and acts(s, p):
            ready(s, op, n)
    elif on == ON.soldier:
        if t < FIRST_FOE:
            affect_soldier(s, p, t, op, n)
    elif op == OP.atk or op == OP.def_:
        change(s, p, t, op, n, duration)
    elif op >= OP.push and op <= OP.warp:
        if op == OP.warp:
            warp(s, t)
        elif op == OP.swap:
            swap_places(s, p, t)
        else:
            push_away(s, p, t, n, op)
    else:
        affect_piece(s, p, t, op, n)


@rule
def affect_piece(s, p, t, op, n):
    """S-12.4: damage, strike, heal, vigor, ailments."""
    if op == OP.damage:
        if p == NO_YOU:
            shield = s.shield[t] if t < FIRST_FOE else 0
            hurt(s, t, min(n, shield + s.hp[t] - 1), NOBODY)  # S-10.3
        else:
            hurt(s, t, n + boost(s, p) if t != p else n, credit(s, p))
    elif op == OP.strike:
        if t != p:
            stopped = 0 if s.pierce and acts(s, p) else defence(s, t)
            hurt(s, t, max(1, attack(s, p) + n - stopped), credit(s, p))
    elif op == OP.heal:
        heal(s, t, n)
    elif op == OP.vigor:
        raise_hp(s, t, n)
        emit(s, ALL, EVENT.stat_changed, s.who[t], STAT.max_hp, n, DURATION.game)
    elif op == OP.cleanse:
        if ailing(s, t):
            cleanse(s, t)
            emit(s, ALL, EVENT.cleansed, s.who[t])
    elif op == OP.burn:
        s.burn[t] = min(MOST_AILMENT, s.burn[t] + n)
        emit(s, ALL, EVENT.ailment_given, s.who[t], AILMENT.burn, n)
    elif op == OP.shock:
        s.shock[t] = min(MOST_AILMENT, s.shock[t] + n)
        emit(s, ALL, EVENT.ailment_given, s.who[t], AILMENT.shock, n)
    elif op == OP.poison and p >= 0:
        seat = owner(s, p)
        s.poison[t, seat] = min(MOST_AILMENT, s.poison[t, seat] + n)
        emit(s, ALL, EVENT.ailment_given, s.who[t], AILMENT.poison, n)


@rule
def boost(s, p):
    """S-7.2: what is added to damage effects on others."""
    lasting = STATIC_OF[s.who[p], STATIC.boost]
    return min(MOST_BOOST, s.boost + lasting) if acts(s, p) else lasting


@rule
def change(s, p, t, op, n, duration):
    """S-12.9: ATK or DEF, for a while or for good."""
    if op == OP.atk:
        if duration == DURATION.turn:
            s.atk_turn[t] = within_bounds(s.atk_turn[t] + n)
        elif duration == DURATION.cycle:
            s.atk_cycle[t] = within_bounds(s.atk_cycle[t] + n)
        elif duration == DURATION.round:
            s.atk_round[t, owner(s, p)] = within_bounds(s.atk_round[t, owner(s, p)] + n)
        else:
            s.atk[t] = max(0, within_bounds(s.atk[t] + n))
    elif duration == DURATION.turn:
        s.def_turn[t] = within_bounds(s.def_turn[t] + n)
    elif duration == DURATION.cycle:
        s.def_cycle[t] = within_bounds(s.def_cycle[t] + n)
    elif duration == DURATION.round:
        s.def_round[t, owner(s, p)] = within_bounds(s.def_round[t, owner(s, p)] + n)
    else:
        s.defence[t] = max(0, within_bounds(s.defence[t] + n))
    emit(s, ALL, EVENT.stat_changed, s.who[t], op - OP.atk, n, duration)


@rule
def within_bounds(n):
    """Section "Limits"."""
    return max(-MOST_STAT, min(n, MOST_STAT))


@rule
def affect_soldier(s, p, t, op, n):
    """S-12.5: a soldier, or its owner."""
    seat = owner(s, t)
    if op == OP.shield:
        n = min(n, MOST_SHIELD - s.shield[t])
        s.shield[t] += n
        emit(s, ALL, EVENT.shielded, s.who[t], n, s.shield[t])
    elif op == OP.draw:
        draw(s, seat, n)
    elif op == OP.discard:
        discard(s, seat, n)
    elif op == OP.charge:
        s.charge[seat] = min(MOST_CHARGE, s.charge[seat] + n)
        emit(s, ALL, EVENT.charged, seat, n)
    elif op == OP.coin:
        pay(s, seat, n)
    elif op == OP.steal:
        if p >= 0:
            steal(s, owner(s, p), seat, n)
    else:
        for _ in range(n):
            level_up(s, t)


@rule
def ready(s, op, n):
    """S-12.6: what lasts for the turn of who acts."""
    if op == OP.mana:
        if s.stage != STAGE.play and s.stage != STAGE.card:
            return  # later it is lost
        s.mana = min(MOST_MANA, s.mana + n)
    elif op == OP.stock:
        s.stock = min(MOST_STOCK, s.stock + n)
    elif op == OP.reach:
        s.reach = max(s.reach, n)
    elif op == OP.again:
        s.again = min(MOST_AGAIN, s.again + n)
    elif op == OP.boost:
        s.boost = min(MOST_BOOST, s.boost + n)
    elif op == OP.pierce:
        s.pierce = 1
    else:
        s.evade = 1
    emit(s, ALL, EVENT.readied, s.who[you(s)], op, n)
