"""Overlays: a game with other numbers in its content, beside the one as it is, without touching its files.

An overlay names entries of the content files and what they shall be: ``cards.lantern_toss.cost = 0``. A game with an
overlay is a second copy of its package, imported under another name while its content is read through the overlay. So
it has its own tables, its own compiled rules and another content hash, and both live in one process. Its *reference*
(``game~{"cards.lantern_toss.cost":0}``) is all that another process needs to make the same game.

A path is the file's name, then keys of its tables. An entry of a list is named by its ``id``, the list itself need not
be; entries without ids, and numbers in a list, are counted from 1.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from taku.engine.options import nearest
from taku.engine.part import GameError

MARK = "~"
"""Stands between a game's name and its overlay in a reference."""

FIXED = ("id", "schema")
"""Keys by which files are read; no overlay changes them."""


class OverlayError(GameError):
    """An overlay that does not fit its game; the message names the nearest right thing."""


@dataclass(frozen=True)
class Overlay:
    """What is changed, by its path in the content: numbers, words, flags or lists."""

    changes: Mapping[str, Any]
    name: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What people call it, by language."""
    game: str = ""
    """The game it is for, if its file says so."""

    @property
    def text(self) -> str:
        """The changes in one line, always written alike."""
        return json.dumps(dict(sorted(self.changes.items())), ensure_ascii=False, separators=(",", ":"))

    @property
    def key(self) -> str:
        """A short name made of the changes."""
        return sha256(self.text.encode()).hexdigest()[:12]

    @classmethod
    def read(cls, text: str) -> Overlay:
        """The overlay in a reference."""
        try:
            changes = json.loads(text)
        except ValueError:
            raise OverlayError(f'{shortened(text)} is not an overlay: write GAME{MARK}{{"path": value}}') from None
        if not isinstance(changes, dict) or not changes:
            raise OverlayError(f"{shortened(text)} is not an overlay: it names no path and its value")
        return cls(changes)


def shortened(text: str, most: int = 60) -> str:
    return repr(text if len(text) <= most else text[: most - 1] + "…")


# ---------------------------------------------------------------- laying it over the files


@dataclass(frozen=True)
class Place:
    """Where a path leads: the list or table, the key in it and what stands there (None: nothing yet)."""

    holder: Any
    key: Any
    value: Any
    names: tuple[Mapping[str, Any], ...] = ()
    """The entries on the way, outermost first: they have the names that people know."""


def content_files(folder: Path) -> dict[str, Path]:
    """The content files of a game by their names."""
    return {file.stem: file for file in sorted((folder / "content").glob("*.toml"))}


def find_place(folder: Path, path: str, data: Any = None) -> Place:
    """Where a path leads in a game's content; an OverlayError names the nearest right thing."""
    stem, *rest = path.split(".")
    files = content_files(folder)
    if stem not in files:
        raise OverlayError(f"{path}: there is no content file {stem!r}{nearest(stem, files)} ({_list(files)})")
    if data is None:
        data = tomllib.loads(files[stem].read_text(encoding="utf-8"))
    here: Any = data
    names: list[Mapping[str, Any]] = []
    for depth, word in enumerate(rest):
        holder, key = _step(here, word)
        if key is None:
            last = depth == len(rest) - 1 and depth > 0 and isinstance(here, dict)
            if last and not nearest(word, here):  # a field that this entry leaves to its default: its reader knows it
                return Place(here, word, None, tuple(names))
            where = ".".join([stem, *rest[:depth]])
            known = _known(here)
            raise OverlayError(f"{path}: {where} has no {word!r}{nearest(word, known)} ({_list(known)})")
        if key in FIXED:
            raise OverlayError(f"{path}: {word!r} is what files are read by, and cannot be changed")
        here = holder[key]
        if isinstance(here, dict):
            names.append(here)
    if not rest or isinstance(here, dict) or (isinstance(here, list) and here and isinstance(here[0], dict)):
        known = _known(here)
        raise OverlayError(f"{path} names no single number or word; add one of these: {_list(known)}")
    return Place(holder, key, here, tuple(names))


def _step(here: Any, word: str) -> tuple[Any, Any]:
    """The list or table and the key in it that a word of a path names; None: nothing has that name."""
    if isinstance(here, dict):
        if word in here:
            return here, word
        for part in here.values():
            if isinstance(part, list):
                holder, key = _step(part, word) if not word.isdigit() else (part, None)
                if key is not None:
                    return holder, key
        return here, None
    if isinstance(here, list):
        ids = [one.get("id") if isinstance(one, dict) else None for one in here]
        if word in ids:
            return here, ids.index(word)
        if word.isdigit() and 1 <= int(word) <= len(here):
            return here, int(word) - 1
    return here, None


