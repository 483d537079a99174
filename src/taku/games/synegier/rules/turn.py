"""S-3: the turn, the round, and what comes between."""

from taku.engine import ALL, emit, only, rule
from taku.games.synegier.content import STATIC, TRIGGER
from taku.games.synegier.rules.cards import draw, trash_rest
from taku.games.synegier.rules.chance import draw_event
from taku.games.synegier.rules.enemies import enemy_acts, wave
from taku.games.synegier.rules.pieces import (
    free,
    is_on,
    own_bits,
    you,
)
from taku.games.synegier.rules.raid import boss_acts, raid_due, start_raid
from taku.games.synegier.rules.settlement import settle, tick, use_core
from taku.games.synegier.rules.setup import hand_size
from taku.games.synegier.state import (
    ACTIVE,
    ASK,
    CORNER,
    ENDED,
    EVENT,
    FIRST_FOE,
    KEEP,
    MOST_MANA,
    PIECES,
    SEATS,
    STAGE,
)
from taku.games.synegier.tables import CORNERS, RIM, START, STATIC_OF
from taku.kit.sets import list_all, lowest_of, size_of

# ---- step 0: start ----------------------------------------------------------------------------------------------


@rule
def begin_round(s):
    """S-3.10: a new round begins with the seat that leads."""
    s.nth = 0
    emit(s, ALL, EVENT.round_start, s.round)
    next_turn(s)


@rule
def next_turn(s):
    """S-2.1, S-11.6: the next player who is not out; after the last of them the round is over."""
    while s.nth < s.seats:
        seat = (s.lead + s.nth) % max(1, s.seats)
        expire_round(s, seat)
        if not (s.out >> seat) & 1:
            begin_turn(s, seat)
            return
        s.nth += 1
    s.stage = STAGE.between


@rule
def expire_round(s, seat):
    """S-3.2a, S-12.9: what this player changed until its next turn."""
    for p in range(PIECES):
        s.atk_round[p, seat] = s.def_round[p, seat] = 0


@rule
def begin_turn(s, seat):
    """S-3.2a: nothing is left of the turn before."""
    s.turn = seat
    s.stage = STAGE.start
    s.moved = s.links = s.stock = s.boost = s.reach = s.again = s.battles = 0
    s.pierce = s.evade = s.bought = s.entered = s.kept = s.cut = 0
    s.backs[seat] = 0
    for p in range(FIRST_FOE):
        if (own_bits(s, seat) >> p) & 1:
            s.shield[p] = 0


@rule
def waiting(s):
    """S-7.9, S-11.6: the soldiers of who acts that re-enter now."""
    return own_bits(s, s.turn) & ~s.on & ~s.gone


@rule
def corners(s):
    """S-7.9: free corners, else free cells of the rim."""
    open_ = free(s)
    return open_ & CORNERS[s.board] if open_ & CORNERS[s.board] else open_ & RIM[s.board]


@rule
def start_turn(s):
    """S-3.2b, S-13.2: re-entries, then who is active; then mana and abilities."""
    while waiting(s):
        cells = corners(s)
        if size_of(cells) > 1:
            s.ask = ASK.corner
            return
        reenter(s, lowest_of(cells))
    own = own_bits(s, s.turn) & s.on
    if size_of(own) > 1:
        s.ask = ASK.active
        return
    lead_with(s, lowest_of(own))


@rule
def corner_choices(s, out):
    """S-7.9: in the order of S-2.8, other cells of the rim by row and column."""
    open_ = free(s)
    n = 0
    for i in range(SEATS):
        if (open_ >> START[s.board, i]) & 1:
            out[n] = CORNER.enter(START[s.board, i])
            n += 1
    return n if n else list_all(corners(s), CORNER.enter(0), out, 0)


@rule
def first_corner(s):
    """The first of these."""
    open_ = free(s)
    for i in range(SEATS):
        if (open_ >> START[s.board, i]) & 1:
            return START[s.board, i]
    return lowest_of(corners(s))


@rule
def reenter(s, cell):
    """S-7.9: full HP; one card and one mana more, however many re-enter."""
    p = lowest_of(waiting(s))
    s.cell[p] = cell
    s.hp[p] = s.max_hp[p]
    s.on |= 1 << p
    emit(s, ALL, EVENT.reentered, s.turn, s.who[p], cell)
    if s.entered == 0:
        draw(s, s.turn, 1)
    s.entered |= 1 << p


@rule
def active_choices(s, out):
    """S-13.2."""
    own = own_bits(s, s.turn) & s.on
    n = 0
    for p in range(FIRST_FOE):
        if (own >> p) & 1:
            out[n] = ACTIVE.lead(s.who[p])
            n += 1
    return n


