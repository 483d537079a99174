"""C-7 and C-8: playing a card, and subject cards."""

from taku.engine import ALL, Names, emit, roll, rule
from taku.games.campus.content import (
    ACCEPT_OF,
    ACCEPTS,
    ALSO_ON,
    CARD_KIND,
    CARD_REVEALS,
    CARD_WHEN,
    CELLS,
    COST,
    COST_N,
    COST_OP,
    CREDIT,
    CREDITS,
    ENGLISH_LESSON,
    FIRST_CREDIT,
    FIRST_LYING,
    FRONT,
    FRONT_CARD,
    FRONT_OF,
    IN_CARDS,
    IN_CELLS,
    KIND_OF_CARD,
    LIE,
    LIST,
    LYING,
    NONE,
    ONCE,
    OVERACHIEVER,
    REVEALS,
    ROW,
    SNITCH,
    SUBJECT,
    TWIN,
    UNIQUE,
    USE_OF,
    USES,
    WHEN,
)
from taku.games.campus.rules.agenda import arg, asked, pop, push, who
from taku.games.campus.rules.board import has_credit, held, is_open, number_of, put_tokens, red_of
from taku.games.campus.rules.cards import (
    banned,
    banned_subjects,
    discard_all,
    discardable,
    discardables,
    flush,
    from_hand,
    immune,
    lay,
    lies_before,
    lift,
    like_subject,
    place_of,
    subject_of,
    to_hand,
    to_pile,
    without_effect,
)
from taku.games.campus.rules.shown import show_own
from taku.games.campus.state import (
    CELL,
    EVENT,
    KIND,
    MOST_BACKS,
    MOST_PLAYS,
    PAYING,
    REACT,
    SOURCE,
    TASK,
    TODAY,
)
from taku.games.campus.state import FRONT as MOST_FRONT
from taku.kit.drafts import action_at, ask, close_all

PLAY = Names("cost", "front", "coin", "effects", "credits", "end")
"""C-7.5: where a play stands."""

# ---- what can be played


@rule
def can_pay(s, seat, card, mine):
    """C-7.2: whether other hand cards can pay for it; `mine` if the card itself lies in the hand."""
    op = COST_OP[card]
    if op == COST.pay_discard or op == COST.pay_discard_players:
        n = COST_N[card] if op == COST.pay_discard else s.seats
        if mine and discardable(s, seat, card):
            n += 1
        return s.size[seat] >= n and discardables(s, seat) >= n
    if op == COST.pay_subject:
        for i in range(s.size[seat]):
            if SUBJECT[s.hand[seat, i]] and discardable(s, seat, s.hand[seat, i]):
                return True
        return False
    if op == COST.pay_pair:
        for i in range(s.size[seat]):
            if has_pair(s, seat, i):
                return True
        return False
    return True


@rule
def has_pair(s, seat, place):
    """C-16.4: whether the hand has another subject card of the same subject."""
    subject = subject_of(s, seat, s.hand[seat, place])
    if subject:
        for i in range(s.size[seat]):
            if i != place and subject_of(s, seat, s.hand[seat, i]) == subject:
                return True
    return False


@rule
def can_play(s, seat, card, mine):
    """C-7.2, C-7.8, C-7.9, C-8.2, C-10.3, C-11.2: whether the card can be played, its time aside."""
    if s.plays >= MOST_PLAYS or s.fronts[seat] >= MOST_FRONT:
        return False
    if ONCE[card] and (s.today >> TODAY.once) & 1:
        return False
    if UNIQUE[card] and s.lies[seat, FRONT_OF[card]]:
        return False
    if CARD_REVEALS[card] != REVEALS.none and lies_before(s, seat, FRONT.hermit):
        return False
    if banned(s, seat, card) or not can_pay(s, seat, card, mine):
        return False
    if USES[card] == 0:
        return True
    bans = banned_subjects(s, seat)
    for u in range(uses(s, seat, card)):
        if not (bans >> use_subject(s, seat, card, u)) & 1:
            return True
    return False


@rule
def in_time(s, card):
    """C-7.3: whether the card is played in the main part of this turn."""
    when = CARD_WHEN[card]
    if when == WHEN.last_turn:
        return s.week == s.opt.weeks
    return when == WHEN.main or (when == WHEN.not_last_turn and s.week < s.opt.weeks)


