"""Deployment: formations, brushes with their limits, and the own area to paint on (W-4)."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.warring.rules.deployment import cap, deployment_choices
from taku.games.warring.rules.ground import place_to_cell
from taku.games.warring.state import (
    ARMY_BRUSH,
    DEPLOY,
    ERASE,
    LARGEST,
    MUSTER_COLUMNS,
    MUSTER_ROWS,
    NO_ARMY,
    NORTH,
    State,
)
from taku.games.warring.table.pieces import DX, DY, TILES, banner_cell, body, full_strength, pennant, shape, small_tile
from taku.games.warring.table.strip import undo
from taku.games.warring.table.view import CELL, EDGE, Eye
from taku.games.warring.tables import CODE, CONTENT, FORMATION, FORMATION_COUNT, KIND_COUNT, KIND_OF, UP
from taku.page import parts
from taku.page.html import Child, Raw, el

WAYS = ("M0-7L7 5H-7Z", "M7 0L-5 7V-7Z", "M0 7L-7-5H7Z", "M-7 0L5-7V7Z")


def choices(seen: State, seat: int) -> set[int]:
    """The clicks that change something; `seen` must be a copy, since the rules leave their scratch behind."""
    out = [0] * len(DEPLOY)
    return set(out[: deployment_choices(seen, seat, out)])


def plan_of(seen: State, seat: int) -> dict[int, int]:
    """The places where somebody stands: kind + 8 × army."""
    plan = seen.plan
    return {p: plan[seat, p] for p in range(LARGEST * (seen.size // 3)) if plan[seat, p]}


# ---------------------------------------------------------------- on the map


def zone(seen: State, seat: int, eye: Eye, words: Words, legal: set[int]) -> Raw:
    """The own area: every place can be painted; what stands there, and its armies."""
    rows = seen.size // 3
    top = EDGE + CELL * (seen.size - rows)
    plan = plan_of(seen, seat)
    cells = [
        el(
            "rect", id=f"p-{place}", x=EDGE + CELL * (place % LARGEST) + 1, y=top + CELL * (place // LARGEST) + 1,
            width=CELL - 2, height=CELL - 2, class_="place", data_now=True,
        )
        for place in sorted(DEPLOY.place.place(a) for a in legal if a in DEPLOY.place)
    ]  # fmt: skip
    why, rule = unpainted(seen, seat, plan, words)
    return el(
        "g",
        el(
            "rect",
            x=EDGE,
            y=top,
            width=CELL * seen.size,
            height=CELL * rows,
            class_="zone",
            data_why=why if legal else None,
            data_clause=rule if legal else None,
        ),
        outlines(seen, seat, plan, eye),
        cells,
        [
            still(place, top, words)
            for place in plan
            if legal and DEPLOY.place(place) not in legal and matches(seen, seat, place)
        ],
        [standing(seen, seat, place, code, eye, words) for place, code in plan.items()],
        banners(seen, seat, plan, eye),
        class_=f"deploy s{seat}",
    )


def matches(seen: State, seat: int, place: int) -> bool:
    """Whether the troop there is what the brush would make of it."""
    brush, code = seen.brush[seat] - 1, seen.plan[seat, place]
    if brush < ERASE:
        return bool(code % CODE == 1 + brush)
    return bool(code // CODE == (0 if brush == NO_ARMY else brush - ERASE))


def fixed(seen: State, seat: int, place: int, legal: set[int]) -> bool:
    """Whether a click there would change nothing, because it is so already."""
    return DEPLOY.place(place) not in legal and matches(seen, seat, place)


def still(place: int, top: int, words: Words) -> Raw:
    """A place that the brush would not change."""
    return el(
        "rect", x=EDGE + CELL * (place % LARGEST) + 1, y=top + CELL * (place // LARGEST) + 1, width=CELL - 2,
        height=CELL - 2, class_="place", data_why=words.text("page", "no_change"), data_clause="W-4.6",
    )  # fmt: skip


def unpainted(seen: State, seat: int, plan: dict[int, int], words: Words) -> tuple[str, str]:
    """Why the brush does nothing on the other places, and the clause."""
    brush = seen.brush[seat] - 1
    if brush >= ERASE:
        return words.text("page", "nobody"), "W-4.6"
    kind, counts = 1 + brush, limits(seen, plan)
    if kind == KIND_OF.general and counts[kind][0]:
        return words.text("page", "one_general"), "W-4.4"
    if counts[kind][0] >= cap(seen, kind):
        return words.say("page", "no_more", n=counts[kind][1], **{"kind:kind": kind}), "W-4.3"
    if counts[0][0] >= counts[0][1]:
        return words.say("page", "no_room", n=counts[0][1]), "W-4.3"
    return words.text("page", "no_horse"), "W-4.2"


def laid_out(seen: State, side: int, eye: Eye, words: Words) -> Raw:
    """The other side's deployment, where nothing is hidden."""
    plan = plan_of(seen, side)
    return el(
        "g",
        outlines(seen, side, plan, eye),
        [standing(seen, side, place, code, eye, words) for place, code in plan.items()],
        banners(seen, side, plan, eye),
        class_=f"deploy s{side}",
    )


