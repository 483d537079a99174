"""D-4: setup. Each seat fills its own draft in secret; when both are ready everything is turned face-up."""

from taku.engine import ALL, emit, roll, rule
from taku.games.destroy.content import FILL_ORDER, START, STARTER, TEAM_OF
from taku.games.destroy.rules.field import put, put_on_sub_place
from taku.games.destroy.state import (
    EVENT,
    KINDS_OF_CHARACTER,
    MAX_UNDOS,
    OUT,
    PLACES,
    SEATS,
    SETUP,
    STAGE,
    TEAMS,
)
from taku.kit.drafts import ask_all, back, can_go_back, close_all, commit, pick
from taku.kit.sets import list_all, size_of

EVERYBODY = (1 << KINDS_OF_CHARACTER) - 1


@rule
def deal(s):
    """D-4.1, D-4.6: what each seat may pick from; a starter team is placed at once."""
    emit(s, ALL, EVENT.match_start)
    s.stage = STAGE.setup
    ask_all(s.draft, (1 << SEATS) - 1)
    for seat in range(SEATS):
        s.dealt[seat] = EVERYBODY
        if s.opt.team_mode == TEAMS.random or (s.opt.team_mode == TEAMS.mirror and seat == 0):
            s.dealt[seat] = four_of(s, EVERYBODY, 0)
        elif s.opt.team_mode == TEAMS.mirror:
            s.dealt[seat] = s.dealt[0]
        for place in range(PLACES):
            s.cell[PLACES * seat + place] = OUT
            if s.opt.team_mode == TEAMS.starter:
                pick(s.draft[seat], 1 + STARTER[place])


@rule
def four_of(s, pool, chosen):
    """A random set of four characters of the pool, the chosen ones among them."""
    n = size_of(chosen)
    while n < PLACES:
        character = roll(s, KINDS_OF_CHARACTER)
        if (pool & ~chosen) >> character & 1:
            chosen |= 1 << character
            n += 1
    return chosen


@rule
def open_to(s, seat):
    """D-4.2: the set of characters that the seat may still pick."""
    found = s.dealt[seat]
    for place in range(s.draft[seat].stage):
        found &= ~(1 << (s.draft[seat].pick[place] - 1))
    return found


@rule
def setup_choices(s, seat, out):
    """D-4.2, D-4.3, D-4.5: a card for the next place, a ready-made team, undo, or ready when all places are filled."""
    n = 0
    if s.draft[seat].stage < PLACES:
        n = list_all(open_to(s, seat), SETUP.pick(1), out, n)
    if s.draft[seat].stage == 0 and s.opt.team_mode == TEAMS.choose:
        for team in range(len(TEAM_OF)):
            out[n] = SETUP.team(team)
            n += 1
    if can_go_back(s.draft[seat], MAX_UNDOS):
        out[n] = SETUP.undo
        n += 1
    if s.draft[seat].stage == PLACES:
        out[n] = SETUP.ready
        n += 1
    return n


@rule
def setup_default(s, seat):
    """Section 5: who runs out of time gets the rest of the places filled in the order of `fill_order`."""
    if s.draft[seat].stage < PLACES:
        for i in range(KINDS_OF_CHARACTER):
            if (open_to(s, seat) >> FILL_ORDER[i]) & 1:
                return SETUP.pick(1 + FILL_ORDER[i])
    return SETUP.ready


@rule
def setup_step(s, seat, action):
    """D-4.5: one click of a seat's draft."""
    if action == SETUP.undo:
        back(s.draft[seat])
    elif action == SETUP.ready:
        commit(s.draft[seat])
        emit(s, ALL, EVENT.seat_ready, seat)
    elif action in SETUP.team:
        for place in range(PLACES):
            pick(s.draft[seat], 1 + TEAM_OF[SETUP.team.team(action), place])
    else:
        pick(s.draft[seat], SETUP.pick.char(action))


@rule
def reveal_teams(s):
    """D-4.3, D-4.4: three on the start cells, one on the sub place, all face-up. The drafts are gone."""
    for seat in range(SEATS):
        for place in range(PLACES):
            c = PLACES * seat + place
            s.who[c] = s.draft[seat].pick[place]
            if place < PLACES - 1:
                put(s, c, START[s.opt.start_layout, seat, place])
            else:
                put_on_sub_place(s, c)
        s.dealt[seat] = 0
        c = PLACES * seat
        emit(s, ALL, EVENT.team_revealed, seat, s.who[c], s.who[c + 1], s.who[c + 2], s.who[c + 3])
    close_all(s.draft)
