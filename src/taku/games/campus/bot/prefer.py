"""What good play looks like: how often a sensible student chooses an action.

What courses and positions are worth stands in `worth.py`, who plays so or better in `students.py`.
"""

from taku.engine import rule, table
from taku.games.campus.bot.worth import (
    TASTE,
    best_gain,
    counted,
    gain,
    taste,
    turns_left,
    weight_of,
    worth_of_tokens,
)
from taku.games.campus.content import (
    CARD_KIND,
    CONTENT,
    COST_OP,
    DAI,
    GROUPS,
    KIND_OF_CARD,
    NATURAL,
    NEED,
    PART,
    SUBJECT,
    TRAINING,
    USE_OF,
    card_named,
)
from taku.games.campus.content import COST as COST_OF
from taku.games.campus.rules.agenda import arg, asked
from taku.games.campus.rules.board import red_of, tokens
from taku.games.campus.rules.cards import discardable
from taku.games.campus.rules.finish import needed, progress
from taku.games.campus.rules.plays import bonus, use_subject
from taku.games.campus.state import (
    BONUS,
    CARDS,
    CELL,
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
    TAKE,
    TARGET,
    TO,
    WAY,
)

# ---------------------------------------------------------------- what deserves a look

_WISH: dict[str, tuple[int, int, int]] = {
    "hunch": (23, 23, 12), "grade_appeal": (9, 12, 17), "roll_call": (17, 26, 13), "cram": (13, 9, 11),
    "past_exams_collect": (14, 7, 9), "past_exams_trade": (52, 42, 32), "study": (63, 31, 36),
    "friend_network": (15, 9, 13), "loner": (4, 2, 1), "overslept": (3, 0, 2), "tap_and_run": (90, 49, 43),
    "forgot_homework": (0, 2, 5), "forgot_id": (30, 18, 17), "give_up": (8, 7, 9), "crib_sheet": (70, 58, 88),
    "plagiarism_check": (6, 5, 9), "snitch": (7, 12, 8), "study_abroad": (1, 0, 1), "pandemic": (3, 6, 2),
    "museum": (29, 35, 17), "metalwork1": (70, 58, 21), "metalwork2": (8, 14, 37), "lottery_loss": (15, 16, 11),
    "course_change": (7, 9, 8), "overachiever": (7, 13, 8), "intl_exchange": (41, 56, 20), "walk_up": (2, 4, 5),
    "bike_up": (7, 7, 9), "energy_drink": (0, 0, 6), "festival": (10, 6, 4), "heavy_snow": (4, 0, 2),
    "bear": (10, 9, 11), "copy_paste": (3, 6, 11), "late_bus": (14, 11, 17), "remote_class": (2, 2, 5),
    "intensive_course": (11, 16, 1), "extra_assignment": (28, 26, 14),
}  # fmt: skip


def _wishes(length: int) -> list[int]:
    return [0, *(_WISH.get(c.id, (0, 0, 0))[length] for c in CONTENT.cards)]


WISHES = table([_wishes(length) for length in range(3)])
"""How much a card that is no subject card is wanted, in a full game, a short one and a taster."""


@rule
def wish(s, card):
    """What a card that is no subject card is worth."""
    return WISHES[s.opt.length, card]


HURTS = table([int(card in (card_named("part_time_job"), card_named("late"))) for card in range(CARDS + 1)])
"""Cards that cost something when they are discarded."""


@rule
def worth_of_card(s, seat, card):
    """What keeping a card is worth."""
    if SUBJECT[card] or card == NATURAL:
        return taste(s, TASTE.keep) + best_gain(s, seat, card)
    if CARD_KIND[card] == KIND_OF_CARD.trouble:
        return taste(s, TASTE.penalty) if HURTS[card] else 1
    return wish(s, card)


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
        return taste(s, TASTE.stop) if action == CLOSE.done else prefer_training(s, seat, CLOSE.train.card(action))
    if kind == KIND.cost:
        return 0 if action == COST.cancel else spend(s, seat, COST.pay.card(action))
    if kind == KIND.discard:
        return 1 if action == DISCARD.nothing else spend(s, seat, DISCARD.discard.card(action))
    if kind == KIND.react:
        return taste(s, TASTE.report) if action == REACT.report else 2
    return prefer_card(s, seat, action, kind) if kind < KIND.move_from else prefer_on_board(s, seat, action, kind)


