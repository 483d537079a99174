"""C-5, C-6 and C-9: the turn, from the cards that expire to the clean-up."""

from taku.engine import ALL, emit, roll, rule
from taku.games.campus.content import CARD_KIND as KIND_OF
from taku.games.campus.content import (
    CARD_STAY,
    CARD_WHEN,
    COPIES,
    CREDIT,
    CREDITS,
    DAI,
    FIRST_CREDIT,
    FIRST_LYING,
    FRONT,
    FRONT_CARD,
    KIND_OF_CARD,
    LANGUAGE_CARD,
    LIE,
    LYING,
    ROW,
    SNOW,
    STAY,
    SUBJECT,
    WHEN,
)
from taku.games.campus.rules.agenda import pop, push, who
from taku.games.campus.rules.board import can_feed, has_credit, number_of, put_tokens, put_training
from taku.games.campus.rules.cards import (
    cover,
    discard_card,
    discardable,
    draw_card,
    draw_for,
    flush,
    immune,
    is_first,
    lies_before,
    lift,
    subject_of,
    to_pile,
)
from taku.games.campus.rules.finish import end_game
from taku.games.campus.rules.plays import begin_play, can_play, in_time
from taku.games.campus.rules.shown import can_look, open_trade, swap_hands
from taku.games.campus.state import (
    CARDS,
    CYCLE,
    DECKS,
    ENDED,
    EVENT,
    KIND,
    MAIN,
    MOST_DECISIONS,
    OPEN,
    SOURCE,
    STAGE,
    TASK,
    TODAY,
    USED,
    USES_KEPT,
)
from taku.kit.cards import add

# ---- setup (C-2)


@rule
def set_up(s):
    """C-2.2 to C-2.5: decks, hands and the first start player."""
    for card in range(1, CARDS + 1):
        wanted = 1
        if (LANGUAGE_CARD[card] and not s.opt.language_cards) or (
            KIND_OF[card] == KIND_OF_CARD.trouble and not s.opt.trouble_cards
        ):
            wanted = 0
        for deck in range(DECKS):
            add(s.deck[deck], card, wanted * COPIES[card, deck])
    s.start = roll(s, s.seats)
    emit(s, ALL, EVENT.game_started, s.start)
    for seat in range(s.seats):
        cover(s, seat)
        for _ in range(s.opt.start_science):
            draw_card(s, seat, 0)
        for _ in range(s.opt.start_humanities):
            draw_card(s, seat, 1)
    begin_quarter(s)


@rule
def begin_quarter(s):
    """C-5.1, C-5.5: eight weeks of classes; uses come back."""
    s.quarter += 1
    s.week = 1
    s.stage = STAGE.classes
    for seat in range(s.seats):
        for i in range(USES_KEPT):
            s.uses[seat, i] = 0
    emit(s, ALL, EVENT.quarter_started, s.quarter, s.start)
    push(s, TASK.turn, s.start)


# ---- the turn (C-5.3)


@rule
def begin_turn(s):
    """C-5.3, C-5.4: what stayed until now expires; the parts of the turn wait in their order."""
    seat = who(s)
    pop(s)
    s.active = seat
    s.today = s.plays = s.backs = 0
    emit(s, ALL, EVENT.turn_started, seat, s.week)
    for i in range(s.fronts[seat] - 1, -1, -1):
        card = s.front[seat, i]
        if CARD_STAY[card] == STAY.next_turn or (card == SNOW and s.snowed[seat] > 0):
            to_pile(s, card, lift(s, seat, i))
            emit(s, ALL, EVENT.front_expired, seat, card)
    s.snowed[seat] = 0
    push(s, TASK.next_turn, seat)
    push(s, TASK.clean_up, seat)
    push(s, TASK.refilling, seat)
    push(s, KIND.close, seat)
    push(s, KIND.main, seat)
    push(s, KIND.open, seat)


@rule
def next_turn(s):
    """C-5.2, C-5.6: clockwise, week by week; then the grading phase."""
    seat = (s.active + 1) % max(1, s.seats)
    pop(s)
    if s.decisions >= MOST_DECISIONS:
        end_game(s, ENDED.endless)
        return
    if seat == s.start:
        s.week += 1
    if s.week > s.opt.weeks:
        s.week = s.opt.weeks
        push(s, TASK.end_of_classes, s.start)
    else:
        push(s, TASK.turn, seat)


# ---- opening (C-6)


@rule
def cycles(s, seat):
    """C-15.1: the subjects of the cards that may be exchanged in the opening."""
    found = 0
    if not (s.today >> TODAY.cycled) & 1:
        for row in range(FIRST_CREDIT[CREDIT.cycle], FIRST_CREDIT[CREDIT.cycle + 1]):
            if has_credit(s, seat, row):
                found |= CREDITS[row, ROW.subjects]
    return found


@rule
def left_of(s, seat, op, used):
    """C-5.5, C-15.7: how often a credit can still be used this quarter."""
    row = FIRST_CREDIT[op]
    return number_of(s, seat, row) - s.uses[seat, used] if has_credit(s, seat, row) else 0


