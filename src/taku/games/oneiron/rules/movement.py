"""O-11: all teams seal a card, move or turn together, replace a grid card, and pay for standing in danger."""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.content import CARD_TYPES, ELEMENT, JOKER, NUMBER
from taku.games.oneiron.rules.board import ahead, forbidden, inside, sum_of
from taku.games.oneiron.rules.cards import bury, draw_element, draw_for, part_with
from taku.games.oneiron.rules.ranking import eliminate
from taku.games.oneiron.rules.settlement import drop
from taku.games.oneiron.rules.teams import home, lead, lives_of, living_members, seat_of
from taku.games.oneiron.state import (
    DANGER,
    EMPTY_HAND_CARDS,
    EVENT,
    HAZARD,
    KIND,
    MAX_BACKS,
    MOVE,
    PAY,
    STEP,
    SWAP,
    TURN,
)
from taku.kit.cards import gain, give_all
from taku.kit.drafts import action_at, ask, back, can_go_back, close_all, commit, pick, pick_action

# ---- O-11.1 to O-11.5: the sealed card --------------------------------------------------------------------------


@rule
def begin_movement(s):
    """O-11.1 to O-11.3: the movement element, merged hands, cards for those who have none; all are asked."""
    s.step = STEP.move
    card = draw_element(s)
    s.moving = ELEMENT[card]
    if card:
        gain(s.graveyard, card)
        emit(s, ALL, EVENT.movement_element, s.moving, card)
    else:
        emit(s, ALL, EVENT.no_movement_element)
    for team in range(s.teams):
        if s.member[team, 1]:
            give_all(s.hand[seat_of(s, team, 1)], s.hand[seat_of(s, team, 0)])
    emit(s, ALL, EVENT.hands_merged)
    for team in range(s.teams):
        if s.rank[team] == 0:
            if s.hand[home(s, team)].size == 0:
                draw_for(s, team, EMPTY_HAND_CARDS, EVENT.empty_hand_draw)
            if s.hand[home(s, team)].size:
                ask(s.draft[lead(s, team)])
            else:
                emit(s, ALL, EVENT.move_impossible, 1 + team)


@rule
def move_kind(s, seat):
    """O-11.4: the card, and then a facing where one is needed."""
    return KIND.move_card + s.draft[seat].stage


@rule
def move_legal(s, seat, out):
    """O-11.4, O-11.5: any card of the hand; then a facing, and with a joker also to advance."""
    n = 0
    draft = s.draft[seat]
    if draft.stage == 0:
        hand = s.hand[home(s, s.team[seat])]
        for card in range(1, CARD_TYPES + 1):
            out[n] = MOVE.move(card)
            n += hand.of[card] > 0
        return n
    for facing in range(4):
        out[n] = TURN.turn(facing)
        n += 1
    if draft.pick[0] == JOKER:
        out[n] = TURN.advance
        n += 1
    if can_go_back(draft, MAX_BACKS):
        out[n] = TURN.back
        n += 1
    return n


@rule
def move_default(s, seat):
    """Decisions table: the lowest card that only turns, else the lowest of the movement element, a joker last."""
    if s.draft[seat].stage:
        return TURN.turn(s.facing[s.team[seat]])
    hand = s.hand[home(s, s.team[seat])]
    best = JOKER
    for card in range(1, JOKER):
        if hand.of[card] and move_rank(s, card) < move_rank(s, best):
            best = card
    return MOVE.move(best)


@rule
def move_rank(s, card):
    """The order in which the default plays cards."""
    return NUMBER[card] + 20 * (ELEMENT[card] == s.moving) + 40 * (card == JOKER)


@rule
def move_click(s, seat, action):
    """O-2.6, O-11.4: a card of the movement element commits at once, any other needs a facing."""
    draft = s.draft[seat]
    if draft.stage == 0:
        pick(draft, MOVE.move.card(action))
    elif action == TURN.back:
        back(draft)
        return
    else:
        pick_action(draft, action)
    if draft.stage == 2 or ELEMENT[draft.pick[0]] == s.moving:
        commit(draft)
        emit(s, ALL, EVENT.move_committed, 1 + s.team[seat])


# ---- O-11.6, O-11.7: the move -----------------------------------------------------------------------------------


