"""What the events look like: cards turn over, dice roll, values fly into the orb, tiles fall and leave."""

from __future__ import annotations

from typing import Any

from taku.engine.match import Told
from taku.games.destroy.state import CELLS, DRAW, PLACES, State

Anim = dict[str, Any]
ICONS = {
    "match_start": "▦", "seat_ready": "✓", "team_revealed": "♟", "round_start": "◷", "recover": "♥", "stand_up": "↑",
    "phase_start": "◆", "choice_made": "▮", "reveal": "▯", "tie": "=", "tie_won": "=", "trump": "★", "passed": "–",
    "both_passed": "–", "card_used": "▶", "declined": "–", "no_action": "–", "moved": "→", "exchanged": "⇄",
    "attack": "⚔", "attack_dice": "⚀", "defence_dice": "⛨", "blow": "✶", "skill_used": "✦", "skill_target": "◎",
    "skill_dice": "⚀", "damaged": "♦", "healed": "♥", "downed": "↓", "revived": "↑", "excluded": "✗", "marked": "◈",
    "changed": "±", "pushed": "➤", "push_blocked": "▐", "sub_exchanged": "⇄", "mana_pending": "◆", "marks_end": "○",
    "cards_return": "↺", "round_end": "◷", "resigned": "⚑", "won": "♛", "drawn": "=",
}  # fmt: skip
CELL = "q-{}"


def tile_of(seen: State, seat: int, who: int) -> str:
    """The element of a seat's character: its tile, or its place among the excluded or on the sub place."""
    for c in range(PLACES * seat, PLACES * seat + PLACES):
        if seen.who[c] == who:
            return f"ch-{c}" if seen.cell[c] < CELLS else f"sub-{seat}" if seen.sub[seat] == c else f"out-{seat}"
    return f"seat-{seat}"


def animate(seen: State, seat: int, told: Told) -> Anim:
    """Icon, movements, marks and sound of an event."""
    made: Anim = {"icon": ICONS.get(told.event, "·")}
    show = SHOWN.get(told.event)
    if show:
        made |= show(seen, seat, told.arguments)
    return made


def _flip(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "flip", "at": "slot-0"}, {"do": "flip", "at": "slot-1"}], "sound": "card"}


def _tie(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "shake", "at": "slot-0"}, {"do": "shake", "at": "slot-1"}]}


def _tie_won(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "shake", "at": f"slot-{1 - a[0]}"}, {"do": "pulse", "at": f"slot-{a[0]}"}]}


def _trump(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    burn = {"do": "flash", "at": f"slot-{1 - a[0]}", "tone": "bad"}
    return {"anim": [{"do": "pulse", "at": f"slot-{a[0]}"}, burn, {"do": "shake", "at": f"slot-{1 - a[0]}"}]}


def _used(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "pulse", "at": f"slot-{a[0]}"}]}


def _phase(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    if a[0] == 1:
        return {"anim": [{"do": "pulse", "at": "orb"}]}
    fly = [{"do": "fly", "from": f"slot-{s}", "to": "orb", "text": "◆", "tone": "hint"} for s in range(2)]
    return {"anim": [*fly, {"do": "pulse", "at": "phases"}]}


def _ready(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "pulse", "at": f"seat-{a[0]}"}]}


def _chosen(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "pulse", "at": f"slot-{a[0]}"}], "sound": "card"}


def _teams(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "pulse", "at": f"ch-{PLACES * a[0] + i}"} for i in range(3)]}


def _moved(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "pulse", "at": at}], "mark": [CELL.format(a[2]), at], "sound": "knock"}


def _exchanged(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    both = [tile_of(seen, a[0], a[1]), tile_of(seen, a[2], a[3])]
    return {"anim": [{"do": "pulse", "at": at} for at in both], "mark": both, "sound": "knock"}


def _attack(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    me, other = tile_of(seen, a[0], a[1]), tile_of(seen, 1 - a[0], a[2])
    beam = {"do": "beam", "from": me, "to": other, "tone": "bad"}
    return {"anim": [beam, {"do": "pulse", "at": me}], "mark": [me, other]}


def _dice(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "roll", "at": f"tray-{a[0]}"}], "sound": "dice"}


def _damaged(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[1])
    fly = {"do": "fly", "from": "clash", "to": at, "text": f"−{a[2]}", "tone": "bad"}
    return {"anim": [fly, {"do": "shake", "at": at}], "mark": [at], "sound": "hit"}


def _healed(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "flash", "at": at, "tone": "good"}], "mark": [at], "sound": "gain"}


def _recover(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "pulse", "at": tile_of(seen, a[0], a[1])}]}


def _downed(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "flash", "at": at, "tone": "bad"}, {"do": "fall", "at": at}], "mark": [at], "sound": "hit"}


def _stands(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "flash", "at": at, "tone": "good"}, {"do": "pulse", "at": at}], "mark": [at]}


def _excluded(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "shake", "at": at}, {"do": "flash", "at": at, "tone": "bad"}], "sound": "hit"}


def _skill(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "flash", "at": at, "tone": "warn"}, {"do": "pulse", "at": at}], "mark": [at]}


def _target(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = f"ch-{seen.at[a[0]] - 1}" if seen.at[a[0]] else CELL.format(a[0])
    return {"anim": [{"do": "pulse", "at": at}], "mark": [at]}


def _marked(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "flash", "at": tile_of(seen, a[0], a[1]), "tone": "warn"}]}


def _pushed(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[1])
    return {"anim": [{"do": "shake", "at": at}], "mark": [CELL.format(a[2]), at], "sound": "knock"}


def _blocked(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "shake", "at": tile_of(seen, a[0], a[1])}], "sound": "knock"}


def _sub(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    at = tile_of(seen, a[0], a[2])
    return {"anim": [{"do": "slide", "at": at, "from": f"sub-{a[0]}"}], "mark": [at], "sound": "card"}


def _pending(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "flash", "at": "orb", "tone": "hint"}]}


def _round(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    return {"anim": [{"do": "pulse", "at": "phases"}]}


def _over(seen: State, seat: int, a: tuple[int, ...]) -> Anim:
    won = seen.winner == 1 + seat
    drawn = seen.winner == DRAW
    sound = "win" if won else "gain" if drawn or seat < 0 else "lose"
    return {"anim": [{"do": "pulse", "at": "verdict"}], "sound": sound}


SHOWN = {
    "reveal": _flip, "tie": _tie, "tie_won": _tie_won, "trump": _trump, "card_used": _used, "phase_start": _phase,
    "seat_ready": _ready, "choice_made": _chosen, "team_revealed": _teams, "moved": _moved, "exchanged": _exchanged,
    "attack": _attack, "attack_dice": _dice, "defence_dice": _dice, "skill_dice": _dice, "damaged": _damaged,
    "healed": _healed, "recover": _recover, "downed": _downed, "stand_up": _stands, "revived": _stands,
    "excluded": _excluded, "skill_used": _skill, "skill_target": _target, "marked": _marked, "changed": _marked,
    "pushed": _pushed, "push_blocked": _blocked, "sub_exchanged": _sub, "mana_pending": _pending,
    "round_start": _round, "won": _over, "drawn": _over,
}  # fmt: skip
