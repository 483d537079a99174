"""What those at a table are called: people as they say, bots by names and faces of their own in every language.

A bot is somebody: ``#7`` stands in the store for its name, so that it is the same one for all readers, each in their
own language, and stays itself in a rematch. The lists of names stand in ``words/`` of the bots.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from taku import bots
from taku.bots import find_opponent
from taku.engine.catalogue import catalogue
from taku.engine.game import Game
from taku.page.parts import Name
from taku.server.store import Seat

MARK = "#"


def bot_seats(seats: Sequence[Seat], table: str) -> list[Seat]:
    """The seats of a table, where every bot is somebody and no two are the same."""
    taken = {s.name for s in seats if s.kind == "bot"}
    order = [f"{MARK}{n}" for n in range(len(_names("en")))]
    random.Random(table).shuffle(order)
    free = [one for one in order if one not in taken]
    return [Seat("bot", None, s.level, free.pop(0)) if s.kind == "bot" and not s.name else s for s in seats]


def seat_names(seats: Sequence[Seat], game: Game | None, language: str) -> list[Name]:
    """What everybody at a table is called; an empty seat has no name. ``game`` is None where it is gone."""
    own = [_own(s, game, language) for s in seats]
    several, seen = Counter(own), Counter[str]()
    made = []
    for s, name in zip(seats, own, strict=True):
        seen[name] += 1
        told = f"{name} {seen[name]}" if name and several[name] > 1 else name
        made.append(_name(s, told, game, language))
    return made


def _own(seat: Seat, game: Game | None, language: str) -> str:
    """The name that a game gives one of its own bots; "" for all others."""
    found = find_opponent(game, seat.level or "", language) if game and seat.kind == "bot" else None
    return found.name if found and found.own else ""


def _name(seat: Seat, own: str, game: Game | None, language: str) -> Name:
    if seat.kind != "bot" or not seat.name.startswith(MARK):
        return Name(own or seat.name, seat.colour)
    number = int(seat.name[1:])
    names = _names(language)
    found = find_opponent(game, seat.level or "", language) if game else None
    level = found.name if found and not own else bots.say(language, "bot")
    return Name(own or names[number % len(names)], bot=level, face=number)


def _names(language: str) -> list[str]:
    return catalogue(Path(bots.__file__).parent, language).all("names")
