"""What a player knows about playing well: who stands better, which orders deserve a look, and the commanders.

`worth` says what troops count, `belief` what a side takes the battle to be, `ground` reads the map, `orders` are the
turns of levels 1 and 2, `command` is a commander's next click, `commanders` gives them their names and manners.
"""

from taku.bots.contract import Bots
from taku.engine import rule
from taku.games.warring.bot.command import script
from taku.games.warring.bot.commanders import players, scripts, titles
from taku.games.warring.bot.plans import (
    plan_begin,
    plan_choose,
    plan_close,
    plan_guess,
    plan_orders,
    plan_rank,
    plan_scripts,
    plan_step,
    plan_units,
    plan_value,
)
from taku.games.warring.bot.worth import value
from taku.games.warring.content import KIND_OF, STEP, UP
from taku.games.warring.rules import kind
from taku.games.warring.rules.ground import cell_at, distance
from taku.games.warring.state import DEPLOY, KIND, ORDER, SPLIT, TROOPS

__all__ = [
    "BOTS",
    "plan_begin",
    "plan_choose",
    "plan_close",
    "plan_guess",
    "plan_orders",
    "plan_rank",
    "plan_scripts",
    "plan_step",
    "plan_units",
    "plan_value",
    "prefer",
    "value",
]

SEARCH = {"cut": 30}
"""Playouts end after about one round of both sides; `value` says the rest."""

BOTS = Bots(search=SEARCH, players=players, titles=titles, script=script, scripts=scripts)


@rule
def prefer(s, seat, action):
    """The weight of a choice in playouts: towards the enemy, together, and no dithering."""
    asked = kind(s, seat)
    if asked == KIND.deploy:
        return 8 if action == DEPLOY.ready else 1
    if asked == KIND.split:
        return 8 if action == SPLIT.confirm else 1
    if action == ORDER.end:
        return 3 + 2 * s.clicks[seat]
    if action in ORDER.face:
        return prefer_face(s, seat, ORDER.face.army(action), ORDER.face.dir(action))
    if action in ORDER.march:
        return prefer_march(s, seat, ORDER.march.army(action), ORDER.march.n(action))
    return 1 if action in ORDER.split else 20


@rule
def leader(s, side, k):
    """The first troop of an army."""
    for t in range(s.count[side]):
        if s.army[side, t] == k:
            return t
    return 0


@rule
def goal(s, side, here):
    """The cell of the nearest enemy in sight, the general counted three cells nearer; else the middle of its area."""
    enemy = 1 - side
    best = cell_at(s.size // 2, s.size - 2 if enemy == 0 else 1)
    nearest = 99
    for q in range(TROOPS):
        if (s.in_sight[side] >> q) & 1:
            far = distance(here, s.cell[enemy, q]) - (3 if s.kind[enemy, q] == KIND_OF.general else 0)
            if far < nearest:
                nearest = far
                best = s.cell[enemy, q]
    return best


@rule
def prefer_face(s, side, k, d):
    """Turn where the goal lies: that is where an army can march, and where its front should be."""
    t = leader(s, side, k)
    here = s.cell[side, t]
    there = goal(s, side, here)
    nearer = distance(here, there) - distance(here + STEP[d], there)
    now = distance(here, there) - distance(here + STEP[s.facing[side, k] - 1], there)
    return 4 if nearer > now else 1 if d == UP[side] and nearer >= now else 0


@rule
def prefer_march(s, side, k, n):
    """March nearer, but not the general's army first, and not away."""
    t = leader(s, side, k)
    here = s.cell[side, t]
    there = goal(s, side, here)
    nearer = distance(here, there) - distance(here + n * STEP[s.facing[side, k] - 1], there)
    if nearer <= 0:
        return 1
    return 3 + 4 * nearer
