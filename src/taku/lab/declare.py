"""Studies: what is varied, who plays, what is measured and when it is enough.

A study is a small TOML file, or words on the command line::

    game = "synegier"
    seats = 4
    level = "club"
    until = "decided"

    [vary]
    raid_downs = [3, 5]                     # an option
    "cards.c_lantern_toss.cost" = [1, 0]    # a number of the content

Every combination is a variant, and the first one is what the others are compared with. ``[[variant]]`` tables name
variants one by one. Everything that can be wrong is told before anything is played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from taku.bots.net import ENDING
from taku.bots.players import find_bot, names
from taku.engine.catalogue import LANGUAGES
from taku.engine.game import Game, GameError, find_game
from taku.engine.options import OptionError, nearest
from taku.engine.overlay import Overlay, content_files, find_place
from taku.lab import policy
from taku.lab.columns import check_measures
from taku.lab.overlays import flat, load_overlay
from taku.lab.stopping import Until, is_share
from taku.lab.study import TABLE, Study, StudyError, Variant, label_of, name_of

MOST_VARIANTS = 64
"""More are no study but a search (``taku lab tune``)."""

LIMITS = (
    "seed",
    "measures",
    "primary",
    "rotate",
    "until",
    "matches",
    "minutes",
    "matters",
    "alpha",
    "sample",
    "confirm",
)
KEYS = ("name", "game", *TABLE, *LIMITS, "options", "content", "vary", "variant")
TYPES: Mapping[str, tuple[type, ...]] = {
    "name": (str, dict), "game": (str,), "primary": (str,), "until": (str,), "preset": (str,), "level": (str,),
    "seats": (int,), "seed": (int,), "sample": (int,), "matches": (int,), "minutes": (int, float),
    "matters": (int, float), "alpha": (int, float), "rotate": (bool,), "confirm": (bool,), "measures": (list, str),
    "players": (list, str), "overlay": (str,), "options": (dict,), "content": (dict,), "vary": (dict,),
    "variant": (list,),
}  # fmt: skip


def read_study(file: Path) -> Study:
    """The study in a file."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        near = nearest(file.name, [f.name for f in file.parent.glob("*.toml")] if file.parent.is_dir() else [])
        raise StudyError(f"there is no study {str(file)!r}{near}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise StudyError(f"{file}: {fault}") from None
    try:
        return make_study({"name": file.stem, **data}, file.parent)
    except (GameError, OptionError) as fault:
        raise StudyError(f"{file}: {fault}") from fault


def make_study(data: Mapping[str, Any], folder: Path = Path()) -> Study:
    """A study from what a file or a command line says; overlays are looked for in the folder."""
    _check_keys(data, KEYS, "a study")
    if "game" not in data:
        raise StudyError('a study needs its game: game = "…"')
    base = find_game(data["game"])
    settings = [_merged(data, one) for one in _settings(base, data)]
    if len(settings) > MOST_VARIANTS:
        raise StudyError(f"that makes {len(settings)} variants; at most {MOST_VARIANTS} are compared in one study")
    made: list[Variant] = []
    for one in settings:
        label = one["label"] or label_of(one["changes"])
        try:
            variant = _variant(base, one, label, folder)
        except (GameError, OptionError) as fault:
            raise StudyError(f"variant {label!r}: {fault}" if len(settings) > 1 else str(fault)) from fault
        twin = next((v for v in made if _same(v, variant)), None)
        if twin:
            raise StudyError(f"the variants {twin.name!r} and {label!r} are the same match")
        if label in [v.name for v in made]:
            raise StudyError(f"two variants are called {label!r}")
        made.append(variant)
    asked = data.get("measures", [])
    limits = {key: data[key] for key in LIMITS if key in data}
    limits["measures"] = tuple(asked.split(",") if isinstance(asked, str) else asked)
    name, called = _called(data.get("name", ""), "a study")
    study = Study(name, base.id, tuple(made), **limits, called=called)
    study = study if name else replace(study, name=name_of(study.varied) or base.id)
    _check(study)
    return study


def _check_keys(data: Mapping[str, Any], keys: Sequence[str], what: str) -> None:
    for key, value in data.items():
        if key not in keys:
            raise StudyError(f"{what} has no {key!r}{nearest(key, keys)} (it may have {', '.join(keys)})")
        right = TYPES[key]
        if not isinstance(value, right) or (isinstance(value, bool) and bool not in right):
            wanted = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}
            raise StudyError(f"{key} = {value!r}: this should be {wanted.get(right[0], 'a number')}")


def _called(name: Any, what: str) -> tuple[str, dict[str, str]]:
    """A name from ``name = "…"``, or from ``name.en`` and ``name.ja``: what it is known by, and what people call it."""
    if not isinstance(name, dict):
        return name, {}
    for language, text in name.items():
        if language not in LANGUAGES:
            raise StudyError(f"{what}: name has no {language!r}{nearest(language, LANGUAGES)} ({', '.join(LANGUAGES)})")
        if not isinstance(text, str):
            raise StudyError(f"{what}: name.{language} = {text!r}: this should be a text")
    return next((name[language] for language in LANGUAGES if language in name), ""), dict(name)


