"""The field: ten hexagons, the own row at the bottom, tiles on them, and what the chosen character could reach."""

from __future__ import annotations

from functools import cache, lru_cache
from math import sqrt

from taku.engine.words import Words
from taku.games.destroy.content import CONTENT, SELECT, START, STEP, STEP_OF, WITHIN
from taku.games.destroy.page.figures import placed
from taku.games.destroy.page.sums import sources
from taku.games.destroy.page.tiles import hexagon, skills_in_words, tile
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
from taku.page import svg
from taku.page.html import Attr, Child, Raw, Sheet, el

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
    """The kind of an act, which gives what it reaches its pattern."""
    return ACT.read(act).name


def question(seen: State, seat: int) -> int:
    """The kind of decision that a seat must make about the card in use; −1 if it is not asked."""
    return int(kind(seen, seat)) if seen.stage == STAGE.act and seen.user == 1 + seat else -1


def field(seen: State, seat: int, words: Words) -> Sheet:
    """The whole drawing."""
    eye, asked = max(seat, 0), question(seen, seat)
    return board(
        words,
        cells(eye, seen.opt.start_layout, words),
        actor(seen, seat, eye, asked),
        tiles(seen, seat, words, asked),
        previews(seen, seat, eye, asked),
        [sub(of, seen.who[seen.sub[of]], eye, words, damage=seen.damage[seen.sub[of]]) for of in range(SEATS)],
    )


def board(words: Words, *kids: Child) -> Sheet:
    return svg.board(WIDTH, HEIGHT, kids, label=words.text("page", "field"), margin=4, class_="board-svg field")


@cache
def _cells(eye: int, layout: int, names: tuple[str, ...]) -> Raw:
    rows = sorted({middle(q, eye)[1] for q in range(CELLS)})
    drawn = []
    for q in range(CELLS):
        x, y = middle(q, eye)
        of = next((s for s in range(SEATS) if q in [START[layout, s, i] for i in range(3)]), -1)
        row = rows.index(y)
        drawn.append(
            el("polygon", points=CELL, id=f"q-{q}", class_=f"cell hex home s{of}" if of >= 0 else "cell hex",
               transform=f"translate({svg.num(x)} {svg.num(y)})", data_row=row, data_col=int(x), data_label=names[q])
        )  # fmt: skip
        drawn.append(el("text", q, x=svg.num(x), y=svg.num(y + 8), class_="cell-number", text_anchor="middle"))
    return el("g", drawn, class_="cells")


def cells(eye: int, layout: int, words: Words) -> Raw:
    """The ten cells."""
    return _cells(eye, layout, tuple(words.name("cell", q) for q in range(CELLS)))


def tiles(seen: State, seat: int, words: Words, asked: int) -> Raw:
    """All characters on the field. Choosing who acts takes one tap, since it can be taken back (D-11.3)."""
    eye = max(seat, 0)
    from_ = sources(seen)
    drawn = []
    for c in range(SEATS * PLACES):
        if seen.cell[c] >= CELLS:
            continue
        x, y = middle(seen.cell[c], eye)
        more: dict[str, Attr] = {"data_row": int(y), "data_col": int(x)}
        if asked == KIND.act and c // PLACES == seat and [act not in ACT.skill for act in acts_of(seen, c)] == [True]:
            more["data_free"] = seen.cancels[seat] < MAX_CANCELS
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


SUB_R = 23


def sub(of: int, who: int, eye: int, words: Words, *, damage: int = 0, next_: bool = False) -> Raw:
    """A sub in the corner that its side's row leaves free: the own one at the lower left."""
    x, y = (SUB_R + 2, HEIGHT - 50) if of == eye else (WIDTH - SUB_R - 2, 38)
    return _sub(of, who, x, y, damage, next_, words.language, words.text("table", "sub"), skills_in_words(who, words))


@lru_cache(maxsize=256)
def _sub(of: int, who: int, x: float, y: float, damage: int, next_: bool, language: str, title: str, text: str) -> Raw:
    card = CONTENT.characters[who - 1] if who else None
    return el(
        "g",
        el("circle", r=SUB_R, class_="frame"),
        placed(who, 34) if who else None,
        el("text", title, y=SUB_R + 14, text_anchor="middle", class_="sub-title"),
        el("text", damage, x=SUB_R - 6, y=-SUB_R + 12, text_anchor="middle", class_="hurt") if damage else None,
        id=f"sub-{of}",
        class_=f"sub s{of}{' next-place' if next_ else ''}",
        transform=f"translate({svg.num(x)} {svg.num(y)})",
        data_label=f"{title}: {card.name[language]}" if card else title,
        data_help=text or None,
        data_clause="D-2.4",
    )
