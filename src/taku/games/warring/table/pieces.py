"""Troops, armies and what is remembered of enemies.

A side is known by the shape and shade of its tiles (South: light squares, North: dark octagons), a kind by its sign,
the general also by gold; an army by its outline, its front line and its pennant, which points where it faces.
"""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.warring.rules.troops import code, current
from taku.games.warring.state import ARMIES, SIDES, SOUTH, TROOPS, State
from taku.games.warring.table.view import CELL, EDGE, Cells, Eye, Point, crisp, rows, within
from taku.games.warring.tables import KIND_COUNT, KIND_OF, SIGHT, STAT
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
            face = el("path", d=TILES[side], class_="w-tile-face w-gold" if general else "w-tile-face")
            made.append(el("g", face, sign(kind), id=f"w-u{side}{kind}", class_=f"w-u{side}"))
            made.append(el("g", face, sign(kind), back, id=f"w-v{side}{kind}", class_=f"w-u{side}"))
    return join(made)


def sign(kind: int) -> Raw:
    """The sign of a kind of troops, around (0, −3)."""
    return el("g", Raw(SIGNS[list(KIND_OF)[kind]]), class_="w-sign")


def tile(side: int, kind: int) -> Raw:
    return el("use", href=f"#w-u{side}{kind}")


@lru_cache(maxsize=256)
def small_tile(side: int, kind: int) -> Raw:
    """A tile in lists, as big as the text."""
    return el(
        "svg", tile(side, kind), viewBox="-18 -18 36 36", class_=f"mini s{side}", aria_hidden="true", focusable="false"
    )


@lru_cache(maxsize=4096)
def body(side: int, kind: int, strength: int, full: int) -> Raw:
    """A tile with its bar of strength."""
    share = strength / full if full else 0
    level = "" if share > 0.6 else " mid" if share > 0.3 else " low"
    return join(
        el("use", href=f"#w-v{side}{kind}"),
        el("path", d=f"M-{BAR // 2} 12h{max(2, round(BAR * share))}", class_=f"bar{level}"),
    )


def full_strength(seen: State, side: int) -> int:
    return int(seen.opt.strength_south if side == SOUTH else seen.opt.strength_north)


def troop_words(seen: State, side: int, t: int, words: Words) -> tuple[str, str]:
    """What a troop is called, and its numbers where it stands (W-2.3)."""
    ground = seen.terrain[seen.cell[side, t]]
    numbers = tuple(current(seen, side, t, stat) for stat in (STAT.attack, STAT.defence, STAT.range, STAT.speed))
    name, place = words.name("troop", code(seen, side, t)), words.name("terrain", ground)
    texts = words.text("page", "troop"), words.text("page", "numbers")
    return _said(texts, name, seen.strength[side, t], place, numbers, SIGHT[ground])


@lru_cache(maxsize=8192)
def _said(
    texts: tuple[str, str], name: str, strength: int, ground: str, numbers: tuple[int, ...], sight: int
) -> tuple[str, str]:
    attack, defence, reach, speed = numbers
    return (
        texts[0].format(troop=name, n=strength),
        texts[1].format(ground=ground, attack=attack, defence=defence, range=reach, speed=speed, sight=sight),
    )


def troop(
    seen: State,
    side: int,
    t: int,
    eye: Eye,
    words: Words,
    *,
    lone: str = "",
    marked: bool = False,
    now: bool = False,
    why: str = "",
) -> Raw:
    """A troop on the map; it slides when it marches and topples when it falls. `lone`: what a tap on it stands for;
    `why`: what keeps it from being ordered."""
    full = full_strength(seen, side)
    drawn = body(side, seen.kind[side, t], seen.strength[side, t], full)
    said = troop_words(seen, side, t, words)
    alone = not seen.army[side, t]
    return _troop(side, t, eye.middle(seen.cell[side, t]), drawn, said, lone, alone, marked, now, why)


