"""Bringing a match back from its log; run in a thread, since long matches take a moment."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from taku.compile.speed import rules_of
from taku.engine.catalogue import LANGUAGES
from taku.engine.game import Game
from taku.engine.match import Entry as Move
from taku.engine.match import Match
from taku.engine.rules import Rules
from taku.server.live.history import History
from taku.server.seat_names import seat_names
from taku.server.store import Entry
from taku.server.store import Match as Record

log = logging.getLogger(__name__)


def loaded(
    game: Game, record: Record, secret: bytes, entries: Sequence[Entry]
) -> tuple[Match, History, dict[int, int]]:
    """The match with its history, and what is left in the seats' banks."""
    match = empty(game, record, secret)
    history = History(match)
    banks: dict[int, int] = {}
    for e in entries:
        move = Move(e.kind, -1 if e.seat is None else e.seat, int(e.body.get("value", 0)))
        match.enter(move)
        history.advance(move)
        if isinstance(e.body.get("left"), int):
            banks[move.seat] = e.body["left"]
    return match, history, banks


def empty(game: Game, record: Record, secret: bytes) -> Match:
    """The match before its first entry."""
    values = game.read_options(record.options, len(record.seats))
    nonces = tuple(record.nonces) if isinstance(record.nonces, list) else ()
    deal = str(record.settings.get("deal") or record.id)
    names = seat_names(record.seats, game, LANGUAGES[0])
    return Match(game, len(record.seats), values, secret, deal, nonces, names=names, rules=quickest(game))


def quickest(game: Game) -> Rules:
    """A game's rules, compiled if they are."""
    try:
        return rules_of(game)
    except Exception:  # a game that does not compile is still played, only slower
        log.exception("%s cannot be compiled", game.id)
        return rules_of(game, "interpreted")
