"""D-11 and D-13: skills, interpreted step by step from the words of the content."""

from taku.engine import ALL, emit, rule
from taku.games.destroy.content import (
    BAR,
    BEYOND,
    EFFECT,
    EFFECT_OF,
    LV,
    RELATION,
    SELECT,
    STEP,
    STEP_OF,
    STEPS,
    STEPS_OF_A_SKILL,
    WITHIN,
)
from taku.games.destroy.rules.combat import fight, heal, hurt, revive, throw
from taku.games.destroy.rules.field import (
    cells_of,
    exchange,
    face_up,
    face_up_cells,
    has_mark,
    marked_cells,
    put,
    put_on_sub_place,
)
from taku.games.destroy.rules.values import mana
from taku.games.destroy.state import CELLS, EVENT, MARK, MAX_VALUE, PLACES, SEATS, TARGET
from taku.kit.effects import interpreter
from taku.kit.grids import OFF

EVERYWHERE = (1 << CELLS) - 1


@rule
def can_use(s, c, j):
    """D-2.2, D-8.9, D-11.1: whether the character may use this plain skill now."""
    who = s.who[c]
    if STEPS[who, j] == 0 or not face_up(s, c) or (s.skilled[c] >> j) & 1 or has_mark(s, c, MARK.no_skill):
        return False
    if LV[who, j] > mana(s, c // PLACES):
        return False
    # D-11.4: the first step needs a choice or, if it is optional, any step.
    first = next_step(s, c, j, 0)
    return first == 0 or (first < STEPS_OF_A_SKILL and STEP_OF[who, j, 0, STEP.optional] == 1)


@rule
def choices(s, c, j, k):
    """Section 4, D-11.6: the cells that a step may choose, or those it reaches where it asks nothing."""
    who = s.who[c]
    here = s.cell[c]
    bars = STEP_OF[who, j, k, STEP.bars]
    if (bars >> BAR.no_move) & 1 and has_mark(s, c, MARK.no_move):
        return 0
    if (bars >> BAR.no_attack) & 1 and has_mark(s, c, MARK.no_attack):
        return 0
    if (bars >> BAR.no_damage) & 1 and s.damage[c] == 0:
        return 0
    select = STEP_OF[who, j, k, STEP.select]
    if select == SELECT.self:
        return 1 << here
    within = WITHIN[STEP_OF[who, j, k, STEP.range], here]
    if select == SELECT.cell:
        return within & ~(cells_of(s, 0) | cells_of(s, 1))
    if select == SELECT.area:
        found = matching(s, c, j, k)
        if (STEP_OF[who, j, k, STEP.side] >> RELATION.enemy) & 1:
            found &= cells_of(s, 1 - c // PLACES)  # an area that may hit enemies hits at least one
        return within & touching(found)
    found = within & matching(s, c, j, k)
    return found & provoked(s, c) if (bars >> BAR.no_attack) & 1 else found


@rule
def matching(s, c, j, k):
    """Section 4: the cells with characters that fit the step's side, state and need."""
    who = s.who[c]
    side = STEP_OF[who, j, k, STEP.side]
    state = STEP_OF[who, j, k, STEP.state]
    need = STEP_OF[who, j, k, STEP.need]
    found = 0
    for t in range(SEATS * PLACES):
        if s.cell[t] < CELLS and s.damage[t] >= need and (state >> s.down[t]) & 1:
            relation = RELATION.self if t == c else RELATION.ally if t // PLACES == c // PLACES else RELATION.enemy
            if (side >> relation) & 1:
                found |= 1 << s.cell[t]
    return found


@rule
def touching(cells):
    """The cells that are, or touch, a cell of the set."""
    found = 0
    for cell in range(CELLS):
        if WITHIN[1, cell] & cells:
            found |= 1 << cell
    return found


@rule
def provoked(s, c):
    """D-13.6: the cells that the character may attack as far as `guard` is concerned."""
    enemy = 1 - c // PLACES
    guards = marked_cells(s, enemy, MARK.guard)
    if guards:
        guards &= face_up_cells(s, enemy)
        if guards & WITHIN[1, s.cell[c]]:
            return guards
    return EVERYWHERE


@rule
def asks(s, c, j, k):
    """Section 5: `self` and `all` steps ask nothing."""
    select = STEP_OF[s.who[c], j, k, STEP.select]
    return select != SELECT.self and select != SELECT.all


@rule
def begin_skill(s, c, j):
    """D-8.9: from now on the skill counts as used this round."""
    s.skilled[c] |= 1 << j
    s.step = s.done = 0
    emit(s, ALL, EVENT.skill_used, c // PLACES, s.who[c], 2 * s.who[c] - 1 + j)


@rule
def answer_step(s, c, j, answer):
    """D-11.2: carry out the step that asked, with the chosen cell, or skip it (D-11.5)."""
    k = next_step(s, c, j, s.step)
    s.step = k + 1
    if answer in TARGET.choose:
        cell = TARGET.choose.cell(answer)
        emit(s, ALL, EVENT.skill_target, cell)
        do_step(s, c, j, k, cell)


@rule
def targets(s, c, j, k, cell):
    """Section 4: the characters that a step is about: its user, the one chosen, or all that fit."""
    who = s.who[c]
    select = STEP_OF[who, j, k, STEP.select]
    if select == SELECT.self:
        return 1 << c
    if select == SELECT.all:
        cells = WITHIN[STEP_OF[who, j, k, STEP.range], s.cell[c]] & matching(s, c, j, k)
    elif select == SELECT.area:
        cells = WITHIN[1, cell] & matching(s, c, j, k)
    else:
        cells = 1 << cell
    found = 0
    for t in range(SEATS * PLACES):
        if s.cell[t] < CELLS and (cells >> s.cell[t]) & 1:
            found |= 1 << t
    return found


@rule
def carry_out(s, c, whom, cell, word, n):
    """D-11.9: one effect, on those who are still on the field, in the order of the cells."""
    if word == EFFECT.move_here:
        emit(s, ALL, EVENT.moved, c // PLACES, s.who[c], s.cell[c], cell)
        put(s, c, cell)  # D-13.8
    elif word == EFFECT.swap_sub:
        swap_sub(s, c)
    elif word == EFFECT.mana_next:
        s.chant_next = max(-MAX_VALUE, min(s.chant_next + n, MAX_VALUE))  # D-13.11
        emit(s, ALL, EVENT.mana_pending, s.chant_next)
    else:
        for q in range(CELLS):
            t = s.at[q] - 1
            if t >= 0 and (whom >> t) & 1:
                affect(s, c, t, word, n)
                if (whom & (whom - 1)) == 0:
                    return 0  # one alone, who may have moved on
    return 0


@rule
def affect(s, c, t, word, n):
    """D-13.1 to D-13.13: one word of a skill of c, on the character t."""
    if word == EFFECT.damage:
        hurt(s, t, n)
    elif word == EFFECT.roll:
        hurt(s, t, throw(s, EVENT.skill_dice, t, n))
    elif word == EFFECT.heal:
        heal(s, t, n)
    elif word == EFFECT.revive:
        revive(s, t)
    elif word == EFFECT.push:
        push(s, c, t, n)
    elif word == EFFECT.swap:
        emit(s, ALL, EVENT.exchanged, c // PLACES, s.who[c], t // PLACES, s.who[t])
        exchange(s, c, t)
    elif word == EFFECT.transfer:
        n = min(n, s.damage[c])
        heal(s, c, n)
        hurt(s, t, n)
    elif word == EFFECT.strike:
        fight(s, c, t, n)
    else:
        mark(s, t, word, n)


@rule
def mark(s, t, word, n):
    """D-11.7, D-13.3 to D-13.6, D-13.13: what stays on a character until the end of the round."""
    if word == EFFECT.atk or word == EFFECT.def_:
        if word == EFFECT.def_:
            s.def_change[t] = max(-MAX_VALUE, min(s.def_change[t] + n, MAX_VALUE))
        elif n > 0:
            s.atk_up[t] = min(s.atk_up[t] + n, MAX_VALUE)
        else:
            s.atk_down[t] = max(s.atk_down[t] + n, -MAX_VALUE)
        emit(s, ALL, EVENT.changed, t // PLACES, s.who[t], word - EFFECT.atk, n)
    else:
        what = MARK.no_move + word - EFFECT.no_move  # no_move, no_attack, no_skill and guard stand in the same order
        if word == EFFECT.refresh:
            what = MARK.refresh
            s.attacked[t] = 0
        else:
            if word == EFFECT.double_atk:
                what = MARK.double_atk
            s.marks[t] |= 1 << what
        emit(s, ALL, EVENT.marked, t // PLACES, s.who[t], what)


@rule
def push(s, c, t, n):
    """D-13.7: straight away from the user, cell by cell; who cannot be pushed on takes 1 damage, once."""
    behind = s.cell[c]
    for _ in range(n):
        here = s.cell[t]
        beyond = BEYOND[behind, here]
        if beyond == OFF or s.at[beyond]:
            emit(s, ALL, EVENT.push_blocked, t // PLACES, s.who[t])
            hurt(s, t, 1)
            return
        put(s, t, beyond)
        emit(s, ALL, EVENT.pushed, t // PLACES, s.who[t], here, beyond)
        behind = here


@rule
def swap_sub(s, c):
    """D-13.10: the user and the sub change places; each card keeps what lies on it."""
    newcomer = s.sub[c // PLACES]
    emit(s, ALL, EVENT.sub_exchanged, c // PLACES, s.who[c], s.who[newcomer])
    put(s, newcomer, s.cell[c])
    put_on_sub_place(s, c)


next_step, can_skip, do_step, run_steps = interpreter(
    {"STEP": STEP, "STEPS": STEPS, "STEP_OF": STEP_OF, "EFFECT_OF": EFFECT_OF, "there": face_up, "asks": asks,
     "choices": choices, "targets": targets, "carry_out": carry_out},
    row="s.who[user], script", last=STEPS_OF_A_SKILL,
)  # fmt: skip
"""D-11.2, D-11.4, D-11.5: the steps of a skill, while its user stands face-up on the field."""
