"""Section 5: what may be chosen in each kind of decision."""

from taku.engine import rule
from taku.games.campus.content import (
    CARD_SERIES,
    CELLS,
    COLOUR,
    DECK,
    FREE,
    SERIES,
    SUBJECT,
    SUBJECTS,
)
from taku.games.campus.rules.agenda import arg
from taku.games.campus.rules.board import can_lose, free_open, tokens
from taku.games.campus.rules.cards import can_draw, discardable, is_first, subject_of
from taku.games.campus.rules.effects import droppable, move_choices, place_choices, targets
from taku.games.campus.rules.grading import can_become, can_link, certify_choices, grading_choices, may_strike
from taku.games.campus.rules.plays import attend_choices, can_cancel, can_play, can_report, has_pair
from taku.games.campus.rules.shown import can_look, may_offer
from taku.games.campus.rules.turn import cycle_choices, main_choices, open_choices
from taku.games.campus.state import (
    APPEAL,
    BONUS,
    CELL,
    CLAIM,
    CLOSE,
    CONVERT,
    COPY,
    COST,
    DRAW,
    DROP,
    FLIP,
    FLIPPED,
    GIVE,
    HEAP,
    HOMEWORK,
    KIND,
    LINK,
    LOSE,
    LOTTERY,
    MOST_BACKS,
    NAME,
    OFFER,
    PAYING,
    REACT,
    REFILL,
    TAKE,
    TARGET,
    TO,
    TURNING,
    WAY,
)
from taku.games.campus.state import DISCARD as THROW


@rule
def choices(s, seat):
    """Write what the seat may choose into `tmp`; how many there are."""
    asked = s.task[s.depth - 1, 0]
    if asked == KIND.main:
        return main_choices(s, seat)
    if asked == KIND.open:
        return open_choices(s, seat)
    if asked == KIND.close:
        return hand_choices(s, seat, CLOSE.done, CLOSE.train(1))
    if asked == KIND.cell:
        return cell_choices(s, seat)
    if asked == KIND.draw or asked == KIND.refill or asked == KIND.flip:
        return draw_choices(s)
    if asked == KIND.react:
        return react_choices(s, seat)
    if asked == KIND.cost:
        return cost_choices(s, seat)
    if asked == KIND.grade_open:
        return grading_choices(s, seat)
    if asked == KIND.discard or asked == KIND.homework:
        return forced_choices(s, seat)
    if asked == KIND.pay_bonus:
        return hand_choices(s, seat, BONUS.no, BONUS.pay(1))
    return choices_of_cards(s, seat) if asked < KIND.move_from else choices_on_boards(s, seat)


@rule
def choices_of_cards(s, seat):
    """Decisions about hands."""
    asked = s.task[s.depth - 1, 0]
    if asked == KIND.cycle:
        return cycle_choices(s, seat)
    if asked == KIND.trade_mine:
        return offer_choices(s, seat)
    if asked == KIND.trade_theirs:
        n = list_hand(s, arg(s, 0), s.size[arg(s, 0)] - s.swaps, CLAIM.claim(1))
        if s.backs < MOST_BACKS:
            s.tmp[n] = CLAIM.cancel
            n += 1
        return n
    if asked == KIND.intensive:
        return heap_choices(s, seat)
    if asked == KIND.target:
        return target_choices(s, seat)
    if asked == KIND.take:
        return list_hand(s, arg(s, 0), s.size[arg(s, 0)], TAKE.take(1))
    if asked == KIND.give:
        return list_hand(s, seat, s.size[seat], GIVE.give(1))
    for subject in range(SUBJECTS):
        s.tmp[subject] = NAME.name(subject)
    return with_cancel(s, SUBJECTS)


@rule
def choices_on_boards(s, seat):
    """Decisions about cells and credits."""
    asked = s.task[s.depth - 1, 0]
    n = 0
    if asked == KIND.move_from:
        return with_cancel(s, move_choices(s, seat))
    if asked == KIND.move_to:
        n = targets(s, seat, arg(s, 0), arg(s, 2))
        for i in range(n):
            s.tmp[i] = TO.to(s.reach[i])
        return n
    if asked == KIND.drop:
        s.tmp[0] = DROP.done
        s.tmp[1] = DROP.drop
        return 2 if droppable(s, seat, arg(s, 0)) else 1
    if asked == KIND.copy:
        return copy_choices(s, seat)
    if asked == KIND.flip_play:
        s.tmp[0] = FLIPPED.pass_
        s.tmp[1] = FLIPPED.play_it
        return 2 if can_play(s, seat, s.card, 0) else 1
    if asked == KIND.certify:
        return certify_choices(s, seat)
    if asked == KIND.convert:
        s.tmp[0] = CONVERT.keep
        n = 1
    if asked == KIND.appeal:
        s.tmp[0] = APPEAL.done
        n = 1
    for cell in range(CELLS):
        if asked == KIND.lose:
            if can_lose(s, seat, cell, arg(s, 1)):
                s.tmp[n] = LOSE.lose(cell)
                n += 1
        elif asked == KIND.lottery:
            if may_strike(s, seat, cell):
                s.tmp[n] = LOTTERY.strike(cell)
                n += 1
        elif asked == KIND.link:
            if can_link(s, seat, cell):
                s.tmp[n] = LINK.link(cell)
                n += 1
        elif asked == KIND.convert:
            if can_become(s, seat, arg(s, 1), cell):
                s.tmp[n] = CONVERT.convert(cell)
                n += 1
        elif FREE[cell] and tokens(s, seat, cell) > 0 and free_open(s, seat, cell):
            s.tmp[n] = APPEAL.raise_grade(cell)
            n += 1
    return n