@rule
def lead_with(s, p):
    """S-3.2c, S-3.2d: mana, then core abilities."""
    seat = s.turn
    s.active[seat] = p
    if s.opt.soldiers_per_player > 1:
        emit(s, ALL, EVENT.soldier_led, seat, s.who[p])
    s.mana = min(MOST_MANA, s.opt.mana + s.charge[seat] + (1 if s.entered else 0))
    s.charge[seat] = 0
    emit(s, ALL, EVENT.turn_start, seat, s.mana)
    s.stage = STAGE.play
    for q in range(FIRST_FOE):
        if (s.entered >> q) & 1:
            use_core(s, q, TRIGGER.entered)
            settle(s)
    if not s.cut and not s.ended:
        use_core(s, p, TRIGGER.turn_start)
        settle(s)


# ---- steps 4 to 6 -----------------------------------------------------------------------------------------------


@rule
def end_turn(s):
    """S-3.5, S-3.9: abilities and ailments unless the turn is cut; changes end; then cards are kept."""
    if s.cut:
        emit(s, ALL, EVENT.turn_cut, s.turn)
    else:
        use_core(s, you(s), TRIGGER.turn_end)
        settle(s)
        for p in range(FIRST_FOE):
            if (own_bits(s, s.turn) >> p) & 1 and is_on(s, p) and not s.cut and not s.ended:
                tick(s, p)
    for p in range(PIECES):
        s.atk_turn[p] = s.def_turn[p] = 0
    s.stage = STAGE.keep


@rule
def may_keep(s):
    """S-3.5: how many more cards; who is out keeps none."""
    if (s.out >> s.turn) & 1:
        return 0
    most = s.opt.keep + STATIC_OF[s.who[you(s)], STATIC.keep]
    return min(most, s.hand[s.turn].size) - s.kept


@rule
def keep_choices(s, seat, out):
    """S-3.5: none, or a card that is not kept yet."""
    out[0] = KEEP.keep_none
    n = 1
    for i in range(s.kept, s.hand[seat].size):
        card = s.hand[seat].card[i]
        first = True
        for j in range(s.kept, i):
            if s.hand[seat].card[j] == card:
                first = False
        if first:
            out[n] = KEEP.keep(card)
            n += 1
    return n


@rule
def keep_card(s, seat, card):
    """S-3.5: it goes before those that are not kept."""
    i = s.hand[seat].size - 1
    while s.hand[seat].card[i] != card:
        i -= 1
    s.hand[seat].card[i] = s.hand[seat].card[s.kept]
    s.hand[seat].card[s.kept] = card
    s.kept += 1
    emit(s, only(seat), EVENT.kept_card, card)


@rule
def finish_turn(s):
    """S-3.5 to S-3.8: the rest is trashed, cards are drawn; then the raid, a wave, and the next player."""
    seat = s.turn
    if s.kept:
        emit(s, ALL, EVENT.kept, seat, s.kept)
    trash_rest(s, seat)
    s.kept = 0
    if not (s.out >> seat) & 1:
        draw(s, seat, hand_size(s, seat) + s.stock - s.hand[seat].size)
    emit(s, ALL, EVENT.turn_end, seat)
    s.nth += 1
    cause = raid_due(s, 0)
    if cause:
        start_raid(s, cause - 1, (seat + 1) % max(1, s.seats))
        if not s.ended:
            begin_round(s)
        return
    if not s.raid:
        wave(s)
    next_turn(s)


# ---- between rounds ---------------------------------------------------------------------------------------------


@rule
def between_rounds(s):
    """S-3.10, S-11.7: enemies or the boss act, an event is drawn, the round counter rises."""
    if s.raid:
        boss_acts(s)
        if not s.ended and s.opt.events and s.opt.raid_events:
            draw_event(s)
        if not s.ended and s.round >= s.opt.raid_rounds:
            s.ended = 1 + ENDED.raid_rounds
        s.round += 1
    else:
        cause = end_of_sweep_round(s)
        if cause:
            start_raid(s, cause - 1, s.first)
        else:
            s.round += 1
            wave(s)
    if not s.ended:
        begin_round(s)


@rule
def end_of_sweep_round(s):
    """S-3.10, S-11.1: 1 + why the raid begins, or 0; the rest of the enemies' phase is not played then."""
    for p in range(FIRST_FOE, PIECES):
        if is_on(s, p):
            enemy_acts(s, p)
            cause = raid_due(s, 0)
            if cause:
                return cause
    if s.opt.events:
        draw_event(s)
    return raid_due(s, s.round)
