"""C-3: cells, tokens, and what is open to whom."""

from taku.engine import ALL, emit, rule
from taku.games.campus.content import (
    COLOUR,
    COUNTED,
    CREDIT,
    CREDITS,
    DAI,
    FIRST_CREDIT,
    FREE,
    HALVES,
    IN_CELLS,
    JOHO,
    LATE,
    MODES,
    NEED,
    NEEDS,
    NONE,
    PER_TURN,
    PLACE,
    RED,
    RED_REST,
    RIVALS,
    ROW,
    SHIELDED,
    TRAINING,
    TWIN,
)
from taku.games.campus.rules.agenda import push
from taku.games.campus.state import BY_LENGTH, CELLS, CHIP, EVENT, MOST_TOKENS, SOURCE, STAGE, TASK, TODAY


@rule
def held(s, seat, cell):
    """Section 3: the player holds the credit of the cell."""
    return s.chip[seat, cell] >= CHIP.c


@rule
def set_chip(s, seat, cell, chip):
    """C-12.4: a chip replaces another; the credits held are counted by group and part."""
    before = 1 if s.chip[seat, cell] >= CHIP.c else 0
    after = 1 if chip >= CHIP.c else 0
    s.earned[seat, PLACE[cell]] += (after - before) * HALVES[cell]
    s.chip[seat, cell] = chip


@rule
def tokens(s, seat, cell):
    """How many tokens lie there."""
    return s.black[seat, cell] + s.red[seat, cell]


@rule
def has_credit(s, seat, row):
    """Whether the player holds what the effect of a credit needs: the course, or so many of its cells."""
    cell = CREDITS[row, ROW.cell]
    n = 1 if s.chip[seat, cell] >= CHIP.c else 0
    if CREDITS[row, ROW.slots] > 1 and s.chip[seat, cell + 1] >= CHIP.c:
        n += 1
    return n >= CREDITS[row, ROW.need]


@rule
def number_of(s, seat, row):
    """C-15.6: the number of a credit's effect, twice as much if グロブン doubles it."""
    n = CREDITS[row, ROW.n]
    return 2 * n if s.link[seat] == 1 + CREDITS[row, ROW.cell] else n


# ---- what is open


@rule
def late_from(s):
    """C-3.10: the first quarter of late courses."""
    return MODES[s.opt.length, NEED.late_from] if s.opt.late_from == BY_LENGTH else s.opt.late_from


@rule
def has_rival(s, seat, cell):
    """C-3.8: whether another course of its set is held or, with tokens on it, registered."""
    for i in range(2):
        other = RIVALS[cell, i]
        if other != NONE and (held(s, seat, other) or tokens(s, seat, other) > 0):
            return True
    return False


@rule
def fits_limit(s, seat, cell):
    """C-3.4, C-3.5: whether a token there keeps to the registration limit."""
    if s.mark[seat] or not COUNTED[cell] or tokens(s, seat, cell) > 0:
        return True
    if TWIN[cell] != NONE and tokens(s, seat, TWIN[cell]) > 0:
        return True
    return s.registered[seat] < s.opt.registration_limit


@rule
def may_take(s, seat, cell):
    """C-3.3, C-3.8 to C-3.11: whether the cell takes tokens at all, the limit aside."""
    if s.chip[seat, cell] >= CHIP.c:
        return False
    if RIVALS[cell, 0] != NONE and has_rival(s, seat, cell):
        return False
    if NEEDS[cell] != NONE and not held(s, seat, NEEDS[cell]):
        return False
    if LATE[cell] and s.quarter < late_from(s):
        return False
    return not (PER_TURN[cell] and (s.stage == STAGE.grading or (s.today >> token_of_today(cell)) & 1))


@rule
def token_of_today(cell):
    """C-3.11: the bit that says that the cell has taken its token of this turn."""
    return TODAY.joho if cell == JOHO else TODAY.chiho


