"""O-9.9 to O-9.11 and O-13: teams leave, ranks, the end of the game."""

from taku.engine import ALL, emit, rule
from taku.games.oneiron.content import CARD_TYPES
from taku.games.oneiron.rules.board import sum_of
from taku.games.oneiron.rules.teams import lives_of, living_members, team_cards
from taku.games.oneiron.state import CLAIMS, ENDED, EVENT, GONE, STEP
from taku.kit.cards import gain
from taku.kit.drafts import close_all


@rule
def held_cards(s, team):
    """O-9.11: the cards a team holds before looting: its hands and what is shown of those who just fell."""
    n = team_cards(s, team)
    for k in range(CLAIMS):
        if s.victim[k] and s.team[s.victim[k] - 1] == team:
            n += s.spoil[k].size
    return n


@rule
def eliminate(s):
    """O-9.9 to O-9.11: all teams without a life leave together; True if the game is over (O-13.1, O-13.2)."""
    for team in range(s.teams):
        s.held[team] = -1
        if s.rank[team] == 0 and living_members(s, team) == 0:
            s.held[team] = held_cards(s, team)
    left = 0
    for team in range(s.teams):
        left += s.rank[team] == 0 and s.held[team] < 0
    for team in range(s.teams):
        if s.held[team] >= 0:
            s.rank[team] = 1 + left + better(s, team)
            emit(s, ALL, EVENT.team_eliminated, 1 + team, s.rank[team])
    for team in range(s.teams):
        if s.held[team] >= 0:
            leave_grid(s, team)
    if left <= 1:
        finish(s, ENDED.last_team if left else ENDED.nobody_left)
    return left <= 1


@rule
def better(s, team):
    """O-9.11: how many of the teams eliminated at this moment go after it: more cards, then the smaller sum."""
    n = 0
    for other in range(s.teams):
        if s.held[other] > s.held[team]:
            n += 1
        elif s.held[other] == s.held[team] and s.held[team] >= 0 and sum_of(s, other) < sum_of(s, team):
            n += 1
    return n


@rule
def leave_grid(s, team):
    """O-9.9: token and grid cards leave the grid; life tokens in cells stay."""
    for i in range(2):
        gain(s.graveyard, s.grid[team, i])
        s.grid[team, i] = 0
    s.place[team] = GONE
    s.facing[team] = 0
    for card in range(1, CARD_TYPES + 1):
        s.known[team, card] = 0


@rule
def finish(s, reason):
    """O-13: the last team, or the best of those left, wins."""
    close_all(s.draft)
    s.step = STEP.over
    for team in range(s.teams):
        if s.rank[team] == 0 and reason == ENDED.last_team:
            s.rank[team] = 1
        if s.rank[team] == 1:
            emit(s, ALL, EVENT.team_won, 1 + team)
    if reason == ENDED.last_team:
        emit(s, ALL, EVENT.game_ended)
    elif reason == ENDED.nobody_left:
        emit(s, ALL, EVENT.ended_together)
    else:
        emit(s, ALL, EVENT.ended_by_round, s.round)


@rule
def round_limit(s):
    """O-13.3: living teams are ranked by lives, living members, cards, and the smaller sum."""
    for team in range(s.teams):
        s.held[team] = 0
        if s.rank[team] == 0:
            s.held[team] = 1
            for other in range(s.teams):
                if s.rank[other] == 0 and standing(s, other) > standing(s, team):
                    s.held[team] += 1
    for team in range(s.teams):
        if s.held[team]:
            s.rank[team] = s.held[team]
    finish(s, ENDED.round_limit)


@rule
def standing(s, team):
    """O-13.3: all four criteria as one number, the first one weighing most."""
    total = lives_of(s, team, 0) + lives_of(s, team, 1)
    return ((total * 4 + living_members(s, team)) * 256 + team_cards(s, team)) * 64 + 63 - sum_of(s, team)


@rule
def scores(s, out):
    """O-9.10, O-13.1: both members share their team's rank, fallen or not; the living are first."""
    for seat in range(s.seats):
        rank = s.rank[s.team[seat]]
        out[seat] = rank if rank else 1
