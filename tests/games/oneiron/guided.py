"""The guided match without a page: the server's own guide beside a match with a fixed course."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from taku.games.oneiron import game, guide
from taku.server.live.guide import Guide
from taku.server.live.history import History
from taku.server.words import text_of
from tests.games.oneiron.courses import Step, at_random, dealt, step


class Lesson:
    """A guided match, and everything the guide says in it."""

    def __init__(self, course: str, *, order: int = 0, patience: float = 1.0) -> None:
        """``order`` says who is faster, ``patience`` how often the player reads on before playing on."""
        self.chance, self.patience = Random(order), patience
        self.choose = at_random(course)
        self.match = dealt(guide.SEED, guide.SEATS, **guide.OPTIONS)
        self.history = History(self.match)
        self.table = SimpleNamespace(
            game=game, history=self.history, humans=lambda: [guide.SEAT], connections=(), over=False,
            setting=lambda key: key == "guide", names=[f"P{i}" for i in range(guide.SEATS)],
        )  # fmt: skip
        self.guide = Guide(cast(Any, self.table))
        self.player = cast(Any, SimpleNamespace(seat=guide.SEAT, t=text_of("en")))
        self.told: list[str] = []
        """The keys of what the guide has said."""
        self.rounds: list[int] = []
        """In which rounds it said it."""
        self.steps: list[Step] = []
        """The player's moves."""
        self.heard: list[int] = []
        """How many of the guide's words the player has heard before each move."""

    @property
    def acting(self) -> Sequence[int]:
        return self.match.rules.acting(self.match.state)

    @property
    def seen(self) -> Any:
        return self.history.past[guide.SEAT].seen

    def listen(self) -> bool:
        """Hears what the guide says now; whether it asks to be read and to go on."""
        message = self.guide.message(self.player)
        if message["id"] is not None:
            key = str(self.guide.steps[message["id"]]["text"])
            if self.told[-1:] != [key]:
                self.told.append(key)
                self.rounds.append(self.seen.round)
        return "next" in message

    def read(self) -> None:
        """Reads as far as the guide goes on by itself, or as the player's patience reaches."""
        while self.listen() and self.chance.random() < self.patience:
            self.guide.answer(self.guide.at, "next")

    def move(self, seat: int) -> None:
        action = self.choose(self.match.rules, self.match.view(seat), seat, self.history.moves[seat])
        if seat == guide.SEAT:
            self.steps.append(step(self.match, seat, action))
            self.heard.append(len(self.told))
        self.match.act(seat, action)
        self.history.advance(self.match.entries[-1])
        self.table.over = not self.acting
        self.guide.entered()

    def play(self) -> Lesson:
        while self.acting:
            self.read()
            self.move(self.chance.choice(self.acting))
        return self
