"""Who stands better: the worth of what a player has, after the rulebook's section "Bots"."""

from math import exp

from taku.compile.kernels import kernel
from taku.engine import Names, rule, table
from taku.games.synegier.rules.enemies import AREA_OF_ENEMIES, blow_of
from taku.games.synegier.rules.finish import merit
from taku.games.synegier.rules.pieces import BOSS, distance, first_of, is_on, poison
from taku.games.synegier.state import FIRST_FOE, PIECES
from taku.games.synegier.tables import GROW_ATK, GROW_DEF, SOLDIER_ATK, SOLDIER_DEF

# Hundredths of a point, after the rulebook's section "Bots".
LEVEL, LASTING, HP, LOW_HP, COIN, DOWN = 900, 120, 35, 400, 90, 1400
POTION = table([0, 200, 400])
FAR, MOST_FAR, HIT, FATAL, POISONED, CHARGED, CARD = 35, 6, 35, 1000, 35, 150, 40
TALLY, RAID_HP, OUT, ON_BOSS, BOSS_HIT, BOSS_FAR = 100, 45, 3000, 80, 40, 70
SQUASH_STEP = 20
SQUASH = table([round(1000 / (1 + exp(-SQUASH_STEP * i / 2500))) for i in range(-400, 401)])
"""A lead of 25 points is e to 1."""


@rule
def value(s, seat):
    """The share of the other players that this one will leave behind."""
    if s.ended or s.round == 0:
        return final(s, seat)
    own = strength(s, seat)
    beaten = 0
    for other in range(s.seats):
        if other != seat:
            lead = (own - strength(s, other)) // SQUASH_STEP
            beaten += SQUASH[400 + max(-400, min(400, lead))]
    return beaten // max(1, s.seats - 1)


@rule
def final(s, seat):
    """When it is over, or before it has begun."""
    if s.round == 0:
        return 500
    beaten = 0
    own = merit(s, seat)
    for other in range(s.seats):
        if other != seat:
            beaten += 1000 if own > merit(s, other) else 500 if own == merit(s, other) else 0
    return beaten // max(1, s.seats - 1)


@rule
def strength(s, seat):
    """What a player has, in hundredths of a point."""
    sum_ = COIN * min(16, s.coins[seat]) + POTION[s.potion[seat]]
    sum_ += CHARGED * s.charge[seat] + CARD * min(6, s.hand[seat].size)
    if s.raid:
        sum_ = TALLY * s.tally[seat] + POTION[s.potion[seat]] + ON_BOSS * s.poison[BOSS, seat]
        if (s.out >> seat) & 1:
            return sum_ - OUT
    first = first_of(s, seat)
    for p in range(first, first + s.opt.soldiers_per_player):
        sum_ += soldier_in_raid(s, p) if s.raid else soldier_in_sweep(s, p)
    return sum_


@rule
def expected(s, p):
    """What enemies near would take of a soldier at the round's end."""
    n = poison(s, p) - s.shield[p]
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t) and distance(s.cell[p], s.cell[t]) <= AREA_OF_ENEMIES:
            n += blow_of(s, t, p)
    return max(0, n)


@rule
def soldier_in_sweep(s, p):
    """Levels, lasting changes, HP, and where it stands."""
    who = s.who[p]
    up = s.level[p] - 1
    sum_ = LEVEL * s.level[p] + LASTING * (s.atk[p] - SOLDIER_ATK[who] - GROW_ATK[who] * up)
    sum_ += LASTING * (s.defence[p] - SOLDIER_DEF[who] - GROW_DEF[who] * up)
    if not is_on(s, p):
        return sum_ + HP * s.max_hp[p] - DOWN
    sum_ += HP * s.hp[p]
    if 5 * s.hp[p] < 2 * s.max_hp[p]:
        sum_ -= LOW_HP
    hit = expected(s, p)
    sum_ -= HIT * hit
    if hit >= s.hp[p]:
        sum_ -= FATAL
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t):
            sum_ -= FAR * min(MOST_FAR, distance(s.cell[p], s.cell[t]))
    return sum_


