"""A match file from elsewhere, replayed and shown: what runs in the process that can be killed."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from taku.compile.speed import rules_of
from taku.engine.game import find_game
from taku.engine.match import Match, MatchError
from taku.engine.match import read_file as read_match
from taku.server import limits
from taku.server.live.history import History
from taku.server.replay import Moment, Replay, Step, read_eye
from taku.server.words import text_of


@dataclass(frozen=True)
class Uploaded:
    match: Match
    history: History
    names: tuple[str, ...]


class Missing(Exception):
    """This process does not have the match: it is asked again, with the file."""


_kept: OrderedDict[str, Uploaded] = OrderedDict()
"""Replayed matches by the hash of their file; those that were not asked for longest give way."""


def check(key: str, data: bytes | None) -> str:
    """Replay a file, checking every step; the game that it is of."""
    return _found(key, data).match.game.id


def look(key: str, data: bytes | None, eye: str, step: str, language: str) -> Moment:
    """One step with the log, for a page."""
    return _replay(key, data, eye, language).moment(step)


def steps(key: str, data: bytes | None, eye: str, first: int, last: int, language: str) -> tuple[int, list[Step]]:
    """The last step's number, and rendered steps."""
    replay = _replay(key, data, eye, language)
    return replay.last, list(replay.steps(first, last))


def _replay(key: str, data: bytes | None, eye: str, language: str) -> Replay:
    found = _found(key, data)
    return Replay(found.match, found.history, found.names, read_eye(eye, found.match.seats), text_of(language))


def _found(key: str, data: bytes | None) -> Uploaded:
    found = _kept.get(key)
    if found is None:
        if data is None:
            raise Missing
        found = _read(data)
    _kept[key] = found
    _kept.move_to_end(key)
    while len(_kept) > limits.UPLOADS_READY:
        _kept.popitem(last=False)
    return found


def most_entries(decisions: int) -> int:
    """How long a log may be that is replayed for a stranger, by the decisions that its game declares."""
    return min(limits.UPLOAD_ENTRIES, limits.UPLOAD_TIMES * decisions + limits.UPLOAD_MORE)


def _read(data: bytes) -> Uploaded:
    about = read_match(data)
    most = most_entries(find_game(about.game).decisions)
    if len(about.entries) > most:
        raise MatchError(
            f"the match has {len(about.entries)} entries; here at most {most} of {about.game} are replayed"
        )
    match = Match.replay(about, rules_of)
    names = tuple((n[:40] or f"#{i + 1}") for i, n in enumerate([*match.names, *[""] * match.seats][: match.seats]))
    return Uploaded(match, History.of(match), names)
