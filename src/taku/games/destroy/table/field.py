"""The field: ten hexagons, the own row at the bottom, tiles on them, and what the chosen character could reach."""

from __future__ import annotations

from functools import cache
from math import sqrt

from taku.engine.words import Words
from taku.games.destroy.content import SELECT, STEP
from taku.games.destroy.rules import kind
from taku.games.destroy.rules.actions import (
    attack_targets,
    character_of,
    current_act,
    move_targets,
    targets,
)
from taku.games.destroy.rules.skills import asks, choices, next_step
from taku.games.destroy.state import (
    ACT,
    CELLS,
    KIND,
    MAX_CANCELS,
    PLACES,
    SEATS,
    STAGE,
    State,
)
from taku.games.destroy.table.sums import sources
from taku.games.destroy.table.tiles import hexagon, tile
from taku.games.destroy.tables import CONTENT, START, STEP_OF, WITHIN
from taku.page import svg
from taku.page.html import Attr, Child, Raw, el

SIZE = 100
STEP_Y = SIZE * sqrt(3) / 2
TOP = SIZE / sqrt(3)
WIDTH, HEIGHT = 4 * SIZE, 2 * TOP + 2 * STEP_Y
CELL = hexagon(TOP - 2.6)
RING = hexagon(TOP - 8)
ACTOR = hexagon(TOP - 1)


@cache
def middle(cell: int, eye: int) -> tuple[float, float]:
    """Where a cell lies for the seat that looks; the other seat sees the map turned by 180° (D-3.2)."""
    row, x2 = CONTENT.cells[cell]
    x, y = (x2 / 2 + 0.5) * SIZE, TOP + (2 - row) * STEP_Y
    return (WIDTH - x, HEIGHT - y) if eye else (x, y)


def way(act: int) -> str:
    """The kind of an act, which gives its targets their colour."""
    return ACT.read(act).name


def field(seen: State, seat: int, words: Words, *extra: Child) -> Raw:
    """The whole drawing; `extra` lies on top."""
    eye = max(seat, 0)
    mine = seen.stage == STAGE.act and seen.user == 1 + seat
    asked = kind(seen, seat) if mine else -1
    doing = f" to-{way(current_act(seen, seat))}" if asked == KIND.target else ""
    return el(
        "svg",
        cells(eye, seen.opt.start_layout, words),
        actor(seen, seat, eye, asked),
        tiles(seen, seat, words, asked),
        previews(seen, seat, eye, asked),
        chips(seen, seat, eye, words, asked),
        extra,
        viewBox=f"-6 -6 {WIDTH + 12} {svg.num(HEIGHT + 12)}",
        role="group",
        aria_label=words.text("page", "field"),
        id="board",
        class_=f"board-svg field{doing}",
        data_grid=True,
    )


@cache
def _cells(eye: int, layout: int, names: tuple[str, ...], prefix: str) -> Raw:
    rows = sorted({middle(q, eye)[1] for q in range(CELLS)})
    drawn = []
    for q in range(CELLS):
        x, y = middle(q, eye)
        of = next((s for s in range(SEATS) if q in [START[layout, s, i] for i in range(3)]), -1)
        row = rows.index(y)
        drawn.append(
            el("polygon", points=CELL, id=f"{prefix}q-{q}", class_=f"cell hex home s{of}" if of >= 0 else "cell hex",
               transform=f"translate({svg.num(x)} {svg.num(y)})", data_row=row, data_col=int(x), data_label=names[q],
               data_now=True)
        )  # fmt: skip
        drawn.append(el("text", q, x=svg.num(x), y=svg.num(y + 8), class_="cell-number", text_anchor="middle"))
    return el("g", drawn, class_="cells")


def cells(eye: int, layout: int, words: Words, prefix: str = "") -> Raw:
    """The ten cells; in a drawing beside the table their ids begin with the prefix."""
    return _cells(eye, layout, tuple(words.name("cell", q) for q in range(CELLS)), prefix)


def tiles(seen: State, seat: int, words: Words, asked: int) -> Raw:
    """All characters on the field. One that has a single act may be tapped once: it can be taken back (D-11.3)."""
    eye = max(seat, 0)
    from_ = sources(seen)
    drawn = []
    for c in range(SEATS * PLACES):
        if seen.cell[c] >= CELLS:
            continue
        x, y = middle(seen.cell[c], eye)
        more: dict[str, Attr] = {"data_row": int(y), "data_col": int(x)}
        if (
            asked == KIND.act
            and c // PLACES == seat
            and seen.cancels[seat] < MAX_CANCELS
            and len(acts_of(seen, c)) == 1
        ):
            more["data_now"] = acts_of(seen, c)[0] not in ACT.skill
        if asked == KIND.target and current_act(seen, seat) in ACT.move:
            more["data_now"] = True
        drawn.append(tile(seen, c, x, y, words, from_, **more))
    return el("g", drawn, class_="tiles")


def acts_of(seen: State, c: int) -> list[int]:
    """The acts that the card in use allows a character."""
    place = c % PLACES
    numbers = (ACT.move(place), ACT.attack(place), ACT.skill(place, 0), ACT.skill(place, 1))
    return [act for act in numbers if (seen.able >> act) & 1]


def element_at(seen: State, cell: int) -> str:
    """What is tapped for a cell: the tile on it, or the cell."""
    return f"ch-{seen.at[cell] - 1}" if seen.at[cell] else f"q-{cell}"


