"""The rules of The Liberal Arts Education in the order of the rulebook: these are the names of the contract.

board (C-3), cards (C-4, C-10) → shown (C-11) → plays (C-7, C-8) → effects (C-16) → turn (C-5, C-6, C-9) → grading
(C-12, C-13, C-15) → finish (C-14). What is still to be done stands in the agenda: a list of tasks, the next one last.
Effects that interrupt others are laid on top of them; a task that is a decision waits there for its answer.
"""

from taku.engine import rule, table
from taku.games.campus.rules.agenda import arg, asked, pop, who
from taku.games.campus.rules.answers import answer
from taku.games.campus.rules.board import tokens
from taku.games.campus.rules.cards import cover
from taku.games.campus.rules.choices import choices
from taku.games.campus.rules.effects import flips, next_step, study
from taku.games.campus.rules.finish import scores
from taku.games.campus.rules.grading import (
    ask_conversions,
    ask_links,
    certify_boards,
    end_classes,
    grade_all,
    next_quarter,
    settle_averages,
    strike,
)
from taku.games.campus.rules.plays import go_on_playing, hit, put_card, settle_reactions
from taku.games.campus.rules.shown import collect, replace
from taku.games.campus.rules.turn import begin_turn, clean_up, next_turn, refill, set_up
from taku.games.campus.state import (
    CELL,
    DECISIONS,
    DRAW,
    FROM,
    HOMEWORK,
    KIND,
    LOSE,
    LOTTERY,
    STAGE,
    TASK,
)
from taku.kit.drafts import choosing

__all__ = ["actors", "apply", "default", "kind", "legal", "scores", "setup"]

OPEN_TO_ALL = (
    "cell", "draw", "refill", "flip", "target", "name", "move_from", "move_to", "drop", "copy", "lose", "appeal",
    "link", "certify", "convert",
)  # fmt: skip
FORCED = table([int(kind in OPEN_TO_ALL) for kind in KIND])
"""C-5.7: decisions whose choices everybody can count. Others depend on a hand: skipping them would tell of it."""


@rule
def setup(s):
    """C-2: decks, hands, the first turn."""
    set_up(s)
    run(s)


@rule
def actors(s):
    """Section 5: the seat that is asked; after a cheat card, or for lots, all that have not chosen."""
    if s.stage == STAGE.over:
        return 0
    op = asked(s)
    if op == KIND.react or op == KIND.lottery:
        return choosing(s.draft)
    return 1 << who(s)


@rule
def kind(s, seat):
    """Section 5: the name of the decision."""
    return max(0, asked(s))


@rule
def legal(s, seat, out):
    """Section 5: what may be chosen."""
    n = choices(s, seat)
    for i in range(n):
        out[i] = s.tmp[i]
    return n


@rule
def apply(s, seat, action):
    """Carry a decision out, and all that follows until somebody is asked again."""
    s.decisions += 1
    answer(s, seat, action)
    run(s)


@rule
def run(s):
    """C-5.7: carry out what waits, until a choice is left to somebody."""
    while s.stage != STAGE.over:
        op = asked(s)
        if op >= DECISIONS:
            carry_on(s, op)
        elif op == KIND.react or op == KIND.lottery:
            if choosing(s.draft):
                return
            strike(s)
        elif FORCED[op] or s.size[who(s)] == 0 or (op == KIND.give and s.size[who(s)] == 1) or only_card(s, op):
            n = choices(s, who(s))
            if n == 0:
                pop(s)
            elif n == 1:
                answer(s, who(s), s.tmp[0])
            else:
                return
        else:
            return


@rule
def only_card(s, op):
    """C-5.7: the hand that a card is taken from has but one."""
    return op == KIND.take and s.size[arg(s, 0)] == 1


@rule
def carry_on(s, op):
    """One task that asks nobody."""
    if op == TASK.play:
        go_on_playing(s)
    elif op == TASK.steps:
        next_step(s)
    elif op == TASK.put_card:
        put_card(s)
    elif op == TASK.turn:
        begin_turn(s)
    elif op == TASK.refilling:
        refill(s)
    elif op == TASK.clean_up:
        clean_up(s)
    elif op == TASK.next_turn:
        next_turn(s)
    elif op == TASK.hit:
        hit(s)
    elif op == TASK.reactions:
        settle_reactions(s)
    elif op == TASK.collect:
        collect(s)
    elif op == TASK.replace:
        replace(s)
    elif op == TASK.cover:
        other = who(s)
        pop(s)
        cover(s, other)
    elif op == TASK.study:
        study(s)
    elif op == TASK.flips:
        flips(s)
    else:
        carry_on_grading(s, op)


@rule
def carry_on_grading(s, op):
    """C-12: the parts of the grading phase."""
    if op == TASK.end_of_classes:
        end_classes(s)
    elif op == TASK.grades:
        grade_all(s)
    elif op == TASK.links:
        ask_links(s)
    elif op == TASK.certificates:
        certify_boards(s)
    elif op == TASK.conversions:
        ask_conversions(s)
    elif op == TASK.averages:
        settle_averages(s)
    else:
        next_quarter(s)


@rule
def default(s, seat):
    """Section 5: what a timeout plays."""
    n = choices(s, seat)
    op = asked(s)
    if op == KIND.draw or op == KIND.refill or op == KIND.flip:
        if n > 1 and s.tmp[n - 1] == DRAW.decline and op == KIND.flip:
            return DRAW.decline
        larger = 2 if s.deck[1].size > s.deck[0].size else 1
        if op == KIND.refill:
            larger = 1 + s.size[seat] % 2
        for i in range(n):
            if s.tmp[i] == DRAW.draw(larger):
                return max(0, s.tmp[i])
    elif op == KIND.cell:
        for i in range(n):
            if s.tmp[i] in CELL.none:
                return max(0, s.tmp[i])
    elif op == KIND.lose or op == KIND.lottery:
        best = 0
        for i in range(1, n):
            if tokens(s, seat, cell_of(s.tmp[i], op)) < tokens(s, seat, cell_of(s.tmp[best], op)):
                best = i
        return max(0, s.tmp[best])
    elif op == KIND.move_from:
        return FROM.stop
    elif op == KIND.homework:
        for i in range(n):
            if s.tmp[i] == HOMEWORK.forfeit:
                return max(0, s.tmp[i])
    return max(0, s.tmp[0])


@rule
def cell_of(action, op):
    """The cell that a choice of tokens to lose names."""
    return LOSE.lose.cell(action) if op == KIND.lose else LOTTERY.strike.cell(action)
