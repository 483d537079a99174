"""A game's rules as methods: matches, the server and bots use these, whatever the speed."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Mapping
from functools import lru_cache
from struct import Struct
from typing import Any, TypeVar

from taku.engine.actions import Actions
from taku.engine.chance import key as key_rule
from taku.engine.chance import seed as seed_rule
from taku.engine.game import Game
from taku.engine.state import GameState

S = TypeVar("S", bound=GameState)
KEY = Struct("<4I")
"""Four words of the stream, as bytes."""


class Lists(threading.local):
    """Where rules write lists: each thread has its own, so that matches in several threads share their rules."""

    def __init__(self, length: int, handle: Callable[[memoryview[int]], Any]) -> None:
        self.out = memoryview(array("i", bytes(4 * length)))
        self.given = handle(self.out)


class Rules:
    """The contract of a game as methods over state handles: they change the state they are given, or return facts.

    These are interpreted; ``taku.compile`` has faster ones. The speeds agree on every byte.
    """

    speed = "interpreted"

    def __init__(self, game: Game, functions: Mapping[str, Callable[..., Any]]) -> None:
        self.game = game
        self.functions = functions
        self._several_kinds = len(game.kinds) > 1
        self._lists = Lists(max(game.most_legal, game.seats[-1]), self._list)

    def _of(self, s: GameState) -> Any:
        """What a function takes for a state."""
        return s

    def _list(self, out: memoryview[int]) -> Any:
        """What a function takes for a list to write to."""
        return out

    def start(self, s: GameState) -> None:
        """Set the table up; the state knows its seats and options, and its stream is keyed."""
        self.functions["start"](self._of(s))

    def actors(self, s: GameState) -> int:
        """The bit set of seats that must choose now; 0 when the match is over."""
        return int(self.functions["actors"](self._of(s)))

    def acting(self, s: GameState) -> list[int]:
        """The seats that must choose now, ascending."""
        who = self.actors(s)
        return [seat for seat in range(s.seats) if who >> seat & 1]

    def kind(self, s: GameState, seat: int) -> str:
        """The name of the decision the seat is asked for."""
        return self.game.kinds[self._kind(s, seat)]

    def asked(self, s: GameState, seat: int) -> Actions:
        """The actions of the decision that the seat is asked for, by name and by number."""
        return self.game.actions[self._kind(s, seat)]

    def _kind(self, s: GameState, seat: int) -> int:
        return int(self.functions["kind"](self._of(s), seat)) if self._several_kinds else 0

    def legal(self, s: GameState, seat: int) -> list[int]:
        """The legal actions of a seat that must choose, in the game's order."""
        lists = self._lists
        n = self.functions["legal"](self._of(s), seat, lists.given)
        return lists.out[:n].tolist()

    def default(self, s: GameState, seat: int) -> int:
        """What the seat plays when its time runs out."""
        return int(self.functions["default"](self._of(s), seat))

    def act(self, s: GameState, seat: int, action: int) -> None:
        """Carry a legal action out; the event buffer then tells what happened."""
        self.functions["act"](self._of(s), seat, action)

    def timeout(self, s: GameState, seat: int) -> None:
        """The seat's time ran out: the whole decision is made for it, by the game's way or by its default."""
        if "run_out" in self.functions:
            self.functions["run_out"](self._of(s), seat)
        else:
            self.act(s, seat, self.default(s, seat))

    def resign(self, s: GameState, seat: int) -> None:
        """The seat gives up, in the way the game has for it."""
        self.functions["give_up"](self._of(s), seat)

    def scores(self, s: GameState) -> list[int]:
        """The rank of each seat, 1 is best; ties share the better rank."""
        lists = self._lists
        self.functions["scores"](self._of(s), lists.given)
        return lists.out[: s.seats].tolist()

    def view(self, s: S, seat: int, into: S | None = None) -> S:
        """A copy as this seat sees it, as spectators see it for seat −1; ``into`` is a state that it is made in."""
        if into is None:
            into = s.copy()
        else:
            into.load(s.memory)
        self.functions["view"](self._of(into), seat)
        into.clear_scratch()
        return into

    def guess(self, seen: S, seat: int, number: int = 0, index: int = 0) -> S:
        """A whole world that fits what the seat sees; other numbers give other worlds."""
        world = seen.copy()
        seed_rule(world, number, index)
        self.functions["guess"](self._of(world), seat)
        return world

    def takes_back(self, s: GameState, seat: int, action: int) -> bool:
        """Whether the action only takes back an own click."""
        found = self.functions.get("takes_back")
        return bool(found and found(self._of(s), seat, action))

    def scouts(self, s: GameState, seat: int, action: int) -> bool:
        """Whether the action shows the seat what it could not see before, even if nothing is there."""
        found = self.functions.get("scouts")
        return bool(found and found(self._of(s), seat, action))

    def prefer(self, s: GameState, seat: int, action: int) -> int:
        """The weight of an action in playouts; 1 where the game has no opinion."""
        found = self.functions.get("prefer")
        return int(found(self._of(s), seat, action)) if found else 1

    def value(self, s: GameState, seat: int) -> int | None:
        """The game's own estimate of a seat's result, 0 to 1000; None where it has none."""
        found = self.functions.get("value")
        return int(found(self._of(s), seat)) if found else None

    def digest(self, s: GameState) -> int:
        """The 64-bit hash of the state proper."""
        return s.digest()

    def key(self, s: GameState, secret: bytes) -> None:
        """Set the random stream from 16 bytes."""
        key_rule(s, *KEY.unpack(secret))

    def __repr__(self) -> str:
        return f"<rules of {self.game.id}, {self.speed}>"


@lru_cache(maxsize=64)
def interpreted_rules(game: Game) -> Rules:
    """The rules as they are written: nothing is compiled, every fault has its line."""
    return Rules(game, game.contract)
