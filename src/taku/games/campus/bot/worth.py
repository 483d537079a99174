"""What courses and positions are worth to a student.

Worth is counted in hundredths of a credit that is needed. A course with tokens is worth a part of it, as much as it is
likely to be passed. What a student stands for in the end is a logit: how likely it leaves another one behind.
"""

from math import tanh

from taku.engine import Names, rule, table
from taku.games.campus.content import (
    ACCEPT_OF,
    ACCEPTS,
    GROUPS,
    HALVES,
    NEED,
    PART,
    PLACE,
    TRAINING,
    USE_OF,
)
from taku.games.campus.rules.board import is_open, red_of, tokens
from taku.games.campus.rules.finish import better, needed, points_held, progress, weight_held
from taku.games.campus.rules.grading import easier
from taku.games.campus.rules.plays import accepts, bonus, use_subject, uses
from taku.games.campus.state import CELLS, STAGE

# ---------------------------------------------------------------- what students of each length care for

_TASTE = {
    # what a credit is worth that is needed, in hundredths
    "required": (411, 382, 43),
    "course": (169, 108, 122),
    "group": (196, 118, 70),
    "enough": (76, 65, 85),
    "free": (37, 2, 56),
    "english": (51, 64, 239),
    # credits of a course while neither is ahead
    "language": (40, 80, 39),
    "science": (91, 80, 62),
    # how tokens become credits
    "a_turn": (7, 5, 5),  # tenths of a token that a course gains in a turn
    "curve": (53, 40, 41),  # per cent that count evenly; the rest counts for what is nearly passed
    "above": (9, 13, 12),  # each token above the pass mark, for the average
    "opening": (79, 65, 74),  # per cent of a course that is not begun yet
    "late": (4, 24, 21),  # and of one that is begun in the last two weeks
    # cards
    "end": (20, 17, 17),  # to end the turn, beside the squares of what cards bring
    "cost": (0, 7, 1),  # per cent of the worth of the card that pays
    "keep": (13, 15, 11),
    "penalty": (7, 6, 8),  # keeping a card that hurts when it goes
    "feed": (51, 51, 98),  # a card of less worth goes into the course of the opening
    "train": (138, 88, 51),  # and into the training, while English is missing and later
    "train_more": (37, 34, 32),
    "zeal": (4, 14, 0),  # more of that with a certification in reach
    "stop": (9, 19, 22),
    "deck": (6, 7, 6),
    "report": (4, 5, 4),
}
"""In a full game, a short one and a taster. Found by self-play: thousands of matches against the same with some of
them changed."""
TASTE = Names(*_TASTE)
TASTES = table([[of[length] for of in _TASTE.values()] for length in range(3)])


@rule
def taste(s, what):
    """What students care for in a match of this length."""
    return TASTES[s.opt.length, what]


# ---------------------------------------------------------------- what a course is worth


@rule
def parts_of_credit(count, passing, curve, beyond):
    """How much of a credit so many tokens are, in hundredths: early ones count a little less."""
    x = min(count, passing)
    return (curve * x * passing + (100 - curve) * x * x) // max(1, passing * passing) + beyond * max(
        0, min(count, passing + 3) - passing
    )


@rule
def surplus(s, seat):
    """C-14.5: half-credits beyond groups and course, that are free ones."""
    n = s.earned[seat, GROUPS + PART.language] + s.earned[seat, GROUPS + PART.science]
    n -= min(max(s.earned[seat, GROUPS + PART.language], s.earned[seat, GROUPS + PART.science]), needed(s, NEED.course))
    five = 0
    for g in range(5):
        five += s.earned[seat, g]
    n += max(0, five - needed(s, NEED.groups_total))
    return n + max(0, s.earned[seat, 5] - needed(s, NEED.group6))


@rule
def weight_of(s, seat, cell):
    """What a credit of this cell is worth to the player, in hundredths; 0 if it is not needed."""
    place = PLACE[cell]
    if place < 5:
        if s.earned[seat, place] < needed(s, NEED.group_each):
            return taste(s, TASTE.group)
        five = 0
        for g in range(5):
            five += s.earned[seat, g]
        if five < needed(s, NEED.groups_total):
            return taste(s, TASTE.enough)
    elif place == 5:
        if s.earned[seat, 5] < needed(s, NEED.group6):
            return taste(s, TASTE.enough)
    elif place == GROUPS + PART.required:
        return taste(s, TASTE.required) if s.earned[seat, place] < needed(s, NEED.required) else 0
    elif place == GROUPS + PART.english:
        return taste(s, TASTE.english) if s.earned[seat, place] < needed(s, NEED.english) else 0
    elif place == GROUPS + PART.training:
        return 0
    else:
        other = GROUPS + PART.language + GROUPS + PART.science - place
        lead = s.earned[seat, place] - s.earned[seat, other]
        if lead >= 0 and s.earned[seat, place] < needed(s, NEED.course):
            undecided = TASTE.language if place == GROUPS + PART.language else TASTE.science
            return taste(s, TASTE.course if lead > 0 else undecided)
    return taste(s, TASTE.free) if surplus(s, seat) < needed(s, NEED.free) else 0


