"""Overlays as files, and what an overlay changes. The engine lays it over the content (``taku.engine.overlay``)."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taku.engine.options import nearest
from taku.engine.overlay import Overlay, OverlayError, find_place


def load_overlay(file: Path) -> Overlay:
    """The overlay in a file: tables as in the content files, and ``[overlay]`` with its game and names."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise OverlayError(f"there is no overlay {file}") from None
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise OverlayError(f"{file}: {fault}") from None
    about = found.pop("overlay", {})
    known = ("game", "name")
    if not isinstance(about, dict):
        raise OverlayError(f"{file}: [overlay] is a table, not {about!r}")
    for wrong in about.keys() - known:
        raise OverlayError(f"{file}: [overlay] has no {wrong!r}{nearest(wrong, known)} ({', '.join(known)})")
    name = about.get("name", {})
    changes = dict(flat(found))
    if not changes:
        raise OverlayError(f"{file} changes nothing: write, for example, [cards.some_card] and cost = 0")
    return Overlay(changes, {"en": name} if isinstance(name, str) else name, str(about.get("game", "")))


def overlay_file(overlay: Overlay) -> str:
    """An overlay as its file says it."""
    lines = []
    if overlay.game or overlay.name:
        lines += ["[overlay]", *([f"game = {_toml(overlay.game)}"] if overlay.game else [])]
        lines += [f"name.{language} = {_toml(said)}" for language, said in overlay.name.items()] + [""]
    for table in dict.fromkeys(path.rpartition(".")[0] for path in overlay.changes):
        lines.append(f"[{'.'.join(map(_key, table.split('.')))}]")
        mine = {p.rpartition(".")[2]: v for p, v in overlay.changes.items() if p.rpartition(".")[0] == table}
        lines += [f"{_key(key)} = {_toml(value)}" for key, value in mine.items()] + [""]
    return "\n".join(lines)


def flat(tables: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Values by their paths: ``cards.x.cost = 0`` may stand as nested tables or as one quoted key."""
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _key(word: str) -> str:
    return word if re.fullmatch(r"[A-Za-z0-9_-]+", word) else json.dumps(word, ensure_ascii=False)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class Difference:
    """One thing that an overlay changes."""

    path: str
    entry: Mapping[str, str]
    """What the entry is called, by language; empty where it has no name."""
    key: str
    """The place in the entry, as content files call it."""
    was: Any
    now: Any


def differences(folder: Path, overlay: Overlay) -> list[Difference]:
    """What an overlay makes of a game's content, in the order of its paths."""
    made = []
    for path, now in sorted(overlay.changes.items()):
        place = find_place(folder, path)
        named = next((e for e in reversed(place.names) if isinstance(e.get("name"), dict)), None)
        depth = 0 if named is None else 1 + next(i for i, e in enumerate(place.names) if e is named)
        words = path.split(".")
        made.append(Difference(path, named["name"] if named else {}, ".".join(words[1 + depth :]), place.value, now))
    return made
