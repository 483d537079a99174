"""W-11: interception and return strike."""

from taku.engine import ALL, emit, rule
from taku.games.warring.rules.armies import members
from taku.games.warring.rules.strikes import can_reach, prey, volley
from taku.games.warring.state import ARMIES, EVENT, EVERY_TROOP, RETURN, STAGE


@rule
def intercept(s, side, k, marchers):
    """W-11.1 to W-11.6: enemy armies that have not acted strike the marchers; then the marching army strikes back."""
    enemy = 1 - side
    if not prey(s, enemy, EVERY_TROOP, marchers):
        return
    interceptors = 0
    for j in range(1, ARMIES + 1):
        if s.facing[enemy, j] and not s.acted[enemy, j] and can_reach(s, enemy, j, marchers):
            emit(s, ALL, EVENT.intercept, enemy, j, side, k)
            interceptors |= members(s, enemy, j)
            volley(s, enemy, j, 0, marchers)
            if s.stage == STAGE.over:
                return
    if interceptors and s.opt.return_strike == RETURN.now and s.facing[side, k]:
        if can_reach(s, side, k, interceptors):
            emit(s, ALL, EVENT.return_strike, side, k)
            volley(s, side, k, 0, EVERY_TROOP)
