"""C-16: what cards do, step by step, in the words of the content."""

from taku.engine import ALL, emit, rule
from taku.games.campus.content import (
    CARD_KIND,
    CELLS,
    CREDITS,
    EFFECT,
    FREE,
    IN_CARDS,
    IN_CELLS,
    KIND_OF_CARD,
    LIST,
    PLUS,
    PRINTED,
    ROW,
    SHIELDED,
    STEP,
    STEP_OF,
    STEPS,
    SUBJECT,
    SUBJECTS,
    TRAINING,
    WHERE,
)
from taku.games.campus.rules.agenda import arg, once_more, pop, push, who
from taku.games.campus.rules.board import (
    change,
    clear_cell,
    free_open,
    is_open,
    lies_on_board,
    number_of,
    put_tokens,
    red_of,
    tokens,
)
from taku.games.campus.rules.cards import can_draw, discard_all, flush, lift, next_card, to_hand, to_pile
from taku.games.campus.rules.plays import flip_coin
from taku.games.campus.rules.shown import appeal, collect_from_all
from taku.games.campus.state import (
    CELL,
    CHIP,
    DECKS,
    EVENT,
    FLIP,
    FROM,
    HAND,
    KIND,
    MOST_FLIPS,
    MOST_STUDY,
    MOVING,
    NAMING,
    PURPOSE,
    SOURCE,
    TASK,
    TURNING,
    WAY,
)

# ---- the interpreter


@rule
def next_step(s):
    """Carry out the next step of a card; the rest waits below what it causes."""
    seat = who(s)
    card = arg(s, 0)
    k = arg(s, 1)
    which = arg(s, 2)
    if k == STEPS[card, which] or (which == LIST.play and s.stopped):
        pop(s)
    else:
        s.task[s.depth - 1, 3] = k + 1
        carry_out(s, seat, card, k, which)


@rule
def carry_out(s, seat, card, k, which):
    """Section 4: one word of the vocabulary."""
    op = STEP_OF[card, which, k, STEP.op]
    n = STEP_OF[card, which, k, STEP.n]
    if op == EFFECT.attend or op == EFFECT.attend_any:
        push(s, KIND.cell, seat, WAY.attend)
    elif op == EFFECT.place:
        push(s, KIND.cell, seat, WAY.place, k)
    elif op == EFFECT.draw:
        push(s, KIND.draw, seat, n)
    elif op == EFFECT.draw_paid:
        if s.paid:
            push(s, KIND.draw, seat, s.paid)
    elif op == EFFECT.coin:
        s.undo = 0
        flip_coin(s, seat)
    elif op == EFFECT.lose:
        push(s, KIND.lose, seat, n, STEP_OF[card, which, k, STEP.colour])
    elif op == EFFECT.discard:
        push(s, KIND.discard, seat, n)
    elif op == EFFECT.discard_hand:
        discard_all(s, seat)
        flush(s, seat)
    elif op == EFFECT.discard_or_lose:
        push(s, KIND.discard, seat, n, STEP_OF[card, which, k, STEP.lose], STEP_OF[card, which, k, STEP.colour])
    elif op == EFFECT.homework:
        push(s, KIND.homework, seat, n)
    elif op == EFFECT.purge_red:
        purge_red(s, n)
    elif op == EFFECT.move_small:
        push(s, KIND.move_from, seat, n, MOVING.small)
    else:
        carry_out_rare(s, seat, card, k, which)


@rule
def carry_out_rare(s, seat, card, k, which):
    """Section 4: the words of single cards."""
    op = STEP_OF[card, which, k, STEP.op]
    n = STEP_OF[card, which, k, STEP.n]
    if op == EFFECT.drop_front:
        push(s, KIND.drop, seat, STEP_OF[card, which, k, STEP.cards])
    elif op == EFFECT.top_up:
        push(s, KIND.cell, seat, WAY.top_up, n)
    elif op == EFFECT.copy_cell:
        push(s, KIND.copy, seat, n)
    elif op == EFFECT.study:
        s.undo = 0
        push(s, TASK.study, seat)
    elif op == EFFECT.network:
        push(s, KIND.name, seat, NAMING.network)
    elif op == EFFECT.forecast:
        push(s, KIND.name, seat, NAMING.forecast)
    elif op == EFFECT.take_each:
        collect_from_all(s, seat)
    elif op == EFFECT.trade_one:
        push(s, KIND.target, seat, PURPOSE.trade_one)
    elif op == EFFECT.inspect:
        push(s, KIND.target, seat, PURPOSE.inspect)
    elif op == EFFECT.appeal:
        s.undo = 0
        appeal(s, seat, n)


# ---- tokens on a cell of choice


@rule
def subjects_of_step(s, k):
    """The subjects that an effect names, for the colour of its tokens."""
    where = STEP_OF[s.card, LIST.play, k, STEP.where]
    if where == WHERE.paid_subject:
        return 1 << (s.paid_subject - 1) if s.paid_subject else 0
    return STEP_OF[s.card, LIST.play, k, STEP.subjects] if where == WHERE.subjects else 0


