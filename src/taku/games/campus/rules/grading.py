"""C-12, C-13 and C-15: the grading phase."""

from taku.engine import ALL, emit, rule
from taku.games.campus.content import (
    CAN_DOUBLE,
    CARD_WHEN,
    CELLS,
    CERTIFIES,
    CREDIT,
    CREDITS,
    EASIER,
    ENGLISH,
    FIRST_CREDIT,
    FRONT_OF,
    GRADED,
    HALVES,
    IN_CELLS,
    LITERATURE,
    LOTTERY,
    NONE,
    RIVALS,
    ROW,
    TRAINING,
    WHEN,
)
from taku.games.campus.rules.agenda import arg, once_more, pop, push
from taku.games.campus.rules.board import (
    clear_cell,
    has_credit,
    has_rival,
    held,
    number_of,
    set_chip,
    takes_part,
    tokens,
)
from taku.games.campus.rules.cards import is_first, lift, to_pile
from taku.games.campus.rules.finish import check_end
from taku.games.campus.rules.plays import begin_play, can_play
from taku.games.campus.rules.turn import begin_quarter
from taku.games.campus.state import (
    BY_SEATS,
    CHIP,
    EVENT,
    GRADING,
    KIND,
    LOTTERIES,
    MOVING,
    SOURCE,
    STAGE,
    TASK,
    USED,
    USES_KEPT,
    WAY,
)
from taku.kit.drafts import ask, close_all, picked

# ---- before the counting


@rule
def end_classes(s):
    """C-12.1, C-12.2: lotteries first; then each player in turn may act before the grades."""
    pop(s)
    s.stage = STAGE.grading
    emit(s, ALL, EVENT.classes_ended, s.quarter)
    push(s, TASK.next_quarter, s.start)
    push(s, TASK.averages, s.start)
    push(s, TASK.conversions, s.start)
    push(s, TASK.certificates, s.start)
    push(s, TASK.links, s.start)
    push(s, TASK.grades, s.start)
    for i in range(s.seats):
        push(s, KIND.grade_open, (s.start + s.seats - 1 - i) % max(1, s.seats))
    draw_lots(s)


@rule
def draw_lots(s):
    """C-12.1: who has 履修抽選漏れ and a choice is asked; who has none loses what there is."""
    n = 0
    for seat in range(s.seats):
        lots = s.lies[seat, FRONT_OF[LOTTERY]]
        if lots > 0:
            there = 0
            for cell in range(CELLS):
                if takes_part(cell) and tokens(s, seat, cell) > 0:
                    there += 1
            if there > lots:
                ask(s.draft[seat])
                n += 1
            else:
                for cell in range(CELLS):
                    if takes_part(cell):
                        clear_cell(s, seat, cell, SOURCE.lottery)
    if n > 0:
        push(s, KIND.lottery, s.start)


@rule
def strike(s):
    """C-12.1: all have chosen; the cells lose their tokens."""
    pop(s)
    for seat in range(s.seats):
        for i in range(LOTTERIES):
            if s.draft[seat].pick[i] > 0:
                clear_cell(s, seat, s.draft[seat].pick[i] - 1, SOURCE.lottery)
    close_all(s.draft)


@rule
def may_strike(s, seat, cell):
    """C-12.1: cells with tokens, each once."""
    return takes_part(cell) and tokens(s, seat, cell) > 0 and not picked(s.draft[seat], 1 + cell)


@rule
def cell_of_use(i):
    """The credits that act at the start of grading, by USED."""
    row = FIRST_CREDIT[CREDIT.grade_move]
    if i == USED.g5e:
        row = FIRST_CREDIT[CREDIT.grade_flip]
    elif i == USED.g1e:
        row = FIRST_CREDIT[CREDIT.grade_place]
    elif i == USED.g4b:
        row = FIRST_CREDIT[CREDIT.grade_place] + 1
    return row


@rule
def grading_choices(s, seat):
    """C-12.2: cards of the grading phase, and credits that act there, each once."""
    s.tmp[0] = GRADING.done
    n = 1
    for i in range(s.size[seat]):
        card = s.hand[seat, i]
        if CARD_WHEN[card] == WHEN.grading and is_first(s, seat, i) and can_play(s, seat, card, 1):
            s.tmp[n] = GRADING.play(card)
            n += 1
    for i in range(USED.g1e, USES_KEPT):
        row = cell_of_use(i)
        if s.uses[seat, i] == 0 and has_credit(s, seat, row):
            s.tmp[n] = GRADING.use(CREDITS[row, ROW.cell])
            n += 1
    return n