@rule
def is_open(s, seat, cell):
    """C-3.15: the cell takes a token now."""
    return may_take(s, seat, cell) and fits_limit(s, seat, cell)


@rule
def free_open(s, seat, cell):
    """C-3.15: an effect that is no subject card may put tokens there."""
    return FREE[cell] == 1 and is_open(s, seat, cell)


# ---- tokens come and go


@rule
def red_of(cell, subject, n):
    """C-3.17: how many of n tokens of a subject are red there."""
    if (RED[cell] >> subject) & 1:
        return n
    if (RED_REST[cell] >> subject) & 1:
        return max(0, n - 1)
    return 0


@rule
def change(s, seat, cell, black, red):
    """Add or take tokens, and keep the number of registered courses (C-3.4)."""
    before = tokens(s, seat, cell)
    s.black[seat, cell] += black
    s.red[seat, cell] += red
    after = tokens(s, seat, cell)
    if COUNTED[cell] and (before > 0) != (after > 0):
        if TWIN[cell] == NONE or tokens(s, seat, TWIN[cell]) == 0:
            s.registered[seat] += 1 if after > 0 else -1


@rule
def put_tokens(s, seat, cell, black, red, source):
    """C-3.16, C-3.20: put tokens on one cell; how many were put."""
    if PER_TURN[cell]:
        black = min(1, black + red)
        red = 0
        s.today |= 1 << token_of_today(cell)
    black = min(black, MOST_TOKENS - s.black[seat, cell])
    red = min(red, MOST_TOKENS - s.red[seat, cell])
    n = black + red
    if n > 0:
        change(s, seat, cell, black, red)
        emit(s, ALL, EVENT.tokens_put, seat, cell, black, red, source)
    if n == 1:
        single(s, seat, cell)
    return n


@rule
def single(s, seat, cell):
    """C-15.8: one token alone on certain cells lets its player draw."""
    for row in range(FIRST_CREDIT[CREDIT.draw_on_single], FIRST_CREDIT[CREDIT.draw_on_single + 1]):
        if IN_CELLS[CREDITS[row, ROW.cells], cell] and has_credit(s, seat, row):
            push(s, TASK.draw, seat, number_of(s, seat, row), 1)


@rule
def clear_cell(s, seat, cell, source):
    """All tokens leave a cell."""
    black = s.black[seat, cell]
    red = s.red[seat, cell]
    if black + red > 0:
        change(s, seat, cell, -black, -red)
        emit(s, ALL, EVENT.tokens_lost, seat, cell, black, red, source)


@rule
def can_lose(s, seat, cell, colour):
    """C-3.18: whether a token of the cell may be picked."""
    if SHIELDED[cell]:
        return False
    return s.black[seat, cell] > 0 or (colour == COLOUR.any and s.red[seat, cell] > 0)


@rule
def lose_token(s, seat, cell, colour, source):
    """C-3.18: one token goes, a red one first unless black is demanded."""
    red = 1 if colour == COLOUR.any and s.red[seat, cell] > 0 else 0
    change(s, seat, cell, red - 1, -red)
    emit(s, ALL, EVENT.tokens_lost, seat, cell, 1 - red, red, source)


@rule
def can_feed(s, seat):
    """C-6.2: whether ダイシャロン takes a token of its own action."""
    return not (s.today >> TODAY.fed) & 1 and is_open(s, seat, DAI)


@rule
def lies_on_board(s, seat):
    """C-15.12: all tokens of a board."""
    n = 0
    for cell in range(CELLS):
        n += tokens(s, seat, cell)
    return n


@rule
def put_training(s, seat):
    """C-9.1: one token on the English training cell."""
    put_tokens(s, seat, TRAINING, 1, 0, SOURCE.training)


@rule
def takes_part(cell):
    """C-12.1: cells that 履修抽選漏れ may strike."""
    return cell != TRAINING and not SHIELDED[cell]
