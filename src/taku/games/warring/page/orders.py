"""Giving orders: where an army could go, how it turns, what it reaches, and what would come of it.

Everything here is hidden until its army is chosen or pointed at; the client shows what can be tapped next.
"""

from __future__ import annotations

from taku.engine.actions import Action
from taku.engine.words import Words
from taku.games.warring.content import BARRED, HEIGHT, STAT, STEP
from taku.games.warring.forecast import Blow, Forecast, fallen, idle_armies, total
from taku.games.warring.page.pieces import DX, DY, banner_cell, front_cells
from taku.games.warring.page.view import CELL, EDGE, Eye, Point, bars, dots, mask_of, rows, within
from taku.games.warring.rules.marching import free_way
from taku.games.warring.rules.troops import current
from taku.games.warring.rules.turns import orders
from taku.games.warring.state import KIND, ORDER, SPEED, STRIDE, State
from taku.page.html import Attr, Child, Raw, el, join

HATCH = el("path", d="M0 0L10 10M10 0L0 10", class_="w-hatch")
CROSS = el("circle", r=9), el("path", d="M-4-4L4 4M4-4L-4 4")
DEFS = join(
    el("path", d="M-6 4L0-4L6 4", id="w-way"),
    el("g", CROSS, id="w-block", class_="w-block-face"),
    el("pattern", HATCH, id="w-range", width=10, height=10, patternUnits="userSpaceOnUse"),
)

PILLS = 90
"""Room for a word below an army: as large as on a phone, and clear of the arrow beside the army."""


def legal_orders(seen: State, seat: int) -> list[int]:
    """What may be ordered now; `seen` must be a copy, since the rules leave their scratch behind."""
    out = [0] * 512
    return out[: orders(seen, seat, out)]


def handle(action: Action) -> str:
    """What is tapped for an order once its army is chosen."""
    match action:
        case "face", k, d:
            return f"f-{k}-{d}"
        case "march", k, n:
            return f"m-{k}-{n}"
    return "-".join(map(str, action))


