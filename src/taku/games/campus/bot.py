"""What good play looks like, as weights for playouts and an estimate of a seat's result.

Worth is counted in hundredths of a credit that is needed. A course with tokens is worth a part of it, as much as it is
likely to be passed.
"""

from math import tanh
from typing import Any

from taku.compile.kernels import first_of, kernel
from taku.engine import Bots, rule, table
from taku.engine.contract import act, actors, legal
from taku.games.campus.content import (
    ACCEPT_OF,
    ACCEPTS,
    CARD_KIND,
    CONTENT,
    DAI,
    GROUPS,
    HALVES,
    KIND_OF_CARD,
    NATURAL,
    NEED,
    PART,
    PLACE,
    SUBJECT,
    TRAINING,
    USE_OF,
    card_named,
)
from taku.games.campus.rules.agenda import arg, asked
from taku.games.campus.rules.board import is_open, red_of, tokens
from taku.games.campus.rules.finish import better, needed, points_held, progress, weight_held
from taku.games.campus.rules.grading import easier
from taku.games.campus.rules.plays import accepts, use_subject, uses
from taku.games.campus.state import (
    BONUS,
    CELL,
    CELLS,
    CERTIFY,
    CLAIM,
    CLOSE,
    CONVERT,
    COPY,
    COST,
    CYCLE,
    DISCARD,
    DRAW,
    FROM,
    GIVE,
    GRADING,
    HEAP,
    HOMEWORK,
    KIND,
    LINK,
    LOSE,
    LOTTERY,
    MAIN,
    OFFER,
    OPEN,
    REACT,
    STAGE,
    TAKE,
    TO,
    WAY,
)

# ---------------------------------------------------------------- how levels search

SEARCH: dict[str, Any] = {"uct": 0.3, "cut": 30, "widen": 1.0}
"""Of `search:N`, which is no level: thirty decisions are about two turns, `value` judges the rest."""


def players() -> dict[str, Any]:
    """The levels, and the one that only follows its nose."""
    from taku.games.campus.students import made_players

    return made_players()


@kernel("int64(State, int32[::1], int64)")
def follow(s, out, most):
    """Everybody's best-looking clicks, so many of them; how many there were before the end."""
    for done in range(most):
        who = actors(s)
        if who == 0:
            return done
        seat = first_of(who)
        n = legal(s, seat, out)
        best = 0
        weight = -1
        if n > 1:
            for i in range(n):
                w = prefer(s, seat, out[i])
                if w > weight:
                    weight = w
                    best = i
        act(s, seat, out[best])
    return most


BOTS = Bots(search=SEARCH, players=players, kernels=(follow,))
"""The levels are students (students.py): a search with few simulations loses nearly every match against `prefer`."""

# ---------------------------------------------------------------- what a course is worth

REQUIRED, COURSE, GROUP, ENOUGH, FREE_CREDIT, ENGLISH_CREDIT = 150, 140, 105, 100, 60, 50
"""Rulebook, "Bots": training covers much of English, and a required course also makes the game faster."""
UNDECIDED = 110  # a course, while neither is ahead
A_TURN = 13  # tens of a token: what a course that is followed gains in a turn
BEYOND_PASS = 5  # each token above the pass mark, for the average
MARK, PER_CARD, PER_GPA = 60, 6, 15
TROUBLE, ANY_CARD = 4, 12


