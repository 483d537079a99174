"""Banners over the Plain: how it looks (rulebook, "At the table").

view (cells, sets of cells, outlines) · ground (the landscape, drawn once a map) · pieces (troops, armies, ghosts) ·
forecast (strikes to expect) · orders (what an army can be told) · deploy (formations, brushes) · strip (players,
armies, Attack) · motion (events) · picture (for the lobby) · drawings (for the rulebook).
Words about the game stand in wording.py, the styles in page.css beside this folder.
"""

from __future__ import annotations

from collections.abc import Sequence

from taku.engine.actions import Action
from taku.engine.match import Told
from taku.engine.words import Words
from taku.games.warring.content import MUTUAL, SIGHT
from taku.games.warring.page import deploy, strip
from taku.games.warring.page.drawings import figure
from taku.games.warring.page.ground import DEFS, land_of
from taku.games.warring.page.motion import animate
from taku.games.warring.page.orders import DEFS as HANDLES
from taku.games.warring.page.orders import Desk, handle
from taku.games.warring.page.picture import picture
from taku.games.warring.page.pieces import (
    army,
    banner,
    by_army,
    defs,
    ghosts,
    remembered,
    troop,
    why_lone,
    witnessed,
)
from taku.games.warring.page.view import Eye, brushed, eye_of, laid_open, mask_of, whole, within
from taku.games.warring.rules import kind
from taku.games.warring.rules.armies import connected_part, members
from taku.games.warring.state import CELLS, KIND, NORTH, ORDER, SHAPE, SIDES, SOUTH, STAGE, TROOPS, State
from taku.games.warring.wording import describe, text, why_not
from taku.page.contract import Page
from taku.page.frames import wide_map
from taku.page.html import Child, Raw, Sheet, el


def gesture(seen: State, seat: int, action: Action) -> tuple[str, ...]:
    """What is tapped for an action, in turn: the army first, then what it shall do."""
    match action:
        case "place", place:
            return (f"p-{place}",)
        case "preset", formation:
            return (f"formation-{formation}",)
        case ("brush" | "shift") as what, which:
            return (f"{what}-{which}",)
        case (("muster" | "mark"), t):
            return (f"t{seat}-{t}",)
        case (("face" | "march" | "split" | "rally"), k, *_):
            return (f"a{seat}-{k}", handle(action))
        case ("confirm" | "cancel",):
            return ()
        case ("end",):
            return ("attack",)
    return (action.name,)


def table(seen: State, seat: int, words: Words, earlier: Sequence[Told] = ()) -> Sheet:
    """The whole table as a seat sees it; a spectator (−1) looks from the south, and is shown what was told."""
    eye = eye_of(seen, seat)
    if seen.stage == STAGE.deploy:
        return deployment(seen, seat, eye, words)
    own = {side: by_army(seen, side) for side in range(SIDES)}
    asked = kind(seen, seat) if seat >= 0 and seen.stage == STAGE.orders and seen.turn == seat else None
    desk = Desk(seen, seat, eye, own[seat], asked) if seat >= 0 and seen.stage == STAGE.orders else None
    hidden = seat < 0 and seen.opt.fog and seen.stage == STAGE.orders
    order = (1 - max(seat, 0), max(seat, 0))  # own things lie above the enemy's
    drawing = (
        veil(seen, seat, eye),
        desk.below() if desk else None,
        deploy.areas(seen, eye, words) if hidden else None,
        ghosts(seen, remembered(seen, seat) if seat >= 0 else witnessed(seen, earlier), eye, words),
        [side_of(seen, side, own[side], eye, words, seat, asked, desk) for side in order],
        el("g", [banner(seen, side, k, own[side][k], eye, side == seat) for side in order for k in own[side] if k],
           id="banners"),
        [desk.handles(words), el("g", desk.idle_marks(), id="idle")] if desk else None,
    )  # fmt: skip
    return page(seen, seat, eye, words, drawing, strip.armies(desk, words) if desk else None)


