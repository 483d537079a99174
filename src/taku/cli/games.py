"""``taku games``: what there is to play."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from taku.cli.parser import BAD, OK, Fault, Parser
from taku.cli.request import game_named, language_argument, language_of

if TYPE_CHECKING:
    from taku.engine.game import Game
    from taku.engine.words import Words


def arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="tell its seats, options and presets")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    language_argument(parser)


def run(args: Any) -> int:
    from taku.engine.game import found_games

    language = language_of(args)
    games, code = [], OK
    for name in [args.game] if args.game else found_games():
        try:
            games.append(game_named(name))
        except Fault as fault:
            if args.game:
                raise
            print(f"taku games: {fault}", file=sys.stderr)
            code = BAD
    if args.json:
        facts = [about(game, language) for game in games]
        print(json.dumps(facts[0] if args.game else facts, ensure_ascii=False, indent=1))
    elif args.game:
        print(page(games[0], language))
    else:
        print(overview(games, language))
    return code


def about(game: Game, language: str) -> dict[str, Any]:
    """The facts of a game."""
    words = _words(game, language)
    return {
        "id": game.id,
        "version": game.version,
        "title": _say(words, "title") or game.id,
        "tagline": _say(words, "tagline"),
        "seats": list(game.seats),
        "options": {
            o.name: {
                "name": _say(words, "option", o.name, "name") or o.name,
                "text": _say(words, "option", o.name, "text"),
                "default": o.write(o.default),
                **(
                    {"choices": [o.write(n) for n in range(len(o.choices))]}
                    if o.choices
                    else {"range": [o.low, o.high]}
                ),
                "clause": o.clause,
            }
            for o in game.options
        },
        "presets": {
            key: {
                "name": _say(words, "preset", key, "name") or key,
                "text": _say(words, "preset", key, "text"),
                "options": dict(preset.options),
                "seats": preset.seats,
            }
            for key, preset in game.presets.items()
        },
    }


def _words(game: Game, language: str) -> Words | None:
    from taku.engine.catalogue import MissingWord
    from taku.engine.words import Words

    try:
        return Words(game, language)
    except MissingWord:
        return None


def _say(words: Words | None, *path: str) -> str:
    return words.text(*path) if words and words.has(*path) else ""


def overview(games: list[Game], language: str) -> str:
    """One line a game."""
    from taku.page.terminal import columns

    facts = [about(game, language) for game in games]
    rows = [["GAME", "TITLE", "SEATS", "OPTIONS", ""]]
    rows += [[f["id"], f["title"], seats_text(f["seats"]), str(len(f["options"])), f["tagline"]] for f in facts]
    return columns(rows)


def seats_text(seats: list[int]) -> str:
    """``2``, ``2–4`` or ``2, 4, 6``."""
    whole = seats == list(range(seats[0], seats[-1] + 1))
    return ", ".join(map(str, seats)) if not whole else f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0])


def page(game: Game, language: str) -> str:
    """All about one game."""
    from taku.page.terminal import columns

    facts = about(game, language)
    lines = [f"{facts['title']} ({game.id}, version {game.version})"]
    lines += [facts["tagline"]] if facts["tagline"] else []
    lines += ["", f"Seats: {seats_text(facts['seats'])}"]
    if facts["options"]:
        rows = [
            [
                f"  {o.name}",
                o.range,
                f"default {o.choices[o.default] if o.choices else o.default}",
                _about_option(facts, o.name),
            ]
            for o in game.options
        ]
        lines += ["", "Options (--option NAME=VALUE):", columns(rows)]
    if facts["presets"]:
        rows = [
            [f"  {key}", " ".join(f"{k}={v}" for k, v in p["options"].items()), p["text"] or p["name"]]
            for key, p in facts["presets"].items()
        ]
        lines += ["", "Presets (--preset NAME):", columns(rows)]
    return "\n".join(lines)


def _about_option(facts: dict[str, Any], name: str) -> str:
    option = facts["options"][name]
    return str(option["text"] or option["name"])
