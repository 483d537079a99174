"""S-11.11 to S-11.13: the end and the ranking."""

from taku.engine import ALL, emit, rule
from taku.games.synegier.rules.pieces import own_bits
from taku.games.synegier.rules.settlement import leave_match
from taku.games.synegier.state import ASK, ENDED, EVENT, FAIL, FIRST_FOE, STAGE
from taku.kit.sets import size_of, up_to


@rule
def end_match(s):
    """S-11.11, S-11.13: nothing more is asked."""
    s.stage = STAGE.over
    s.ask = ASK.nothing
    emit(s, ALL, EVENT.match_end, s.ended - 1)


@rule
def merit(s, seat):
    """S-11.12, S-11.13: what ranks a seat, as one number; who has resigned is behind all others."""
    if (s.quit >> seat) & 1:
        return -1
    if not s.opt.raid:
        return ((s.own_kills[seat] * 64 + levels(s, seat)) * 64 + 63 - min(63, s.own_downs[seat])) * 128 + s.coins[seat]
    if s.opt.raid_fail == FAIL.all_lose and s.ended != 1 + ENDED.boss_beaten and s.ended != 1 + ENDED.resigned:
        return 0
    n = s.tally[seat] * 2 + (s.blow == 1 + seat)
    return ((n * 32 + s.own_kills[seat]) * 64 + 63 - min(63, s.own_downs[seat])) * 128 + s.coins[seat]


@rule
def levels(s, seat):
    """The levels of a player's soldiers."""
    n = 0
    for p in range(FIRST_FOE):
        if (own_bits(s, seat) >> p) & 1:
            n += s.level[p]
    return n


@rule
def scores(s, out):
    """S-11.12: ranks; who shares a place has the better one."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if merit(s, other) > merit(s, seat):
                out[seat] += 1


@rule
def resign(s, seat):
    """S-11.14: who resigns is out, and ranked behind all who stay; one player alone has won."""
    s.quit |= 1 << seat
    emit(s, ALL, EVENT.resigned, seat)
    s.on &= ~own_bits(s, seat)
    s.gone |= own_bits(s, seat)
    if not (s.out >> seat) & 1:
        leave_match(s, seat)
    if size_of(up_to(s.seats) & ~s.quit) <= 1:
        s.ended = 1 + ENDED.resigned