def standing(seen: State, seat: int, place: int, code: int, eye: Eye, words: Words) -> Raw:
    x, y = eye.middle(place_to_cell(seen, seat, place))
    full = full_strength(seen, seat)
    return parts.piece(
        f"d{seat}-{place}",
        x,
        y,
        body(seat, code % CODE, full, full),
        el("path", d=TILES[seat], class_="lone-line") if code < CODE else None,
        seat=seat,
        class_="troop" + ("" if code >= CODE else " lone"),
        data_enter=True,
        label=words.name("kind", code % CODE),
    )


def armies_of(plan: dict[int, int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for place, code in plan.items():
        if code >= CODE:
            found.setdefault(code // CODE, []).append(place)
    return dict(sorted(found.items()))


def outlines(seen: State, seat: int, plan: dict[int, int], eye: Eye) -> list[Raw]:
    way = eye.way(UP[seat])
    made = []
    for k, places in armies_of(plan).items():
        cells = frozenset(eye.grid(place_to_cell(seen, seat, p)) for p in places)
        made.append(
            el("g", shape(f"{seat}-{k}", cells, way), class_="army outline", transform=f"translate({EDGE} {EDGE})")
        )
    return made


def banners(seen: State, seat: int, plan: dict[int, int], eye: Eye) -> list[Raw]:
    way = eye.way(UP[seat])
    made = []
    for k, places in armies_of(plan).items():
        x, y = banner_cell([eye.grid(place_to_cell(seen, seat, p)) for p in places], way)
        made.append(
            parts.piece(
                f"b{seat}-{k}",
                EDGE + CELL * x + CELL // 2 + 19 * DX[way],
                EDGE + CELL * y + CELL // 2 + 19 * DY[way],
                pennant(k, way, 1, False, False),
                class_="banner",
            )
        )
    return made


# ---------------------------------------------------------------- beside the map


def limits(seen: State, plan: dict[int, int]) -> dict[int, tuple[int, int]]:
    """W-4.3, W-4.4: how many of each kind stand, and how many may; all together at 0."""
    kinds = [code % CODE for code in plan.values()]
    made = {kind: (kinds.count(kind), int(cap(seen, kind))) for kind in range(1, KIND_COUNT + 1)}
    made[KIND_OF.infantry] = (made[KIND_OF.infantry][0], seen.opt.max_troops)
    return {0: (len(kinds), seen.opt.max_troops), **made}


def faults(seen: State, seat: int, plan: dict[int, int], words: Words) -> list[str]:
    """W-4.5: why the deployment is not ready."""
    said = []
    generals = [code for code in plan.values() if code % CODE == KIND_OF.general]
    if not generals:
        said.append(words.text("page", "no_general"))
    elif generals[0] < CODE:
        said.append(words.text("page", "general_alone"))
    for k, places in armies_of(plan).items():
        if len(places) < 2 or not together(places):
            said.append(words.say("page", "not_together", **{"army:army": k}))
    if not armies_of(plan):
        said.append(words.text("page", "no_army"))
    return said


def together(places: list[int]) -> bool:
    left = set(places)
    open_ = [left.pop()]
    while open_:
        p = open_.pop()
        near = {p - LARGEST, p + LARGEST}
        near |= {q for q in (p - 1, p + 1) if q // LARGEST == p // LARGEST}
        open_ += near & left
        left -= near
    return not left


def panel(seen: State, seat: int, words: Words, legal: set[int]) -> Raw:
    """Formations, brushes, helpers, and Ready."""
    plan = plan_of(seen, seat)
    if seen.ready[seat]:
        return el(
            "section",
            el("p", words.text("page", "wait_enemy"), class_="brief"),
            class_="hand deploying",
            aria_label=words.text("page", "deployment"),
        )
    wrong = faults(seen, seat, plan, words)
    return el(
        "section",
        el(
            "div",
            [
                formation(f, words, DEPLOY.preset(f) in legal)
                for f in sorted(range(FORMATION_COUNT), key=lambda f: DEPLOY.preset(f) not in legal)
            ],
            class_="formations",
            role="group",
            tabindex=0,
            aria_label=words.text("page", "formations"),
        ),
        brushes(seen, seat, plan, words, legal),
        el(
            "div",
            tools(words, legal),
            parts.button(
                words.text("action", "ready"),
                id_="ready",
                kind="main" if DEPLOY.ready in legal else "quiet",
                data_now=True,
                data_why="\n".join(wrong) if DEPLOY.ready not in legal else None,
                aria_disabled=None if DEPLOY.ready in legal else "true",
            ),
            class_="go",
        ),
        el("div", [el("p", w) for w in wrong], class_="faults"),  # always there: the map does not jump
        class_="hand deploying",
        aria_label=words.text("page", "deployment"),
    )


DOTS = {
    "infantry": "M-2 -2h4v4h-4z",
    "archer": "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "shield": "M-3.5-3.5h7v7h-7z",
    "cavalry": "M0-4L4 3.5H-4z",
    "general": "M0-4.5L4.5 0L0 4.5L-4.5 0z",
}
"""A formation in small: every kind has a shape of its own."""


@lru_cache(maxsize=64)
def sketch(f: int) -> Raw:
    """A formation as it will stand, seen from above."""
    kinds = list(KIND_OF)
    dots = []
    for i in range(MUSTER_ROWS * MUSTER_COLUMNS):
        kind = FORMATION[f, i] % CODE
        if kind:
            at = f"translate({8 * (i % MUSTER_COLUMNS) + 4} {8 * (i // MUSTER_COLUMNS) + 4})"
            dots.append(el("path", d=DOTS[kinds[kind]], transform=at, class_=f"dot d{kind}"))
    box = f"-1 -1 {8 * MUSTER_COLUMNS + 2} {8 * MUSTER_ROWS + 2}"
    return el("svg", dots, viewBox=box, aria_hidden="true", class_="sketch")


def formation(f: int, words: Words, able: bool) -> Raw:
    about = CONTENT.formations[f]
    return el(
        "button",
        sketch(f),
        el("span", about.name[words.language]),
        id=f"formation-{f}",
        type="button",
        class_="formation",
        data_now=True,
        data_label=about.name[words.language],
        data_help=about.text[words.language] if able else None,
        data_why=None if able else words.text("page", "too_large"),
        data_clause="W-4.7",
    )


def brushes(seen: State, seat: int, plan: dict[int, int], words: Words, legal: set[int]) -> Raw:
    counts = limits(seen, plan)
    now = seen.brush[seat] - 1
    armies = armies_of(plan)

    def brush(b: int, face: Child, note: str) -> Raw:
        return el(
            "button",
            face,
            el("small", note) if note else None,
            id=f"brush-{b}",
            type="button",
            class_="brush on" if b == now else "brush",
            data_now=True,
            data_label=words.name("brush", b),
            aria_label=words.name("brush", b) + (f" {note}" if note else ""),
            aria_pressed="true" if b == now else None,
        )

    kinds = [
        brush(kind - 1, small_tile(seat, kind), "{}/{}".format(*counts[kind])) for kind in range(1, KIND_COUNT + 1)
    ]
    kinds.append(brush(ERASE, el("b", "✕"), ""))
    banner = [
        brush(b, el("b", b - ERASE, class_="flag"), str(len(armies.get(b - ERASE, ()))))
        for b in range(ARMY_BRUSH, min(NO_ARMY, ARMY_BRUSH + seen.opt.max_armies))
    ]
    banner.append(brush(NO_ARMY, el("b", "–", class_="flag"), str(sum(c < CODE for c in plan.values()))))
    return el(
        "div",
        el("p", words.text("page", "brush_kinds"), el("b", "{}/{}".format(*counts[0]))),
        el("div", kinds, class_="brush-row"),
        el("p", words.text("page", "brush_armies"), el("b", f"{len(armies)}/{seen.opt.max_armies}")),
        el("div", banner, class_="brush-row"),
        class_="brushes",
    )


def tools(words: Words, legal: set[int]) -> Raw:
    made = []
    for d in range(4):
        face = el("svg", el("path", d=WAYS[d]), viewBox="-9 -9 18 18", aria_hidden="true")
        name = words.say("action", "shift", **{"way:way": d})
        made.append(tool(f"shift-{d}", face, name, DEPLOY.shift(d) in legal, words.text("page", "no_shift")))
    about = words.text("page", "auto"), words.text("action", "auto")
    made.append(tool("auto", *about, DEPLOY.auto in legal, words.text("page", "no_auto")))
    about = words.text("page", "clear"), words.text("action", "clear")
    made.append(tool("clear", *about, DEPLOY.clear in legal, words.text("page", "no_change"), now=False))
    made.append(undo(words))
    return el("div", made, class_="tools")


def tool(id_: str, face: Child, name: str, able: bool, why: str, now: bool = True) -> Raw:
    return el(
        "button",
        face,
        id=id_,
        type="button",
        class_="tool",
        data_now=now,
        data_label=name,
        aria_label=name,
        data_why=None if able else why,
        data_clause="W-4.6",
        aria_disabled=None if able else "true",
    )


def sealed(seen: State, side: int, eye: Eye, words: Words) -> Raw:
    """An area into which nobody looks: the enemy's, or both for onlookers."""
    rows = seen.size // 3
    at_top = (side == NORTH) != eye.turned
    y = EDGE if at_top else EDGE + CELL * (seen.size - rows)
    text = words.text("table", "ready" if seen.ready[side] else "deploying")
    return el(
        "g",
        el("rect", x=EDGE, y=y, width=CELL * seen.size, height=CELL * rows, class_="veil"),
        el("rect", x=EDGE, y=y, width=CELL * seen.size, height=CELL * rows, fill="url(#w-fog)"),
        el("text", f"{words.name('side', side)}: {text}", x=eye.width / 2, y=y + CELL * rows / 2 + 8, class_="sealed"),
        class_=f"s{side}",
    )
