"""What the events look like: armies slide, arrows fly from cell to cell, numbers fall, banners rise and break.

Places are points of the drawing (`map@x,y`), so that a blow is shown also where nobody stands any more, or where an
unseen striker stood.
"""

from __future__ import annotations

from typing import Any

from taku.engine.match import Told
from taku.games.warring.state import DRAW, SIDES, TROOPS, State
from taku.games.warring.table.view import CELL, eye_of

Anim = dict[str, Any]
ICONS = {
    "ready": "✓", "battle_start": "⚑", "turn_start": "◷", "face": "↻", "march": "➤", "sighted": "◉",
    "lost_sight": "○", "intercept": "⚡", "return_strike": "↩", "attack_phase": "⚔", "strike": "✶",
    "strike_flank": "✷", "strike_lone": "✶", "fallen": "†", "general_fallen": "♛", "army_broken": "⚐",
    "army_broken_lone": "⚐", "army_cut": "✂", "lone": "·", "morale": "▲", "morale_flank": "▲", "acted": "✓",
    "split": "⑂", "rally": "∪", "muster": "∪", "turn_end": "◷", "field_point": "⚑", "field_open": "⚐",
    "win_general": "♛", "win_limit": "♛", "draw": "=", "win_resigned": "⚐",
}  # fmt: skip


def animate(seen: State, seat: int, told: Told) -> Anim:
    """Icon, movements, marks and sound of an event."""
    made: Anim = {"icon": ICONS.get(told.event, "·")}
    show = SHOWN.get(told.event)
    if show:
        made |= show(seen, seat, told.arguments)
    return made


def spot(seen: State, seat: int, cell: int) -> str:
    x, y = eye_of(seen, seat).middle(cell)
    return f"map@{x},{y},{CELL}"


def troop_of(seen: State, code: int) -> str:
    """The element of a troop, if it is on the page."""
    side, t = code % (SIDES * TROOPS) // TROOPS, code % TROOPS
    return f"t{side}-{t}" if seen.cell[side, t] else ""


def army_there(seen: State, side: int, k: int) -> bool:
    return bool(seen.facing[side, k]) and any(seen.army[side, t] == k and seen.cell[side, t] for t in range(TROOPS))


def _banner(do: str, tone: str | None = None, sound: str | None = None) -> Any:
    """Something happens to an army's pennant: (side, army, …)."""

    def show(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
        if not army_there(seen, a[0], a[1]):
            return {}
        at = f"b{a[0]}-{a[1]}"
        anim = [{"do": do, "at": at} | ({"tone": tone} if tone else {})]
        return {"anim": [{"do": "look", "at": at}, *anim], "mark": [at]} | ({"sound": sound} if sound else {})

    return show


def _strike(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    origin, place = spot(seen, seat, a[4]), spot(seen, seat, a[5])
    target = troop_of(seen, a[1])
    anim = [
        {"do": "beam", "from": origin, "to": place, "tone": "bad"},
        {"do": "fly", "from": place, "to": spot(seen, seat, a[5]), "text": f"−{a[2]}", "tone": "bad"},
    ]
    if target:
        anim.append({"do": "shake", "at": target})
    return {"anim": anim, "mark": [target] if target else [], "sound": "hit"}


def _flank(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    made = _strike(seen, seat, a)
    made["anim"].append({"do": "flash", "at": spot(seen, seat, a[5]), "tone": "warn"})
    return made


def _fallen(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "flash", "at": spot(seen, seat, a[1]), "tone": "bad"}]}


def _sighted(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = troop_of(seen, a[0])
    return {"anim": [{"do": "flash", "at": at, "tone": "warn"}], "mark": [at]} if at else {}


def _intercept(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = f"b{a[0]}-{a[1]}"
    return (
        {"anim": [{"do": "look", "at": at}, {"do": "flash", "at": at, "tone": "bad"}, {"do": "pulse", "at": at}]}
        if army_there(seen, a[0], a[1])
        else {}
    )


def _point(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "pulse", "at": f"points-{a[0]}"}]}


def _turn(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "pulse", "at": "round"}]}


def _over(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    sound = "gain" if seat < 0 or seen.winner == DRAW else "win" if seen.winner == 1 + seat else "lose"
    return {"anim": [{"do": "pulse", "at": "verdict"}], "sound": sound}


SHOWN = {
    "turn_start": _turn, "face": _banner("pulse"), "march": _banner("pulse", sound="knock"), "sighted": _sighted,
    "intercept": _intercept, "return_strike": _banner("flash", "good"), "strike": _strike, "strike_flank": _flank,
    "strike_lone": _strike, "fallen": _fallen, "morale": _banner("flash", "good", "gain"),
    "morale_flank": _banner("flash", "good", "gain"),
    "army_cut": _banner("shake"), "split": _banner("pulse"), "rally": _banner("pulse", sound="card"),
    "muster": _banner("pulse", sound="card"), "field_point": _point, "win_general": _over, "win_limit": _over,
    "draw": _over, "win_resigned": _over,
}  # fmt: skip
