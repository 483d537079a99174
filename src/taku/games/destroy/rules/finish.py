"""D-1 and D-15: the end of the game."""

from taku.engine import ALL, emit, rule
from taku.games.destroy.rules.field import face_up, on_field
from taku.games.destroy.state import BOTH_DOWN, DRAW, ENDED, EVENT, LIMIT, PLACES, SEATS, STAGE


@rule
def finish(s, winner, reason):
    """The match is over: `winner` is 1 + a seat, or DRAW."""
    s.stage = STAGE.over
    s.winner = winner
    if winner == DRAW:
        emit(s, ALL, EVENT.drawn, reason)
    else:
        emit(s, ALL, EVENT.won, winner - 1, reason)


@rule
def check_victory(s):
    """D-1.1, D-15.1 to D-15.3: after every completed action, for both players together."""
    up0 = standing(s, 0)
    up1 = standing(s, 1)
    if up0 and up1:
        return
    if up0 or up1:
        finish(s, 1 if up0 else 2, ENDED.all_down)
    elif s.opt.both_down == BOTH_DOWN.draw:
        finish(s, DRAW, ENDED.both_down)
    else:
        finish(s, s.user if s.opt.both_down == BOTH_DOWN.actor_wins else SEATS + 1 - s.user, ENDED.both_down)


@rule
def standing(s, seat):
    """How many face-up characters the seat has on the field; its sub does not count (D-1.1)."""
    n = 0
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if face_up(s, c):
            n += 1
    return n


@rule
def limit_reached(s):
    """D-15.5: the last round is over; face-up characters count first, then all on the field, then damage."""
    present0 = present1 = damage0 = damage1 = 0
    for c in range(SEATS * PLACES):
        if on_field(s, c):
            if c < PLACES:
                present0 += 1
                damage0 += s.damage[c]
            else:
                present1 += 1
                damage1 += s.damage[c]
    up = standing(s, 0) - standing(s, 1)
    lead = up if up else present0 - present1 if present0 != present1 else damage1 - damage0
    if lead == 0 or s.opt.limit_result == LIMIT.draw:
        finish(s, DRAW, ENDED.limit_draw)
    else:
        reason = ENDED.limit_faceup if up else ENDED.limit_field if present0 != present1 else ENDED.limit_damage
        finish(s, 1 if lead > 0 else 2, reason)


@rule
def scores(s, out):
    """D-15.2, D-15.3: the winner is first; a draw is shared."""
    for seat in range(SEATS):
        out[seat] = 1 if s.winner == DRAW or s.winner == 1 + seat else 2


@rule
def resign(s, seat):
    """D-1.2, D-15.4: who surrenders has lost."""
    emit(s, ALL, EVENT.resigned, seat)
    finish(s, SEATS - seat, ENDED.resign)
