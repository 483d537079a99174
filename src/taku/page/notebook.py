"""Positions in a notebook: the table as a seat or a spectator sees it, never more.

A page of its own in a frame, with the platform's styles, so that a notebook's own styles change nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from taku.engine.game import Game
from taku.engine.state import GameState
from taku.engine.words import Words

HEIGHT = 480
STYLES = ["reset", "tokens", "controls", "cards", "boards", "people", "status", "shell", "table", "frames"]
"""What tables need of the client's styles."""

LETTER, LINE = 8.4, 18
"""Width and height of a letter where the table is drawn as text."""


@dataclass(frozen=True)
class Position:
    """What somebody sees of a match at one moment."""

    game: Game
    page: Any
    """How the game looks; None: it has no page."""
    seen: GameState
    """A view: secrets are blank in it."""
    seat: int = -1
    language: str = "en"

    def __repr__(self) -> str:
        if self.page and self.page.text:
            return str(self.page.text(self.seen, self.seat, Words(self.game, self.language))).rstrip("\n")
        return repr(self.seen)

    def _repr_html_(self) -> str:
        page = self.page
        if page is None:
            return f"<pre>{escape(repr(self))}</pre>"
        more: tuple[Any, ...] = ((),) if page.looks_back else ()
        table = page.table(self.seen, self.seat, Words(self.game, self.language), *more)
        whole = (
            f'<!doctype html><html lang="{self.language}"><meta charset="utf-8"><style>{styles(self.game)}</style>'
            f'<body class="at-table"><main class="live"><div id="view">{table}</div></main></body></html>'
        )
        frame = f"width:100%;height:{HEIGHT}px;border:0"
        return f'<iframe sandbox title="{self.game.id}" style="{frame}" srcdoc="{escape(whole)}"></iframe>'

    def _repr_svg_(self) -> str:
        """The table as the terminal draws it."""
        lines = repr(self).split("\n")
        width, height = LETTER * (2 + max(map(len, lines))), LINE * (1 + len(lines))
        rows = "".join(f'<text x="8" y="{LINE * (1 + i)}">{escape(line)}</text>' for i, line in enumerate(lines))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" font-family="monospace"'
            f' font-size="14" fill="currentColor" style="white-space:pre">{rows}</svg>'
        )


@cache
def styles(game: Game) -> str:
    """The styles of a game's table."""
    client = Path(__file__).parents[1] / "client" / "styles"
    files = [client / f"{name}.css" for name in STYLES] + [game.folder / "page.css"]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.exists())
