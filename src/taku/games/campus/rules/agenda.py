"""What is still to be done, the next thing last: effects that interrupt others go on top of them (C-4.9)."""

from taku.engine import rule


@rule
def push(s, op, seat, a=0, b=0, c=0):
    """Do this next."""
    s.task[s.depth, 0] = op
    s.task[s.depth, 1] = seat
    s.task[s.depth, 2] = a
    s.task[s.depth, 3] = b
    s.task[s.depth, 4] = c
    s.depth += 1


@rule
def pop(s):
    """The last task is done with."""
    s.depth -= 1
    for i in range(5):
        s.task[s.depth, i] = 0


@rule
def asked(s):
    """What the last task is: a decision, below DECISIONS, or something to carry out."""
    return s.task[s.depth - 1, 0]


@rule
def who(s):
    """The seat of the last task."""
    return s.task[s.depth - 1, 1]


@rule
def arg(s, i):
    """A number of the last task: 0, 1 or 2."""
    return s.task[s.depth - 1, 2 + i]


@rule
def once_more(s):
    """One less of what the last task counts in its first number; it is done with when nothing is left."""
    if s.task[s.depth - 1, 2] <= 1:
        pop(s)
    else:
        s.task[s.depth - 1, 2] -= 1