@rule
def answer_grading(s, seat, action):
    """C-12.2, C-15.2, C-15.3, C-15.12: one thing at the start of grading."""
    if action == GRADING.done:
        pop(s)
        s.plays = s.backs = 0
    elif action in GRADING.play:
        begin_play(s, seat, GRADING.play.card(action))
    else:
        cell = GRADING.use.cell(action)
        emit(s, ALL, EVENT.credit_used, seat, cell)
        for i in range(USED.g1e, USES_KEPT):
            row = cell_of_use(i)
            if CREDITS[row, ROW.cell] == cell:
                s.uses[seat, i] = 1
                if i == USED.g2a:
                    push(s, KIND.move_from, seat, number_of(s, seat, row), MOVING.grade)
                elif i == USED.g5e:
                    push(s, TASK.flips, seat, 0, row)
                else:
                    push(s, KIND.cell, seat, WAY.grade_place, row)


# ---- grades (C-12.3 to C-12.7)


@rule
def count_of(s, seat, cell):
    """C-12.3: black and red tokens, of which only the first red ones count."""
    return s.black[seat, cell] + min(s.red[seat, cell], s.opt.red_cap)


@rule
def easier(s, seat, cell):
    """C-12.5: how many fewer tokens the grades S to C need, as a number of 0 or less."""
    n = EASIER[cell]
    for row in range(FIRST_CREDIT[CREDIT.thresholds], FIRST_CREDIT[CREDIT.thresholds + 1]):
        if IN_CELLS[CREDITS[row, ROW.cells], cell] and has_credit(s, seat, row):
            n += number_of(s, seat, row)
    return n


@rule
def grade_for(s, seat, cell, count):
    """C-12.4 to C-12.6: the best grade that the count reaches."""
    n = easier(s, seat, cell)
    if count >= max(1, s.opt.grade_c + n):
        if CERTIFIES[cell]:
            return CHIP.certified
        if count >= max(1, s.opt.grade_s + n):
            return CHIP.s
        if count >= max(1, s.opt.grade_a + n):
            return CHIP.a
        return CHIP.b if count >= max(1, s.opt.grade_b + n) else CHIP.c
    return CHIP.hold if count >= s.opt.grade_hold else CHIP.fail


@rule
def grade_all(s):
    """C-12.4, C-12.7: all boards, with the credits held before; then what is drawn for new ones."""
    pop(s)
    emit(s, ALL, EVENT.grading_started, s.quarter)
    for i in range(s.seats):
        seat = (s.start + s.seats - 1 - i) % max(1, s.seats)  # what is pushed last is drawn first
        grade_board(s, seat)


@rule
def grade_board(s, seat):
    """C-12.4, C-13.2: chips for tokens, and P and H of the quarter."""
    s.points[seat] = s.weight[seat] = 0
    for cell in range(CELLS):
        s.grade[cell] = CHIP.none
        if GRADED[cell] and tokens(s, seat, cell) > 0:
            s.grade[cell] = grade_for(s, seat, cell, count_of(s, seat, cell))
    for cell in range(CELLS):
        chip = s.grade[cell]
        if chip != CHIP.none:
            emit(s, ALL, EVENT.graded, seat, cell, count_of(s, seat, cell), chip)
            set_chip(s, seat, cell, chip)
            s.black[seat, cell] = s.red[seat, cell] = 0
            if chip != CHIP.certified:
                s.points[seat] += points_of(chip) * HALVES[cell]
                s.weight[seat] += HALVES[cell]
    s.registered[seat] = 0
    last = FIRST_CREDIT[CREDIT.draw_on_gain + 1]
    for i in range(last - FIRST_CREDIT[CREDIT.draw_on_gain]):
        row = last - 1 - i
        if has_credit(s, seat, row):
            n = 0
            for cell in range(CELLS):
                if IN_CELLS[CREDITS[row, ROW.cells], cell] and s.grade[cell] >= CHIP.c:
                    n += number_of(s, seat, row)
            if n > 0:
                push(s, KIND.draw, seat, n, 1, CREDITS[row, ROW.deck])


@rule
def points_of(chip):
    """C-13.1: S 4, A 3, B 2, C 1, Hold and Fail 0."""
    return max(0, chip - CHIP.hold)


# ---- after the grades (C-12.8 to C-12.10)


@rule
def can_link(s, seat, cell):
    """C-15.6: a credit held with a number in its effect, other than グロブン."""
    return CAN_DOUBLE[cell] == 1 and cell != LITERATURE and held(s, seat, cell)


