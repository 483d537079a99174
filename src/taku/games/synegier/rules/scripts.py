"""S-4.6, S-4.7, S-12.1: effects of cards and links, part by part, with the choices they ask."""

from taku.engine import rule
from taku.games.synegier.content import OP, PARTS, PICK
from taku.games.synegier.rules.moving import fixed, place
from taku.games.synegier.rules.pieces import free, is_on, you
from taku.games.synegier.rules.selectors import candidates, first_target, others, select, truce
from taku.games.synegier.rules.settlement import applies, remember, settle
from taku.games.synegier.rules.words import about_target, carry_out_part, holds
from taku.games.synegier.state import ASK, PIECES
from taku.games.synegier.tables import EFFECT_OF, SELECT, SELECT_OF, STEP, STEP_OF, STEPS, WITHIN
from taku.kit.effects import interpreter
from taku.kit.sets import size_of

ALONE = -1
"""In place of a chosen target: the part chooses none, or there is one alone."""


@rule
def there(s, p):
    """S-3.9, S-11.11: whether the effect goes on."""
    return is_on(s, p) and not s.cut and not s.ended


@rule
def asks_target(script, k):
    """Whether a part's selector chooses."""
    return SELECT_OF[STEP_OF[script, k, STEP.select], SELECT.pick] == PICK.choose


@rule
def choices(s, p, script, k):
    """The pieces that a part may be about; 0: it is left out."""
    return candidates_of(s, p, script, k) if applies(s, p, script, k) else 0


@rule
def candidates_of(s, p, script, k):
    """S-12.2: who × area, and "you" if it is added."""
    selector = STEP_OF[script, k, STEP.select]
    found = candidates(s, p, selector)
    if SELECT_OF[selector, SELECT.plus_self]:
        found |= s.on & 1 << p
    return found


@rule
def asks(s, p, script, k):
    """S-4.7: a choice of a target among several, or of a cell for somebody."""
    if EFFECT_OF[script, k, 0, 0] == OP.blink:
        return True
    return asks_target(script, k) and size_of(choices(s, p, script, k)) > 1


@rule
def targets(s, p, script, k, chosen):
    """Whom a part is about."""
    whom = select(s, p, STEP_OF[script, k, STEP.select]) if chosen == ALONE else 1 << chosen
    remember(s, p, script, k, whom)
    return whom


@rule
def carry_out(s, p, whom, chosen, op, n):
    """One part, and the downs it brings; the interpreter has counted it already."""
    carry_out_part(s, p, s.script, s.step - 1, whom)
    settle(s)
    return 0


next_step, can_skip, do_step, run_steps = interpreter(
    {"STEP": STEP, "STEPS": STEPS, "STEP_OF": STEP_OF, "EFFECT_OF": EFFECT_OF, "there": there, "asks": asks,
     "choices": choices, "targets": targets, "carry_out": carry_out},
    row="script", last=PARTS,
)  # fmt: skip
"""S-4.6: the parts of an effect in their order, as long as its soldier stands."""


@rule
def begin_script(s, script):
    """A card or a link begins to be carried out."""
    s.script = script
    s.step = s.done = s.base = s.anchor = 0
    s.same = 0
    s.moving = 0


@rule
def run_script(s):
    """Carry parts out until one asks; True when the effect is over."""
    p = you(s)
    while not run_steps(s, p, s.script):
        k = next_step(s, p, s.script, s.step)
        found = choices(s, p, s.script, k)
        if asks_target(s.script, k) and size_of(found) > 1:
            s.ask = ASK.target
            return False
        if begin_blink(s, p, k, targets(s, p, s.script, k, ALONE)):
            return False
    return True


@rule
def script_target(s, t):
    """S-4.6: the target of the part that asked was chosen."""
    p = you(s)
    k = next_step(s, p, s.script, s.step)
    if EFFECT_OF[s.script, k, 0, 0] == OP.blink:
        begin_blink(s, p, k, targets(s, p, s.script, k, t))
    else:
        do_step(s, p, s.script, k, t)


# ---- blink ------------------------------------------------------------------------------------------------------


@rule
def begin_blink(s, p, k, whom):
    """S-12.8: ask a cell for each target that has one; False if nobody has."""
    s.step = k + 1
    s.done = 1
    if truce(s):
        whom &= ~others(s, p)
    condition = STEP_OF[s.script, k, STEP.condition]
    s.moving = 0
    for t in range(PIECES):
        if (whom >> t) & 1 and (not about_target(condition) or holds(s, p, t, condition)):
            s.moving |= 1 << t
    return next_blink(s)


@rule
def next_blink(s):
    """S-4.7: the next target with a free cell in reach; who has none is skipped."""
    while s.moving:
        if blink_cells(s):
            s.ask = ASK.cell
            return True
        done_blink(s)
    return False


@rule
def blinker(s):
    """Who is put somewhere now: "you" first."""
    return first_target(you(s), s.moving) - 1


@rule
def blink_cells(s):
    """S-12.8: the free cells within n D of who is moved."""
    t = blinker(s)
    if fixed(s, t):
        return 0
    return free(s) & WITHIN[EFFECT_OF[s.script, s.step - 1, 0, 1], s.cell[t]]


@rule
def done_blink(s):
    """The next one."""
    s.moving &= ~(1 << blinker(s))


@rule
def blink_to(s, cell):
    """S-12.8: put the piece on a cell; −1 leaves it where it is."""
    if cell >= 0:
        place(s, blinker(s), cell, OP.blink)
    done_blink(s)
    next_blink(s)
