"""O-8: what a won duel is worth. The sheet itself is content/damage.toml, read into the table RESULT."""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.content import (
    BONUS_SHIFT,
    FACING_SHIFT,
    ID_MASK,
    PENALTY_SHIFT,
    PLACES,
    POINTS_MASK,
    RESULT,
    STRENGTH,
)
from taku.games.oneiron.rules.board import adjacent, aims_at, parallel
from taku.games.oneiron.state import EVENT


@rule
def stance(s, winner, loser):
    """O-8.4: how two teams stand to each other, as a number of the damage sheet."""
    place = PLACES.apart
    if s.place[winner] == s.place[loser]:
        place = PLACES.same
    elif adjacent(s.place[winner], s.place[loser]):
        place = PLACES.adjacent
    return 4 * place + 2 * parallel(s.facing[winner], s.facing[loser]) + aims_at(s, winner, loser)


@rule
def result_of(s, winner, loser, card, other):
    """O-8.2 to O-8.8: points and parts of a duel that one team's card won against the other's (0 is a blank)."""
    return RESULT[s.opt.giant_rule, stance(s, winner, loser), STRENGTH[card], STRENGTH[other]]


@rule
def clash(s, winner, loser, card, other):
    """O-8.2 to O-8.8: the result of a won duel, its points and parts; seats win, teams stand."""
    result = result_of(s, s.team[winner], s.team[loser], card, other)
    points = result & POINTS_MASK
    facing = (result >> FACING_SHIFT) & ID_MASK
    bonus = (result >> BONUS_SHIFT) & ID_MASK
    if other:
        emit(s, ALL, EVENT.duel_judged, winner, loser, card, other)
    else:
        emit(s, ALL, EVENT.duel_unopposed, winner, loser, card)
    if STRENGTH[card] == 0 or STRENGTH[other] == 0:
        emit(s, ALL, EVENT.points_fixed, winner, loser, points, facing)
    else:
        emit(s, ALL, EVENT.points_scored, winner, loser, points, facing, bonus, (result >> PENALTY_SHIFT) & ID_MASK)
    return result
