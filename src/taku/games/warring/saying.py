"""What actions are called, why one is not allowed, and the table as text: the game in words, without a page."""

from __future__ import annotations

import unicodedata

from taku.engine.words import Words
from taku.games.warring.rules import kind
from taku.games.warring.rules.armies import is_army, lone_beside, members
from taku.games.warring.rules.deployment import cap, fits
from taku.games.warring.rules.ground import place_to_cell, x_of, y_of
from taku.games.warring.rules.troops import code
from taku.games.warring.state import (
    AREA,
    ARMIES,
    ARMY_BRUSH,
    AUTO,
    BRUSH,
    CANCEL,
    CLEAR,
    CONFIRM,
    DRAW,
    END,
    ERASE,
    FACE,
    KIND,
    LARGEST,
    MARCH,
    MUSTER,
    NO_ARMY,
    NORTH,
    PRESET,
    RALLY,
    READY,
    SHIFT,
    SIDES,
    SPEED,
    SPLIT,
    STAGE,
    TROOPS,
    State,
)
from taku.games.warring.tables import BARRED, CODE, CONTENT, FORMATION_COUNT, HEIGHT, STEP

Described = tuple[str, dict[str, object]]


# ---------------------------------------------------------------- what an action is called


def describe(seen: State, seat: int, action: int) -> Described:
    """The key of an action's words and their arguments."""
    asked = kind(seen, seat)
    if asked == KIND.deploy:
        return _describe_deployment(seen, seat, action)
    if asked == KIND.split:
        return _describe_split(seen, seat, action)
    return _describe_order(seen, seat, action)


def _describe_deployment(seen: State, seat: int, action: int) -> Described:
    if action >= SHIFT:
        if action < AUTO:
            return "shift", {"way:way": action - SHIFT}
        return {AUTO: "auto", CLEAR: "clear", READY: "ready"}[action], {}
    if action >= BRUSH:
        return "brush", {"brush:brush": action - BRUSH}
    if action >= PRESET:
        return "preset", {"formation:formation": action - PRESET}
    brush, now = seen.brush[seat] - 1, seen.plan[seat, action]
    about: dict[str, object] = {"cell:cell": place_to_cell(seen, seat, action), "kind:kind": now % CODE}
    if brush == ERASE:
        return "erase", about
    if brush == NO_ARMY:
        return "unassign", about
    if brush >= ARMY_BRUSH:
        return "assign", about | {"army:army": brush - ERASE}
    return ("change", about | {"new:kind": 1 + brush}) if now else ("place", about | {"kind:kind": 1 + brush})


