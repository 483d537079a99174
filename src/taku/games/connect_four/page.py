"""Connect four: how it looks."""

from __future__ import annotations

from functools import cache

from taku.engine.actions import Action
from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.connect_four.state import COLUMNS, LINE, ROWS, State
from taku.page import frames, parts, pictures, svg
from taku.page.contract import Page
from taku.page.html import Raw, Sheet, el
from taku.page.motion import Effects

SIZE = 100
RIM = 22
TOP = 70
"""A cell, the frame around the grid, and the room above it from which discs fall."""
WIDTH, HEIGHT = COLUMNS * SIZE + 2 * RIM, TOP + ROWS * SIZE + 2 * RIM
HOLE, DISC = 41, 45
"""Discs are larger than the holes through which they are seen, so that their edges lie behind the frame."""

Cell = tuple[int, int]


def gesture(seen: State, seat: int, action: Action) -> tuple[str, ...]:
    _, column = action
    return (f"col-{column}",)


def owner(seen: State, column: int, row: int) -> int:
    """The seat whose disc lies in a cell; −1 if it is empty."""
    for seat in range(2):
        if seen.discs[seat, row] >> column & 1:
            return seat
    return -1


def line(seen: State) -> list[Cell]:
    """The cells of a winning line, from one end to the other; none if nobody has one."""
    for column in range(COLUMNS):
        for row in range(ROWS):
            seat = owner(seen, column, row)
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + i * dc, row + i * dr) for i in range(LINE)]
                last, top = cells[-1]
                if seat >= 0 and last < COLUMNS and 0 <= top < ROWS and all(owner(seen, *c) == seat for c in cells):
                    return cells
    return []


# ---- the page ---------------------------------------------------------------------------------------------------


def table(seen: State, seat: int, words: Words) -> Sheet:
    turn = -1 if seen.over else seen.turn
    me = max(seat, 0)
    return frames.two_sides(
        "connect_four",
        board=board(seen, words, turn),
        other=panel(seen, 1 - me, seat, turn, words),
        own=panel(seen, me, seat, turn, words),
    )


def panel(seen: State, who: int, seat: int, turn: int, words: Words) -> Raw:
    discs = (words.text("table", "discs"), count(seen, who), f"discs-{who}")
    return parts.panel(who, [discs], you=words.text("table", "you") if who == seat else None, turn=who == turn)


def count(seen: State, seat: int) -> int:
    return sum(seen.discs[seat, row].bit_count() for row in range(ROWS))


def middle(column: int, row: int) -> tuple[float, float]:
    """Where a cell lies in the drawing; row 0 is at the bottom, row 6 is above the grid."""
    return RIM + (column + 0.5) * SIZE, TOP + RIM + (ROWS - row - 0.5) * SIZE


def board(seen: State, words: Words, turn: int) -> Sheet:
    cells = [(c, r) for c in range(COLUMNS) for r in range(seen.height[c])]
    discs = [disc(c, r, owner(seen, c, r), words) for c, r in cells]
    columns = [column_of(seen, c, turn, words) for c in range(COLUMNS)] if turn >= 0 else []
    return svg.board(
        WIDTH, HEIGHT, back(), el("g", discs), frame(), win(line(seen)), columns, label=words.text("table", "board")
    )


def disc(column: int, row: int, seat: int, words: Words) -> Raw:
    x, y = middle(column, row)
    return parts.piece(f"d-{column}-{row}", x, y, parts.counter(seat, DISC), seat=seat)


def column_of(seen: State, column: int, turn: int, words: Words) -> Raw:
    """All of a column can be tapped: a ring lights up where the disc would come to rest, and aiming shows it there."""
    label = words.say("action", "drop", **{"column:column": column})
    row = seen.height[column]
    x, y = middle(column, row)
    spot = [
        el("circle", cx=svg.num(x), cy=svg.num(y), r=HOLE - 5, class_="frame", fill="none"),
        el("g", parts.counter(turn, DISC - 8), transform=f"translate({svg.num(x)} {svg.num(y)})", class_=f"s{turn}",
           opacity=0.75, data_hint_for=f"col-{column}"),
        el("path", d="M-16-10H16L0 12Z", transform=f"translate({svg.num(x)} {TOP - 26})", class_="frame",
           fill="#c9a15f"),
    ]  # fmt: skip
    hit = el("rect", x=RIM + column * SIZE, y=0, width=SIZE, height=HEIGHT, fill="#0000")
    full = row == ROWS
    return el(
        "g",
        hit,
        None if full else spot,
        id=f"col-{column}",
        class_="piece",
        data_label=label,
        data_now=True,
        data_row=0,
        data_col=column,
        data_why=words.text("table", "full") if full else None,
        data_clause="F-2.3" if full else None,
    )