@rule
def blacks(s, k):
    """How many black tokens an effect puts, those for what was paid among them."""
    plus = STEP_OF[s.card, LIST.play, k, STEP.plus]
    n = STEP_OF[s.card, LIST.play, k, STEP.black]
    if plus == PLUS.paid_count:
        n += s.paid
    elif plus == PLUS.paid_value:
        n += s.paid_value
    return n


@rule
def fits_place(s, seat, k, cell):
    """Section 4, `place`: whether the effect may put its tokens on the cell."""
    where = STEP_OF[s.card, LIST.play, k, STEP.where]
    if where == WHERE.intensive:
        return IN_CELLS[STEP_OF[s.card, LIST.play, k, STEP.cells], cell] == 1 and is_open(s, seat, cell)
    if not FREE[cell]:
        return False
    if where == WHERE.held and tokens(s, seat, cell) == 0:
        return False
    if where == WHERE.cells and not IN_CELLS[STEP_OF[s.card, LIST.play, k, STEP.cells], cell]:
        return False
    if (where == WHERE.subjects or where == WHERE.paid_subject) and not PRINTED[cell] & subjects_of_step(s, k):
        return False
    return is_open(s, seat, cell)


@rule
def place_choices(s, seat):
    """C-3.15, C-16.22, C-15.2: the cells that an effect may choose, or none."""
    way = arg(s, 0)
    k = arg(s, 1)
    n = 0
    if way == WAY.grade_place:
        for cell in range(CELLS):
            if IN_CELLS[CREDITS[k, ROW.cells], cell] and free_open(s, seat, cell):
                for more in range(number_of(s, seat, k)):
                    s.tmp[n] = CELL.put(more, cell)
                    n += 1
    elif way == WAY.top_up:
        for cell in range(CELLS):
            if s.chip[seat, cell] == CHIP.hold and tokens(s, seat, cell) < k and free_open(s, seat, cell):
                s.tmp[n] = CELL.put(0, cell)
                n += 1
    elif blacks(s, k) + STEP_OF[s.card, LIST.play, k, STEP.red] > 0:
        for cell in range(CELLS):
            if fits_place(s, seat, k, cell):
                s.tmp[n] = CELL.put(0, cell)
                n += 1
    if n == 0 or way != WAY.place or not STEP_OF[s.card, LIST.play, k, STEP.must]:
        s.tmp[n] = CELL.none(0)
        n += 1
    return n


@rule
def place(s, seat, action):
    """C-3.16, C-3.17: all tokens of an effect go on one cell."""
    way = arg(s, 0)
    k = arg(s, 1)
    pop(s)
    s.undo = 0
    if action in CELL.none:
        emit(s, ALL, EVENT.tokens_ignored, seat)
        return
    cell = CELL.put.cell(action)
    if way == WAY.grade_place:
        put_tokens(s, seat, cell, 1 + CELL.put.use(action), 0, SOURCE.credit)
    elif way == WAY.top_up:
        put_tokens(s, seat, cell, k - tokens(s, seat, cell), 0, SOURCE.extra)
    else:
        black = blacks(s, k)
        red = fewest_red(s, k, cell, black)
        s.put = put_tokens(s, seat, cell, black - red, red + STEP_OF[s.card, LIST.play, k, STEP.red], SOURCE.card)


@rule
def fewest_red(s, k, cell, n):
    """C-3.17: how many tokens turn red, by the best of the named subjects that the cell accepts."""
    named = subjects_of_step(s, k) & PRINTED[cell]
    if not named:
        return 0
    red = n
    for subject in range(SUBJECTS):
        if (named >> subject) & 1:
            red = min(red, red_of(cell, subject, n))
    return red


@rule
def purge_red(s, n):
    """C-16.3: cells with so many red tokens lose all tokens, everybody's."""
    for seat in range(s.seats):
        for cell in range(CELLS):
            if s.red[seat, cell] >= n and not SHIELDED[cell]:
                clear_cell(s, seat, cell, SOURCE.roll_call)


# ---- moving tokens


@rule
def targets(s, seat, source, moving):
    """C-3.19, C-15.3, C-16.16: the cells that tokens of another may go to, in `reach`; how many."""
    n = 0
    black = s.black[seat, source]
    red = s.red[seat, source]
    if moving == MOVING.small:
        change(s, seat, source, -black, -red)
    for cell in range(CELLS):
        if cell != source and (moving == MOVING.small or tokens(s, seat, cell) > 0) and free_open(s, seat, cell):
            s.reach[n] = cell
            n += 1
    if moving == MOVING.small:
        change(s, seat, source, black, red)
    return n


@rule
def may_leave(s, seat, cell, most, moving):
    """C-3.19: whether tokens may be moved from the cell."""
    n = tokens(s, seat, cell)
    if n == 0 or SHIELDED[cell] or cell == TRAINING or (moving == MOVING.small and n > most):
        return False
    return targets(s, seat, cell, moving) > 0


