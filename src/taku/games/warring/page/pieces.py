"""Troops, armies and what is remembered of enemies.

A side is known by the shape and shade of its tiles (South: light squares, North: dark octagons), a kind by its sign,
the general also by gold; an army by its outline, its front line and its pennant, which points where it faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.warring.content import KIND_COUNT, KIND_OF, SIGHT, STAT
from taku.games.warring.page.view import CELL, EDGE, Cells, Eye, Point, crisp, rows, within
from taku.games.warring.rules.troops import code, current
from taku.games.warring.state import EVENT, SIDES, SOUTH, TROOPS, State
from taku.page import parts
from taku.page.html import Raw, el, join

TILES = (
    "M-11-16H11Q16-16 16-11V11Q16 16 11 16H-11Q-16 16-16 11V-11Q-16-16-11-16Z",
    "M-8-17H8L17-8V8L8 17H-8L-17 8V-8Z",
)
SIGNS = {
    "infantry": '<path d="M-8 6L6-9M8 6L-6-9" class="w-pole"/><path d="M4-11L10-14L8-7ZM-4-11L-10-14L-8-7Z"/>',
    "archer": '<path d="M-11-1C-8-13 8-13 11-1M-11-1L0 4L11-1M0 8V-9" class="w-pole"/><path d="M0-15L4-8H-4Z"/>',
    "shield": '<path d="M-10-13H10V-3C10 4 4 7 0 9C-4 7-10 4-10-3Z"/><path d="M0-9V5M-6-5H6" class="w-cut"/>',
    "cavalry": (
        '<path d="M-6 8C-6 2-2 0 0-4C-3-2-6-1-8-1L-11-5C-8-9-4-13 1-13L2-16L6-12C11-8 11 0 9 8Z"/>'
        '<circle cx="0" cy="-8" r="1.3" class="w-cut"/>'
    ),
    "general": '<path d="M-10 7L-12-9L-5-3L0-13L5-3L12-9L10 7Z"/><path d="M-8 3.5H8" class="w-cut"/>',
}  # fmt: skip
BAR = 26
FLAME = "M0 4C-4 3-4-1-1-3C-1-5 0-6 0-8C3-5 5 0 3 3Q2 4 0 4Z"
PENNANT = "M-9 8V-5L0-14L9-5V8Q0 4-9 8Z"
DX, DY = (0, 1, 0, -1), (-1, 0, 1, 0)


@lru_cache(maxsize=1)
def defs() -> Raw:
    """The ten tiles, without (u) and with (v) the back of a bar; every troop on the page uses one of them."""
    back = el("path", d=f"M-{BAR // 2} 12h{BAR}", class_="w-bar-back")
    made = []
    for side in range(SIDES):
        for kind in range(1, KIND_COUNT + 1):
            general = kind == KIND_OF.general
            face = el("path", d=TILES[side], class_="w-tile-face")
            look = f"w-u{side} w-general" if general else f"w-u{side}"
            made.append(el("g", face, sign(kind), id=f"w-u{side}{kind}", class_=look))
            made.append(el("g", face, sign(kind), back, id=f"w-v{side}{kind}", class_=look))
    return join(made)


def sign(kind: int) -> Raw:
    """The sign of a kind of troops, around (0, −3)."""
    return el("g", Raw(SIGNS[list(KIND_OF)[kind]]), class_="w-sign")


def tile(side: int, kind: int) -> Raw:
    return el("use", href=f"#w-u{side}{kind}")


@lru_cache(maxsize=256)
def small_tile(side: int, kind: int) -> Raw:
    """A tile in lists, as big as the text."""
    return el("svg", tile(side, kind), viewBox="-18 -18 36 36", class_=f"mini s{side}", aria_hidden="true")


@lru_cache(maxsize=4096)
def body(side: int, kind: int, strength: int, full: int) -> Raw:
    """A tile with its bar of strength."""
    share = strength / full if full else 0
    level = "" if share > 0.6 else " mid" if share > 0.3 else " low"
    bar = el("path", d=f"M-{BAR // 2} 12h{max(2, round(BAR * share))}", class_=f"bar{level}")
    return join(el("use", href=f"#w-v{side}{kind}"), bar)


def full_strength(seen: State, side: int) -> int:
    return int(seen.opt.strength_south if side == SOUTH else seen.opt.strength_north)


class Look(NamedTuple):
    """All that a troop's drawing depends on: most troops of a view are those of the view before."""

    side: int
    number: int
    at: Point
    code: int
    strength: int
    full: int
    ground: int
    numbers: tuple[int, ...]
    alone: bool
    stands_for: str = ""
    """What a tap on it means, where it stands for another."""
    marked: bool = False
    now: bool = False
    why: str = ""
    """What keeps it from being ordered."""


