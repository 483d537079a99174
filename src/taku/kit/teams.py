"""Seats and teams: bit sets of seats, and ranks from points with ties.

Sets of seats are bit sets (bit 0 is seat 0), as `actors` and `emit` take them. Teams are numbered from 0 in a public
field ``team = i8(seats)``, which ``seen=TEAM`` reads as well.
"""

from taku.engine import Ints, rule


@rule
def has(seats, seat):
    """Whether a seat is in a set."""
    return (seats >> seat) & 1


@rule
def seats_up_to(n):
    """The set of the seats 0 to n − 1."""
    return (1 << n) - 1


@rule
def size_of(seats):
    """How many seats are in a set."""
    n = 0
    while seats:
        seats &= seats - 1
        n += 1
    return n


@rule
def after(seat, n):
    """The next seat clockwise at a table of n."""
    return (seat + 1) % max(1, n)


@rule
def members(team: Ints, n, which):
    """The set of the seats, of n, that belong to a team."""
    seats = 0
    for seat in range(n):
        if team[seat] == which:
            seats |= 1 << seat
    return seats


@rule
def rank(points: Ints, n, out: Ints):
    """Write the ranks of n seats by their points: 1 has most, equal points share the better rank."""
    for seat in range(n):
        out[seat] = 1
        for other in range(n):
            if points[other] > points[seat]:
                out[seat] += 1


@rule
def rank_teams(points: Ints, teams, team: Ints, n, out: Ints):
    """Write the ranks of n seats by their teams' points: members share their team's rank, a rank counts teams."""
    for seat in range(n):
        out[seat] = 1
        for other in range(teams):
            if points[other] > points[team[seat]]:
                out[seat] += 1
