"""Sets of small numbers as the bits of one number: seats, cells, troops. Bit 0 stands for number 0."""

from taku.engine import rule


@rule
def up_to(n):
    """The set of all numbers below n."""
    return (1 << n) - 1


@rule
def size_of(members):
    """How many numbers a set has."""
    n = 0
    while members:
        members &= members - 1
        n += 1
    return n


@rule
def lowest_of(members):
    """The lowest number of a set that is not empty."""
    i = 0
    while not (members >> i) & 1:
        i += 1
    return i


@rule
def list_all(members, first, out, n):
    """Write ``first + i`` for each i of a set behind the n numbers of a list; how many it then has."""
    while members:
        if members & 1:
            out[n] = first
            n += 1
        members >>= 1
        first += 1
    return n
