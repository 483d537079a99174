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
    left = members(s, side, k)  # not another part that takes the number of a broken army
    for j in range(1, ARMIES + 1):
        if s.facing[enemy, j] and not s.acted[enemy, j] and can_reach(s, enemy, j, marchers):
            emit(s, ALL, EVENT.intercept, enemy, j, side, k)
            interceptors |= members(s, enemy, j)
            volley(s, enemy, j, 0, marchers)
            if s.stage == STAGE.over:
                return
            left &= members(s, side, k)
    if interceptors and left and s.opt.return_strike == RETURN.now:
        if can_reach(s, side, k, interceptors):
            emit(s, ALL, EVENT.return_strike, side, k)
            volley(s, side, k, 0, EVERY_TROOP)