def _describe_order(seen: State, seat: int, action: int) -> Described:
    if action == END:
        return "end", {}
    if action < MARCH:
        return "face", {"army:army": 1 + (action - FACE) // 4, "dir:dir": (action - FACE) % 4}
    if action < SPLIT:
        k = 1 + (action - MARCH) // SPEED
        return "march", {"army:army": k, "dir:dir": seen.facing[seat, k] - 1, "n": 1 + (action - MARCH) % SPEED}
    if action < RALLY:
        return "split", {"army:army": 1 + action - SPLIT}
    if action < MUSTER:
        return "rally", {"army:army": 1 + action - RALLY}
    t = action - MUSTER
    return "muster", {"kind:kind": seen.kind[seat, t], "cell:cell": seen.cell[seat, t]}


def _describe_split(seen: State, seat: int, action: int) -> Described:
    army: dict[str, object] = {"army:army": seen.splitting[seat]}
    if action >= CONFIRM:
        return ("confirm" if action == CONFIRM else "cancel"), army
    marked = (seen.marks[seat] >> action) & 1
    about: dict[str, object] = {"kind:kind": seen.kind[seat, action], "cell:cell": seen.cell[seat, action]}
    return "unmark" if marked else "mark", about


# ---------------------------------------------------------------- why an action is not allowed


def why_not(seen: State, seat: int, action: int) -> str:
    """The clause that forbids an action now; "" if none does or it makes no sense."""
    asked = kind(seen, seat)
    if seen.stage == STAGE.orders and seen.turn != seat:
        return "W-5.6"
    if asked == KIND.deploy:
        return _why_not_deployment(seen, seat, action)
    if asked == KIND.split:
        return "W-7.2" if 0 <= action <= CANCEL else ""
    return _why_not_order(seen, seat, action)


def _why_not_deployment(seen: State, seat: int, action: int) -> str:
    if seen.ready[seat]:
        return "W-4.9"
    if action == READY:
        return "W-4.5"
    if PRESET <= action < PRESET + FORMATION_COUNT:
        return "W-4.7"
    if not 0 <= action < AREA:
        return "W-4.6"
    brush, now = seen.brush[seat] - 1, seen.plan[seat, action]
    if brush >= ERASE or now % CODE == 1 + brush:
        return "W-4.6"
    if not fits(seen, seat, action, 1 + brush):
        return "W-4.2"
    kinds = [seen.plan[seat, p] % CODE for p in range(AREA) if seen.plan[seat, p]]
    return "W-4.4" if cap(seen, 1 + brush) == 1 and kinds.count(1 + brush) else "W-4.3"


def _why_not_order(seen: State, seat: int, action: int) -> str:
    if action == END or not 0 < action < MUSTER + TROOPS:
        return ""
    if action >= MUSTER:
        return "W-7.6"
    if action >= RALLY:
        k = 1 + action - RALLY
    elif action >= SPLIT:
        k = 1 + action - SPLIT
    elif action >= MARCH:
        k = 1 + (action - MARCH) // SPEED
    else:
        k = 1 + (action - FACE) // 4
    if not seen.facing[seat, k]:
        return "W-3.2"
    if seen.acted[seat, k]:
        return "W-12.2"
    if action >= RALLY:
        return "W-7.5" if not seen.opt.rally or not lone_beside(seen, seat, k) else ""
    if action >= MARCH and seen.moved[seat, k]:
        return "W-5.5"
    if action >= SPLIT:
        return "W-7.1"
    return _why_not_march(seen, seat, k, 1 + (action - MARCH) % SPEED) if action >= MARCH else "W-6.1"


def _why_not_march(seen: State, seat: int, k: int, n: int) -> str:
    """The first thing in the way of a march, troop by troop."""
    step = STEP[seen.facing[seat, k] - 1]
    for t in range(TROOPS):
        cell = seen.cell[seat, t]
        if seen.army[seat, t] == k and cell:
            highest = HEIGHT[seen.terrain[cell]] + 1
            for i in range(1, n + 1):
                ground = seen.terrain[cell + i * step]
                if not ground or BARRED[ground, seen.kind[seat, t]]:
                    return "W-6.4"
                if HEIGHT[ground] > highest:
                    return "W-6.5"
                other = seen.at[cell + i * step] - 1
                if other >= 0 and (other // TROOPS != seat or seen.army[seat, other % TROOPS] != k):
                    return "W-6.6"
    return "W-6.3"


# ---------------------------------------------------------------- the table in a terminal

WIDTH = 4
"""Columns of a cell: a troop's letter and its army's number, or the terrain."""


def text(seen: State, seat: int, words: Words) -> str:
    """The map and the armies as lines of text, from this seat's side (W-1.3)."""
    lines = [_headline(seen, words), ""]
    lines += _map(seen, seat, words)
    if seen.stage != STAGE.deploy:
        me = max(seat, 0)
        for side in (me, 1 - me):
            lines += ["", *_armies(seen, side, words)]
        lines += _memory(seen, seat, words)
    return "\n".join(lines)


def _headline(seen: State, words: Words) -> str:
    if seen.stage == STAGE.deploy:
        states = [words.say("table", "ready" if seen.ready[side] else "deploying") for side in range(SIDES)]
        return "   ".join(f"{words.name('side', side)}: {states[side]}" for side in range(SIDES))
    points = words.say("table", "points", n=seen.points[0], m=seen.points[1])
    if seen.stage == STAGE.over:
        won = "draw" if seen.winner == DRAW else "won"
        side = {} if seen.winner == DRAW else {"side:side": seen.winner - 1}
        return f"{words.say('table', won, **side)}   {points}"
    return f"{words.say('table', 'turn', n=seen.round, of=seen.opt.round_limit, **{'side:side': seen.turn})}   {points}"


def _map(seen: State, seat: int, words: Words) -> list[str]:
    size = seen.size
    order = range(size - 1, -1, -1) if seat == NORTH else range(size)
    ghosts = {} if seat < 0 else {seen.last_cell[seat, t]: t for t in range(TROOPS) if not seen.in_sight[seat] >> t & 1}
    lines = ["    " + "".join(f"{x:<{WIDTH}}" for x in order)]
    planned = {
        place_to_cell(seen, seat, p): seen.plan[seat, p]
        for p in range(LARGEST * (size // 3))
        if seat >= 0 and seen.plan[seat, p]
    }
    for y in order:
        cells = [_cell(seen, 32 * (y + 1) + x + 1, seat, planned, ghosts, words) for x in order]
        lines.append(f"{y:>3} " + "".join(_pad(c, WIDTH) for c in cells).rstrip())
    return lines


def _cell(seen: State, cell: int, seat: int, planned: dict[int, int], ghosts: dict[int, int], words: Words) -> str:
    if cell in planned:
        return _letter(planned[cell] % CODE, words) + _digit(planned[cell] // CODE)
    who = seen.at[cell] - 1
    if who >= 0:
        side, t = divmod(who, TROOPS)
        letter = _letter(seen.kind[side, t], words)
        mine = side == max(seat, 0)
        return letter + _digit(seen.army[side, t]) if mine else f"{letter.lower()}{_digit(seen.army[side, t])}'"
    if cell in ghosts:
        return f"?{_letter(seen.kind[1 - seat, ghosts[cell]], words).lower()}"
    return CONTENT.terrain[seen.terrain[cell] - 1].char.replace(".", "·")


def _letter(of: int, words: Words) -> str:
    return CONTENT.kinds[of - 1].char if words.language == "en" else CONTENT.kinds[of - 1].glyph


def _digit(army: int) -> str:
    return str(army) if army else "-"


def _armies(seen: State, side: int, words: Words) -> list[str]:
    lines = [words.name("side", side)]
    for k in range(1 + ARMIES):
        troops = [t for t in range(TROOPS) if seen.army[side, t] == k and seen.cell[side, t]]
        if not troops:
            continue
        crew = ", ".join(f"{words.name('kind', seen.kind[side, t])} {seen.strength[side, t]}" for t in troops)
        if k == 0:
            lines.append(f"  - {words.say('table', 'lone')}: {crew}")
            continue
        acted = f" [{words.say('table', 'acted')}]" if seen.acted[side, k] else ""
        facing, morale = words.name("dir", seen.facing[side, k] - 1), "*" * seen.morale[side, k]
        lines.append(f"  {k} {words.name('army', k)} {facing} {morale}{acted}: {crew}")
    fallen = [words.name("kind", seen.kind[side, t]) for t in range(TROOPS) if seen.fallen[side] >> t & 1]
    if fallen:
        lines.append(f"  {words.say('table', 'fallen')}: {', '.join(fallen)}")
    return lines


def _memory(seen: State, seat: int, words: Words) -> list[str]:
    if seat < 0:
        return []
    lines = []
    for t in range(TROOPS):
        if seen.known[seat] & ~seen.in_sight[seat] & ~seen.fallen[1 - seat] & 1 << t:
            line = f"  {words.name('troop', code(seen, 1 - seat, t))} {seen.strength[1 - seat, t]}"
            if seen.last_cell[seat, t]:
                cell = words.name("cell", seen.last_cell[seat, t])
                line += " " + words.say("table", "last_seen", cell=cell, n=seen.last_round[seat, t])
            lines.append(line)
    return ["", words.say("table", "out_of_sight"), *lines] if lines else []


def _pad(part: str, width: int) -> str:
    wide = sum(2 if unicodedata.east_asian_width(ch) in "FW" else 1 for ch in part)
    return part + " " * max(0, width - wide)


# ---------------------------------------------------------------- for pages


def place_of(seen: State, side: int, cell: int) -> int:
    """The place of a side's deployment area that is this cell; −1 if it lies outside."""
    x, y = (x_of(cell), y_of(cell)) if side != NORTH else (seen.size - 1 - x_of(cell), seen.size - 1 - y_of(cell))
    row = y - (seen.size - seen.size // 3)
    return LARGEST * row + x if row >= 0 else -1


def can_confirm(seen: State, seat: int) -> bool:
    """Whether the marked troops and the rest could each be an army (W-7.2)."""
    whole, marked = members(seen, seat, seen.splitting[seat]), seen.marks[seat]
    return bool(is_army(seen, seat, marked) and is_army(seen, seat, whole & ~marked))