def _known(here: Any) -> list[str]:
    """What may come next on a path."""
    if isinstance(here, list):
        ids = [one["id"] for one in here if isinstance(one, dict) and "id" in one]
        return ids or [f"1 to {len(here)}"]
    if isinstance(here, dict):
        inside = [i for part in here.values() if isinstance(part, list) for i in _known(part) if " to " not in i]
        lists = {key for key, part in here.items() if isinstance(part, list) and part and isinstance(part[0], dict)}
        return [k for k in here if k not in FIXED and k not in lists] + (inside or sorted(lists))
    return []


def _list(names: Any, most: int = 12) -> str:
    found = list(names)
    return ", ".join(found[:most]) + (f" and {len(found) - most} more" if len(found) > most else "")


def _lay(folder: Path, stem: str, data: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for path, value in changes.items():
        if path.split(".")[0] == stem:
            place = find_place(folder, path, data)
            old = place.value
            fits = old is None or type(old) is type(value) or (isinstance(old, list) and isinstance(value, tuple))
            if not fits:
                kind = {int: "a whole number", bool: "true or false", str: "a word", list: "a list"}.get(type(old), "")
                raise OverlayError(f"{path} is {old!r}, {kind}; it cannot become {value!r}")
            place.holder[place.key] = value


_laid: ContextVar[tuple[Path, Mapping[str, Any]] | None] = ContextVar("taku_overlay", default=None)
"""The folder of the game that is being imported with an overlay, and its changes."""


def laid_over(file: Path, data: dict[str, Any]) -> dict[str, Any]:
    """What a content file says, with the overlay under which its game is being imported."""
    found = _laid.get()
    if found is not None and file.parent.parent.resolve() == found[0].resolve():
        _lay(found[0], file.stem, data, found[1])
    return data


# ---------------------------------------------------------------- the second copy of the package


def base_name(module: str) -> str:
    """The name of a module without the overlay under which it was imported."""
    return re.sub(r"@[0-9a-f]{12}", "", module)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of packages that were imported with an overlay: the same files under another name."""

    def __init__(self) -> None:
        self.overlays: dict[str, tuple[Path, Mapping[str, Any]]] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        package = next((p for p in self.overlays if name == p or name.startswith(p + ".")), None)
        if package is None:
            return None
        found = importlib.util.find_spec(base_name(name))
        if found is None or found.origin is None:
            return None
        loader = _Loader(Path(found.origin), package, self.overlays[package])
        return importlib.util.spec_from_file_location(
            name, found.origin, loader=loader, submodule_search_locations=found.submodule_search_locations
        )


class _Loader(importlib.abc.Loader):
    def __init__(self, file: Path, package: str, laid: tuple[Path, Mapping[str, Any]]) -> None:
        self.file, self.package, self.laid = file, package, laid

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        tree = ast.parse(self.file.read_text(encoding="utf-8"), str(self.file))
        renamed = ast.fix_missing_locations(_Renamed(self.package).visit(tree))
        before = _laid.set(self.laid)
        try:
            exec(compile(renamed, str(self.file), "exec"), vars(module))
        finally:
            _laid.reset(before)


class _Renamed(ast.NodeTransformer):
    """A module whose imports, and names of parts (``"game.page:PAGE"``), lead to the copy of its package."""

    def __init__(self, package: str) -> None:
        self.package, self.base = package, base_name(package)
        self.part = re.compile(re.escape(self.base) + r"(\.\w+)*(:\w+)?")

    def name(self, module: str) -> str:
        own = module == self.base or module.startswith(self.base + ".")
        return self.package + module[len(self.base) :] if own else module

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.module and not node.level:
            parent, _, last = self.base.rpartition(".")
            if node.module == parent and any(a.name == last for a in node.names):
                raise OverlayError(f"{self.base} imports itself by its parent: write from {self.base} import …")
            node.module = self.name(node.module)
        return node

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for a in node.names:
            if self.name(a.name) != a.name and not a.asname:
                raise OverlayError(f"{self.base} has 'import {a.name}': write 'from … import …', for overlays")
            a.name = self.name(a.name)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and self.part.fullmatch(node.value):
            node.value = self.name(node.value)
        return node


_finder = _Finder()


def import_with(package: str, folder: Path, overlay: Overlay) -> ModuleType:
    """A game's package as it is with an overlay; the same copy each time."""
    for path in overlay.changes:
        find_place(folder, path)
    name = f"{package}@{overlay.key}"
    if name in sys.modules:
        return sys.modules[name]
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    _finder.overlays[name] = (folder, overlay.changes)
    try:
        return importlib.import_module(name)
    except BaseException as fault:
        for module in [m for m in sys.modules if m == name or m.startswith(name + ".")]:
            del sys.modules[module]
        if isinstance(fault, GameError) or not isinstance(fault, Exception):
            raise
        said = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
        raise OverlayError(f"{package} cannot be played with {shortened(overlay.text)}: {said}") from fault