@rule
def open_choices(s, seat):
    """C-6.1 to C-6.4: what the opening allows."""
    s.tmp[0] = OPEN.begin
    n = 1
    feeds = s.size[seat] > 0 and can_feed(s, seat)
    cycled = cycles(s, seat)
    for i in range(s.size[seat]):
        card = s.hand[seat, i]
        if is_first(s, seat, i):
            if feeds and discardable(s, seat, card):
                s.tmp[n] = OPEN.feed(card)
                n += 1
            if CARD_WHEN[card] == WHEN.opening and can_play(s, seat, card, 1):
                s.tmp[n] = OPEN.play(card)
                n += 1
            if cycled and SUBJECT[card] and (cycled >> (subject_of(s, seat, card) - 1)) & 1:
                s.tmp[n] = OPEN.cycle(card)
                n += 1
    if s.size[seat] > 0 and left_of(s, seat, CREDIT.trade_cards, USED.g3c) > 0:
        if not lies_before(s, seat, FRONT.hermit):
            for other in range(s.seats):
                if can_look(s, seat, other):
                    s.tmp[n] = OPEN.trade(other)
                    n += 1
    if left_of(s, seat, CREDIT.swap_hands, USED.g4c) > 0:
        for other in range(s.seats):
            if other != seat:
                s.tmp[n] = OPEN.swap(other)
                n += 1
    return n


@rule
def answer_open(s, seat, action):
    """C-6.1: one thing of the opening, or the turn begins."""
    if action == OPEN.begin:
        pop(s)
    elif action in OPEN.feed:
        s.today |= 1 << TODAY.fed
        discard_card(s, seat, OPEN.feed.card(action))
        put_tokens(s, seat, DAI, 1, 0, SOURCE.own)
        flush(s, seat)
    elif action in OPEN.play:
        begin_play(s, seat, OPEN.play.card(action))
    elif action in OPEN.cycle:
        s.today |= 1 << TODAY.cycled
        push(s, KIND.cycle, seat, 1)
        discard_card(s, seat, OPEN.cycle.card(action))
    elif action in OPEN.trade:
        s.uses[seat, USED.g3c] += 1
        open_trade(s, seat, OPEN.trade.seat(action))
    else:
        s.uses[seat, USED.g4c] += 1
        swap_hands(s, seat, OPEN.swap.seat(action))


@rule
def cycle_choices(s, seat):
    """C-15.1: more cards, or done."""
    s.tmp[0] = CYCLE.done
    n = 1
    row = FIRST_CREDIT[CREDIT.cycle]
    for i in range(s.size[seat]):
        card = s.hand[seat, i]
        if SUBJECT[card] and is_first(s, seat, i):
            if (CREDITS[row, ROW.subjects] >> (subject_of(s, seat, card) - 1)) & 1:
                s.tmp[n] = CYCLE.add(card)
                n += 1
    return n


@rule
def answer_cycle(s, seat, action):
    """C-15.1: the cards are discarded together, and as many drawn."""
    if action == CYCLE.done:
        n = s.task[s.depth - 1, 2]
        pop(s)
        push(s, KIND.draw, seat, n)
        flush(s, seat)
    else:
        s.task[s.depth - 1, 2] += 1
        discard_card(s, seat, CYCLE.add.card(action))


# ---- main (C-7)


@rule
def main_choices(s, seat):
    """C-7.1: each card that can be played now, or the end."""
    s.tmp[0] = MAIN.end
    n = 1
    for i in range(s.size[seat]):
        card = s.hand[seat, i]
        if in_time(s, card) and is_first(s, seat, i) and can_play(s, seat, card, 1):
            s.tmp[n] = MAIN.play(card)
            n += 1
    return n


@rule
def train(s, seat, card):
    """C-9.1: a card is discarded for a token of the English training."""
    discard_card(s, seat, card)
    put_training(s, seat)
    flush(s, seat)


# ---- refill and clean-up (C-9)


@rule
def refill_target(s, seat):
    """C-9.2, C-9.3, C-16.19: how many cards the hand is filled up to."""
    n = s.opt.refill_base
    for row in range(FIRST_CREDIT[CREDIT.refill], FIRST_CREDIT[CREDIT.refill + 1]):
        if (CREDITS[row, ROW.variant] >> s.opt.second_refill) & 1 and has_credit(s, seat, row):
            n += number_of(s, seat, row)
    for row in range(FIRST_LYING[FRONT.refill], FIRST_LYING[FRONT.refill + 1]):
        lies = s.lies[seat, LYING[row, LIE.front]]
        if lies and not immune(s, seat, FRONT_CARD[LYING[row, LIE.front]]):
            n += lies * LYING[row, LIE.n]
    return max(0, n)


@rule
def refill(s):
    """C-9.2, C-9.5: as many cards as are missing, and クリシン's on top of them."""
    seat = who(s)
    pop(s)
    n = max(0, refill_target(s, seat) - s.size[seat])
    more = 0
    for row in range(FIRST_CREDIT[CREDIT.overdraw], FIRST_CREDIT[CREDIT.overdraw + 1]):
        if has_credit(s, seat, row):
            more += number_of(s, seat, row)
    if more > 0:
        push(s, KIND.discard, seat, more)
    if n + more > 0:
        emit(s, ALL, EVENT.refilled, seat, n + more)
        push(s, KIND.refill, seat, n + more)


@rule
def leaves(s, seat, place):
    """C-9.6, C-16.17: whether a card before the player does not stay."""
    card = s.front[seat, place]
    if card == SNOW and s.snowed[seat] > 0:
        return False
    return CARD_STAY[card] == STAY.turn


@rule
def clean_up(s):
    """C-9.6, C-15.10: cards that do not stay go to their piles."""
    seat = who(s)
    pop(s)
    for i in range(s.fronts[seat]):
        if leaves(s, seat, i):
            draw_for(s, seat, s.front[seat, i])
    for i in range(s.fronts[seat] - 1, -1, -1):
        if leaves(s, seat, i):
            card = s.front[seat, i]
            to_pile(s, card, lift(s, seat, i))