@rule
def carry_out_moves(s):
    """O-11.6: all cards are revealed together; each piece advances or turns."""
    for team in range(s.teams):
        if s.rank[team] == 0 and s.hand[home(s, team)].size:
            draft = s.draft[lead(s, team)]
            card = draft.pick[0]
            s.played[team] = card
            part_with(s, home(s, team), card)
            emit(s, ALL, EVENT.move_revealed, 1 + team, card)
            if draft.stage == 1 or action_at(draft, 1) == TURN.advance:
                advance(s, team)
            else:
                s.facing[team] = TURN.turn.facing(action_at(draft, 1))
                emit(s, ALL, EVENT.team_turned, 1 + team, s.facing[team])
    close_all(s.draft)
    ask_swaps(s)


@rule
def advance(s, team):
    """O-11.6, O-11.7: one cell in the facing it has; a step beyond the ring is not taken."""
    place = ahead(s.place[team], s.facing[team])
    if place < 0:
        emit(s, ALL, EVENT.team_blocked, 1 + team)
    else:
        emit(s, ALL, EVENT.team_advanced, 1 + team, s.place[team], place)
        s.place[team] = place


# ---- O-11.8: the grid card --------------------------------------------------------------------------------------


@rule
def ask_swaps(s):
    """O-11.8: the choices are made after everyone has moved; equal numbers leave no choice."""
    s.step = STEP.move_swap
    for team in range(s.teams):
        if s.played[team] and NUMBER[s.grid[team, 0]] != NUMBER[s.grid[team, 1]]:
            ask(s.draft[lead(s, team)])


@rule
def swap_default(s, seat):
    """Decisions table: the higher number is replaced."""
    team = s.team[seat]
    return SWAP.swap(int(NUMBER[s.grid[team, 1]] > NUMBER[s.grid[team, 0]]))


@rule
def swap_cards(s):
    """O-11.8: the card played replaces a grid card, which goes to the graveyard."""
    for team in range(s.teams):
        if s.played[team]:
            slot = SWAP.swap.slot(max(SWAP.swap(0), action_at(s.draft[lead(s, team)], 0)))
            old = s.grid[team, slot]
            gain(s.graveyard, old)
            s.grid[team, slot] = s.played[team]
            s.played[team] = 0
            emit(s, ALL, EVENT.grid_card_replaced, 1 + team, old, s.grid[team, slot], sum_of(s, team))
    close_all(s.draft)
    ask_payers(s)


# ---- O-11.9 to O-11.12: danger ----------------------------------------------------------------------------------


@rule
def in_danger(s, team):
    """O-11.9: on a forbidden cell or outside."""
    return s.rank[team] == 0 and (not inside(s.place[team]) or forbidden(s, s.place[team]))


@rule
def ask_payers(s):
    """O-11.9: where two members live, the lead chooses who pays."""
    s.step = STEP.hazard_pay
    for team in range(s.teams):
        if in_danger(s, team) and living_members(s, team) == 2:
            ask(s.draft[lead(s, team)])


@rule
def hazard_default(s, seat):
    """Decisions table: who has more lives, the lower seat if equal."""
    team = s.team[seat]
    return PAY.pay(int(lives_of(s, team, 1) > lives_of(s, team, 0)))


@rule
def pay_hazards(s):
    """O-11.9 to O-11.12: all payments happen together; nobody loots. True if the game is over."""
    for team in range(s.teams):
        if in_danger(s, team):
            i = int(lives_of(s, team, 0) == 0)
            if living_members(s, team) == 2:
                i = PAY.pay.member(action_at(s.draft[lead(s, team)], 0))
            s.hit[team] = seat_of(s, team, i)
        else:
            s.hit[team] = -1
    for team in range(s.teams):
        if s.hit[team] >= 0:
            pay_hazard(s, team, s.hit[team])
    close_all(s.draft)
    over = eliminate(s)
    for team in range(s.teams):
        if living_members(s, team) == 0:
            bury(s, s.hand[home(s, team)])
    return over


@rule
def pay_hazard(s, team, seat):
    """O-11.9, O-11.10: one life, out of the game or, with `hazard_tokens` drop, onto the cell."""
    place = s.place[team]
    emit(s, ALL, EVENT.hazard_hit, 1 + team, seat, DANGER.forbidden if inside(place) else DANGER.outside)
    s.lives[seat] -= 1
    emit(s, ALL, EVENT.danger_paid, seat, 1, s.lives[seat])
    if s.opt.hazard_tokens == HAZARD.drop:
        drop(s, place, 1)
    if s.lives[seat] == 0:
        emit(s, ALL, EVENT.danger_fell, seat)
