"""O-12: life tokens are taken from the cells."""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.rules.board import inside, sum_of
from taku.games.oneiron.rules.cards import draw_for
from taku.games.oneiron.rules.encounters import shares_cell
from taku.games.oneiron.rules.teams import lead, lives_of, living_members, seat_of
from taku.games.oneiron.state import CHARGE_CARDS, EVENT, REVIVE, SALVAGE_CARDS, SCOPE, STEP, USES
from taku.kit.drafts import action_at, ask, close_all


@rule
def entitled(s, team):
    """O-12.1: on a cell with a token, and alone there now or left waiting in this round's battle."""
    if s.rank[team] or not inside(s.place[team]) or s.token[s.place[team]] == 0:
        return False
    return s.waiting[team] > 0 or not shares_cell(s, team)


@rule
def grant_tokens(s):
    """O-12.1, O-12.2: on each cell by present sum, equal sums by lot, while the tokens last."""
    s.step = STEP.revive_use
    for team in range(s.teams):
        s.granted[team] = 0
        if entitled(s, team):
            before = 0
            for other in range(s.teams):
                if other != team and entitled(s, other) and s.place[other] == s.place[team]:
                    before += turn_of(s, other) < turn_of(s, team)
            if before < s.token[s.place[team]]:
                s.granted[team] = 1
                emit(s, ALL, EVENT.token_granted, 1 + team, s.place[team])
                ask(s.draft[lead(s, team)])


@rule
def turn_of(s, team):
    """O-12.2: smaller sums first, then lots."""
    return 16 * sum_of(s, team) + s.lot[team]


@rule
def can_revive(s, team, use):
    """O-12.3 to O-12.6: salvage needs a fallen member, a life a living one below the cap."""
    if use == REVIVE.salvage:
        return s.member[team, 1] > 0 and living_members(s, team) == 1
    if use in REVIVE.life:
        i = REVIVE.life.member(use)
        total = lives_of(s, team, 0) + lives_of(s, team, 1)
        counted = total if s.opt.life_cap_scope == SCOPE.team else lives_of(s, team, i)
        return lives_of(s, team, i) > 0 and counted < s.opt.life_cap
    return True


@rule
def revive_legal(s, seat, out):
    """O-12.3: what the token may be used for."""
    n = 0
    for use in range(USES):
        if can_revive(s, s.team[seat], use):
            out[n] = use
            n += 1
    return n


@rule
def revive_default(s, seat):
    """Decisions table: salvage; else a life for who has fewer; else cards."""
    team = s.team[seat]
    if can_revive(s, team, REVIVE.salvage):
        return REVIVE.salvage
    i = int(living_members(s, team) == 2 and lives_of(s, team, 1) < lives_of(s, team, 0))
    if lives_of(s, team, 0) == 0:
        i = 1
    return REVIVE.life(i) if can_revive(s, team, REVIVE.life(i)) else REVIVE.cards


@rule
def use_tokens(s):
    """O-12.3 to O-12.7: all choices are carried out; teams draw in order of their numbers."""
    for team in range(s.teams):
        if s.granted[team]:
            use = action_at(s.draft[lead(s, team)], 0)
            if use == REVIVE.decline:
                emit(s, ALL, EVENT.token_declined, 1 + team)
            else:
                s.token[s.place[team]] -= 1
                use_token(s, team, use)
    close_all(s.draft)


@rule
def use_token(s, team, use):
    if use == REVIVE.salvage:
        seat = seat_of(s, team, int(lives_of(s, team, 0) > 0))
        s.lives[seat] = 1
        emit(s, ALL, EVENT.member_salvaged, 1 + team, seat)
        draw_for(s, team, SALVAGE_CARDS, EVENT.salvage_card)
    elif use == REVIVE.cards:
        draw_for(s, team, CHARGE_CARDS, EVENT.cards_charged)
    else:
        seat = seat_of(s, team, REVIVE.life.member(use))
        s.lives[seat] += 1
        emit(s, ALL, EVENT.life_charged, seat, s.lives[seat])
