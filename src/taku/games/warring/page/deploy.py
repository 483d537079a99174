"""Deployment: formations, brushes with their limits, and the own area to paint on (W-4)."""

from __future__ import annotations

from functools import lru_cache

from taku.engine.words import Words
from taku.games.warring.content import CODE, CONTENT, FORMATION, FORMATION_COUNT, KIND_COUNT, KIND_OF, UP
from taku.games.warring.page.pieces import TILES, banner_spot, body, full_strength, pennant, shape, small_tile
from taku.games.warring.page.strip import ARROW, icon, strip, undo
from taku.games.warring.page.view import CELL, EDGE, Eye
from taku.games.warring.rules.deployment import cap, deployment_choices
from taku.games.warring.rules.ground import place_to_cell
from taku.games.warring.state import (
    ARMY_BRUSH,
    DEPLOY,
    ERASE,
    HAND,
    LARGEST,
    MUSTER_COLUMNS,
    MUSTER_ROWS,
    NO_ARMY,
    NORTH,
    SIDES,
    State,
)
from taku.page import parts
from taku.page.frames import fold
from taku.page.html import Attr, Child, Raw, el

CROSS = "M-5-5L5 5M5-5L-5 5"
PALM = "M0-8V8M-8 0H8M-3-5L0-8L3-5M-3 5L0 8L3 5M-5-3L-8 0L-5 3M5-3L8 0L5 3"


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
    plan = plan_of(seen, seat)
    why, rule = unpainted(seen, seat, plan, words) if legal else (None, None)
    rows = seen.size // 3
    box: dict[str, Attr] = {"x": EDGE, "y": EDGE + CELL * (seen.size - rows), "width": CELL * seen.size}
    lit = sorted(DEPLOY.place.place(a) for a in legal if a in DEPLOY.place)
    same = [p for p in plan if legal and DEPLOY.place(p) not in legal and matches(seen, seat, p)]
    still: dict[str, Attr] = {"data_why": words.text("page", "no_change"), "data_clause": "W-4.6"}
    return el(
        "g",
        el("rect", **box, height=CELL * rows, class_="zone", data_why=why, data_clause=rule),
        outlines(seen, seat, plan, eye),
        [square(seen, seat, p, eye, id=f"p-{p}", data_free=True, **lifts(seen, seat, p)) for p in lit],
        [square(seen, seat, p, eye, **still) for p in same],
        laid_out(seen, seat, eye, words),
        class_=f"deploy s{seat}",
    )


