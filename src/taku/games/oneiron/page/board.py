"""The map: nine cells between their axes, the ring around them, pieces, links, life tokens and dark cells (O-4, O-5).

Places are the rules' own: 5 × 5 row by row, the ring included.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from taku.engine.words import Words
from taku.games.oneiron.content import ELEMENT, JOKER
from taku.games.oneiron.page.seats import deciding, in_battle, lead_of, on_map, own_team, total
from taku.games.oneiron.rules.board import ahead, forbidden, inside
from taku.games.oneiron.rules.landing import joker_axis
from taku.games.oneiron.state import AXIS, BOARD, ENCOUNTERS, STEP, TURN, State
from taku.kit.drafts import DRAFT
from taku.page import svg
from taku.page.glyphs import GLYPHS
from taku.page.html import Child, Raw, Sheet, el
from taku.page.svg import num, pattern_defs
from taku.page.svg import place as put

HEAD, RING, CELL = 30, 46, 122
SIZE = HEAD + 2 * RING + 3 * CELL
ROWS = {1: (1, 30.0), 2: (2, 25.0), 4: (2, 23.0), 6: (2, 18.5), 9: (3, 16.0), 12: (4, 12.0)}
"""Up to so many pieces in a place: how many side by side, and their radius in a cell."""
ARM, REACH = 27, 60
"""The compass: how large an arm is, and how far from the piece."""
RADIUS = 30
"""A piece is drawn this large and scaled, so that all are written the same."""


def start(line: int) -> int:
    """Where a column or row of places begins."""
    return HEAD + (0 if line == 0 else RING + CELL * (line - 1))


def width(line: int) -> int:
    return CELL if 1 <= line <= 3 else RING


def middle(place: int) -> tuple[float, float]:
    column, row = place % BOARD, place // BOARD
    return start(column) + width(column) / 2, start(row) + width(row) / 2


# ---------------------------------------------------------------- the ground


@lru_cache(maxsize=1024)
def ground(dark: tuple[int, ...], met_outside: int, words: Words) -> Raw:
    """Ring, cells and what names them; made once for each state of the map."""
    parts: list[Child] = []
    ring: list[Child] = []
    for place in range(BOARD * BOARD):
        column, row = place % BOARD, place // BOARD
        name = words.name("cell", place)
        if not inside(place):
            ring.append(box(place, "out", name))
        elif place in dark:
            parts.append(box(place, "cell dark", name, words.text("page", "help_dark"), "O-10.4"))
            parts.append(box(place, "hatch"))
            x, y = start(column), start(row)
            parts.append(put(el("use", href="#g-moon"), x + CELL - 22, y + 22, 26, class_="moon"))
        else:
            parts.append(box(place, "cell", name))
    around = el("g", ring, data_help=words.text("page", outside(met_outside)), data_clause="O-11.9")
    return el("g", around, parts, class_="cells")


def outside(met: int) -> str:
    """O-6.6: the words for what it is like outside, where nobody is met or, by an option, as anywhere else."""
    return "help_outside_met" if met else "help_outside"


@lru_cache(maxsize=64)
def names(axis: tuple[int, ...]) -> Raw:
    """Which column and row a cell is of, small in its corner."""
    parts = [el("use", href=f"#g-col{axis[i]}", class_=f"el e{axis[i]}", x=start(1 + i)) for i in range(3)]
    parts += [el("use", href=f"#g-row{axis[3 + i]}", class_=f"el e{axis[3 + i]}", y=start(1 + i)) for i in range(3)]
    return el("g", parts if axis[0] else None, id="names")


def box(place: int, kind: str, name: str | None = None, help_: str | None = None, clause: str | None = None) -> Raw:
    column, row = place % BOARD, place // BOARD
    return el(
        "rect",
        id=f"q-{place}" if name else None,
        class_=kind,
        x=start(column) + 2,
        y=start(row) + 2,
        width=width(column) - 4,
        height=width(row) - 4,
        rx=9,
        data_row=row if name else None,
        data_col=column if name else None,
        data_label=name,
        data_help=help_,
        data_clause=clause,
    )


SHAPES = {
    "cards": "M-20-46H38V30H24V-32H-20ZM-38-30H20V46H-38Z", "check": "M-44 4L-28-12L-10 6L28-38L44-22L-10 38Z",
    "cross": "M-40-28L-28-40L0-12L28-40L40-28L12 0L40 28L28 40L0 12L-28 40L-40 28L-12 0Z",
    "dots": "M-38-10H-18V10H-38ZM-10-10H10V10H-10ZM18-10H38V10H18Z",
}  # fmt: skip
"""Signs of this game's own, beside those that all games share."""


