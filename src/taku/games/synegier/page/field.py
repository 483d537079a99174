"""The field: stalls on the rim, the Cross, pieces with their HP, what threatens whom, and what a play would leave."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.synegier.content import CONTENT
from taku.games.synegier.forecast import Outcome
from taku.games.synegier.page.figures import placed
from taku.games.synegier.page.view import (
    SIDE,
    ailments,
    bits,
    cell_element,
    danger,
    element,
    figure_id,
    is_boss,
    is_soldier,
    lore,
    pieces,
    place,
    size,
    stats_line,
    threatened,
)
from taku.games.synegier.rules.pieces import attack, defence, owner
from taku.games.synegier.sentences import core_text
from taku.games.synegier.state import State
from taku.games.synegier.tables import CORNERS, FIELD, LANE_OF, LANES, NUMBERED, RIM
from taku.page import parts, svg
from taku.page.html import Child, Raw, Sheet, el, join

DISC = 44
"""A piece's radius; a cell is 100 wide."""
OCTAGON = "M-19-46H19L46-19V19L19 46H-19L-46 19V-19Z"
SQUARE = "M-42-30Q-42-42-30-42H30Q42-42 42-30V30Q42 42 30 42H-30Q-42 42-42 30Z"
SIGNS = ("drop", "flame", "bolt")
"""Poison, Burn, Shock."""


# ---------------------------------------------------------------- the ground


@lru_cache(maxsize=16)
def ground(board: int, many: int, rim: str, cross: str, cell: str) -> Raw:
    """The cells of a field, drawn once: awnings at the rim, paving on the Cross."""
    edge, marked = int(RIM[board]), int(NUMBERED[board])

    def kind(row: int, col: int) -> str | None:
        at = 7 * row + col
        names = ["stall"] * (edge >> at & 1) + ["cross"] * (not marked >> at & 1)
        return " ".join(names) or None

    def label(row: int, col: int) -> str:
        at = 7 * row + col
        more = [rim] * (edge >> at & 1) + [cross] * (not marked >> at & 1)
        return ", ".join([f"{cell} [{col + 1},{row + 1}]", *more])

    cells = svg.square_grid(
        many,
        many,
        size=SIDE,
        gap=4,
        round_=8,
        id_=lambda row, col: cell_element(7 * row + col),
        class_=kind,
        label=label,
    )
    return el("g", cells, awnings(many), lanes(board, many), corners(board))


@lru_cache(maxsize=4)
def awnings(many: int) -> Raw:
    """Striped cloth along the outer edges: here one can buy."""
    stripe = "M0 0H15V13A7.5 6 0 0 1 0 13ZM30 0H45V13A7.5 6 0 0 1 30 13ZM60 0H75V13A7.5 6 0 0 1 60 13Z"
    cloth = "M0 0H90V13A7.5 6 0 0 1 75 13A7.5 6 0 0 1 60 13A7.5 6 0 0 1 45 13A7.5 6 0 0 1 30 13A7.5 6 0 0 1 15 13A7.5 6 0 0 1 0 13Z"  # noqa: E501
    end = many * SIDE
    ways = [(f"translate({n * SIDE + 5} 4)", f"translate({n * SIDE + 95} {end - 4}) rotate(180)") for n in range(many)]
    sides = [
        (f"translate(4 {n * SIDE + 95}) rotate(-90)", f"translate({end - 4} {n * SIDE + 5}) rotate(90)")
        for n in range(1, many - 1)
    ]
    drawn = [
        el("g", el("path", d=cloth, class_="cloth"), el("path", d=stripe, class_="stripe"), transform=way)
        for pair in (*ways, *sides)
        for way in pair
    ]
    return el("g", drawn, class_="awnings")


