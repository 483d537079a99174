"""``taku play``: a match in the terminal."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from taku.cli.parser import Fault, Parser
from taku.cli.request import (
    game_arguments,
    game_named,
    language_argument,
    language_of,
    match_file,
    replayed,
    seed_argument,
    table_of,
)
from taku.compile.speed import rules_of

if TYPE_CHECKING:
    from taku.cli.players import Player
    from taku.engine.catalogue import Catalogue
    from taku.engine.match import Match


def arguments(parser: Parser) -> None:
    game_arguments(parser)
    parser.add_argument(
        "--me", default="1", metavar="SEATS", help="the seats at this keyboard: 1 (default), 1,3 or all"
    )
    parser.add_argument(
        "--bot",
        default="random",
        metavar="LEVEL",
        help="who plays the others: random (default), a level, or one for each",
    )
    seed_argument(parser, "the same seed deals the same match")
    language_argument(parser)
    parser.epilog = "GAME may also be a match that was saved: it goes on from there."


def run(args: Any) -> int:
    from taku.cli.messages import messages
    from taku.cli.session import Session

    t = messages(language_of(args))
    saved = is_file(args.game)
    match = resumed(args) if saved else dealt(args)
    humans = seats_of(args.me, match.seats)
    others = [seat for seat in range(match.seats) if seat not in humans]
    players, titles = bots(args, match, others, t.language)
    if not saved:
        match.names = names(t, match.seats, titles)
    return Session(match, humans, players, titles, t).run()


def is_file(name: str) -> bool:
    """Whether GAME names a file rather than a game."""
    return name.endswith(".json") or os.sep in name or os.path.isfile(name)


def resumed(args: Any) -> Match:
    """A saved match, where it was left."""
    for option in ("seats", "option", "preset", "seed"):
        if getattr(args, option) not in (None, []):
            raise Fault(f"--{option} is fixed in a saved match: leave it out")
    return replayed(args.game, match_file(args.game))


def dealt(args: Any) -> Match:
    """A new match."""
    from taku.engine.match import Match

    table = table_of(game_named(args.game), args)
    if args.seed is None:
        return Match.create(table.game, table.seats, table.written, rules=rules_of)
    secret = hashlib.sha256(f"taku play --seed {args.seed}".encode()).digest()
    return Match.create(table.game, table.seats, table.written, secret=secret, id=f"seed-{args.seed}", rules=rules_of)


def seats_of(text: str, seats: int) -> list[int]:
    """The seats at the keyboard, from 0: ``"1,3"`` or ``"all"``."""
    if text == "all":
        return list(range(seats))
    found = []
    for part in text.split(","):
        if not part.strip().isdecimal() or not 1 <= int(part) <= seats:
            raise Fault(f"--me takes seats from 1 to {seats} or all, not {part.strip()!r}")
        found.append(int(part) - 1)
    return sorted(set(found))


def bots(args: Any, match: Match, others: Sequence[int], language: str) -> tuple[dict[int, Player], dict[int, str]]:
    """Who plays the other seats, and what they are called."""
    from taku.cli.contest import split_bots
    from taku.cli.players import player, title

    levels = split_bots(args.bot)
    if len(levels) not in (1, len(others)):
        raise Fault(f"--bot names {len(levels)} bots for {len(others)} seats: name one, or one for each")
    chosen = {seat: levels[i % len(levels)] for i, seat in enumerate(others)}
    made = {level: player(match.game, level, args.seed) for level in levels}
    players = {seat: made[level] for seat, level in chosen.items()}
    return players, {seat: title(level, language) for seat, level in chosen.items()}


def names(t: Catalogue, seats: int, titles: dict[int, str]) -> tuple[str, ...]:
    """What the seats are called: players by number, bots by what they are and number."""
    return tuple(
        t("name.bot", title=titles[seat], n=seat + 1) if seat in titles else t("name.human", n=seat + 1)
        for seat in range(seats)
    )