@rule
def move_choices(s, seat):
    """C-15.3, C-16.16: cells whose tokens may be moved; 2A asks for the colour if both are there."""
    moving = arg(s, 1)
    n = 0
    for cell in range(CELLS):
        if may_leave(s, seat, cell, arg(s, 0), moving):
            for colour in range(2):
                there = s.black[seat, cell] if colour == 0 else s.red[seat, cell]
                if moving == MOVING.small and colour == 0 and s.black[seat, cell] == 0:
                    there = 1
                if there > 0 and not (moving == MOVING.small and colour == 1):
                    s.tmp[n] = FROM.move(cell, colour)
                    n += 1
    s.tmp[n] = FROM.stop
    return n + 1


@rule
def move_tokens(s, seat, cell):
    """C-3.19: the tokens go to another cell and keep their colour."""
    source = arg(s, 0)
    colour = arg(s, 1)
    moving = arg(s, 2)
    pop(s)
    black = s.black[seat, source] if moving == MOVING.small else 1 - colour
    red = s.red[seat, source] if moving == MOVING.small else colour
    change(s, seat, source, -black, -red)
    change(s, seat, cell, black, red)
    emit(s, ALL, EVENT.tokens_moved, seat, source, cell, black, red)
    if moving == MOVING.grade:
        once_more(s)
    else:
        pop(s)


@rule
def copy_cell(s, seat, other, cell):
    """C-16.18: the own tokens become those of the other, also if that is less."""
    black = s.black[other, cell]
    red = s.red[other, cell]
    change(s, seat, cell, black - s.black[seat, cell], red - s.red[seat, cell])
    emit(s, ALL, EVENT.cell_copied, seat, other, cell, black, red)


@rule
def drop(s, seat, cards):
    """C-16.16: a card of the named ones leaves the front."""
    for i in range(s.fronts[seat]):
        card = s.front[seat, i]
        if IN_CARDS[cards, card]:
            to_pile(s, card, lift(s, seat, i))
            emit(s, ALL, EVENT.front_expired, seat, card)
            return


@rule
def droppable(s, seat, cards):
    """Whether such a card lies before the player."""
    for i in range(s.fronts[seat]):
        if IN_CARDS[cards, s.front[seat, i]]:
            return True
    return False


# ---- cards that are turned up


@rule
def study(s):
    """C-16.7: turn up cards until a subject card appears."""
    seat = who(s)
    if can_draw(s, 0) or can_draw(s, 1):
        push(s, KIND.flip, seat, TURNING.study)
    else:
        pop(s)


@rule
def flips(s):
    """C-15.12: turn up a card while few tokens lie on the board."""
    seat = who(s)
    below = CREDITS[arg(s, 1), ROW.below]
    if lies_on_board(s, seat) < below and arg(s, 0) < MOST_FLIPS and (can_draw(s, 0) or can_draw(s, 1)):
        push(s, KIND.flip, seat, TURNING.grading)
    else:
        pop(s)


@rule
def turn_up(s, seat, action):
    """C-15.12, C-16.7, C-16.17: a card of the chosen deck is turned up."""
    turning = arg(s, 0)
    subject = arg(s, 1)
    pop(s)
    if action == FLIP.decline:
        pop(s)
        return
    deck = FLIP.draw.deck(action) - 1
    fresh = 1 if s.deck[deck].size == 0 else 0
    card = next_card(s, deck)
    emit(s, ALL, EVENT.card_turned_up, seat, 1 + deck, card)
    if turning == TURNING.study:
        turn_to_study(s, seat, deck, card, fresh)
    elif turning == TURNING.forecast:
        to_pile(s, card, 1 + deck)
        if SUBJECT[card] == 1 + subject:
            s.snowed[seat] += 1
    else:
        s.task[s.depth - 1, 2] += 1
        if CARD_KIND[card] == KIND_OF_CARD.subject:
            s.card = card
            s.card_back = 1 + deck
            push(s, KIND.flip_play, seat)
        else:
            to_pile(s, card, 1 + deck)


@rule
def turn_to_study(s, seat, deck, card, fresh):
    """C-16.7: a subject card goes to the hand; it also stops after 20 cards, or a second reshuffle of a deck."""
    s.task[s.depth - 1, 2] += 1
    s.task[s.depth - 1, 3 + deck] += fresh
    if CARD_KIND[card] == KIND_OF_CARD.subject and s.size[seat] < HAND:
        to_hand(s, seat, card, 1 + deck)
        emit(s, ALL, EVENT.card_kept, seat, card)
        pop(s)
        return
    to_pile(s, card, 1 + deck)
    if CARD_KIND[card] == KIND_OF_CARD.subject or arg(s, 0) >= MOST_STUDY or max(arg(s, 1), arg(s, 2)) >= DECKS:
        pop(s)
