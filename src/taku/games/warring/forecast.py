"""What is to be expected: who would strike whom, and how hard, as far as the side sees.

The same sums as in the rules (W-9, W-11, W-13), over what is visible only and without luck. Marchers whom an
interception cuts or breaks go on as what is left of them; in an attack an enemy army that breaks still counts as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from taku.games.warring.content import ADD, BASE, KIND_OF, MUTUAL, PRIORITY, SET, SIGHT, STAT, STEP, STEP_X, STEP_Y
from taku.games.warring.rules.strikes import TOP_MORALE
from taku.games.warring.state import ARMIES, SHAPE, SHARING, STRIDE, TROOPS, State

LAST = 1 << 30


@lru_cache(maxsize=1024)
def stat(which: int, kind: int, ground: int, morale: int) -> int:
    """W-2.3: base, terrain and morale."""
    if SET[which, ground, kind]:
        return int(SET[which, ground, kind])
    bonus = morale - 1 if which <= STAT.defence else 0
    return max(1, BASE[which, kind] + ADD[which, ground, kind] + bonus)


@dataclass(slots=True)
class Man:
    """A troop as it is seen."""

    side: int
    number: int
    cell: int
    ground: int
    kind: int
    army: int
    strength: int
    reach: int


@dataclass(frozen=True, slots=True)
class Blow:
    """A strike to expect."""

    origin: int
    place: int
    damage: int
    fells: bool


@dataclass(slots=True)
class Preview:
    """What a march would bring: the interceptors' strikes, then the marchers' own."""

    taken: list[Blow] = field(default_factory=list)
    dealt: list[Blow] = field(default_factory=list)
    interceptors: list[int] = field(default_factory=list)


def apart(a: int, b: int) -> int:
    return abs(a % STRIDE - b % STRIDE) + abs(a // STRIDE - b // STRIDE)


def together(men: list[Man]) -> tuple[list[Man], list[Man]]:
    """W-1.4: those who are connected with the first, and the others."""
    found, edge = {men[0].cell}, [men[0].cell]
    cells = {m.cell for m in men}
    while edge:
        here = edge.pop()
        new = {here + STEP[d] for d in range(4)} & cells - found
        found |= new
        edge += new
    return [m for m in men if m.cell in found], [m for m in men if m.cell not in found]


class Forecast:
    """One side's view of the next strikes."""

    def __init__(self, seen: State, seat: int) -> None:
        self.seen, self.seat = seen, seat
        self.own = self._men(seat)
        self.foes = self._men(1 - seat)
        self.shape = seen.opt.sight_shape
        self.farthest = max((m.reach for m in (*self.own, *self.foes)), default=0)
        self.morale = [[seen.morale[side, k] for k in range(10)] for side in (0, 1)]
        self.over = False
        """A general has fallen in what is imagined just now (W-9.8)."""

    def _men(self, side: int) -> list[Man]:
        s = self.seen
        made = []
        for t in range(TROOPS):
            cell = s.cell[side, t]
            if cell:
                kind, ground, army = s.kind[side, t], s.terrain[cell], s.army[side, t]
                reach = stat(STAT.range, kind, ground, 1)
                made.append(Man(side, t, cell, ground, kind, army, s.strength[side, t], reach))
        return made

    # ---- single rules

    def sees(self, a: Man, b: Man) -> bool:
        """W-8.1 to W-8.4."""
        dx, dy = abs(a.cell % STRIDE - b.cell % STRIDE), abs(a.cell // STRIDE - b.cell // STRIDE)
        far = max(dx, dy) if self.shape == SHAPE.square else dx + dy
        if far > SIGHT[a.ground]:
            return False
        return not (a.ground == b.ground and MUTUAL[a.ground] and dx + dy > MUTUAL[a.ground])

    def aim(self, striker: Man, targets: Iterable[Man]) -> Man | None:
        """W-8.6, W-9.3: the nearest, then by kind, strength and number."""
        best, found = LAST, None
        limit = min(striker.reach, MUTUAL[striker.ground]) if MUTUAL[striker.ground] else striker.reach
        for m in targets:
            far = apart(striker.cell, m.cell)
            if far <= striker.reach and (far <= limit or m.ground != striker.ground):
                order = ((8 * far + PRIORITY[m.kind]) * 4096 + m.strength) * 32 + m.number
                if order < best:
                    best, found = order, m
        return found

    def damage(self, striker: Man, target: Man) -> int:
        """W-9.4, without luck."""
        attack = stat(STAT.attack, striker.kind, striker.ground, self._morale(striker))
        defence = stat(STAT.defence, target.kind, target.ground, self._morale(target))
        return int(max(10, self.seen.opt.damage_base * attack // defence // 10 * 10))

    def _morale(self, m: Man) -> int:
        return self.morale[m.side][m.army] if m.army else 1

    def from_flank(self, striker: Man, target: Man) -> bool:
        """W-13.5."""
        if not target.army:
            return False
        d = self.seen.facing[target.side, target.army] - 1
        dx, dy = striker.cell % STRIDE - target.cell % STRIDE, striker.cell // STRIDE - target.cell // STRIDE
        ahead = dx * STEP_X[d] + dy * STEP_Y[d]
        return not (ahead > 0 and ahead >= abs(dx * STEP_Y[d] - dy * STEP_X[d]))

    def visible(self, men: list[Man], eyes: list[Man], army: list[Man]) -> list[Man]:
        """W-8.5: those whom the strikers' side sees, or one of their army, or who are revealed."""
        if self.seen.opt.sight_sharing == SHARING.army:
            eyes = army
        shown = self.seen.revealed[men[0].side] if men else 0
        return [m for m in men if shown >> m.number & 1 or any(self.sees(e, m) for e in eyes)]

    def parted(self, group: list[Man]) -> list[list[Man]]:
        """W-14.1 to W-14.4: the groups in which struck men go on, armies first; who is alone has no army."""
        left = [m for m in group if m.strength]
        if len(left) == len(group):
            return [group]
        parts: list[list[Man]] = []
        while left:
            part, left = together(left)
            parts.append(part)
        parts.sort(key=lambda p: (-len(p), all(m.kind != KIND_OF.general for m in p), p[0].number))
        if not parts or len(parts[0]) < 2:
            return [[replace(m, army=0)] for p in parts for m in p]
        free = self.seen.opt.max_armies - len({m.army for m in self.own if m.army})
        whole = [p for p in parts if len(p) > 1][: 1 + free]
        return whole + [[replace(m, army=0)] for p in parts if p not in whole for m in p]

    # ---- volleys

    def volley(self, strikers: list[Man], targets: list[Man]) -> list[Blow]:
        """W-9.6, W-13.4: one after another; the strength of the targets falls, the strikers' morale may rise."""
        blows = []
        flank = False
        open_ = list(targets)
        for man in strikers:
            if self.over or not open_ or self.seen.struck[man.side] >> man.number & 1:
                continue
            target = self.aim(man, open_)
            if target is None:
                continue
            damage = self.damage(man, target)
            target.strength = max(0, target.strength - damage)
            blows.append(Blow(man.cell, target.cell, damage, target.strength == 0))
            flank = flank or self.from_flank(man, target)
            if not target.strength:
                open_.remove(target)
                self.over = target.kind == KIND_OF.general
        if flank and strikers[0].army:
            k = strikers[0].army
            raised = self.morale[strikers[0].side][k] + self.seen.opt.flank_morale
            self.morale[strikers[0].side][k] = min(TOP_MORALE, raised)
        return blows

    def attack(self) -> dict[int, list[Blow]]:
        """W-10.1: the strikes of the attack phase, by army; those of lone troops at 0."""
        if not self.foes:
            return {}
        made: dict[int, list[Blow]] = {}
        morale = [row[:] for row in self.morale]
        foes = [replace(m) for m in self.foes]
        lone = [m for m in self.own if not m.army]
        groups = [[m for m in self.own if m.army == k] for k in range(1, 10)]
        if self.seen.opt.lone_strike:
            groups += [[m] for m in lone]
        for group in groups:
            near = self._near(group, foes)
            if near:
                standing = [m for m in self.visible(near, self.own, group) if m.strength]
                blows = self.volley(group, standing)
                if blows:
                    made.setdefault(group[0].army, []).extend(blows)
        self.morale, self.over = morale, False
        return made

    def _near(self, group: list[Man], others: list[Man]) -> list[Man]:
        """Those whom the group could strike, or who could strike it."""
        far = self.farthest
        return [m for m in others if any(apart(m.cell, g.cell) <= far for g in group)]

    def march(self, k: int, n: int) -> Preview | None:
        """W-11: what a march would bring; None if nobody comes into anybody's reach."""
        step = n * STEP[self.seen.facing[self.seat, k] - 1]
        marchers = [self._at(m, m.cell + step) for m in self.own if m.army == k]
        foes = [replace(m) for m in self._near(marchers, self.foes)]
        if not foes:
            return None
        morale = [row[:] for row in self.morale]
        made = Preview()
        enemy = 1 - self.seat
        groups = [marchers]
        for j in sorted({m.army for m in foes if m.army}):
            if self.seen.acted[enemy, j]:
                continue
            army = [m for m in foes if m.army == j]
            blows = self.volley(army, self.visible([m for g in groups for m in g], self.foes, army))
            if not blows:
                continue
            made.interceptors.append(j)
            made.taken += blows
            left = [self.parted(g) if g[0].army else [m for m in [g] if m[0].strength] for g in groups]
            broken = sum(bool(g[0].army) and not any(p[0].army for p in ps) for g, ps in zip(groups, left, strict=True))
            self.morale[enemy][j] = min(TOP_MORALE, self.morale[enemy][j] + broken)
            groups = [p for ps in left for p in ps]
        eyes = [*(m for g in groups for m in g), *(m for m in self.own if m.army != k)]
        had = self.morale[self.seat][k]
        for group in groups:
            if group[0].army or self.seen.opt.lone_strike:
                self.morale[self.seat][k] = had
                made.dealt += self.volley(group, [m for m in self.visible(foes, eyes, group) if m.strength])
        self.morale, self.over = morale, False
        return made if made.taken or made.dealt else None

    def _at(self, m: Man, cell: int) -> Man:
        ground = self.seen.terrain[cell]
        return replace(m, cell=cell, ground=ground, reach=stat(STAT.range, m.kind, ground, 1))


def idle_armies(seen: State, seat: int, strikes: Iterable[int]) -> list[int]:
    """Armies that have had no order and will not strike either."""
    ready = [k for k in range(1, ARMIES + 1) if seen.facing[seat, k] and not seen.acted[seat, k]]
    idle = [k for k in ready if not seen.moved[seat, k] and not seen.turned[seat] >> k & 1]
    return [k for k in idle if k not in strikes]


def total(blows: list[Blow]) -> int:
    return sum(b.damage for b in blows)


def fallen(blows: list[Blow]) -> int:
    return sum(b.fells for b in blows)