@lru_cache(maxsize=8192)
def _troop(
    side: int,
    t: int,
    at: Point,
    drawn: Raw,
    said: tuple[str, str],
    stands_for: str,
    alone: bool,
    marked: bool,
    now: bool,
    why: str,
) -> Raw:
    """Most troops of a view are those of the view before."""
    id_ = f"t{side}-{t}"
    return parts.piece(
        id_,
        *at,
        drawn,
        el("path", d=TILES[side], class_="lone-line") if alone else None,
        el("path", d="M-7 0L-2 6L8-8", class_="tick") if marked else None,
        seat=side,
        label=said[0],
        class_="troop" + (" lone" if alone else "") + (" marked" if marked else ""),
        data_help=said[1],
        data_why=why or None,
        data_clause="W-2.1" if not why else "W-3.6" if alone else "W-12.2",
        data_leave="drop",
        data_as=stands_for if stands_for and stands_for != id_ else None,
        data_now=now,
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
    flames = [
        el(
            "path",
            d=FLAME,
            class_="flame",
            transform=f"translate({15 + 8 * i if flat else 4 - 8 * i} {0 if flat else -17})",
        )
        for i in range(morale if morale > 1 else 0)
    ]
    badge: Raw | None = None
    if acted or moved:
        x, y = (-15, 0) if flat else (0, 17)
        path = "M-3 0L-1 3L4-3" if acted else "M-3-3L0 0L-3 3M1-3L4 0L1 3"
        badge = el("g", el("circle", r=6), el("path", d=path), class_="badge-acted" if acted else "badge-moved",
                   transform=f"translate({x} {y})")  # fmt: skip
    return join(
        el("path", d=PENNANT, transform=f"rotate({90 * way})" if way else None, class_="cloth"),
        el("text", k, x=dx * 1, y=4 + dy * 1, class_="number"),
        flames,
        badge,
    )


def army_label(seen: State, side: int, k: int, troops: list[int], words: Words, mine: bool) -> str:
    counts = tuple(crew(seen, side, troops))
    acted = words.text("page", "has_acted") if seen.acted[side, k] else ""
    names = words.name("side", side), words.name("army", k), words.name("dir", seen.facing[side, k] - 1)
    kinds = tuple(words.name("kind", kind) for kind, _ in counts)
    comma = words.text("page", "comma")
    return _army_said(
        words.text("page", "own_army" if mine else "army"), comma, k, seen.morale[side, k], names, kinds, counts, acted
    )


@lru_cache(maxsize=2048)
def _army_said(
    text: str,
    comma: str,
    k: int,
    morale: int,
    names: tuple[str, str, str],
    kinds: tuple[str, ...],
    counts: tuple[tuple[int, int], ...],
    acted: str,
) -> str:
    who = comma.join(f"{name} {n}" for name, (_, n) in zip(kinds, counts, strict=True))
    side, army, way = names
    said = text.format(side=side, n=k, army=army, crew=who, dir=way, morale=morale)
    return said + comma + acted if acted else said


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
    return el(
        "g",
        el("path", d=rows(reach, eye), class_="reach") if reach else None,
        parts.piece(
            f"o{side}-{k}-{troops[0]}-{len(troops)}",
            EDGE + CELL * left,
            EDGE + CELL * top,
            shape(f"{side}-{k}", rel, way),
            class_="outline",
        ),
        [troop(seen, side, t, eye, words, marked=bool(marks >> t & 1), now=marking, why=acted) for t in troops],
        id=f"a{side}-{k}",
        class_=f"army s{side}" + (f" k{k}" if mine else "") + (" acted" if seen.acted[side, k] else ""),
        data_label=army_label(seen, side, k, troops, words, mine),
        data_stay=True,
    )


def banner(seen: State, side: int, k: int, troops: list[int], eye: Eye, mine: bool) -> Raw:
    """An army's pennant, above all troops."""
    way = eye.way(seen.facing[side, k] - 1)
    fx, fy = banner_cell([eye.grid(seen.cell[side, t]) for t in troops], way)
    acted = bool(seen.acted[side, k])
    return parts.piece(
        f"b{side}-{k}",
        EDGE + CELL * fx + CELL // 2 + 19 * DX[way],
        EDGE + CELL * fy + CELL // 2 + 19 * DY[way],
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


def ghosts(seen: State, seat: int, eye: Eye, words: Words) -> Raw | None:
    """W-8.10: enemies that were seen and are not seen now, where they were, with the round."""
    if seat < 0:
        return None
    made = []
    foe = 1 - seat
    for t in range(TROOPS):
        cell = seen.last_cell[seat, t]
        if not cell or seen.in_sight[seat] >> t & 1 or seen.at[cell]:
            continue
        x, y = eye.middle(cell)
        kind = seen.kind[foe, t]
        label = words.say(
            "page",
            "ghost",
            troop=words.name("troop", code(seen, foe, t)),
            n=seen.last_round[seat, t],
            strength=seen.strength[foe, t],
        )
        made.append(
            parts.piece(
                f"g-{t}",
                x,
                y,
                tile(foe, kind),
                el("path", d=TILES[foe], class_="ghost-line"),
                el("text", f"R{seen.last_round[seat, t]}", y=16, class_="when"),
                seat=foe,
                label=label,
                class_="ghost",
                data_help=label,
                data_clause="W-8.10",
            )
        )
    return el("g", made, class_="ghosts") if made else None


assert ARMIES == 9
