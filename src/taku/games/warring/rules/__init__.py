"""The rules of Banners over the Plain in the order of the rulebook: these are the names of the contract.

ground (W-1), mapmaker (W-16) → deployment (W-4) → turns (W-5, W-10, W-12) → marching (W-6), armies (W-3, W-7) →
interception (W-11) → strikes (W-9, W-13) → losses (W-14) → finish (W-15); troops (W-2) and sight (W-8) lie below.
"""

from taku.engine import ALL, emit, roll, rule
from taku.games.warring.rules.armies import split_choices, split_step
from taku.games.warring.rules.deployment import (
    begin_deployment,
    deployment_choices,
    deployment_default,
    deployment_step,
    end_deployment,
    take_the_field,
)
from taku.games.warring.rules.finish import resign, scores
from taku.games.warring.rules.mapmaker import lay_map
from taku.games.warring.rules.marching import lights
from taku.games.warring.rules.turns import begin_turn, end_action_phase, give_order, orders
from taku.games.warring.state import DEPLOY, EVENT, FIRST, KIND, ORDER, SIDES, SPLIT, STAGE, TURN_CLICKS

__all__ = [
    "actors", "apply", "default", "kind", "legal", "resign", "scores", "scouts", "setup", "takes_back", "timeout",
]  # fmt: skip


@rule
def setup(s):
    """W-1.2, W-5.1, W-4.8: the map, who goes first, and a formation for each side."""
    lay_map(s)
    s.first = roll(s, SIDES) if s.opt.first_turn == FIRST.random else s.opt.first_turn - FIRST.south
    begin_deployment(s)


@rule
def actors(s):
    """W-4.1, W-5.6: both until ready, then the side to move."""
    if s.stage == STAGE.deploy:
        return (1 - s.ready[0]) | (1 - s.ready[1]) << 1
    return 0 if s.stage == STAGE.over else 1 << s.turn


@rule
def kind(s, seat):
    """The name of the decision."""
    if s.stage == STAGE.deploy:
        return KIND.deploy
    return KIND.split if s.splitting[seat] else KIND.orders


@rule
def legal(s, seat, out):
    """W-4.6, W-5.4, W-7.2: what may be chosen."""
    asked = kind(s, seat)
    if asked == KIND.deploy:
        return deployment_choices(s, seat, out)
    return split_choices(s, seat, out) if asked == KIND.split else orders(s, seat, out)


@rule
def default(s, seat):
    """W-4.9, W-5.7: the click that a timeout begins with; in battle the turn ends."""
    asked = kind(s, seat)
    if asked == KIND.deploy:
        return deployment_default(s, seat)
    return SPLIT.cancel if asked == KIND.split else ORDER.end


@rule
def takes_back(s, seat, action):
    """Clicks that another click undoes: details of a deployment (W-4.6), marks of a split that are taken off, and an
    army that is turned once more (W-6.1). So random players take a formation, and turn each army once a turn."""
    asked = kind(s, seat)
    if asked == KIND.deploy:
        return action != DEPLOY.ready and action not in DEPLOY.preset
    if asked == KIND.split:
        return action == SPLIT.cancel or (action in SPLIT.mark and (s.marks[seat] >> SPLIT.mark.troop(action)) & 1)
    return action in ORDER.face and (s.turned[seat] >> ORDER.face.army(action)) & 1


@rule
def apply(s, seat, action):
    """Carry a decision out; W-5.7: after two hundred clicks the action phase ends by itself."""
    asked = kind(s, seat)
    if asked == KIND.deploy:
        deployment_step(s, seat, action)
        begin_when_ready(s)
        return
    s.clicks[seat] += 1
    if asked == KIND.split:
        split_step(s, seat, action)
    else:
        give_order(s, seat, action)
    if s.clicks[seat] >= TURN_CLICKS:
        end_action_phase(s, seat)


@rule
def begin_when_ready(s):
    """W-4.1: the battle begins when both are ready."""
    if s.ready[0] and s.ready[1]:
        emit(s, ALL, EVENT.battle_start, s.opt.map, s.first)
        take_the_field(s)
        begin_turn(s, s.first)


@rule
def timeout(s, seat):
    """W-4.9, W-5.7: whose time runs out is ready, with a legal deployment; in battle the action phase ends."""
    if s.stage == STAGE.deploy:
        end_deployment(s, seat)
        begin_when_ready(s)
    else:
        end_action_phase(s, seat)


@rule
def scouts(s, seat, action):
    """W-4.9, W-8.1: who is ready sees the field; a march that lights dark cells shows who is there, or nobody."""
    asked = kind(s, seat)
    if asked == KIND.deploy:
        return action == DEPLOY.ready
    if asked != KIND.orders or action not in ORDER.march:
        return False
    return lights(s, seat, ORDER.march.army(action), ORDER.march.n(action))
