"""What the events look like: armies slide, arrows fly from cell to cell, numbers fall, banners rise and break.

Places are points of the drawing (`map@x,y`), so that a blow is shown also where nobody stands any more, or where an
unseen striker stood.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from taku.engine.match import Told
from taku.games.warring.page.pieces import named
from taku.games.warring.page.view import CELL, eye_of
from taku.games.warring.state import DRAW, TROOPS, State
from taku.page.motion import Do, Effects, Moment, Motion, Tone, beam, end_sound, flash, fly, lit, pulse, shake, show

TONES: tuple[Tone, Tone] = ("red", "blue")
"""The colours of South and North."""
ICONS = {
    "ready": "check", "battle_start": "flag", "turn_start": "hourglass", "face": "turn", "march": "push",
    "sighted": "eye", "lost_sight": "ring", "intercept": "bolt", "return_strike": "turn", "attack_phase": "sword",
    "strike": "burst", "strike_flank": "burst", "strike_lone": "burst", "fallen": "skull", "general_fallen": "crown",
    "army_broken": "fallen_flag", "army_broken_lone": "fallen_flag", "army_cut": "cut", "lone": "dot", "morale": "up",
    "morale_flank": "up", "acted": "check", "split": "fork", "rally": "join", "muster": "join", "turn_end": "hourglass",
    "field_point": "flag", "field_open": "fallen_flag", "win_general": "crown", "win_limit": "crown", "draw": "equal",
    "win_resigned": "fallen_flag",
}  # fmt: skip


def animate(seen: State, seat: int, told: Told, before: Iterable[Told] = ()) -> Effects:
    """Icon, movements, marks and sound of an event."""
    made: Effects = {"icon": ICONS.get(told.event, "dot")}
    if told.event in ENDS:
        return made | over(seen, seat, told, before)
    show = SHOWN.get(told.event)
    if show:
        made |= show(seen, seat, told.arguments)
    return made


def spot(seen: State, seat: int, cell: int) -> str:
    x, y = eye_of(seen, seat).middle(cell)
    return f"map@{x},{y},{CELL}"


def troop_of(seen: State, code: int) -> str:
    """The element of a troop, if it is on the page."""
    side, t, _ = named(code)
    return f"t{side}-{t}" if seen.cell[side, t] else ""


def army_there(seen: State, side: int, k: int) -> bool:
    return bool(seen.facing[side, k]) and any(seen.army[side, t] == k and seen.cell[side, t] for t in range(TROOPS))


def _banner(do: Do, tone: str | None = None, sound: str | None = None) -> Any:
    """Something happens to an army's pennant: (side, army, …)."""

    def show(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
        if not army_there(seen, a[0], a[1]):
            return {}
        at = f"b{a[0]}-{a[1]}"
        move: Motion = {"do": do, "at": at, "tone": tone} if tone else {"do": do, "at": at}
        made: Effects = {"anim": [{"do": "look", "at": at}, move], "mark": [at]}
        return {**made, "sound": sound} if sound else made

    return show


def _strike(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    origin, place = spot(seen, seat, a[4]), spot(seen, seat, a[5])
    target = troop_of(seen, a[1])
    anim = [
        beam(origin, place, TONES[named(a[0])[0]]),
        fly(place, spot(seen, seat, a[5]), f"−{a[2]}", "bad"),
    ]
    if target:
        anim.append(shake(target))
    return {"anim": anim, "mark": [target] if target else [], "sound": "hit"}


def _flank(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    made = _strike(seen, seat, a)
    return {**made, "anim": [*made["anim"], flash(spot(seen, seat, a[5]), "warn")]}


def _fallen(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [flash(spot(seen, seat, a[1]), "bad")]}


def _broken(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """An army is no more: those of it that are left light up, each for himself."""
    alone = [f"t{a[0]}-{t}" for t in range(TROOPS) if seen.cell[a[0], t] and not seen.army[a[0], t]]
    stages = [[flash(at, "bad") for at in alone] or [pulse("round")]]
    moment = Moment(stages=stages, says="broken", facts={"side:side": a[0], "army:army": a[1]})
    return {"mark": alone, "sound": "hit", "moment": moment}


def _intercept(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = f"b{a[0]}-{a[1]}"
    return {"anim": [{"do": "look", "at": at}, flash(at, "bad"), pulse(at)]} if army_there(seen, a[0], a[1]) else {}


ENDS = {"win_general": ("side:side",), "win_limit": ("side:side", "n", "m", "own", "other"),
        "draw": ("n", "m", "own", "other"), "win_resigned": ("side:side",)}  # fmt: skip
"""How a battle ends, and what is said of it."""


def over(seen: State, seat: int, told: Told, before: Iterable[Told]) -> Effects:
    """The end of a battle: the place where a general fell, then what has decided it."""
    stages: list[list[Motion]] = [[pulse("verdict")]]
    if told.event == "win_general":
        fell = next((one.arguments[1] for one in before if one.event == "general_fallen"), 0)
        stages[:0] = [[flash(spot(seen, seat, fell), "bad")]] * bool(fell)
    facts = dict(zip(ENDS[told.event], told.arguments, strict=True))
    moment = Moment(stages=stages, says=told.event, facts=facts)
    return {"sound": end_sound(seat, seen.winner == 1 + seat, seen.winner == DRAW), "moment": moment}


SHOWN = {
    "turn_start": show("round", pulse), "face": _banner("pulse"), "march": _banner("pulse", sound="knock"),
    "sighted": show(lambda seen, a: troop_of(seen, a[0]), lit("warn"), mark=True),
    "intercept": _intercept, "return_strike": _banner("flash", "good"), "strike": _strike, "strike_flank": _flank,
    "strike_lone": _strike, "fallen": _fallen, "morale": _banner("flash", "good", "gain"),
    "morale_flank": _banner("flash", "good", "gain"),
    "army_broken": _broken, "army_broken_lone": _broken,
    "army_cut": _banner("shake"), "split": _banner("pulse"), "rally": _banner("pulse", sound="card"),
    "muster": _banner("pulse", sound="card"), "field_point": show("points-{0}", pulse),
}  # fmt: skip
