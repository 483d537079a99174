"""The rules of Dream Duels in the order of the rulebook: these are the names of the contract.

setup (O-1, O-3) → landing (O-4) → encounters (O-5, O-6) → battle (O-7), damage (O-8), settlement (O-9) → forbidden
(O-10) → movement (O-11) → revival (O-12) → ranking (O-13); teams (O-1, O-2), board (O-5) and cards (O-14) lie below.
"""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.rules.battle import (
    ask_pairings,
    ask_presents,
    ask_splits,
    begin_exchange,
    hand_legal,
    lend_cards,
    lend_default,
    present_default,
    set_pairings,
    share_hands,
    split_click,
    split_legal,
)
from taku.games.oneiron.rules.encounters import begin_round
from taku.games.oneiron.rules.forbidden import add_forbidden
from taku.games.oneiron.rules.landing import (
    joker_click,
    landing_click,
    landing_default,
    landing_kind,
    landing_legal,
    reveal_landing,
    touch_down,
)
from taku.games.oneiron.rules.movement import (
    begin_movement,
    carry_out_moves,
    hazard_default,
    move_click,
    move_default,
    move_kind,
    move_legal,
    pay_hazards,
    swap_cards,
    swap_default,
)
from taku.games.oneiron.rules.ranking import round_limit, scores
from taku.games.oneiron.rules.revival import grant_tokens, revive_default, revive_legal, use_tokens
from taku.games.oneiron.rules.settlement import hand_over, loot_click, loot_default, loot_legal, settle_exchange
from taku.games.oneiron.rules.setup import set_up
from taku.games.oneiron.state import EVENT, KIND, LEND, LINE, PAIR, PAY, PRESENT, SPLIT, STEP, SWAP
from taku.kit.drafts import DRAFT, choosing, commit, pick, pick_action

__all__ = ["actors", "apply", "default", "kind", "legal", "scores", "setup", "timeout"]


@rule
def setup(s):
    """O-3, O-4.3: everything is dealt, and all leads choose where to land."""
    set_up(s)


@rule
def actors(s):
    """O-2.5: everybody who is asked decides at the same time."""
    return choosing(s.draft)


@rule
def kind(s, seat):
    """Decisions table: the name of the decision."""
    if s.step == STEP.landing:
        return landing_kind(s, seat)
    if s.step == STEP.move:
        return move_kind(s, seat)
    if s.step > STEP.move:
        return KIND.move_swap + s.step - STEP.move_swap
    return KIND.land_joker + s.step - STEP.land_joker


@rule
def legal(s, seat, out):
    """Decisions table: what may be chosen."""
    if s.step == STEP.landing:
        return landing_legal(s, seat, out)
    if s.step == STEP.split:
        return split_legal(s, seat, out)
    if s.step == STEP.lend or s.step == STEP.present:
        return hand_legal(s, seat, out)
    if s.step == STEP.loot:
        return loot_legal(s, seat, out)
    if s.step == STEP.move:
        return move_legal(s, seat, out)
    if s.step == STEP.revive_use:
        return revive_legal(s, seat, out)
    if s.step == STEP.land_joker:
        for i in range(3):
            out[i] = LINE.line(1 + i)
        return 3
    for i in range(2):
        out[i] = SWAP.swap(i) if s.step == STEP.move_swap else PAY.pay(i)
    if s.step == STEP.pair:
        out[0] = PAIR.straight
        out[1] = PAIR.crossed
    return 2


@rule
def default(s, seat):
    """O-2.7, decisions table: the click that a timeout begins with."""
    if s.step == STEP.landing:
        return landing_default(s, seat)
    if s.step == STEP.split:
        return SPLIT.confirm
    if s.step == STEP.lend:
        return lend_default(s, seat)
    if s.step == STEP.present:
        return present_default(s, seat)
    if s.step == STEP.loot:
        return loot_default(s, seat)
    if s.step == STEP.move:
        return move_default(s, seat)
    if s.step == STEP.move_swap:
        return swap_default(s, seat)
    if s.step == STEP.hazard_pay:
        return hazard_default(s, seat)
    if s.step == STEP.revive_use:
        return revive_default(s, seat)
    return LINE.line(2) if s.step == STEP.land_joker else PAIR.straight


@rule
def apply(s, seat, action):
    """A click changes the seat's draft alone; when nobody is left to choose, play goes on."""
    click(s, seat, action)
    go_on_when_sealed(s)


@rule
def timeout(s, seat):
    """O-2.7: who runs out of time gets the whole choice made, however many clicks it takes."""
    while s.draft[seat].status == DRAFT.choosing:
        click(s, seat, default(s, seat))
    go_on_when_sealed(s)


@rule
def go_on_when_sealed(s):
    """O-2.5: nobody is left to choose."""
    while choosing(s.draft) == 0 and s.step != STEP.over:
        go_on(s)


@rule
def click(s, seat, action):
    """One click of a seat's draft."""
    if s.step == STEP.landing:
        landing_click(s, seat, action)
    elif s.step == STEP.land_joker:
        joker_click(s, seat, action)
    elif s.step == STEP.split:
        split_click(s, seat, action)
    elif s.step == STEP.loot:
        loot_click(s, seat, action)
    elif s.step == STEP.move:
        move_click(s, seat, action)
    else:
        seal(s, seat, action)


@rule
def seal(s, seat, action):
    """A decision of one click."""
    if s.step == STEP.lend:
        pick(s.draft[seat], LEND.lend.card(action))
    elif s.step == STEP.present:
        pick(s.draft[seat], PRESENT.present.card(action))
        emit(s, ALL, EVENT.card_presented, seat)
    else:
        pick_action(s.draft[seat], action)
    commit(s.draft[seat])


@rule
def go_on(s):
    """The flow of a match: all choices of a step are in, it is carried out, and the next step asks."""
    if s.step == STEP.landing:
        reveal_landing(s)
    elif s.step == STEP.land_joker:
        touch_down(s)
        begin_round(s)
        ask_splits(s)
    elif s.step == STEP.split:
        share_hands(s)
        ask_pairings(s)
    elif s.step == STEP.pair:
        set_pairings(s)
        next_exchange(s)
    elif s.step == STEP.lend:
        lend_cards(s)
        ask_presents(s)
    elif s.step == STEP.present:
        settle_exchange(s)
    elif s.step == STEP.loot:
        hand_over(s)
        next_exchange(s)
    elif s.step == STEP.move:
        carry_out_moves(s)
    elif s.step == STEP.move_swap:
        swap_cards(s)
    elif s.step == STEP.hazard_pay:
        if not pay_hazards(s):
            grant_tokens(s)
    else:
        use_tokens(s)
        next_round(s)


@rule
def next_exchange(s):
    """O-5.6, O-7.8: another exchange, or the forbidden areas and the movement."""
    if not begin_exchange(s):
        add_forbidden(s)
        begin_movement(s)


@rule
def next_round(s):
    """O-5.6, O-13.3: the round is over, and after the last one the game."""
    emit(s, ALL, EVENT.round_ended, s.round)
    if s.round == s.opt.max_rounds:
        round_limit(s)
    else:
        begin_round(s)
        ask_splits(s)
