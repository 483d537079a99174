"""S-10: random events."""

from taku.engine import ALL, emit, rule
from taku.games.synegier.content import EVENTS, ON, OP
from taku.games.synegier.rules.enemies import reinforce
from taku.games.synegier.rules.pieces import any_of
from taku.games.synegier.rules.selectors import NO_YOU
from taku.games.synegier.rules.settlement import all_parts, settle
from taku.games.synegier.rules.shop import fill_shop
from taku.games.synegier.state import EVENT, PIECES
from taku.games.synegier.tables import EFFECT_OF, FIRST_EVENT, ON_OF, STEPS
from taku.kit.sets import up_to


@rule
def draw_event(s):
    """S-10.1, S-10.2: what lasted until the next event ends, and the next card is carried out."""
    expire_cycle(s)
    if s.events_left == 0:
        s.events_left = up_to(EVENTS)
    i = any_of(s, s.events_left)
    s.events_left &= ~(1 << i)
    s.event = 1 + i
    emit(s, ALL, EVENT.event_drawn, s.event)
    for k in range(STEPS[FIRST_EVENT + i]):
        if ON_OF[EFFECT_OF[FIRST_EVENT + i, k, 0, 0]] == ON.event:
            change_table(s, EFFECT_OF[FIRST_EVENT + i, k, 0, 0], EFFECT_OF[FIRST_EVENT + i, k, 0, 1])
    all_parts(s, NO_YOU, FIRST_EVENT + i)
    settle(s)


@rule
def expire_cycle(s):
    """S-10.2, S-12.9."""
    changed = s.sale + s.bounty
    s.sale = s.bounty = 0
    for p in range(PIECES):
        changed |= s.atk_cycle[p] | s.def_cycle[p]
        s.atk_cycle[p] = s.def_cycle[p] = 0
    if changed:
        emit(s, ALL, EVENT.changes_expired)


@rule
def change_table(s, op, n):
    """S-12.7, S-10.4: ops of events; in the raid nobody comes, and nothing is paid for."""
    if op == OP.restock:
        fill_shop(s)
    elif op == OP.sale:
        s.sale = n
    elif not s.raid:
        if op == OP.bounty:
            s.bounty = n
        else:
            reinforce(s, n)