@rule
def turns_left(s, seat):
    """The player's turns of this quarter, the running one among them."""
    if s.stage != STAGE.classes:
        return 0
    n = max(1, s.seats)
    ahead = (seat - s.start + n) % n >= (s.active - s.start + n) % n
    return s.opt.weeks - s.week + (1 if ahead else 0)


@rule
def pass_mark(s, seat, cell):
    """C-12.4, C-12.5: the tokens of a C."""
    return max(1, s.opt.grade_c + easier(s, seat, cell))


@rule
def worth_of_tokens(s, seat, cell, count, left):
    """What so many tokens there are worth: the credit, as likely as it is in the turns that are left."""
    passing = pass_mark(s, seat, cell)
    n = parts_of_credit(count, passing, taste(s, TASTE.curve), taste(s, TASTE.above)) * HALVES[cell] // 2
    if count < passing:
        n = n * min(100, taste(s, TASTE.a_turn) * 10 * left // max(1, passing - count)) // 100
    return n


@rule
def counted(s, seat, cell, black, red):
    """C-12.3: what tokens count, with more of them."""
    return s.black[seat, cell] + black + min(s.red[seat, cell] + red, s.opt.red_cap)


@rule
def gain(s, seat, cell, black, red):
    """What more tokens on a cell are worth, in hundredths of a needed credit."""
    weight = weight_of(s, seat, cell)
    if weight == 0:
        return 0
    left = turns_left(s, seat)
    before = tokens(s, seat, cell)
    now = counted(s, seat, cell, black, red)
    n = worth_of_tokens(s, seat, cell, now, left)
    if before > 0:
        n -= worth_of_tokens(s, seat, cell, counted(s, seat, cell, 0, 0), left)
    else:
        n = n * taste(s, TASTE.opening) // 100
        if left < 3 and now < pass_mark(s, seat, cell):
            n = n * taste(s, TASTE.late) // 100
    return max(0, weight * n // 100)


@rule
def best_gain(s, seat, card):
    """The most that a subject card can bring."""
    best = 0
    for u in range(uses(s, seat, card)):
        subject = use_subject(s, seat, card, u)
        for k in range(ACCEPTS[subject]):
            cell = ACCEPT_OF[subject, k, 0]
            if accepts(s, seat, ACCEPT_OF[subject, k, 1]) and is_open(s, seat, cell):
                n = USE_OF[card, u, 1] + bonus(s, seat, subject, cell)
                red = red_of(cell, subject, n)
                best = max(best, gain(s, seat, cell, n - red, red))
    return best


# ---------------------------------------------------------------- who stands better

STEP, STEPS = 20, 300
EVEN = table([round(500 * tanh(STEP * i / 2000)) for i in range(STEPS + 1)])
"""How far from even a lead is, in thousandths: a lead is a logit, in thousandths, too."""
CHANCE = Names("credit", "credit_late", "grade", "grade_late")
CHANCES = table([(150, 0, 0, 2000), (250, 0, 200, 1400), (250, -60, 0, 1300)])
"""Thousandths of a logit for each half-credit and for a point of the final GPA, and how much more they become until
somebody graduates. By logistic regression over the quarters of some thousand matches of each length."""
A_CARD, A_MARK = 60, 30


@rule
def standing(s, seat, late):
    """What a player has, as a logit."""
    a = CHANCES[s.opt.length, CHANCE.credit] + CHANCES[s.opt.length, CHANCE.credit_late] * late // 100
    b = CHANCES[s.opt.length, CHANCE.grade] + CHANCES[s.opt.length, CHANCE.grade_late] * late // 100
    n = a * progress(s, seat) + A_CARD * s.size[seat] + A_MARK * s.mark[seat]
    n += b * (points_held(s, seat) - 2 * weight_held(s, seat)) // max(1, needed(s, NEED.total))
    begun = 0
    left = turns_left(s, seat)
    for cell in range(CELLS):
        if s.black[seat, cell] + s.red[seat, cell] > 0 and cell != TRAINING:
            count = counted(s, seat, cell, 0, 0)
            begun += weight_of(s, seat, cell) * worth_of_tokens(s, seat, cell, count, left) // 100
    missing = needed(s, NEED.english) - s.earned[seat, GROUPS + PART.english]
    begun += min(5 * min(20, s.black[seat, TRAINING]), 25 * max(0, missing))
    return n + a * begun // 50


@rule
def how_late(s):
    """Per cent of the credits that the first of all has."""
    most = 0
    for seat in range(s.seats):
        most = max(most, progress(s, seat))
    return 100 * most // max(1, needed(s, NEED.total))


@rule
def value(s, seat):
    """The seat's expected result, 0 to 1000: the share of opponents that it leaves behind."""
    total = 0
    late = how_late(s)
    mine = 0 if s.stage == STAGE.over else standing(s, seat, late)
    for other in range(s.seats):
        if other != seat:
            if s.stage == STAGE.over:
                total += 500 + 500 * (1 if better(s, seat, other) else -1 if better(s, other, seat) else 0)
            else:
                lead = mine - standing(s, other, late)
                far = EVEN[min(STEPS, abs(lead) // STEP)]
                total += 500 + far if lead > 0 else 500 - far
    return total // max(1, s.seats - 1)
