"""The rules of Synegier in the order of the rulebook: these are the names of the contract.

setup (S-2) → turn (S-3) → play (S-4), links (S-5), battle (S-6), settlement (S-7), shop (S-8) → enemies (S-9), chance
(S-10), raid (S-11), finish (S-11); pieces (S-1), cards (S-3), selectors, words, moving and scripts (S-12) lie below.
"""

from taku.engine import rule
from taku.games.synegier.content import PICK as BY
from taku.games.synegier.rules.battle import battle, battle_targets, may_battle
from taku.games.synegier.rules.finish import end_match, scores
from taku.games.synegier.rules.finish import resign as give_up
from taku.games.synegier.rules.links import begin_links, begin_verb, end_link, next_link
from taku.games.synegier.rules.pieces import own_bits, piece_of, you
from taku.games.synegier.rules.play import choose_card, main_choices, move_choices, play_card, take_back
from taku.games.synegier.rules.scripts import (
    blink_cells,
    blink_to,
    choices,
    next_step,
    run_script,
    script_target,
)
from taku.games.synegier.rules.selectors import candidates, first_by
from taku.games.synegier.rules.setup import (
    absent_choose,
    choose_side,
    choose_soldier,
    deal,
    end_pick,
    first_dealt,
    next_pick,
    set_up,
    soldier_choices,
)
from taku.games.synegier.rules.shop import buy_card, buy_potion, drink
from taku.games.synegier.rules.turn import (
    active_choices,
    begin_round,
    between_rounds,
    corner_choices,
    end_turn,
    finish_turn,
    first_corner,
    keep_card,
    keep_choices,
    lead_with,
    may_keep,
    reenter,
    start_turn,
)
from taku.games.synegier.state import (
    ACTIVE,
    ASK,
    BATTLE,
    CELL,
    CORNER,
    KEEP,
    KIND,
    MAIN,
    MOST_BACKS,
    MOVE,
    PICK,
    SOLDIER,
    STAGE,
    TARGET,
)
from taku.games.synegier.tables import SUBJECT
from taku.kit.drafts import choosing
from taku.kit.sets import list_all, lowest_of

__all__ = ["actors", "apply", "default", "kind", "legal", "resign", "scores", "setup", "timeout"]


@rule
def setup(s):
    """S-2.1 to S-2.3: soldiers are dealt, and the draft begins."""
    deal(s)
    next_pick(s)


@rule
def actors(s):
    """Section "Decisions": all who draft; then who has the turn."""
    if s.ask == ASK.nothing:
        return 0
    return choosing(s.draft) if s.ask <= ASK.soldier else 1 << s.turn


@rule
def kind(s, seat):
    """Section "Decisions": the name of the decision."""
    if s.ask == ASK.main:
        return KIND.move if s.chosen[seat] else KIND.main
    return s.ask if s.ask > ASK.main else max(0, s.ask - 1)


@rule
def legal(s, seat, out):
    """Section "Decisions": what may be chosen."""
    if s.ask == ASK.main:
        return move_choices(s, seat, out) if s.chosen[seat] else main_choices(s, seat, out)
    if s.ask == ASK.target:
        return near_first(s, target_candidates(s), TARGET.aim(1), out, 0)
    if s.ask == ASK.battle:
        out[0] = BATTLE.decline
        return near_first(s, battle_targets(s), BATTLE.battle(1), out, 1)
    if s.ask == ASK.keep:
        return keep_choices(s, seat, out)
    if s.ask == ASK.cell:
        out[0] = CELL.leave
        return list_all(blink_cells(s), CELL.put(0), out, 1)
    if s.ask == ASK.corner:
        return corner_choices(s, out)
    if s.ask == ASK.active:
        return active_choices(s, out)
    if s.ask == ASK.soldier:
        return soldier_choices(s, seat, out)
    out[0] = PICK.pick(0)
    out[1] = PICK.pick(1)
    return 2


@rule
def target_candidates(s):
    """S-4.6, S-5.5: of the part of an effect, or of a link's subject."""
    p = you(s)
    if s.stage == STAGE.link:
        return candidates(s, p, SUBJECT[s.row.card[s.pair], s.color])
    return choices(s, p, s.script, next_step(s, p, s.script, s.step))


@rule
def near_first(s, found, first, out, n):
    """Section "Decisions": candidates in the order of "near", each by its figure."""
    while found:
        bit = first_by(s, you(s), found, BY.near)
        found &= ~bit
        out[n] = first + s.who[lowest_of(bit)] - 1
        n += 1
    return n


@rule
def default(s, seat):
    """Section "Decisions": what a timeout chooses."""
    if s.ask == ASK.main:
        if s.chosen[seat] == 0:
            return MAIN.end
        return MOVE.cancel if s.backs[seat] < MOST_BACKS else MOVE.stay
    if s.ask == ASK.target:
        return TARGET.aim(s.who[lowest_of(first_by(s, you(s), target_candidates(s), BY.near))])
    return first_choice(s, seat)


