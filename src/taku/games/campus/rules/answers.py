"""Section 5: what comes of each choice."""

from taku.engine import ALL, emit, rule
from taku.games.campus.content import COLOUR, FRONT_OF, VALUE
from taku.games.campus.content import LOTTERY as LOTTERY_CARD
from taku.games.campus.rules.agenda import arg, asked, once_more, pop, push
from taku.games.campus.rules.board import lose_token, put_tokens
from taku.games.campus.rules.cards import (
    cover,
    discard_card,
    draw_card,
    flush,
    from_hand,
    place_of,
    subject_of,
    to_hand,
    to_pile,
)
from taku.games.campus.rules.effects import copy_cell, drop, move_tokens, place, turn_up
from taku.games.campus.rules.grading import answer_grading, certify, convert
from taku.games.campus.rules.plays import attend, begin_play, cancel_play, start_play
from taku.games.campus.rules.shown import collected, name_subject, swap_cards, target
from taku.games.campus.rules.turn import answer_cycle, answer_open, train
from taku.games.campus.state import (
    APPEAL,
    BONUS,
    CERTIFY,
    CLAIM,
    CLOSE,
    CONVERT,
    COPY,
    COST,
    DISCARD,
    DRAW,
    DROP,
    EVENT,
    FLIPPED,
    FROM,
    GIVE,
    HEAP,
    HOMEWORK,
    KIND,
    LINK,
    LOSE,
    LOTTERY,
    MAIN,
    NAME,
    OFFER,
    SOURCE,
    TAKE,
    TARGET,
    TO,
    WAY,
)
from taku.kit.drafts import choosing, commit, pick, pick_action


@rule
def answer(s, seat, action):
    """Carry a choice out; what it causes waits on top."""
    kind = asked(s)
    if kind == KIND.main:
        if action == MAIN.end:
            pop(s)
        else:
            begin_play(s, seat, MAIN.play.card(action))
    elif kind == KIND.open:
        answer_open(s, seat, action)
    elif kind == KIND.close:
        if action == CLOSE.done:
            pop(s)
        else:
            train(s, seat, CLOSE.train.card(action))
    elif kind == KIND.react:
        pick_action(s.draft[seat], action)
        commit(s.draft[seat])
        if choosing(s.draft) == 0:
            pop(s)
    elif kind == KIND.refill or kind == KIND.draw:
        answer_draw(s, seat, action)
    elif kind == KIND.flip:
        turn_up(s, seat, action)
    elif kind == KIND.trade_theirs:
        answer_claim(s, seat, action)
    elif action == COST.cancel:
        if kind == KIND.cost and not s.undo:
            pop(s)  # only in a guessed world: nothing is left to pay with
        else:
            cancel_play(s, seat)
    elif kind < KIND.move_from:
        answer_cards(s, seat, action, kind)
    elif kind < KIND.lottery:
        answer_forced(s, seat, action, kind)
    else:
        answer_grades(s, seat, action, kind)


@rule
def answer_draw(s, seat, action):
    """C-4.2: one card, and perhaps another; whoever declines draws no more."""
    if action == DRAW.decline:
        pop(s)
    else:
        once_more(s)
        draw_card(s, seat, DRAW.draw.deck(action) - 1)


@rule
def answer_cards(s, seat, action, kind):
    """Decisions about hands, and where tokens go."""
    if kind == KIND.cell:
        if arg(s, 0) == WAY.attend:
            attend(s, seat, action)
            s.undo = 0
        else:
            place(s, seat, action)
    elif kind == KIND.cost:
        pay(s, seat, COST.pay.card(action))
        done = arg(s, 0) == 1
        once_more(s)
        if done:
            flush(s, seat)
    elif kind == KIND.intensive:
        if action == HEAP.done:
            pop(s)
            flush(s, seat)
        else:
            pay(s, seat, HEAP.pay.card(action))
    elif kind == KIND.pay_bonus:
        n = arg(s, 0)
        pop(s)
        if action != BONUS.no:
            s.amount += n
            discard_card(s, seat, BONUS.pay.card(action))
            flush(s, seat)
    elif kind == KIND.cycle:
        answer_cycle(s, seat, action)
    elif kind == KIND.target:
        target(s, seat, TARGET.choose.seat(action))
    elif kind == KIND.take:
        collected(s, seat, arg(s, 0), TAKE.take.card(action))
    elif kind == KIND.give:
        give(s, seat, GIVE.give.card(action))
    elif kind == KIND.name:
        name_subject(s, seat, NAME.name.subject(action))
    elif action == OFFER.done:
        other = arg(s, 0)
        pop(s)
        s.swaps = 0
        cover(s, other)
    else:
        s.offered = 1 + place_of(s, seat, OFFER.offer.card(action))
        push(s, KIND.trade_theirs, seat, arg(s, 0))


