"""Chance: a stream of random words inside the state, the same at all three speeds.

The generator is sfc32 (three words and a counter): it passes the usual batteries, needs only additions, shifts and
exclusive ors of 32-bit words, and its 128 bits cannot be searched from what a seat sees of its own hand.
"""

from __future__ import annotations

from taku.engine.rule import rule

MASK = 0xFFFFFFFF


@rule
def word(s):
    """The next 32 random bits. Masked after each addition, so that unbounded ints agree with the machine's."""
    a = s.stream[0] & MASK
    b = s.stream[1] & MASK
    c = s.stream[2] & MASK
    n = s.stream[3] & MASK
    t = (a + b + n) & MASK
    s.stream[0] = b ^ (b >> 9)
    s.stream[1] = (c + (c << 3)) & MASK
    s.stream[2] = ((((c << 21) | (c >> 11)) & MASK) + t) & MASK
    s.stream[3] = (n + 1) & MASK
    return t


@rule
def roll(s, sides):
    """A number from 0 to sides − 1, each equally likely (Lemire's multiplication with rejection)."""
    product = word(s) * sides
    low = product & MASK
    if low < sides:
        least = (MASK + 1 - sides) % max(1, sides)
        while low < least:
            product = word(s) * sides
            low = product & MASK
    return product >> 32


@rule
def die(s):
    """A throw of a six-sided die, 1 to 6."""
    return 1 + roll(s, 6)


@rule
def key(s, a, b, c, d):
    """Set the stream from 128 bits that are already random, as a match does before every entry."""
    s.stream[0] = a & MASK
    s.stream[1] = b & MASK
    s.stream[2] = c & MASK
    s.stream[3] = d & MASK


@rule
def seed(s, number, index):
    """Set the stream for simulated match `index` of a run; twelve words are thrown away, as sfc32's author advises."""
    key(s, number, number >> 32, index, (index >> 32) + 1)
    for _ in range(12):
        word(s)