class Desk:
    """The orders of one side at one moment: legal ones, and what is to be expected of them."""

    def __init__(self, seen: State, seat: int, eye: Eye, armies: dict[int, list[int]], asked: int | None) -> None:
        self.seen, self.seat, self.eye, self.armies = seen, seat, eye, armies
        self.legal = legal_orders(seen.copy(), seat) if asked == KIND.orders else []
        self.forecast = Forecast(seen, seat)
        self.strikes = self.forecast.attack() if self.legal else {}
        self.idle = idle_armies(seen, seat, self.strikes) if self.legal else []

    def cells(self, k: int) -> list[int]:
        return [self.seen.cell[self.seat, t] for t in self.armies[k]]

    def corner(self, cells: list[int], ahead: int = 0, way: int = 0) -> dict[str, Attr]:
        """Where an army's outline stands, or would stand farther ahead."""
        grid = [self.eye.grid(c) for c in cells]
        x, y = min(c[0] for c in grid) + ahead * DX[way], min(c[1] for c in grid) + ahead * DY[way]
        return {"x": EDGE + CELL * x, "y": EDGE + CELL * y}

    # ---- what can be tapped once an army is chosen

    def handles(self, words: Words) -> Raw:
        mine: dict[int, list[Action]] = {}
        for action in map(ORDER.read, self.legal):
            if "army" in action.arguments:
                mine.setdefault(action.arguments["army"], []).append(action)
        return el("g", [self._army_handles(k, some, words) for k, some in sorted(mine.items())], id="handles")

    def _army_handles(self, k: int, mine: list[Action], words: Words) -> list[Child]:
        cells = self.cells(k)
        grid = [self.eye.grid(c) for c in cells]
        facing = self.seen.facing[self.seat, k] - 1
        made: list[Child] = []
        right, low = max(c[0] for c in grid) + 1, max(c[1] for c in grid) + 1
        up = EDGE + CELL * low + PILLS > self.eye.width
        corner = (right, min(c[1] for c in grid) if up else low)
        pills = 0
        for action in mine:
            match action:
                case "face", _, d:
                    made.append(self._arrow(handle(action), grid, self.eye.way(d)))
                case "march", _, n:
                    made.append(self._band(handle(action), cells, facing, n))
                case name, _:
                    made.append(self._pill(handle(action), words.text("page", name), corner, pills, up=up))
                    pills += 1
        return [*made, self._hints(k, facing, grid), self._blocks(k, facing, words)]

    def _arrow(self, id_: str, grid: list[Point], way: int) -> Raw:
        x, y = banner_cell(grid, way)
        least, most = 14, self.eye.width - 14
        cx = min(max(EDGE + CELL * x + CELL // 2 + 36 * DX[way], least), most)
        cy = min(max(EDGE + CELL * y + CELL // 2 + 36 * DY[way], least), most)
        sign = el("use", href="#w-way", transform=f"rotate({90 * way})" if way else None)
        face = el("g", el("circle", r=14), sign, class_="face")
        return el("g", face, id=id_, class_=f"handle turn d{way}", transform=f"translate({cx} {cy})")

    def _pill(self, id_: str, text: str, corner: Point, place: int, *, up: bool) -> Raw:
        """Beside a corner of the army, clear of the arrows; above it where there is no room below."""
        wide = sum(15 if ord(ch) > 0x2E80 else 8.5 for ch in text) + 16
        x = min(EDGE + CELL * corner[0] + 2, self.eye.width - wide - 2)
        y = EDGE + CELL * corner[1] + (-12 if up else 12)
        face = el("rect", y=-12, width=wide, height=24, rx=12), el("text", text, x=wide / 2, y=5)
        at = {"transform": f"translate({round(x)} {round(y)})", "data_css": f"--place:{place}"}
        return el("g", el("g", face, class_="face"), id=id_, class_="handle pill" + " up" * up, **at)

    def _band(self, id_: str, cells: list[int], facing: int, n: int) -> Raw:
        """The cells that the foremost troops of a march of n would come to; a tap shows what it would bring."""
        mask = mask_of(c + n * STEP[facing] for c in foremost(cells, facing))
        return el("path", d=bars(mask, self.eye), id=id_, class_="handle band", data_confirm=True)

    def _blocks(self, k: int, facing: int, words: Words) -> list[Raw]:
        """W-6.4 to W-6.6: signs on the cells that end the march before the army is tired, and why."""
        seen, seat = self.seen, self.seat
        if seen.moved[seat, k]:
            return []
        troops = self.armies[k]
        speed = min(current(seen, seat, t, STAT.speed) for t in troops)
        free = [free_way(seen, seat, t, speed, STEP[facing]) for t in troops]
        way = self.eye.way(facing)
        made = []
        for t, far in zip(troops, free, strict=True):
            cell = seen.cell[seat, t] + (far + 1) * STEP[facing]
            if far == min(free) < speed and seen.terrain[cell]:
                why, rule = obstacle(seen, seat, t, cell)
                x, y = self.eye.middle(cell)
                x, y = x - CELL // 2 * DX[way], y - CELL // 2 * DY[way]  # on the edge: who stands there stays in view
                made.append(
                    el("use", href="#w-block", x=x, y=y, class_="block", data_hint_for=f"a{seat}-{k}",
                       data_why=words.text("page", why), data_clause=rule)
                )  # fmt: skip
        return made

    # ---- what is shown with it

    def below(self) -> Raw:
        """What lies under the troops: the range of a chosen army, and how far it could go to its other sides."""
        made: list[Child] = []
        seen, seat, eye = self.seen, self.seat, self.eye
        for k, troops in self.armies.items() if self.legal else ():
            if not k or seen.acted[seat, k]:
                continue
            me = f"a{seat}-{k}"
            cells = self.cells(k)
            ranges = 0
            for t, cell in zip(troops, cells, strict=True):
                ranges |= within(cell, current(seen, seat, t, STAT.range), eye.size)
            made.append(el("path", d=rows(ranges & ~mask_of(cells), eye), class_="range", data_hint_for=me))
            if not seen.moved[seat, k]:
                facing = seen.facing[seat, k] - 1
                other = 0
                for d in range(4):
                    if d != facing:
                        other |= self._reach(troops, cells, d)
                if other:
                    made.append(el("path", d=dots(other, eye), class_="could", data_hint_for=me))
        return el("g", made, id="below")

    def _hints(self, k: int, facing: int, grid: list[Point]) -> list[Child]:
        """The strikes to expect here, and after each march."""
        made: list[Child] = []
        blows = self.strikes.get(k)
        way = self.eye.way(facing)
        if blows:
            keys = f"a{self.seat}-{k} attack"
            made.append(lines(blows, self.eye, keys, f"dealt stay s{self.seat}"))
            made.append(self._sum([], blows, grid, way, 0, keys, "stay"))
        for n in range(1, SPEED + 1):
            if ORDER.march(k, n) in self.legal:
                made += self._march_hints(k, n, grid, way)
        return made

    def _reach(self, troops: list[int], cells: list[int], d: int) -> int:
        """The cells ahead that the army could come to if it turned that way (W-6.2 to W-6.6)."""
        seen, seat = self.seen, self.seat
        far = SPEED
        for t in troops:
            far = min(far, current(seen, seat, t, STAT.speed))
        for t in troops:
            far = free_way(seen, seat, t, far, STEP[d]) if far else 0
        return mask_of(c + n * STEP[d] for n in range(1, far + 1) for c in foremost(cells, d))

    def _march_hints(self, k: int, n: int, grid: list[Point], way: int) -> list[Child]:
        key, foe = f"m-{k}-{n}", 1 - self.seat
        made: list[Child] = [self._outline(self.seat, k, "shadow-army", key, self.corner(self.cells(k), n, way))]
        preview = self.forecast.march(k, n)
        if preview is None:
            return made
        for j in preview.interceptors:
            cells = [m.cell for m in self.forecast.foes if m.army == j]
            made.append(self._outline(foe, j, "threat", key, self.corner(cells)))
        if preview.taken:
            made.append(lines(preview.taken, self.eye, key, f"taken s{foe}"))
        if preview.dealt:
            made.append(lines(preview.dealt, self.eye, key, f"dealt s{self.seat}"))
        made.append(self._sum(preview.taken, preview.dealt, grid, way, n, key, "go"))
        return made

    def _outline(self, side: int, k: int, class_: str, key: str, at: dict[str, Attr]) -> Raw:
        return el("use", href=f"#w-o{side}-{k}", class_=class_, data_hint_for=key, **at)

    def _sum(
        self, taken: list[Blow], dealt: list[Blow], grid: list[Point], way: int, n: int, key: str, class_: str
    ) -> Raw:
        """What would be struck, and what would be suffered; a cross for each who would fall."""
        lost = f"−{total(taken)}{'†' * fallen(taken)}" if taken else ""
        won = f"+{total(dealt)}{'†' * fallen(dealt)}" if dealt else ""
        wide = 8 * (len(lost) + len(won)) + (22 if lost and won else 12)
        mid = sum(c[0] for c in grid) / len(grid), max(c[1] for c in grid)
        x = EDGE + CELL * (mid[0] + n * DX[way]) + CELL / 2
        y = min(EDGE + CELL * (mid[1] + n * DY[way] + 1) + 13, self.eye.width - 14)
        x = min(max(x, wide / 2 + 2), self.eye.width - wide / 2 - 2)
        parts = el("tspan", won, class_=f"s{self.seat}"), " ", el("tspan", lost, class_=f"s{1 - self.seat}")
        box = el("rect", x=-wide / 2, y=-11, width=wide, height=22, rx=11)
        at = f"translate({round(x)} {round(y)})"
        return el("g", box, el("text", parts, y=5), class_=f"sum {class_}", transform=at, data_hint_for=key)

    def idle_marks(self) -> list[Raw]:
        """At the end of the turn: armies that wait without an order (shown while it is aimed at)."""
        return [self._outline(self.seat, k, "idle", "attack", self.corner(self.cells(k))) for k in self.idle]


def obstacle(seen: State, side: int, t: int, cell: int) -> tuple[str, str]:
    """What keeps a troop from a cell ahead: the words, and the clause."""
    ground = seen.terrain[cell]
    if BARRED[ground, seen.kind[side, t]]:
        return "block_water", "W-6.4"
    if HEIGHT[ground] > HEIGHT[seen.terrain[seen.cell[side, t]]] + 1:
        return "block_steep", "W-6.5"
    return "block_troop", "W-6.6"


def foremost(cells: list[int], d: int) -> list[int]:
    """The foremost cell of each lane in a direction of the map."""
    grid = {(c % STRIDE, c // STRIDE): c for c in cells}
    return [grid[p] for p in front_cells(list(grid), d)]


def lines(blows: list[Blow], eye: Eye, key: str, class_: str) -> Raw:
    """Arrows from striker to target."""
    d = ""
    for b in blows:
        (x, y), (tx, ty) = eye.middle(b.origin), eye.middle(b.place)
        d += f"M{x} {y}L{tx} {ty}"
    return el("path", d=d, class_=f"blows {class_}", data_hint_for=key)