@rule
def ask_links(s):
    """C-12.8: who has gained グロブン chooses the credit to double, when there is one."""
    pop(s)
    for i in range(s.seats):
        seat = (s.start + s.seats - 1 - i) % max(1, s.seats)
        if held(s, seat, LITERATURE) and s.link[seat] == 0:
            n = 0
            for cell in range(CELLS):
                if can_link(s, seat, cell):
                    n += 1
            if n > 0:
                push(s, KIND.link, seat)


@rule
def certify_boards(s):
    """C-12.9: training tokens become certifications, and leave."""
    pop(s)
    for i in range(s.seats):
        seat = (s.start + s.seats - 1 - i) % max(1, s.seats)
        n = 0
        if s.black[seat, TRAINING] >= s.opt.training_two:
            n = 2
        elif s.black[seat, TRAINING] >= s.opt.training_one:
            n = 1
        s.black[seat, TRAINING] = 0
        if n > 0:
            push(s, KIND.certify, seat, n)


@rule
def certify(s, seat, cell):
    """C-12.9: the cell counts as passed."""
    set_chip(s, seat, cell, CHIP.certified)
    emit(s, ALL, EVENT.certified, seat, cell)
    once_more(s)


@rule
def certify_choices(s, seat):
    """C-12.9: English cells without credit."""
    n = 0
    for i in range(len(ENGLISH)):
        if not held(s, seat, ENGLISH[i]):
            s.tmp[n] = ENGLISH[i]
            n += 1
    return n


@rule
def ask_conversions(s):
    """C-12.10: 6B and 6D may each be converted."""
    pop(s)
    for i in range(s.seats):
        seat = (s.start + s.seats - 1 - i) % max(1, s.seats)
        for k in range(FIRST_CREDIT[CREDIT.grade_swap + 1] - FIRST_CREDIT[CREDIT.grade_swap]):
            row = FIRST_CREDIT[CREDIT.grade_swap + 1] - 1 - k
            if has_credit(s, seat, row):
                push(s, KIND.convert, seat, CREDITS[row, ROW.cell], row)


@rule
def can_become(s, seat, row, cell):
    """C-15.9: a cell that is not held and whose set is not held."""
    if not IN_CELLS[CREDITS[row, ROW.cells], cell] or held(s, seat, cell):
        return False
    return RIVALS[cell, 0] == NONE or not has_rival(s, seat, cell)


@rule
def convert(s, seat, cell):
    """C-15.9: the chip moves with its grade."""
    source = arg(s, 0)
    pop(s)
    set_chip(s, seat, cell, s.chip[seat, source])
    set_chip(s, seat, source, CHIP.none)
    emit(s, ALL, EVENT.credit_converted, seat, source, cell)


# ---- averages (C-13)


@rule
def settle_averages(s):
    """C-12.11, C-13.3, C-13.4: the limit mark, and what the best may draw."""
    pop(s)
    best = -1
    for seat in range(s.seats):
        emit(s, ALL, EVENT.gpa, seat, s.points[seat], s.weight[seat])
        earned = 1 if s.weight[seat] > 0 and 10 * s.points[seat] >= s.opt.mark_gpa_x10 * s.weight[seat] else 0
        if earned != s.mark[seat]:
            s.mark[seat] = earned
            emit(s, ALL, EVENT.mark_gained if earned else EVENT.mark_lost, seat)
        if s.points[seat] > 0 and (best < 0 or s.points[seat] * s.weight[best] > s.points[best] * s.weight[seat]):
            best = seat
    n = s.seats if s.opt.top_student_draw == BY_SEATS else s.opt.top_student_draw - 1
    for i in range(s.seats):
        seat = (s.start + s.seats - 1 - i) % max(1, s.seats)
        if best >= 0 and s.points[seat] > 0 and s.points[seat] * s.weight[best] == s.points[best] * s.weight[seat]:
            emit(s, ALL, EVENT.top_student, seat)
            if n > 0:
                push(s, KIND.draw, seat, n, 1)


@rule
def next_quarter(s):
    """C-12.12, C-14.2, C-5.6: everything is cleared; the game ends, or the next quarter starts."""
    pop(s)
    for seat in range(s.seats):
        while s.fronts[seat] > 0:
            card = s.front[seat, s.fronts[seat] - 1]
            to_pile(s, card, lift(s, seat, s.fronts[seat] - 1))
        s.snowed[seat] = 0
    emit(s, ALL, EVENT.front_cleared)
    check_end(s)
    if s.stage != STAGE.over:
        s.start = (s.start + 1) % max(1, s.seats)
        begin_quarter(s)
