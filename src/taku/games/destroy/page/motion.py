"""What the events look like: cards turn over, dice roll, values fly into the orb, tiles fall and leave."""

from __future__ import annotations

from taku.engine.match import Told
from taku.games.destroy.state import CELLS, DRAW, PLACES, State
from taku.page.motion import Effects, Moment, Motion, beam, flash, fly, pulse

ICONS = {
    "match_start": "grid", "seat_ready": "check", "team_revealed": "pawn", "round_start": "hourglass",
    "recover": "heart", "stand_up": "up", "phase_start": "diamond", "choice_made": "back", "reveal": "card",
    "tie": "equal", "tie_won": "equal", "trump": "star", "passed": "minus", "both_passed": "minus", "card_used": "play",
    "declined": "minus", "no_action": "minus", "moved": "right", "exchanged": "swap", "attack": "sword",
    "attack_dice": "die", "defence_dice": "shield", "blow": "burst", "skill_used": "spark", "skill_target": "target",
    "skill_dice": "die", "damaged": "diamond", "healed": "heart", "downed": "down", "revived": "up",
    "excluded": "cross", "marked": "mark", "changed": "plusminus", "pushed": "push", "push_blocked": "wall",
    "sub_exchanged": "swap", "mana_pending": "diamond", "marks_end": "ring", "cards_return": "turn",
    "round_end": "hourglass", "resigned": "flag", "won": "crown", "drawn": "equal",
}  # fmt: skip
CELL = "q-{}"


def tile_of(seen: State, seat: int, who: int) -> str:
    """The element of a seat's character: its tile or the sub place; of one that is out, its player."""
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if seen.who[c] == who:
            return f"ch-{c}" if seen.cell[c] < CELLS else f"sub-{seat}" if seen.sub[seat] == c else f"seat-{seat}"
    return f"seat-{seat}"


def animate(seen: State, seat: int, told: Told) -> Effects:
    """Icon, movements, marks and sound of an event."""
    made: Effects = {"icon": ICONS.get(told.event, "dot")}
    show = SHOWN.get(told.event)
    if show:
        made |= show(seen, seat, told.arguments)
    return made


def _flip(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [{"do": "flip", "at": "slot-0"}, {"do": "flip", "at": "slot-1"}], "sound": "card"}


def _tie(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [{"do": "shake", "at": "slot-0"}, {"do": "shake", "at": "slot-1"}]}


def _tie_won(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [{"do": "shake", "at": f"slot-{1 - a[0]}"}, pulse(f"slot-{a[0]}")]}


def _trump(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """The trump beats the other card: who acts, and what does nothing."""
    other = f"slot-{1 - a[0]}"
    stages: list[list[Motion]] = [[pulse(f"slot-{a[0]}")], [flash(other, "bad"), {"do": "shake", "at": other}]]
    return {"moment": Moment(stages=stages, says="trump", facts={"seat": a[0], "silenced:card": a[1]})}


def _used(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(f"slot-{a[0]}")]}


def _phase(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    if a[0] == 1:
        return {"anim": [pulse("orb")]}
    return {"anim": [*(fly(f"slot-{s}", "orb", "+1", "hint") for s in range(2)), pulse("phases")]}


def _ready(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(f"seat-{a[0]}")]}


def _chosen(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(f"slot-{a[0]}")], "sound": "card"}


def _teams(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(f"ch-{PLACES * a[0] + i}") for i in range(3)]}


def _moved(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [pulse(at)], "mark": [CELL.format(a[2]), at], "sound": "knock"}


def _exchanged(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    both = [tile_of(seen, a[0], a[1]), tile_of(seen, a[2], a[3])]
    return {"anim": [pulse(at) for at in both], "mark": both, "sound": "knock"}


def _attack(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    me, other = tile_of(seen, a[0], a[1]), tile_of(seen, 1 - a[0], a[2])
    return {"anim": [beam(me, other, "bad"), pulse(me)], "mark": [me, other]}


def _dice(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [{"do": "roll", "at": f"tray-{a[0]}"}], "sound": "dice"}


def _damaged(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """A blow's result: the number flies into the tile, and a line tells how much it bears still."""
    at = tile_of(seen, a[0], a[1])
    left = max(0, seen.opt.down_at - a[3])
    stages: list[list[Motion]] = [[fly("clash", at, f"−{a[2]}", "bad")], [{"do": "shake", "at": at}]]
    moment = Moment(stages=stages, says="damage", facts={"n": a[2], "char:character": a[1], "left": left})
    return {"mark": [at], "sound": "hit", "moment": moment}


def _healed(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [flash(at, "good")], "mark": [at], "sound": "gain"}


def _recover(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse(tile_of(seen, a[0], a[1]))]}


def _downed(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """A knock-out."""
    at = tile_of(seen, a[0], a[1])
    stages: list[list[Motion]] = [[flash(at, "bad")], [{"do": "fall", "at": at}]]
    moment = Moment(stages=stages, says="down", facts={"char:character": a[1]})
    return {"mark": [at], "sound": "hit", "moment": moment}


def _stands(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [flash(at, "good"), pulse(at)], "mark": [at]}


def _excluded(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "shake", "at": at}, flash(at, "bad")], "sound": "hit"}


def _skill(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [flash(at, "warn"), pulse(at)], "mark": [at]}


def _target(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = f"ch-{seen.at[a[0]] - 1}" if seen.at[a[0]] else CELL.format(a[0])
    return {"anim": [pulse(at)], "mark": [at]}


def _marked(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [flash(tile_of(seen, a[0], a[1]), "warn")]}


def _pushed(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "shake", "at": at}], "mark": [CELL.format(a[2]), at], "sound": "knock"}


def _blocked(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [{"do": "shake", "at": tile_of(seen, a[0], a[1])}], "sound": "knock"}


def _sub(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[2])
    return {"anim": [{"do": "slide", "at": at, "from": f"sub-{a[0]}"}], "mark": [at], "sound": "card"}


def _pending(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [flash("orb", "hint")]}


def _round(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse("phases")]}


def _over(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    won = seen.winner == 1 + seat
    drawn = seen.winner == DRAW
    sound = "win" if won else "gain" if drawn or seat < 0 else "lose"
    return {"anim": [pulse("verdict")], "sound": sound}


SHOWN = {
    "reveal": _flip, "tie": _tie, "tie_won": _tie_won, "trump": _trump, "card_used": _used, "phase_start": _phase,
    "seat_ready": _ready, "choice_made": _chosen, "team_revealed": _teams, "moved": _moved, "exchanged": _exchanged,
    "attack": _attack, "attack_dice": _dice, "defence_dice": _dice, "skill_dice": _dice, "damaged": _damaged,
    "healed": _healed, "recover": _recover, "downed": _downed, "stand_up": _stands, "revived": _stands,
    "excluded": _excluded, "skill_used": _skill, "skill_target": _target, "marked": _marked, "changed": _marked,
    "pushed": _pushed, "push_blocked": _blocked, "sub_exchanged": _sub, "mana_pending": _pending,
    "round_start": _round, "won": _over, "drawn": _over,
}  # fmt: skip