# ---- how a subject card can be used


@rule
def uses(s, seat, card):
    """C-8.2, C-8.5: how many uses the card has."""
    if s.treat[seat] and SUBJECT[card]:
        return 2 if s.treat[seat] == SUBJECT[card] == 1 + ENGLISH_LESSON and USES[card] > 1 else 1
    return USES[card]


@rule
def use_subject(s, seat, card, u):
    """The subject of a use."""
    return s.treat[seat] - 1 if u == 0 and s.treat[seat] and SUBJECT[card] else USE_OF[card, u, 0]


@rule
def accepts(s, seat, by):
    """C-3.1: whether the cell accepts the subject: it is printed, or the credit that says so is held."""
    return by == NONE or held(s, seat, by) or (TWIN[by] != NONE and held(s, seat, TWIN[by]))


@rule
def cell_banned(s, seat, subject, cell):
    """C-16.15: cells that the player's subject cards of a subject cannot go to."""
    for row in range(FIRST_LYING[FRONT.ban_cells], FIRST_LYING[FRONT.ban_cells + 1]):
        if s.lies[seat, LYING[row, LIE.front]] and (LYING[row, LIE.subjects] >> subject) & 1:
            if IN_CELLS[LYING[row, LIE.cells], cell]:
                return True
    return False


@rule
def attend_choices(s, seat):
    """C-8.2: each use with each open cell that accepts it, or no cell."""
    card = s.card
    n = 0
    first = NONE
    bans = banned_subjects(s, seat)
    for u in range(uses(s, seat, card)):
        subject = use_subject(s, seat, card, u)
        if (bans >> subject) & 1:
            continue
        if first == NONE:
            first = u
        if USE_OF[card, u, 1] > 0:
            last = NONE
            for k in range(ACCEPTS[subject]):
                cell = ACCEPT_OF[subject, k, 0]
                if cell != last and accepts(s, seat, ACCEPT_OF[subject, k, 1]) and is_open(s, seat, cell):
                    if not cell_banned(s, seat, subject, cell):
                        s.tmp[n] = CELL.put(u, cell)
                        n += 1
                        last = cell
            if ALSO_ON[card]:
                for cell in range(CELLS):
                    if IN_CELLS[ALSO_ON[card], cell] and is_open(s, seat, cell):
                        s.tmp[n] = CELL.put(u, cell)
                        n += 1
    s.tmp[n] = CELL.none(max(0, first))
    n += 1
    for u in range(max(0, first) + 1, uses(s, seat, card)):
        subject = use_subject(s, seat, card, u)
        if not (bans >> subject) & 1 and draws_alone(s, seat, subject):
            s.tmp[n] = CELL.none(u)
            n += 1
    return n


@rule
def draws_alone(s, seat, subject):
    """C-8.7: whether a credit lets the player draw for the subject, also with no cell."""
    for row in range(FIRST_CREDIT[CREDIT.draw_on_play], FIRST_CREDIT[CREDIT.draw_on_play + 1]):
        if CREDITS[row, ROW.cells] == 0 and (CREDITS[row, ROW.subjects] >> subject) & 1 and has_credit(s, seat, row):
            return True
    return False


@rule
def bonus(s, seat, subject, cell):
    """C-8.3: more tokens, by credits and by cards that lie before the player."""
    n = 0
    for row in range(FIRST_CREDIT[CREDIT.bonus], FIRST_CREDIT[CREDIT.bonus + 1]):
        if (CREDITS[row, ROW.subjects] >> subject) & 1 and IN_CELLS[CREDITS[row, ROW.cells], cell]:
            if has_credit(s, seat, row):
                n += number_of(s, seat, row)
    for row in range(FIRST_LYING[FRONT.bonus], FIRST_LYING[FRONT.bonus + 1]):
        if (LYING[row, LIE.subjects] >> subject) & 1 and IN_CELLS[LYING[row, LIE.cells], cell]:
            n += LYING[row, LIE.n] * s.lies[seat, LYING[row, LIE.front]]
    return n


