"""Beside the map: the players, the round, the own armies as chips, and the button that ends the orders."""

from __future__ import annotations

from taku.engine.words import Words
from taku.games.warring.state import DRAW, NORTH, SIDES, SOUTH, STAGE, TROOPS, State
from taku.games.warring.table.orders import Desk
from taku.games.warring.table.pieces import FLAME, army_label, crew, small_tile, why_lone
from taku.games.warring.table.view import Eye, laid_open
from taku.page import parts
from taku.page.html import Child, Raw, el

ARROW = "M0-7L6 2H2V8H-2V2H-6Z"
MARKS = {"acted": "✓", "moved": "»"}


def players(seen: State, seat: int, words: Words) -> list[Raw]:
    """The enemy above, oneself below, with what everybody may count."""
    me = max(seat, 0)
    made = []
    for side in (1 - me, me):
        facts: list[parts.Fact] = []
        if seen.stage == STAGE.deploy:
            turn = not seen.ready[side]
            facts.append((words.name("side", side), words.text("table", "ready" if seen.ready[side] else "deploying")))
        else:
            turn = seen.stage == STAGE.orders and seen.turn == side
            known = side == seat or seen.stage == STAGE.over or not seen.opt.fog or laid_open(seen, seat)
            strength = sum(seen.strength[side, t] for t in range(TROOPS)) if known else "?"
            facts.append((words.name("side", side), strength, f"strength-{side}"))
            facts.append((words.text("page", "lost"), seen.fallen[side].bit_count(), f"lost-{side}", "†"))
        made.append(
            parts.panel(
                side,
                facts,
                you=words.text("page", "you") if side == seat else None,
                turn=turn,
                ready=seen.stage == STAGE.deploy and bool(seen.ready[side]),
            )
        )
    return made


def headline(seen: State, words: Words) -> Raw:
    """Above the map: the ground, the round, whose turn."""
    if seen.stage == STAGE.deploy:
        text = words.text("page", "deployment")
    elif seen.stage == STAGE.over:
        text = (
            words.text("table", "draw")
            if seen.winner == DRAW
            else words.say("table", "won", **{"side:side": seen.winner - 1})
        )
    else:
        text = words.say("page", "turn", n=seen.round, of=seen.opt.round_limit, **{"side:side": seen.turn})
    points = el(
        "span",
        el("span", words.text("page", "points"), " ", class_="pts-word"),
        el("b", seen.points[0], id="points-0", class_="s0"),
        " : ",
        el("b", seen.points[1], id="points-1", class_="s1"),
        class_="pts",
        data_help=words.text("page", "points_help"),
        data_clause="W-15.4",
    )
    return el(
        "div",
        el("b", words.name("map", seen.opt.map), class_="map-name"),
        el("span", text, id="round"),
        points if seen.stage != STAGE.deploy else None,
        class_="headline",
    )


def chip(seen: State, side: int, k: int, troops: list[int], eye: Eye, words: Words, full: int) -> Raw:
    """An army in the strip: a tap chooses it on the map."""
    way = eye.way(seen.facing[side, k] - 1)
    state = "acted" if seen.acted[side, k] else "moved" if seen.moved[side, k] else ""
    strength = sum(seen.strength[side, t] for t in troops)
    share = round(100 * strength / (full * len(troops)))
    return el(
        "div",
        el("b", k, class_="chip-no"),
        el(
            "svg",
            el("path", d=ARROW, transform=f"rotate({90 * way})" if way else None),
            viewBox="-9 -9 18 18",
            class_="chip-way",
            aria_hidden="true",
        ),
        el("span", words.name("army", k), class_="chip-name"),
        el(
            "span",
            [[small_tile(side, kind), el("small", n)] for kind, n in crew(seen, side, troops)],
            class_="chip-crew",
        ),
        el(
            "svg",
            [el("path", d=FLAME, transform=f"translate({8 * i} 0)") for i in range(seen.morale[side, k])],
            viewBox="-6 -9 30 14",
            class_="chip-morale",
            aria_hidden="true",
        ),
        el("span", el("span", data_css=f"width:{share}%", class_="chip-fill"), class_="chip-bar"),
        mark_of(state, words) if state else None,
        class_=f"chip s{side} {state}" + f" k{k}",
        data_as=f"a{side}-{k}",
        data_help=army_label(seen, side, k, troops, words, mine=True),
        data_why=words.text("page", "why_acted") if state == "acted" else None,
        data_clause="W-12.2" if state == "acted" else "W-3.2",
    )