@cache
def back() -> Raw:
    """What is seen through the holes."""
    return el("rect", x=RIM, y=TOP + RIM, width=COLUMNS * SIZE, height=ROWS * SIZE, rx=18, fill="#31241a")


@cache
def frame(drawing: str = "c4") -> Raw:
    """A board of walnut with round holes, and the columns' numbers on its upper edge. Ids begin with the drawing's."""
    holes, rims = "", []
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = middle(column, row)
            holes += (
                f"M{svg.num(x - HOLE)} {svg.num(y)}a{HOLE} {HOLE} 0 1 0 {2 * HOLE} 0a{HOLE} {HOLE} 0 1 0-{2 * HOLE} 0Z"
            )
            rims.append(f"M{svg.num(x - 29)} {svg.num(y - 29)}a{HOLE} {HOLE} 0 0 1 58 0")
    bend = "a24 24 0 0 1"
    outside = f"M24 {TOP}H{WIDTH - 24}{bend} 24 24V{HEIGHT - 24}{bend}-24 24H24{bend}-24-24V{TOP + 24}{bend} 24-24Z"
    return el(
        "g",
        svg.gradient(f"{drawing}-wood", {0: "#b98453", 1: "#8a5a35"}, down=True),
        el("path", d=outside + holes, fill=f"url(#{drawing}-wood)", fill_rule="evenodd", stroke="#5a3a20",
           stroke_width=2),
        el("path", d="".join(rims), fill="none", stroke="#e3b27e", stroke_width=3, stroke_linecap="round", opacity=0.5),
        [
            el("text", column + 1, id=f"{drawing}-top-{column}", x=svg.num(middle(column, 0)[0]), y=TOP + 19,
               text_anchor="middle", font_size=20, font_weight=700, color="#fff3dc")
            for column in range(COLUMNS)
        ],
        pointer_events="none",
    )  # fmt: skip


def win(cells: list[Cell]) -> Raw | None:
    """A bright band through the four discs."""
    if not cells:
        return None
    (x1, y1), (x2, y2) = middle(*cells[0]), middle(*cells[-1])
    place = {"x1": svg.num(x1), "y1": svg.num(y1), "x2": svg.num(x2), "y2": svg.num(y2)}
    return el(
        "g",
        el("line", stroke="#241809", stroke_width=22, **place),
        el("line", stroke="#ffd033", stroke_width=14, **place),
        id="line",
        stroke_linecap="round",
        data_enter=True,
        pointer_events="none",
    )


def animate(seen: State, seat: int, told: Told) -> Effects:
    """A disc falls into place; a line is stamped on the board."""
    if told.event == "dropped":
        who, column = told.arguments
        last = f"d-{column}-{seen.height[column] - 1}"
        return {
            "icon": ("disc", "ring")[who],
            "mark": [last],
            "sound": "knock",
            "anim": [{"do": "slide", "at": last, "from": f"c4-top-{column}"}],
        }
    if told.event == "line":
        return {
            "icon": "star",
            "sound": "win" if told.arguments[0] == seat else "lose",
            "anim": [{"do": "pulse", "at": "line"}],
        }
    return {"icon": "flag" if told.event == "resigned" else "grid"}


PICTURE = ((3, 0, 0), (3, 1, 1), (2, 0, 1), (4, 0, 0), (4, 1, 0), (2, 1, 0), (5, 0, 1), (3, 2, 0), (1, 0, 1), (2, 2, 1))
"""Discs of the drawing in the lobby: column, row, seat."""


def picture(words: Words) -> Raw:
    discs = [
        el("g", parts.counter(seat, DISC), transform="translate({} {})".format(*middle(c, r)), class_=f"s{seat}")
        for c, r, seat in PICTURE
    ]
    high = 3 * SIZE + RIM + 12
    view = f"-90 {HEIGHT - high} {WIDTH + 180} {high}"
    return pictures.lobby_picture(words.title, back(), discs, frame("c4-picture"), view=view, slice_="xMidYMax slice")


# ---- the terminal -----------------------------------------------------------------------------------------------

MARKS = "XO"


def text(seen: State, seat: int, words: Words) -> str:
    rows = [" ".join(str(c + 1) for c in range(COLUMNS))]
    for row in reversed(range(ROWS)):
        rows.append(" ".join("." if (who := owner(seen, c, row)) < 0 else MARKS[who] for c in range(COLUMNS)))
    rows.append("  ".join(f"{MARKS[who]} {words.seat(who)}" for who in range(2)))
    return "\n".join(rows)


PAGE = Page(table=table, gesture=gesture, animate=animate, picture=picture, text=text)
