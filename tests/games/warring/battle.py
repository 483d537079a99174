"""The vocabulary of the tests: set up a battle in the game's own words, give orders, look at it.

    b = battle(south={2: "C5,12 C6,12"}, north={2: "I5,8 I6,8"})
    b.march(2, 3)
    assert b.north[5, 8].strength == 700

A troop is its letter (I A S C G) and its cell x,y, with its strength after a slash: "I5,9/300". Armies are numbers; 0
are lone troops. Both generals stand in armies 1 in far corners unless a side says otherwise. The map is grass unless
`ground` gives the terrain of cells: {"f": "5..7,8..9"}. The rules run as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

from taku.compile.speed import rules_of
from taku.engine.match import told_by
from taku.games.warring import game
from taku.games.warring.content import CONTENT, STAT, UP
from taku.games.warring.rules.ground import cell_at, x_of, y_of
from taku.games.warring.rules.sight import look_around, note_sightings
from taku.games.warring.rules.troops import code, current, put
from taku.games.warring.rules.turns import begin_turn
from taku.games.warring.state import ARMIES, DEPLOY, DIR, ORDER, SPEED, SPLIT, STAGE, TROOPS
from tests.games.position import Position, dealt

RULES = rules_of(game, "interpreted")
LETTERS = ["", *(k.char for k in CONTENT.kinds)]
GROUNDS = ["", *(t.char for t in CONTENT.terrain)]
FORMATIONS = [f.id for f in CONTENT.formations]
SIDES = ("south", "north")
FAR = {"south": {1: "G0,17 I1,17"}, "north": {1: "G17,0 I16,0"}}
COMPASS = dict(zip("NESW", range(4), strict=True))
BRUSHES = [*(k.id for k in CONTENT.kinds), "erase", *(f"army {k}" for k in range(1, 10)), "no army", "hand"]


class Troop:
    """A troop on the map or fallen."""

    def __init__(self, b: Battle, side: int, number: int) -> None:
        self.b, self.side, self.number = b, side, number

    @property
    def cell(self) -> tuple[int, int] | None:
        at = self.b.s.cell[self.side, self.number]
        return (x_of(at), y_of(at)) if at else None

    @property
    def strength(self) -> int:
        return self.b.s.strength[self.side, self.number]

    @property
    def army(self) -> int:
        return self.b.s.army[self.side, self.number]

    @property
    def kind(self) -> str:
        return LETTERS[self.b.s.kind[self.side, self.number]]

    def __getattr__(self, stat: str) -> int:
        if stat not in tuple(STAT):
            raise AttributeError(stat)
        return current(self.b.s, self.side, self.number, getattr(STAT, stat))

    @property
    def numbers(self) -> tuple[int, ...]:
        """Attack, defence, range, speed."""
        return tuple(getattr(self, stat) for stat in STAT)

    @property
    def code(self) -> int:
        return code(self.b.s, self.side, self.number)

    @property
    def lone(self) -> bool:
        return self.cell is not None and self.army == 0


class Side:
    """A side: its troops by cell (or by number, fallen ones too), its armies."""

    def __init__(self, b: Battle, side: int) -> None:
        self.b, self.side = b, side

    def __getitem__(self, at: tuple[int, int] | int) -> Troop:
        if isinstance(at, int):
            return Troop(self.b, self.side, at)
        for troop in self.troops:
            if troop.cell == at:
                return troop
        raise KeyError(f"{SIDES[self.side]} has no troop at {at}, but {[t.cell for t in self.troops]}")

    @property
    def troops(self) -> list[Troop]:
        return [Troop(self.b, self.side, t) for t in range(TROOPS) if self.b.s.cell[self.side, t]]

    def cells(self, army: int) -> set[tuple[int, int]]:
        return {t.cell for t in self.troops if t.army == army and t.cell}

    @property
    def armies(self) -> set[int]:
        return {k for k in range(1, ARMIES + 1) if self.b.s.facing[self.side, k]}

    def facing(self, army: int) -> str:
        return "?NESW"[self.b.s.facing[self.side, army]]

    def morale(self, army: int) -> int:
        return self.b.s.morale[self.side, army]

    def acted(self, army: int) -> bool:
        return bool(self.b.s.acted[self.side, army])

    def moved(self, army: int) -> bool:
        return bool(self.b.s.moved[self.side, army])

    def turn(self, army: int, way: str) -> None:
        """Set a facing as part of the set-up."""
        self.b.s.facing[self.side, army] = 1 + COMPASS[way]

    def set(self, army: int, *, morale: int = 0, acted: bool | None = None, moved: bool | None = None) -> None:
        if morale:
            self.b.s.morale[self.side, army] = morale
        if acted is not None:
            self.b.s.acted[self.side, army] = acted
        if moved is not None:
            self.b.s.moved[self.side, army] = moved

    @property
    def strength(self) -> int:
        return sum(t.strength for t in self.troops)

    @property
    def sees(self) -> set[tuple[int, int]]:
        """The cells of the enemies in sight."""
        enemy = 1 - self.side
        bits = self.b.s.in_sight[self.side]
        return {t for n in range(TROOPS) if bits >> n & 1 and (t := Troop(self.b, enemy, n).cell)}

    @property
    def remembers(self) -> dict[tuple[int, int], int]:
        """The cells of enemies last seen, with the round."""
        s = self.b.s
        found = {}
        for t in range(TROOPS):
            cell = s.last_cell[self.side, t]
            if cell and not s.in_sight[self.side] >> t & 1:
                found[x_of(cell), y_of(cell)] = s.last_round[self.side, t]
        return found

    @property
    def view(self) -> Side:
        """The own side as this seat sees the table; `.b.other` is what it sees of the enemy."""
        return Battle(RULES.view(self.b.s, self.side)).sides[self.side]


class Battle(Position):
    """A match at one moment; its log is that of the whole battle."""

    rules = RULES

    def __init__(self, s: Any) -> None:
        super().__init__(s)
        self.south, self.north = Side(self, 0), Side(self, 1)
        self.sides = (self.south, self.north)

    # ---- playing

    @property
    def mover(self) -> int:
        return int(self.seat)

    def do(self, what: str | int, **arguments: int) -> Battle:  # type: ignore[override]
        """An order of the side to move: do("march", army=3, n=2), or one of the legal ones."""
        seat = self.mover
        self.carry_out(seat, what if isinstance(what, int) else RULES.asked(self.s, seat).number(what, **arguments))
        return self

    def face(self, army: int, way: str) -> Battle:
        return self.do("face", army=army, dir=COMPASS[way])

    def march(self, army: int, n: int) -> Battle:
        return self.do("march", army=army, n=n)

    def split(self, army: int, *cells: tuple[int, int]) -> Battle:
        """Begin to split, mark the troops on these cells and confirm if there are any."""
        self.do("split", army=army)
        for cell in cells:
            self.pick(*cell)
        return self.do("confirm") if cells else self

    def pick(self, x: int, y: int) -> Battle:
        return self.do("mark", troop=self.sides[self.mover][x, y].number)

    def confirm(self) -> Battle:
        return self.do("confirm")

    def cancel(self) -> Battle:
        return self.do("cancel")

    def rally(self, army: int) -> Battle:
        return self.do("rally", army=army)

    def muster(self, x: int, y: int) -> Battle:
        return self.do("muster", troop=self.sides[self.mover][x, y].number)

    def end(self) -> Battle:
        return self.do("end")

    # ---- what may be ordered

    @property
    def legal(self) -> set[int]:
        return set(RULES.legal(self.s, self.mover))

    def marches(self, army: int) -> list[int]:
        return [n for n in range(1, SPEED + 1) if ORDER.march(army, n) in self.legal]

    def faces(self, army: int) -> set[str]:
        return {w for w, d in COMPASS.items() if ORDER.face(army, d) in self.legal}

    def can_split(self, army: int) -> bool:
        return ORDER.split(army) in self.legal

    def can_rally(self, army: int) -> bool:
        return ORDER.rally(army) in self.legal

    @property
    def musters(self) -> set[int]:
        return {ORDER.muster.troop(a) for a in self.legal if a in ORDER.muster}

    @property
    def can_confirm(self) -> bool:
        return SPLIT.confirm in self.legal

    # ---- looking

    @property
    def result(self) -> str:
        if not self.over:
            return "open"
        return {(1, 2): "south", (2, 1): "north", (1, 1): "draw"}[tuple(RULES.scores(self.s))]

    def forget(self) -> Battle:
        self.log = []
        return self

    def heard(self, seat: int, event: str) -> list[tuple[int, ...]]:
        """Such events of the last move as a seat (or the spectator, −1) heard of them."""
        return [t.arguments for t in told_by(game, 0, RULES.view(self.s, seat)) if t.event == event]

    def seen(self, seat: int) -> Battle:
        """The battle as a seat sees it; as spectators do for −1."""
        return Battle(RULES.view(self.s, seat))


def battle(
    south: Mapping[int, str] | None = None,
    north: Mapping[int, str] | None = None,
    ground: Mapping[str, str] | None = None,
    size: int = 18,
    turn: str = "south",
    **options: object,
) -> Battle:
    """A battle in its first round with these troops; South moves first."""
    s: Any = game.new(2, game.read_options({"first_turn": "south", **options, "size": size}, 2))
    RULES.key(s, bytes(range(16)))
    s.size = size
    for y in range(size):
        for x in range(size):
            s.terrain[cell_at(x, y)] = 1
    for letter, cells in (ground or {}).items():
        for x, y in _cells(cells):
            s.terrain[cell_at(x, y)] = GROUNDS.index(letter)
    shift = size - 18
    for side, given in enumerate((south or {}, north or {})):
        armies = dict(given)
        if not any("G" in troops for troops in armies.values()):
            armies = {**_moved(FAR[SIDES[side]], shift), **armies}
        _deploy(s, side, armies)
    s.stage, s.round = STAGE.orders, 1
    for t in range(s.count[0]):
        look_around(s, 0, t)
    note_sightings(s)
    begin_turn(s, SIDES.index(turn))
    s.first = SIDES.index(turn)
    s.log.count = 0
    return Battle(s)


def stir(s: Any, number: int) -> None:
    """Give a match other chance."""
    RULES.key(s, Random(number).randbytes(16))


def _moved(armies: Mapping[int, str], by: int) -> dict[int, str]:
    """The far corners of a map of another size."""
    moved = lambda m: f"{int(m[1]) + by if int(m[1]) > 15 else m[1]},{int(m[2]) + by if int(m[2]) > 15 else m[2]}"  # noqa: E731
    return {k: re.sub(r"(\d+),(\d+)", moved, troops) for k, troops in armies.items()}


def _cells(text: str) -> list[tuple[int, int]]:
    """ "5..7,8..9 2,3": ranges of columns and rows."""
    found = []
    for part in text.split():
        across, down = ([int(n) for n in p.split("..")] for p in part.split(","))
        found += [(x, y) for y in range(down[0], down[-1] + 1) for x in range(across[0], across[-1] + 1)]
    return found


def _deploy(s: Any, side: int, armies: Mapping[int, str]) -> None:
    """W-2.7: numbers in reading order as the owner sees the map."""
    placed = []
    for army, troops in armies.items():
        for word in troops.split():
            m = re.fullmatch(r"([IASCG])(\d+),(\d+)(?:/(\d+))?", word)
            assert m, f"{word!r} is not like C5,12 or C5,12/300"
            placed.append((int(m[3]), int(m[2]), m[1], army, m[4]))
    placed.sort(reverse=side == 1)
    strength = s.opt.strength_south if side == 0 else s.opt.strength_north
    for t, (y, x, letter, army, left) in enumerate(placed):
        s.kind[side, t], s.army[side, t] = LETTERS.index(letter), army
        s.strength[side, t] = int(left or strength)
        put(s, side, t, cell_at(x, y))
        if army:
            s.facing[side, army], s.morale[side, army] = 1 + UP[side], 1
    s.count[side] = len(placed)


class Deployment:
    """A new match while both sides deploy."""

    def __init__(self, **options: object) -> None:
        self.s = dealt(RULES, 2, **options)

    def legal(self, seat: int = 0) -> set[int]:
        return set(RULES.legal(self.s, seat))

    def do(self, what: str | int, seat: int = 0, **arguments: int) -> Deployment:
        """A click of a side: do("brush", brush=3), or one of the legal ones."""
        action = what if isinstance(what, int) else DEPLOY.number(what, **arguments)
        assert action in self.legal(seat), f"{what} {arguments} is not legal"
        RULES.act(self.s, seat, action)
        return self

    def preset(self, formation: str, seat: int = 0) -> Deployment:
        return self.do("preset", seat, formation=FORMATIONS.index(formation))

    def brush(self, brush: str, seat: int = 0) -> Deployment:
        b = BRUSHES.index(brush)
        return self if self.s.brush[seat] == 1 + b else self.do("brush", seat, brush=b)

    def paint(self, brush: str, *places: tuple[int, int], seat: int = 0) -> Deployment:
        """Click on places (column, row from the front) with a brush."""
        self.brush(brush, seat)
        for column, row in places:
            self.do("place", seat, place=30 * row + column)
        return self

    def open(self, brush: str, seat: int = 0) -> set[tuple[int, int]]:
        """The places that may be clicked with a brush."""
        self.brush(brush, seat)
        return {(p % 30, p // 30) for p in (DEPLOY.place.place(a) for a in self.legal(seat) if a in DEPLOY.place)}

    def shift(self, way: int, seat: int = 0) -> Deployment:
        return self.do("shift", seat, way=way)

    def can_shift(self, way: int, seat: int = 0) -> bool:
        return DEPLOY.shift(way) in self.legal(seat)

    def auto(self, seat: int = 0) -> Deployment:
        return self.do("auto", seat)

    def clear(self, seat: int = 0) -> Deployment:
        return self.do("clear", seat)

    def can_ready(self, seat: int = 0) -> bool:
        return DEPLOY.ready in self.legal(seat)

    def ready(self, *seats: int) -> Deployment:
        for seat in seats or (0,):
            self.do("ready", seat)
        return self

    def at(self, column: int, row: int, seat: int = 0) -> str:
        """What is planned on a place: "I2", "C" without an army, "" for nothing."""
        code = self.s.plan[seat, 30 * row + column]
        return LETTERS[code % 8] + str(code // 8 or "") if code else ""

    @property
    def troops(self) -> list[str]:
        found = [self.s.plan[0, p] for p in range(300)]
        return [LETTERS[c % 8] for c in found if c]

    @property
    def battle(self) -> Battle:
        return Battle(self.s)


__all__ = ["BRUSHES", "COMPASS", "DIR", "FORMATIONS", "RULES", "Battle", "Deployment", "battle", "game", "stir"]