def troop(seen: State, side: int, t: int, eye: Eye, words: Words, **more: Any) -> Raw:
    """A troop on the map, with its numbers where it stands (W-2.3)."""
    cell = seen.cell[side, t]
    numbers = tuple(current(seen, side, t, stat) for stat in range(len(STAT)))
    strength, full = seen.strength[side, t], full_strength(seen, side)
    ground, alone = seen.terrain[cell], not seen.army[side, t]
    look = Look(side, t, eye.middle(cell), code(seen, side, t), strength, full, ground, numbers, alone, **more)
    return _troop(look, words)


@lru_cache(maxsize=8192)
def _troop(look: Look, words: Words) -> Raw:
    """It slides when it marches and topples when it falls."""
    id_ = f"t{look.side}-{look.number}"
    numbers = dict(zip(STAT, look.numbers, strict=True))
    place = words.name("terrain", look.ground)
    return parts.piece(
        id_,
        *look.at,
        body(look.side, named(look.code)[2], look.strength, look.full),
        el("path", d=TILES[look.side], class_="lone-line") if look.alone else None,
        el("path", d="M-7 0L-2 6L8-8", class_="tick") if look.marked else None,
        seat=look.side,
        label=words.say("page", "troop", troop=words.name("troop", look.code), n=look.strength),
        class_="troop" + " lone" * look.alone + " marked" * look.marked,
        data_help=words.say("page", "numbers", ground=place, sight=SIGHT[look.ground], **numbers),
        data_why=look.why or None,
        data_clause="W-2.1" if not look.why else "W-3.6" if look.alone else "W-12.2",
        data_leave="drop",
        data_as=look.stands_for if look.stands_for not in ("", id_) else None,
        data_free=look.now,
    )


# ---------------------------------------------------------------- armies


def front_cells(cells: list[Point], way: int) -> list[Point]:
    """The foremost cell of every lane, as the army faces (0 up … 3 left)."""
    best: dict[int, Point] = {}
    for c in cells:
        lane = c[0] if way % 2 == 0 else c[1]
        if lane not in best or (c[0] - best[lane][0]) * DX[way] + (c[1] - best[lane][1]) * DY[way] > 0:
            best[lane] = c
    return [best[lane] for lane in sorted(best)]


def banner_cell(cells: list[Point], way: int) -> Point:
    """The cell at whose front the pennant stands: foremost, near the middle."""
    mean_x, mean_y = sum(c[0] for c in cells) / len(cells), sum(c[1] for c in cells) / len(cells)
    ahead = [c[0] * DX[way] + c[1] * DY[way] for c in cells]
    most = max(ahead)
    fore = [c for c, a in zip(cells, ahead, strict=True) if a == most]
    return min(fore, key=lambda c: abs(c[0] - mean_x) + abs(c[1] - mean_y))


def banner_spot(cells: list[Point], way: int) -> Point:
    """Where the pennant stands on the drawing."""
    x, y = banner_cell(cells, way)
    return EDGE + CELL * x + CELL // 2 + 19 * DX[way], EDGE + CELL * y + CELL // 2 + 19 * DY[way]