@rule
def parts_of_credit(count, passing):
    """How much of a credit so many tokens are, in hundredths: early ones count a little less."""
    x = min(count, passing)
    return (60 * x * passing + 40 * x * x) // max(1, passing * passing) + BEYOND_PASS * max(
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
            return GROUP
        five = 0
        for g in range(5):
            five += s.earned[seat, g]
        if five < needed(s, NEED.groups_total):
            return ENOUGH
    elif place == 5:
        if s.earned[seat, 5] < needed(s, NEED.group6):
            return ENOUGH
    elif place == GROUPS + PART.required:
        return REQUIRED if s.earned[seat, place] < needed(s, NEED.required) else 0
    elif place == GROUPS + PART.english:
        return ENGLISH_CREDIT if s.earned[seat, place] < needed(s, NEED.english) else 0
    elif place == GROUPS + PART.training:
        return 0
    else:
        other = GROUPS + PART.language + GROUPS + PART.science - place
        lead = s.earned[seat, place] - s.earned[seat, other]
        if lead >= 0 and s.earned[seat, place] < needed(s, NEED.course):
            return COURSE if lead > 0 else UNDECIDED
    return FREE_CREDIT if surplus(s, seat) < needed(s, NEED.free) else 0


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
    n = parts_of_credit(count, passing) * HALVES[cell] // 2
    if count < passing:
        n = n * min(100, A_TURN * 10 * left // max(1, passing - count)) // 100
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
    elif left < 3 and now < pass_mark(s, seat, cell):
        n = n * 15 // 100
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
                red = red_of(cell, subject, USE_OF[card, u, 1])
                best = max(best, gain(s, seat, cell, USE_OF[card, u, 1] - red, red))
    return best


# ---------------------------------------------------------------- who stands better

STEP, STEPS = 25, 60
SQUASH = table([round(500 * tanh(STEP * i / 450)) for i in range(STEPS + 1)])
"""Four and a half credits ahead are 500 × tanh(1) above an even chance."""


@rule
def standing(s, seat):
    """What a player has, in hundredths of a credit."""
    n = 50 * progress(s, seat)
    left = turns_left(s, seat)
    for cell in range(CELLS):
        if s.black[seat, cell] + s.red[seat, cell] > 0 and cell != TRAINING:
            count = counted(s, seat, cell, 0, 0)
            n += weight_of(s, seat, cell) * worth_of_tokens(s, seat, cell, count, left) // 100
    missing = needed(s, NEED.english) - s.earned[seat, GROUPS + PART.english]
    n += min(5 * min(20, s.black[seat, TRAINING]), 25 * max(0, missing))
    n += PER_CARD * s.size[seat] + MARK * s.mark[seat]
    n += PER_GPA * points_held(s, seat) // max(1, weight_held(s, seat))
    for i in range(s.size[seat]):
        if CARD_KIND[s.hand[seat, i]] == KIND_OF_CARD.trouble:
            n -= TROUBLE
    return n


@rule
def value(s, seat):
    """The seat's expected result, 0 to 1000: the share of opponents that it leaves behind."""
    total = 0
    mine = standing(s, seat)
    for other in range(s.seats):
        if other != seat:
            if s.stage == STAGE.over:
                total += 500 + 500 * (1 if better(s, seat, other) else -1 if better(s, other, seat) else 0)
            else:
                lead = mine - standing(s, other)
                far = SQUASH[min(STEPS, abs(lead) // STEP)]
                total += 500 + far if lead > 0 else 500 - far
    return total // max(1, s.seats - 1)


# ---------------------------------------------------------------- what deserves a look

_WISH = {
    "hunch": 14, "grade_appeal": 20, "roll_call": 10, "cram": 26, "past_exams_collect": 12, "past_exams_trade": 16,
    "study": 40, "friend_network": 14, "loner": 4, "overslept": 1, "tap_and_run": 36, "forgot_homework": 1,
    "forgot_id": 10, "give_up": 8, "crib_sheet": 60, "plagiarism_check": 10, "snitch": 12, "study_abroad": 3,
    "pandemic": 3, "museum": 30, "metalwork1": 20, "metalwork2": 16, "lottery_loss": 7, "course_change": 8,
    "overachiever": 8, "intl_exchange": 34, "walk_up": 5, "bike_up": 8, "energy_drink": 45, "festival": 3,
    "heavy_snow": 3, "bear": 12, "copy_paste": 16, "late_bus": 9, "remote_class": 4, "intensive_course": 20,
    "extra_assignment": 20,
}  # fmt: skip
WISH = table([0, *(_WISH.get(c.id, 0) for c in CONTENT.cards)])
"""How much a card that is no subject card is wanted."""
JOB, LATE = card_named("part_time_job"), card_named("late")


@rule
def worth_of_card(s, seat, card):
    """What keeping a card is worth."""
    if SUBJECT[card] or card == NATURAL:
        return 2 + best_gain(s, seat, card)
    if CARD_KIND[card] == KIND_OF_CARD.trouble:
        return 18 if card == JOB or card == LATE else 1
    return WISH[card]


@rule
def prefer(s, seat, action):
    """How often a sensible player chooses an action, beside the others' weights."""
    kind = asked(s)
    if kind == KIND.main:
        return prefer_play(s, seat, action)
    if kind == KIND.cell:
        return prefer_cell(s, seat, action)
    if kind == KIND.refill or kind == KIND.draw or kind == KIND.flip:
        return 1 if action == DRAW.decline else prefer_deck(s, seat, DRAW.draw.deck(action))
    if kind == KIND.open:
        return prefer_opening(s, seat, action)
    if kind == KIND.close:
        return 30 if action == CLOSE.done else prefer_training(s, seat, CLOSE.train.card(action))
    if kind == KIND.cost:
        return 0 if action == COST.cancel else spend(s, seat, COST.pay.card(action))
    if kind == KIND.discard:
        return 1 if action == DISCARD.nothing else spend(s, seat, DISCARD.discard.card(action))
    if kind == KIND.react:
        return 5 if action == REACT.report else 2
    return prefer_card(s, seat, action, kind) if kind < KIND.move_from else prefer_on_board(s, seat, action, kind)


@rule
def prefer_play(s, seat, action):
    """Cards that bring something; most of all those that bring much."""
    if action == MAIN.end:
        return 40
    card = MAIN.play.card(action)
    if SUBJECT[card] or card == NATURAL:
        n = best_gain(s, seat, card)
        return 1 if n < 2 else 20 + n * n
    return 1 + WISH[card] * WISH[card]


@rule
def prefer_cell(s, seat, action):
    """Where tokens bring most."""
    if action not in CELL.put:
        return 1 if action in CELL.none else 0
    cell = CELL.put.cell(action)
    if arg(s, 0) == WAY.attend:
        u = CELL.put.use(action)
        subject = use_subject(s, seat, s.card, u)
        red = red_of(cell, subject, USE_OF[s.card, u, 1])
        n = gain(s, seat, cell, USE_OF[s.card, u, 1] - red, red)
    else:
        n = gain(s, seat, cell, 1 + CELL.put.use(action), 1)
    return 1 + n * n


@rule
def prefer_deck(s, seat, deck):
    """C-9.4: the deck whose subjects are needed; English is in both."""
    science = needed(s, NEED.course) - s.earned[seat, GROUPS + PART.science]
    language = needed(s, NEED.course) - s.earned[seat, GROUPS + PART.language]
    n = 6
    if deck == 1:
        n += max(0, needed(s, NEED.group_each) - s.earned[seat, 4]) + max(0, needed(s, NEED.group6) - s.earned[seat, 5])
        if science <= language:
            n += max(0, science)
    else:
        for g in range(4):
            n += max(0, needed(s, NEED.group_each) - s.earned[seat, g])
        if language <= science:
            n += max(0, language)
    return n


@rule
def spend(s, seat, card):
    """The worst card pays."""
    n = max(0, 60 - worth_of_card(s, seat, card))
    return 1 + n * n


@rule
def prefer_opening(s, seat, action):
    """ダイシャロン every turn, with the worst card."""
    if action == OPEN.begin:
        return 100
    if action in OPEN.feed:
        if weight_of(s, seat, DAI) == 0:
            return 1
        n = max(0, 60 - worth_of_card(s, seat, OPEN.feed.card(action)))
        return 1 + n * n
    if action in OPEN.play:
        return 150  # 絶起 never leaves the hand otherwise, and the refill makes up for it
    if action in OPEN.cycle:
        return spend(s, seat, OPEN.cycle.card(action)) // 4
    return 150 if action in OPEN.trade else 10


@rule
def prefer_training(s, seat, card):
    """C-9.1: cards of little worth, more of them while English is missing: the refill brings others."""
    most = 24 if s.earned[seat, GROUPS + PART.english] < needed(s, NEED.english) else 14
    n = max(0, most - worth_of_card(s, seat, card))
    return 1 + n * n


@rule
def prefer_card(s, seat, action, kind):
    """Other decisions about hands."""
    if kind == KIND.intensive:
        return 30 if action == HEAP.done else spend(s, seat, HEAP.pay.card(action)) // 20
    if kind == KIND.pay_bonus:
        return 300 if action == BONUS.no else spend(s, seat, BONUS.pay.card(action)) // 4
    if kind == KIND.take:
        n = worth_of_card(s, seat, TAKE.take.card(action))
        return 1 + n * n
    if kind == KIND.give:
        return spend(s, seat, GIVE.give.card(action))
    if kind == KIND.trade_mine:
        return 400 if action == OFFER.done else spend(s, seat, OFFER.offer.card(action)) // 2
    if kind == KIND.trade_theirs:
        if action == CLAIM.cancel:
            return 0
        n = worth_of_card(s, seat, CLAIM.claim.card(action))
        return 1 + n * n
    if kind == KIND.cycle:
        return 100 if action == CYCLE.done else spend(s, seat, CYCLE.add.card(action)) // 4
    return 0 if action == COST.cancel else 1


@rule
def loss(s, seat, cell):
    """What the tokens of a cell are worth."""
    if cell == TRAINING:
        return 5 * s.black[seat, cell]
    count = counted(s, seat, cell, 0, 0)
    return weight_of(s, seat, cell) * worth_of_tokens(s, seat, cell, count, turns_left(s, seat)) // 100


@rule
def prefer_on_board(s, seat, action, kind):
    """Other decisions about boards and grades."""
    if kind == KIND.lose or kind == KIND.lottery:
        n = max(0, 150 - loss(s, seat, LOSE.lose.cell(action) if kind == KIND.lose else LOTTERY.strike.cell(action)))
        return 1 + n * n
    if kind == KIND.homework:
        return 3 if action == HOMEWORK.forfeit else 5
    if kind == KIND.move_to:
        return 1 + gain(s, seat, TO.to.cell(action), 1, 0)
    if kind == KIND.move_from:
        if action not in FROM.move:
            return 8 if action == FROM.stop else 0
        return 1 + max(0, 60 - loss(s, seat, FROM.move.cell(action))) // 4
    if kind == KIND.copy:
        if action not in COPY.copy:
            return 3 if action == COPY.leave else 0
        cell = COPY.copy.cell(action)
        more = tokens(s, COPY.copy.seat(action), cell) - tokens(s, seat, cell)
        return 1 + gain(s, seat, cell, more, 0) if more > 0 else 0
    if kind == KIND.grade_open:
        return 2 if action == GRADING.done else 9 if action in GRADING.use else 5
    if kind == KIND.certify:
        return 1 if tokens(s, seat, CERTIFY.certify.cell(action)) else 3 + s.chip[seat, CERTIFY.certify.cell(action)]
    if kind == KIND.convert:
        return 40 if action == CONVERT.keep else weight_of(s, seat, CONVERT.convert.cell(action))
    if kind == KIND.link:
        return 9 if LINK.link.cell(action) == DAI else 2
    return 2
