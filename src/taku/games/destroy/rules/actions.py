"""D-8: what a card lets a character do. An act is chosen first, then its target; until that nothing has happened."""

from taku.engine import ALL, emit, rule
from taku.games.destroy.content import CARD, CARD_KIND, CARD_VALUE, POWER, WITHIN
from taku.games.destroy.rules.combat import fight
from taku.games.destroy.rules.field import cells_of, exchange, has_mark, marked_cells, put
from taku.games.destroy.rules.skills import (
    answer_step,
    asks,
    begin_skill,
    can_skip,
    can_use,
    choices,
    next_step,
    provoked,
    run_steps,
)
from taku.games.destroy.rules.values import blue, lent, most_lent
from taku.games.destroy.state import ACT, CELLS, EVENT, MARK, MAX_CANCELS, PLACES, TARGET


@rule
def acts(s, seat, card):
    """D-7.13, D-8.1: the bit set of all acts with at least one legal target that the card allows; always declining."""
    kind = CARD_KIND[card]
    if kind != CARD.trump and CARD_VALUE[card] < most_lent(s, seat, POWER.wild):
        kind = CARD.trump  # D-13.14 `wild`: any kind of action; value and mana stay
    found = 1 << ACT.decline
    for place in range(PLACES):
        c = PLACES * seat + place
        if s.cell[c] < CELLS:
            if (kind == CARD.move or kind == CARD.trump) and move_targets(s, c):
                found |= 1 << ACT.move(place)
            if (kind == CARD.attack or kind == CARD.trump) and attack_targets(s, c):
                found |= 1 << ACT.attack(place)
            if kind == CARD.skill or kind == CARD.trump:
                for j in range(2):
                    if can_use(s, c, j):
                        found |= 1 << ACT.skill(place, j)
    return found


@rule
def move_targets(s, c):
    """D-8.2 to D-8.5, D-13.4: the cells a move may lead to; downed characters may move as well."""
    if has_mark(s, c, MARK.no_move):
        return 0
    seat = c // PLACES
    within = WITHIN[min(3, 1 + lent(s, seat, POWER.stride)), s.cell[c]]
    return within & ~(cells_of(s, 1 - seat) | marked_cells(s, seat, MARK.no_move) | 1 << s.cell[c])


@rule
def attack_targets(s, c):
    """D-8.6, D-8.7, D-10.2: the cells with enemies that the character may attack."""
    if s.down[c] or s.attacked[c] or has_mark(s, c, MARK.no_attack):
        return 0
    within = WITHIN[min(3, 1 + blue(s, c, POWER.reach)), s.cell[c]] & cells_of(s, 1 - c // PLACES)
    return within & provoked(s, c) if within else 0


@rule
def character_of(seat, act):
    """The character that an act is about."""
    if act in ACT.move:
        return PLACES * seat + ACT.move.place(act)
    return PLACES * seat + (ACT.attack.place(act) if act in ACT.attack else ACT.skill.place(act))


@rule
def current_act(s, seat):
    """The act whose target is asked: half-made and secret, or under way."""
    return s.intent[seat] if s.intent[seat] else s.doing


@rule
def targets(s, seat):
    """Section 5: the cells that may be chosen now."""
    act = current_act(s, seat)
    c = character_of(seat, act)
    if act in ACT.move:
        return move_targets(s, c)
    if act in ACT.attack:
        return attack_targets(s, c)
    j = ACT.skill.j(act)
    return choices(s, c, j, next_step(s, c, j, s.step))


@rule
def may_skip(s, seat):
    """D-11.5: whether the step that asks may be skipped."""
    act = current_act(s, seat)
    if act not in ACT.skill:
        return False
    c = character_of(seat, act)
    j = ACT.skill.j(act)
    return can_skip(s, c, j, next_step(s, c, j, s.step))


@rule
def may_cancel(s, seat):
    """D-11.3: only the first choice of an action, and not after the third time."""
    return s.intent[seat] > 0 and s.cancels[seat] < MAX_CANCELS


@rule
def choose_act(s, seat, act):
    """D-7.13, D-7.14: decline, or choose a character and what it does; True when the card is done with."""
    if act == ACT.decline:
        emit(s, ALL, EVENT.declined, seat)
        return True
    if act in ACT.skill:
        c = character_of(seat, act)
        j = ACT.skill.j(act)
        if not asks(s, c, j, next_step(s, c, j, 0)):
            begin_skill(s, c, j)
            s.doing = act
            return run_steps(s, c, j)
    s.intent[seat] = act
    return False


@rule
def choose_target(s, seat, answer):
    """Section 5, `target`: the act happens, or is cancelled (D-11.3); True when the card is done with."""
    act = current_act(s, seat)
    if answer == TARGET.cancel:
        s.intent[seat] = 0
        s.cancels[seat] += 1
        return False
    c = character_of(seat, act)
    if act in ACT.move:
        move(s, c, TARGET.choose.cell(answer))
        return True
    if act in ACT.attack:
        s.attacked[c] = 1  # D-8.7: from the moment it is declared
        fight(s, c, s.at[TARGET.choose.cell(answer)] - 1, 0)
        return True
    j = ACT.skill.j(act)
    if s.intent[seat]:
        s.intent[seat] = 0
        s.doing = act
        begin_skill(s, c, j)
    answer_step(s, c, j, answer)
    return run_steps(s, c, j)


@rule
def move(s, c, cell):
    """D-8.2, D-8.3: onto an empty cell, or exchanging places with an own character."""
    seat = c // PLACES
    other = s.at[cell] - 1
    if other >= 0:
        emit(s, ALL, EVENT.exchanged, seat, s.who[c], seat, s.who[other])
        exchange(s, c, other)
    else:
        emit(s, ALL, EVENT.moved, seat, s.who[c], s.cell[c], cell)
        put(s, c, cell)
