"""S-6: Battle."""

from taku.engine import ALL, emit, rule
from taku.games.synegier.content import STATIC, TRIGGER
from taku.games.synegier.rules.damage import NOBODY, credit, hurt
from taku.games.synegier.rules.pieces import attack, defence, is_on, pieces_in, you
from taku.games.synegier.rules.selectors import foes
from taku.games.synegier.rules.settlement import settle, use_core
from taku.games.synegier.state import EVENT, FIRST_FOE
from taku.games.synegier.tables import AROUND, STATIC_OF, WITHIN


@rule
def battle_targets(s):
    """S-6.1: foes around, and within the reach."""
    p = you(s)
    reach = max(s.reach, STATIC_OF[s.who[p], STATIC.reach])
    return foes(s, p) & pieces_in(s, AROUND[s.cell[p]] | WITHIN[reach, s.cell[p]])


@rule
def may_battle(s):
    """S-6.1: once, and again for each "again"."""
    return s.battles <= s.again


@rule
def blow_to(s, p, t):
    """S-6.2, S-6.4: what p deals to t in a Battle that p starts."""
    return max(1, attack(s, p) - (0 if s.pierce else defence(s, t)))


@rule
def counter_to(s, p, t):
    """S-6.2, S-6.4: what t deals back."""
    return 0 if s.evade else max(1, attack(s, t) - defence(s, p))


@rule
def battle(s, t):
    """S-6.2, S-6.3: abilities first, then both blows at once."""
    p = you(s)
    s.battles += 1
    trigger(s, p, t, TRIGGER.attack)
    trigger(s, p, t, TRIGGER.battle)
    if t < FIRST_FOE:
        trigger(s, t, p, TRIGGER.battle)
    if not is_on(s, p) or not is_on(s, t):
        emit(s, ALL, EVENT.battle_off, s.who[p], s.who[t])
        return
    blow = blow_to(s, p, t)
    counter = counter_to(s, p, t)
    emit(s, ALL, EVENT.battle, s.who[p], s.who[t], blow, counter)
    hurt(s, t, blow, credit(s, p))
    hurt(s, p, counter, credit(s, t) if t < FIRST_FOE else NOBODY)
    settle(s)


@rule
def trigger(s, p, t, when):
    """S-6.3: a side's abilities, as long as both are on the field."""
    if is_on(s, p) and is_on(s, t):
        s.foe = 1 + t
        use_core(s, p, when)
        s.foe = 0
        settle(s)
