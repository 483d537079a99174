"""What a request names: a game with its seats, options and preset, a language, a match file."""

from __future__ import annotations

import os
import re
import traceback
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taku.cli.parser import BAD, Fault, Parser, nearest, one_of, whole
from taku.compile.speed import rules_of

if TYPE_CHECKING:
    from taku.engine.game import Game
    from taku.engine.match import Match, MatchFile

LANGUAGES = ("en", "ja")


def game_arguments(parser: Parser) -> None:
    """The table: GAME, ``--seats``, ``--option``, ``--preset``."""
    parser.add_argument("game", metavar="GAME", help="which game (taku games lists them)")
    table_arguments(parser)


def table_arguments(parser: Parser) -> None:
    parser.add_argument("--seats", type=whole(1), metavar="N", help="how many seats")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option (taku games GAME lists them)"
    )
    parser.add_argument("--preset", metavar="NAME", help="a ready-made choice of options")
    parser.add_argument("--overlay", metavar="FILE", help="other numbers in the game's content (docs/lab.md)")


def seed_argument(parser: Parser, why: str) -> None:
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="N", help=why)


def language_argument(parser: Parser) -> None:
    parser.add_argument(
        "--language", type=one_of("language", LANGUAGES), metavar="en|ja", help="default: as the locale says"
    )


def language_of(args: Any) -> str:
    """The language asked for, else that of the locale, else English."""
    if args.language:
        return str(args.language)
    locale = next((v for n in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := os.environ.get(n))), "")
    found = re.match(r"[a-z]+", locale)
    return found[0] if found and found[0] in LANGUAGES else LANGUAGES[0]


def game_named(name: str) -> Game:
    """The game of that name; a game whose own code does not load is not our fault, and says so."""
    from taku.engine.game import GameError, find_game

    try:
        return find_game(name)
    except GameError:
        raise
    except Exception as fault:
        if os.environ.get("TAKU_TRACE"):
            raise
        what = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
        raise Fault(f"the game {name!r} does not load: {what} ({_place(fault)})", BAD) from None


def _place(fault: Exception) -> str:
    """The file and line of the game's own code at which it was raised; of bad syntax, the line itself."""
    if isinstance(fault, SyntaxError):
        return f"{fault.filename}:{fault.lineno}"
    engine = str(Path(__file__).parents[1] / "engine")
    frames = traceback.extract_tb(fault.__traceback__)
    last = [f for f in frames if not f.filename.startswith(engine)][-1]
    return f"{last.filename}:{last.lineno}"


@dataclass(frozen=True)
class Table:
    """A game with the seats and options that were asked for."""

    game: Game
    seats: int
    options: dict[str, int]

    @property
    def written(self) -> dict[str, str | int | bool]:
        """The options as a user reads them."""
        return self.game.options.write(self.options)

    @property
    def changed(self) -> str:
        """The options that are not at their default, for a headline."""
        return ", ".join(
            f"{o.name} {o.write(v)}" for o in self.game.options if (v := self.options[o.name]) != o.default
        )


def table_of(game: Game, args: Any) -> Table:
    """What ``--seats``, ``--preset``, ``--option`` and ``--overlay`` make of a game."""
    if args.overlay is not None:
        game = overlaid(game, args.overlay)
    chosen: dict[str, object] = {}
    seats = args.seats
    if args.preset is not None:
        if args.preset not in game.presets:
            known = ", ".join(game.presets) or "none"
            raise Fault(
                f"unknown preset {args.preset!r} of {game.id}{nearest(args.preset, game.presets)} (presets: {known})"
            )
        preset = game.presets[args.preset]
        chosen |= preset.options
        seats = seats or preset.seats
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise Fault(f"--option takes NAME=VALUE, not {text!r}")
        chosen[name.strip()] = value
    seats = game.read_seats(seats)
    return Table(game, seats, game.read_options(chosen, seats))


def overlaid(game: Game, path: str) -> Game:
    """The game with the overlay of a file, if that is for this game."""
    from taku.engine.overlay import OverlayError
    from taku.lab.overlays import load_overlay

    overlay = load_overlay(Path(path))
    if overlay.game not in ("", game.id):
        raise OverlayError(f"{path} is an overlay for {overlay.game}, not for {game.id}")
    return game.with_overlay(overlay)


def read_text(path: str) -> str:
    """A text file that was named on the command line, ``-`` for standard input."""
    if path == "-":
        import sys

        return sys.stdin.read()
    file = Path(path)
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        try:
            near = nearest(file.name, (f.name for f in file.parent.iterdir()))
        except OSError:
            near = ""
        raise Fault(f"there is no file {path!r}{near}") from None
    except IsADirectoryError:
        raise Fault(f"{path!r} is a folder, not a match file") from None
    except UnicodeDecodeError:
        raise Fault(f"{path}: this is not a match file: it is not text", BAD) from None


def match_file(path: str) -> MatchFile:
    """A match file as it stands; a damaged one is told by what is wrong with it."""
    from taku.engine.match import MatchError, read_file

    text = read_text(path)
    try:
        return read_file(text)
    except MatchError as fault:
        raise MatchError(f"{path}: {fault}") from None


def replayed(path: str, data: MatchFile, speed: str | None = None) -> Match:
    """The match of a file, played again with every step checked."""
    from taku.engine.match import Match, MatchError

    game_named(data.game)
    try:
        return Match.replay(data, partial(rules_of, speed=speed))
    except MatchError as fault:
        raise type(fault)(f"{path}: {fault}") from None
