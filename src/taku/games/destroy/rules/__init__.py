"""The rules of Destroy Them All!!! in the order of the rulebook: these are the names of the contract.

setup (D-4) → phase (D-7) → actions (D-8) → combat (D-9, D-10), skills (D-11, D-13) → round (D-5, D-6, D-14) → finish
(D-15); field (D-3) and values (D-12) lie below all of them.
"""

from taku.engine import rule
from taku.games.destroy.rules.actions import choose_act, choose_target, may_cancel, may_skip, targets
from taku.games.destroy.rules.finish import resign, scores
from taku.games.destroy.rules.phase import act_done, card_choices, choose_card, go_on, next_round, reveal
from taku.games.destroy.rules.setup import deal, reveal_teams, setup_choices, setup_default, setup_step
from taku.games.destroy.state import ACT, KIND, PLAY, STAGE, TARGET, TEAMS
from taku.kit.drafts import DRAFT, choosing
from taku.kit.sets import list_all, lowest_of

__all__ = ["actors", "apply", "default", "kind", "legal", "resign", "scores", "setup", "timeout"]


@rule
def setup(s):
    """D-4: the seats pick their teams; starter teams stand at once."""
    deal(s)
    if s.opt.team_mode == TEAMS.starter:
        reveal_teams(s)
        next_round(s)


@rule
def actors(s):
    """Section 5: both until ready, both until they have chosen a card, then the seat whose card is used."""
    if s.stage == STAGE.setup:
        return choosing(s.draft)
    if s.stage == STAGE.card:
        return (1 - s.chosen[0]) | (1 - s.chosen[1]) << 1
    return 0 if s.stage == STAGE.over else 1 << (s.user - 1)


@rule
def kind(s, seat):
    """Section 5: the name of the decision."""
    if s.stage == STAGE.setup:
        return KIND.setup
    if s.stage == STAGE.card:
        return KIND.card
    return KIND.target if s.intent[seat] or s.doing else KIND.act


@rule
def legal(s, seat, out):
    """Section 5: what may be chosen."""
    asked = kind(s, seat)
    if asked == KIND.setup:
        return setup_choices(s, seat, out)
    if asked == KIND.card:
        return card_choices(s, seat, out)
    return act_choices(s, out) if asked == KIND.act else target_choices(s, seat, out)


@rule
def act_choices(s, out):
    """D-7.13, D-7.14: what the card in use allows."""
    return list_all(s.able, 0, out, 0)


@rule
def target_choices(s, seat, out):
    """D-11.2, D-11.3, D-11.5: a cell, skipping the step, or cancelling the action."""
    n = list_all(targets(s, seat), TARGET.choose(0), out, 0)
    if may_skip(s, seat):
        out[n] = TARGET.skip
        n += 1
    if may_cancel(s, seat):
        out[n] = TARGET.cancel
        n += 1
    return n


@rule
def default(s, seat):
    """Section 5: the click that a timeout begins with."""
    asked = kind(s, seat)
    if asked == KIND.setup:
        return setup_default(s, seat)
    if asked == KIND.card:
        return PLAY.pass_
    if asked == KIND.act:
        return ACT.decline
    if may_cancel(s, seat):
        return TARGET.cancel
    if may_skip(s, seat):
        return TARGET.skip
    return TARGET.choose(lowest_of(targets(s, seat)))


@rule
def apply(s, seat, action):
    """Carry a decision out."""
    asked = kind(s, seat)
    if asked == KIND.setup:
        setup_step(s, seat, action)
        begin_when_ready(s)
    elif asked == KIND.card:
        if choose_card(s, seat, action):
            reveal(s)
            go_on(s)
    elif choose(s, seat, action):
        act_done(s, seat)


@rule
def choose(s, seat, action):
    """D-7.13, D-11.2: an act or its target; True when the card is done with."""
    return choose_act(s, seat, action) if kind(s, seat) == KIND.act else choose_target(s, seat, action)


@rule
def begin_when_ready(s):
    """D-4.4: when both teams stand, they are revealed and the first round begins."""
    if choosing(s.draft) == 0:
        reveal_teams(s)
        next_round(s)


@rule
def timeout(s, seat):
    """Section 5: one timeout ends a decision: the whole team is filled, no card is played, the card in use is done."""
    if s.stage == STAGE.setup:
        while s.draft[seat].status == DRAFT.choosing:
            setup_step(s, seat, setup_default(s, seat))
        begin_when_ready(s)
    elif s.stage == STAGE.card:
        apply(s, seat, PLAY.pass_)
    else:
        while not choose(s, seat, default(s, seat)):
            pass
        act_done(s, seat)