@lru_cache(maxsize=4096)
def shape(name: str, cells: Cells, way: int) -> Raw:
    """Outline and front line of an army, from its own corner; its name, so that a preview can use it elsewhere."""
    front = ""
    for x, y in front_cells(sorted(cells), way):
        mx, my = CELL * x + CELL // 2 + 17 * DX[way], CELL * y + CELL // 2 + 17 * DY[way]
        front += f"M{mx - 13 * abs(DY[way])} {my - 13 * abs(DX[way])}{'h26' if way % 2 == 0 else 'v26'}"
    return join(el("path", d=crisp(cells), class_="w-line", id=f"w-o{name}"), el("path", d=front, class_="w-front"))


@lru_cache(maxsize=1024)
def pennant(k: int, way: int, morale: int, acted: bool, moved: bool) -> Raw:
    """The pennant with the army's number, flames for morale above 1, and a badge when it has acted."""
    dx, dy = DX[way], DY[way]
    flat = way % 2 == 0
    at = [(15 + 8 * i, 0) if flat else (4 - 8 * i, -17) for i in range(morale if morale > 1 else 0)]
    flames = [el("path", d=FLAME, class_="flame", transform=f"translate({x} {y})") for x, y in at]
    badge: Raw | None = None
    if acted or moved:
        signs = el("circle", r=6), el("path", d="M-3 0L-1 3L4-3" if acted else "M-3-3L0 0L-3 3M1-3L4 0L1 3")
        where = "translate(-15 0)" if flat else "translate(0 17)"
        badge = el("g", signs, class_="badge-acted" if acted else "badge-moved", transform=where)
    cloth = el("path", d=PENNANT, transform=f"rotate({90 * way})" if way else None, class_="cloth")
    return join(cloth, el("text", k, x=dx, y=4 + dy, class_="number"), flames, badge)


def army_label(seen: State, side: int, k: int, troops: list[int], words: Words, mine: bool) -> str:
    about = seen.morale[side, k], seen.facing[side, k] - 1, bool(seen.acted[side, k])
    return _army_said(side, k, about, tuple(crew(seen, side, troops)), mine, words)


@lru_cache(maxsize=2048)
def _army_said(
    side: int, k: int, about: tuple[int, int, bool], crew: tuple[tuple[int, int], ...], mine: bool, words: Words
) -> str:
    morale, facing, acted = about
    comma = words.text("page", "comma")
    who = comma.join(f"{words.name('kind', kind)} {n}" for kind, n in crew)
    names: dict[str, object] = {"side:side": side, "army:army": k, "dir:dir": facing}
    said = words.say("page", "own_army" if mine else "army", n=k, crew=who, morale=morale, **names)
    return said + comma + words.text("page", "has_acted") if acted else said


def crew(seen: State, side: int, troops: list[int]) -> list[tuple[int, int]]:
    """How many of each kind."""
    kinds = [seen.kind[side, t] for t in troops]
    return [(kind, kinds.count(kind)) for kind in range(1, KIND_COUNT + 1) if kind in kinds]


def army(seen: State, side: int, k: int, troops: list[int], eye: Eye, words: Words, marking: bool, mine: bool) -> Raw:
    """An army: its outline and its troops. A tap anywhere on it chooses it; an enemy army shows its range."""
    way = eye.way(seen.facing[side, k] - 1)
    cells = [eye.grid(seen.cell[side, t]) for t in troops]
    left, top = min(c[0] for c in cells), min(c[1] for c in cells)
    rel = frozenset((x - left, y - top) for x, y in cells)
    marks = seen.marks[side] if marking else 0
    acted = words.text("page", "why_acted") if mine and seen.acted[side, k] else ""
    reach = 0
    for t in () if mine else troops:
        reach |= within(seen.cell[side, t], current(seen, side, t, STAT.range), eye.size)
    corner = EDGE + CELL * left, EDGE + CELL * top
    id_ = f"o{side}-{k}-{troops[0]}-{len(troops)}"
    return el(
        "g",
        el("path", d=rows(reach, eye), class_="reach") if reach else None,
        parts.piece(id_, *corner, shape(f"{side}-{k}", rel, way), class_="outline"),
        [troop(seen, side, t, eye, words, marked=bool(marks >> t & 1), now=marking, why=acted) for t in troops],
        id=f"a{side}-{k}",
        class_=f"army s{side}" + f" k{k}" * mine + " acted" * bool(seen.acted[side, k]),
        data_label=army_label(seen, side, k, troops, words, mine),
        data_stay=True,
    )