def mark_of(state: str, words: Words) -> Raw:
    """*Acted* or *moved*, with the sign that it has on the map."""
    name = words.text("page", state)
    return el("span", MARKS[state], class_=f"chip-state {state}", role="img", aria_label=name, title=name)


def armies(seen: State, seat: int, desk: Desk, own: dict[int, list[int]], eye: Eye, words: Words, full: int) -> Raw:
    """The own armies, what stands alone, and the big button."""
    chips: list[Child] = [chip(seen, seat, k, troops, eye, words, full) for k, troops in own.items() if k]
    lone = own.get(0)
    if lone:
        chips.append(
            el(
                "div",
                el("b", "–", class_="chip-no"),
                el("span", words.text("page", "lone"), class_="chip-name"),
                el(
                    "span",
                    [[small_tile(seat, kind), el("small", n)] for kind, n in crew(seen, seat, lone)],
                    class_="chip-crew",
                ),
                class_=f"chip lone s{seat}",
                data_help=why_lone(seen, words),
                data_clause="W-3.6",
            )
        )
    return el(
        "section",
        el("div", chips, class_="chips", role="group", tabindex=0, aria_label=words.text("page", "armies")),
        attack(seen, seat, desk, words),
        class_="hand orders",
        aria_label=words.text("page", "armies"),
    )


def watching(seen: State, seat: int, words: Words) -> Raw | None:
    """Section 4 of the rulebook, as long as an onlooker would wonder at an empty map."""
    shown = any(seen.cell[side, t] for side in range(SIDES) for t in range(TROOPS))
    if seat >= 0 or not seen.opt.fog or seen.stage != STAGE.orders or shown:
        return None
    return el("p", words.text("page", "watching"), class_="watching")


def undo(words: Words) -> Raw:
    """Takes the last click back, by the platform's rules: while it has shown nothing."""
    name = words.text("page", "undo")
    return el("button", "↶", type="button", class_="tool", data_offer="undo", id="undo", aria_label=name, title=name)


def attack(seen: State, seat: int, desk: Desk, words: Words) -> Raw:
    """The button that ends the orders; while armies wait without one it asks for a second tap."""
    able = bool(desk.legal)
    idle = desk.idle if able else []
    blows = sum(map(len, desk.strikes.values()))
    notes: list[Child] = []
    if able and idle:
        names = words.text("page", "comma").join(words.name("army", k) for k in idle)
        notes.append(el("span", words.say("page", "idle", n=len(idle), armies=names), class_="idle-note"))
    elif able:
        notes.append(el("span", words.say("page", "blows", n=blows), class_="idle-note calm"))
    elif seen.splitting[seat]:
        notes.append(el("span", words.text("page", "splitting"), class_="idle-note calm"))
    return el(
        "div",
        el("div", notes, undo(words) if able else None, class_="notes"),
        parts.button(
            [
                el("b", words.text("page", "attack")),
                el("small", words.say("page", "blows_short", n=blows)) if able else None,
                el("small", words.say("page", "idle_short", n=len(idle)), class_="idle-short") if idle else None,
            ],
            id_="attack",
            kind="main" if able else "quiet",
            data_now=able and not idle,
            data_label=words.text("action", "end"),
            data_why=None if able else words.text("page", "splitting" if seen.splitting[seat] else "not_now"),
            aria_disabled=None if able else "true",
        ),
        class_="go",
    )


def verdict(seen: State, words: Words) -> Raw | None:
    """The end, stamped on the upper edge of the map, where all is revealed now (W-15.5)."""
    if seen.stage != STAGE.over:
        return None
    drawn = seen.winner == DRAW
    said = words.text("table", "draw") if drawn else words.say("table", "won", **{"side:side": seen.winner - 1})
    n, m = (sum(seen.strength[side, t] for t in range(TROOPS)) for side in range(SIDES))
    sums = words.say("page", "left", n=n, m=m, **{"south:side": SOUTH, "north:side": NORTH})
    return el(
        "div",
        el("b", said),
        el("p", sums),
        id="verdict",
        class_="verdict" if drawn else f"verdict s{seen.winner - 1}",
        data_enter=True,
    )