@rule
def attend(s, seat, action):
    """C-8.2 to C-8.4: the use and the cell are chosen; paid bonuses are offered before the tokens are put."""
    pop(s)
    if action in CELL.none:
        s.subject = 1 + use_subject(s, seat, s.card, CELL.none.use(action))
        emit(s, ALL, EVENT.tokens_ignored, seat)
        return
    u = CELL.put.use(action)
    cell = CELL.put.cell(action)
    subject = use_subject(s, seat, s.card, u)
    s.subject = 1 + subject
    s.cell = 1 + cell
    s.amount = USE_OF[s.card, u, 1] + bonus(s, seat, subject, cell)
    push(s, TASK.put_card, seat)
    for row in range(FIRST_LYING[FRONT.pay_bonus], FIRST_LYING[FRONT.pay_bonus + 1]):
        if (LYING[row, LIE.subjects] >> subject) & 1:
            for _ in range(s.lies[seat, LYING[row, LIE.front]]):
                push(s, KIND.pay_bonus, seat, LYING[row, LIE.n])
    for row in range(FIRST_CREDIT[CREDIT.pay_bonus], FIRST_CREDIT[CREDIT.pay_bonus + 1]):
        if (CREDITS[row, ROW.subjects] >> subject) & 1 and has_credit(s, seat, row):
            push(s, KIND.pay_bonus, seat, number_of(s, seat, row))


@rule
def put_card(s):
    """C-3.17, C-8.3: the tokens of a subject card, of the colour that the cell gives them."""
    seat = who(s)
    pop(s)
    cell = s.cell - 1
    red = red_of(cell, s.subject - 1, s.amount)
    s.put = put_tokens(s, seat, cell, s.amount - red, red, SOURCE.card)


# ---- the course of a play


@rule
def begin_play(s, seat, card):
    """C-7.5: the card leaves the hand; whatever comes of it goes on top."""
    s.card_back = from_hand(s, seat, place_of(s, seat, card))
    s.card = card
    s.undo = 1
    start_play(s, seat)


@rule
def start_play(s, seat):
    """C-7.8: a play counts from its beginning."""
    s.plays += 1
    emit(s, ALL, EVENT.card_played, seat, s.card)
    push(s, TASK.play, seat, PLAY.cost)


@rule
def go_on_playing(s):
    """C-7.5: the next part of the play under way."""
    seat = who(s)
    part = arg(s, 0)
    s.task[s.depth - 1, 2] = part + 1
    if part == PLAY.cost:
        ask_cost(s, seat)
    elif part == PLAY.front:
        lay(s, seat, s.card, s.card_back)
        s.laid = 1
        if ONCE[s.card]:
            s.today |= 1 << TODAY.once
        if CARD_KIND[s.card] == KIND_OF_CARD.cheat:
            s.undo = 0
            ask_reactions(s, seat)
    elif part == PLAY.coin:
        if like_subject(s.card) and under_festival(s, seat):
            s.undo = 0
            flip_coin(s, seat)
    elif part == PLAY.effects:
        if without_effect(s, seat, s.card):
            emit(s, ALL, EVENT.no_effect, seat, s.card)
        elif not s.stopped:
            push(s, TASK.steps, seat, s.card, 0, LIST.play)
            if s.card == OVERACHIEVER:
                show_own(s, seat)
    elif part == PLAY.credits:
        if not s.stopped:
            draw_for_play(s, seat)
    else:
        pop(s)
        forget_play(s)


@rule
def hit(s):
    """C-4.8, C-10.4, C-10.6: what a card does that was discarded from a hand."""
    seat = who(s)
    card = arg(s, 0)
    pop(s)
    if without_effect(s, seat, card):
        emit(s, ALL, EVENT.no_effect, seat, card)
    else:
        emit(s, ALL, EVENT.discard_effect, seat, card)
        push(s, TASK.steps, seat, card, 0, LIST.discard)


@rule
def forget_play(s):
    """The play is over."""
    s.card = s.card_back = s.laid = s.flipped = s.stopped = s.undo = 0
    s.paid = s.paid_value = s.paid_subject = 0
    s.subject = s.cell = s.amount = s.put = 0


@rule
def ask_cost(s, seat):
    """C-7.1: what the card costs."""
    op = COST_OP[s.card]
    if op == COST.pay_discard:
        push(s, KIND.cost, seat, COST_N[s.card], PAYING.any)
    elif op == COST.pay_discard_players:
        push(s, KIND.cost, seat, s.seats, PAYING.any)
    elif op == COST.pay_pair:
        push(s, KIND.cost, seat, 2, PAYING.pair)
    elif op == COST.pay_subject:
        push(s, KIND.cost, seat, COST_N[s.card], PAYING.subject)
    elif op == COST.pay_subjects_any:
        push(s, KIND.intensive, seat)
    elif op == COST.pay_rest:
        s.undo = 0
        s.paid = discard_all(s, seat)
        flush(s, seat)


