"""Which state each step of a log has. An undo is resolved to the step that it stands for when it is entered, so that
no reader ever follows one undo to another."""

from __future__ import annotations

from collections.abc import Container, Sequence

from taku.engine.entries import NOTES, Entry, Refused

KEPT = 256
"""Entries that stay in force when a seat takes back its own: a bound on what one undo costs. A choice of twenty seats
at once takes fewer clicks."""


class Steps:
    """The steps of a log as a tree: a node is a step that has a state of its own, and grows out of an earlier node."""

    def __init__(self) -> None:
        self.node = [0]
        """For each step the one whose state it has; itself, if it changed the state."""
        self._made: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        """For each node the node it grows out of, and the numbers of the entries that are carried out on that one."""

    def plan(self, entry: Entry, entries: Sequence[Entry]) -> tuple[int, tuple[int, ...]]:
        """What the next entry means: the node to begin from and the numbers of the entries to carry out on it."""
        last, number = self.node[-1], len(self.node)
        if entry.kind in NOTES:
            return last, ()
        if entry.kind != "undo":
            return last, (number,)
        target = self.node[entry.value]
        if entry.seat < 0:
            return target, ()
        kept = self.since(target, entry.value)
        if len(kept) > KEPT:
            raise Refused(f"{len(kept)} entries have been made since step {entry.value}: at most {KEPT} can stay")
        return target, tuple(n for n in kept if entries[n - 1].seat != entry.seat)

    def since(self, node: int, step: int) -> list[int]:
        """The entries in force that lead from a node to the last step; refuses a node that was taken back."""
        here, numbers = self.node[-1], list[int]()
        while here != node:
            if not here:
                raise Refused(f"step {step} was taken back: it does not lead to what is there now")
            here, made = self._made[here]
            numbers += reversed(made)
        return numbers[::-1]

    def add(self, plan: tuple[int, tuple[int, ...]]) -> None:
        """The next entry was made."""
        number = len(self.node)
        if plan[1]:
            self._made[number] = plan
        self.node.append(number if plan[1] else plan[0])

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
