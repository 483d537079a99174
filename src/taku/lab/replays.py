"""Matches of a study as match files: played once more, with a note of the stream before each decision.

A study's chance comes from its seed, not from a secret that was promised before. So the file holds the stream itself
(``Match.luck``), and every reader of match files replays it, byte for byte the match that was counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any

from taku.compile.speed import rules_of
from taku.engine.chance import seed as key_chance
from taku.engine.match import Entry, Match
from taku.lab.columns import seated
from taku.lab.play import watched_match
from taku.lab.study import Study

STREAM = Struct("<4I")


class Recorder:
    """Looks on and notes what a match file holds."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.luck: list[bytes] = []

    def before(self, s: Any, seat: int, action: int) -> None:
        self.luck.append(STREAM.pack(*s.stream))
        self.entries.append(Entry("move", seat, int(action)))

    def after(self, s: Any, seat: int, action: int) -> None:
        """Nothing: the entry is made."""

    def end(self, s: Any, rewards: Sequence[float]) -> None:
        """Nothing: the file tells its end."""


def match_of(study: Study, place: int, number: int) -> Match:
    """Match ``number`` of a variant, as it was counted."""
    variant = study.variants[place]
    game, recorder = variant.found, Recorder()
    watched_match(variant, study.seed, number, study.turns, recorder)
    dealt = game.new(variant.seats, variant.options)
    deal = number // study.turns
    key_chance(dealt, study.seed, deal if variant.by_policy else deal << 20)
    luck = [STREAM.pack(*dealt.stream), *recorder.luck]
    names = seated(variant, number, study.turns)
    options = game.options.write(dict(variant.options))
    made = Match.create(
        game, variant.seats, options, secret=b"", id=f"{study.name}-{place + 1}-{number + 1}"[:40], names=names,
        rules=rules_of, luck=luck,
    )  # fmt: skip
    for entry in recorder.entries:
        made.enter(entry)
    return made


def match_file(study: Study, place: int, number: int) -> str:
    """The same as the text of a match file."""
    return match_of(study, place, number).dumps()