def act_gesture(seen: State, seat: int, act: int) -> tuple[str, ...]:
    """A character, and what it does where that is not clear by itself."""
    c = character_of(seat, act)
    if act not in ACT.skill and len(acts_of(seen, c)) == 1:
        return (f"ch-{c}",)
    return (f"ch-{c}", f"do-{act}")


def reach(seen: State, c: int, act: int) -> int:
    """The cells that an act could be aimed at first."""
    if act in ACT.move:
        return int(move_targets(seen, c))
    if act in ACT.attack:
        return int(attack_targets(seen, c))
    j = ACT.skill.j(act)
    return int(choices(seen, c, j, next_step(seen, c, j, 0)))


def previews(seen: State, seat: int, eye: int, asked: int) -> Raw:
    """Rings that are shown while a character or a target is aimed at: what it reaches, or what would be hit."""
    drawn: list[Child] = []
    if asked == KIND.act:
        for place in range(PLACES):
            c = PLACES * seat + place
            mine = acts_of(seen, c)
            for act in mine:
                at = f"do-{act}" if len(act_gesture(seen, seat, act)) > 1 and len(mine) > 1 else f"ch-{c} do-{act}"
                drawn.append(rings(reach(seen, c, act), eye, way(act), at))
    elif asked == KIND.target:
        act = current_act(seen, seat)
        c = character_of(seat, act)
        if act not in ACT.move:
            drawn.append(reticles(seen, targets(seen, seat), eye))
        if act in ACT.skill:
            j = ACT.skill.j(act)
            k = next_step(seen, c, j, seen.step)
            if asks(seen, c, j, k) and STEP_OF[seen.who[c], j, k, STEP.select] == SELECT.area:
                for q in range(CELLS):
                    if (choices(seen, c, j, k) >> q) & 1:
                        drawn.append(rings(WITHIN[1, q], eye, "attack", element_at(seen, q)))
    return el("g", drawn, class_="previews")


def actor(seen: State, seat: int, eye: int, asked: int) -> Raw | None:
    """A dashed edge around the character whose target is being chosen."""
    if asked != KIND.target:
        return None
    x, y = middle(seen.cell[character_of(seat, current_act(seen, seat))], eye)
    return el("polygon", points=ACTOR, class_="actor", transform=f"translate({svg.num(x)} {svg.num(y)})")


CROSS = "M0-50V-38M0 50V38M-43 0H-33M43 0H33"


def reticles(seen: State, cells: int, eye: int) -> Raw:
    """Cross hairs on the characters that may be chosen."""
    found = [q for q in range(CELLS) if (cells >> q) & 1 and seen.at[q]]
    return el(
        "g",
        [el("path", d=CROSS, transform="translate({} {})".format(*map(svg.num, middle(q, eye)))) for q in found],
        class_="reticles",
    )


def rings(cells: int, eye: int, tone: str, at: str) -> Raw:
    return el(
        "g",
        [
            el("polygon", points=RING, class_=f"ring-{tone}",
               transform="translate({} {})".format(*map(svg.num, middle(q, eye))))
            for q in range(CELLS) if (cells >> q) & 1
        ],
        data_hint_for=at,
    )  # fmt: skip


CHIP_WIDE, CHIP_HIGH = 132, 30


def chips(seen: State, seat: int, eye: int, words: Words, asked: int) -> Raw:
    """What a character can do, as chips beside its tile; the stylesheet shows them while it is chosen."""
    drawn: list[Child] = []
    for place in range(PLACES) if asked == KIND.act else ():
        c = PLACES * seat + place
        mine = [act for act in acts_of(seen, c) if len(act_gesture(seen, seat, act)) > 1]
        if not mine:
            continue
        x, y = middle(seen.cell[c], eye)
        x = min(max(x, CHIP_WIDE / 2), WIDTH - CHIP_WIDE / 2)
        high = CHIP_HIGH * len(mine)
        y = y - 60 - high if y > HEIGHT / 2 else min(y + 60, HEIGHT + 4 - high)  # nothing of it leaves the field
        drawn.append(
            el("g", [chip(seen, c, act, x, y + CHIP_HIGH * i, words) for i, act in enumerate(mine)],
               class_=f"chips of-{c}")
        )  # fmt: skip
    return el("g", drawn, id="chips")


SIGN = {"move": "arrow", "attack": "sword", "skill": "flame"}


def chip(seen: State, c: int, act: int, x: float, y: float, words: Words) -> Raw:
    how = way(act)
    if act in ACT.skill:
        skill = CONTENT.characters[seen.who[c] - 1].skills[ACT.skill.j(act)]
        said, more = skill.name[words.language], skill.text[words.language]
    else:
        said, more = words.text("page", "do", how), ""
    size = 14 if len(said) < 14 else 12
    return el(
        "g",
        el("rect", x=svg.num(x - CHIP_WIDE / 2), y=svg.num(y + 1), width=CHIP_WIDE, height=CHIP_HIGH - 3, rx=13,
           class_="frame"),
        svg.placed_glyph(SIGN[how], x - CHIP_WIDE / 2 + 17, y + CHIP_HIGH / 2, 15),
        el("text", said, x=svg.num(x + 9), y=svg.num(y + 20), text_anchor="middle", font_size=size),
        id=f"do-{act}",
        class_=f"chip do-{how}",
        data_label=said,
        data_help=more or None,
    )  # fmt: skip