def banner(seen: State, side: int, k: int, troops: list[int], eye: Eye, mine: bool) -> Raw:
    """An army's pennant, above all troops."""
    way = eye.way(seen.facing[side, k] - 1)
    acted = bool(seen.acted[side, k])
    return parts.piece(
        f"b{side}-{k}",
        *banner_spot([eye.grid(seen.cell[side, t]) for t in troops], way),
        pennant(k, way, seen.morale[side, k], acted, mine and bool(seen.moved[side, k])),
        seat=side,
        class_="banner acted" if acted else "banner",
        data_as=f"a{side}-{k}",
        data_leave="drop",
    )


def why_lone(seen: State, words: Words) -> str:
    """W-3.6: what lone troops can and cannot do at this table."""
    said = ["lone_still", "lone_strikes" if seen.opt.lone_strike else "lone_idle"]
    if seen.opt.rally:
        said.append("lone_join")
    return words.text("page", "stop").join(words.text("page", key) for key in said)


def by_army(seen: State, side: int) -> dict[int, list[int]]:
    """The troops of a side that are on the map, by army; lone ones at 0."""
    found: dict[int, list[int]] = {}
    for t in range(TROOPS):
        if seen.cell[side, t]:
            found.setdefault(seen.army[side, t], []).append(t)
    return dict(sorted(found.items()))


# ---------------------------------------------------------------- memory


class Trace(NamedTuple):
    """Where a troop was that is not seen there now; `code` is what events call it."""

    code: int
    cell: int
    round: int
    strength: int


def named(code: int) -> tuple[int, int, int]:
    """Side, number and kind of a troop by what events call it."""
    kind, who = divmod(code, SIDES * TROOPS)
    return who // TROOPS, who % TROOPS, 1 + kind


def remembered(seen: State, seat: int) -> list[Trace]:
    """W-8.10: the enemies that a side has seen and does not see now."""
    foe = 1 - seat
    return [
        Trace(code(seen, foe, t), cell, seen.last_round[seat, t], seen.strength[foe, t])
        for t in range(TROOPS)
        if (cell := seen.last_cell[seat, t]) and not seen.in_sight[seat] >> t & 1
    ]


def witnessed(seen: State, earlier: Sequence[Told]) -> list[Trace]:
    """W-9.9: who struck and who was struck, where onlookers heard of it last."""
    told = [(one.event, one.arguments) for one in earlier]
    told += [(EVENT[event], tuple(numbers)) for _, event, *numbers in seen.events()]
    now = seen.round
    places: dict[int, tuple[int, int]] = {}
    left: dict[int, int] = {}
    for event, about in reversed(told):
        if event in ("field_point", "field_open"):  # W-15.4: a round has ended
            now -= 1
        elif event.startswith("strike"):
            striker, target, _, strength, origin, place = about
            places.setdefault(target, (place, now))
            places.setdefault(striker, (origin, now))
            left.setdefault(target, strength)
    gone = {who for who, strength in left.items() if not strength}
    return [
        Trace(who, *places[who], left.get(who) or full_strength(seen, side))
        for who in places
        if who not in gone and not seen.cell[(side := named(who)[0]), named(who)[1]]
    ]


def ghosts(seen: State, traces: Iterable[Trace], eye: Eye, words: Words) -> Raw:
    """Pale tiles with the round in which somebody was last seen there."""
    made = []
    for who, cell, round_, strength in traces:
        if seen.at[cell]:
            continue
        side, t, kind = named(who)
        label = words.say("page", "ghost", troop=words.name("troop", who), n=round_, strength=strength)
        line = el("path", d=TILES[side], class_="ghost-line")
        when = el("text", f"R{round_}", y=16, class_="when")
        made.append(
            parts.piece(f"g{side}-{t}", *eye.middle(cell), tile(side, kind), line, when, seat=side, label=label,
                        class_="ghost", data_help=label, data_clause="W-8.10")
        )  # fmt: skip
    return el("g", made, class_="ghosts")
