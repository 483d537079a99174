"""D-5, D-6 and D-14: the round, its start phase and its end phase."""

from taku.engine import ALL, emit, rule
from taku.games.destroy.content import POWER
from taku.games.destroy.rules.combat import forget
from taku.games.destroy.rules.field import on_field
from taku.games.destroy.rules.values import lent_by_sub
from taku.games.destroy.state import CARDS, EVENT, PLACES, SEATS


@rule
def start_phase(s):
    """D-5.1, D-6.1 to D-6.4: downed characters recover, and stand up when no damage is left."""
    s.round += 1
    s.phase = 0
    emit(s, ALL, EVENT.round_start, s.round)
    for c in range(SEATS * PLACES):
        if on_field(s, c) and s.down[c]:
            was = s.damage[c]
            s.damage[c] = max(0, was - s.opt.recover - lent_by_sub(s, c // PLACES, POWER.recover))
            if s.damage[c] != was:
                emit(s, ALL, EVENT.recover, c // PLACES, s.who[c], was, s.damage[c])
    for c in range(SEATS * PLACES):
        if on_field(s, c) and s.down[c] and s.damage[c] == 0:
            s.down[c] = 0
            emit(s, ALL, EVENT.stand_up, c // PLACES, s.who[c])


@rule
def end_phase(s):
    """D-14.1 to D-14.3: effects of the round end, all used cards return."""
    emit(s, ALL, EVENT.marks_end)
    for c in range(SEATS * PLACES):
        forget(s, c)
    emit(s, ALL, EVENT.cards_return)
    for seat in range(SEATS):
        s.resting[seat] = 0
        for card in range(CARDS):
            s.used[seat, card] = 0
    emit(s, ALL, EVENT.round_end, s.round)
    s.chant = s.chant_next = 0  # D-13.11: lost without a next phase
