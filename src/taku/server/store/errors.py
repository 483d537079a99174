"""What can go wrong when something is stored: each error says what was wrong and what to do."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taku.server.store.records import Entry, Match


class StoreError(Exception):
    """Something could not be stored or read."""

    level = logging.WARNING
    """How loudly those who meet it say so in the log."""


# --- the database itself


class NotTaku(StoreError):
    """The file is not a Taku database."""


class NewerSchema(StoreError):
    """The database was written by a newer Taku."""


class InUse(StoreError):
    """Another server has the data folder."""


class Unavailable(StoreError):
    """The database does not answer. What was being written may or may not be there: read again before going on."""

    level = logging.DEBUG  # the store itself says so, once for each outage


class Unwritable(Unavailable):
    """The data folder cannot be written."""


class DiskFull(Unavailable):
    """There is no room for anything more."""


class DiskFault(Unavailable):
    """The disk does not do what it is told."""


class Stalled(Unavailable):
    """Something has been waiting to be stored for long; it may still be."""


class Closed(StoreError):
    """The store was closed."""


class NotEmpty(StoreError):
    """There is something already where a backup should go or be restored."""


# --- one request


class BadValue(StoreError, ValueError):
    """A value that no column can hold: too long, out of range, or not text."""


class NotFound(StoreError, LookupError):
    """There is no such match or player."""


class Conflict(StoreError):
    """Another entry has this number already: `entry` is the one that is there."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(f"match {entry.match} has an entry {entry.number} already: read from it on and try again")
        self.entry = entry


class Gap(StoreError):
    """An entry's number must follow the last one: `expected` is the number that comes next."""

    def __init__(self, match: str, number: int, expected: int) -> None:
        super().__init__(f"match {match} expects entry {expected} next, not {number}: read what is missing first")
        self.expected = expected


class MatchClosed(StoreError):
    """The match was closed: nothing more is written into its log."""


class Stale(StoreError):
    """The match was changed by somebody else meanwhile: `match` is how it is now."""

    def __init__(self, match: Match) -> None:
        super().__init__(f"match {match.id} has changed (version {match.version} now): look at it and try again")
        self.match = match


class SeatTaken(StoreError):
    """The seat is not free any more: `match` shows who holds it."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(f"seat {seat} of match {match.id} is held by somebody else: choose another")
        self.match = match


class AlreadyThere(StoreError):
    """The match (or the rematch of it) exists already: `match` is it."""

    def __init__(self, match: Match) -> None:
        super().__init__(f"match {match.id} exists already: use it")
        self.match = match


class TooMuch(StoreError):
    """A limit on talk was reached: `limit` is 'length', 'rate' or 'match'."""

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(message)
        self.limit = limit