@rule
def prefer_play(s, seat, action):
    """Cards that bring something; most of all those that bring much."""
    if action == MAIN.end:
        return taste(s, TASTE.end)
    card = MAIN.play.card(action)
    if SUBJECT[card] or card == NATURAL:
        n = best_gain(s, seat, card)
        if COST_OP[card] == COST_OF.pay_discard:
            n -= taste(s, TASTE.cost) * cheapest(s, seat, card) // 100
        return 1 if n < 2 else 20 + n * n
    return 1 + wish(s, card) * wish(s, card)


@rule
def cheapest(s, seat, card):
    """What the least valuable other card is worth."""
    least = 100
    mine = 0
    for i in range(s.size[seat]):
        other = s.hand[seat, i]
        if other == card and not mine:
            mine = 1
        elif discardable(s, seat, other):
            least = min(least, worth_of_card(s, seat, other))
    return least


@rule
def prefer_cell(s, seat, action):
    """Where tokens bring most."""
    if action not in CELL.put:
        return 1 if action in CELL.none else 0
    cell = CELL.put.cell(action)
    if arg(s, 0) == WAY.attend:
        u = CELL.put.use(action)
        subject = use_subject(s, seat, s.card, u)
        amount = USE_OF[s.card, u, 1] + bonus(s, seat, subject, cell)
        red = red_of(cell, subject, amount)
        n = gain(s, seat, cell, amount - red, red)
    else:
        n = gain(s, seat, cell, 1 + CELL.put.use(action), 1)
    return 1 + n * n


@rule
def prefer_deck(s, seat, deck):
    """C-9.4: the deck whose subjects are needed; English is in both."""
    science = needed(s, NEED.course) - s.earned[seat, GROUPS + PART.science]
    language = needed(s, NEED.course) - s.earned[seat, GROUPS + PART.language]
    n = taste(s, TASTE.deck)
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
        n = max(0, taste(s, TASTE.feed) - worth_of_card(s, seat, OPEN.feed.card(action)))
        return 1 + n * n
    if action in OPEN.play:
        return 150  # 絶起 never leaves the hand otherwise, and the refill makes up for it
    if action in OPEN.cycle:
        return spend(s, seat, OPEN.cycle.card(action)) // 4
    if action in OPEN.trade:
        return 150 + rivalry(s, seat, OPEN.trade.seat(action))
    return 10


@rule
def prefer_training(s, seat, card):
    """C-9.1: cards of little worth, more of them while English is missing: the refill brings others."""
    missing = needed(s, NEED.english) - s.earned[seat, GROUPS + PART.english]
    most = taste(s, TASTE.train if missing > 0 else TASTE.train_more)
    if missing > 0:
        goal = (
            s.opt.training_one
            if s.black[seat, TRAINING] < s.opt.training_one
            else s.opt.training_two
            if missing > 2
            else 0
        )
        short = goal - s.black[seat, TRAINING]
        if 0 < short <= 3 * turns_left(s, seat):
            most += taste(s, TASTE.zeal)
    n = max(0, most - worth_of_card(s, seat, card))
    return 1 + n * n


@rule
def rivalry(s, seat, other):
    """Rulebook, "Bots": the leader is attacked, and of those who stand alike the next one clockwise."""
    return s.seats * (1 + progress(s, other)) - (other - seat + s.seats) % max(1, s.seats)


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
    if kind == KIND.target and action in TARGET.choose:
        return rivalry(s, seat, TARGET.choose.seat(action))
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
