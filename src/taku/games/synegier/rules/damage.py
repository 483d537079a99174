"""S-7.1 to S-7.3, S-7.6: damage and its credit, levels, coins."""

from taku.engine import ALL, emit, rule
from taku.games.synegier.rules.pieces import BOSS, owner
from taku.games.synegier.state import EVENT, FIRST_FOE, MOST_COINS, MOST_HP, MOST_STAT
from taku.games.synegier.tables import GROW_ATK, GROW_DEF, GROW_HP

NOBODY = 0


@rule
def hurt(s, p, n, by):
    """S-7.1, S-7.3: Shield first, then HP; `by` is 1 + the credited seat, or NOBODY."""
    if p < FIRST_FOE and s.shield[p] and n > 0:
        absorbed = min(n, s.shield[p])
        s.shield[p] -= absorbed
        n -= absorbed
        emit(s, ALL, EVENT.absorbed, s.who[p], absorbed, s.shield[p])
    n = min(n, s.hp[p])
    if n > 0:
        s.hp[p] -= n
        emit(s, ALL, EVENT.damage, s.who[p], n, s.hp[p])
        if p == BOSS and s.raid and by:
            s.tally[by - 1] += n  # S-11.9
        if s.hp[p] == 0:
            s.by[p] = by


@rule
def heal(s, p, n):
    """S-12.4."""
    n = min(n, s.max_hp[p] - s.hp[p])
    if n > 0:
        s.hp[p] += n
        emit(s, ALL, EVENT.healed, s.who[p], n, s.hp[p])


@rule
def raise_hp(s, p, n):
    """Maximum HP rises, and HP with it unless the piece is at 0."""
    n = min(n, MOST_HP - s.max_hp[p])
    s.max_hp[p] += n
    if s.hp[p]:
        s.hp[p] += n


@rule
def level_up(s, p):
    """S-7.6: growth as on the soldier card, up to the cap."""
    if s.level[p] < s.opt.level_cap:
        who = s.who[p]
        s.level[p] += 1
        raise_hp(s, p, GROW_HP[who])
        s.atk[p] = min(MOST_STAT, s.atk[p] + GROW_ATK[who])
        s.defence[p] = min(MOST_STAT, s.defence[p] + GROW_DEF[who])
        emit(s, ALL, EVENT.level_up, who, s.level[p])


@rule
def pay(s, seat, n):
    """A player gains or loses coins, from 0 to 99."""
    n = max(-s.coins[seat], min(n, MOST_COINS - s.coins[seat]))
    if n:
        s.coins[seat] += n
        emit(s, ALL, EVENT.coins, seat, n, s.coins[seat])


@rule
def steal(s, thief, victim, n):
    """Coins change hands."""
    n = min(n, s.coins[victim])
    if n > 0 and thief != victim:
        s.coins[victim] -= n
        s.coins[thief] = min(MOST_COINS, s.coins[thief] + n)
        emit(s, ALL, EVENT.stolen, thief, victim, n)


@rule
def credit(s, p):
    """S-7.3: 1 + the seat that acts with a piece."""
    return 1 + owner(s, p)
