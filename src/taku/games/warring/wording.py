"""What actions are called, why one is not allowed, and the table as text: the game in words, without a page."""

from __future__ import annotations

from taku.engine.actions import Action
from taku.engine.part import Described
from taku.engine.words import Words
from taku.games.warring.content import BARRED, CODE, CONTENT, HEIGHT, STEP
from taku.games.warring.forecast import Forecast, idle_armies
from taku.games.warring.rules.deployment import cap, fits, kind_at
from taku.games.warring.rules.ground import place_to_cell
from taku.games.warring.rules.troops import code
from taku.games.warring.state import (
    AREA,
    ARMIES,
    ARMY_BRUSH,
    DRAW,
    ERASE,
    HAND,
    LARGEST,
    NO_ARMY,
    NORTH,
    SIDES,
    STAGE,
    TROOPS,
    State,
)
from taku.page.terminal import pad

# ---------------------------------------------------------------- what an action is called


def describe(seen: State, seat: int, action: Action) -> Described:
    """The key of an action's words, and what they tell beside its arguments."""
    match action:
        case "place", place:
            return _describe_place(seen, seat, place)
        case "march", k, _:
            return "march", {"dir:dir": seen.facing[seat, k] - 1}
        case ("muster" | "mark") as name, t:
            marked = name == "mark" and (seen.marks[seat] >> t) & 1
            return "unmark" if marked else name, {"kind:kind": seen.kind[seat, t], "cell:cell": seen.cell[seat, t]}
        case ("end",):
            idle = idle_armies(seen, seat, Forecast(seen, seat).attack()) if seen.stage == STAGE.orders else []
            return ("end_idle", {"armies": ", ".join(map(str, idle))}) if idle else ("end", {})
        case ("confirm" | "cancel",):
            return action.name, {"army:army": seen.splitting[seat]}
    return action.name, {}


def _describe_place(seen: State, seat: int, place: int) -> Described:
    """A click on a place is called by what the brush makes of it."""
    brush, now = seen.brush[seat] - 1, seen.plan[seat, place]
    about: dict[str, object] = {"cell:cell": place_to_cell(seen, seat, place), "kind:kind": now % CODE}
    if brush == HAND:
        return _describe_touch(seen, seat, place, about)
    if brush == ERASE:
        return "erase", about
    if brush == NO_ARMY:
        return "unassign", about
    if brush >= ARMY_BRUSH:
        return "assign", about | {"army:army": brush - ERASE}
    return ("change", about | {"new:kind": 1 + brush}) if now else ("place", about | {"kind:kind": 1 + brush})


def _describe_touch(seen: State, seat: int, place: int, about: dict[str, object]) -> Described:
    held = seen.held[seat] - 1
    if held < 0:
        return "lift", about
    if place == held:
        return "return", about
    return ("exchange", about) if seen.plan[seat, place] else ("put", about | {"kind:kind": kind_at(seen, seat, held)})


# ---------------------------------------------------------------- why an action is not allowed


def why_not(seen: State, seat: int, action: Action) -> str:
    """The clause that forbids an action now where it is another than the action's own."""
    if seen.stage == STAGE.orders and seen.turn != seat:
        return "W-5.6"
    if seen.stage == STAGE.deploy and seen.ready[seat]:
        return "W-4.9"
    match action:
        case "place", place:
            return _why_not_place(seen, seat, place)
        case (("face" | "march" | "split" | "rally"), k, *_) if not seen.facing[seat, k]:
            return "W-3.2"
        case (("face" | "march" | "split" | "rally"), k, *_) if seen.acted[seat, k]:
            return "W-12.2"
        case (("march" | "split"), k, *_) if seen.moved[seat, k]:
            return "W-5.5"
        case "march", k, n:
            return _why_not_march(seen, seat, k, n)
    return ""


def _why_not_place(seen: State, seat: int, place: int) -> str:
    brush, now = seen.brush[seat] - 1, seen.plan[seat, place]
    if brush == HAND:
        return "W-4.2" if seen.held[seat] else "W-4.6"
    if brush >= ERASE or now % CODE == 1 + brush:
        return "W-4.6"
    if not fits(seen, seat, place, 1 + brush):
        return "W-4.2"
    kinds = [seen.plan[seat, p] % CODE for p in range(AREA) if seen.plan[seat, p]]
    return "W-4.4" if cap(seen, 1 + brush) == 1 and kinds.count(1 + brush) else "W-4.3"


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
        lines.append(f"{y:>3} " + "".join(pad(c, WIDTH) for c in cells).rstrip())
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
