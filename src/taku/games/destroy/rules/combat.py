"""D-9 and D-10: dice, damage, down and exclusion."""

from taku.engine import ALL, die, emit, rule
from taku.games.destroy.rules.field import remove
from taku.games.destroy.rules.values import attack_power, defence
from taku.games.destroy.state import EVENT, EXCLUDED, PLACES

SHOWN = 10  # faces in one number of an event


@rule
def throw(s, event, c, dice):
    """D-9.1, D-9.2, D-13.1: throw dice for a character and show them all; only the ones count."""
    ones = low = high = 0
    for i in range(dice):
        face = die(s)
        if face == 1:
            ones += 1
        if i < SHOWN:
            low = 7 * low + face
        else:
            high = 7 * high + face
    emit(s, ALL, event, c // PLACES, s.who[c], dice, low, high, ones)
    return ones


@rule
def fight(s, c, target, more):
    """D-9: one character attacks another, with `more` added to its ATK (D-13.13)."""
    emit(s, ALL, EVENT.attack, c // PLACES, s.who[c], s.who[target])
    if s.down[target]:
        exclude(s, target, EXCLUDED.attacked_down)  # D-9.7: no dice
        return
    atk = attack_power(s, c, target, more)
    # D-9.3: without ATK there is no attack value at all. D-9.8: the attacker's dice come first.
    attack_value = throw(s, EVENT.attack_dice, c, atk) + s.opt.attack_bonus if atk else 0
    defence_value = throw(s, EVENT.defence_dice, target, defence(s, target))
    damage = max(0, attack_value - defence_value)
    emit(s, ALL, EVENT.blow, attack_value, defence_value, damage)
    hurt(s, target, damage)


@rule
def hurt(s, c, damage):
    """D-9.5, D-9.6, D-10.1, D-10.3, D-10.5, D-10.6: one blow of an attack or of a skill."""
    if damage <= 0:
        return
    if s.down[c]:
        exclude(s, c, EXCLUDED.skill_on_down)
    elif damage >= s.opt.exclude_at:
        exclude(s, c, EXCLUDED.big_hit)
    else:
        s.damage[c] += damage
        emit(s, ALL, EVENT.damaged, c // PLACES, s.who[c], damage, s.damage[c])
        if s.damage[c] >= s.opt.down_at:
            s.down[c] = 1
            emit(s, ALL, EVENT.downed, c // PLACES, s.who[c])


@rule
def heal(s, c, n):
    """D-13.2: remove damage, not below 0. D-10.4: a downed character stays downed."""
    n = min(n, s.damage[c])
    if n > 0:
        s.damage[c] -= n
        emit(s, ALL, EVENT.healed, c // PLACES, s.who[c], n, s.damage[c])


@rule
def revive(s, c):
    """D-13.2: remove all damage and turn face-up at once."""
    heal(s, c, s.damage[c])
    if s.down[c]:
        s.down[c] = 0
        emit(s, ALL, EVENT.revived, c // PLACES, s.who[c])


@rule
def exclude(s, c, reason):
    """D-10.7: out of this game. Effects on the character end with it."""
    emit(s, ALL, EVENT.excluded, c // PLACES, s.who[c], reason)
    remove(s, c)
    s.down[c] = s.damage[c] = 0
    forget(s, c)


@rule
def forget(s, c):
    """D-11.7, D-14.1, D-14.2: what a character bears and has done this round ends."""
    s.marks[c] = s.atk_up[c] = s.atk_down[c] = s.def_change[c] = 0
    s.attacked[c] = s.skilled[c] = 0