@rule
def soldier_in_raid(s, p):
    """What is left to deal damage with."""
    if not is_on(s, p):
        return 0 if (s.gone >> p) & 1 else RAID_HP * s.max_hp[p]
    hit = expected(s, p)
    sum_ = RAID_HP * s.hp[p] - BOSS_HIT * hit - BOSS_FAR * distance(s.cell[p], s.cell[BOSS])
    return sum_ - OUT // 2 if hit >= s.hp[p] else sum_


# ---------------------------------------------------------------- what a plan is worth

MANNER = Names(
    "level", "lasting", "hp", "low_hp", "coin", "potion", "softened", "far", "hit", "fatal", "rival", "card",
    "tally", "raid_hp", "boss_hit", "boss_far",
)  # fmt: skip
"""Places of the weights, in hundredths of a point."""
USUAL = (900, 120, 35, 400, 90, 200, 10, 60, 35, 1000, 10, 40, 100, 45, 40, 70)


@kernel("int64(State, int64, int64[::1])")
def plan_value(s, seat, manner):
    """−10,000 to 10,000: where the turn leaves the player, and what is left of enemies and rivals."""
    if s.round == 0:
        return 0
    sum_ = raid_points(s, seat, manner) if s.raid else sweep_points(s, seat, manner)
    others = 0
    for other in range(s.seats):
        if other != seat:
            others += raid_points(s, other, manner) if s.raid else sweep_points(s, other, manner)
    if not s.raid:
        for t in range(FIRST_FOE, PIECES):
            if is_on(s, t):
                sum_ += manner[MANNER.softened] * (s.max_hp[t] - s.hp[t])
    sum_ -= manner[MANNER.rival] * others // max(1, 100 * (s.seats - 1))
    return max(-9_900, min(9_900, sum_ // 4))


@rule
def nearest(s, p):
    """The D to the nearest enemy, up to MOST_FAR."""
    far = MOST_FAR
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t):
            far = min(far, distance(s.cell[p], s.cell[t]))
    return far


@kernel("int64(State, int64, int64[::1])")
def sweep_points(s, seat, manner):
    """What a player has in the sweep, in hundredths of a point."""
    sum_ = manner[MANNER.coin] * min(16, s.coins[seat]) + manner[MANNER.potion] * s.potion[seat]
    sum_ += CHARGED * s.charge[seat] + manner[MANNER.card] * min(6, s.hand[seat].size)
    first = first_of(s, seat)
    for p in range(first, first + s.opt.soldiers_per_player):
        who = s.who[p]
        up = s.level[p] - 1
        sum_ += manner[MANNER.level] * s.level[p]
        sum_ += manner[MANNER.lasting] * (s.atk[p] - SOLDIER_ATK[who] - GROW_ATK[who] * up)
        sum_ += manner[MANNER.lasting] * (s.defence[p] - SOLDIER_DEF[who] - GROW_DEF[who] * up)
        if not is_on(s, p):
            sum_ += manner[MANNER.hp] * s.max_hp[p] - DOWN
        else:
            sum_ += manner[MANNER.hp] * s.hp[p]
            if 5 * s.hp[p] < 2 * s.max_hp[p]:
                sum_ -= manner[MANNER.low_hp]
            hit = expected(s, p)
            sum_ -= manner[MANNER.hit] * hit
            if hit >= s.hp[p]:
                sum_ -= manner[MANNER.fatal]
            sum_ -= manner[MANNER.far] * nearest(s, p)
    return sum_


@kernel("int64(State, int64, int64[::1])")
def raid_points(s, seat, manner):
    """What a player has in the raid."""
    sum_ = manner[MANNER.tally] * s.tally[seat] + manner[MANNER.potion] * s.potion[seat]
    sum_ += ON_BOSS * s.poison[BOSS, seat]
    if (s.out >> seat) & 1:
        return sum_ - OUT
    first = first_of(s, seat)
    for p in range(first, first + s.opt.soldiers_per_player):
        if not is_on(s, p):
            if not (s.gone >> p) & 1:
                sum_ += manner[MANNER.raid_hp] * s.max_hp[p]
        else:
            hit = expected(s, p)
            sum_ += manner[MANNER.raid_hp] * s.hp[p] - manner[MANNER.boss_hit] * hit
            sum_ -= manner[MANNER.boss_far] * distance(s.cell[p], s.cell[BOSS])
            if hit >= s.hp[p]:
                sum_ -= OUT // 2
    return sum_
