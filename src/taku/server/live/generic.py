"""The generic table: zones, numbers and actions drawn from the declared state, for a game that has no table yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from taku.engine.fields import Field, Number
from taku.engine.game import Game
from taku.engine.state import GameState
from taku.page import frames, parts
from taku.page.html import Child, Raw, Sheet, el
from taku.server.words import GameWords, readable

MAX_CELLS = 600
"""A field with more numbers than this is told by its length only."""


def table(game: Game, seen: GameState, seat: int, words: GameWords, acting: list[int], legal: list[int]) -> Sheet:
    """A seat's table: players with what belongs to their seat, the public fields as grids, its actions as buttons."""
    per_seat: list[tuple[str, Field]] = []
    common: list[tuple[str, Field]] = []
    for name, f in seen.layout.fields.items():
        if name in ("stream", "seats", "opt", "log") or f.scratch or not isinstance(f.of, Number):
            continue
        by_seat = len(f.shape) >= 1 and f.shape[0] == game.seats[-1]
        (per_seat if by_seat else common).append((name, f))
    players = [
        parts.panel(
            i,
            [(readable(name), _values(getattr(seen, name), f.shape, i)) for name, f in per_seat if len(f.shape) <= 2],
            turn=i in acting,
        )
        for i in range(seen.seats)
    ]
    zones = [_zone(name, getattr(seen, name), f.shape) for name, f in common]
    zones += [_zone(name, getattr(seen, name), f.shape) for name, f in per_seat if len(f.shape) > 2]
    deeds = [
        el("button", words.action(seen, seat, a), type="button", id=f"act-{a}", class_="button quiet", data_now=True,
           data_label=words.action(seen, seat, a))
        for a in legal
    ]  # fmt: skip
    board = el("div", zones, class_="prose")
    own = players.pop(seat) if 0 <= seat < len(players) else None
    return frames.many_seats(game.id, board=board, players=players, own=own, hand=parts.hand(deeds) if deeds else None)


def gesture(action: int) -> tuple[str, ...]:
    return (f"act-{action}",)


def _values(field: Any, shape: tuple[int, ...], seat: int) -> str:
    if len(shape) == 1:
        return str(field[seat])
    return " ".join(str(field[seat, i]) for i in range(shape[1]) if field[seat, i]) or "–"


def _zone(name: str, field: Any, shape: tuple[int, ...]) -> Raw:
    if not shape:
        inside: Child = str(field)
    elif len(shape) == 1:
        inside = " ".join(str(field[i]) for i in range(shape[0]))
    else:
        inside = el("table", list(_rows(field, shape)))
    return el("div", el("b", readable(name)), " ", inside, id=f"field-{name}")


def _rows(field: Any, shape: tuple[int, ...]) -> Iterator[Raw]:
    rows, columns = shape[0], shape[1]
    if rows * columns > MAX_CELLS:
        yield el("tr", el("td", f"{rows} × {columns}"))
        return
    for r in range(rows):
        yield el("tr", [el("td", _cell(field, r, c, shape) or "·") for c in range(columns)])


def _cell(field: Any, row: int, column: int, shape: tuple[int, ...]) -> str:
    if len(shape) == 2:
        value = field[row, column]
        return str(value) if value else ""
    values = [field[(row, column, i, *(0 for _ in shape[3:]))] for i in range(shape[2])]
    return " ".join(map(str, values)) if any(values) else ""


def picture(title: str) -> Raw:
    """A drawing for a game that has none: cards on a table."""
    cards = [
        el("rect", x=-22, y=-32, width=44, height=64, rx=6, class_="cell",
           transform=f"translate({160 + 34 * i} {92 + 6 * abs(i)}) rotate({9 * i})")
        for i in (-2, -1, 0, 1, 2)
    ]  # fmt: skip
    return el(
        "svg",
        cards,
        el("text", title[:1], x=160, y=104, text_anchor="middle", font_size=34, fill="currentColor"),
        viewBox="0 0 320 180",
        aria_hidden="true",
    )
