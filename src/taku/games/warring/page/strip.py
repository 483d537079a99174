"""Beside the map: the players, the round, the own armies as chips, and the button that ends the turn."""

from __future__ import annotations

from taku.engine.words import Words
from taku.games.warring.page.orders import Desk
from taku.games.warring.page.pieces import FLAME, army_label, crew, full_strength, small_tile, why_lone
from taku.games.warring.page.view import laid_open
from taku.games.warring.state import DRAW, EVENT, NORTH, SIDES, SOUTH, STAGE, TROOPS, State
from taku.page import parts
from taku.page.html import Child, Raw, el
from taku.page.svg import glyph

ARROW = "M0-7L6 2H2V8H-2V2H-6Z"
UNDO = "M-4-6L-8-2L-4 2M-8-2H2A5 5 0 0 1 2 8H-3"
STATES = {"acted": "M-5 0L-2 4L5-4", "moved": "M-5-4L-1 0L-5 4M1-4L5 0L1 4"}
"""What an army has done, with the sign that it has on the map."""


def icon(path: str, class_: str = "sign", turn: int = 0) -> Raw:
    drawn = el("path", d=path, transform=f"rotate({90 * turn})" if turn else None)
    return el("svg", drawn, viewBox="-9 -9 18 18", class_=class_, aria_hidden="true")


def player(seen: State, side: int, seat: int, words: Words) -> Raw:
    """A side: its player, and what everybody may count."""
    you = words.text("page", "you") if side == seat else None
    name = words.name("side", side)
    if seen.stage == STAGE.deploy:
        ready = bool(seen.ready[side])
        said = words.text("table", "ready" if ready else "deploying")
        state = [glyph("check" if ready else "dots"), el("span", said, class_="vh")]
        return parts.panel(side, [(name, state)], you=you, turn=not ready, ready=ready)
    known = side == seat or seen.stage == STAGE.over or not seen.opt.fog or laid_open(seen, seat)
    strength = sum(seen.strength[side, t] for t in range(TROOPS)) if known else "?"
    lost = words.text("page", "lost"), seen.fallen[side].bit_count(), f"lost-{side}", "†"
    turn = seen.stage == STAGE.orders and seen.turn == side
    return parts.panel(side, [(name, strength, f"strength-{side}"), lost], you=you, turn=turn)


# ---------------------------------------------------------------- on the map's edge


def caption(seen: State, seat: int, words: Words) -> Raw:
    """In the corner of the map: the ground, the round, whose turn, field points; at the end who has won and why."""
    ground = el("b", words.name("map", seen.opt.map), class_="map-name")
    if seen.stage == STAGE.deploy:
        return el("p", ground, " ", el("span", words.text("page", "deployment"), id="round"))
    scores = [el("b", seen.points[side], id=f"points-{side}", class_=f"s{side} seat") for side in range(SIDES)]
    help_ = {"data_help": words.text("page", "points_help"), "data_clause": "W-15.4"}
    points = el("span", words.text("page", "points"), " ", scores[0], " : ", scores[1], class_="points", **help_)
    if seen.stage == STAGE.over:
        return el("div", verdict(seen, seat, words), points)
    turn = words.say("page", "turn", n=seen.round, of=seen.opt.round_limit, **{"side:side": seen.turn})
    return el("p", ground, " ", el("span", turn, id="round"), " ", points, watching(seen, seat, words))


def verdict(seen: State, seat: int, words: Words) -> Raw:
    """The end, where all is revealed (W-15.5)."""
    n, m = (sum(seen.strength[side, t] for t in range(TROOPS)) for side in range(SIDES))
    left = words.say("page", "left", n=n, m=m, **{"south:side": SOUTH, "north:side": NORTH})
    said = el("b", outcome(seen, seat, words)), " ", because(seen, words)
    return el("div", el("p", said, class_="outcome"), el("p", left), id="verdict", data_enter=True)


def outcome(seen: State, seat: int, words: Words) -> str:
    """Who has won, said to the reader."""
    if seen.winner == DRAW:
        return words.text("table", "draw")
    if seat < 0:
        return words.say("table", "won", **{"side:side": seen.winner - 1})
    return words.text("page", "you_won" if seen.winner == 1 + seat else "you_lost")


