"""Names for numbers: phases, decisions, events. Rules see plain integers, people see words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING


class Names:
    """Numbered names, from 0 in the order given: ``Phase = Names("setup", "play")``, then ``Phase.play`` is 1."""

    def __init__(self, *names: str) -> None:
        self.__dict__.update({name: number for number, name in enumerate(names)})
        self.__dict__["_names"] = names

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

    def __iter__(self) -> Iterator[str]:
        names: tuple[str, ...] = self.__dict__["_names"]
        return iter(names)

    def __len__(self) -> int:
        return len(self.__dict__["_names"])

    def __getitem__(self, number: int) -> str:
        name: str = self.__dict__["_names"][number]
        return name

    def __repr__(self) -> str:
        return f"Names({', '.join(self)})"


@dataclass(frozen=True)
class Event:
    """What happened, for log and animation: the clause that made it happen and the names of its numbers.

    An argument ``"card:item"`` is a number that the catalogue names by its table ``item``; ``"seat"`` is named by the
    player who sits there; any other is a plain number.
    """

    clause: str
    arguments: tuple[str, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(a.partition(":")[0] for a in self.arguments)


def event(clause: str, *arguments: str) -> Event:
    """Declare an event with its clause and up to six arguments."""
    if len(arguments) > 6:
        raise TypeError(f"an event carries at most 6 numbers, not {len(arguments)}: {arguments}")
    return Event(clause, arguments)


class Events(Names):
    """The events of a game, numbered from 1: ``EVENT = Events(dropped=event("F-2.2", "seat", "column"))``."""

    def __init__(self, **events: Event) -> None:
        super().__init__("", *events)
        self.__dict__["_events"] = events
        self.__dict__["_numbered"] = (Event(""), *events.values())

    def __getitem__(self, number: int) -> str:
        return super().__getitem__(number)

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__["_events"])

    def __len__(self) -> int:
        return len(self.__dict__["_events"])

    def about(self, number: int) -> Event:
        """The declaration of the event with this number."""
        found: Event = self.__dict__["_numbered"][number]
        return found
