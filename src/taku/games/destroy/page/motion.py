"""What the events look like: cards turn over, dice roll, values fly into the orb, tiles fall and leave."""

from __future__ import annotations

from taku.games.destroy.state import CELLS, DRAW, PLACES, State
from taku.page.motion import Effects, Moment, Motion, animated, beam, end_sound, flash, fly, lit, pulse, shake, show

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


def tile(seen: State, a: tuple[int, ...]) -> str:
    """Of an event that begins with a seat and a character."""
    return tile_of(seen, a[0], a[1])


def aim(seen: State, a: tuple[int, ...]) -> str:
    return f"ch-{seen.at[a[0]] - 1}" if seen.at[a[0]] else CELL.format(a[0])


def _flip(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [{"do": "flip", "at": "slot-0"}, {"do": "flip", "at": "slot-1"}], "sound": "card"}


def _tie(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [shake("slot-0"), shake("slot-1")]}


def _tie_won(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [shake(f"slot-{1 - a[0]}"), pulse(f"slot-{a[0]}")]}


def _trump(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """The trump beats the other card: who acts, and what does nothing."""
    other = f"slot-{1 - a[0]}"
    stages: list[list[Motion]] = [[pulse(f"slot-{a[0]}")], [flash(other, "bad"), shake(other)]]
    return {"moment": Moment(stages=stages, says="trump", facts={"seat": a[0], "silenced:card": a[1]})}


def _phase(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    if a[0] == 1:
        return {"anim": [pulse("orb")]}
    return {"anim": [*(fly(f"slot-{s}", "orb", "+1", "hint") for s in range(2)), pulse("phases")]}


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


def _damaged(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """A blow's result: the number flies into the tile, and a line tells how much it bears still."""
    at = tile_of(seen, a[0], a[1])
    left = max(0, seen.opt.down_at - a[3])
    stages: list[list[Motion]] = [[fly("clash", at, f"−{a[2]}", "bad")], [shake(at)]]
    moment = Moment(stages=stages, says="damage", facts={"n": a[2], "char:character": a[1], "left": left})
    return {"mark": [at], "sound": "hit", "moment": moment}


def _downed(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    """A knock-out."""
    at = tile_of(seen, a[0], a[1])
    stages: list[list[Motion]] = [[flash(at, "bad")], [{"do": "fall", "at": at}]]
    moment = Moment(stages=stages, says="down", facts={"char:character": a[1]})
    return {"mark": [at], "sound": "hit", "moment": moment}


def _pushed(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [shake(at)], "mark": [CELL.format(a[2]), at], "sound": "knock"}


def _sub(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    at = tile_of(seen, a[0], a[2])
    return {"anim": [{"do": "slide", "at": at, "from": f"sub-{a[0]}"}], "mark": [at], "sound": "card"}


def _over(seen: State, seat: int, a: tuple[int, ...]) -> Effects:
    return {"anim": [pulse("verdict")], "sound": end_sound(seat, seen.winner == 1 + seat, seen.winner == DRAW)}


DICE = show("tray-{0}", lambda at: {"do": "roll", "at": at}, sound="dice")
STANDS = show(tile, lit("good"), pulse, mark=True)
SHOWN = {
    "seat_ready": show("seat-{0}", pulse), "team_revealed": _teams,
    "round_start": show("phases", pulse), "phase_start": _phase, "mana_pending": show("orb", lit("hint")),
    "choice_made": show("slot-{0}", pulse, sound="card"), "card_used": show("slot-{0}", pulse),
    "reveal": _flip, "tie": _tie, "tie_won": _tie_won, "trump": _trump,
    "moved": _moved, "exchanged": _exchanged, "pushed": _pushed, "push_blocked": show(tile, shake, sound="knock"),
    "attack": _attack, "attack_dice": DICE, "defence_dice": DICE, "skill_dice": DICE,
    "skill_used": show(tile, lit("warn"), pulse, mark=True), "skill_target": show(aim, pulse, mark=True),
    "damaged": _damaged, "downed": _downed, "excluded": show(tile, shake, lit("bad"), sound="hit"),
    "healed": show(tile, lit("good"), mark=True, sound="gain"), "recover": show(tile, pulse),
    "stand_up": STANDS, "revived": STANDS, "marked": show(tile, lit("warn")), "changed": show(tile, lit("warn")),
    "sub_exchanged": _sub, "won": _over, "drawn": _over,
}  # fmt: skip
animate = animated(ICONS, SHOWN)
