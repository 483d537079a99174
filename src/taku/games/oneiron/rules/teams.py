"""O-1 and O-2: who belongs together, who is living, and who decides for a team."""

from taku.engine import rule
from taku.games.oneiron.state import LEAD


@rule
def seat_of(s, team, i):
    """The seat of member 0 or 1 of a team; −1 if a solo team has no such member."""
    return s.member[team, i] - 1


@rule
def home(s, team):
    """Where the team's hand lies outside battles: with the member with the lower seat."""
    return s.member[team, 0] - 1


@rule
def lives_of(s, team, i):
    """O-1.7: the lives of a member; 0 if there is none."""
    seat = s.member[team, i] - 1
    return s.lives[seat] if seat >= 0 else 0


@rule
def living_members(s, team):
    """O-1.7: how many members are living."""
    return int(lives_of(s, team, 0) > 0) + int(lives_of(s, team, 1) > 0)


@rule
def partner(s, seat):
    """The other member's seat; −1 in a solo team."""
    team = s.team[seat]
    return s.member[team, 0] + s.member[team, 1] - seat - 2


@rule
def living_partner(s, seat):
    """The other member's seat if that member is living, else −1."""
    other = partner(s, seat)
    return other if other >= 0 and s.lives[other] > 0 else -1


@rule
def lead(s, team):
    """O-2.1, O-2.2: the member that clicks for the team, the partner if that one is not living."""
    i = s.round % 2 if s.opt.lead_mode == LEAD.alternate else int(s.opt.lead_mode == LEAD.second)
    if lives_of(s, team, i) == 0:
        i = 1 - i
    return seat_of(s, team, i)


@rule
def only_team(s, team):
    """The bit set of a team's seats, for events that nobody else sees."""
    seats = 1 << (s.member[team, 0] - 1)
    if s.member[team, 1]:
        seats |= 1 << (s.member[team, 1] - 1)
    return seats


@rule
def team_cards(s, team):
    """How many cards a team holds; the numbers are public."""
    n = s.hand[s.member[team, 0] - 1].size
    if s.member[team, 1]:
        n += s.hand[s.member[team, 1] - 1].size
    return n
