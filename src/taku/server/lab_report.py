"""The studies in the lab's folder, for the host's pages: what is there, what still runs, and what it says so far."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from taku.engine.game import find_game
from taku.server.words import game_words

MOST = 200
"""Studies that are listed, the youngest first."""


def is_running(file: Path) -> bool:
    """Whether a process writes this file just now."""
    try:
        import fcntl

        with file.open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except ImportError:  # Windows: nobody can tell
        return False
    except OSError:
        return True
    return False


@dataclass(frozen=True)
class Row:
    """A study in the list."""

    name: str
    """Of its file, without the ending."""
    called: str
    game: str
    state: str
    """``running``, ``done`` (its report is written) or ``stopped``."""
    changed: int
    """Milliseconds since 1970."""


def rows(folder: Path, language: str) -> list[Row]:
    """All studies, the youngest first."""
    files = sorted(folder.glob("*.jsonl"), key=lambda f: f.stat().st_mtime, reverse=True) if folder.is_dir() else []
    return [row for file in files[:MOST] if (row := _row(file, language))]


def _row(file: Path, language: str) -> Row | None:
    try:
        with file.open(encoding="utf-8") as lines:
            head = json.loads(lines.readline())
        about = head["tuning"] if "taku.tune" in head else head["study"]
        names = {"": about.get("name", file.stem), **about.get("called", {})}
        called, game = str(names.get(language) or names[""]), str(about["game"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    running = is_running(file)
    state = "running" if running else "done" if written(file) is not None else "stopped"
    if "taku.tune" in head and state != "done":
        return None  # a search says something when it has ended
    return Row(file.stem, called, game, state, int(file.stat().st_mtime * 1000))


def written(file: Path) -> tuple[str, str] | None:
    """The report that was written when a study ended: its page's title and body."""
    page = file.with_suffix(".html")
    if not page.is_file() or page.stat().st_mtime < file.stat().st_mtime or is_running(file):
        return None
    found = re.search(r"<title>(.*?)</title>.*?<body>(.*)</body>", page.read_text(encoding="utf-8"), re.S)
    return (unescape(found[1]), found[2]) if found else None


def known(file: Path, language: str) -> tuple[str, str, bool]:
    """Of a study without a written report: its title, what is known so far, and whether it still runs."""
    # Statistics, rules and NumPy are loaded where this runs, in a process for such jobs, and not by the server.
    from taku.lab.report import article, report_of
    from taku.lab.report.labels import Labels
    from taku.lab.results import Results

    results = Results.read(file)
    game = find_game(results.study.game)
    title = f"{game_words(game, language).title}: {Labels(game, language).study(results.study)}"
    return title, str(article(report_of(results, patience=0), [language])), is_running(file)