@rule
def pay(s, seat, card):
    """C-7.1: a card of the cost."""
    s.undo = 0
    s.paid += 1
    s.paid_value += VALUE[card]
    s.paid_subject = subject_of(s, seat, card)
    discard_card(s, seat, card)


@rule
def answer_claim(s, seat, action):
    """C-15.7: the other's card, or another own one."""
    other = arg(s, 0)
    pop(s)
    if action == CLAIM.cancel:
        s.offered = 0
        s.backs += 1
    else:
        swap_cards(s, seat, other, CLAIM.claim.card(action))


@rule
def give(s, seat, card):
    """C-16.6: a card for the one that was taken."""
    other = arg(s, 0)
    pop(s)
    back = from_hand(s, seat, place_of(s, seat, card))
    emit(s, ALL, EVENT.card_taken, other, seat)
    emit(s, (1 << seat) | (1 << other), EVENT.passed, other, seat, card)
    to_hand(s, other, card, back)


@rule
def answer_forced(s, seat, action, kind):
    """Decisions about tokens and forced discards."""
    if kind == KIND.lose:
        lose_token(s, seat, LOSE.lose.cell(action), arg(s, 1), SOURCE.discard)
        once_more(s)
    elif kind == KIND.discard:
        answer_discard(s, seat, action)
    elif kind == KIND.homework:
        n = arg(s, 0)
        pop(s)
        if action == HOMEWORK.forfeit:
            push(s, KIND.lose, seat, n, COLOUR.any)
        elif action != HOMEWORK.nothing:
            discard_card(s, seat, HOMEWORK.hand_in.card(action))
            flush(s, seat)
    elif kind == KIND.move_from:
        if action == FROM.stop:
            pop(s)
        else:
            s.undo = 0
            push(s, KIND.move_to, seat, FROM.move.cell(action), FROM.move.colour(action), arg(s, 1))
    elif kind == KIND.move_to:
        move_tokens(s, seat, TO.to.cell(action))
    elif kind == KIND.drop:
        if action == DROP.drop:
            drop(s, seat, arg(s, 0))
        else:
            pop(s)
    else:
        pop(s)
        s.undo = 0
        if action in COPY.copy:
            copy_cell(s, seat, COPY.copy.seat(action), COPY.copy.cell(action))


@rule
def answer_discard(s, seat, action):
    """C-4.9, C-4.10, C-16.9: one card of a forced discard; without any, tokens may go instead."""
    instead = arg(s, 1)
    colour = arg(s, 2)
    done = arg(s, 0) == 1 or s.size[seat] == 1
    if action == DISCARD.nothing:
        pop(s)
        if instead:
            push(s, KIND.lose, seat, instead, colour)
        flush(s, seat)
    else:
        discard_card(s, seat, DISCARD.discard.card(action))
        if done:
            pop(s)
            flush(s, seat)
        else:
            once_more(s)


@rule
def answer_grades(s, seat, action, kind):
    """Decisions of the grading phase."""
    if kind == KIND.grade_open:
        answer_grading(s, seat, action)
    elif kind == KIND.appeal:
        if action == APPEAL.done:
            pop(s)
        else:
            once_more(s)
            put_tokens(s, seat, APPEAL.raise_grade.cell(action), 1, 0, SOURCE.card)
    elif kind == KIND.flip_play:
        pop(s)
        if action == FLIPPED.play_it:
            s.flipped = 1
            start_play(s, seat)
        else:
            to_pile(s, s.card, s.card_back)
            s.card = s.card_back = 0
    elif kind == KIND.link:
        pop(s)
        s.link[seat] = 1 + LINK.link.cell(action)
        emit(s, ALL, EVENT.credit_doubled, seat, LINK.link.cell(action))
    elif kind == KIND.certify:
        certify(s, seat, CERTIFY.certify.cell(action))
    elif kind == KIND.convert:
        if action in CONVERT.convert:
            convert(s, seat, CONVERT.convert.cell(action))
        else:
            pop(s)
    else:
        answer_lottery(s, seat, action)


@rule
def answer_lottery(s, seat, action):
    """C-12.1: one cell for each copy; what is struck is seen when all have chosen."""
    pick(s.draft[seat], 1 + LOTTERY.strike.cell(action))
    if s.draft[seat].stage >= s.lies[seat, FRONT_OF[LOTTERY_CARD]]:
        commit(s.draft[seat])
