"""The browser client's modules as they are sent: few files, so that a first visit takes few requests.

Modules that several entries use are sent as ``core.js``. What only one entry uses is part of its file. An entry is what
no other module imports at once: the scripts of pages, and what these fetch when it is needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from taku.engine.catalogue import LANGUAGES, catalogue
from taku.page.glyphs import GLYPHS

CLIENT = Path(__file__).parent.parent / "client"
CORE = "core"
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.M)
_BARE = re.compile(r'^import "\./(\w+)\.js";$', re.M)
_LAZY = re.compile(r'\bimport\("\./(\w+)\.js"\)')
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+|\$)", re.M)


_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.M | re.S)


_BESIDE = re.compile(r" ?/\*\*? [^\n]*? \*/")
_INDENT = re.compile(r"^[ \t]+", re.M)


def bare(text: str) -> str:
    """A script or a sheet without comments and indentation, which are for readers of the source.

    No string of either goes over several lines, or holds a comment's signs with spaces inside.
    """
    return _INDENT.sub("", _BESIDE.sub("", _COMMENT.sub("", text)))


@cache
def sources() -> dict[str, str]:
    """All modules by name: the client's folder, its words as a module for each part of the catalogue, the glyphs."""
    found = {path.stem: bare(path.read_text(encoding="utf-8")) for path in sorted(CLIENT.glob("*.js"))}
    texts = {language: catalogue(CLIENT, language).tree for language in LANGUAGES}
    for part in texts[LANGUAGES[0]]:
        words = {language: tree[part] for language, tree in texts.items()}
        found[f"words_{part}"] = (
            f"export const texts = {json.dumps(words, ensure_ascii=False, separators=(',', ':'))};\n"
        )
    found["glyphs"] = f"export const glyphs = {json.dumps(GLYPHS, separators=(',', ':'))};\n"
    return found


@cache
def bundles() -> dict[str, str]:
    """The files that are sent, by name."""
    uses = {
        name: [*(module for _, module in _IMPORT.findall(text)), *_BARE.findall(text)]
        for name, text in sources().items()
    }
    entries = sorted(set(uses) - {module for used in uses.values() for module in used})
    needs = {entry: list(_closure(entry, uses)) for entry in entries}
    shared = {m for entry in entries for m in needs[entry] if sum(m in other for other in needs.values()) > 1}
    core = list(dict.fromkeys(m for entry in entries for m in needs[entry] if m in shared))
    made = {entry: _entry(entry, [m for m in needs[entry][:-1] if m not in shared], shared) for entry in entries}
    made[CORE] = _core(core)
    return made


def _closure(name: str, uses: dict[str, list[str]], above: tuple[str, ...] = ()) -> Iterator[str]:
    """A module after everything that it imports."""
    if name in above:
        raise ValueError(f"the client's modules import each other in a circle: {' → '.join((*above, name))}")
    seen: set[str] = set()
    for used in uses[name]:
        for module in _closure(used, uses, (*above, name)):
            if module not in seen:
                seen.add(module)
                yield module
    yield name


def _entry(name: str, own: list[str], shared: set[str]) -> str:
    body = "".join(_closed(module, own, shared) for module in own) + _linked(sources()[name], own, shared)
    return f'import * as {CORE} from "./{CORE}.js";\n{body}'


def _core(modules: list[str]) -> str:
    """The shared modules, and what they export: from one file, so that each name must be used once."""
    exports = [name for module in modules for name in _exports(module)]
    twice = sorted({name for name in exports if exports.count(name) > 1})
    if twice:
        raise ValueError(f"several of the client's shared modules export {', '.join(twice)}: name them apart")
    body = "".join(_closed(module, modules, set(modules)) for module in modules)
    return body + "".join(f"export const {{ {', '.join(_exports(module))} }} = {module}_;\n" for module in modules)


def _exports(module: str) -> list[str]:
    return [name for _, name in _EXPORT.findall(sources()[module])]


def _closed(module: str, here: list[str], shared: set[str]) -> str:
    """A module with its own scope, as a constant that holds what it exports."""
    body = _EXPORT.sub(r"\1 \2", _linked(sources()[module], here, shared))
    return f"const {module}_ = (() => {{\n{body}\nreturn {{ {', '.join(_exports(module))} }};\n}})();\n"


def _linked(text: str, here: list[str], shared: set[str]) -> str:
    """A module's text that takes what it imports from the constants of this file, or from the shared modules."""
    text = _BARE.sub("", text)
    text = _IMPORT.sub(lambda m: f"const {m[1].replace(' as ', ': ')} = {m[2] + '_' if m[2] in here else CORE};", text)
    return _LAZY.sub(lambda m: f'import("./{CORE if m[1] in shared else m[1]}.js")', text)