def _settings(game: Game, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What each variant changes: every combination of ``[vary]``, or the tables ``[[variant]]``."""
    vary, named = data.get("vary", {}), data.get("variant", [])
    if vary and named:
        raise StudyError("a study has either [vary] or [[variant]] tables: write the combinations you want as variants")
    if named:
        for one in named:
            if not isinstance(one, dict):
                raise StudyError("variants are tables: [[variant]]")
            _check_keys(one, ("name", *TABLE, "options", "content"), "a variant")
            changes = [(k, one[k]) for k in TABLE if k in one]
            changes += [(k, v) for part in ("options", "content") for k, v in flat(one.get(part, {}))]
            label, called = _called(one.get("name", ""), "a variant")
            yield {"label": label, "called": called, "changes": changes}
        return
    axes = []
    for key, values in flat(vary):
        place_of(game, key)
        if not isinstance(values, list) or not values:
            raise StudyError(f"vary {key}: a list of values, such as [3, 5], not {values!r}")
        axes.append([(key, value) for value in values])
    for combination in product(*axes):
        yield {"label": "", "called": {}, "changes": list(combination)}


def place_of(game: Game, key: str) -> str:
    """What a name that is varied stands for: a part of the ``table``, an ``option``, or a place in the ``content``."""
    if key in TABLE:
        return "table"
    if key in game.options.by_name:
        return "option"
    files = content_files(game.folder)
    stem = key.partition(".")[0]
    if "." in key and (stem in files or nearest(stem, files)):
        find_place(game.folder, key)
        return "content"
    known = [*game.options.by_name, *TABLE, *(f"{file}.…" for file in files)]
    raise StudyError(f"{game.id} has nothing called {key!r} to vary{nearest(key, known)} ({', '.join(known)})")


def _merged(data: Mapping[str, Any], one: Mapping[str, Any]) -> dict[str, Any]:
    """The whole study's settings with those of a variant on top."""
    table = {key: data[key] for key in TABLE if key in data}
    if any(k in ("level", "players") for k, _ in one["changes"]):
        table.pop("level", None)
        table.pop("players", None)
    return {
        "table": table | {k: v for k, v in one["changes"] if k in TABLE},
        "options": dict(data.get("options", {})),
        "content": dict(flat(data.get("content", {}))),
        "label": one["label"],
        "called": one["called"],
        "changes": one["changes"],
    }


def _variant(base: Game, one: Mapping[str, Any], label: str, folder: Path) -> Variant:
    table, options, content = dict(one["table"]), dict(one["options"]), dict(one["content"])
    for key, value in one["changes"]:
        match place_of(base, key):
            case "option":
                options[key] = value
            case "content":
                content[key] = value
    for key in table:
        _check_keys({key: table[key]}, TABLE, "a table")
    for key in content:
        find_place(base.folder, key)
    changes: dict[str, Any] = {}
    if table.get("overlay"):
        laid = load_overlay(folder / table["overlay"])
        if laid.game not in ("", base.id):
            raise StudyError(f"{table['overlay']} is an overlay for {laid.game}, not for {base.id}")
        changes |= laid.changes
    changes |= content
    changes = {path: value for path, value in changes.items() if find_place(base.folder, path).value != value}
    game = base.with_overlay(Overlay(changes)) if changes else base
    preset = table.get("preset")
    if preset is not None and preset not in game.presets:
        raise StudyError(f"unknown preset {preset!r} of {game.id}{nearest(preset, game.presets)}")
    ready = game.presets[preset] if preset else None
    seats = game.read_seats(table.get("seats") or (ready.seats if ready else None) or game.usual_seats)
    values = game.read_options({**(ready.options if ready else {}), **options}, seats)
    players = _players(game, table, seats)
    return Variant(label, tuple(one["changes"]), game.reference, seats, values, players, one["called"])


def _players(game: Game, table: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    asked = table.get("players", table.get("level", "prefer" if "prefer" in game.contract else "random"))
    if isinstance(asked, str):
        asked = asked.split("+") if "+" in asked else [asked] * seats
    if len(asked) != seats:
        many = f"{len(asked)} players are" if len(asked) != 1 else "one player is"
        raise StudyError(f"{many} named for {seats} seats: name one for each with players, or one for all with level")
    for name in dict.fromkeys(map(str, asked)):
        _check_player(game, name)
    return tuple(map(str, asked))


@lru_cache(maxsize=512)
def _check_player(game: Game, name: str) -> None:
    if name in policy.POLICIES:
        if said := policy.fits(game, [name]):
            raise StudyError(said)
    elif name not in names(game):
        known = [*policy.POLICIES, *names(game)]
        if not name.startswith("search") and not name.endswith((".py", ENDING)) and not name.isdigit():
            said = f"unknown player {name!r}{nearest(name, known)}"
            raise StudyError(f"{said} (players: {', '.join(dict.fromkeys(known))}, search:N, FILE.py, FILE{ENDING})")
        find_bot(game, name)


def _same(a: Variant, b: Variant) -> bool:
    return replace(a, name="", changes=(), called={}) == replace(b, name="", changes=(), called={})


def _check(study: Study) -> None:
    if not 1 <= study.matches <= 10**9:
        raise StudyError(f"matches = {study.matches}: a study plays 1 to 1,000,000,000 of each variant")
    if study.minutes < 0 or not 0 < study.alpha < 1 or study.matters < 0:
        raise StudyError("minutes and matters are not below 0, and alpha is between 0 and 1")
    if not 0 <= study.seed < 2**62:
        raise StudyError(f"seed = {study.seed}: a whole number from 0 to 2^62")
    if study.rotate and len({v.seats for v in study.variants}) > 1:
        raise StudyError("rotate moves players from seat to seat: it needs variants with equally many seats")
    try:
        Until.read(study.until, is_share(study.primary))
    except ValueError as fault:
        raise StudyError(str(fault)) from None
    check_measures(study)
