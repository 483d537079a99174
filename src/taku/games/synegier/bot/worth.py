"""Who stands better: the worth of what a player has, in thousandths of log-odds of ranking before one rival.

The weights come from logistic regressions over pairs of players at the ends of turns, in matches that planners played
against each other (docs/games/synegier.md says how many). They say what the rulebook's section "Bots" could only
guess: lasting ATK and DEF decide, HP hardly does, and to stand where the boss's blow is fatal costs a third of a match.
"""

from math import exp

from taku.compile.kernels import kernel
from taku.engine import rule, table
from taku.games.synegier.bot.fitted import CARD_WORTH
from taku.games.synegier.rules.enemies import AREA_OF_ENEMIES, blow_of
from taku.games.synegier.rules.finish import merit
from taku.games.synegier.rules.pieces import BOSS, distance, first_of, is_on, poison
from taku.games.synegier.state import FIRST_FOE, PIECES

# In the sweep, and where both phases agree.
LEVEL, ATK, DEF, MAX_HP, HP, LOW_HP, HIT, FATAL, DOWN, FAR = 20, 120, 80, 8, 2, 80, 3, 40, 110, 12
COIN, MOST_COINS, CHARGED, CARD_IN_HAND, CARD_OWNED, SOFTENED, AILING, POISONED = 12, 16, 90, 50, 35, 1, 25, 15
POTION = table([0, 40, 60])
# In the raid.
TALLY, ON_BOSS, OUT = 53, 60, 4100
RAID_ATK, RAID_DEF, RAID_HP, RAID_FATAL, RAID_FAR = 60, 30, 7, 1100, 10
RAID_CARD, RAID_CHARGED, RAID_COIN, RAID_AILING, RAID_POISONED = 60, 140, 15, 98, 45
RAID_POTION = table([0, 270, 300])
MOST_FAR = 6

STEP = 20
MOST = 400
SQUASH = table([round(10_000 / (1 + exp(-STEP * i / 1000))) for i in range(-MOST, MOST + 2)])
"""A lead as the chance to rank before a rival, in ten-thousandths."""


@rule
def chance(lead):
    """The chance that a lead is worth, between the steps of the table, too."""
    x = max(-STEP * MOST, min(STEP * MOST, lead)) + STEP * MOST
    i = x // STEP
    return SQUASH[i] + (SQUASH[i + 1] - SQUASH[i]) * (x % STEP) // STEP


@rule
def value(s, seat):
    """The share of the other players that this one will leave behind."""
    if s.ended or s.round == 0:
        return final(s, seat)
    own = points(s, seat)
    beaten = 0
    for other in range(s.seats):
        if other != seat:
            beaten += chance(own - points(s, other))
    return beaten // (10 * max(1, s.seats - 1))


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
def points(s, seat):
    """What a player has."""
    return raid_points(s, seat) if s.raid else sweep_points(s, seat)


@rule
def expected(s, p):
    """What enemies near would take of a soldier at the round's end."""
    n = poison(s, p) - s.shield[p]
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t) and distance(s.cell[p], s.cell[t]) <= AREA_OF_ENEMIES:
            n += blow_of(s, t, p)
    return max(0, n)


@rule
def nearest(s, p):
    """The D to the nearest enemy, up to MOST_FAR."""
    far = MOST_FAR
    for t in range(FIRST_FOE, PIECES):
        if is_on(s, t):
            far = min(far, distance(s.cell[p], s.cell[t]))
    return far


@rule
def owned(s, seat):
    """How many cards a player has that do not lie in the row."""
    return s.deck[seat].size + s.hand[seat].size + s.trash[seat].size


@rule
def sweep_points(s, seat):
    """In the sweep: strength for what is to come."""
    sum_ = COIN * min(MOST_COINS, s.coins[seat]) + POTION[s.potion[seat]] + CHARGED * s.charge[seat]
    sum_ += CARD_IN_HAND * s.hand[seat].size - CARD_OWNED * owned(s, seat)
    first = first_of(s, seat)
    for p in range(first, first + s.opt.soldiers_per_player):
        sum_ += LEVEL * s.level[p] + ATK * s.atk[p] + DEF * s.defence[p] + MAX_HP * s.max_hp[p]
        if not is_on(s, p):
            sum_ += HP * s.max_hp[p] - DOWN
        else:
            hit = expected(s, p)
            sum_ += HP * s.hp[p] - HIT * min(hit, s.hp[p]) - FAR * nearest(s, p)
            sum_ -= AILING * (s.burn[p] + s.shock[p]) + POISONED * poison(s, p)
            if 5 * s.hp[p] < 2 * s.max_hp[p]:
                sum_ -= LOW_HP
            if hit >= s.hp[p]:
                sum_ -= FATAL
    return sum_


@rule
def raid_points(s, seat):
    """In the raid: damage dealt, and what is left to deal more."""
    sum_ = TALLY * s.tally[seat] + RAID_POTION[s.potion[seat]] + ON_BOSS * s.poison[BOSS, seat]
    if (s.out >> seat) & 1:
        return sum_ - OUT
    sum_ += RAID_CARD * s.hand[seat].size + RAID_CHARGED * s.charge[seat] + RAID_COIN * min(MOST_COINS, s.coins[seat])
    first = first_of(s, seat)
    for p in range(first, first + s.opt.soldiers_per_player):
        if not (s.gone >> p) & 1:
            sum_ += RAID_ATK * s.atk[p] + RAID_DEF * s.defence[p]
        if is_on(s, p):
            sum_ += RAID_HP * s.hp[p] - RAID_AILING * (s.burn[p] + s.shock[p]) - RAID_POISONED * poison(s, p)
            sum_ -= RAID_FAR * distance(s.cell[p], s.cell[BOSS])
            if expected(s, p) >= s.hp[p]:
                sum_ -= RAID_FATAL
        elif not (s.gone >> p) & 1:
            sum_ += RAID_HP * s.max_hp[p]
    return sum_


@rule
def deck_worth(s, seat):
    """What the cards of a player are worth that do not lie in the row."""
    at = s.seats - 2
    sum_ = 0
    for i in range(s.deck[seat].size):
        sum_ += CARD_WORTH[at, s.deck[seat].card[i]]
    for i in range(s.hand[seat].size):
        sum_ += CARD_WORTH[at, s.hand[seat].card[i]]
    for i in range(s.trash[seat].size):
        sum_ += CARD_WORTH[at, s.trash[seat].card[i]]
    return sum_


@kernel("int64(State, int64, int64[::1])")
def plan_value(s, seat, manner):
    """−10,000 to 10,000: where the turn leaves the player, and what is left of enemies and rivals."""
    if s.round == 0:
        return 0
    own = points(s, seat)
    if not s.raid:
        own += deck_worth(s, seat) // 2  # about half of the match is left to play what is bought
        for t in range(FIRST_FOE, PIECES):
            if is_on(s, t):
                own += SOFTENED * (s.max_hp[t] - s.hp[t])
    sum_ = 0
    for other in range(s.seats):
        if other != seat:
            lead = own - points(s, other)
            # Mostly the chance; a straight share keeps small things worth doing where all seems decided.
            sum_ += 8 * (2 * chance(lead) - 10_000) + 2 * max(-10_000, min(10_000, lead))
    return max(-9_900, min(9_900, sum_ // (10 * max(1, s.seats - 1))))
