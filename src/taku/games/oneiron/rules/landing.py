"""O-4: the landing. Each lead seals two cards and a facing; axes and cards are revealed together."""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.content import CARD_TYPES, ELEMENT, JOKER, NUMBER
from taku.games.oneiron.rules.board import place_at, sum_of
from taku.games.oneiron.rules.cards import part_with
from taku.games.oneiron.rules.teams import home, lead
from taku.games.oneiron.state import AXIS, EVENT, FACE, KIND, LEFT, LINE, MAX_BACKS, RIGHT, STEP
from taku.kit.drafts import ask, back, can_go_back, close_all, commit, pick


@rule
def landing_kind(s, seat):
    """O-4.3: the left card, the right card, the facing."""
    return KIND.land_left + s.draft[seat].stage


@rule
def landing_legal(s, seat, out):
    """O-4.3: any card of the hand, then any of the rest, then a facing; a click can be taken back (O-2.6)."""
    n = 0
    stage = s.draft[seat].stage
    if stage == 2:
        for facing in range(4):
            out[n] = FACE.land_face(facing)
            n += 1
    else:
        hand = s.hand[home(s, s.team[seat])]
        left = s.draft[seat].pick[0]
        for card in range(1, CARD_TYPES + 1):
            out[n] = land(stage, card)
            n += hand.of[card] > (card == left)
    if can_go_back(s.draft[seat], MAX_BACKS):
        out[n] = FACE.back
        n += 1
    return n


@rule
def land(stage, card):
    """The left card, then the right one."""
    return RIGHT.land_right(card) if stage else LEFT.land_left(card)


@rule
def landing_default(s, seat):
    """Decisions table: the lowest element card that is left, and facing up."""
    if s.draft[seat].stage == 2:
        return FACE.land_face(0)
    hand = s.hand[home(s, s.team[seat])]
    left = s.draft[seat].pick[0]
    best = JOKER
    for card in range(1, JOKER):
        if hand.of[card] > (card == left) and NUMBER[card] < NUMBER[best]:
            best = card
    return land(s.draft[seat].stage, best)


@rule
def landing_click(s, seat, action):
    """O-2.6, O-4.3: the third click commits."""
    draft = s.draft[seat]
    if draft.stage == 0:
        pick(draft, LEFT.land_left.card(action))
    elif action == FACE.back:
        back(draft)
    elif draft.stage == 1:
        pick(draft, RIGHT.land_right.card(action))
    else:
        pick(draft, 1 + FACE.land_face.facing(action))
        commit(draft)
        emit(s, ALL, EVENT.landing_committed, 1 + s.team[seat])


@rule
def reveal_landing(s):
    """O-4.4, O-4.6: axes, then all landing cards; who laid a joker is asked where it stands."""
    for i in range(6):
        s.axis[i] = s.face_down[i]
        s.face_down[i] = 0
    for axis in range(2):
        i = 3 * axis
        emit(s, ALL, EVENT.axes_revealed, axis, ELEMENT[s.axis[i]], ELEMENT[s.axis[i + 1]], ELEMENT[s.axis[i + 2]])
    for team in range(s.teams):
        seat = lead(s, team)
        for i in range(2):
            s.grid[team, i] = s.draft[seat].pick[i]
            part_with(s, home(s, team), s.grid[team, i])
        s.facing[team] = s.draft[seat].pick[2] - 1
        emit(s, ALL, EVENT.landing_revealed, 1 + team, s.grid[team, 0], s.grid[team, 1], s.facing[team])
    close_all(s.draft)
    s.step = STEP.land_joker
    for team in range(s.teams):
        if s.grid[team, 0] == JOKER or s.grid[team, 1] == JOKER:
            ask(s.draft[lead(s, team)])


@rule
def joker_axis(s, seat):
    """O-4.6: with two jokers first the column, then the row."""
    team = s.team[seat]
    return AXIS.column if s.grid[team, 0] == JOKER and s.draft[seat].stage == 0 else AXIS.row


@rule
def joker_click(s, seat, action):
    """O-4.6: a column or row, 1 to 3; picks[0] is the column, picks[1] the row, in secret until all have chosen."""
    draft = s.draft[seat]
    team = s.team[seat]
    axis = joker_axis(s, seat)
    draft.pick[axis] = LINE.line.n(action)
    draft.stage = 1
    if axis == AXIS.row or s.grid[team, 1] != JOKER:
        commit(draft)


@rule
def line_of(s, axis, card):
    """O-4.5: the column or row, 1 to 3, that an element card names; 0 for a joker."""
    for i in range(3):
        if ELEMENT[s.axis[3 * axis + i]] == ELEMENT[card]:
            return 1 + i
    return 0


@rule
def touch_down(s):
    """O-4.5 to O-4.7: all pieces are placed; several teams may share a cell."""
    for team in range(s.teams):
        seat = lead(s, team)
        column = line_of(s, AXIS.column, s.grid[team, 0])
        row = line_of(s, AXIS.row, s.grid[team, 1])
        if column == 0:
            column = s.draft[seat].pick[AXIS.column]
            emit(s, ALL, EVENT.landing_joker_chosen, 1 + team, AXIS.column, ELEMENT[s.axis[column - 1]])
        if row == 0:
            row = s.draft[seat].pick[AXIS.row]
            emit(s, ALL, EVENT.landing_joker_chosen, 1 + team, AXIS.row, ELEMENT[s.axis[2 + row]])
        s.place[team] = place_at(column, row)
        emit(s, ALL, EVENT.team_landed, 1 + team, s.place[team], s.facing[team], sum_of(s, team))
    close_all(s.draft)
