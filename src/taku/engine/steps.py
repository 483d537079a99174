"""Which state each step of a log has. An undo is resolved to the step that it stands for when it is entered, so that
no reader ever follows one undo to another."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from taku.engine.entries import NOTES, Entry, Refused
from taku.engine.state import GameState

KEPT = 256
"""Entries that stay in force when a seat takes back its own: a bound on what one undo costs. A choice of twenty seats
at once takes fewer clicks."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an entry means for the state."""

    begin: int
    """The node whose state it begins from."""
    made: tuple[int, ...] = ()
    """The numbers of the entries that are carried out on that state."""
    dropped: tuple[int, ...] = ()
    """The numbers of the entries that a seat takes back."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """An entry that was checked and carried out on a copy. The match is as it was until ``commit``."""

    entry: Entry = field(repr=False)
    step: int
    """Its number in the log."""
    over: bool
    """Whether the match ends with it."""
    state: GameState = field(repr=False)
    hash: int = field(repr=False)
    plan: Plan = field(repr=False)


class Steps:
    """The steps of a log as a tree: a node is a step that has a state of its own, and grows out of an earlier node."""

    def __init__(self) -> None:
        self.node = [0]
        """For each step the one whose state it has; itself, if it changed the state."""
        self._made: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        """For each node the node it grows out of, and the numbers of the entries that are carried out on that one."""
        self.dropped: dict[int, tuple[int, ...]] = {}
        """For each undo of a seat the numbers of the entries that it took back."""

    def plan(self, entry: Entry, entries: Sequence[Entry]) -> Plan:
        """What the next entry means."""
        if entry.kind in NOTES:
            return Plan(self.node[-1])
        if entry.kind != "undo":
            return Plan(self.node[-1], (len(self.node),))
        if entry.seat < 0:
            return Plan(self.node[entry.value])
        begin = self.node[-1]
        while begin > entry.value:  # a node holds no entry with a number above its own
            begin = self._made[begin][0]
        since = self.since(begin)
        if len(since) > KEPT:
            raise Refused(f"{len(since)} entries have been made since step {begin}: at most {KEPT} can stay")
        own = tuple(n for n in since if n > entry.value and entries[n - 1].seat == entry.seat)
        if not own:
            raise Refused(f"seat {entry.seat} has done nothing since step {entry.value} that it could take back")
        return Plan(begin, tuple(n for n in since if n not in own), own)

    def since(self, node: int) -> list[int]:
        """The numbers of the entries in force that lead from a node on the way to the last step."""
        here, numbers = self.node[-1], list[int]()
        while here != node:
            here, made = self._made[here]
            numbers += reversed(made)
        return numbers[::-1]

    def begin(self, step: int) -> int:
        """The node from which the state of a step is made; for a step with the state of an earlier one, that one."""
        return self._made[step][0] if self.node[step] == step else self.node[step]

    def add(self, plan: Plan) -> None:
        """The next entry was made."""
        number = len(self.node)
        if plan.made:
            self._made[number] = plan.begin, plan.made
        if plan.dropped:
            self.dropped[number] = plan.dropped
        self.node.append(number if plan.made else plan.begin)

    def made(self, step: int) -> tuple[int, ...]:
        """The numbers of the entries that are carried out at a step; none, if it has the state of an earlier one."""
        return self._made[step][1] if self.node[step] == step else ()

    def path(self, step: int, known: Container[int]) -> tuple[int, list[tuple[int, tuple[int, ...]]]]:
        """How to come to the state of a step: the nearest known node on the way, and what is carried out from there."""
        node, path = self.node[step], []
        while node not in known:
            before, made = self._made[node]
            path.append((node, made))
            node = before
        return node, path[::-1]

    def in_force(self, step: int) -> list[int]:
        """The numbers of the entries that made the state of a step, without those that were taken back."""
        return [number for _, made in self.path(step, (0,))[1] for number in made]