@rule
def first_choice(s, seat):
    """Where the first in the list is the default."""
    if s.ask == ASK.corner:
        return CORNER.enter(first_corner(s))
    if s.ask == ASK.active:
        return ACTIVE.lead(s.who[lowest_of(own_bits(s, seat) & s.on)])
    if s.ask == ASK.soldier:
        return SOLDIER.choose_soldier(first_dealt(s, seat))
    if s.ask == ASK.battle:
        return BATTLE.decline
    if s.ask == ASK.keep:
        return KEEP.keep_none
    if s.ask == ASK.cell:
        return CELL.leave
    return PICK.pick(0)


@rule
def apply(s, seat, action):
    """Carry a decision out, and go on until the next one."""
    choose(s, seat, action)
    go_on(s)


@rule
def choose(s, seat, action):
    """One decision."""
    if s.ask == ASK.draft:
        choose_side(s, seat, PICK.pick.side(action))
    elif s.ask == ASK.soldier:
        choose_soldier(s, seat, SOLDIER.choose_soldier.who(action))
    elif s.ask == ASK.main:
        choose_main(s, seat, action)
    else:
        asked = s.ask
        s.ask = ASK.nothing
        answer(s, seat, asked, action)


@rule
def choose_main(s, seat, action):
    """S-3.3, S-4.2: step 1, and the movement of a card."""
    if s.chosen[seat]:
        if action == MOVE.cancel:
            take_back(s, seat)
        else:
            play_card(s, seat, action)
    elif action == MAIN.end:
        s.ask = ASK.nothing
        begin_links(s)
    elif action in MAIN.play:
        choose_card(s, seat, MAIN.play.card(action))
    elif action in MAIN.buy_card:
        buy_card(s, seat, MAIN.buy_card.slot(action))
    elif action == MAIN.drink:
        drink(s, seat)
    else:
        buy_potion(s, seat, MAIN.buy_potion.item(action))


@rule
def answer(s, seat, asked, action):
    """A decision after which play goes on by itself."""
    if asked == ASK.target:
        t = piece_of(s, TARGET.aim.who(action))
        if s.stage == STAGE.link:
            begin_verb(s, 1 << t)
        else:
            script_target(s, t)
    elif asked == ASK.battle:
        if action == BATTLE.decline:
            s.stage = STAGE.end
        else:
            battle(s, piece_of(s, BATTLE.battle.who(action)))
    elif asked == ASK.cell:
        blink_to(s, -1 if action == CELL.leave else CELL.put.cell(action))
    elif asked == ASK.keep:
        if action == KEEP.keep_none:
            finish_turn(s)
        else:
            keep_card(s, seat, KEEP.keep.card(action))
    elif asked == ASK.corner:
        reenter(s, CORNER.enter.cell(action))
    else:
        lead_with(s, piece_of(s, ACTIVE.lead.who(action)))


@rule
def go_on(s):
    """S-3.1: carry on until somebody must choose."""
    while s.ask != ASK.nothing and s.ask <= ASK.soldier and choosing(s.draft) == 0:
        if s.ask == ASK.draft:
            end_pick(s)
        else:
            set_up(s)
            s.ask = ASK.nothing
            s.round = 1
            begin_round(s)
    while s.ask == ASK.nothing and s.stage != STAGE.over:
        go_on_turn(s)


@rule
def go_on_turn(s):
    """S-3.1, S-3.9, S-11.11: the next thing that happens in a turn."""
    if s.ended:
        end_match(s)
    elif s.stage == STAGE.between:
        between_rounds(s)
    elif s.stage == STAGE.keep:
        if may_keep(s) > 0:
            s.ask = ASK.keep
        else:
            finish_turn(s)
    elif s.stage == STAGE.end or s.cut:
        end_turn(s)
    elif s.stage == STAGE.start:
        start_turn(s)
    elif s.stage == STAGE.play:
        s.ask = ASK.main
    elif s.stage == STAGE.link:
        next_link(s)
    elif s.stage == STAGE.fight:
        if may_battle(s) and battle_targets(s):
            s.ask = ASK.battle
        else:
            s.stage = STAGE.end
    elif run_script(s):
        if s.stage == STAGE.verb:
            end_link(s)
        else:
            s.stage = STAGE.play


@rule
def timeout(s, seat):
    """Section "Decisions": the rest of a turn takes its defaults."""
    if s.ask <= ASK.soldier:
        absent_choose(s, seat)
        go_on(s)
        return
    nth = s.nth
    round_ = s.round
    while s.ask > ASK.soldier and s.turn == seat and s.nth == nth and s.round == round_:
        apply(s, seat, default(s, seat))


@rule
def resign(s, seat):
    """S-11.14: who resigns leaves the field; what was asked of it is over."""
    give_up(s, seat)
    if s.ended:
        s.ask = ASK.nothing
    elif s.stage == STAGE.pre:
        absent_choose(s, seat)
    elif s.turn == seat:
        s.cut = 1
        s.chosen[seat] = 0
        s.ask = ASK.nothing
    go_on(s)
