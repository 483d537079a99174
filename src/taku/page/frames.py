"""Frames: where board, hand, players and the rest of a table stand, on phones, tablets and wide pages.

A game names what it has, and the frame places it; no game needs styles for that. On a phone held upright the board
keeps at least 55 % of the window's height: opponents are one line above it, one's own line and hand stand below it,
and everything else folds into small buttons. On its side the board is on the left and the rest on the right. On a wide
page everything is open. docs/parts.md shows all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypedDict, Unpack

from .html import Attr, Child, Raw, Sheet, el, join, opening


class Parts(TypedDict, total=False):
    """What every frame may have beside its board and its players."""

    hand: Child
    """One's own hand (``parts.hand``)."""
    hand_below: bool
    """On a wide page the hand lies under the board: for hands that want to be one row."""
    folds: Sequence[Child]
    """What need not be seen all the time, each a ``fold``."""
    deeds: Child
    """Small things to tap: a button, a deck, a die."""
    caption: Child
    """A few words in a corner of the board."""
    class_: str


def two_sides(game: str, *, board: Child, other: Child, own: Child, **rest: Unpack[Parts]) -> Sheet:
    """Two players face each other across a board: ``other`` and ``own`` are panels, with whatever belongs to them."""
    return _frame("sides", game, board, other, own, **rest)


def wide_map(game: str, *, board: Child, players: Child, own: Child = None, **rest: Unpack[Parts]) -> Sheet:
    """A board that fills all the room there is, up to the edges: a map to move about in."""
    return _frame("map", game, board, players, own, **rest)


def many_seats(game: str, *, board: Child, players: Child, own: Child = None, **rest: Unpack[Parts]) -> Sheet:
    """Any number of players around a board. On a phone each of them is a crest and a number until one taps them."""
    return _frame("seats", game, board, players, own, **rest)


def _frame(kind: str, game: str, board: Child, players: Child, own: Child, **rest: Unpack[Parts]) -> Sheet:
    hand, deeds, caption = rest.get("hand"), rest.get("deeds"), rest.get("caption")
    class_ = f"{rest.get('class_', '')} hand-below" if rest.get("hand_below") else rest.get("class_", "")
    shown = [one for one in rest.get("folds", ()) if one is not None]
    more = bool(shown) or deeds is not None
    return Sheet(
        _start(kind, game, class_, hand is None, own is None and not more),
        PLAYERS,
        players,
        SECTION_END,
        (FOLDS, (DEEDS, deeds, DIV_END) if deeds is not None else None, shown, SECTION_END) if more else None,
        (OWN, own, SECTION_END) if own is not None else None,
        DIV_END,
        BOARD,
        (CAPTION, caption, DIV_END) if caption is not None else None,
        board,
        BOARD_END,
        (HAND, hand, SECTION_END) if hand is not None else None,
        DIV_END,
    )


DIV_END, SECTION_END, BOARD_END = Raw("</div>"), Raw("</section>"), Raw("</div></section>")
OPEN_PLAYERS = el("button", type="button", class_="players-open", popovertarget="players", data_area="players")
PLAYERS = join(
    opening("section", id="players", class_="players", popover=True, tabindex=0, data_area="players", data_strip=True),
    OPEN_PLAYERS,
)
FOLDS = opening("section", id="folds", class_="folds", data_strip=True, tabindex=0)
DEEDS = opening("div", class_="deeds")
OWN = opening("section", id="own-line", class_="own-line")
BOARD = join(opening("section", class_="board", data_area="board"), opening("div", class_="stage"))
CAPTION = opening("div", class_="caption")
HAND = opening("section", class_="hand", data_area="hand")


@cache
def _start(kind: str, game: str, class_: str, handless: bool, ownless: bool) -> Raw:
    names = ["table", "frame", f"frame-{kind}", f"game-{game}", class_]
    names += ["no-hand"] * handless + ["no-own"] * ownless
    column = opening("div", class_="column")
    return join(opening("div", id="table", class_=" ".join(filter(None, names))), column)


def fold(id_: str, label: str, *kids: Child, count: Child = None, **attrs: Attr) -> Raw:
    """Something that need not be seen all the time: used cards, a ladder, a table of values.

    It is a small button that opens it, with a number where ``count`` is given; on a wide page it lies open. When
    something in it can be chosen, the button glows.
    """
    inside = f"{id_}-open"
    badge = el("b", count, class_="badge", id=f"{id_}-count", data_count=True) if count is not None else None
    return el(
        "div",
        el("button", el("span", label), badge, type="button", class_="fold-chip", popovertarget=inside),
        el("div", el("p", label), el("div", kids, class_="fold-in"), id=inside, class_="fold-body", popover=True),
        id=id_,
        class_="fold",
        **attrs,
    )


def rows(*of: Child, large: int = 0) -> Raw:
    """A board of cards, dice and tokens: rows in the middle of the room, the one numbered ``large`` drawn big."""
    made = [el("div", row, class_="row large" if n == large else "row") for n, row in enumerate(of) if row is not None]
    return el("div", made, class_="spread")