def deployment(seen: State, seat: int, eye: Eye, words: Words) -> Sheet:
    """The table while both sides deploy."""
    legal = deploy.choices(seen.copy(), seat) if seat >= 0 and not seen.ready[seat] else set()
    other = deploy.opened if laid_open(seen, seat) else deploy.sealed
    drawing: list[Child] = [other(seen, side, eye, words) for side in range(SIDES) if side != seat]
    if seat < 0:
        return page(seen, seat, eye, words, drawing, None)
    drawing.append(deploy.zone(seen, seat, eye, words, legal))
    hand = deploy.hand(seen, seat, words, legal)
    return page(seen, seat, eye, words, drawing, hand, deploy.folds(words, legal) if legal else ())


def page(
    seen: State, seat: int, eye: Eye, words: Words, drawing: Child, hand: Child, folds: Sequence[Child] = ()
) -> Sheet:
    """The map with everything around it."""
    inside = el("defs", DEFS, HANDLES, defs()), land_of(seen, eye, words), drawing
    about = {"role": "group", "aria_label": words.text("page", "map"), "id": "map", "class_": "board-svg map"}
    svg = el("svg", inside, viewBox=f"0 0 {eye.width} {eye.width}", **about)
    sides = [side for side in (NORTH, SOUTH) if side != seat]
    return wide_map(
        "warring",
        board=el(
            "div", svg, data_viewport=True, data_zoom_max=max(3, seen.size // 4), data_cells=seen.size, id="plain"
        ),
        players=[strip.player(seen, side, seat, words) for side in sides],
        own=strip.player(seen, seat, seat, words) if seat >= 0 else None,
        hand=hand,
        folds=folds,
        caption=strip.caption(seen, seat, words),
    )


def side_of(
    seen: State,
    side: int,
    own: dict[int, list[int]],
    eye: Eye,
    words: Words,
    seat: int,
    asked: int | None,
    desk: Desk | None,
) -> Raw:
    """One side's armies and lone troops."""
    mine = side == seat
    marking = seen.splitting[side] if mine and asked == KIND.split else 0
    alone = why_lone(seen, words) if mine and 0 in own else ""
    groups = lone_groups(seen, side, own.get(0, []), desk) if mine else {}
    return el(
        "g",
        [troop(seen, side, t, eye, words, stands_for=groups.get(t, ""), why=alone) for t in own.get(0, ())],
        [army(seen, side, k, troops, eye, words, marking == k, mine) for k, troops in own.items() if k],
        id=f"side-{side}",
        class_="mine" if mine else "foe",
    )


def lone_groups(seen: State, side: int, lone: list[int], desk: Desk | None) -> dict[int, str]:
    """W-7.6: lone troops that could be mustered together; a tap on any of them stands for the first."""
    found: dict[int, str] = {}
    starts = [ORDER.muster.troop(a) for a in desk.legal if a in ORDER.muster] if desk else []
    if starts:
        s = seen.copy()
        everybody = members(s, side, 0)
        for start in starts:
            group = connected_part(s, side, everybody, start)
            found |= {t: f"t{side}-{start}" for t in lone if group >> t & 1}
    return found


def veil(seen: State, seat: int, eye: Eye) -> Raw | None:
    """W-8: what nobody of the side sees lies under a veil of cloud, with an edge."""
    if seat < 0 or not seen.opt.fog or seen.stage != STAGE.orders or laid_open(seen, seat):
        return None
    sight = 0
    for t in range(TROOPS):
        cell = seen.cell[seat, t]
        if cell:
            ground = seen.terrain[cell]
            cells = within(cell, SIGHT[ground], eye.size, seen.opt.sight_shape)
            if MUTUAL[ground] and seen.opt.sight_shape == SHAPE.square:  # W-8.4 counts steps all the same
                cells &= ~ground_of(seen, ground) | within(cell, MUTUAL[ground], eye.size)
            sight |= cells
    d = brushed(whole(eye.size) & ~sight, eye, 3, 9)
    if not d:
        return None
    parts = (el("path", d=d, class_="veil"), el("path", d=d, class_="clouds"))
    return el("g", parts, id="fog", clip_path="url(#w-clip)")


def ground_of(seen: State, ground: int) -> int:
    """The cells of one terrain."""
    return mask_of(cell for cell in range(CELLS) if seen.terrain[cell] == ground)


PAGE = Page(
    table=table, gesture=gesture, describe=describe, why_not=why_not, picture=picture, text=text, animate=animate,
    figure=figure,
)  # fmt: skip
