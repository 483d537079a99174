"""What a seat does not see, and fair guesses of it: the other's draft, sealed card and half-made act.

The state's declarations say who sees what (section 6 of the rulebook), so there is nothing more to hide.
"""

from taku.engine import roll, rule
from taku.games.destroy.rules.actions import character_of
from taku.games.destroy.rules.setup import EVERYBODY, four_of, open_to
from taku.games.destroy.rules.skills import asks, next_step
from taku.games.destroy.state import (
    ACT,
    ACTS,
    CARDS,
    KINDS_OF_CHARACTER,
    MAX_CANCELS,
    MAX_UNDOS,
    PASS,
    PLACES,
    SEATS,
    STAGE,
    TEAMS,
)
from taku.kit.drafts import DRAFT, pick


@rule
def guess(s, seat):
    """A world that fits what the seat sees, everything it cannot know being equally likely."""
    for other in range(SEATS):
        if other != seat:
            if s.stage == STAGE.setup:
                guess_draft(s, seat, other)
            elif s.stage == STAGE.card and s.chosen[other] and not s.resting[other]:
                guess_card(s, other)
            elif s.stage == STAGE.act and s.user == 1 + other:
                guess_act(s, other)


@rule
def guess_draft(s, seat, other):
    """D-4.5, D-4.6: any characters the other may have; all four places are filled once it is ready."""
    if s.opt.team_mode == TEAMS.random:
        s.dealt[other] = four_of(s, EVERYBODY, 0)
    elif s.opt.team_mode == TEAMS.mirror:
        known = seat if seat >= 0 else 0  # spectators know neither: the first one guessed stands for both
        s.dealt[other] = s.dealt[known] if s.dealt[known] else four_of(s, EVERYBODY, 0)
    else:
        s.dealt[other] = EVERYBODY
    filled = PLACES if s.draft[other].status == DRAFT.ready else roll(s, PLACES + 1)
    while s.draft[other].stage < filled:
        character = roll(s, KINDS_OF_CHARACTER)
        if (open_to(s, other) >> character) & 1:
            pick(s.draft[other], 1 + character)
    s.draft[other].backs = roll(s, MAX_UNDOS + 1)


@rule
def guess_card(s, other):
    """D-7.4: any card of the other's hand, which is no secret (D-3.7), or a pass."""
    n = 1
    for card in range(CARDS):
        n += 1 - s.used[other, card]
    pick = roll(s, n)
    s.choice[other] = 1 + PASS
    for card in range(CARDS):
        if not s.used[other, card]:
            if pick == 0:
                s.choice[other] = 1 + card
            pick -= 1


@rule
def guess_act(s, other):
    """Section 6: nothing chosen yet, or any act that waits for its target; D-11.3: after any number of cancels, which
    stays secret while the act is under way."""
    s.cancels[other] = roll(s, MAX_CANCELS + 1)
    if s.doing:
        return
    n = 1
    for act in range(1, ACTS):
        n += waits_for_target(s, other, act)
    pick = roll(s, n)
    for act in range(1, ACTS):
        if waits_for_target(s, other, act):
            pick -= 1
            if pick == 0:
                s.intent[other] = act


@rule
def waits_for_target(s, seat, act):
    """Whether the card allows the act, and the act asks for a target before anything happens."""
    if not (s.able >> act) & 1:
        return 0
    if act not in ACT.skill:
        return 1
    c = character_of(seat, act)
    j = ACT.skill.j(act)
    return 1 if asks(s, c, j, next_step(s, c, j, 0)) else 0