def square(seen: State, seat: int, place: int, eye: Eye, **attrs: Attr) -> Raw:
    """A place of the own area, to be tapped."""
    x, y = eye.middle(place_to_cell(seen, seat, place))
    half = CELL // 2 - 1
    return el("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, class_="place", **attrs)


def lifts(seen: State, seat: int, place: int) -> dict[str, Attr]:
    """The hand takes a troop up, also by dragging it; what it holds is marked."""
    held = seen.held[seat] - 1
    if held == place:
        return {"data_held": True}
    return {"data_lift": f"d{seat}-{place}"} if seen.brush[seat] == 1 + HAND and held < 0 else {}


def matches(seen: State, seat: int, place: int) -> bool:
    """Whether the troop there is what the brush would make of it."""
    brush, code = seen.brush[seat] - 1, seen.plan[seat, place]
    if brush == HAND:
        return False
    if brush < ERASE:
        return bool(code % CODE == 1 + brush)
    return bool(code // CODE == (0 if brush == NO_ARMY else brush - ERASE))


def unpainted(seen: State, seat: int, plan: dict[int, int], words: Words) -> tuple[str, str]:
    """Why the brush does nothing on the other places, and the clause."""
    brush = seen.brush[seat] - 1
    if brush == HAND and seen.held[seat]:
        return words.text("page", "no_place"), "W-4.2"
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


def laid_out(seen: State, side: int, eye: Eye, words: Words) -> list[Child]:
    """A deployment as it stands."""
    plan = plan_of(seen, side)
    way = eye.way(UP[side])
    flags = []
    for k, places in armies_of(plan).items():
        x, y = banner_spot([eye.grid(place_to_cell(seen, side, p)) for p in places], way)
        flags.append(parts.piece(f"b{side}-{k}", x, y, pennant(k, way, 1, False, False), class_="banner"))
    return [[standing(seen, side, place, code, eye, words) for place, code in plan.items()], flags]


def opened(seen: State, side: int, eye: Eye, words: Words) -> Raw:
    """The other side's deployment, where nothing is hidden."""
    return el(
        "g", outlines(seen, side, plan_of(seen, side), eye), laid_out(seen, side, eye, words), class_=f"deploy s{side}"
    )


def standing(seen: State, seat: int, place: int, code: int, eye: Eye, words: Words) -> Raw:
    full = full_strength(seen, seat)
    lone = el("path", d=TILES[seat], class_="lone-line") if code < CODE else None
    return parts.piece(
        f"d{seat}-{place}",
        *eye.middle(place_to_cell(seen, seat, place)),
        body(seat, code % CODE, full, full),
        lone,
        seat=seat,
        class_="troop lone" if lone else "troop",
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
    at = f"translate({EDGE} {EDGE})"
    cells = {
        k: frozenset(eye.grid(place_to_cell(seen, seat, p)) for p in places) for k, places in armies_of(plan).items()
    }
    return [
        el("g", shape(f"{seat}-{k}", those, way), class_="army outline", transform=at) for k, those in cells.items()
    ]


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


def hand(seen: State, seat: int, words: Words, legal: set[int]) -> list[Raw]:
    """The brushes, and Ready with what keeps it from being pressed."""
    if seen.ready[seat]:
        return [el("p", words.text("page", "wait_enemy"), class_="hand-note")]
    plan = plan_of(seen, seat)
    wrong = faults(seen, seat, plan, words)
    able = DEPLOY.ready in legal
    ready = parts.button(
        [el("b", words.text("action", "ready")), el("small", wrong[0]) if wrong else None],
        id_="ready",
        kind="main" if able else "quiet",
        data_now=True,
        data_why=None if able else "\n".join(wrong),
        aria_disabled=None if able else "true",
    )
    return [brushes(seen, seat, plan, words), el("div", ready, undo(words), class_="go")]


def folds(words: Words, legal: set[int]) -> list[Raw]:
    """The formations, and what moves or changes everybody at once."""
    order = sorted(range(FORMATION_COUNT), key=lambda f: DEPLOY.preset(f) not in legal)
    made = [formation(f, words, DEPLOY.preset(f) in legal) for f in order]
    return [
        fold("formations", words.text("page", "formations"), made),
        fold("tools", words.text("page", "tools"), tools(words, legal)),
    ]


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
    name = about.name[words.language]
    why = {"data_help": about.text[words.language]} if able else {"data_why": words.text("page", "too_large")}
    return el("button", sketch(f), el("span", name), id=f"formation-{f}", type="button", class_="formation",
              data_now=True, data_label=name, data_clause="W-4.7", **why)  # fmt: skip


def brushes(seen: State, seat: int, plan: dict[int, int], words: Words) -> Raw:
    """Kinds with their limits, and armies with how many they have."""
    counts, armies, now = limits(seen, plan), armies_of(plan), seen.brush[seat] - 1

    def brush(b: int, face: Child, note: str | int) -> Raw:
        name = words.name("brush", b)
        return el("button", face, el("small", note), id=f"brush-{b}", type="button",
                  class_="tool on" if b == now else "tool", data_now=True, data_label=name,
                  aria_label=f"{name} {note}".strip(), aria_pressed="true" if b == now else None)  # fmt: skip

    kinds = [
        brush(kind - 1, small_tile(seat, kind), "{}/{}".format(*counts[kind])) for kind in range(1, KIND_COUNT + 1)
    ]
    flags = [
        brush(b, el("b", b - ERASE, class_="flag"), len(armies.get(b - ERASE, ())))
        for b in range(ARMY_BRUSH, min(NO_ARMY, ARMY_BRUSH + seen.opt.max_armies))
    ]
    none = brush(NO_ARMY, el("b", "–", class_="flag"), sum(c < CODE for c in plan.values()))
    total = el("small", "{}/{}".format(*counts[0]), class_="total", id="placed")
    hand = brush(HAND, icon(PALM, "sign line"), "")
    made = [total, hand, kinds, brush(ERASE, icon(CROSS, "sign line"), ""), flags, none]
    return strip(made, seat, words.text("page", "brushes"))


def tools(words: Words, legal: set[int]) -> list[Raw]:
    """Shift everybody, form armies, clear all."""

    def tool(id_: str, face: Child, name: str, able: bool, why: str, now: bool = True) -> Raw:
        return el("button", face, id=id_, type="button", class_="tool", data_now=now, data_label=name, aria_label=name,
                  data_why=None if able else words.text("page", why), data_clause="W-4.6",
                  aria_disabled=None if able else "true")  # fmt: skip

    made = []
    for d in range(4):
        name = words.say("action", "shift", **{"way:way": d})
        made.append(tool(f"shift-{d}", icon(ARROW, turn=d), name, DEPLOY.shift(d) in legal, "no_shift"))
    auto, clear = ((words.text("page", one), words.text("action", one)) for one in ("auto", "clear"))
    made.append(tool("auto", *auto, DEPLOY.auto in legal, "no_auto"))
    made.append(tool("clear", *clear, DEPLOY.clear in legal, "no_change", now=False))
    return made


def area(seen: State, side: int, eye: Eye, text: str, *looks: str) -> Raw:
    """W-1.9: a side's deployment area, with words in it."""
    rows = seen.size // 3
    top = EDGE if (side == NORTH) != eye.turned else EDGE + CELL * (seen.size - rows)
    box: dict[str, Attr] = {"x": EDGE, "y": top, "width": CELL * seen.size, "height": CELL * rows}
    words = el("text", text, x=eye.width / 2, y=top + CELL * rows / 2 + 8, class_="sealed")
    return el("g", [el("rect", **box, class_=look) for look in looks], words, class_=f"s{side}")


def sealed(seen: State, side: int, eye: Eye, words: Words) -> Raw:
    """An area into which nobody looks: the enemy's, or both for onlookers."""
    text = words.text("table", "ready" if seen.ready[side] else "deploying")
    return area(seen, side, eye, f"{words.name('side', side)}: {text}", "veil", "clouds")


def areas(seen: State, eye: Eye, words: Words) -> list[Raw]:
    """Where both sides came from, for onlookers, to whom the fog leaves little else."""
    return [area(seen, side, eye, words.name("side", side), "zone") for side in range(SIDES)]
