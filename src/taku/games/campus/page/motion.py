"""What the events look like: tokens fly, cards land, coins fall, grades are stamped."""

from __future__ import annotations

from collections.abc import Iterable

from taku.engine.match import Told
from taku.games.campus.content import TRAINING, card_named
from taku.games.campus.page.report import shown
from taku.games.campus.page.view import cell_id, reader
from taku.games.campus.rules.board import tokens
from taku.games.campus.state import State
from taku.page.motion import Effects, Moment, Motion, Show, Tone, animated, end_sound, flash, fly, pulse, shake

ICONS = {
    "game_started": "flag", "quarter_started": "flag", "turn_started": "play", "front_expired": "turn",
    "card_played": "card", "taken_back": "turn", "reaction_asked": "eye", "card_cancelled": "cross", "coin": "coin",
    "tokens_put": "up", "tokens_ignored": "minus", "tokens_lost": "down", "tokens_moved": "right",
    "cell_copied": "equal", "card_drawn": "card", "drew": "card", "card_turned_up": "eye", "card_kept": "card",
    "deck_reshuffled": "turn", "card_discarded": "down", "discard_effect": "bolt", "no_effect": "minus",
    "hand_shown": "eye", "card_taken": "swap", "passed": "swap", "hands_swapped": "swap", "subject_named": "chat",
    "refilled": "card", "classes_ended": "hourglass", "grading_started": "book", "credit_used": "spark",
    "graded": "check", "credit_doubled": "plusminus", "certified": "star", "credit_converted": "turn", "gpa": "dots",
    "mark_gained": "key", "mark_lost": "key", "top_student": "star", "front_cleared": "turn", "graduated": "crown",
    "game_ended": "crown",
}  # fmt: skip


def place_of(seen: State, seat: int, of: int, cell: int) -> str:
    """Where a cell of somebody is seen: its course, the line on top, or the player's panel."""
    if of != reader(seen, seat):
        return f"credits-{of}"
    if cell == TRAINING:
        return "training"
    return cell_id(cell) if tokens(seen, of, cell) else "registered"


def _put(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = place_of(seen, seat, a[0], a[1])
    tone: Tone = "bad" if a[3] and not a[2] else "good"
    anim: list[Motion] = [fly(at, at, f"+{a[2] + a[3]}", tone), flash(at, tone)]
    return {"anim": anim, "mark": [at], "sound": "card" if a[1] != TRAINING else "knock"}


def _lost(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = place_of(seen, seat, a[0], a[1])
    return {"anim": [shake(at), fly(at, at, f"−{a[2] + a[3]}", "bad")], "mark": [at], "sound": "lose"}


def _moved(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    one, other = place_of(seen, seat, a[0], a[1]), place_of(seen, seat, a[0], a[2])
    return {"anim": [fly(one, other, f"{a[3] + a[4]}", "hint")], "mark": [other]}


def _copied(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = place_of(seen, seat, a[0], a[2])
    return {"anim": [fly(f"credits-{a[1]}", at, "=", "warn")], "mark": [at]}


def _seat(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(f"seat-{a[0]}")]}


def _turn(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse("track")], "mark": [f"seat-{a[0]}"]}


def _coin(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = f"seat-{a[0]}"
    return {"anim": [flash(at, "bad" if a[1] else "good"), shake(at)], "sound": "dice"}


def _stopped(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """Somebody tells on somebody: nobody should miss it."""
    stages: list[list[Motion]] = [[shake(f"seat-{a[0]}"), flash(f"seat-{a[1]}", "warn")]]
    return {"moment": Moment(stages=stages, says="snitched", facts={"seat": a[0], "by:seat": a[1], "card:card": a[2]}),
            "sound": "lose"}  # fmt: skip


def _played(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    made: Effects = {"anim": [pulse(f"seat-{a[0]}")], "mark": [f"seat-{a[0]}"]}
    if a[1] in STAGED:
        made["moment"] = Moment(stages=[[shake("campus")]], says=STAGED[a[1]], facts={"seat": a[0]})
    return made


STAGED = {card_named("roll_call"): "roll_call", card_named("bear"): "bear"}


def _graduated(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    moment = Moment(stages=[[pulse(f"seat-{a[0]}")]], says="graduated", facts={"seat": a[0]})
    return {"moment": moment, "sound": "win" if a[0] == seat else "gain"}


def _ended(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    moment = Moment(stages=[[pulse("verdict")]], says="the_end", facts={"seat": a[0], "reason:ended": a[1]})
    return {"moment": moment, "sound": end_sound(seat, a[0] == seat)}


SHOWN: dict[str, Show] = {
    "tokens_put": _put, "tokens_lost": _lost, "tokens_moved": _moved, "cell_copied": _copied, "card_played": _played,
    "turn_started": _turn, "coin": _coin, "card_cancelled": _stopped, "discard_effect": _seat, "mark_gained": _seat,
    "mark_lost": _seat, "top_student": _seat, "graduated": _graduated, "game_ended": _ended,
}  # fmt: skip

plain = animated(ICONS, SHOWN)


def animate(seen: State, seat: int, told: Told, before: Iterable[Told] = ()) -> Effects:
    """Icon, motions, marks, sound and moment of an event."""
    if told.event == "gpa":
        return {"icon": ICONS["gpa"]} | shown(seen, seat, told, before)
    return plain(seen, seat, told)
