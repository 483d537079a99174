"""A match at one moment, in a game's own words: what the vocabularies of the games' tests share."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from taku.engine.actions import Action
from taku.engine.match import Told, told_by
from taku.engine.rules import Rules

KEY = bytes(range(16))


def dealt(rules: Rules, seats: int, key: bytes = KEY, **options: object) -> Any:
    """The state of a new match."""
    s = rules.game.new(seats, rules.game.read_options(options, seats))
    rules.key(s, key)
    rules.start(s)
    return s


class Position:
    """Who is asked, what may be chosen, and what was told since. The rules run as they stand."""

    rules: ClassVar[Rules]

    def __init__(self, s: Any) -> None:
        self.s = s
        self.log: list[Told] = []

    # ---- what may be chosen

    @property
    def seat(self) -> Any:
        """Who must choose alone, if somebody must."""
        acting = self.rules.acting(self.s)
        return acting[0] if len(acting) == 1 else None

    @property
    def kind(self) -> str:
        return self.rules.kind(self.s, self.seat or 0)

    @property
    def over(self) -> bool:
        return self.rules.actors(self.s) == 0

    def word(self, seat: int, action: Action) -> Any:
        """What the tests call an action."""
        return action.name

    def named(self, seat: int | None = None) -> dict[Any, int]:
        """The legal actions by their words, in their order."""
        seat = self.seat if seat is None else seat
        assert seat is not None, "nobody is asked alone"
        asked = self.rules.asked(self.s, seat)
        made: dict[Any, int] = {}
        for number in self.rules.legal(self.s, seat):
            made.setdefault(self.word(seat, asked.read(number)), number)
        return made

    def can(self, seat: int | None = None) -> set[Any]:
        return set(self.named(seat))

    # ---- playing

    def do(self, *choices: Any, seat: int | None = None) -> Self:
        """The seat that is asked chooses, one choice after the other; the log is that of these choices."""
        self.log = []
        for choice in choices:
            who = self.seat if seat is None else seat
            named = self.named(who)
            assert choice in named, f"{choice!r} is not among {sorted(map(str, named))} ({self.kind})"
            self.carry_out(who, named[choice])
        return self

    def carry_out(self, seat: int, action: int) -> None:
        """One action by its number."""
        assert action in self.rules.legal(self.s, seat), f"{action} is not legal"
        self.rules.act(self.s, seat, action)
        self.log += told_by(self.rules.game, 0, self.s)

    # ---- looking

    def told(self, event: str) -> list[tuple[int, ...]]:
        """The arguments of each such event in the log."""
        return [t.arguments for t in self.log if t.event == event]

    def __contains__(self, event: str) -> bool:
        return bool(self.told(event))
