"""Taking back: what a seat may take back, and whether the others must be asked.

It is judged by what the seat itself did and saw. Clicks of others that it cannot see change nothing: they stay, and
neither the answer nor anything else tells of them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from taku.engine.match import Entry, Match, Refused
from taku.engine.state import GameState

GUESSES = 6
"""Worlds tried to find out whether a move showed something hidden, and other choices tried to find out what it told."""
MOST_GUESSES = 8 * GUESSES
"""Worlds drawn for it: in some of them the move could not be chosen."""


@dataclass(frozen=True)
class Undo:
    """What a seat may take back."""

    entry: Entry
    number: int
    """The last of its moves."""
    free: bool
    """Nobody has seen what was chosen, so that nobody need be asked."""


def last_own(match: Match, seat: int) -> int:
    """The number of the seat's last move in force; 0 if there is none or it did not choose it itself."""
    for number in reversed(match.steps.in_force(match.step)):
        if match.entries[number - 1].seat == seat:
            return number if match.entries[number - 1].kind == "move" else 0
    return 0


def still_open(match: Match, seat: int, number: int) -> bool:
    """Whether the decision of that move is still under way: without it the same seats would be asked, and this one."""
    if match.over or number != last_own(match, seat):
        return False
    try:
        without = match.prepare(Entry("undo", seat, number - 1)).state
    except Refused:
        return False
    who, now = match.rules.acting(without), match.rules.acting(match.state)
    if seat in now and seat not in match.rules.acting(match.at(number)):
        return False  # it was done with that decision, and is asked for another one
    return seat in who and {*now, seat} == {*who}


def may_undo(match: Match, seat: int, people: Collection[int]) -> Undo | None:
    """What the seat may take back of its last decision; None: nothing.

    The decision must be under way. Since the seat's move no chance was drawn, and what the seat and the other people
    at the table saw of that move follows from what they had seen before. What others did since stays as it is; if the
    seat has seen what one of them chose, it is too late. Bots do not count: they remember nothing but what they see.
    """
    number = last_own(match, seat)
    if not number or not still_open(match, seat, number):
        return None
    entry = Entry("undo", seat, number - 1)
    begin = match.steps.plan(entry, match.entries).begin
    since = match.steps.since(begin)
    at, s, free = since.index(number), match.at(begin), True
    for step in since[:at]:
        match.carry_out(s, step)
    for step in since[at:]:
        made, before = match.entries[step - 1], s.copy()
        if made.kind not in ("move", "timeout"):
            return None
        action = made.value if made.kind == "move" else match.rules.default(s, made.seat)
        if made.seat == seat and match.rules.scouts(s, seat, action):
            return None  # it has seen who is there, or that nobody is
        match.carry_out(s, step)
        if _drew(match, s, step):
            return None
        if made.seat != seat:
            if _tells(match, before, s, seat, made.seat, action):
                return None
            continue
        for watcher in {seat, *people}:
            if not _foreseen(match, before, s, watcher, seat, action, match.key(step)):
                return None
            free = free and (watcher == seat or not _tells(match, before, s, watcher, seat, action))
    return Undo(entry, number, free)


def _drew(match: Match, after: GameState, step: int) -> bool:
    """Whether an entry drew chance: it is keyed before each, and drawing changes it."""
    fresh = after.copy()
    match.rules.key(fresh, match.key(step))
    return bool(fresh.stream != after.stream)


def _tells(match: Match, before: GameState, after: GameState, watcher: int, seat: int, action: int) -> bool:
    """Whether a watcher saw what the seat chose, and not only that it chose: another choice would look different."""
    rules = match.rules
    seen = rules.view(after, watcher)
    if seen.core_bytes() == rules.view(before, watcher).core_bytes() and not seen.log.count:
        return False
    asked, tried = rules.actors(after), 0
    for other in rules.legal(before, seat):
        if other == action or tried == GUESSES:
            continue
        instead = before.copy()
        rules.act(instead, seat, other)
        if rules.actors(instead) != asked:
            continue  # another kind of step: one that goes on where this one ends
        tried += 1
        shown = rules.view(instead, watcher)
        if shown.core_bytes() != seen.core_bytes() or shown.events() != seen.events():
            return True
    return False


def _foreseen(
    match: Match, before: GameState, after: GameState, watcher: int, seat: int, action: int, key: bytes
) -> bool:
    """Whether a watcher learned no more than what the seat chose: in every world that fits what they had seen, and in
    which it could be chosen, they would now see the same."""
    rules = match.rules
    seen = rules.view(before, watcher)
    now_seen = rules.view(after, watcher).core_bytes()
    if seen.core_bytes() == now_seen:
        return True
    tried = 0
    asked = rules.kind(before, seat)
    chance = Random(key + bytes([watcher]))  # asking again gives the same answer
    for number in range(MOST_GUESSES):
        world = rules.guess(seen, watcher, chance.getrandbits(31), number)
        if rules.kind(world, seat) != asked or action not in rules.legal(world, seat):
            continue
        rules.key(world, key)
        rules.act(world, seat, action)
        if rules.view(world, watcher).core_bytes() != now_seen:
            return False
        tried += 1
        if tried == GUESSES:
            return True
    return tried > 0