# ---- hands


@rule
def list_hand(s, seat, n, first):
    """The different cards among the first n of a hand."""
    k = 0
    for i in range(n):
        if is_first(s, seat, i):
            s.tmp[k] = first + s.hand[seat, i] - 1
            k += 1
    return k


@rule
def hand_choices(s, seat, no, first):
    """C-4.7: nothing, or a card that may be discarded."""
    s.tmp[0] = no
    n = 1
    for i in range(s.size[seat]):
        card = s.hand[seat, i]
        if is_first(s, seat, i) and discardable(s, seat, card):
            s.tmp[n] = first + card - 1
            n += 1
    return n


@rule
def cost_choices(s, seat):
    """C-7.1, C-16.4: cards that pay; taking the play back before the first."""
    n = 0
    paying = arg(s, 1)
    for i in range(s.size[seat]):
        card = s.hand[seat, i]
        if is_first(s, seat, i) and discardable(s, seat, card):
            fits = paying == PAYING.any or SUBJECT[card] > 0
            if paying == PAYING.pair:
                fits = subject_of(s, seat, card) == s.paid_subject if s.paid else has_pair(s, seat, i)
            if fits:
                s.tmp[n] = COST.pay(card)
                n += 1
    if n == 0 or (s.paid == 0 and can_cancel(s)):
        s.tmp[n] = COST.cancel
        n += 1
    return n


@rule
def heap_choices(s, seat):
    """C-16.21: any number of subject cards."""
    s.tmp[0] = HEAP.done
    n = 1
    for i in range(s.size[seat]):
        card = s.hand[seat, i]
        if SUBJECT[card] and is_first(s, seat, i):
            s.tmp[n] = HEAP.pay(card)
            n += 1
    return n


@rule
def forced_choices(s, seat):
    """C-4.10, C-16.9, C-16.10: a card that may be discarded, for homework one of its series; or nothing."""
    n = 0
    homework = s.task[s.depth - 1, 0] == KIND.homework
    for i in range(s.size[seat]):
        card = s.hand[seat, i]
        if is_first(s, seat, i) and discardable(s, seat, card):
            if not homework or CARD_SERIES[card] == SERIES.submit:
                s.tmp[n] = HOMEWORK.hand_in(card) if homework else THROW.discard(card)
                n += 1
    if homework and loses_something(s, seat):
        s.tmp[n] = HOMEWORK.forfeit
        n += 1
    if n == 0:
        s.tmp[n] = HOMEWORK.nothing if homework else THROW.nothing
        n += 1
    return n


@rule
def loses_something(s, seat):
    """C-3.18: whether there is a token to lose."""
    for cell in range(CELLS):
        if can_lose(s, seat, cell, COLOUR.any):
            return True
    return False


@rule
def offer_choices(s, seat):
    """C-15.7: own cards that were not swapped yet, but for what is never given; or done."""
    s.tmp[0] = OFFER.done
    n = 1
    other = arg(s, 0)
    if s.size[other] > s.swaps:
        for i in range(s.size[seat] - s.swaps):
            card = s.hand[seat, i]
            if is_first(s, seat, i) and may_offer(card):
                s.tmp[n] = OFFER.offer(card)
                n += 1
    return n


@rule
def target_choices(s, seat):
    """C-16.6, C-16.13, C-11.2: opponents with cards that are no hermits."""
    n = 0
    for other in range(s.seats):
        if can_look(s, seat, other):
            s.tmp[n] = TARGET.choose(other)
            n += 1
    return with_cancel(s, n) if n > 1 else n


@rule
def react_choices(s, seat):
    """C-11.6: whoever holds チクる may use it."""
    s.tmp[0] = REACT.pass_
    s.tmp[1] = REACT.report
    return 2 if can_report(s, seat) else 1


# ---- decks and cells


@rule
def draw_choices(s):
    """C-4.2, C-4.4: the decks that have cards; none, where it is allowed."""
    asked = s.task[s.depth - 1, 0]
    only = arg(s, 2) if asked == KIND.draw else DECK.any
    n = 0
    for deck in range(2):
        if can_draw(s, deck) and (only == DECK.any or only == 1 + deck):
            s.tmp[n] = REFILL.draw(1 + deck)
            n += 1
    if asked == KIND.draw and arg(s, 1):
        s.tmp[n] = DRAW.decline
        n += 1
    if asked == KIND.flip and (n == 0 or arg(s, 0) == TURNING.grading):
        s.tmp[n] = FLIP.decline
        n += 1
    return n


@rule
def cell_choices(s, seat):
    """C-8.2, C-3.15: the cells of a subject card or of another effect."""
    n = attend_choices(s, seat) if arg(s, 0) == WAY.attend else place_choices(s, seat)
    return with_cancel(s, n)


@rule
def copy_choices(s, seat):
    """C-16.18: opponents' cells with few tokens where the own cell holds one and is free-open."""
    s.tmp[0] = COPY.leave
    n = 1
    for cell in range(CELLS):
        if FREE[cell] and tokens(s, seat, cell) > 0 and free_open(s, seat, cell):
            for other in range(s.seats):
                if other != seat and 1 <= tokens(s, other, cell) <= arg(s, 0):
                    s.tmp[n] = COPY.copy(other, cell)
                    n += 1
    return with_cancel(s, n)


@rule
def with_cancel(s, n):
    """C-7.6: taking the play back, as long as nothing has happened."""
    if can_cancel(s):
        s.tmp[n] = CELL.cancel
        n += 1
    return n