@rule
def can_cancel(s):
    """C-7.6: whether the play can still be taken back."""
    return s.undo == 1 and s.backs < MOST_BACKS


@rule
def cancel_play(s, seat):
    """C-7.6: the card returns to the hand."""
    while asked(s) != TASK.play:
        pop(s)
    if arg(s, 0) > PLAY.front:
        lift(s, seat, s.fronts[seat] - 1)
    pop(s)
    to_hand(s, seat, s.card, s.card_back)
    emit(s, ALL, EVENT.taken_back, seat, s.card)
    s.plays -= 1
    s.backs += 1
    forget_play(s)


@rule
def under_festival(s, seat):
    """C-10.5: whether a coin decides about the player's subject cards."""
    for row in range(FIRST_LYING[FRONT.coin_subjects], FIRST_LYING[FRONT.coin_subjects + 1]):
        front = LYING[row, LIE.front]
        if s.lying[front] and not immune(s, seat, FRONT_CARD[front]):
            return True
    return False


@rule
def flip_coin(s, seat):
    """C-10.5, C-16.1: on tails the play ends there."""
    tails = roll(s, 2)
    emit(s, ALL, EVENT.coin, seat, tails)
    if tails:
        s.stopped = 1


@rule
def draw_for_play(s, seat):
    """C-8.7, C-15.10: credits that let their player draw after a play, the first of the board first."""
    for i in range(FIRST_CREDIT[CREDIT.draw_on_play + 1] - FIRST_CREDIT[CREDIT.draw_on_play]):
        row = FIRST_CREDIT[CREDIT.draw_on_play + 1] - 1 - i
        if has_credit(s, seat, row) and fits_play(s, row):
            push(s, KIND.draw, seat, number_of(s, seat, row), CREDITS[row, ROW.may], CREDITS[row, ROW.deck])


@rule
def fits_play(s, row):
    """C-8.7: whether a credit speaks of the card that was played, or of the cell that it went to."""
    if IN_CARDS[CREDITS[row, ROW.cards], s.card] or (CREDITS[row, ROW.kinds] >> CARD_KIND[s.card]) & 1:
        return True
    if s.subject == 0:
        return False
    subjects = CREDITS[row, ROW.subjects]
    if CREDITS[row, ROW.cells] == 0:
        return (subjects >> (s.subject - 1)) & 1 == 1
    if subjects and not (subjects >> (s.subject - 1)) & 1:
        return False
    return s.cell > 0 and s.put > 0 and IN_CELLS[CREDITS[row, ROW.cells], s.cell - 1] == 1


# ---- the only reaction (C-11.6)


@rule
def ask_reactions(s, seat):
    """C-11.6: every opponent with a hand is asked at the same time and in secret."""
    push(s, TASK.reactions, seat)
    n = 0
    for other in range(s.seats):
        if other != seat and s.size[other] > 0:
            ask(s.draft[other])
            n += 1
    if n > 0:
        push(s, KIND.react, seat)
        emit(s, ALL, EVENT.reaction_asked, seat, s.card)


@rule
def settle_reactions(s):
    """C-11.6, C-11.7: the nearest clockwise who reports plays チクる, and the cheat card has no effect."""
    seat = who(s)
    pop(s)
    for i in range(1, s.seats):
        other = (seat + i) % max(1, s.seats)
        if action_at(s.draft[other], 0) == REACT.report:
            emit(s, ALL, EVENT.card_cancelled, seat, other, s.card)
            to_pile(s, SNITCH, from_hand(s, other, place_of(s, other, SNITCH)))
            to_pile(s, s.card, lift(s, seat, s.fronts[seat] - 1))
            s.stopped = 1
            break
    close_all(s.draft)


@rule
def can_report(s, seat):
    """C-11.6, C-10.3: whether the player holds チクる and may play it."""
    return place_of(s, seat, SNITCH) != NONE and not banned(s, seat, SNITCH)