@lru_cache(maxsize=4)
def lanes(board: int, many: int) -> Raw:
    """The numbers of the dice at the columns and rows that they point to (S-1.2)."""
    numbered = [LANE_OF[board, i] for i in range(LANES[board])]
    tops = [el("text", n + 1, x=at * SIDE + 50, y=-6, text_anchor="middle") for n, at in enumerate(numbered)]
    lefts = [el("text", n + 1, x=-10, y=at * SIDE + 57, text_anchor="middle") for n, at in enumerate(numbered)]
    return el("g", tops, lefts, class_="lanes")


@lru_cache(maxsize=4)
def corners(board: int) -> Raw:
    """Where soldiers begin and come back."""
    made = []
    for cell in bits(int(CORNERS[board])):
        x, y = place(cell)
        made.append(el("path", d=f"M{x - 22} {y}H{x + 22}M{x} {y - 22}V{y + 22}"))
    return el("g", made, class_="corners")


def reach(seen: State, words: Words) -> Raw | None:
    """The cells that enemies attack at the end of the round."""
    mask = threatened(seen)
    if not mask:
        return None
    n = size(seen)
    shown = [c for c in bits(mask) if c % 7 < n and c // 7 < n]
    path = "".join(f"M{(c % 7) * SIDE + 4} {(c // 7) * SIDE + 4}h92v92h-92Z" for c in shown)
    return el("path", d=path, class_="reach", fill="url(#pat-stripes)", id="reach")


# ---------------------------------------------------------------- pieces


def piece(seen: State, p: int, seat: int, words: Words) -> Raw:
    """What stands on a cell, with its HP; help tells the rest."""
    who = int(seen.who[p])
    made = CONTENT.figures[who - 1]
    mine = owner(seen, p) if is_soldier(who) else -1
    x, y = place(seen.cell[p])
    name = made.name[words.language]
    lines = [stats_line(seen, p, words)]
    if mine >= 0:
        soldier = CONTENT.soldiers[who - 1]
        name = f"{name}: {words.seat(mine)}"
        core = f"{soldier.core_name[words.language]}: {core_text(soldier, words.language)}"
        lines = [words.say("page", "level", n=seen.level[p]), *lines, core]
    else:
        lines.append(lore(who, words.language))
    hurt = danger(seen, p, seen.cell[p]) if mine >= 0 else 0
    body = _body(
        who, mine, int(seen.hp[p]), int(seen.max_hp[p]), attack(seen, p), defence(seen, p),
        int(seen.shield[p]) if mine >= 0 else 0, ailments(seen, p), hurt,
        hurt >= seen.hp[p] and bool(hurt),
    )  # fmt: skip
    kind = "boss" if is_boss(who) else "enemy" if mine < 0 else "soldier"
    return parts.piece(
        element(who), x, y, body,
        seat=mine if mine >= 0 else None, label=name,
        class_=f"{kind}{' own' if mine == seat and mine >= 0 else ''}{' danger' if hurt and mine == seat else ''}",
        data_help="\n".join(lines), data_clause="S-1.10" if mine >= 0 else "S-9.6",
        data_row=seen.cell[p] // 7, data_col=seen.cell[p] % 7,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _body(
    who: int,
    mine: int,
    hp: int,
    most: int,
    atk: int,
    def_: int,
    shield: int,
    ails: tuple[int, ...],
    hurt: int,
    fatal: bool,
) -> Raw:
    outline: Child
    if mine >= 0:
        outline = el("circle", r=DISC, class_="disc")
    else:
        outline = el("path", d=OCTAGON if is_boss(who) else SQUARE, class_="disc foe")
    share = max(0, min(88, round(88 * hp / most))) if most else 0
    level = "low" if 10 * hp <= 3 * most else "half" if 2 * hp <= most else "good"
    plate = el(
        "g",
        el("rect", x=-46, y=23, width=92, height=25, rx=8, class_="plate"),
        el("rect", x=-44, y=43, width=share, height=4, rx=2, class_=f"bar {level}"),
        el("text", atk, x=-30, y=40, class_="atk", text_anchor="middle"),
        el("text", hp, x=0, y=43, class_="hp long" if hp > 99 else "hp", text_anchor="middle"),
        el("text", def_, x=30, y=40, class_="def", text_anchor="middle"),
    )
    marks: list[Child] = []
    if mine >= 0:
        marks.append(el("g", el("circle", r=14, class_="crest-ground"), svg.place(svg.crest_shape(mine), 0, 0, 20),
                        transform="translate(-33 -33)", class_="badge-crest"))  # fmt: skip
    if shield:
        marks.append(_badge("shield", shield, -36, 8))
    for n, (sign, count) in enumerate((s, c) for s, c in zip(SIGNS, ails, strict=True) if c):
        marks.append(_badge(sign, count, 36, 4 - 26 * n))
    if hurt:
        sign = svg.placed_glyph("skull" if fatal else "burst", -16, 0, 22)
        marks.append(el("g", el("rect", x=-32, y=-14, width=64, height=28, rx=14, class_="hurt-plate"), sign,
                        el("text", f"−{hurt}", x=10, y=8, text_anchor="middle"), transform="translate(15 -33)",
                        class_=f"hurt{' fatal' if fatal else ''}"))  # fmt: skip
    return join(outline, el("g", placed(figure_id(who), 84), transform="translate(0 -8)"), plate, marks)


def _badge(sign: str, n: int, x: int, y: int) -> Raw:
    parts_ = el("circle", r=15, class_="badge-ground"), svg.placed_glyph(sign, 0, 0, 24)
    number = el("text", n, y=8, text_anchor="middle")
    return el("g", parts_, number, transform=f"translate({x} {y})", class_=f"mark m-{sign}")


# ---------------------------------------------------------------- what a play would leave


def preview(seen: State, key: str, made: Outcome, *, ghost: tuple[int, int] | None = None) -> Raw | None:
    """Shown while something is aimed at: who would have how much left, who would fall, who would stand elsewhere."""
    drawn: list[Child] = []
    cells = {int(seen.who[p]): int(seen.cell[p]) for p in pieces(seen)}
    if ghost:
        who, cell = ghost
        x, y = place(cell)
        drawn.append(el("g", el("circle", r=DISC, class_="disc"), placed(figure_id(who), 84), class_="ghost",
                        transform=f"translate({x} {y})"))  # fmt: skip
        cells[who] = cell
    for who, cell in made.stands.items():
        if who in cells and cells[who] != cell:
            (x, y), (tx, ty) = place(cells[who]), place(cell)
            drawn.append(el("path", d=f"M{x} {y}L{tx} {ty}", class_="shift"))
            cells[who] = cell
    touched = [who for who in cells if who in made.hp or who in made.down or who in made.given or who in made.shield]
    for who in touched:
        x, y = place(cells[who])
        drawn.append(_left(who, made, x, y))
    return el("g", drawn, class_="preview-marks", data_hint_for=key) if drawn else None


def _left(who: int, made: Outcome, x: int, y: int) -> Raw:
    if who in made.down:
        inner: list[Child] = [el("path", d=SQUARE, class_="aimed fall"), svg.placed_glyph("skull", 0, -2, 56)]
    else:
        inner = [el("path", d=SQUARE, class_="aimed")]
        if who in made.hp:
            inner += [el("rect", x=-34, y=-20, width=68, height=40, rx=12, class_="left-plate"),
                      el("text", made.hp[who], y=12, text_anchor="middle")]  # fmt: skip
        elif who in made.shield:
            inner += [el("circle", r=22, class_="left-plate"), svg.placed_glyph("shield", 0, 0, 34)]
    return el("g", inner, transform=f"translate({x} {y})", class_="left")


def board(seen: State, seat: int, words: Words, *kids: Child) -> Sheet:
    """The whole drawing."""
    many = size(seen)
    span = many * SIDE
    still = ground(seen.board, many, words.text("page", "rim"), words.text("page", "cross"), words.text("page", "cell"))
    return svg.board(
        span, span, svg.pattern_defs("stripes"), still, reach(seen, words), kids,
        label=words.text("page", "field"), id_="board", data_of=FIELD[seen.board],
    )  # fmt: skip
