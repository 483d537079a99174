"""D-7: the action phase. Both choose a card in secret, the cards are revealed together, then used in order."""

from taku.engine import ALL, emit, rule
from taku.games.destroy.content import CARD, CARD_KIND, CARD_VALUE, POWER
from taku.games.destroy.rules.actions import acts
from taku.games.destroy.rules.finish import check_victory, limit_reached
from taku.games.destroy.rules.round import end_phase, start_phase
from taku.games.destroy.rules.values import field_mana, lent, mana
from taku.games.destroy.state import ACT, CARDS, EVENT, PASS, PASSES, PLAY, SEATS, STAGE, TIES


@rule
def next_round(s):
    """D-5.1, D-7.1: the start phase, then the first action phase with its fixed mana."""
    start_phase(s)
    s.mana = s.opt.first_mana
    begin_phase(s)


@rule
def begin_phase(s):
    """D-7.1, D-7.4: the mana is fixed, and both are asked for a card."""
    s.phase += 1
    s.chant = s.chant_next
    s.chant_next = 0
    s.stage = STAGE.card
    for seat in range(SEATS):
        s.played[seat] = s.silenced[seat] = 0
        s.chosen[seat] = s.resting[seat]
    emit(s, ALL, EVENT.phase_start, s.phase, field_mana(s), 0, mana(s, 0), 1, mana(s, 1))


@rule
def card_choices(s, seat, out):
    """D-7.4, D-7.5: every card in the hand, or a pass."""
    n = 0
    for card in range(CARDS):
        if not s.used[seat, card]:
            out[n] = PLAY.play(card)
            n += 1
    out[n] = PLAY.pass_
    return n + 1


@rule
def choose_card(s, seat, action):
    """D-7.4, D-7.5: laid face-down, or a pass; True when both have chosen."""
    s.choice[seat] = 1 + (PLAY.play.card(action) if action in PLAY.play else PASS)
    s.chosen[seat] = 1
    emit(s, ALL, EVENT.choice_made, seat)
    return s.chosen[0] and s.chosen[1]


@rule
def reveal(s):
    """D-7.7: both cards are turned over at once and are spent for this round."""
    for seat in range(SEATS):
        card = PASS if s.resting[seat] else s.choice[seat] - 1
        s.choice[seat] = 0
        s.played[seat] = 1 + card
        if card != PASS:
            s.used[seat, card] = 1
        elif s.opt.pass_mode == PASSES.round:
            s.resting[seat] = 1
    emit(s, ALL, EVENT.reveal, 0, s.played[0] - 1, 1, s.played[1] - 1)
    settle_order(s, s.played[0] - 1, s.played[1] - 1)


@rule
def settle_order(s, card0, card1):
    """D-7.5 to D-7.12: who uses a card, and in which order."""
    if card0 == PASS and card1 == PASS:
        emit(s, ALL, EVENT.both_passed)
    elif card0 == PASS or card1 == PASS:
        passed = 0 if card0 == PASS else 1
        emit(s, ALL, EVENT.passed, passed)
        line_up(s, 1 - passed, 0)
    else:
        trump0 = CARD_KIND[card0] == CARD.trump
        trump1 = CARD_KIND[card1] == CARD.trump
        if trump0 != trump1:
            seat = 0 if trump0 else 1
            s.silenced[1 - seat] = 1
            emit(s, ALL, EVENT.trump, seat, s.played[1 - seat] - 1)
            line_up(s, seat, 0)
        elif trump0 or CARD_VALUE[card0] == CARD_VALUE[card1]:
            tie(s, trump0)
        else:
            line_up(s, 0 if CARD_VALUE[card0] > CARD_VALUE[card1] else 1, 1)


@rule
def tie(s, trumps):
    """D-7.9, D-7.11, D-7.12: equal cards cancel each other, unless exactly one seat wins ties."""
    first0 = lent(s, 0, POWER.tie) > 0
    first1 = lent(s, 1, POWER.tie) > 0
    if first0 == first1:
        emit(s, ALL, EVENT.tie)
    else:
        seat = 0 if first0 else 1
        emit(s, ALL, EVENT.tie_won, seat)
        line_up(s, seat, not trumps and s.opt.tie_rule == TIES.first)


@rule
def line_up(s, seat, both):
    """D-7.8: this seat uses its card first, and then, if both do, the other."""
    s.queue[0] = 1 + seat
    s.queue[1] = 2 - seat if both else 0


@rule
def go_on(s):
    """D-7.13, D-7.15 to D-7.17: the next waiting card is used; after the last one the phase is over."""
    s.doing = s.step = s.done = s.able = 0
    while s.queue[0]:
        seat = s.queue[0] - 1
        s.queue[0] = s.queue[1]
        s.queue[1] = 0
        s.user = 1 + seat
        card = s.played[seat] - 1
        emit(s, ALL, EVENT.card_used, seat, card)
        s.able = acts(s, seat, card)
        if s.able != 1 << ACT.decline:
            s.stage = STAGE.act
            return
        emit(s, ALL, EVENT.no_action, seat)
    s.user = s.able = 0
    close_phase(s)


@rule
def act_done(s, seat):
    """D-7.16, D-15.1: an action is complete; the game may be over, else play goes on."""
    s.intent[seat] = s.cancels[seat] = 0
    check_victory(s)
    if s.stage == STAGE.over:
        s.queue[0] = s.queue[1] = 0
    else:
        go_on(s)


@rule
def close_phase(s):
    """D-5.2, D-7.1, D-7.2, D-7.6, D-7.17: the cards make the next mana; then a new phase or the end phase."""
    s.mana = 0
    for seat in range(SEATS):
        if not s.silenced[seat] or s.opt.silenced_mana:
            s.mana += CARD_VALUE[s.played[seat] - 1]
    if s.phase < s.opt.phases and not (s.played[0] == 1 + PASS and s.played[1] == 1 + PASS):
        begin_phase(s)
        return
    end_phase(s)
    if s.round < s.opt.round_limit:
        next_round(s)
    else:
        limit_reached(s)
