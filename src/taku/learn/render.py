"""How an environment draws itself: the game's table as text, or as HTML, as one seat or a spectator sees it."""

from __future__ import annotations

from taku.engine.game import Game
from taku.engine.state import GameState
from taku.engine.words import Words
from taku.page.contract import page_of

MODES = ("ansi", "html")
"""How environments can be drawn; ``human`` prints the text."""


def as_text(game: Game, seen: GameState, seat: int = -1) -> str:
    """The table as the game draws it for terminals, else the fields of the view."""
    page = page_of(game)
    if page and page.text:
        return page.text(seen, seat, Words(game, "en")).rstrip("\n")
    return repr(seen)


def as_html(game: Game, seen: GameState, seat: int = -1) -> str:
    """The table as its page draws it, without the platform's styles; the fields of the view where it has no page."""
    page = page_of(game)
    if page is None:
        return f"<pre>{as_text(game, seen, seat)}</pre>"
    more = ((),) if page.looks_back else ()
    return str(page.table(seen, seat, Words(game, "en"), *more))


def drawn(mode: str | None, game: Game, seen: GameState, seat: int = -1) -> str | None:
    """What ``render`` returns in a mode."""
    if mode == "html":
        return as_html(game, seen, seat)
    text = as_text(game, seen, seat)
    if mode == "human":
        print(text)
        return None
    return text
