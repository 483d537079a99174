"""C-14: graduation, the end, and who wins."""

from taku.engine import ALL, emit, rule
from taku.games.campus.content import CELLS, GROUPS, HALVES, MODES, NEED, PART, PLACES
from taku.games.campus.rules.agenda import pop
from taku.games.campus.state import BY_LENGTH, CHIP, ENDED, EVENT, STAGE


@rule
def credits_of_part(s, seat, part):
    """Half-credits held in a part of the requirement that has no groups."""
    return s.earned[seat, GROUPS + part]


@rule
def credits_of_group(s, seat, group):
    """Half-credits held in a group of the liberal arts, 1 to 6."""
    return s.earned[seat, group - 1]


@rule
def needed(s, part):
    """C-14.1, C-14.8: half-credits that the length demands."""
    return 2 * MODES[s.opt.length, part]


@rule
def progress(s, seat):
    """C-14.5: half-credits that count."""
    each = needed(s, NEED.group_each)
    total = 0
    most = 0
    for group in range(1, 6):
        n = credits_of_group(s, seat, group)
        total += n
        most += min(n, each)
    more = min(total - most, needed(s, NEED.groups_total) - 5 * each)
    sixth = credits_of_group(s, seat, 6)
    d = min(sixth, needed(s, NEED.group6))
    language = credits_of_part(s, seat, PART.language)
    science = credits_of_part(s, seat, PART.science)
    course = min(max(language, science), needed(s, NEED.course))
    surplus = total - most - more + sixth - d + language + science - course
    a = min(credits_of_part(s, seat, PART.required), needed(s, NEED.required))
    a += min(credits_of_part(s, seat, PART.english), needed(s, NEED.english))
    return a + most + more + d + course + min(surplus, needed(s, NEED.free))


@rule
def graduates(s, seat):
    """C-14.1, C-14.5: whether the player meets the requirement."""
    return progress(s, seat) == needed(s, NEED.total)


@rule
def points_held(s, seat):
    """C-13.5: P of all chips that lie on the board."""
    n = 0
    for cell in range(CELLS):
        if s.chip[seat, cell] != CHIP.certified:
            n += max(0, s.chip[seat, cell] - CHIP.hold) * HALVES[cell]
    return n


@rule
def weight_held(s, seat):
    """C-13.5: H of all chips that lie on the board."""
    n = 0
    for cell in range(CELLS):
        if CHIP.none < s.chip[seat, cell] < CHIP.certified:
            n += HALVES[cell]
    return n


@rule
def all_credits(s, seat):
    """Half-credits held, counted or not."""
    n = 0
    for i in range(PLACES):
        n += s.earned[seat, i]
    return n


@rule
def better(s, one, other):
    """C-14.3, C-14.6, C-14.7: whether one player ranks before another."""
    lead = progress(s, one) - progress(s, other)
    if lead != 0:
        return lead > 0
    a = points_held(s, one) * max(1, weight_held(s, other))
    b = points_held(s, other) * max(1, weight_held(s, one))
    if a != b:
        return a > b
    return all_credits(s, one) > all_credits(s, other)


@rule
def scores(s, out):
    """C-14.7: 1 + how many players are better."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if other != seat and better(s, other, seat):
                out[seat] += 1


@rule
def most_quarters(s):
    """C-14.6: after how many quarters the game ends without a graduate."""
    return MODES[s.opt.length, NEED.max_quarters] if s.opt.max_quarters == BY_LENGTH else s.opt.max_quarters


@rule
def check_end(s):
    """C-14.2, C-14.6: the game ends with a graduate, or with the last quarter."""
    for seat in range(s.seats):
        if graduates(s, seat):
            s.graduates |= 1 << seat
            emit(s, ALL, EVENT.graduated, seat)
    if s.graduates:
        end_game(s, ENDED.graduated)
    elif s.quarter >= most_quarters(s):
        end_game(s, ENDED.limit)


@rule
def end_game(s, reason):
    """C-14.3, C-14.6: nobody chooses any more."""
    s.stage = STAGE.over
    s.ended = reason
    while s.depth > 0:
        pop(s)
    for seat in range(s.seats):
        if is_first_of_all(s, seat):
            emit(s, ALL, EVENT.game_ended, seat, reason)


@rule
def is_first_of_all(s, seat):
    """Nobody ranks before the player."""
    for other in range(s.seats):
        if other != seat and better(s, other, seat):
            return False
    return True
