"""commute: while several seats choose, the order of their clicks does not matter, and no chance is drawn."""

from __future__ import annotations

import random
from collections import Counter

from taku.check.result import Broken
from taku.check.trial import Moment, Recording, Trial, differences, without_stream
from taku.engine.state import GameState

SOME = 24
CLICKS = 5
"""Clicks of one seat, take-backs among them."""
ORDERS = 4
"""Interleavings beside the one in which the seats click one after another."""

Click = tuple[int, int]


def commute(trial: Trial, match: Recording) -> int:
    """Every interleaving of the actors' clicks gives the same bytes and, their order apart, the same events."""
    rng, count = match.rng("commute"), 0
    for m in match.moments("commute", SOME):
        acting = trial.rules.acting(m.s)
        if len(acting) < 2:
            continue
        seats = acting if rng.random() < 0.7 else rng.sample(acting, 2)
        sequences = {seat: alone(trial, m, seat, rng) for seat in seats}
        first_order = [click for seat in seats for click in sequences[seat]]
        first = clicked(trial, m, first_order)
        for _ in range(ORDERS):
            order = interleaved(sequences, rng)
            other = clicked(trial, m, order)
            compare(m, first_order, first, order, other)
            count += 1
    return count


def alone(trial: Trial, m: Moment, seat: int, rng: random.Random) -> list[Click]:
    """Clicks that a seat makes by itself while the others wait, until it is done."""
    rules, s, made = trial.rules, m.s.copy(), list[Click]()
    others = rules.actors(m.s) & ~(1 << seat)
    while len(made) < CLICKS and rules.actors(s) >> seat & 1:
        stream = bytes(s.stream)
        click = seat, rng.choice(rules.legal(s, seat))
        rules.act(s, *click)
        made.append(click)
        gone = others & ~rules.actors(s)
        if gone:
            lost = [i for i in range(s.seats) if gone >> i & 1]
            raise Broken(
                f"{told_clicks(made)} takes the decision from seat {lost[0]}, which had still to choose: "
                "what one seat does in a choice of several must not end it for another",
                m.step,
            )
        if bytes(s.stream) != stream:
            raise Broken(
                f"{told_clicks(made)} draws chance while others have still to choose: draw it after the last commit",
                m.step,
            )
    return made


def interleaved(sequences: dict[int, list[Click]], rng: random.Random) -> list[Click]:
    """A random order that keeps each seat's own."""
    turns = [seat for seat, clicks in sequences.items() for _ in clicks]
    rng.shuffle(turns)
    left = {seat: iter(clicks) for seat, clicks in sequences.items()}
    return [next(left[seat]) for seat in turns]


def clicked(trial: Trial, m: Moment, order: list[Click]) -> tuple[GameState, Counter[tuple[int, ...]]]:
    """The state after these clicks, and all that was told on the way."""
    s = m.s.copy()
    told: Counter[tuple[int, ...]] = Counter()
    for i, (seat, action) in enumerate(order):
        if seat not in trial.rules.acting(s) or action not in trial.rules.legal(s, seat):
            raise Broken(
                f"seat {seat} could do {action} by itself, but not after {told_clicks(order[:i])}: "
                "another seat's click changed what it may do",
                m.step,
            )
        trial.rules.act(s, seat, action)
        told.update(s.events())
    return s, told


def compare(
    m: Moment,
    one: list[Click],
    a: tuple[GameState, Counter[tuple[int, ...]]],
    other: list[Click],
    b: tuple[GameState, Counter[tuple[int, ...]]],
) -> None:
    orders = f"first  {told_clicks(one)}\nsecond {told_clicks(other)}"
    if without_stream(a[0]) != without_stream(b[0]):
        text = differences(a[0], b[0], "in the first order", "in the second", skip=("stream", "log"))
        raise Broken(f"the order of clicks of seats that choose at the same time matters:\n{orders}\n{text}", m.step)
    if a[1] != b[1]:
        only_a, only_b = list((a[1] - b[1]).elements())[:3], list((b[1] - a[1]).elements())[:3]
        raise Broken(
            f"the order of clicks changes what is told:\n{orders}\nonly first {only_a}, only second {only_b}", m.step
        )


def told_clicks(clicks: list[Click]) -> str:
    return ", ".join(f"seat {seat}: {action}" for seat, action in clicks)
