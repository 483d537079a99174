"""S-2: soldiers are dealt, decks drafted, soldiers chosen; then everything is set up."""

from taku.engine import ALL, emit, only, roll, rule
from taku.games.synegier.content import EVENTS, PICKS, RARITY, SOLDIERS, STATIC
from taku.games.synegier.rules.cards import copies, draw
from taku.games.synegier.rules.enemies import wave
from taku.games.synegier.rules.pieces import any_of, first_of
from taku.games.synegier.rules.shop import fill_shop
from taku.games.synegier.state import ASK, DEALT, EVENT, LANDING, SOLDIER
from taku.games.synegier.tables import (
    FIELD,
    KINDS,
    KINDS_OF,
    LATE,
    ODDS,
    SOLDIER_ATK,
    SOLDIER_DEF,
    SOLDIER_HP,
    START,
    STATIC_OF,
)
from taku.kit.cards import push
from taku.kit.drafts import DRAFT, ask, close_all, commit, pick, picked
from taku.kit.sets import up_to


@rule
def deal(s):
    """S-1.1, S-2.1, S-2.2: the field, the first player, the soldiers."""
    s.board = FIELD.six if s.opt.field_size == 6 else FIELD.seven
    if s.board == FIELD.seven and s.opt.landing == LANDING.uniform:
        s.board = FIELD.uniform
    s.first = s.lead = s.turn = roll(s, s.seats)
    emit(s, ALL, EVENT.match_start)
    emit(s, ALL, EVENT.order_set, s.first)
    left = up_to(SOLDIERS)
    for seat in range(s.seats):
        for i in range(dealt_to_each(s)):
            who = any_of(s, left)
            left &= ~(1 << who)
            s.dealt[seat, i] = 1 + who
        dealt = s.dealt
        emit(
            s,
            only(seat),
            EVENT.soldiers_dealt,
            dealt[seat, 0],
            dealt[seat, 1],
            dealt[seat, 2],
            dealt[seat, 3],
            dealt[seat, 4],
            dealt[seat, 5],
        )


@rule
def dealt_to_each(s):
    """S-2.2: 6, 4 or 3."""
    return min(DEALT, SOLDIERS // max(1, s.seats))


# ---- the draft --------------------------------------------------------------------------------------------------


@rule
def next_pick(s):
    """S-2.3: all are shown two cards."""
    s.pick += 1
    s.ask = ASK.draft
    for seat in range(s.seats):
        make_offer(s, seat, rarity_of_pick(s, s.pick - 1, 1 + roll(s, 100)))
        emit(s, only(seat), EVENT.offer, s.pick, s.offer[seat, 0], s.offer[seat, 1])
        ask(s.draft[seat])
        if (s.quit >> seat) & 1:
            absent_choose(s, seat)


@rule
def rarity_of_pick(s, i, r):
    """S-2.4: of the i-th pick, from 0: LE takes the lowest numbers r, then SR, then R, then C."""
    legend = ODDS[i, RARITY.LE]
    if LATE[i]:
        legend = s.opt.late_le_percent
    if r <= legend:
        return RARITY.LE
    if r <= ODDS[i, RARITY.LE] + ODDS[i, RARITY.SR]:
        return RARITY.SR
    return RARITY.R if r <= 100 - ODDS[i, RARITY.C] else RARITY.C


@rule
def make_offer(s, seat, rarity):
    """S-2.5: two different kinds of which the player holds few enough."""
    s.offer[seat, 0] = some_card(s, seat, rarity, 0)
    s.offer[seat, 1] = some_card(s, seat, rarity, s.offer[seat, 0])


@rule
def some_card(s, seat, rarity, without):
    """A card of a rarity that the player may get, other than one."""
    card = KINDS_OF[rarity, roll(s, KINDS[rarity])]
    while card == without or copies(s.deck[seat], card) >= s.opt.draft_max_copies:
        card = KINDS_OF[rarity, roll(s, KINDS[rarity])]
    return card


@rule
def choose_side(s, seat, side):
    """S-2.3: a pick stays hidden and stands."""
    pick(s.draft[seat], 1 + side)
    commit(s.draft[seat])
    emit(s, only(seat), EVENT.picked, s.offer[seat, side])


@rule
def end_pick(s):
    """S-2.6: the picked cards go to the decks; after the last the soldiers are chosen."""
    for seat in range(s.seats):
        push(s.deck[seat], s.offer[seat, s.draft[seat].pick[0] - 1])
        s.offer[seat, 0] = s.offer[seat, 1] = 0
    close_all(s.draft)
    if s.pick < PICKS:
        next_pick(s)
    else:
        s.ask = ASK.soldier
        for seat in range(s.seats):
            ask(s.draft[seat])
            if (s.quit >> seat) & 1:
                absent_choose(s, seat)


@rule
def absent_choose(s, seat):
    """Who is not there takes the first of what is offered."""
    while s.draft[seat].status == DRAFT.choosing:
        if s.ask == ASK.draft:
            choose_side(s, seat, 0)
        else:
            choose_soldier(s, seat, first_dealt(s, seat))


# ---- soldiers ---------------------------------------------------------------------------------------------------


@rule
def soldier_choices(s, seat, out):
    """S-2.6, S-13.1: the dealt soldiers."""
    n = 0
    for i in range(dealt_to_each(s)):
        if not picked(s.draft[seat], s.dealt[seat, i]):
            out[n] = SOLDIER.choose_soldier(s.dealt[seat, i])
            n += 1
    return n


@rule
def first_dealt(s, seat):
    """The first soldier that was dealt and not chosen yet."""
    i = 0
    while picked(s.draft[seat], s.dealt[seat, i]):
        i += 1
    return s.dealt[seat, i]


@rule
def choose_soldier(s, seat, who):
    """S-2.6, S-13.1: one soldier, or two one after the other."""
    pick(s.draft[seat], who)
    if s.draft[seat].stage == s.opt.soldiers_per_player:
        commit(s.draft[seat])


@rule
def set_up(s):
    """S-2.6 to S-2.10: all is revealed and laid out."""
    for i in range(s.seats):
        seat = (s.first + i) % max(1, s.seats)
        for k in range(s.opt.soldiers_per_player):
            enter_soldier(s, seat, first_of(s, seat) + k, s.draft[seat].pick[k])
        s.active[seat] = first_of(s, seat)
        s.coins[seat] = s.opt.start_coins
        for k in range(DEALT):
            s.dealt[seat, k] = 0
    close_all(s.draft)
    for i in range(s.seats):
        seat = (s.first + i) % max(1, s.seats)
        draw(s, seat, hand_size(s, seat))
    fill_shop(s)
    s.events_left = up_to(EVENTS)
    wave(s)


@rule
def enter_soldier(s, seat, p, who):
    """S-2.7, S-2.8: level 1, full HP, on its corner."""
    s.who[p] = who
    s.hp[p] = s.max_hp[p] = SOLDIER_HP[who]
    s.atk[p] = SOLDIER_ATK[who]
    s.defence[p] = SOLDIER_DEF[who]
    s.level[p] = 1
    s.cell[p] = START[s.board, p]
    if not (s.quit >> seat) & 1:
        s.on |= 1 << p
    emit(s, ALL, EVENT.soldier_revealed, seat, who, s.cell[p])


@rule
def hand_size(s, seat):
    """S-2.7, S-3.6: without what was stocked."""
    return s.opt.hand_size + STATIC_OF[s.who[s.active[seat]], STATIC.hand]
