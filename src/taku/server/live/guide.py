"""The guided first game: the game's steps, shown one after another while the player plays.

A game's ``guide.py`` has ``STEPS``, a list of ``Step``-like dicts::

    {"text": "drop", "target": "col-3", "when": lambda seen, seat: seen.turn == seat, "next": False}

``text`` is a key of the catalogue's table ``[guide]``; ``target`` an element's id or a function of (seen, seat) giving
one; ``when`` says whether the step fits the moment (always, if it is missing); with ``next`` it has a button to go on,
without it a move that the player makes while it is shown ends it. A step for which ``past`` is true has missed its
moment and is left out. ``OPTIONS``, ``LEVEL``, ``SEATS`` (how many), ``SEAT`` and ``SEED`` of the module say what
the guided game is played with.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from taku.engine.state import GameState
from taku.server.words import game_words, plain

if TYPE_CHECKING:
    from taku.server.live.connection import Connection
    from taku.server.live.table import Table

log = logging.getLogger(__name__)


class Guide:
    """Where the guided player is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at = 0
        self.off = False
        self._seq = -1
        self._shown: list[int] = []
        """The steps that the player has been shown."""

    @property
    def steps(self) -> list[dict[str, Any]]:
        if self.off or not self.table.setting("guide"):
            return []
        module = self.table.game.module("guide")
        return list(getattr(module, "STEPS", []))

    def entered(self) -> None:
        """The match went on: a step that waited for the player's move is done."""
        if self.steps:
            seat = min(self.table.humans(), default=-1)
            history = self.table.history
            if history is None or seat < 0:
                return
            if (
                self._seq >= 0
                and history.seq(seat) > self._seq
                and self.at in self._shown[-1:]
                and self.at < len(self.steps)
                and not self.steps[self.at].get("next")
            ):
                self.at += 1
            self._seq = history.seq(seat)
            self._pass_by(history.past[seat].seen, seat)
            for c in self.table.connections:
                c.flag("guide")

    def _pass_by(self, seen: GameState, seat: int) -> None:
        """Leave out the steps whose moment is over."""
        steps = self.steps
        try:
            while self.at < len(steps) and "past" in steps[self.at] and steps[self.at]["past"](seen, seat):
                self.at += 1
        except Exception:  # a guide must not stop a match
            log.exception("the guide of %s failed", self.table.game.id)

    def _to_come(self, seen: GameState, seat: int) -> set[str]:
        """What may still be said. Steps that have missed their moment do not count, nor does the same text again."""
        steps = self.steps
        rest = [step for step in steps[self.at + 1 :] if "past" not in step or not step["past"](seen, seat)]
        return {str(step["text"]) for step in rest} - {str(steps[self.at]["text"])}

    def answer(self, id: int, do: str) -> None:
        """The player goes on from a step, or ends the guide. A second tap on what is gone already does nothing."""
        if do == "skip":
            self.off = True
        elif id == self.at < len(self.steps) and self.steps[self.at].get("next"):
            self.at += 1
            seat = min(self.table.humans(), default=-1)
            if self.table.history is not None and seat >= 0:
                self._pass_by(self.table.history.past[seat].seen, seat)
        for c in self.table.connections:
            c.flag("guide")

    def message(self, connection: Connection) -> dict[str, Any]:
        nothing: dict[str, Any] = {"t": "guide", "id": None}
        steps, history, seat = self.steps, self.table.history, connection.seat
        if seat < 0 or history is None or self.at >= len(steps) or self.table.over:
            return nothing
        self._seq = max(self._seq, history.seq(seat)) if self._seq >= 0 else history.seq(seat)
        step, seen = steps[self.at], history.past[seat].seen
        try:
            if "when" in step and not step["when"](seen, seat):
                return nothing
            target = step.get("target")
            target = target(seen, seat) if callable(target) else target
            others = self._to_come(seen, seat)
        except Exception:  # a guide must not stop a match
            log.exception("the guide of %s failed", self.table.game.id)
            return nothing
        if self.at not in self._shown:
            self._shown.append(self.at)
        words = game_words(self.table.game, connection.t.language)
        text = plain(words.or_key("guide", str(step["text"])), self.table.names)
        number = len(self._shown)
        made = {"t": "guide", "id": self.at, "text": text, "step": number, "of": number + len(others)}
        if target:
            made["target"] = target
        if step.get("next"):
            made["next"] = connection.t("guide.next")
        return made