def small(element: int, x: float, y: float) -> Raw:
    return put(el("use", href=f"#g-{element}"), x, y, 15)


@lru_cache(maxsize=8)
def defs() -> Raw:
    """The shapes that are drawn again and again."""
    shapes = {**{str(1 + i): GLYPHS[k] for i, k in enumerate(("flame", "leaf", "drop", "star"))}, **SHAPES}
    shapes |= {k: GLYPHS[k] for k in ("moon", "heart", "sword", "eye", "star", "skull")}
    return el(
        "defs",
        [el("path", d=d, id=f"g-{k}", fill_rule="evenodd") for k, d in shapes.items()],
        [el("g", [small(e, 15, start(1 + i) + 15) for i in range(3)], id=f"g-col{e}") for e in range(1, 4)],
        [el("g", [small(e, start(1 + i) + 35, 15) for i in range(3)], id=f"g-row{e}") for e in range(1, 4)],
        pattern_defs("stripes"),
    )


def heads(seen: State, seat: int, axis: tuple[int, ...], words: Words) -> Raw:
    """O-4.1: what names columns and rows; face down until all have chosen where to land."""
    asks = joker_axis(seen, seat) if seen.step == STEP.land_joker and deciding(seen, seat) else -1
    return el("g", [head(i, axis[i], i // 3 == asks, words) for i in range(6)], class_="heads")


@lru_cache(maxsize=256)
def head(i: int, element: int, asked: bool, words: Words) -> Raw:
    line = 1 + i % 3
    row = i // 3 == AXIS.row
    x, y = (3, start(line) + 20) if row else (start(line) + 20, 3)
    w, h = (HEAD - 4, CELL - 40) if row else (CELL - 40, HEAD - 4)
    label = words.say("action", "land_row" if row else "land_column", n=line, **{"element:element": element})
    if not element:
        label = words.say("page", "row" if row else "column", n=line)
    id_ = f"{'row' if row else 'col'}-{i % 3}"
    return el(
        "g",
        el(
            "g",  # all it may show: the class says which, and this is sent once
            el("rect", width=w, height=h, rx=9, class_="frame"),
            [put(el("use", href=f"#g-{e}"), w / 2 - (0 if row else 12), h / 2 - (12 if row else 0), 22, class_=f"x{e}")
             for e in range(1, 4)],
            el("text", line, x=num(w / 2 + (0 if row else 14)), y=num(h / 2 + (20 if row else 6))),
            el("text", "?", x=num(w / 2), y=num(h / 2 + 6), class_="x0"),
            id=f"{id_}-in",
            transform=f"translate({x} {y})",
        ),
        data_help=words.text("page", "help_axis"),
        data_clause="O-4.5",
        id=id_,
        class_=f"head e{element}" + (" asks" if asked else ""),
        data_label=label,
    )  # fmt: skip


# ---------------------------------------------------------------- the pieces

Spot = tuple[float, float, float]


def spots(seen: State) -> dict[int, Spot]:
    """Where each piece is drawn and how large; who fights each other stands side by side."""
    made: dict[int, Spot] = {}
    there: dict[int, list[int]] = {}
    for team in range(seen.teams):
        if on_map(seen, team):
            there.setdefault(seen.place[team], []).append(team)
    for place, teams in there.items():
        alike = [seen.battle[t] for t in teams]
        paired = [b and alike.count(b) == 2 for b in alike]
        order = sorted(range(len(teams)), key=lambda i: (not paired[i], alike[i] if paired[i] else 0, i))
        made |= arrange(place, [teams[i] for i in order])
    return made


def arrange(place: int, teams: list[int]) -> dict[int, Spot]:
    """Pieces of one place in rows; on the narrow ring as large as they can be."""
    n = len(teams)
    wide, high = width(place % BOARD), width(place // BOARD)
    if inside(place):
        across, radius = ROWS[next(most for most in ROWS if n <= most)]
    else:
        radius, across = max((min(18.5, wide / (2.5 * a), high / (2.5 * -(-n // a))), a) for a in range(1, n + 1))
    lines = -(-n // across)
    step = min(2.42 * radius, (high - 2.3 * radius) / max(1, lines - 1))
    x, y = middle(place)
    made = {}
    for i, team in enumerate(teams):
        line, at = divmod(i, across)
        count = min(across, n - line * across)
        made[team] = (x + (at - (count - 1) / 2) * 2.52 * radius, y + (line - (lines - 1) / 2) * step, radius)
    return made


def pieces(seen: State, seat: int, at: dict[int, Spot], words: Words) -> Raw:
    mine = own_team(seen, seat)
    drawn = []
    for team in range(seen.teams):
        if team in at:
            x, y, r = at[team]
            about = f"{words.name('team', 1 + team)}, {words.name('facing', seen.facing[team])}"
            kind = (" mine" if team == mine else "") + (
                " waits" if seen.waiting[team] and seen.step < STEP.move else ""
            )
            drawn.append(piece(team, seen.facing[team], x, y, r, total(seen, team), kind, about))
    return el("g", drawn, class_="pieces", id="pieces")


@lru_cache(maxsize=4096)
def piece(team: int, facing: int, x: float, y: float, r: float, sum_: int, kind: str, about: str) -> Raw:
    """A number token that looks where it faces; its sum stands below where there is room."""
    under = el("text", sum_, y=num(-r - 4 if facing == 2 else r + 14), class_="sum") if r > 28 else None
    return el(
        "g",
        el("g", el("path", d="M-18-28L0-46L18-28Z", class_="nose"), el("circle", r=RADIUS, class_="disc"),
           el("text", 1 + team, y=11, class_="no"), class_="body", transform=f"scale({num(r / RADIUS)})"),
        under,
        id=f"p-{team}",
        transform=f"translate({x:.0f} {y:.0f})",
        class_=f"piece f{facing} t{team}{kind}",
        data_label=about,
        data_show=f"tl-{team}",
        data_clause="O-5.7",
    )  # fmt: skip


def tokens(seen: State, words: Words) -> Raw:
    """O-9.3: lives that lie on the ground, in a corner above the pieces of a crowded cell."""
    return el(
        "g",
        [life(p, seen.token[p], words.say("page", "lives_here", n=seen.token[p]))
         for p in range(BOARD * BOARD) if seen.token[p]],
        class_="lives",
    )  # fmt: skip


@lru_cache(maxsize=256)
def life(place: int, count: int, about: str) -> Raw:
    x, y = start(place % BOARD) + 16, start(place // BOARD) + CELL - 16
    return el(
        "g",
        put(el("use", href="#g-heart"), x, y, 28),
        el("text", count, x=x, y=y + 5),
        id=f"tk-{place}",
        class_="life",
        data_enter=True,
        data_label=about,
        data_clause="O-12.1",
    )


def links(seen: State, seat: int, at: dict[int, Spot]) -> Raw:
    """O-6: who fights whom, as lines between the pieces, until the battles are over."""
    mine = own_team(seen, seat)
    drawn: list[Child] = []
    for e in range(ENCOUNTERS) if in_battle(seen) else ():
        pair = [seen.encounter[e, i] - 1 for i in range(2)]
        if min(pair) < 0 or any(t not in at for t in pair):
            continue
        kind = "link" + ("" if seen.fighting[e] else " done") + (" own" if mine in pair else "")
        drawn.append(link(e, at[pair[0]], at[pair[1]], kind))
    return el("g", drawn, class_="links")


@lru_cache(maxsize=1024)
def link(e: int, one: Spot, other: Spot, kind: str) -> Raw:
    (x, y, _), (u, v, _) = one, other
    far = hypot(u - x, v - y) > 90
    swords = put(
        [el("use", href="#g-sword", transform="rotate(45)"), el("use", href="#g-sword", transform="rotate(-45)")],
        (x + u) / 2, (y + v) / 2, 30,
    ) if far else None  # fmt: skip
    return el("g", el("path", d=f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}"), swords, id=f"ln-{e}", class_=kind)


def path_ahead(seen: State, seat: int, at: dict[int, Spot]) -> Raw | None:
    """O-11.6: where the own piece would go, while everybody moves."""
    team = own_team(seen, seat)
    if team not in at or seen.step != STEP.move or not seen.moving:
        return None
    to = ahead(seen.place[team], seen.facing[team])
    if to < 0:
        return None
    x, y, r = at[team]
    u, v = middle(to)
    danger = not inside(to) or forbidden(seen, to)
    length = hypot(u - x, v - y)
    u, v = x + (u - x) * (length - 12) / length, y + (v - y) * (length - 12) / length
    x, y = x + (u - x) * 1.6 * r / length, y + (v - y) * 1.6 * r / length
    return el(
        "g",
        el("path", d=f"M{num(x)} {num(y)}L{num(u)} {num(v)}"),
        el("path", d="M-11 8L0-8L11 8Z", transform=f"translate({num(u)} {num(v)}) rotate({90 * seen.facing[team]})"),
        class_="ahead danger" if danger else "ahead",
        id="ahead",
    )


# ---------------------------------------------------------------- the compass


def compass(seen: State, seat: int, at: dict[int, Spot], words: Words) -> Raw | None:
    """O-4.3, O-11.4, O-11.5: the facings around the own piece, or in the middle of the map before it has landed.

    The partner sees it too, with what the lead chooses.
    """
    team = own_team(seen, seat)
    if team < 0 or seen.step not in (STEP.landing, STEP.move):
        return None
    draft, last = seen.draft[lead_of(seen, team)], 2 if seen.step == STEP.landing else 1
    if draft.stage < last or draft.status == DRAFT.idle:
        return None
    chosen = draft.pick[last] - 1
    near, far = REACH + ARM, SIZE - REACH - ARM
    x, y = (min(max(v, near), far) for v in at.get(team, (SIZE / 2, SIZE / 2))[:2])
    steps = ((0, -REACH), (REACH, 0), (0, REACH), (-REACH, 0))
    arms = [arm(f, dx, dy, arm_kind(seen, team, f, chosen), words) for f, (dx, dy) in enumerate(steps)]
    if seen.step == STEP.move and draft.pick[0] == JOKER:
        label = words.say("action", "advance", **{"facing:facing": seen.facing[team]})
        ahead_ = el("path", d=ARROW, transform=f"rotate({90 * seen.facing[team]})")
        kind = "arm chosen" if chosen == TURN.advance else "arm"
        arms.append(el("g", el("circle", r=ARM), ahead_, id="go", class_=kind, data_label=label))
    return el("g", arms, id="compass", class_="compass", transform=f"translate({num(x)} {num(y)})")


ARROW = "M0-14L13 4H5V15H-5V4H-13Z"


def arm_kind(seen: State, team: int, facing: int, chosen: int) -> str:
    """How an arm looks: chosen, the present facing, and whether the next step that way costs a life."""
    kind = "arm chosen" if chosen == facing else "arm"
    if seen.round:
        to = ahead(seen.place[team], facing)
        kind += " present" if seen.facing[team] == facing else ""
        kind += " danger" if to < 0 or not inside(to) or forbidden(seen, to) else ""
    return kind


@lru_cache(maxsize=256)
def arm(facing: int, x: float, y: float, kind: str, words: Words) -> Raw:
    danger = kind.endswith("danger")
    return el(
        "g",
        el("circle", r=ARM),
        el("path", d=ARROW, transform=f"rotate({90 * facing})"),
        id=f"face-{facing}",
        class_=kind,
        transform=f"translate({x} {y})",
        data_label=words.say("action", "stay" if "present" in kind else "turn", **{"facing:facing": facing}),
        data_help=words.text("page", "help_ahead_dark") if danger else None,
        data_clause="O-11.9" if danger else None,
    )


def board(seen: State, seat: int, words: Words) -> Sheet:
    axis = tuple(ELEMENT[seen.axis[i]] for i in range(6))
    dark = tuple(p for p in range(BOARD * BOARD) if forbidden(seen, p))
    at = spots(seen)
    return svg.board(
        SIZE,
        SIZE,
        defs(),
        heads(seen, seat, axis, words),
        ground(dark, seen.opt.outside_encounters, words),
        names(axis),
        el("text", words.text("table", "outside"), x=SIZE - 6, y=SIZE - 8, class_="outside"),
        links(seen, seat, at),
        path_ahead(seen, seat, at),
        pieces(seen, seat, at, words),
        tokens(seen, words),
        compass(seen, seat, at, words),
        label=words.text("page", "map"),
    )