def because(seen: State, words: Words) -> str:
    """W-15.1, W-15.3: what decided the battle, as the last move told it."""
    for _, event, *numbers in seen.events():
        name = EVENT[event]
        if name in ("win_limit", "draw"):
            n, m, own, other = numbers[1:5] if name == "win_limit" else numbers[:4]
            return words.say("page", "because_limit", n=n, m=m, own=own, other=other)
        if name in ("win_general", "win_resigned"):
            return words.say("page", f"because_{name.removeprefix('win_')}", **{"side:side": 1 - numbers[0]})
    return ""


def watching(seen: State, seat: int, words: Words) -> Raw | None:
    """Section 4 of the rulebook, as long as an onlooker would wonder at an empty map."""
    shown = any(seen.cell[side, t] for side in range(SIDES) for t in range(TROOPS))
    if seat >= 0 or not seen.opt.fog or shown:
        return None
    return el("span", words.text("page", "watching"), class_="watching")


# ---------------------------------------------------------------- the own armies


def chip(desk: Desk, k: int, words: Words) -> Raw:
    """An army in the strip: a tap chooses it on the map."""
    seen, seat, troops = desk.seen, desk.seat, desk.armies[k]
    state = "acted" if seen.acted[seat, k] else "moved" if seen.moved[seat, k] else ""
    name = words.text("page", state) if state else None
    flames = [el("path", d=FLAME, transform=f"translate({8 * i} 0)") for i in range(seen.morale[seat, k])]
    return el(
        "div",
        el("b", k, class_="flag"),
        icon(ARROW, turn=desk.eye.way(seen.facing[seat, k] - 1)),
        el("svg", flames, viewBox="-6 -9 30 14", class_="morale", aria_hidden="true"),
        el("span", icon(STATES[state]), class_=f"state {state}", role="img", aria_label=name) if state else None,
        crew_of(seen, seat, troops),
        parts.meter(sum(seen.strength[seat, t] for t in troops), full_strength(seen, seat) * len(troops)),
        class_=f"chip s{seat} k{k} {state}",
        data_as=f"a{seat}-{k}",
        data_help=army_label(seen, seat, k, troops, words, mine=True),
        data_why=words.text("page", "why_acted") if state == "acted" else None,
        data_clause="W-12.2" if state == "acted" else "W-3.2",
    )


def crew_of(seen: State, seat: int, troops: list[int]) -> Raw:
    return el("span", [[small_tile(seat, kind), el("small", n)] for kind, n in crew(seen, seat, troops)], class_="crew")


def armies(desk: Desk, words: Words) -> list[Raw]:
    """The own armies, what stands alone, and the big button."""
    seen, seat = desk.seen, desk.seat
    chips: list[Child] = [chip(desk, k, words) for k in desk.armies if k]
    if lone := desk.armies.get(0):
        label = words.text("page", "lone")
        flag = el("b", "–", class_="flag"), label, crew_of(seen, seat, lone)
        help_ = {"data_help": why_lone(seen, words), "data_clause": "W-3.6"}
        chips.append(el("div", flag, class_=f"chip lone s{seat}", data_label=label, **help_))
    return [strip(chips, seat, words.text("page", "armies")), el("div", attack(desk, words), undo(words), class_="go")]


def strip(kids: Child, seat: int, label: str) -> Raw:
    """What scrolls sideways on a phone."""
    return el("div", kids, class_=f"strip s{seat}", data_strip=True, role="group", tabindex=0, aria_label=label)


def undo(words: Words) -> Raw:
    """Takes the last click back, by the platform's rules: while it has shown nothing."""
    name = words.text("page", "undo")
    return el("button", icon(UNDO, "sign line"), type="button", class_="tool", data_offer="undo", id="undo",
              aria_label=name, title=name)  # fmt: skip


def attack(desk: Desk, words: Words) -> Raw:
    """The button that ends the turn; while armies wait without orders it asks for a second tap."""
    able, idle, blows = bool(desk.legal), desk.idle, sum(map(len, desk.strikes.values()))
    splitting = desk.seen.splitting[desk.seat]
    return parts.button(
        [
            el("b", words.text("page", "end" if able and not blows else "attack")),
            el("small", words.say("page", "blows", n=blows)) if blows else None,
            el("small", words.say("page", "idle", n=len(idle))) if able and idle else None,
        ],
        id_="attack",
        kind="main" if able else "quiet",
        data_now=able and not idle,
        data_warn=able and bool(idle),
        data_label=words.text("action", "end"),
        data_why=None if able else words.text("page", "splitting" if splitting else "not_now"),
        aria_disabled=None if able else "true",
    )
