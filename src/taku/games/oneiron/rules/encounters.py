"""O-5.6, O-5.7 and O-6: a round begins; lots, order, and who meets whom."""

from taku.engine import ALL, emit, roll, rule
from taku.games.oneiron.rules.board import adjacent, inside, sum_of
from taku.games.oneiron.rules.teams import lead, living_members
from taku.games.oneiron.state import ENCOUNTERS, EVENT, LEAD, MEETING, SEATS, TEAMS


@rule
def begin_round(s):
    """O-5.6: a new round; all traces of the last one are cleared."""
    s.round += 1
    s.exchange = s.moving = 0
    emit(s, ALL, EVENT.round_started, s.round)
    for team in range(TEAMS):
        s.battle[team] = s.waiting[team] = s.lot[team] = s.order[team] = s.granted[team] = 0
    for e in range(ENCOUNTERS):
        s.encounter[e, 0] = s.encounter[e, 1] = s.fighting[e] = s.crossed[e] = 0
        for duel in range(4):
            s.worth[e, duel] = 0
    for seat in range(SEATS):
        s.shown[seat] = 0
    if s.opt.lead_mode == LEAD.alternate:
        for team in range(s.teams):
            if living_members(s, team) == 2:
                emit(s, ALL, EVENT.lead_changed, 1 + team, lead(s, team))
    draw_lots(s)
    match_teams(s)


@rule
def draw_lots(s):
    """O-5.7: a random order of the living teams; smaller sums go before it."""
    n = 0
    for team in range(s.teams):
        if s.rank[team] == 0:
            k = roll(s, n + 1)
            s.order[n] = s.order[k]
            s.order[k] = 1 + team
            n += 1
    for i in range(n):
        s.lot[s.order[i] - 1] = 1 + i
    for i in range(1, n):
        team = s.order[i]
        k = i
        while k > 0 and sum_of(s, s.order[k - 1] - 1) > sum_of(s, team - 1):
            s.order[k] = s.order[k - 1]
            k -= 1
        s.order[k] = team
    o = s.order
    emit(s, ALL, EVENT.initiative_set, o[0], o[1], o[2], o[3], o[4], o[5])
    if n > 6:
        emit(s, ALL, EVENT.initiative_more, o[6], o[7], o[8], o[9])


@rule
def can_meet(s, team):
    """O-6.6: outside nobody meets anyone, unless `outside_encounters` says so."""
    return s.rank[team] == 0 and (s.opt.outside_encounters or inside(s.place[team]))


@rule
def shares_cell(s, team):
    """O-6.5: whether another team stands in the same cell."""
    for other in range(s.teams):
        if other != team and s.rank[other] == 0 and s.place[other] == s.place[team]:
            return True
    return False


@rule
def match_teams(s):
    """O-6.1 to O-6.5: teams in one cell first, then neighbours; everybody by order and at most once."""
    found = match_pairs(s, MEETING.same_cell, 0)
    found = match_pairs(s, MEETING.adjacent, found)
    for i in range(s.teams):
        team = s.order[i] - 1
        if team >= 0 and s.battle[team] == 0 and can_meet(s, team) and shares_cell(s, team):
            s.waiting[team] = 1
            emit(s, ALL, EVENT.team_waiting, 1 + team)
    if found == 0:
        emit(s, ALL, EVENT.no_encounter)


@rule
def may_be_matched(s, team, how):
    """O-6.3, O-6.4: not matched yet, and for neighbours not left over in its cell if `waiting_adjacent` is off."""
    if team < 0 or s.battle[team] or not can_meet(s, team):
        return False
    return how == MEETING.same_cell or s.opt.waiting_adjacent or not shares_cell(s, team)


@rule
def match_pairs(s, how, found):
    """O-6.1, O-6.2: going through the teams by order, each takes the first one after it that it can meet.

    Nobody before it is left: whoever comes first by order has chosen already. O-6.7: the earlier one attacks first.
    """
    for i in range(s.teams):
        team = s.order[i] - 1
        if may_be_matched(s, team, how):
            for k in range(i + 1, s.teams):
                other = s.order[k] - 1
                if may_be_matched(s, other, how) and meets(s, team, other, how):
                    s.encounter[found, 0] = 1 + team
                    s.encounter[found, 1] = 1 + other
                    s.battle[team] = s.battle[other] = 1 + found
                    s.fighting[found] = 1
                    found += 1
                    emit(s, ALL, EVENT.encounter_set, 1 + team, 1 + other, how)
                    break
    return found


@rule
def meets(s, team, other, how):
    """O-5.4, O-6.1, O-6.2: the same cell, or cells that share an edge."""
    if how == MEETING.same_cell:
        return s.place[team] == s.place[other]
    return adjacent(s.place[team], s.place[other])
